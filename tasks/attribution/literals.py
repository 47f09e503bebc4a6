"""Which source files contain a string: the linker merges strings and forgets their origins."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
_RAW = re.compile(r'R"(\w*)\((.*?)\)\1"', re.DOTALL)
_PIECE = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|.)")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def literals(files: Iterable[tuple[str, Path]]) -> Mapping[str, frozenset[str]]:
    """The texts in C++ files, given by name and path: for each text the names of its files."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, path in files:
        content = path.read_text(encoding="utf-8", errors="replace")
        for match in _RAW.finditer(content):
            found[match[2]].add(name)
        for match in _LITERAL.finditer(content):
            found[_text(match[0])].add(name)
    return {text: frozenset(names) for text, names in found.items()}


def texts(data: bytes, start: int) -> Iterator[tuple[int, int, str]]:
    """The texts in `data`, which is at `start`: first address, end address, the string.

    A text ends with its NUL; what follows without one is a text as well.
    """
    at = 0
    while at < len(data):
        end = data.find(b"\0", at)
        end = len(data) if end < 0 else end + 1
        yield start + at, start + end, data[at:end].rstrip(b"\0").decode(errors="replace")
        at = end


def _text(source: str) -> str:
    joined = "".join(piece[1] for piece in _PIECE.finditer(source))
    return _ESCAPE.sub(_unescaped, joined)


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    if code in _LETTERS:
        return _LETTERS[code]
    if code[0] == "x":
        return chr(int(code[1:], 16))
    return chr(int(code, 8)) if code[0].isdigit() else code
