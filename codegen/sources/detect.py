"""Distinguishing the sources: the word `all`, a file by its content, else an inline list."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

from codegen.errors import SelectionError
from codegen.lowered import is_lowered, read_turned_back
from codegen.optimize.roles import Operators
from codegen.pte import BUNDLE_IDENTIFIER, DATA_IDENTIFIER, PROGRAM_IDENTIFIER, read_model
from codegen.selection import EVERYTHING, Selection, everything, union
from codegen.sources.collect import collect
from codegen.sources.dtype_dict import read_dtypes
from codegen.sources.functions_yaml import read_functions
from codegen.sources.oplist import read_inline, read_oplist
from codegen.sources.pte import selection_of_model
from codegen.sources.selected_operators import FIELDS, read_selected_operators
from codegen.sources.yaml_document import Element, parse_yaml

MODEL_SUFFIXES = (".pte", ".bpte", ".ptd")
YAML_SUFFIXES = (".yaml", ".yml")
TEXT_SUFFIXES = (*YAML_SUFFIXES, ".json", ".txt")
# Lists are written by people and small tools; native_functions.yaml has 0.6 MB.
MAX_TEXT_BYTES = 16 << 20
GIVE = "Give a .pte or .bpte, a list, a YAML or JSON file, operators, or all"


def read_sources(
    sources: Sequence[str], *, operators: Callable[[], Operators] | None = None
) -> Selection:
    """The union of all `sources`, in any order the same.

    With `operators` what models have lowered to XNNPACK is turned back into those.

    Each is the path of a file, the word `all`, or operators separated by commas. A file is called
    by its name in the result; files of the same name in different folders by their paths as given.

    Raises:
        SelectionError: with the faults of all sources.

    """

    def read(source: str) -> Selection:
        return read_source(source, name=names.get(source), operators=operators)

    if not sources:
        raise SelectionError(f"no source. {GIVE}.")
    names = _names(sources)
    return union(collect(sources, read))


def read_source(
    source: str, *, name: str | None = None, operators: Callable[[], Operators] | None = None
) -> Selection:
    """What one source requests; `name` is what a file is called in the result.

    Raises:
        SelectionError: the source is neither a file nor a list, or is wrong.

    """
    if source == EVERYTHING:
        return everything()
    path = Path(source)
    if _is_path(source, path):
        return read_file(path, name=name, operators=operators)
    return read_inline(source)


def read_file(
    path: Path, *, name: str | None = None, operators: Callable[[], Operators] | None = None
) -> Selection:
    """What the file `path` requests, whatever kind it is; `operators` as for `read_sources()`.

    Raises:
        SelectionError: it is missing, of no known kind, or wrong.

    """
    name = name or printable(path.name)
    head = _head(path)
    known = head[4:8] in (PROGRAM_IDENTIFIER, BUNDLE_IDENTIFIER, DATA_IDENTIFIER)
    if known or path.suffix in MODEL_SUFFIXES:
        if operators is None or not is_lowered(path):
            return selection_of_model(read_model(path, name=name))
        return selection_of_model(read_turned_back(path, operators=operators(), name=name))
    text = _text(path, head)
    where = str(path)
    if path.suffix in YAML_SUFFIXES:
        return _read_yaml(parse_yaml(text, where), name)
    if path.suffix == ".json":
        return _read_yaml(_parse_json(text, where), name)
    return read_oplist(text, source=name, where=where)


def printable(name: str) -> str:
    """`name` with what cannot be printed replaced: file names may hold any bytes."""
    text = name.encode(errors="surrogateescape").decode(errors="replace")
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def _names(sources: Sequence[str]) -> dict[str, str]:
    """What each file is called: its name, or its path where that is not enough."""
    paths = {source: Path(source) for source in sources if "\0" not in source}
    files: dict[str, set[str]] = {}
    for path in paths.values():
        files.setdefault(path.name, set()).add(os.path.realpath(path))
    return {
        source: printable(path.name if len(files[path.name]) == 1 else path.as_posix())
        for source, path in paths.items()
    }


def _is_path(source: str, path: Path) -> bool:
    if "/" in source or path.suffix in MODEL_SUFFIXES + TEXT_SUFFIXES:
        return True
    try:
        return bool(source) and path.exists()
    except (OSError, ValueError):  # a list can be longer than a name may be
        return False


def _head(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
            raise SelectionError(f"{path}: {what}. {GIVE}.")
        with path.open("rb") as file:
            return file.read(4096)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise SelectionError(f"{path}: {reason or error}. {GIVE}.") from None


def _text(path: Path, head: bytes) -> str:
    if b"\0" in head:
        raise SelectionError(f"{path}: byte {head.index(0)}: neither a model nor text. {GIVE}.")
    try:
        with path.open("rb") as file:
            data = file.read(MAX_TEXT_BYTES + 1)
    except OSError as error:
        raise SelectionError(f"{path}: {error.strerror or error}. {GIVE}.") from None
    if len(data) > MAX_TEXT_BYTES:
        raise SelectionError(f"{path}: too large for a list ({MAX_TEXT_BYTES >> 20} MB). {GIVE}.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SelectionError(f"{path}:{line}: not UTF-8. Save the list as UTF-8.") from None


def _parse_json(text: str, where: str) -> Element:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise SelectionError(f"{where}:{error.lineno}: not JSON: {error.msg}.") from None
    except (RecursionError, ValueError):
        raise SelectionError(f"{where}:1: too deep or too large for a list.") from None
    # JSON is YAML except for tabs, which JSON allows between its elements only.
    return parse_yaml(text.replace("\t", " "), where)


def _read_yaml(root: Element, name: str) -> Selection:
    if root.kind == "a list":
        return read_functions(root, source=name)
    entries = root.entries("a list of operators, or a mapping")
    if any(key in FIELDS for key in entries):
        return read_selected_operators(root, source=name)
    return read_dtypes(root, source=name)
