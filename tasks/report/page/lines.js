// Lines to be noticed, under a heading; nothing if there are none.

import { html } from "report/html";

export function Lines({ heading, lines, kind }) {
  if (!lines.length) return null;
  return html`
    <section class=${kind}>
      ${heading && html`<h2>${heading}</h2>`}
      <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
    </section>
  `;
}
