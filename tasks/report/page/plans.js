// Which bytes of planned memory a method uses when: a rectangle for each tensor, before and after
// passes in one scale.

import { css, hue } from "report/colours";
import { html } from "report/elements";
import { bytes, count } from "report/format";

const [WIDTH, HEIGHT] = [560, 260]; // px
const LEAST = [50, 15]; // px: smaller rectangles have no text

export function Plans({ target }) {
  return target.plans.map((each) => html`<${Method} key=${each.name} plans=${each} />`);
}

function Method({ plans: { name, exported, shipped } }) {
  const sides = [
    ["as exported", exported],
    ["as shipped", shipped],
  ].filter(([, plan]) => plan);
  const memories = Math.max(...sides.map(([, plan]) => plan.memories.length));
  return html`
    <section>
      <h2>Planned memory of ${name}</h2>
      ${[...Array(memories).keys()].map(
        (memory) => html`
          <div class="plans">
            ${sides.map(
              ([label, plan]) => html`
                <${Memory} label=${memories > 1 ? `memory ${memory + 1} ${label}` : label} plan=${plan} memory=${memory}
                  most=${Math.max(...sides.map(([, each]) => end(each, memory)))} />
              `,
            )}
          </div>
        `,
      )}
    </section>
  `;
}

// The bytes of a memory with the scratch of calls.
const end = ({ memories, scratch }, memory) =>
  Math.max(memories[memory] ?? 0, ...(memory ? [] : scratch.map(([, last]) => last)));

function Memory({ label, plan, memory, most }) {
  const { instructions, memories, buffers, scratch } = plan;
  const [across, up] = [WIDTH / (instructions.length + 2), HEIGHT / Math.max(1, most)];
  const area = (first, size, since, until) => ({
    x: (since + 1) * across,
    y: HEIGHT - (first + size) * up,
    width: (until - since + 1) * across,
    height: size * up,
  });
  const tensors = buffers.filter(([own]) => own === memory + 1);
  const when = (since, until) =>
    since === until ? `instruction ${named(since)}` : `${named(since)} to ${named(until)}`;
  const named = (time) =>
    time < 0
      ? "the inputs"
      : time >= instructions.length
        ? "the outputs"
        : `${time} ${instructions[time]}`.trim();
  const caption = `${label}: ${bytes(memories[memory] ?? 0)}, ${count(instructions.length)} instructions`;
  return html`
    <figure class="plan">
      <figcaption>${caption}${end(plan, memory) > memories[memory] && html`<span class="faint">, with scratch ${bytes(end(plan, memory))}</span>`}</figcaption>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${caption}>
        ${
          !memory &&
          scratch.map(
            ([first, last], time) =>
              last > first &&
              html`<rect class="scratch" ...${area(first, last - first, time, time)}>
                <title>${bytes(last - first)} from ${count(first)}: scratch of ${when(time, time)}</title>
              </rect>`,
          )
        }
        ${tensors.map(
          ([, first, size, since, until], place) => html`
            <rect class="leaf" ...${area(first, size, since, until)} style=${css(hue(place))}>
              <title>${bytes(size)} from ${count(first)}: ${when(since, until)}</title>
            </rect>
          `,
        )}
        ${tensors.map(([, first, size, since, until]) => {
          const { x, y, width, height } = area(first, size, since, until);
          return (
            height > LEAST[1] &&
            width > LEAST[0] &&
            html`<text x=${x + width / 2} y=${y + height / 2 + 4}>${count(size)}</text>`
          );
        })}
      </svg>
    </figure>
  `;
}
