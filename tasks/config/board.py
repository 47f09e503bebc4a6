"""The memory of the board that a target is for, and what is kept in which region of it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from codegen.compiled.tables import WeightRegion
from codegen.optimize.names import PassName
from tasks.config.document import read_document
from tasks.config.model import BoardRegion, Table, Target, WeightPlace
from tasks.config.table_file import checked
from tasks.targets import found_names, of_project, shown_path

FOLDER = "toolchains/boards"
SHOWN = 6
"""Boards that a fault names."""


class BoardFile(Table):
    """A board of `toolchains/boards/`: its processor's toolchain, its memory and who says so."""

    description: str
    source: str
    toolchain: str
    memory: Mapping[str, BoardRegion]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The board of a target; each placement is the name of a region."""

    name: str
    memory: Mapping[str, BoardRegion]
    code: str
    models: str
    data: str
    arena: tuple[str, ...]
    """For planned memory 1, 2, ..; the last also for those that follow."""
    stack_bytes: int
    weights: tuple[WeightRegion, ...] = ()
    """For linked weights, the fastest first; none: they are where the models are."""

    def arena_of(self, memory_id: int) -> str:
        """The region of planned memory `memory_id`, from 1 on."""
        return self.arena[min(memory_id, len(self.arena)) - 1]


def memory_sizes(target: Target) -> tuple[int, ...]:
    """The size of each planned memory into which a target's models are planned; none: no limit.

    Raises:
        ConfigError: the board's file is wrong.

    """
    sizes = target.optimize.memory_bytes
    board = board_of(target)
    if sizes or board is None or len(board.arena) == 1:
        return sizes
    if PassName.PLAN not in target.passes:
        return ()
    return tuple(max(board.memory[name].bytes - _others(board, name), 0) for name in board.arena)


def _others(board: Board, name: str) -> int:
    """Bytes of a region that are for the stack and for weights."""
    stack = board.stack_bytes if name == board.data else 0
    return stack + sum(each.capacity_bytes for each in board.weights if each.name == name)


def arena_count(target: Target) -> int:
    """How many planned memories of its own a compiled target may have.

    Raises:
        ConfigError: the board's file is wrong.

    """
    board = board_of(target)
    regions = 1 if board is None else len(board.arena)
    return max(regions, len(target.optimize.memory_bytes))


def read_board(name: str, root: Path) -> BoardFile:
    """The board of `toolchains/boards/<name>.toml`, of the project around Kerf before Kerf's.

    Raises:
        ConfigError: the file cannot be read or is wrong.

    """
    path = of_project(root, f"{FOLDER}/{name}.toml")
    return checked(BoardFile, read_document(path, shown_path(path, root)))


def board_names(root: Path) -> tuple[str, ...]:
    """All that `[board] name` may be, sorted."""
    return tuple(name.removesuffix(".toml") for name in found_names(root, FOLDER, "*.toml"))


def board_advice(word: str, root: Path) -> str:
    """The boards that `word` may mean, by name, kit or processor."""
    plain = _plain(word)
    known = {name: read_board(name, root).description for name in board_names(root)}
    near = [name for name, about in known.items() if plain and plain in _plain(f"{name} {about}")]
    near += difflib.get_close_matches(word.lower(), known, n=SHOWN)
    shown = [f"{name} ({known[name]})" for name in dict.fromkeys(near)][:SHOWN]
    if not shown:
        return f" There are: {', '.join(known)}."
    return f" Did you mean {'; '.join(shown)}?"


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def board_of(target: Target) -> Board | None:
    """The board of a checked `target`; None where its file says nothing of one.

    Raises:
        ConfigError: the board's file is wrong.

    """
    wanted = target.board
    memory = {} if wanted.name is None else dict(read_board(wanted.name, target.root).memory)
    memory |= wanted.memory
    if not memory:
        return None
    flash, ram = (
        next(name for name, region in memory.items() if region.kind == kind)
        for kind in ("flash", "ram")
    )
    code, data = wanted.code or flash, wanted.data or ram
    return Board(
        name=wanted.name or target.name,
        memory=memory,
        code=code,
        models=wanted.models or code,
        data=data,
        arena=wanted.arena or (data,),
        stack_bytes=wanted.stack_bytes,
        weights=tuple(
            WeightRegion(
                name=place.region,
                section=weight_section(place.region, memory[place.region].kind, code),
                capacity_bytes=_room(place, memory[place.region]),
            )
            for place in wanted.weights
        ),
    )


def weight_section(region: str, kind: str, code: str) -> str:
    """The section of the weights in a region: linkers place those of the code's region with the
    read-only data, and those of RAM with the initial values, which start-up code copies.
    """
    before = ".data" if kind == "ram" else ".rodata" if region == code else ""
    return f"{before}.kerf_weights.{region}"


def _room(place: WeightPlace, region: BoardRegion) -> int:
    return region.bytes if place.bytes is None else place.bytes


def weight_regions(target: Target) -> tuple[WeightRegion, ...]:
    """The regions for a target's linked weights, the fastest first; none: they are not divided.

    Raises:
        ConfigError: the board's file is wrong.

    """
    board = board_of(target)
    return () if board is None else board.weights
