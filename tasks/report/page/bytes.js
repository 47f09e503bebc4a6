// The bytes of a target: a treemap, the node under the pointer, its legend, and a table of symbols.

import { useMemo, useState } from "preact/hooks";
import { growthSince, referenceOf, references } from "report/build";
import { byGrowth, byOperator, byPart, css } from "report/colours";
import { Choice, html } from "report/elements";
import { bytes, percent } from "report/format";
import { GROUPINGS, tree } from "report/grouping";
import { choose, joined, split } from "report/route";
import { Symbols } from "report/symbols";
import { Treemap, inside } from "report/treemap";

const COLOURINGS = { operator: "operator", part: "part", growth: "growth" };

export function Bytes({ target, options }) {
  const [pointed, setPointed] = useState(null);
  const [marked, setMarked] = useState(null);
  const grouping = GROUPINGS[options.by] ? options.by : "purpose";
  const reference = referenceOf(target, options.since);
  const colour =
    COLOURINGS[options.colour] && (options.colour !== "growth" || reference)
      ? options.colour
      : "operator";
  const root = useMemo(
    () => tree(target.name, target.entries, GROUPINGS[grouping]),
    [target, grouping],
  );
  const { node, path: zoom } = useMemo(
    () => inside(root, split(options.zoom)),
    [root, options.zoom],
  );
  const colouring = useMemo(
    () => colours(colour, leavesOf(root), target, reference),
    [colour, root, reference],
  );
  // The same element is not redrawn while the pointer moves.
  const symbols = useMemo(
    () =>
      html`<${Symbols} leaves=${leavesOf(node)} reference=${reference} target=${target} onMark=${setMarked} />`,
    [node, reference, target],
  );
  return html`
    <section>
      <h2>Bytes</h2>
      <div class="bar no-print">
        <${Choice} label="Group by" value=${grouping} onChoose=${(by) => choose({ by, zoom: "" }, { replace: true })}
          choices=${Object.entries(GROUPINGS).map(([key, { label }]) => [key, label])} />
        <${Choice} label="Colour by" value=${colour} onChoose=${(key) => choose({ colour: key }, { replace: true })}
          choices=${Object.entries(COLOURINGS).filter(([key]) => key !== "growth" || reference)} />
        <${Since} shown=${colour === "growth"} target=${target} reference=${reference} />
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
      ${symbols}
    </section>
  `;
}

function Since({ shown, target, reference }) {
  if (!shown) return null;
  return html`
    <${Choice} label="since" value=${reference.id} onChoose=${(since) => choose({ since }, { replace: true })}
      choices=${references(target).map((build) => [build.id, build.label])} />
  `;
}

// The node under the pointer, in words; keeps its space when there is none.
function Pointed({ cell, colouring }) {
  if (!cell)
    return html`<p class="pointed faint no-print">Press a rectangle to go deeper, Escape to go up.</p>`;
  const entry = cell.node.entries?.[0];
  const facts = entry && [
    entry.purpose,
    entry.operator,
    entry.dtype,
    entry.source,
    entry.inlined_into && `inlined into ${entry.inlined_into}`,
    colouring.detail && `${colouring.detail(cell.node)} B`,
  ];
  return html`
    <p class="pointed" aria-live="polite">
      <strong>${cell.node.name}</strong> ${bytes(cell.bytes)}, ${percent(cell.bytes, cell.whole)}
      ${facts && html`<span class="faint"> ${facts.filter(Boolean).join(" · ")}</span>`}
    </p>
  `;
}

function colours(colour, leaves, target, reference) {
  if (colour === "part") return byPart(leaves);
  if (colour === "operator") return byOperator(leaves);
  const change = growthSince(target, reference);
  return byGrowth(leaves, (leaf) => change(leaf.entries[0].symbol));
}

const goTo = (names) => choose({ zoom: joined(names) });
const leavesOf = (node) => (node.children ? node.children.flatMap(leavesOf) : [node]);
const total = (node) =>
  node.children ? node.children.reduce((sum, child) => sum + total(child), 0) : node.bytes;
