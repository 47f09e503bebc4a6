// What each operator and each of its instructions took, as areas one above the other: widths are
// shares of the whole. There is one for each method that was profiled.

import { css, hue } from "report/colours";
import { count, percent } from "report/format";
import { html } from "report/elements";
import { Table } from "report/table";

const LEAST = 0.04; // of the width: narrower areas have no text

export function Flames({ target }) {
  return target.profiles.map((profile) => html`<${Flame} key=${profile.name} profile=${profile} />`);
}

function Flame({ profile }) {
  const { name, unit, runs, lost, operators, whole } = profile;
  const once = (took) => count(Math.round(took / Math.max(1, runs)));
  const about = (part) => `${once(part)} ${unit}, ${percent(part, whole)}`;
  return html`
    <section>
      <h2>What ${name} takes</h2>
      <p>
        ${once(whole)} ${unit}${runs > 1 ? ` in a run, the mean of ${runs}` : ""}.
        ${lost > 0 && html` <span class="faults">${count(lost)} calls did not fit.</span>`}
      </p>
      <div class="flame" role="img" aria-label="${name}: ${operators[0]?.name ?? "nothing"} takes the most">
        <span class="whole">${name}</span>
        <div class="row">
          ${operators.map(
            (operator, place) => html`
              <div key=${operator.name} style=${{ width: `${(100 * operator.took) / whole}%`, ...css(hue(place)) }}>
                <span class="leaf" title="${operator.name}: ${operator.instructions.length} calls, ${about(operator.took)}">
                  ${operator.took / whole < LEAST ? "" : `${operator.name} ${percent(operator.took, whole)}`}
                </span>
                <div class="row">
                  ${operator.instructions.map(
                    ({ instruction, took }) => html`
                      <span class="leaf" style=${{ width: `${(100 * took) / operator.took}%` }}
                        title="instruction ${instruction}, ${operator.name}: ${about(took)}">
                        ${took / whole < LEAST / 2 ? "" : instruction}
                      </span>
                    `,
                  )}
                </div>
              </div>
            `,
          )}
        </div>
      </div>
      <${Table} caption="Operators of ${name}" rows=${operators} sort=${{ key: "took", down: true }}
        rowKey=${(row) => row.name} columns=${columns(profile, once)} />
    </section>
  `;
}

const columns = ({ unit, whole }, once) => [
  { key: "operator", label: "operator", value: (row) => row.name },
  { key: "calls", label: "calls", value: (row) => row.instructions.length },
  { key: "took", label: unit, value: (row) => row.took, cell: (row) => once(row.took) },
  {
    key: "share",
    label: "share",
    value: (row) => row.took,
    cell: (row) => percent(row.took, whole),
  },
];
