"""SHA256SUMS: the SHA-256 of every other file of a bundle, in the form of `sha256sum -c`."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from tasks.files import sha256
from tasks.release.difference import files_below

NAME = "SHA256SUMS"

_LINE = re.compile(r"([0-9a-f]{64})  (.+)")


def sums_text(sums: Mapping[str, str]) -> str:
    """The text of SHA256SUMS for the SHA-256 of each file by its name."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))


def sums_of(folder: Path, *, without: Iterable[str] = ()) -> dict[str, str]:
    """The SHA-256 of each file below `folder` but SHA256SUMS and those `without`, by name."""
    left_out = {NAME, *without}
    return {
        name: sha256(path) for name, path in files_below(folder).items() if name not in left_out
    }


def sum_faults(folder: Path) -> tuple[str, ...]:
    """What in `folder` is missing, extra, changed or no plain file, by its SHA256SUMS.

    Raises:
        OSError: a file cannot be read.

    """
    try:
        text = (folder / NAME).read_bytes().decode("utf-8")
    except FileNotFoundError:
        return (f"{NAME}: missing",)
    except UnicodeDecodeError:
        return (f"{NAME}: not a list of SHA-256 sums",)
    faults, listed = _parse(text)
    present = files_below(folder)
    for name in sorted({*listed, *present} - {NAME}):
        path = present.get(name)
        if path is None:
            faults.append(f"{name}: missing")
        elif not stat.S_ISREG(path.lstat().st_mode):
            faults.append(f"{name}: no plain file")
        elif name not in listed:
            faults.append(f"{name}: extra, not in {NAME}")
        elif sha256(path) != listed[name]:
            faults.append(f"{name}: changed: its SHA-256 is not that of {NAME}")
    return tuple(faults)


def _parse(text: str) -> tuple[list[str], dict[str, str]]:
    faults: list[str] = []
    listed: dict[str, str] = {}
    for number, line in enumerate(text.split("\n")[:-1], 1):
        match = _LINE.fullmatch(line)
        if match is None or match[2] in listed:
            faults.append(f"{NAME}:{number}: not a SHA-256 sum and a new name: {line[:80]!r}")
        else:
            listed[match[2]] = match[1]
    if not faults and sums_text(listed) != text:
        faults.append(f"{NAME}: not as a release writes it: sorted, a line for each file")
    return faults, listed
