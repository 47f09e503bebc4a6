// A measure of every target over the commits, a chart for each.

import { Chart } from "report/chart";
import { Choice } from "report/choice";
import { commits, history, recorded } from "report/content";
import { day, moment } from "report/format";
import { html } from "report/html";
import { MEASURES } from "report/measures";
import { choose, link } from "report/route";

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
