// The page: its head, and the view that the address names.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Compare } from "report/compare";
import { head, targets } from "report/content";
import { html } from "report/elements";
import { commitName, day } from "report/format";
import { History } from "report/history";
import { Matrix } from "report/matrix";
import { link, useRoute } from "report/route";
import { Target } from "report/target";

const VIEWS = {
  matrix: { label: "Matrix", view: Matrix },
  target: { label: "Target", view: Target },
  compare: { label: "Compare", view: Compare },
  history: { label: "History", view: History },
};
const THEMES = { "light dark": "as the system", light: "light", dark: "dark" };

function Page() {
  const route = useRoute();
  const name = VIEWS[route.view] ? route.view : "matrix";
  const View = VIEWS[name].view;
  useEffect(() => {
    const of = route.view === "target" ? route.name || targets[0]?.name : VIEWS[name].label;
    document.title = `${of} · Kerf sizes`;
  }, [name, route.name]);
  return html`
    <header>
      <strong>Kerf sizes</strong>
      <nav aria-label="Views">
        ${Object.entries(VIEWS).map(
          ([key, { label }]) => html`
            <a key=${key} href=${link(key)} aria-current=${key === name ? "page" : undefined}>${label}</a>
          `,
        )}
      </nav>
      ${head && html`<span class="faint">${commitName(head)} ${day(head)} ${head.subject}</span>`}
      <${Theme} />
    </header>
    <main><${View} route=${route} /></main>
  `;
}

function Theme() {
  const [theme, set] = useState("light dark");
  useEffect(() => {
    document.documentElement.style.colorScheme = theme;
  }, [theme]);
  return html`
    <label class="no-print theme">
      Colours${" "}
      <select value=${theme} onChange=${(event) => set(event.target.value)}>
        ${Object.entries(THEMES).map(([key, label]) => html`<option key=${key} value=${key}>${label}</option>`)}
      </select>
    </label>
  `;
}

render(html`<${Page} />`, document.getElementById("page"));
