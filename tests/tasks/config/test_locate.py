"""Positions agree with what `tomllib` reads, and with the text."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tasks.config.locate import KeyPath, lines_of


def paths_of(value: Any, path: KeyPath = ()) -> set[KeyPath]:
    """Each key and array item of what `tomllib` read."""
    if isinstance(value, dict):
        inner: Any = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    else:
        return set()
    found: set[KeyPath] = set()
    for key, item in inner:
        found |= {(*path, key)} | paths_of(item, (*path, key))
    return found


TRICKY = '''\
# a comment with [brackets] = "and quotes
top = "a # no comment" # "a comment"
"quoted key" = 1
dotted."key with . inside".'lite"ral' = [ 1, 2 ] # comment, with ] comma

[select]   # models = ["not this"]
models = [
    "a.pte", # first, "quoted", ]
    # nothing = here

    'b.pte'
    , "c\\"]\\u0041.pte",
]
dtypes = { "aten::add.out" = ["Float", "Int"], 'aten::mul' = [] }
text = """
[not.a.table]
key = 1 \\"""
five quotes end it"""""
date = 1979-05-27 07:32:00 # a scalar with a space
raw = \'\'\'
]
\'\'\'\'\'

[ deep . "er" ]
a.b = { c.d = [[], [{}], [[1],
[2]]] }
[[table]]
x = 1
[table.sub]
y = 2
[[table]]
x = 3
[[table.list]]
[[table.list]]
z = -inf
[deep]
'''


def test_every_key_and_item_has_a_position_and_nothing_else_has() -> None:
    assert set(lines_of(TRICKY)) == paths_of(tomllib.loads(TRICKY))


def test_positions_are_those_of_the_text() -> None:
    lines = lines_of(TRICKY)
    text = TRICKY.splitlines()
    assert [
        lines[path]
        for path in [
            ("top",),
            ("dotted", "key with . inside", 'lite"ral', 1),
            ("select",),
            ("select", "models", 0),
            ("select", "models", 1),
            ("select", "models", 2),
            ("select", "dtypes", "aten::add.out", 1),
        ]
    ] == [2, 4, 6, 8, 11, 12, 14]
    assert text[lines[("select", "date")] - 1].startswith("date =")
    assert text[lines[("select", "raw")] - 1].startswith("raw =")
    assert text[lines[("deep", "er")] - 1] == '[ deep . "er" ]'
    assert text[lines[("deep",)] - 1] == "[deep]"  # its own header, not the one that implied it
    assert text[lines[("deep", "er", "a", "b", "c", "d", 2, 1)] - 1] == "[2]]] }"
    assert text[lines[("table", 1, "x")] - 1] == "x = 3"
    assert text[lines[("table", 0, "sub", "y")] - 1] == "y = 2"
    assert text[lines[("table", 1, "list", 1, "z")] - 1] == "z = -inf"


def test_windows_line_ends_count_once() -> None:
    assert lines_of('a = 1\r\n\r\n[b]\r\nc = [\r\n"d",\r\n]\r\n') == {
        ("a",): 1,
        ("b",): 3,
        ("b", "c"): 4,
        ("b", "c", 0): 5,
    }


def test_empty_text_has_no_position() -> None:
    assert lines_of("") == lines_of("\n# nothing\n") == {}


KEYS = st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=4)
SCALARS = st.one_of(
    st.integers(-99, 99), st.booleans(), st.floats(allow_nan=False), st.dates(), KEYS
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)
GAPS = st.sampled_from(["", " ", "\n", " # , ] } \" '\n", "\r\n\t"])


def quoted(text: str, draw: st.DrawFn) -> str:
    if text.isprintable() and "'" not in text and draw(st.booleans()):
        return f"'{text}'"
    escaped = "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or c in '"\\' else c for c in text)
    return f'"{escaped}"'


def written(value: Any, draw: st.DrawFn) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return quoted(value, draw)
        case list():
            items = [draw(GAPS) + written(item, draw) + draw(GAPS) for item in value]
            comma = draw(st.sampled_from(["", ","])) if items else ""
            return "[" + ",".join(items) + comma + draw(GAPS) + "]"
        case dict():
            pairs = [f" {quoted(k, draw)} = {written(v, draw)}" for k, v in value.items()]
            return "{" + ",".join(pairs) + " }"
        case _:
            return str(value)


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[KeyPath, int], str]:
    """A TOML text, and the line of each of its tables and of their keys."""
    tables = draw(st.dictionaries(KEYS, st.dictionaries(KEYS, VALUES, max_size=3), max_size=3))
    text = ""
    lines: dict[KeyPath, int] = {}
    for name, table in tables.items():
        lines[name,] = text.count("\n") + 1
        text += f"[{quoted(name, draw)}] # comment\n"
        for key, value in table.items():
            lines[name, key] = text.count("\n") + 1
            text += f"  {quoted(key, draw)} = {written(value, draw)} # end\n"
    return lines, text


@given(documents())
def test_any_document_is_located_completely(document: tuple[dict[KeyPath, int], str]) -> None:
    known, text = document
    lines = lines_of(text)
    assert set(lines) == paths_of(tomllib.loads(text))
    assert {path: lines[path] for path in known} == known
