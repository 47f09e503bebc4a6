"""Checks that types cannot express: files that must exist, keys that need one another.

Each check takes the values as written, which may be of any type: the wrong ones have been found
already, and all faults are reported at once.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from codegen.compiled.tables import MOST_ARENAS, MOST_BASES
from tasks.config import ethos_u
from tasks.config.board import FOLDER, board_advice, board_names, read_board
from tasks.config.model import ALL, absolute
from tasks.config.words import Finding, advice, nearest
from tasks.targets import toolchain_names

SELECT_PATHS = ("models", "op-lists", "yaml", "dtype-files")
SELECT_SOURCES = (*SELECT_PATHS, "ops", "dtypes", "all")


def check_selection(values: Mapping[str, Any]) -> Iterator[Finding]:
    """Finds a selection of nothing."""
    select = _table(values, "select")
    sources = [select.get(source) for source in SELECT_SOURCES]
    if not any(source for source in sources if source != ALL):  # `dtypes = "all"` is no source
        yield Finding(
            ("select",),
            "selects nothing. Name models, ops or another source, or write all = true.",
        )


def check_registry(values: Mapping[str, Any]) -> Iterator[Finding]:
    """Finds a capacity that nothing would obey."""
    registry = _table(values, "registry")
    if "capacity" in registry and registry.get("form") == "table":
        yield Finding(
            ("registry", "capacity"),
            'has no effect where form = "table": a table contains exactly what is selected. '
            'Drop it, or set form = "dynamic".',
        )


def check_runtime(values: Mapping[str, Any]) -> Iterator[Finding]:
    """Finds what compiled programs would not obey: they call exactly what their models call."""
    if _table(values, "runtime").get("form") != "compiled":
        return
    select = _table(values, "select")
    for source in SELECT_SOURCES:
        if source != "models" and select.get(source):
            yield Finding(
                ("select", source),
                'has no effect where runtime.form = "compiled": nothing but the models is run. '
                "Drop it.",
            )
    if select.get("describe"):
        yield Finding(
            ("select", "describe"),
            'has no effect where runtime.form = "compiled": the binary loads no other model. '
            "Drop it.",
        )
    if _table(values, "runtime").get("profile"):
        yield Finding(
            ("runtime", "profile"),
            'has no effect where runtime.form = "compiled": drop it. '
            "`nox -s run -- TARGET --profile` counts its calls in the emulator.",
        )
    if not select.get("models"):
        yield Finding(("select", "models"), "names no model to compile. Name one.")
    for path in (("optimize", "memory-bytes"), ("board", "arena")):
        memories = _table(values, path[0]).get(path[1])
        if isinstance(memories, list) and len(memories) > MOST_ARENAS:
            yield Finding(
                path,
                f"has {len(memories)} memories, and compiled programs have at most {MOST_ARENAS}. "
                'Name fewer, or set runtime.form = "interpreter".',
            )
    if _table(values, "registry").get("form") == "dynamic":
        yield Finding(
            ("registry", "form"),
            'is "dynamic", and compiled programs have no registry. Drop it, or set '
            'runtime.form = "interpreter".',
        )


def check_libraries(values: Mapping[str, Any], root: Path) -> Iterator[Finding]:
    """Finds libraries that Kerf does not have, or that are named twice."""
    order = _strings(_table(values, "libraries").get("order"))
    known = _folders_with("functions.yaml", root / "runtime" / "kernels")
    for index, name in order:
        path = ("libraries", "order", index)
        if name not in known:
            yield Finding(path, f"no library {name} in runtime/kernels/.{advice(name, known)}")
        elif name in [earlier for i, earlier in order if i < index]:
            yield Finding(path, f"{name} is listed twice. Drop one: the first is searched first.")


def check_toolchain(values: Mapping[str, Any], root: Path) -> Iterator[Finding]:
    """Finds a toolchain that Kerf does not have."""
    name = _table(values, "toolchain").get("name")
    known = toolchain_names(root)
    if isinstance(name, str) and name not in known:
        yield Finding(
            ("toolchain", "name"), f"no toolchain {name} in toolchains/.{advice(name, known)}"
        )


def check_board(values: Mapping[str, Any], root: Path) -> Iterator[Finding]:
    """Finds a board that Kerf does not have or that has another processor, and unknown regions."""
    board, memory = _table(values, "board"), dict[str, str]()
    name, known = board.get("name"), board_names(root)
    if isinstance(name, str) and name not in known:
        yield Finding(("board", "name"), f"no board {name} in {FOLDER}/.{board_advice(name, root)}")
        return
    if isinstance(name, str):
        file = read_board(name, root)
        memory |= {key: region.kind for key, region in file.memory.items()}
        used = _table(values, "toolchain").get("name")
        if isinstance(used, str) and used != file.toolchain:
            yield Finding(
                ("board", "name"),
                f"{name} has the processor of toolchain {file.toolchain}, and toolchain.name is "
                f"{used}. Change one of them.",
            )
    own = _table(board, "memory")
    memory |= {key: str(_table(own, key).get("kind")) for key in own}
    placed = [(key, board.get(key)) for key in ("code", "models", "data")]
    arena = board.get("arena")
    placed += [("arena", region) for region in (arena if isinstance(arena, list) else [])]
    for key, region in placed:
        if isinstance(region, str) and region not in memory:
            yield Finding(("board", key), _no_region(region, memory))
    for kind in ("flash", "ram") if memory else ():
        if kind not in memory.values():
            yield Finding(("board", "memory"), f'no region has kind = "{kind}". Add one.')
    yield from _check_weights(values, memory)


def _no_region(name: str, memory: Mapping[str, str]) -> str:
    repair = advice(name, memory) or " There is none: set board.name, or write board.memory."
    return f"no region {name}.{repair}"


def _check_weights(values: Mapping[str, Any], memory: Mapping[str, str]) -> Iterator[Finding]:
    """Finds regions of weights that there are not, or that nothing would use.

    `memory`: the kind of each region of the board.
    """
    board, runtime = _table(values, "board"), _table(values, "runtime")
    places = board.get("weights")
    if not isinstance(places, list) or not places:
        return
    path = ("board", "weights")
    if runtime.get("form") != "compiled":
        yield Finding(
            path,
            'has no effect where runtime.form is not "compiled": a .pte is one file, in one region '
            '(board.models). Drop it, or set runtime.form = "compiled".',
        )
    elif runtime.get("weights") != "linked":
        yield Finding(
            path,
            'has no effect where runtime.weights is not "linked": external weights are one file, '
            'in one region (board.models). Drop it, or set runtime.weights = "linked".',
        )
    flash = next((name for name, kind in memory.items() if kind == "flash"), None)
    ram = next((name for name, kind in memory.items() if kind == "ram"), None)
    data = board.get("data") or ram
    arenas = [name for _, name in _strings(board.get("arena"))]
    shared: dict[Any, str] = dict.fromkeys(arenas or (data,), "planned memory")
    shared |= {board.get("code") or flash: "the program", data: "data"}
    sizes = _table(values, "optimize").get("memory-bytes")
    count = max(1, len(arenas), len(sizes) if isinstance(sizes, list) else 0) + len(places)
    if count > MOST_BASES - 1:
        yield Finding(
            path,
            f"has {len(places)} regions, and of these and planned memories together compiled "
            f"programs have at most {MOST_BASES - 1}. Name fewer.",
        )
    names: list[str] = []
    for index, place in enumerate(places):
        name = place.get("region") if isinstance(place, dict) else None
        if not isinstance(name, str):
            continue
        if name not in memory:
            yield Finding((*path, index, "region"), _no_region(name, memory))
        elif name in names:
            yield Finding((*path, index, "region"), f"{name} is named twice. Drop one.")
        elif place.get("bytes") is None and name in shared:
            yield Finding(
                (*path, index),
                f"{name} holds {shared[name]} as well. Say with bytes how much of it is for "
                "weights.",
            )
        names.append(name)


def check_backends(values: Mapping[str, Any], folder: Path, root: Path) -> Iterator[Finding]:
    """Finds a driver's folder that is none, or that has not what the build compiles."""
    table = _table(_table(values, "backends"), "ethos-u")
    written, path = table.get("driver"), ("backends", "ethos-u", "driver")
    if not isinstance(written, str):
        return
    if text := _path_fault(folder, written, root, "a folder", stat.S_ISDIR):
        yield Finding(path, text)
        return
    npu = table.get("npu")
    sources = ethos_u.driver_sources(npu if isinstance(npu, str) else None)
    needed = (f"{ethos_u.INCLUDE}/{ethos_u.HEADER}", *sources)
    there = absolute(folder, written)
    if missing := [name for name in needed if not (there / name).is_file()]:
        yield Finding(
            path,
            f"{written} has no {' and no '.join(missing)}: it is not Arm's driver. Name a checkout "
            "of ethos-u-core-driver (git.gitlab.arm.com/artificial-intelligence/ethos-u).",
        )


