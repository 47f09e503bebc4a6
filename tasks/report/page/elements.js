// Elements that several views have: changes, choices, lines to be noticed.

import htm from "htm";
import { h } from "preact";
import { signed } from "report/format";

// Makes elements from a tagged template: Preact through htm.
export const html = htm.bind(h);

// A change in bytes, with its sign; what is not known is a dash. `quiet` shows changes only.
export function Growth({ change, quiet }) {
  if (quiet && !change) return null;
  if (change === null || change === undefined) return html`<span class="faint">–</span>`;
  const kind = change > 0 ? "grown" : change < 0 ? "shrunk" : "faint";
  return html`<span class=${kind}>${signed(change)}</span>`;
}

// Lines to be noticed, under a heading; nothing if there are none.
export function Lines({ heading, lines, kind }) {
  if (!lines.length) return null;
  return html`
    <section class=${kind}>
      ${heading && html`<h2>${heading}</h2>`}
      <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
    </section>
  `;
}

// A choice among a few things, with its label; `choices` are pairs of a key and the text that is shown.
export function Choice({ label, value, choices, onChoose }) {
  return html`
    <label>
      ${label + " "}
      <select value=${value} onChange=${(event) => onChoose(event.target.value)}>
        ${choices.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
      </select>
    </label>
  `;
}
