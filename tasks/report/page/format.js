// Numbers and strings as a person reads them.

import { commits, figures } from "report/content";

const grouped = new Intl.NumberFormat("en-US");

export const count = (number) => grouped.format(number);
export const bytes = (number) => `${count(number)} B`;
export const signed = (number) =>
  number > 0 ? `+${count(number)}` : number < 0 ? `−${count(-number)}` : "±0";
export const percent = (part, whole) =>
  whole ? `${((100 * part) / whole).toFixed(part / whole < 0.0995 ? 1 : 0)} %` : "";
export const commitName = (commit) => commit.id.slice(0, 10);
export const day = (commit) => commit.date.slice(0, 10);
// The day of a commit of the history, or its hour where all are of one day.
export const moment = (commit) =>
  day(commits[0]) === day(commits.at(-1)) ? `${commit.date.slice(11, 16)} UTC` : day(commit);

// Instructions in few letters: 66381090 is `66.4 M`.
export function short(number) {
  const units = ["", " k", " M", " G", " T"];
  let power = 0;
  while (number >= 1000 ** (power + 1) && power < units.length - 1) power += 1;
  const scaled = number / 1000 ** power;
  return `${power && scaled < 100 ? scaled.toPrecision(3) : Math.round(scaled)}${units[power]}`;
}

// The figures of a target by key, as tasks/size/figure.py names them.
const form = (key, inBytes) => (inBytes ? bytes : key.endsWith("_instructions") ? short : count);
export const MEASURES = Object.fromEntries(
  figures.map(([key, label, inBytes]) => [key, { label, shown: form(key, inBytes) }]),
);
export const shown = (name, value) =>
  value === undefined || value === null ? "–" : (MEASURES[name]?.shown ?? count)(value);
