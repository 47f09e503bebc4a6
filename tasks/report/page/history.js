// A measure of every target over the commits, a chart for each.

import { Chart } from "report/chart";
import { commits, history, recorded } from "report/content";
import { Choice, Growth, html } from "report/elements";
import { MEASURES, bytes, commitName, count, day, moment } from "report/format";
import { choose, link } from "report/route";
import { Table } from "report/table";

function period() {
  const [first, last] = [commits[0], commits.at(-1)];
  return day(first) === day(last)
    ? `on ${day(first)}, ${moment(first)} to ${moment(last)}`
    : `${day(first)} to ${day(last)}`;
}

export function History({ route }) {
  const measure = MEASURES[route.options.measure] ? route.options.measure : "flash_bytes";
  if (!commits.length) {
    return html`
      <h1>History</h1>
      <p>
        Nothing is recorded yet. <code>nox -s history</code> records the builds of HEAD,${" "}
        <code>nox -s history -- backfill A..B</code> builds and records the commits of the past.
      </p>
    `;
  }
  return html`
    <h1>History</h1>
    <p>${commits.length} commits, ${period()}.</p>
    <div class="bar no-print">
      <${Choice} label="Measure" value=${measure}
        choices=${Object.entries(MEASURES).map(([name, { label }]) => [name, label])}
        onChoose=${(name) => choose({ measure: name }, { replace: true })} />
    </div>
    <div class="charts">
      ${recorded
        .map((name) => [name, history(name, measure)])
        .filter(([, points]) => points.length)
        .map(
          ([name, points]) => html`
            <a key=${name} href=${link("target", name)}>
              <${Chart} points=${points} label=${name} shown=${MEASURES[measure].shown} width=${360} height=${120} />
            </a>
          `,
        )}
    </div>
    <p class="faint">Hollow points: another compiler built from there on.</p>
  `;
}

// The recorded history of one target: a chart of flash and the commits that changed it.
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
