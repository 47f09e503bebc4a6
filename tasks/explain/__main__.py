"""`python -m tasks.explain TARGET`: a target's effective values, and where each comes from."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import BaseModel

from tasks import cli
from tasks.config import Loaded, load
from tasks.config.layers import Layers, Place
from tasks.config.locate import KeyPath
from tasks.config.model import TargetFile
from tasks.config.words import key_words, toml
from tasks.explain.operators import operators_json, operators_text
from tasks.table import aligned

WIDEST_VALUE = 65  # columns; a longer list has one row for each item

DESCRIPTION = "Prints each effective value of a target, and the line that it comes from."
EXAMPLES = "Keys and their meaning: docs/reference/configuration.md."


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An effective value; an absent one is `None` and has no place.

    `items` are the places of a list's items or a table's keys.
    """

    key: str
    value: Any
    place: Place | None
    items: tuple[Place, ...] = ()


def main(arguments: Sequence[str]) -> int:
    """Prints the values, or the operators, as a table or as JSON; 0."""
    options = _parser().parse_args(arguments)
    loaded = load(options.target, options.root.resolve())
    if options.operators:
        shown = operators_json if options.format == "json" else operators_text
        print(shown(loaded.target))
        return 0
    rows = explain(loaded)
    print(as_json(loaded.target.name, rows) if options.format == "json" else as_text(rows))
    return 0


def explain(loaded: Loaded) -> tuple[Row, ...]:
    """Every key of a target in the order of the pipeline, with its effective value."""
    values = loaded.layers.merged()
    rows = []
    for path in _keys(TargetFile):
        value: Any = values
        for part in path:
            value = value.get(part)
        rows.append(_row(path, value, loaded.layers))
    return tuple(rows)


def _row(path: KeyPath, value: Any, layers: Layers) -> Row:
    if value is None:
        return Row(key=key_words(path), value=None, place=None)
    items: Iterable[str | int] = ()
    if isinstance(value, list | dict):
        items = value if isinstance(value, dict) else range(len(value))
    return Row(
        key=key_words(path),
        value=value,
        place=layers.place(path),
        items=tuple(layers.place((*path, item)) for item in items),
    )


def as_text(rows: Sequence[Row]) -> str:
    """The rows as aligned columns: key, value as TOML writes it, place."""
    lines = (
        ("" if number else row.key, *cells)
        for row in rows
        for number, cells in enumerate(_cells(row))
    )
    return "\n".join(aligned("<<<", lines))


def as_json(target: str, rows: Sequence[Row]) -> str:
    """The rows as JSON; an absent value is null and has no file and line."""
    nowhere = {"file": None, "line": None}
    values = [
        {"key": row.key, "value": row.value, **(asdict(row.place) if row.place else nowhere)}
        for row in rows
    ]
    return json.dumps({"target": target, "values": values}, indent=2, ensure_ascii=False)


def _keys(model: type[BaseModel]) -> Iterator[KeyPath]:
    for name, field in model.model_fields.items():
        key = field.alias or name
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from ((key, *inner) for inner in _keys(field.annotation))
        else:
            yield (key,)


def _cells(row: Row) -> list[tuple[str, str]]:
    """The value and its place, over several rows for what is too long for one."""
    if row.place is None:
        return [("(not set)", "")]
    whole = toml(row.value)
    if len(whole) <= WIDEST_VALUE or not isinstance(row.value, list | dict):
        return [(whole, str(row.place))]
    if isinstance(row.value, dict):
        items = [f"{toml(key)} = {toml(value)}" for key, value in row.value.items()]
    else:
        items = [toml(item) for item in row.value]
    return [(item, str(place)) for item, place in zip(items, row.items, strict=True)]


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("explain", DESCRIPTION, EXAMPLES)
    parser.add_argument("target", help="a name (configs/<name>.toml) or the path of a TOML file")
    cli.add_format(parser)
    parser.add_argument(
        "--operators",
        action="store_true",
        help="what is kept of each operator, what is cut, and which instruction needs each fact",
    )
    cli.add_root(parser)
    return parser


if __name__ == "__main__":
    cli.run(main)
