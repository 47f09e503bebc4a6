// `html` makes elements from a tagged template: Preact through htm.

import htm from "htm";
import { h } from "preact";

export const html = htm.bind(h);
