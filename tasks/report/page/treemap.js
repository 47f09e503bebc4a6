// A tree of bytes as nested rectangles: areas are bytes, a click goes deeper, Escape goes up.

import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { css } from "report/colours";
import { html } from "report/elements";
import { bytes, percent } from "report/format";

const HEAD = 17; // px, the title of a group
const LEAST = { width: 54, height: 48 }; // px, of a group that has one; others only have a gap
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// `root` is a tree of grouping.js, `zoom` the names from its root to the group that fills the map.
// `onZoom(names)` is called to go elsewhere, `onPoint(node | null)` with the node under the pointer;
// `colouring` is one of colours.js; `marked` is the name of a symbol to be outlined.
export function Treemap({ root, zoom, onZoom, onPoint, colouring, marked }) {
  const frame = useRef(null);
  const width = useWidth(frame);
  const height = Math.round(Math.max(320, Math.min(560, width * 0.6)));
  const cells = useMemo(() => layout(root, zoom, width, height), [root, zoom, width, height]);
  const [focused, setFocused] = useState(null);
  const reachable = cells.some((cell) => cell.key === focused) ? focused : cells[0]?.key;
  const up = () => zoom.length && onZoom(zoom.slice(0, -1));
  const open = (cell) => onZoom(cell.node.children ? cell.path : cell.path.slice(0, -1));
  const press = (event) => {
    if (event.key === "Escape" || event.key === "Backspace") up();
    else if (ARROWS[event.key]) neighbour(frame.current, event.target, ARROWS[event.key])?.focus();
    else return;
    event.preventDefault();
  };
  return html`
    <div class="treemap" ref=${frame} style=${{ height: `${height}px` }} role="group"
      aria-label="Treemap: arrows move, Enter goes deeper, Escape goes up"
      onKeyDown=${press} onMouseLeave=${() => onPoint(null)}>
      ${cells.map((cell) => {
        const looked = () => onPoint(cell);
        return html`
          <button type="button" key=${cell.key} style=${place(cell, width, colouring)}
            class=${classes(cell, marked)} tabindex=${cell.key === reachable ? 0 : -1}
            aria-label="${cell.node.name}, ${bytes(cell.bytes)}, ${percent(cell.bytes, cell.whole)}"
            onClick=${() => open(cell)} onMouseEnter=${looked}
            onFocus=${() => {
              setFocused(cell.key);
              looked();
            }}>
            ${cell.readable && html`<span>${label(cell.node.name)}</span> <small>${bytes(cell.bytes)}</small>`}
          </button>
        `;
      })}
    </div>
  `;
}

// The node that `zoom` names, or the deepest on the way that is there.
export function inside(root, zoom) {
  let node = root;
  const path = [];
  for (const name of zoom) {
    const next = node.children?.find((child) => child.name === name && child.children);
    if (!next) break;
    node = next;
    path.push(name);
  }
  return { node, path };
}

// Groups first, so that their content is on top of them.
function layout(root, zoom, width, height) {
  if (!width) return [];
  const { node, path } = inside(root, zoom);
  const tree = hierarchy(node)
    .sum((each) => (each.children ? 0 : each.bytes))
    .sort((one, other) => other.value - one.value || (one.data.name < other.data.name ? -1 : 1));
  treemap()
    .tile(treemapSquarify.ratio(1.3))
    .size([width, height])
    .paddingInner(1)
    .paddingOuter((each) => (each.depth ? 1 : 0))
    .paddingTop((each) => (headed(each) ? HEAD : each.depth ? 1 : 0))
    .round(true)(tree);
  return tree
    .descendants()
    .filter((each) => each.depth)
    .map((each) => cellOf(each, path, tree.value))
    .filter((cell) => cell.box.width > 0 && cell.box.height > 0);
}

const headed = (each) =>
  each.depth > 0 && each.x1 - each.x0 >= LEAST.width && each.y1 - each.y0 >= LEAST.height;

function cellOf(each, above, whole) {
  const names = each
    .ancestors()
    .reverse()
    .slice(1)
    .map((one) => one.data.name);
  const path = [...above, ...names];
  const box = { left: each.x0, top: each.y0, width: each.x1 - each.x0, height: each.y1 - each.y0 };
  return {
    key: path.join("\u0000"),
    path,
    node: each.data,
    bytes: each.value,
    whole,
    box,
    group: Boolean(each.children),
    readable: each.children ? headed(each) : box.width > 34 && box.height > 13,
  };
}

// Space is short: of a name with namespaces and of a path only the last component.
export function label(name) {
  let depth = 0;
  let start = 0;
  for (let i = 0; i < name.length; i += 1) {
    if (name[i] === "(" && i > start) break; // the arguments of a function
    if ("<(".includes(name[i])) depth += 1;
    else if (">)".includes(name[i])) depth -= 1;
    else if (depth === 0 && (name.startsWith("::", i) || name[i] === "/"))
      start = name[i] === "/" ? i + 1 : i + 2;
  }
  return name.slice(start) || name;
}

// Across in per cent: paper is wider or narrower than the window that the map was laid out for.
function place(cell, whole, colouring) {
  const { left, top, width, height } = cell.box;
  const across = (pixels) => `${(100 * pixels) / whole}%`;
  const box = { left: across(left), top: `${top}px`, width: across(width), height: `${height}px` };
  return cell.group ? box : { ...box, ...css(colouring.of(cell.node).colour) };
}

function classes(cell, marked) {
  const own = cell.group ? "group" : "leaf";
  return !cell.group && cell.node.name === marked ? `${own} marked` : own;
}

// The nearest rectangle in a direction, by the middles.
function neighbour(frame, from, [dx, dy]) {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const button of frame.querySelectorAll("button")) {
    const [bx, by] = middle(button);
    const ahead = (bx - x) * dx + (by - y) * dy;
    const aside = Math.abs((bx - x) * dy) + Math.abs((by - y) * dx);
    if (button === from || ahead <= 0 || aside > 2 * ahead) continue;
    if (ahead + 2 * aside < least) [best, least] = [button, ahead + 2 * aside];
  }
  return best;
}

function useWidth(element) {
  const [width, set] = useState(0);
  useLayoutEffect(() => set(element.current.clientWidth), []);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => set(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
