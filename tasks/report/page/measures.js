// The figures of a target by key, as tasks/sizing/figure.py names them.

import { figures } from "report/content";
import { bytes, count, short } from "report/format";

const form = (key, inBytes) => (inBytes ? bytes : key.endsWith("_instructions") ? short : count);
export const MEASURES = Object.fromEntries(
  figures.map(([key, label, inBytes]) => [key, { label, shown: form(key, inBytes) }]),
);
export const shown = (name, value) =>
  value === undefined || value === null ? "–" : (MEASURES[name]?.shown ?? count)(value);
