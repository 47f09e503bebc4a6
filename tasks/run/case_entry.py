"""A case file's objects, read key by key: what is wrong is named by file, case, value and key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from codegen.errors import VerifyError
from tasks.json_text import parsed_json

ADVICE: Final = "Write the file again: `nox -s cases -- --help`."
_KINDS: Final = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """An object of the case file `file`, at `place`: `methods[0] forward, case 1, input 0`."""

    file: Path
    place: str
    keys: Mapping[str, Any]

    def text(self, key: str) -> str:
        """The string of a key, of characters that a file or a method can be named with.

        Raises:
            VerifyError: it is missing or no such string, like all that follow.

        """
        value: str = self._of(key, str)
        if "\0" in value or any(0xD800 <= ord(each) < 0xE000 for each in value):
            raise self.wrong(key, "has characters that no name can have")
        return value

    def count(self, key: str, default: int | None = None) -> int:
        """The number of a key, 0 or more."""
        if default is not None and key not in self.keys:
            return default
        value: int = self._of(key, int)
        if not 0 <= value < 2**63:
            raise self.wrong(key, f"is {shown(value)}, not a number from 0 to 2^63 - 1")
        return value

    def counts(self, key: str, limit: int) -> tuple[int, ...]:
        """The list of numbers of a key, each from 0 to below `limit`."""
        values: list[Any] = self._of(key, list)
        for index, value in enumerate(values):
            if type(value) is not int or not 0 <= value < limit:
                raise self.wrong(
                    f"{key}[{index}]", f"is {shown(value)}, not a number from 0 to {limit - 1:,}"
                )
        return tuple(values)

    def entry(self, key: str) -> Entry:
        """The object of a key."""
        return Entry(self.file, f"{self.place}{key}: ", self._of(key, dict))

    def entries(self, key: str, called: str) -> Iterator[Entry]:
        """The objects in the list of a key, each at a place that begins with `called`."""
        values: list[Any] = self._of(key, list)
        for index, value in enumerate(values):
            if not isinstance(value, dict):
                raise self.wrong(f"{key}[{index}]", f"is {shown(value)}, not an object")
            yield Entry(self.file, f"{self.place}{called} {index}: ", value)

    def wrong(self, key: str, what: str) -> VerifyError:
        """The error for the value of `key`."""
        return VerifyError(f"{self.file}: {self.place}{key} {what}. {ADVICE}")

    def _of(self, key: str, type_: type) -> Any:
        if key not in self.keys:
            raise VerifyError(f"{self.file}: {self.place}the key {key} is missing. {ADVICE}")
        value = self.keys[key]
        if type(value) is not type_:
            raise self.wrong(key, f"is {shown(value)}, not {_KINDS[type_]}")
        return value


def read_entry(file: Path) -> Entry:
    """The object that the JSON in `file` is.

    Raises:
        VerifyError: it cannot be read, or is something else.

    """
    try:
        content = parsed_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise VerifyError(f"{file}: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise VerifyError(f"{file}: is no case file: byte {error.start} is not UTF-8.") from None
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno}:{error.colno}"
        raise VerifyError(f"{place}: is no case file: not JSON: {error.msg}. {ADVICE}") from None
    except ValueError:
        raise VerifyError(f"{file}: is no case file: too deep, or a number too long.") from None
    if not isinstance(content, dict):
        raise VerifyError(f"{file}: is no case file: {shown(content)} is not an object. {ADVICE}")
    return Entry(file, "", content)


def shown(value: Any) -> str:
    """`value` as messages show it: as JSON, short."""
    try:
        text = json.dumps(value)
    except ValueError:  # a number of thousands of digits
        return "a number too long"
    return text if len(text) <= 40 else f"{text[:37]}..."
