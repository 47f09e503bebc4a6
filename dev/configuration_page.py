"""docs/reference/configuration.md, from the JSON Schema of a target's file."""

from __future__ import annotations

from collections.abc import Iterator

from tasks.config.schema import Schema, type_words
from tasks.config.words import toml
from tasks.markdown import table

_HEAD = """\
# Configuration

<!-- Generated from tasks/config/model.py and configs/defaults.toml: `python -m dev.schema`. -->

A target is a file `configs/<target>.toml`. It states what differs from `configs/defaults.toml`:
a key written in the target replaces that of the defaults, lists included. An unknown key, a value
of another type, a missing file or an empty selection stops the task with exit code 2; all faults
are reported at once, each with file, line, key and what to do. `nox -s explain -- <target>` prints
every effective value and the line that it comes from.

The first line of a target gives editors completion and checks:

    #:schema ../docs/reference/target.schema.json
"""


def configuration_page(schema: Schema) -> str:
    """The reference of every key: type, default, meaning, example; Markdown."""
    parts = [_HEAD, *_table(schema)]
    for name, node in _tables(schema):
        parts += [f"## `[{name}]`\n\n{node['description']}\n", *_table(node, f"[{name}]")]
    return "\n".join(parts)


def _tables(node: Schema, *around: str) -> Iterator[tuple[str, Schema]]:
    """Each table inside of a table, by its name in TOML."""
    for key, inner in node["properties"].items():
        if "properties" in inner:
            yield ".".join((*around, key)), inner
            yield from _tables(inner, *around, key)


def _table(node: Schema, *header: str) -> Iterator[str]:
    """The keys of a table that are no tables, if it has any."""
    keys = {key: inner for key, inner in node["properties"].items() if "properties" not in inner}
    if not keys:
        return
    required = node.get("required", ())
    rows = (
        (f"`{key}`", _type(inner), _default(inner, key in required), inner["description"])
        for key, inner in keys.items()
    )
    yield "\n".join(table(("key", "type", "default", "meaning"), rows)) + "\n"
    examples = [f"{key} = {toml(inner['examples'][0])}" for key, inner in keys.items()]
    yield "\n".join(["```toml", *header, *examples, "```\n"])


def _type(node: Schema) -> str:
    """The type and its bounds."""
    words = type_words(node)
    if choices := node.get("items", {}).get("enum"):
        listed = ", ".join(f'"{choice}"' for choice in choices)
        words = words.replace("a list of strings", f"a list of {listed}")
    if "exclusiveMinimum" in node:
        words += f", more than {node['exclusiveMinimum']:g}"
    if "minimum" in node:
        words += f", at least {node['minimum']:g}"
    if "maximum" in node:
        words += f", at most {node['maximum']}"
    return words


def _default(node: Schema, is_required: bool) -> str:
    if is_required:
        return "required"
    return f"`{toml(node['default'])}`" if "default" in node else "absent"
