// A table that sorts by any column and filters by words.

import { useMemo, useState } from "preact/hooks";
import { html } from "report/elements";

const SHOWN = 200; // rows at first; a button shows the others

// `columns` are {key, label, title?, group?, value(row): number | text | null, cell?(row), sum?(total)}:
// `value` is sorted and filtered by, `cell` is what is seen, `sum` shows the total of the rows;
// neighbours of one `group` have a heading in common; a `wide` one is left out where space is short.
// The first column stays in view, or the one that is `fixed`.
export function Table({ caption, columns, rows, sort, rowKey, rowProps, class: own = "" }) {
  const [order, setOrder] = useState(sort ?? { key: columns[0].key, down: false });
  const [words, setWords] = useState("");
  const [all, setAll] = useState(false);
  const found = useMemo(() => filtered(rows, columns, words), [rows, columns, words]);
  const sorted = useMemo(() => inOrder(found, columns, order), [found, columns, order]);
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  const press = (column) =>
    setOrder({
      key: column.key,
      down: order.key === column.key ? !order.down : isNumeric(column, rows),
    });
  return html`
    <div class="table ${own}">
      <div class="bar">
        <label class="no-print">
          Filter${" "}
          <input type="search" value=${words} placeholder="words" aria-label="Filter ${caption}"
            onInput=${(event) => setWords(event.target.value)} />
        </label>
        <output>${found.length === rows.length ? "" : `${found.length} of `}${rows.length} ${rows.length === 1 ? "row" : "rows"}</output>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
        <table>
          <caption>${caption}</caption>
          <${Head} columns=${columns} rows=${rows} order=${order} onPress=${press} />
          <tbody>
            ${shown.map(
              (row) => html`
                <tr key=${rowKey(row)} ...${rowProps?.(row)}>
                  ${columns.map(
                    (column) => html`
                      <td key=${column.key} class=${classOf(column, columns, rows)}>${cell(column, row)}</td>
                    `,
                  )}
                </tr>
              `,
            )}
          </tbody>
          <${Sums} columns=${columns} rows=${rows} found=${found} />
        </table>
      </div>
      <${More} shown=${shown.length} all=${sorted.length} onPress=${() => setAll(true)} />
    </div>
  `;
}

function Head({ columns, rows, order, onPress }) {
  const groups = grouped(columns);
  return html`
    <thead>
      <tr hidden=${groups.length < 2}>
        ${groups.map(
          ({ name, span }, i) => html`
            <th colspan=${span} scope="colgroup" class=${i === 0 && span === 1 ? "fixed" : ""}>${name}</th>
          `,
        )}
      </tr>
      <tr>
        ${columns.map(
          (column) => html`
            <th key=${column.key} scope="col" class=${classOf(column, columns, rows)}
              aria-sort=${direction(order, column)} title=${column.title}>
              <button type="button" onClick=${() => onPress(column)}>${column.label}</button>
            </th>
          `,
        )}
      </tr>
    </thead>
  `;
}

function Sums({ columns, rows, found }) {
  if (!columns.some((column) => column.sum)) return null;
  return html`
    <tfoot>
      <tr>
        ${columns.map(
          (column, i) => html`
            <td key=${column.key} class=${classOf(column, columns, rows)}>
              ${i === 0 ? "sum" : column.sum?.(total(found, column))}
            </td>
          `,
        )}
      </tr>
    </tfoot>
  `;
}

function More({ shown, all, onPress }) {
  if (shown === all) return null;
  return html`
    <p class="no-print">
      The first ${shown}. <button type="button" onClick=${onPress}>Show all ${all}</button>
    </p>
  `;
}

const cell = (column, row) => (column.cell ? column.cell(row) : (column.value(row) ?? "–"));
const isNumeric = (column, rows) => rows.some((row) => typeof column.value(row) === "number");
const fixedOf = (columns) => columns.find((column) => column.fixed) ?? columns[0];
const classOf = (column, columns, rows) =>
  [
    isNumeric(column, rows) && "number",
    column.wide && "wide",
    column === fixedOf(columns) && "fixed",
  ]
    .filter(Boolean)
    .join(" ");
const total = (rows, column) => rows.reduce((sum, row) => sum + (column.value(row) ?? 0), 0);

function grouped(columns) {
  const groups = [];
  for (const { group = "" } of columns) {
    if (groups.at(-1)?.name === group) groups.at(-1).span += 1;
    else groups.push({ name: group, span: 1 });
  }
  return groups;
}

function direction(order, column) {
  if (order.key !== column.key) return "none";
  return order.down ? "descending" : "ascending";
}

function filtered(rows, columns, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return rows;
  return rows.filter((row) => {
    const text = columns
      .map((column) => column.value(row) ?? "")
      .join(" ")
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

// Rows without a value are last in both orders.
function inOrder(rows, columns, order) {
  const { value } = columns.find((column) => column.key === order.key);
  const turn = order.down ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === b) return 0;
    if (a === null || a === undefined) return 1;
    if (b === null || b === undefined) return -1;
    return turn * (typeof a === "number" ? a - b : a < b ? -1 : 1);
  });
}