def check_paths(values: Mapping[str, Any], folder: Path, root: Path) -> Iterator[Finding]:
    """Finds paths, relative to `folder`, at which there is no file (or folder) to read."""
    select = _table(values, "select")
    for key in SELECT_PATHS:
        for index, written in _strings(select.get(key)):
            if text := _path_fault(folder, written, root, "a file", stat.S_ISREG):
                yield Finding(("select", key, index), text)
    for index, written in _strings(_table(values, "optimize").get("data")):
        if text := _path_fault(folder, written, root, "a file", stat.S_ISREG):
            yield Finding(("optimize", "data", index), text)
    for index, written in _strings(_table(values, "libraries").get("paths")):
        if text := _path_fault(folder, written, root, "a folder", stat.S_ISDIR):
            yield Finding(("libraries", "paths", index), text)
        elif not (absolute(folder, written) / "functions.yaml").is_file():
            text = f"{written} has no functions.yaml, which describes a library's kernels."
            yield Finding(("libraries", "paths", index), text)
    for index, written in _strings(_table(values, "libraries").get("executorch")):
        if text := _path_fault(folder, written, root, "a folder", stat.S_ISDIR):
            yield Finding(("libraries", "executorch", index), text)


def _path_fault(folder: Path, written: str, root: Path, kind: str, is_kind: Any) -> str | None:
    try:
        path = absolute(folder, written)
        if not is_kind(path.stat().st_mode):
            return f"{written} is not {kind}. Name {kind}."
        return None if os.access(path, os.R_OK) else f"{written} cannot be read: check permissions."
    except (FileNotFoundError, NotADirectoryError):
        return f"{written} does not exist.{_path_advice(folder, written, root)}"
    except (OSError, ValueError) as error:  # a name too long, a NUL, a loop of links, a wall
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return f"{written} cannot be read: {(reason or str(error)).lower()}."


def _path_advice(folder: Path, written: str, root: Path) -> str:
    """The nearest name where the path stops existing, or the path relative to the right folder."""
    if (root / written).exists():
        return f" Paths are relative to this file: write {os.path.relpath(root / written, folder)}."
    there = folder
    for part in Path(written).parts:
        if not (there / part).exists():
            near = nearest(part, _names(there))
            return f" The nearest name there is {near}." if near else ""
        there = there / part
    return ""


def _names(folder: Path) -> Sequence[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except OSError:  # no folder, or a closed one: there is nothing to offer
        return ()


def _folders_with(file: str, parent: Path) -> Sequence[str]:
    return sorted(path.parent.name for path in parent.glob(f"*/{file}"))


def _table(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = values.get(name)
    return table if isinstance(table, dict) else {}


def _strings(value: Any) -> list[tuple[int, str]]:
    """The items of a list that are strings, with their indices; of a string, that."""
    if isinstance(value, str):
        return [(0, value)]
    if not isinstance(value, list):
        return []
    return [(index, item) for index, item in enumerate(value) if isinstance(item, str)]
