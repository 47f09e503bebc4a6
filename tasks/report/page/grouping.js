// A target's bytes as a tree, from memory region to symbol, by what they are for or where they are.

const named = (entry) => entry.symbol ?? `(${entry.purpose})`;

// Groups between region and symbol, the coarsest first.
export const GROUPINGS = {
  purpose: {
    label: "what it is for",
    path: (entry) => [
      entry.part,
      entry.part === "kernels" ? (entry.operator ?? "several operators") : entry.purpose,
    ],
  },
  place: {
    label: "where it lies",
    path: (entry) => [
      entry.section,
      entry.archive ?? "(no archive)",
      entry.object ?? "(no object)",
    ],
  },
};

// The tree {name, children} or {name, bytes, entries}; leaves are symbols. Initial values of RAM
// fill flash as well: they are in both, as in the sums of size.json.
export function tree(name, entries, grouping) {
  const root = { name, children: new Map() };
  for (const entry of entries) {
    const inRam = entry.ram_bytes > 0;
    const flash = inRam ? "FLASH" : (entry.region ?? "FLASH");
    add(root, [flash, ...grouping.path(entry)], entry, entry.flash_bytes);
    add(root, [entry.region ?? "RAM", ...grouping.path(entry)], entry, entry.ram_bytes);
  }
  return listed(root);
}

function add(root, path, entry, bytes) {
  if (bytes === 0) return;
  let group = root;
  for (const name of path) group = child(group, name, () => ({ name, children: new Map() }));
  const leaf = child(group, named(entry), () => ({ name: named(entry), bytes: 0, entries: [] }));
  leaf.bytes += bytes;
  leaf.entries.push(entry);
}

function child(group, name, make) {
  if (!group.children.has(name)) group.children.set(name, make());
  return group.children.get(name);
}

// Children as lists; a group within a group of the same name adds nothing, and is left out.
function listed(node) {
  if (!node.children) return node;
  const children = [...node.children.values()];
  const [only] = children;
  if (children.length === 1 && only.children && only.name === node.name) return listed(only);
  return { ...node, children: children.map(listed) };
}
