// What the page shows, decoded from the JSON that it was made with (tasks/report/content.py).

const raw = JSON.parse(document.getElementById("content").textContent);
const text = (number) => raw.strings[number];

const NUMBERS = ["flash_bytes", "ram_bytes"];

// The entries of size.json: an object for each, with its keys and its place among them.
function entries(columns) {
  const keys = Object.keys(columns);
  const value = (key, place) =>
    NUMBERS.includes(key) ? columns[key][place] : text(columns[key][place]);
  return columns.flash_bytes.map((_, place) => ({
    place,
    ...Object.fromEntries(keys.map((key) => [key, value(key, place)])),
  }));
}

function before(baseline) {
  const sizes = (rows) => new Map(rows.map(([name, flash, ram]) => [text(name), [flash, ram]]));
  return (
    baseline && {
      ...baseline,
      operators: sizes(baseline.operators),
      symbols: sizes(baseline.symbols),
    }
  );
}

// Its operators, the longest first, each with its instructions.
function profile({ name, unit, runs, lost, operator, instruction, took }) {
  const operators = new Map();
  operator.forEach((number, i) => {
    const own = operators.get(number) ?? { name: text(number), took: 0, instructions: [] };
    own.took += took[i];
    own.instructions.push({ instruction: instruction[i], took: took[i] });
    operators.set(number, own);
  });
  const longest = (a, b) => b.took - a.took;
  for (const { instructions } of operators.values()) instructions.sort(longest);
  return {
    name: text(name),
    unit: text(unit),
    runs,
    lost,
    operators: [...operators.values()].sort(longest),
    whole: took.reduce((sum, each) => sum + each, 0),
  };
}

const plan = (raw) => raw && { ...raw, instructions: raw.instructions.map((each) => text(each) ?? "") };

export const commits = raw.commits.map(([id, date, subject]) => ({ id, date, subject }));
export const head = raw.commit;
export const figures = raw.figures;
export const unread = Object.entries(raw.unread);
export const targets = raw.targets.map((target) => ({
  ...target,
  entries: entries(target.entries),
  before: before(target.before),
  profiles: target.profiles.map(profile),
  plans: target.plans.map(({ name, exported, shipped }) => ({
    name: text(name),
    exported: plan(exported),
    shipped: plan(shipped),
  })),
}));
export const target = (name) => targets.find((each) => each.name === name);

// The recorded points of a target's measure, the oldest first: {commit, toolchain, value}.
export function history(name, measure) {
  const rows = raw.history[name];
  if (!rows?.[measure]) return [];
  return rows.commit
    .map((commit, i) => ({
      commit: commits[commit],
      place: commit,
      toolchain: text(rows.toolchain[i]),
      value: rows[measure][i],
    }))
    .filter((point) => point.value !== null);
}

export const recorded = Object.keys(raw.history);
