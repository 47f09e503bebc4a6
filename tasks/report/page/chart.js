// A measure over the commits: steps, because a size stays until the next commit changes it.

import { commits } from "report/content";
import { html } from "report/elements";
import { commitName, count, day, moment, signed } from "report/format";

const EVEN = { left: 4, right: 4, top: 4, bottom: 4 }; // px, around a sparkline
const AXIS = 76; // px, room for the values at the left of a chart

// `points` are those of content.history().
export function Sparkline({ points, label }) {
  if (points.length < 2) return html`<span class="faint">–</span>`;
  const [width, height] = [56, 24];
  const values = points.map((point) => point.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return html`
    <svg class="sparkline" viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img"
      aria-label="${label}: ${count(values[0])} to ${count(values.at(-1))} over ${points.length} commits">
      <title>${count(values[0])} to ${count(values.at(-1))} B</title>
      <path d=${steps(points, scale(points, width, height, EVEN))} />
    </svg>
    <small class="scale" aria-hidden="true"><span>${count(high)}</span><span>${low === high ? "" : count(low)}</span></small>
  `;
}

export function Chart({ points, label, shown, width = 640, height = 160 }) {
  const at = scale(points, width, height, { left: AXIS, right: 6, top: 8, bottom: 22 });
  const values = points.map((point) => point.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return html`
    <figure class="chart">
      <figcaption>${label}: ${shown(values.at(-1))}</figcaption>
      <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label} over the commits">
        ${[...new Set([high, low])].map((value) => {
          const y = at({ place: 0, value })[1];
          return html`
            <text x=${AXIS - 6} y=${y + 4} text-anchor="end">${shown(value)}</text>
            <line x1=${AXIS} x2=${width} y1=${y} y2=${y} />
          `;
        })}
        <text x=${AXIS} y=${height - 5}>${moment(points[0].commit)}</text>
        <text x=${width - 6} y=${height - 5} text-anchor="end">${moment(points.at(-1).commit)}</text>
        <path d=${steps(points, at)} />
        ${points.map((point, i) => {
          const [x, y] = at(point);
          const before = points[i - 1];
          const other = before && before.toolchain !== point.toolchain;
          return html`
            <circle cx=${x} cy=${y} r="3" class=${other ? "other-toolchain" : ""}>
              <title>${tooltip(point, before, shown)}</title>
            </circle>
          `;
        })}
      </svg>
    </figure>
  `;
}

// The tooltip of a point.
function tooltip(point, before, shown) {
  const change = before ? ` (${signed(point.value - before.value)})` : "";
  const toolchain =
    before && before.toolchain !== point.toolchain ? `, now ${point.toolchain}` : "";
  const { commit } = point;
  return `${shown(point.value)}${change}${toolchain}\n${commitName(commit)} ${day(commit)} ${commit.subject}`;
}

function scale(points, width, height, margin) {
  const { left, right, top, bottom } = margin;
  const values = points.map((point) => point.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const across = Math.max(1, commits.length - 1);
  return ({ place, value }) => [
    left + ((width - left - right) * place) / across,
    high === low
      ? (top + height - bottom) / 2
      : top + ((height - top - bottom) * (high - value)) / (high - low),
  ];
}

function steps(points, at) {
  const [[x, y], ...rest] = points.map(at).map(([a, b]) => [a.toFixed(1), b.toFixed(1)]);
  return `M${x} ${y}${rest.map(([a, b]) => `H${a}V${b}`).join("")}`;
}
