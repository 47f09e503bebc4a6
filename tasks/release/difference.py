"""In what two folders differ, down to section and symbol."""

from __future__ import annotations

import shutil
import stat
import subprocess
from collections.abc import Iterator
from itertools import islice, zip_longest
from pathlib import Path

from tasks.release import archive, elf_difference

Names = tuple[str, str]
"""What the two that are compared are called: ("bundle", "rebuilt one")."""

SHOWN = 6
"""Differences of one file that are listed; the rest are counted."""
DIFFOSCOPE_TIMEOUT_S = 120
DIFFOSCOPE_REPORT_BYTES = 1 << 20


def files_below(folder: Path) -> dict[str, Path]:
    """Whatever is no folder below `folder`, by POSIX path relative to it, sorted."""
    found = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }
    return dict(sorted(found.items()))


def folder_differences(
    first: Path, second: Path, names: Names = ("first", "second")
) -> dict[str, tuple[str, ...]]:
    """For each file that differs, or that one folder lacks, what differs; names are POSIX paths.

    Raises:
        OSError: a file cannot be read.

    """
    one, other = files_below(first), files_below(second)
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted({*one, *other}):
        if name not in one or name not in other:
            found[name] = (f"{name}: only in the {names[name not in one]}",)
            continue
        if not (_is_plain(one[name]) and _is_plain(other[name])):
            found[name] = (f"{name}: no plain file",)
            continue
        mine, theirs = one[name].read_bytes(), other[name].read_bytes()
        if mine != theirs:
            faults = _first(differences(mine, theirs, names))
            found[name] = tuple(f"{name}: {what}" for what in faults)
    return found


def _is_plain(path: Path) -> bool:
    return stat.S_ISREG(path.lstat().st_mode)


def differences(first: bytes, second: bytes, names: Names) -> Iterator[str]:
    """What differs between two contents, as finely as their format allows; at least one line."""
    found = False
    for what in _by_format(first, second, names):
        found = True
        yield what
    if not found:
        yield from _bytes(first, second)


def _by_format(first: bytes, second: bytes, names: Names) -> Iterator[str]:
    try:
        if first.startswith(archive.MAGIC) and second.startswith(archive.MAGIC):
            yield from _archives(first, second, names)
        elif first.startswith(elf_difference.MAGIC) and second.startswith(elf_difference.MAGIC):
            yield from elf_difference.elf_differences(first, second, names)
        elif b"\0" not in first and b"\0" not in second:
            yield from _texts(first.decode(), second.decode())
    except ValueError:  # damaged: then only bytes can be compared
        return


def _archives(first: bytes, second: bytes, names: Names) -> Iterator[str]:
    one, other = list(archive.archive_members(first)), list(archive.archive_members(second))
    if [name for name, _ in one] != [name for name, _ in other]:
        unequal = {name for name, _ in one} ^ {name for name, _ in other}
        yield f"other members: {', '.join(sorted(unequal)) or 'the same ones in another order'}"
        return
    for (name, mine), (_, theirs) in zip(one, other, strict=True):
        if mine != theirs:
            yield from (f"{name}: {what}" for what in differences(mine, theirs, names))


def _texts(first: str, second: str) -> Iterator[str]:
    pairs = zip_longest(first.splitlines(), second.splitlines())
    for number, (mine, theirs) in enumerate(pairs, 1):
        if mine != theirs:
            yield f"line {number}: {_shown(mine)} and {_shown(theirs)}"
            return


def _shown(line: str | None) -> str:
    if line is None:
        return "nothing"
    text = line.strip()
    return repr(text if len(text) <= 80 else f"{text[:77]}...")


def _bytes(first: bytes, second: bytes) -> Iterator[str]:
    if len(first) != len(second):
        yield f"{len(first)} and {len(second)} bytes"
    for at, (mine, theirs) in enumerate(zip(first, second, strict=False)):
        if mine != theirs:
            yield f"offset 0x{at:x}: {mine:02x} and {theirs:02x}"
            return


def _first(all_: Iterator[str]) -> Iterator[str]:
    yield from islice(all_, SHOWN)
    more = sum(1 for _ in all_)
    if more:
        yield f"and {more} more"


def diffoscope_report(first: Path, second: Path, report: Path) -> str | None:
    """Writes diffoscope's report on two folders to `report`; the line that names it.

    None where diffoscope is not installed: our own comparison has named section and symbol.
    """
    program = shutil.which("diffoscope")
    if program is None:
        return None
    report.parent.mkdir(parents=True, exist_ok=True)
    limit = ("--max-text-report-size", str(DIFFOSCOPE_REPORT_BYTES))
    command = (program, *limit, "--text", str(report), str(first), str(second))
    try:
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=DIFFOSCOPE_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"diffoscope took more than {DIFFOSCOPE_TIMEOUT_S} s and was stopped."
    return f"diffoscope's report: {report}" if report.is_file() else None
