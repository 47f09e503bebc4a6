// Builds that can be compared: the targets of the page, and the baselines of those that have one.
// Each is {id, label, toolchain, flash_bytes, ram_bytes, measures, parts, operators, symbols}; the last
// three are maps from a name to [flash, RAM].

import { targets } from "report/content";

const UNNAMED = "(no symbol)";
const WEIGHTS = "weights";

export const now = new Map(targets.map((target) => [target.name, present(target)]));
export const builds = new Map([
  ...[...now.values()].map((build) => [build.id, build]),
  ...targets
    .filter((target) => target.before)
    .map((target) => [`${target.name}@baseline`, baseline(target)]),
]);

// Without weights, which only some ELFs contain; they are a measure.
function present(target) {
  const entries = target.entries.filter((entry) => entry.part !== WEIGHTS);
  const weights = sums(target.entries, "part").get(WEIGHTS) ?? [0, 0];
  return whole({
    id: target.name,
    label: target.name,
    toolchain: target.toolchain,
    flash_bytes: target.flash.used - weights[0],
    ram_bytes: target.ram.used - weights[1],
    measures: target.measures,
    parts: sums(entries, "part"),
    operators: sums(entries, "operator"),
    symbols: sums(entries, "symbol"),
  });
}

function baseline(target) {
  const { before } = target;
  const build = now.get(target.name);
  const { [WEIGHTS]: weights = [0, 0], ...parts } = before.parts;
  return whole({
    id: `${target.name}@baseline`,
    label: `${target.name}, its baseline`,
    toolchain: before.toolchain,
    flash_bytes: before.flash_bytes - weights[0],
    ram_bytes: before.ram_bytes - weights[1],
    measures: before.measures,
    parts: new Map(Object.entries(parts)),
    operators: instead(build.operators, before.operators),
    symbols: instead(build.symbols, before.symbols),
  });
}

// A baseline lists only what differed.
function instead(present, before) {
  const sizes = new Map([...present, ...before]);
  sizes.delete(UNNAMED);
  return new Map([...sizes].filter(([, [flash, ram]]) => flash || ram));
}

// Bytes without a symbol (padding) get a row, so that symbols add up to the whole.
function whole(build) {
  const rest = [build.flash_bytes, build.ram_bytes];
  for (const [flash, ram] of build.symbols.values()) {
    rest[0] -= flash;
    rest[1] -= ram;
  }
  if (rest[0] || rest[1]) build.symbols.set(UNNAMED, rest);
  return build;
}

function sums(entries, key) {
  const found = new Map();
  for (const entry of entries) {
    if (entry[key] === null) continue;
    const [flash, ram] = found.get(entry[key]) ?? [0, 0];
    found.set(entry[key], [flash + entry.flash_bytes, ram + entry.ram_bytes]);
  }
  return found;
}

// What growth may be measured since: the baseline first, then the other targets.
export function references(target) {
  const own = `${target.name}@baseline`;
  const others = [...now.values()].filter((build) => build.id !== target.name);
  return [builds.get(own), ...others].filter(Boolean);
}

export function referenceOf(target, id) {
  const possible = references(target);
  return possible.find((build) => build.id === id) ?? possible[0] ?? null;
}

// The growth of a symbol of `target` since `reference`, all its places, in bytes.
export function growthSince(target, reference) {
  const present = now.get(target.name).symbols;
  return (symbol) => {
    if (symbol === null || !reference) return 0;
    const [flash, ram] = present.get(symbol) ?? [0, 0];
    const [flashBefore, ramBefore] = reference.symbols.get(symbol) ?? [0, 0];
    return flash + ram - flashBefore - ramBefore;
  };
}

// Rows {name, kind, before, after, flash, ram} of all that differs from build a to build b on a
// level (parts, operators, symbols), the largest change first.
export function difference(a, b, level) {
  const names = new Set([...a[level].keys(), ...b[level].keys()]);
  return [...names]
    .map((name) => changed(name, a[level].get(name), b[level].get(name)))
    .filter((row) => row.flash || row.ram)
    .sort((one, other) => size(other) - size(one) || (one.name < other.name ? -1 : 1));
}

const size = (row) => Math.abs(row.flash) + Math.abs(row.ram);

function changed(name, before, after) {
  const flash = (after?.[0] ?? 0) - (before?.[0] ?? 0);
  const ram = (after?.[1] ?? 0) - (before?.[1] ?? 0);
  const growth = flash + ram;
  const kind = !before
    ? "added"
    : !after
      ? "removed"
      : growth > 0
        ? "grown"
        : growth < 0
          ? "shrunk"
          : "moved";
  return { name, kind, before, after, flash, ram };
}
