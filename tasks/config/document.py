"""A TOML file as read: its values, and the line of each of them."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.errors import ConfigError
from tasks.config.locate import KeyPath, lines_of
from tasks.toml_text import BoundsError, parsed_toml


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A TOML file; `shown` is how messages name it."""

    shown: str
    data: dict[str, Any]
    lines: dict[KeyPath, int]

    def line(self, path: KeyPath) -> int:
        """The line of the value at `path`, or of the nearest table around it, or 1."""
        for depth in range(len(path), 0, -1):
            if path[:depth] in self.lines:
                return self.lines[path[:depth]]
        return 1


def read_document(path: Path, shown: str) -> Document:
    """The TOML file at `path`.

    Raises:
        ConfigError: it cannot be read, is not UTF-8 or is not TOML; with the line.

    """
    try:
        content = path.read_bytes()
    except OSError as error:
        what = (error.strerror or str(error)).lower()
        raise ConfigError(f"{shown}: cannot be read: {what}. Check its permissions.") from error
    text = _decode(content, shown)
    try:
        return Document(shown=shown, data=parsed_toml(text), lines=lines_of(text))
    except BoundsError as error:
        raise ConfigError(f"{shown}:{error.line}: {error}. Shorten it.") from None
    except ValueError as error:  # TOMLDecodeError, or a number with thousands of digits
        raise ConfigError(_syntax_fault(text, str(error), shown)) from error


def _decode(content: bytes, shown: str) -> str:
    if content.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ConfigError(
            f"{shown}:1: begins with a byte order mark. Save it as UTF-8 without one."
        )
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(
            f"{shown}:{line}: byte 0x{content[error.start]:02x} is not UTF-8. Save it as UTF-8."
        ) from error


_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def _syntax_fault(text: str, message: str, shown: str) -> str:
    rows = text.splitlines() or [""]
    line, column = len(rows), len(rows[-1]) + 1  # the end of the document
    if (position := _POSITION.search(message)) and position[1]:
        line, column = int(position[1]), int(position[2])
    what = _POSITION.sub("", message)
    row = rows[line - 1].strip() if line <= len(rows) else ""
    quote = f": `{row[:80]}`" if row else ""
    return f"{shown}:{line}: not TOML: {what[:1].lower()}{what[1:]} (column {column}){quote}."
