// One target: its memory, its bytes as a treemap and as a table, its history.

import { Bytes } from "report/bytes";
import { target as targetOf, targets } from "report/content";
import { Choice, Growth, Lines, html } from "report/elements";
import { Flames } from "report/flame";
import { MEASURES, bytes, count, percent, shown } from "report/format";
import { Recorded } from "report/history";
import { Plans } from "report/plans";
import { link } from "report/route";

export function Target({ route }) {
  const target = targetOf(route.name) ?? targets[0];
  if (!target) return html`<p>No target is built.</p>`;
  return html`
    <h1>${target.name}</h1>
    <p>${target.description}</p>
    <div class="bar no-print">
      <${Choice} label="Target" value=${target.name} onChoose=${(name) => (location.hash = link("target", name))}
        choices=${targets.map((each) => [each.name, each.name])} />
      <a href=${compared(target)}>Compare it</a>
    </div>
    <${Memory} target=${target} />
    <${Plans} target=${target} />
    <${Flames} target=${target} />
    <${Bytes} key=${target.name} target=${target} options=${route.options} />
    <${Recorded} target=${target} />
  `;
}

// The comparison with its baseline; without one, with another target.
const compared = ({ name, before }) =>
  link("compare", "", before ? { a: `${name}@baseline`, b: name } : { a: name });

function Memory({ target }) {
  const before = target.before?.measures ?? {};
  const changed = (name) => (name in before ? target.measures[name] - before[name] : null);
  const measured = Object.keys(MEASURES).filter(
    (name) => name in target.measures && !["flash_bytes", "ram_bytes"].includes(name),
  );
  const half = Math.ceil(measured.length / 2);
  return html`
    <div class="facts">
      <dl>
        <dt>toolchain</dt><dd>${target.toolchain}</dd>
        <dt title="of the ELF: code, read-only data, initial values">flash of the program</dt><dd>${bytes(target.flash.used)} <${Growth} change=${target.before ? target.flash.used - target.before.flash_bytes : null} /></dd>
        <dt title="of the ELF: data and bss, without arena, stack and model">RAM of the program</dt><dd>${bytes(target.ram.used)} <${Growth} change=${target.before ? target.ram.used - target.before.ram_bytes : null} /></dd>
        ${(target.device?.board ? target.device.regions : []).map(
          (region) => html`
            <dt>${target.device.board} ${region.name}, in use</dt>
            <dd title=${region.holds.map((held) => `${held.name} ${count(held.bytes)}`).join(", ")}>
              ${
                region.capacity_bytes
                  ? html`${count(region.used_bytes)} of ${bytes(region.capacity_bytes)}, ${percent(region.used_bytes, region.capacity_bytes)}`
                  : bytes(region.used_bytes)
              }
            </dd>
          `,
        )}
      </dl>
      ${[measured.slice(0, half), measured.slice(half)].map(
        (names) => html`
          <dl>
            ${names.map(
              (name) => html`
                <dt>${MEASURES[name].label}</dt>
                <dd>
                  ${shown(name, target.measures[name])}${" "}
                  <${Growth} change=${changed(name)} quiet />
                </dd>
              `,
            )}
          </dl>
        `,
      )}
    </div>
    <${Lines} kind="faults" lines=${target.faults} />
    <${Lines} lines=${target.notes} />
  `;
}
