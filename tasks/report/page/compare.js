// Two builds side by side: what was added, removed, grown and shrunk from A to B.

import { useMemo } from "preact/hooks";
import { builds, difference } from "report/build";
import { Choice, Growth, Lines, html } from "report/elements";
import { MEASURES, bytes, count, shown, signed } from "report/format";
import { choose } from "report/route";
import { Table } from "report/table";

const LEVELS = { parts: "parts", operators: "operators", symbols: "symbols" };

export function Compare({ route }) {
  const all = [...builds.values()];
  if (all.length < 2) return html`<h1>Compare</h1><p>There are no two builds to compare.</p>`;
  const [first, second] = opening(all);
  const a = builds.get(route.options.a) ?? first;
  const b = builds.get(route.options.b) ?? (a === first ? second : all.find((build) => build !== a));
  const choices = all.map((build) => [build.id, build.label]);
  const drift =
    a.toolchain === b.toolchain
      ? []
      : [
          `Toolchains differ: ${a.toolchain}, ${b.toolchain}. Growth is of code and compiler together.`,
        ];
  return html`
    <h1>From ${a.label} to ${b.label}</h1>
    <div class="bar no-print">
      <${Choice} label="A" value=${a.id} choices=${choices} onChoose=${(id) => choose({ a: id, b: b.id })} />
      <${Choice} label="B" value=${b.id} choices=${choices} onChoose=${(id) => choose({ a: a.id, b: id })} />
      <button type="button" onClick=${() => choose({ a: b.id, b: a.id })}>Swap</button>
    </div>
    <p class="headline">
      flash without weights ${count(a.flash_bytes)} → ${bytes(b.flash_bytes)} <${Growth} change=${b.flash_bytes - a.flash_bytes} />,${" "}
      RAM ${count(a.ram_bytes)} → ${bytes(b.ram_bytes)} <${Growth} change=${b.ram_bytes - a.ram_bytes} />
    </p>
    <${Lines} lines=${drift} />
    <${Measures} a=${a} b=${b} />
    ${Object.entries(LEVELS).map(
      ([level, label]) =>
        html`<${Level} key=${level} a=${a} b=${b} level=${level} label=${label} />`,
    )}
  `;
}

// What is shown at first: a target against its own baseline, the one that changed most; where no
// target has one, the first two builds.
function opening(all) {
  const pairs = all
    .map((build) => [builds.get(`${build.id}@baseline`), build])
    .filter(([before]) => before);
  const change = ([before, build]) => Math.abs(build.flash_bytes - before.flash_bytes);
  return pairs.sort((one, other) => change(other) - change(one))[0] ?? all;
}

function Level({ a, b, level, label }) {
  const rows = useMemo(() => difference(a, b, level), [a, b, level]);
  const columns = useMemo(() => columnsOf(rows, label), [rows, label]);
  if (!rows.length) return html`<h2>${label}</h2><p class="faint">No difference.</p>`;
  return html`
    <h2>${label}</h2>
    <${Table} caption="Differences of ${label}" columns=${columns} rows=${rows} rowKey=${(row) => row.name} />
  `;
}

function columnsOf(rows, label) {
  const most = Math.max(...rows.map((row) => Math.abs(row.flash + row.ram)), 1);
  const size = (key, which, name) => ({
    wide: true,
    key: `${key}-${which}`,
    label: `${name} ${key === "before" ? "in A" : "in B"}`,
    value: (row) => row[key]?.[which] ?? null,
    cell: (row) => (row[key] ? count(row[key][which]) : "–"),
  });
  const growth = (key, name) => ({
    key,
    label: `Δ ${name}`,
    title: "bytes",
    value: (row) => row[key],
    cell: (row) => html`<${Growth} change=${row[key]} />`,
    sum: signed,
  });
  return [
    {
      key: "rank",
      label: "#",
      title: "by the size of the change",
      value: (row) => rows.indexOf(row) + 1,
    },
    {
      key: "name",
      fixed: true,
      label: label.replace(/s$/, ""),
      value: (row) => row.name,
      cell: (row) => html`<code class="symbol">${row.name}</code>`,
    },
    growth("flash", "flash"),
    growth("ram", "RAM"),
    { key: "kind", label: "what", value: (row) => row.kind },
    size("before", 0, "flash"),
    size("after", 0, "flash"),
    {
      key: "bar",
      wide: true,
      label: "change",
      value: (row) => row.flash + row.ram,
      cell: (row) => html`<${Bar} change=${row.flash + row.ram} most=${most} />`,
    },
  ];
}

// A bar to the right for growth, to the left for what became smaller.
function Bar({ change, most }) {
  const width = `${(50 * Math.abs(change)) / most}%`;
  const side = change > 0 ? { left: "50%" } : { right: "50%" };
  return html`<span class="diverging"><i class=${change > 0 ? "grown" : "shrunk"} style=${{ width, ...side }} /></span>`;
}

function Measures({ a, b }) {
  const rows = Object.keys(MEASURES)
    .map((name) => ({ name, before: a.measures[name], after: b.measures[name] }))
    .filter(({ before, after }) => before !== after);
  if (!rows.length) return null;
  return html`
    <h2>measures</h2>
    <${Table} caption="Differences of measures" rows=${rows} rowKey=${(row) => row.name} columns=${MEASURE_COLUMNS} />
  `;
}

const MEASURE_COLUMNS = [
  { key: "name", label: "measure", value: (row) => MEASURES[row.name].label },
  {
    key: "before",
    label: "in A",
    value: (row) => row.before ?? null,
    cell: (row) => shown(row.name, row.before),
  },
  {
    key: "after",
    label: "in B",
    value: (row) => row.after ?? null,
    cell: (row) => shown(row.name, row.after),
  },
  {
    key: "change",
    label: "Δ",
    value: (row) => change(row),
    cell: (row) => html`<${Growth} change=${change(row)} />`,
  },
];
const change = ({ before, after }) =>
  before === undefined || after === undefined ? null : after - before;
