"""SHA256SUMS: the SHA-256 of every other file of a bundle, in the form of `sha256sum -c`."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tasks.files import sha256, write_if_changed
from tasks.release.difference import files_below

NAME = "SHA256SUMS"

_LINE = re.compile(r"([0-9a-f]{64})  (.+)")


def sums_text(sums: Mapping[str, str]) -> str:
    """The text of SHA256SUMS for the SHA-256 of each file by its name."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))


def sums_of(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file below `folder` but SHA256SUMS, by name.

    It has plain files alone: strange_files() finds others.
    """
    return {name: sha256(path) for name, path in files_below(folder).items() if name != NAME}


def write_sums(folder: Path) -> None:
    """Writes SHA256SUMS of what is below `folder`."""
    write_if_changed(folder / NAME, sums_text(sums_of(folder)))


def sum_faults(folder: Path, sums: Mapping[str, str]) -> tuple[str, ...]:
    """What in `folder`, whose files have `sums`, is missing, extra or changed, by its SHA256SUMS.

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
    return (*faults, *_differences(sums, listed, NAME))


def subject_faults(
    sums: Mapping[str, str], subjects: Mapping[str, str], unsubjected: Iterable[str]
) -> tuple[str, ...]:
    """What of the files that have `sums`, but for those `unsubjected`, is missing, extra or
    changed, by `subjects`, the sums of a statement.
    """
    listed = {name: digest for name, digest in sums.items() if name not in {*unsubjected}}
    return tuple(_differences(listed, subjects, "the statement"))


def strange_files(folder: Path) -> tuple[str, ...]:
    """What in `folder` is neither a folder nor a plain file, as faults: links, pipes, devices."""
    return tuple(
        f"{name}: no plain file"
        for name, path in files_below(folder).items()
        if not stat.S_ISREG(path.lstat().st_mode)
    )


def _differences(
    present: Mapping[str, str], wanted: Mapping[str, str], where: str
) -> Iterator[str]:
    for name in sorted({*wanted, *present}):
        if name not in present:
            yield f"{name}: missing"
        elif name not in wanted:
            yield f"{name}: extra, not in {where}"
        elif present[name] != wanted[name]:
            yield f"{name}: changed: its SHA-256 is not that of {where}"


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
