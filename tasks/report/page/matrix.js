// All targets in one table.

import { Sparkline } from "report/chart";
import { history, targets, unread } from "report/content";
import { Growth, Lines, html } from "report/elements";
import { count, percent, shown } from "report/format";
import { link } from "report/route";
import { Table } from "report/table";

const measure = (name, group, label, title) => ({
  key: name,
  label,
  group,
  title,
  value: (target) => target.measures[name] ?? null,
  cell: (target) => shown(name, target.measures[name]).replace(/ B$/, ""),
});
const growth = (target, name) =>
  target.before ? target[name].used - target.before[`${name}_bytes`] : null;

const memory = (name, label) => [
  {
    key: name,
    label: "used",
    group: label,
    title: `${label} used by the program, in its ELF, bytes`,
    value: (target) => target[name].used,
    cell: (target) => count(target[name].used),
  },
  {
    key: `${name}-growth`,
    label: "Δ",
    group: label,
    title: `growth of ${label} since the baseline, bytes`,
    value: (target) => growth(target, name),
    cell: (target) => html`<${Growth} change=${growth(target, name)} />`,
  },
  {
    key: `${name}-device`,
    label: "device",
    group: label,
    title: `${label} of all that the device holds, model and arena as well, bytes`,
    value: (target) => target[name].device,
    cell: ({ [name]: { device } }) => (device === null ? "–" : count(device)),
  },
  {
    key: `${name}-limit`,
    label: "of limit",
    group: label,
    title: "the budget of the program, or the region of the board, that is used to the largest share",
    value: ({ [name]: { limit } }) => (limit?.capacity ? limit.used / limit.capacity : null),
    cell: (target) => html`<${Limit} limit=${target[name].limit} />`,
  },
];

function Limit({ limit }) {
  if (!limit) return html`<span class="faint">–</span>`;
  const { name, used, capacity } = limit;
  return html`
    <span class="limit" title="${name}: ${count(used)} of ${count(capacity)} B, ${count(capacity - used)} free">
      ${percent(used, capacity)}${" "}
      <meter min="0" max=${capacity} high=${capacity * 0.95} value=${used}
        aria-label="${count(used)} of ${count(capacity)} bytes of ${name}" />
    </span>
  `;
}

const COLUMNS = [
  {
    key: "target",
    label: "target",
    value: (target) => `${target.name} ${target.toolchain}`,
    cell: (target) => html`
      <a href=${link("target", target.name)} title=${target.description}>${target.name}</a>
      ${target.faults.length > 0 && html` <strong class="badge">over</strong>`}
      <small class="under">${target.toolchain}</small>
    `,
  },
  ...memory("flash", "flash"),
  {
    key: "history",
    label: "history",
    group: "flash",
    title: "sorted by the growth over all that is recorded",
    value: (target) => grown(history(target.name, "flash_bytes")),
    cell: (target) =>
      html`<${Sparkline} points=${history(target.name, "flash_bytes")} label="flash of ${target.name}" />`,
  },
  ...memory("ram", "RAM"),
  measure("code_bytes", "device, bytes", "code", "code and read-only data"),
  measure("program_bytes", "device, bytes", "program", "what describes the models: flatbuffers or tables"),
  measure("weights_bytes", "device, bytes", "weights", "constants of the models"),
  measure("planned_bytes", "device, bytes", "planned", "memory that the models plan"),
  measure("temp_bytes", "device, bytes", "scratch", "memory of one call at a time"),
  measure("method_bytes", "device, bytes", "method", "memory of a method's state"),
  measure("stack_bytes", "device, bytes", "stack", "the most that a run used"),
  measure("program_load_instructions", "instructions", "program", "of Program::load"),
  measure("method_load_instructions", "instructions", "method", "of Method::load"),
  measure("execute_instructions", "instructions", "execute", "of one execution"),
];

const grown = (points) => (points.length > 1 ? points.at(-1).value - points[0].value : null);

export function Matrix() {
  const failed = unread.map(([name, why]) => (why.includes(name) ? why : `${name}: ${why}`));
  const notes = targets.flatMap((target) => target.notes.map((note) => `${target.name}: ${note}`));
  return html`
    <h1>Sizes of ${targets.length} targets</h1>
    <${Lines} heading="Over a limit" kind="faults" lines=${targets.flatMap((target) => target.faults)} />
    <${Lines} heading="Could not be read" kind="faults" lines=${failed} />
    <${Table} caption="All targets" class="dense" columns=${COLUMNS} rows=${targets} rowKey=${(target) => target.name} />
    <${Lines} lines=${notes} />
    <p class="faint">
      Δ is the growth since the baseline in <code>configs/baselines/</code>, of the program alone.
    </p>
  `;
}
