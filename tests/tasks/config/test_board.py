"""The board of a target: which regions hold what, and what is wrong with one."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tasks.config import load_target
from tasks.config.board import (
    board_advice,
    board_names,
    board_of,
    memory_sizes,
    read_board,
    weight_regions,
)
from tests.tasks.config_root import ROOT, SMALL, faults, make_root, write

OWN = 'memory = { F = { kind = "flash", bytes = 10 }, R = { kind = "ram", bytes = 20 } }\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_root(tmp_path)
    for name in ("cortex-m4", "host-gcc"):
        (tmp_path / "toolchains" / name / "toolchain.toml").touch()
    return tmp_path


@pytest.mark.parametrize("name", board_names(ROOT))
def test_every_board_has_flash_and_ram_and_a_toolchain(name: str) -> None:
    board = read_board(name, ROOT)
    assert {region.kind for region in board.memory.values()} == {"flash", "ram"}
    assert (ROOT / "toolchains" / board.toolchain / "toolchain.toml").is_file()
    assert board.source


@pytest.mark.parametrize("name", board_names(ROOT))
def test_no_two_regions_of_a_board_share_an_address(name: str) -> None:
    spans = sorted(
        (region.origin, region.origin + region.bytes)
        for region in read_board(name, ROOT).memory.values()
        if region.origin is not None
    )
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert all(0 < end <= 2**32 for _, end in spans)


def test_no_board_is_none(root: Path) -> None:
    write(root, SMALL)
    assert board_of(load_target("x", root)) is None


def test_regions_default_to_the_first_of_their_kind(root: Path) -> None:
    write(root, f'{SMALL}[board]\nname = "stm32f407"\n')
    board = board_of(load_target("x", root))
    assert board is not None
    assert (board.code, board.models, board.data, board.arena) == (
        "FLASH",
        "FLASH",
        "SRAM",
        ("SRAM",),
    )


def test_each_planned_memory_has_a_region_and_the_last_holds_the_rest(root: Path) -> None:
    write(root, f'{SMALL}[board]\nname = "stm32f407"\narena = ["CCM", "SRAM"]\n')
    board = board_of(load_target("x", root))
    assert board is not None
    assert [board.arena_of(number) for number in (1, 2, 3)] == ["CCM", "SRAM", "SRAM"]


def test_own_regions_are_added_to_those_of_the_board_or_replace_them(root: Path) -> None:
    own = 'memory = { CCM = { kind = "ram", bytes = 1 }, X = { kind = "ram", bytes = 2 } }\n'
    write(root, f'{SMALL}[board]\nname = "stm32f407"\n{own}')
    board = board_of(load_target("x", root))
    assert board is not None
    assert (board.memory["CCM"].bytes, board.memory["X"].bytes) == (1, 2)
    assert board.memory["FLASH"].bytes == 1_048_576


def test_board_may_be_all_ones_own(root: Path) -> None:
    write(root, f"{SMALL}[board]\n{OWN}")
    board = board_of(load_target("x", root))
    assert board is not None
    assert (board.name, board.code, board.data) == ("x", "F", "R")


FAULTS = [
    ('name = "stm32f40"', "board.name: no board stm32f40 in toolchains/boards/. Did you mean"),
    ('name = "stm32h743"', "board.name: stm32h743 has the processor of toolchain cortex-m7"),
    ('name = "stm32f407"\ndata = "SRAN"', "board.data: no region SRAN. Did you mean SRAM?"),
    ('name = "stm32f407"\narena = ["SRAM", "X"]', "board.arena: no region X."),
    ('arena = ["X"]', "board.arena: no region X. There is none: set board.name, or write board."),
    ('memory = { F = { kind = "flash", bytes = 1 } }', 'board.memory: no region has kind = "ram"'),
    (f"{OWN}weights = [{{ region = 'X' }}]", "board.weights[0].region: no region X."),
    (
        f"{OWN}weights = [{{ region = 'R', bytes = 1 }}, {{ region = 'R', bytes = 1 }}]",
        "board.weights[1].region: R is named twice.",
    ),
    (f"{OWN}weights = [{{ region = 'F' }}]", "board.weights[0]: F holds the program as well. Say"),
    (f"{OWN}weights = [{{ region = 'R' }}]", "board.weights[0]: R holds data as well. Say"),
    (f"{OWN}weights = [{{ bytes = 1 }}]", "board.weights[0].region: missing. Set it to a string"),
    (
        f"{OWN}weights = [{{ region = 'F', bytes = 1 }}]",
        "board.weights: has no effect where runtime.form is not",
    ),
    ('memory = { F = { kind = "rom", bytes = 1 } }', 'board.memory.F.kind: "rom" is not known'),
]


COMPILED = SMALL.replace(
    "[select]\nall = true", '[runtime]\nform = "compiled"\n[select]\nmodels = ["models/mv2.pte"]'
)


def test_weights_are_linked_where_the_linker_finds_their_region(root: Path) -> None:
    own = OWN.replace("}\n", ', Q = { kind = "flash", bytes = 30 } }\n')
    places = (
        "weights = [{ region = 'R', bytes = 8 }, { region = 'F', bytes = 5 }, { region = 'Q' }]"
    )
    write(root, f"{COMPILED}[board]\n{own}{places}\n")
    found = weight_regions(load_target("x", root))
    assert [(each.name, each.section, each.capacity_bytes) for each in found] == [
        ("R", ".data.kerf_weights.R", 8),
        ("F", ".rodata.kerf_weights.F", 5),
        ("Q", ".kerf_weights.Q", 30),
    ]


def test_planned_memories_leave_weights_their_room(root: Path) -> None:
    own = OWN.replace("}\n", ', S = { kind = "ram", bytes = 30 } }\n')
    more = 'arena = ["R", "S"]\nstack-bytes = 3\nweights = [{ region = "R", bytes = 8 }]\n'
    write(root, f"{COMPILED}[board]\n{own}{more}")
    assert memory_sizes(load_target("x", root)) == (9, 30)


def test_external_weights_are_in_one_region(root: Path) -> None:
    external = COMPILED.replace("[runtime]", '[runtime]\nweights = "external"')
    places = "weights = [{ region = 'F', bytes = 5 }]"
    found = faults(root, f"{external}[board]\n{OWN}{places}\n")
    assert any("board.weights: has no effect where runtime.weights is not" in e for e in found)


def test_regions_of_weights_and_planned_memories_are_seven_at_most(root: Path) -> None:
    flashes = ", ".join(f'F{n} = {{ kind = "flash", bytes = 10 }}' for n in range(7))
    places = ", ".join(f'{{ region = "F{n}", bytes = 1 }}' for n in range(6))
    text = f"memory = {{ {flashes}, R = {{ kind = 'ram', bytes = 20 }} }}\nweights = [{places}"
    write(root, f"{COMPILED}[board]\n{text}]\n")
    assert len(weight_regions(load_target("x", root))) == 6
    found = faults(root, f'{COMPILED}[board]\n{text}, {{ region = "F6", bytes = 1 }}]\n')
    assert any(
        "board.weights: has 7 regions, and of these and planned memories" in e for e in found
    )


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_faults_name_the_key(root: Path, text: str, expected: str) -> None:
    assert any(expected in fault for fault in faults(root, f"{SMALL}[board]\n{text}\n"))


def test_a_mistake_in_a_board_is_reported_in_the_words_of_targets(root: Path) -> None:
    (root / "toolchains" / "boards" / "own.toml").write_text(
        'description = "own"\nsource = ["a"]\ntoolchain = "cortex-m4"\nclock = 1\n'
        '[memory]\nFLASH = "x"\nRAM = { kind = "ram", bytes = 1 }\n',
        encoding="utf-8",
    )
    found = faults(root, f'{SMALL}[board]\nname = "own"\n')
    shown = "toolchains/boards/own.toml"
    assert f"{shown}:2: source: expected a string, found a list." in found
    assert any(each.startswith(f"{shown}:4: clock: unknown key.") for each in found)
    assert f'{shown}:6: memory.FLASH: expected a table, found the string "x".' in found


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("stm32h7", ("stm32h743", "stm32h747")),
        ("nRF5340 DK", ("nrf5340", "nrf5340-net")),
        ("nucleo-l476rg", ("stm32l476",)),
        ("rp2035", ("rp2350",)),
        ("Cortex-M85", ("ra8m1",)),
    ],
)
def test_near_boards_are_found_by_name_kit_and_processor(word: str, found: tuple[str, ...]) -> None:
    advice = board_advice(word, ROOT)
    for name in found:
        assert re.search(rf"[ ]{name} \(", advice)
