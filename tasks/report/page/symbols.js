// The symbols of a part of a target's tree, as a table.

import { useMemo } from "preact/hooks";
import { growthSince } from "report/build";
import { Growth, html } from "report/elements";
import { count } from "report/format";
import { Table } from "report/table";

// `onMark(symbol | null)` is called with the symbol of the row under the pointer.
export function Symbols({ leaves, reference, target, onMark }) {
  const rows = useMemo(() => [...new Set(leaves.flatMap((leaf) => leaf.entries))], [leaves]);
  const change = useMemo(() => growthSince(target, reference), [target, reference]);
  const columns = useMemo(() => columnsOf(reference && change), [reference, change]);
  return html`
    <${Table} caption="Symbols" columns=${columns} rows=${rows} sort=${{ key: "flash", down: true }}
      rowKey=${(entry) => entry.place}
      rowProps=${(entry) => ({ onMouseEnter: () => onMark(entry.symbol), onMouseLeave: () => onMark(null) })} />
  `;
}

function columnsOf(change) {
  const plain = (key, label, title) => ({ key, label, title, value: (entry) => entry[key] });
  const size = (key, label) => ({
    key,
    label,
    title: "bytes",
    value: (entry) => entry[`${key}_bytes`],
    cell: (entry) => count(entry[`${key}_bytes`]),
    sum: count,
  });
  return [
    {
      key: "symbol",
      label: "symbol",
      value: (entry) => entry.symbol ?? `(${entry.purpose})`,
      cell: (entry) => html`<code class="symbol">${entry.symbol ?? `(${entry.purpose})`}</code>`,
    },
    size("flash", "flash"),
    size("ram", "RAM"),
    ...(change
      ? [
          {
            key: "growth",
            label: "Δ",
            title: "growth of the symbol, all its places, bytes",
            value: (entry) => change(entry.symbol),
            cell: (entry) => html`<${Growth} change=${change(entry.symbol)} />`,
          },
        ]
      : []),
    plain("purpose", "purpose"),
    plain("operator", "operator"),
    plain("dtype", "dtype"),
    plain("source", "source"),
    plain("inlined_into", "inlined into"),
    plain("section", "section"),
    plain("object", "object"),
  ];
}
