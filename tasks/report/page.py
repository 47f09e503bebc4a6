"""The page in one file: its modules, libraries, style and content put into one HTML text."""

from __future__ import annotations

import base64
import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any

FOLDER = Path(__file__).parent
OURS = FOLDER / "page"
VENDOR = FOLDER / "vendor"


def page(content: Mapping[str, Any]) -> str:
    """The HTML that shows `content` (see `content.py`); it names nothing outside itself.

    The modules are in an import map as `data:` URLs, so that they are ES modules in the
    repository as well as in the page, without a bundler.
    """
    imports = {name: _data_url(name, text) for name, text in modules()}
    return Template(_read(OURS / "index.html")).substitute(
        style=_read(OURS / "style.css"),
        imports=json.dumps({"imports": imports}, separators=(",", ":")),
        content=_script_text(json.dumps(content, separators=(",", ":"))),
    )


def modules() -> Iterator[tuple[str, str]]:
    """Names and texts of all modules: ours as `report/<name>`, libraries with their licences."""
    for path in sorted(OURS.glob("*.js")):
        yield f"report/{path.stem}", _read(path)
    for name, library in tomllib.loads(_read(VENDOR / "vendor.toml")).items():
        licence = _read(VENDOR / "licences" / f"{library['package']}.txt")
        code = _read(VENDOR / f"{name.replace('/', '-')}.mjs")
        code = code.rpartition("//# sourceMappingURL=")[0] or code
        head = f"{library['package']} {library['version']}, {library['licence']}"
        yield name, f"/*! {head}\n\n{licence}*/\n{code}"


def _data_url(name: str, text: str) -> str:
    named = f"{text}\n//# sourceURL={name}.js\n"
    return f"data:text/javascript;base64,{base64.b64encode(named.encode()).decode()}"


def _script_text(text: str) -> str:
    """JSON that cannot end the script element it is in, whatever a symbol is called."""
    return text.replace("<", "\\u003c")


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
