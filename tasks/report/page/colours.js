// Colours of bytes: a hue for each group, or for growth. style.css makes light and dark of them.

import { signed } from "report/format";

const GREY = { hue: 0, chroma: 0 };
const GOLDEN_ANGLE = 137.508; // neighbours in a list are far apart, however long it is

export const hue = (place) => ({
  hue: Math.round((20 + place * GOLDEN_ANGLE) % 360),
  chroma: place % 2 ? 0.075 : 0.11,
});

// Ways to colour a leaf {bytes, entries} of the tree: `of(leaf)` gives {key, colour}; `legend` has
// the bytes of each key, the largest first.
export const byPart = (leaves) => byKey(leaves, (entry) => entry.part, "other");
// What is of no operator by what it is for in the core, else by its part.
export const byOperator = (leaves) =>
  byKey(
    leaves,
    (entry) =>
      entry.operator ??
      (entry.part === "core" ? `core: ${entry.purpose}` : entry.part === "kernels" ? null : entry.part),
    "several operators",
  );

function byKey(leaves, keyOf, without) {
  const sums = new Map();
  const key = (leaf) => {
    const [first, ...others] = leaf.entries.map(keyOf);
    return others.every((other) => other === first) ? (first ?? without) : without;
  };
  for (const leaf of leaves) sums.set(key(leaf), (sums.get(key(leaf)) ?? 0) + leaf.bytes);
  const keys = [...sums.keys()].filter((each) => each !== without).sort();
  const colours = new Map(keys.map((each, place) => [each, hue(place)]));
  colours.set(without, GREY);
  const legend = [...sums].sort((a, b) => b[1] - a[1]);
  return {
    of: (leaf) => ({ key: key(leaf), colour: colours.get(key(leaf)) }),
    legend: legend.map(([name, bytes]) => ({ name, bytes, colour: colours.get(name) })),
  };
}

const GROWN = 40;
const SHRUNK = 245;

// By growth since another build: `change(leaf)` is that of its symbol, in bytes.
export function byGrowth(leaves, change) {
  const most = Math.max(1, ...leaves.map((leaf) => Math.abs(change(leaf))));
  const colour = (growth) =>
    growth === 0
      ? GREY
      : {
          hue: growth > 0 ? GROWN : SHRUNK,
          chroma: 0.05 + 0.12 * Math.sqrt(Math.abs(growth) / most),
        };
  const kind = (growth) => (growth > 0 ? "grown" : growth < 0 ? "shrunk" : "as before");
  const kinds = ["grown", "shrunk", "as before"].map((name) => {
    const own = leaves.filter((leaf) => kind(change(leaf)) === name);
    return {
      name,
      bytes: own.reduce((sum, leaf) => sum + leaf.bytes, 0),
      growths: own.map(change),
    };
  });
  return {
    of: (leaf) => ({ key: kind(change(leaf)), colour: colour(change(leaf)), change: change(leaf) }),
    legend: kinds
      .filter((each) => each.growths.length)
      .map(({ name, bytes, growths }) => ({
        name,
        bytes,
        colour: colour(growths.reduce((a, b) => (Math.abs(a) > Math.abs(b) ? a : b))),
      })),
    detail: (leaf) => signed(change(leaf)),
  };
}

export const css = ({ hue, chroma }) => ({ "--hue": hue, "--chroma": chroma });
