// The bytes of a target: a treemap, what one looks at in it, its legend, and a table of symbols.

import { useMemo, useState } from "preact/hooks";
import { builds, now } from "report/build";
import { Choice } from "report/choice";
import { byGrowth, byOperator, byPart, css } from "report/colours";
import { bytes, count, percent } from "report/format";
import { GROUPINGS, tree } from "report/grouping";
import { Growth } from "report/growth";
import { html } from "report/html";
import { choose, joined, split } from "report/route";
import { Table } from "report/table";
import { inside, Treemap } from "report/treemap";

const COLOURINGS = { operator: "operator", part: "part", growth: "growth" };

export function Bytes({ target, options }) {
  const [pointed, setPointed] = useState(null);
  const [marked, setMarked] = useState(null);
  const grouping = GROUPINGS[options.by] ? options.by : "purpose";
  const reference = referenceOf(target, options.since);
  const colour = COLOURINGS[options.colour] && (options.colour !== "growth" || reference) ? options.colour : "operator";
  const root = useMemo(() => tree(target.name, target.entries, GROUPINGS[grouping]), [target, grouping]);
  const { node, path: zoom } = useMemo(() => inside(root, split(options.zoom)), [root, options.zoom]);
  const colouring = useMemo(() => colours(colour, leavesOf(root), target, reference), [colour, root, reference]);
  const goTo = (names) => choose({ zoom: joined(names) });
  return html`
    <section>
      <h2>Bytes</h2>
      <div class="bar no-print">
        <${Choice} label="Group by" value=${grouping} onChoose=${(by) => choose({ by, zoom: "" }, { replace: true })}
          choices=${Object.entries(GROUPINGS).map(([key, { label }]) => [key, label])} />
        <${Choice} label="Colour by" value=${colour} onChoose=${(key) => choose({ colour: key }, { replace: true })}
          choices=${Object.entries(COLOURINGS).filter(([key]) => key !== "growth" || reference)} />
        ${colour === "growth" &&
        html`<${Choice} label="since" value=${reference.id} onChoose=${(since) => choose({ since }, { replace: true })}
          choices=${references(target).map((build) => [build.id, build.label])} />`}
      </div>
      <nav class="crumbs" aria-label="Treemap">
        ${[target.name, ...zoom].map(
          (name, depth) => html`
            <button type="button" disabled=${depth === zoom.length} onClick=${() => goTo(zoom.slice(0, depth))}>${name}</button>
          `,
        )}
        <span>${bytes(total(node))}</span>
      </nav>
      <${Treemap} root=${root} zoom=${zoom} onZoom=${goTo} onPoint=${setPointed} colouring=${colouring} marked=${marked} />
      <${Pointed} cell=${pointed} colouring=${colouring} />
      <ul class="legend">
        ${colouring.legend.map(
          (key) => html`
            <li key=${key.name}><i style=${css(key.colour)} /> ${key.name} <small>${bytes(key.bytes)}</small></li>
          `,
        )}
      </ul>
      <${Symbols} leaves=${leavesOf(node)} reference=${reference} target=${target} onMark=${setMarked} />
    </section>
  `;
}

// What one looks at in the treemap, in words; takes its room when there is nothing as well.
function Pointed({ cell, colouring }) {
  if (!cell) return html`<p class="pointed faint">Press a rectangle to go deeper, Escape to go up.</p>`;
  const entry = cell.node.entries?.[0];
  const facts = entry && [
    entry.purpose,
    entry.operator,
    entry.dtype,
    entry.source,
    entry.inlined_into && `inlined into ${entry.inlined_into}`,
    colouring.told && `${colouring.told(cell.node)} B`,
  ];
  return html`
    <p class="pointed" aria-live="polite">
      <strong>${cell.node.name}</strong> ${bytes(cell.bytes)}, ${percent(cell.bytes, cell.whole)}
      ${facts && html`<span class="faint"> ${facts.filter(Boolean).join(" · ")}</span>`}
    </p>
  `;
}

function Symbols({ leaves, reference, target, onMark }) {
  const rows = useMemo(() => leaves.flatMap((leaf) => leaf.entries), [leaves]);
  const distinct = useMemo(() => [...new Set(rows)], [rows]);
  const change = useMemo(() => growthSince(target, reference), [target, reference]);
  const columns = useMemo(() => columnsOf(reference && change), [reference, change]);
  return html`
    <${Table} caption="Symbols" columns=${columns} rows=${distinct} sort=${{ key: "flash", down: true }}
      rowKey=${(entry) => target.entries.indexOf(entry)}
      rowProps=${(entry) => ({ onMouseEnter: () => onMark(entry.symbol), onMouseLeave: () => onMark(null) })} />
  `;
}

function columnsOf(change) {
  const plain = (key, label, title) => ({ key, label, title, value: (entry) => entry[key] });
  const size = (key, label) => ({
    key,
    label,
    title: "bytes",
    value: (entry) => entry[`${key}_bytes`],
    cell: (entry) => count(entry[`${key}_bytes`]),
    sum: count,
  });
  return [
    { key: "symbol", label: "symbol", value: (entry) => entry.symbol ?? `(${entry.purpose})`, cell: (entry) => html`<code class="symbol">${entry.symbol ?? `(${entry.purpose})`}</code>` },
    size("flash", "flash"),
    size("ram", "RAM"),
    ...(change
      ? [{ key: "growth", label: "Δ", title: "growth of the symbol, all its places, bytes", value: (entry) => change(entry.symbol), cell: (entry) => html`<${Growth} change=${change(entry.symbol)} />` }]
      : []),
    plain("purpose", "purpose"),
    plain("operator", "operator"),
    plain("dtype", "dtype"),
    plain("source", "source"),
    plain("inlined_into", "inlined into"),
    plain("section", "section"),
    plain("object", "object"),
  ];
}

// What growth may be measured since: the baseline first, then the other targets.
function references(target) {
  const own = `${target.name}@baseline`;
  const others = [...now.values()].filter((build) => build.id !== target.name);
  return [builds.get(own), ...others].filter(Boolean);
}

function referenceOf(target, id) {
  const possible = references(target);
  return possible.find((build) => build.id === id) ?? possible[0] ?? null;
}

function growthSince(target, reference) {
  const present = now.get(target.name).symbols;
  return (symbol) => {
    if (symbol === null || !reference) return 0;
    const [flash, ram] = present.get(symbol) ?? [0, 0];
    const [flashBefore, ramBefore] = reference.symbols.get(symbol) ?? [0, 0];
    return flash + ram - flashBefore - ramBefore;
  };
}

function colours(colour, leaves, target, reference) {
  if (colour === "part") return byPart(leaves);
  if (colour === "operator") return byOperator(leaves);
  const change = growthSince(target, reference);
  return byGrowth(leaves, (leaf) => change(leaf.entries[0].symbol));
}

const leavesOf = (node) => (node.children ? node.children.flatMap(leavesOf) : [node]);
const total = (node) => (node.children ? node.children.reduce((sum, child) => sum + total(child), 0) : node.bytes);
