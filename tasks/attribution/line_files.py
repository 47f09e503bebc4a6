"""The source files that a unit's line table names.

Source: DWARF 5, section 6.2.4 (the line number program header); before version 5, DWARF 4, 6.2.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tasks.attribution.entries import Sections, Unit
from tasks.attribution.forms import Widths, end, form_name, number, text, uleb

_IS_64_BIT = b"\xff\xff\xff\xff"
_PATH, _FOLDER = 1, 2
"""DW_LNCT_path and DW_LNCT_directory_index."""


def line_files(unit: Unit) -> Iterator[str]:
    """The paths of a unit's files, as they were passed to the compiler, by their number.

    Raises:
        IndexError: the table is cut off.

    """
    if "DW_AT_stmt_list" not in unit.top:
        return
    data, at = unit.sections.lines, unit.top.number("DW_AT_stmt_list")
    width = 8 if data[at : at + 4] == _IS_64_BIT else 4  # whatever the unit has
    at += 4 if width == 4 else 12
    version = int.from_bytes(data[at : at + 2], "little")
    at += 2 + (2 if version >= 5 else 0) + width
    at += 1 + (1 if version >= 4 else 0) + 3  # lengths of instructions, is_stmt, the line's range
    at += data[at]  # its own length, and one for each opcode but 0
    if version >= 5:
        yield from _new(unit.sections, at, replace(unit.widths, offset=width))
    else:
        yield unit.top.text("DW_AT_name") or ""  # files count from 1
        yield from _old(data, at)


def _new(sections: Sections, at: int, widths: Widths) -> Iterator[str]:
    folders, at = _rows(sections, at, widths)
    files, _ = _rows(sections, at, widths)
    for name, folder in files:
        yield _joined(folders[folder][0] if folder < len(folders) else "", name)


def _rows(sections: Sections, at: int, widths: Widths) -> tuple[list[tuple[str, int]], int]:
    """Path and folder of each row of a table, and where it ends."""
    data = sections.lines
    format_ = []
    count = data[at]
    at += 1
    for _ in range(count):
        content, at = uleb(data, at)
        known, at = uleb(data, at)
        format_.append((content, form_name(known)))
    rows = []
    count, at = uleb(data, at)
    for _ in range(count if format_ else 0):
        path, folder = "", 0
        for content, form in format_:
            size = widths.of(form)
            if content == _PATH:
                path = _text(sections, at, form, size)
            elif content == _FOLDER:
                folder = number(data, at, form, size)
            at = end(data, at, form) if size is None else at + size
        if at > len(data):
            raise IndexError("a line table is cut off")
        rows.append((path, folder))
    return rows, at


def _text(sections: Sections, at: int, form: str, size: int | None) -> str:
    if form == "string":
        return text(sections.lines, at)
    found = number(sections.lines, at, form, size)
    if form == "line_strp":
        return text(sections.line_strings, found)
    if form != "strp":
        raise NotImplementedError(f"a path as {form}")
    return text(sections.strings, found)


def _old(data: bytes, at: int) -> Iterator[str]:
    folders = [""]
    while data[at]:
        folders.append(text(data, at))
        at = data.index(b"\0", at) + 1
    at += 1
    while data[at]:
        name = text(data, at)
        folder, at = uleb(data, data.index(b"\0", at) + 1)
        at = uleb(data, uleb(data, at)[1])[1]  # its time and size
        yield _joined(folders[folder], name)


def _joined(folder: str, name: str) -> str:
    if not folder or folder == "." or name.startswith("/"):
        return name
    return f"{folder.removeprefix('./')}/{name}"
