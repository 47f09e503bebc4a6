// A change in bytes, with its sign; what is not known is a dash. `quiet` shows changes only.

import { signed } from "report/format";
import { html } from "report/html";

export function Growth({ change, quiet }) {
  if (quiet && !change) return null;
  if (change === null || change === undefined) return html`<span class="faint">–</span>`;
  const kind = change > 0 ? "grown" : change < 0 ? "shrunk" : "faint";
  return html`<span class=${kind}>${signed(change)}</span>`;
}
