// A choice among a few things, with its label.

import { html } from "report/html";

// `choices` are pairs of a key and the text that is shown.
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
