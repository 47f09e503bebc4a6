// The current place in the page is in the address, after `#`: `#target/mv2-arm?by=place`.
// So the browser's Back works, and addresses can be shared.

import { useEffect, useState } from "preact/hooks";

export function parse(hash) {
  const [path, query] = hash.replace(/^#/, "").split("?");
  const [view, name] = path.split("/").map(decoded);
  return {
    view: view || "matrix",
    name: name ?? "",
    options: Object.fromEntries(new URLSearchParams(query)),
  };
}

// The address of a view; options that are empty are left out.
export function link(view, name = "", options = {}) {
  const chosen = Object.entries(options).filter(([, value]) => value);
  const query = new URLSearchParams(chosen).toString();
  const path = name ? `${view}/${encodeURIComponent(name)}` : view;
  return `#${path}${query && `?${query}`}`;
}

// Changes options of the present view; with `replace` Back does not return to those before.
export function choose(changed, { replace = false } = {}) {
  const { view, name, options } = parse(location.hash);
  const address = link(view, name, { ...options, ...changed });
  if (!replace) location.hash = address;
  else {
    history.replaceState(null, "", address);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

export function useRoute() {
  const [route, set] = useState(() => parse(location.hash));
  useEffect(() => {
    const follow = () => set(parse(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

// A path of names as one option, whatever the names contain.
export const joined = (names) => names.map(encodeURIComponent).join("/");
export const split = (option) => (option ? option.split("/").map(decoded) : []);

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // an address that somebody wrote by hand
  }
}
