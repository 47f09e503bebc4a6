// The recorded history of one target: a chart of flash and the commits that changed it.

import { Chart } from "report/chart";
import { history } from "report/content";
import { bytes, commitName, count, day } from "report/format";
import { Growth } from "report/growth";
import { html } from "report/html";
import { Table } from "report/table";

export function Recorded({ target }) {
  const points = history(target.name, "flash_bytes");
  if (points.length < 2)
    return html`<section><h2>History</h2><p class="faint">Less than two commits are recorded: <code>nox -s history</code>, or <code>backfill A..B</code>.</p></section>`;
  const rows = points
    .map((point, i) => ({ ...point, before: points[i - 1] }))
    .filter(({ value, before }) => !before || value !== before.value);
  return html`
    <section>
      <h2>History</h2>
      <${Chart} points=${points} label="flash" shown=${bytes} />
      <${Table} caption="Commits that changed flash" rows=${rows} sort=${{ key: "date", down: true }} rowKey=${(row) => row.commit.id}
        columns=${COMMITS} />
    </section>
  `;
}

const COMMITS = [
  { key: "date", label: "date", value: (row) => row.commit.date, cell: (row) => day(row.commit) },
  {
    key: "commit",
    label: "commit",
    value: (row) => commitName(row.commit),
    cell: (row) => html`<code>${commitName(row.commit)}</code>`,
  },
  { key: "flash", label: "flash", value: (row) => row.value, cell: (row) => count(row.value) },
  {
    key: "change",
    label: "Δ",
    value: (row) => (row.before ? row.value - row.before.value : null),
    cell: (row) => html`<${Growth} change=${row.before ? row.value - row.before.value : null} />`,
  },
  { key: "toolchain", label: "toolchain", value: (row) => row.toolchain },
  { key: "subject", label: "subject", value: (row) => row.commit.subject },
];
