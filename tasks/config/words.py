"""Faults of a config in words: pydantic's findings, each with its key and what to do."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from tasks.config.locate import KeyPath
from tasks.config.model import ALL, FORMS
from tasks.config.schema import FEW, Schema, node_at, type_words

GONE: Mapping[KeyPath, str] = {
    ("optimize", "plan"): "is gone: the pass `plan` finds what the exact planner found, without "
    "OR-tools. Drop the line.",
}
"""Keys of earlier versions, and what to do instead."""


class Finding(NamedTuple):
    """What is wrong with the value at `path`, and what to do."""

    path: KeyPath
    text: str


def findings_of(error: ValidationError, schema: Schema) -> Iterator[Finding]:
    """What pydantic found, in words."""
    for detail in error.errors(include_url=False):
        path = tuple(part for part in detail["loc"] if part != "[key]")
        if text := _text(detail, path, schema):
            yield Finding(path, text)


def key_words(path: KeyPath) -> str:
    """The path as TOML would write it: `select.dtypes."aten::mm.out"[0]`."""
    words = ""
    for part in path:
        if isinstance(part, int):
            words += f"[{part}]"
        else:
            bare = re.fullmatch(r"[A-Za-z0-9_-]+", part)
            words += ("." if words else "") + (part if bare else json.dumps(part))
    return words


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that is most like `word`, if any is."""
    return next(iter(difflib.get_close_matches(word, list(choices), n=1)), None)


def guess(word: str, choices: Iterable[str]) -> str:
    """A question after a fault: whether `word` was meant to be the choice most like it."""
    near = nearest(word, choices)
    return f" Did you mean {near}?" if near else ""


def advice(word: str, choices: Iterable[str]) -> str:
    """What to write instead of `word`."""
    known = sorted(choices)
    meant = guess(word, known)
    offer = f" There are: {', '.join(known)}." if known and (not meant or len(known) <= FEW) else ""
    return meant + offer


def toml(value: Any) -> str:
    """The value as TOML writes it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case dict():
            pairs = ", ".join(f"{toml(key)} = {toml(inner)}" for key, inner in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
        case _:
            return str(value)


def _text(detail: ErrorDetails, path: KeyPath, schema: Schema) -> str | None:
    node, value, context = node_at(schema, path), detail["input"], detail.get("ctx", {})
    match detail["type"]:
        case "extra_forbidden":
            return _unknown(path, value, schema)
        case "missing":
            return f"missing. Set it to {_form(node)}."
        case "enum" | "literal_error" if isinstance(value, str):
            if value == ALL and node_at(schema, path[:-1]).get("pattern") == f"^{ALL}$":
                return f'"{ALL}" is no item of the list. Write "{ALL}" without brackets.'
            return f"{_quote(value)} is not known.{advice(value, node['enum'])}"
        case "string_pattern_mismatch":
            form = FORMS.get(context["pattern"], f"what `{context['pattern']}` matches")
            return f"expected {form}, found {_found(value)}."
        case "greater_than_equal":
            return f"must be at least {context['ge']:g}, found {_found(value)}."
        case "greater_than":
            return f"must be more than {context['gt']:g}, found {_found(value)}."
        case "less_than_equal":
            return f"must be at most {context['le']}, found {_found(value)}."
        case "finite_number":
            return f"must be finite, found {_found(value)}."
        case "too_short":  # also reported for a list with wrong items, after the item's fault
            return None if value else "is empty. Name at least one, or drop the key."
        case _:
            return f"expected {type_words(node)}, found {_found(value)}.{_repair(node, value)}"


def _unknown(path: KeyPath, value: Any, schema: Schema) -> str:
    *around, key = path
    siblings = node_at(schema, tuple(around)).get("properties", {})
    if path in GONE:
        return GONE[path]
    kind = "table" if isinstance(value, dict) and not around else "key"
    name = str(key)
    if near := nearest(name, siblings):
        return f"unknown {kind}. Did you mean {near}?"
    if around and name in schema["properties"]:
        return f"unknown {kind}. {name} belongs at the top level, not in [{key_words(path[:-1])}]."
    for table, node in schema["properties"].items():
        if name in node.get("properties", {}):
            return f"unknown {kind}. {name} belongs to [{table}]."
    return f"unknown {kind}.{advice(name, siblings)}"


def _form(node: Schema) -> str:
    example = json.dumps(node["examples"][0]) if "examples" in node else None
    return type_words(node) + (f", like {example}" if example else "")


def _found(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"the string {_quote(value)}"
        case int() if abs(value) >= 10**20:
            return "a number of more than 20 digits"
        case int() | float():
            return f"the number {value}"
        case tuple() | list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "a date or time"


def _quote(text: str) -> str:
    return json.dumps(text if len(text) <= 60 else f"{text[:59]}…", ensure_ascii=False)


def _repair(node: Schema, value: Any) -> str:
    match node.get("type"):
        case [other, "string"]:
            return _repair({**node, "type": other}, value)
        case "array" if isinstance(value, str):
            return f" Write [{_quote(value)}]."
        case "integer" | "number" if isinstance(value, str) and _is_number(value):
            return f" Write {value}, without quotes."
        case "boolean" if value in ("true", "false"):
            return f" Write {value}, without quotes."
        case "object" if isinstance(value, tuple | list):
            return " A table's header has single brackets."
        case _:
            return ""


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?[0-9][0-9_.e+-]*", text) is not None
