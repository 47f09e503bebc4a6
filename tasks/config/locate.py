"""The line of each key and value of a TOML text: `tomllib` returns values without lines."""

from __future__ import annotations

import bisect
import re
import tomllib

KeyPath = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SEPARATOR = re.compile(rf"{_BLANK.pattern},?{_BLANK.pattern}")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")  # numbers, booleans, and dates, which may hold a space


def lines_of(text: str) -> dict[KeyPath, int]:
    """The line, from 1, of each key, table header and array item of a valid TOML text.

    A path is made of key names and array indices: `("select", "models", 2)`. A table that only
    deeper headers or dotted keys imply is where it is first implied.
    Source: TOML 1.0.0. `text` must be one that `tomllib` accepts.
    """
    return _Scan(text).document()


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.newlines = [match.start() for match in re.finditer("\n", text)]
        self.elements: dict[KeyPath, int] = {}  # arrays of tables: index of the last element

    def document(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.key_value(table)
            self.skip(_BLANK)
        return self.lines

    def header(self) -> KeyPath:
        start = self.at
        is_array = self.text.startswith("[[", start)
        self.at += 2 if is_array else 1
        table: KeyPath = ()
        names = self.keys()
        for depth, name in enumerate(names, start=1):
            table = (*table, name)
            if depth < len(names) and table in self.elements:
                table = (*table, self.elements[table])
        if is_array:
            self.note(table, start)
            self.elements[table] = self.elements.get(table, -1) + 1
            table = (*table, self.elements[table])
        self.note(table, start)
        self.lines[table] = self.line(start)  # the header itself, not what implied it before
        self.at += 2 if is_array else 1
        return table

    def key_value(self, table: KeyPath) -> None:
        start = self.at
        path = (*table, *self.keys())
        self.note(path, start)
        self.at += 1  # the equals sign
        self.skip(_SPACE)
        self.value(path)

    def keys(self) -> list[str]:
        """The parts of a dotted key; stops at what follows it."""
        names = []
        while True:
            self.skip(_SPACE)
            if quoted := _STRING.match(self.text, self.at):
                names.append(str(tomllib.loads(f"key = {quoted[0]}")["key"]))
                self.at = quoted.end()
            else:
                names.append(self.take(_BARE_KEY))
            self.skip(_SPACE)
            if self.text[self.at] != ".":
                return names
            self.at += 1

    def value(self, path: KeyPath) -> None:
        match self.text[self.at]:
            case "[":
                self.array(path)
            case "{":
                self.inline_table(path)
            case '"' | "'":
                self.take(_STRING)
            case _:
                self.take(_SCALAR)

    def array(self, path: KeyPath) -> None:
        index = 0
        self.step()
        while self.text[self.at] != "]":
            item = (*path, index)
            self.note(item, self.at)
            self.value(item)
            self.skip(_SEPARATOR)
            index += 1
        self.at += 1

    def inline_table(self, path: KeyPath) -> None:
        self.step()
        while self.text[self.at] != "}":
            self.key_value(path)
            self.skip(_SEPARATOR)
        self.at += 1

    def step(self) -> None:
        """Steps over an opening bracket and the blanks behind it."""
        self.at += 1
        self.skip(_BLANK)

    def note(self, path: KeyPath, offset: int) -> None:
        """Notes the line of a path, and of the tables that it implies, where none is noted."""
        for depth in range(1, len(path) + 1):
            self.lines.setdefault(path[:depth], self.line(offset))

    def line(self, offset: int) -> int:
        return bisect.bisect_left(self.newlines, offset) + 1

    def skip(self, pattern: re.Pattern[str]) -> None:
        if match := pattern.match(self.text, self.at):
            self.at = match.end()

    def take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise ValueError(f"not TOML at offset {self.at}: was the text checked by tomllib?")
        self.at = match.end()
        return match[0]
