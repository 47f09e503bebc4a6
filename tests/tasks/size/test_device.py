"""What the device holds, and the gate that it must fit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tasks.config import load_target
from tasks.size.device import with_stack
from tasks.size.gate import Gate, gate_faults
from tasks.size.parts_table import device_table
from tests.tasks.built_targets import Built
from tests.tasks.config_root import SMALL, make_root, write
from tests.tasks.sizes import size


def region(name: str, kind: str, capacity: int, **holds: int) -> dict[str, Any]:
    held = [{"name": key.replace("_", " "), "bytes": value} for key, value in holds.items()]
    used = sum(holds.values())
    return {
        "name": name,
        "kind": kind,
        "capacity_bytes": capacity,
        "used_bytes": used,
        "free_bytes": capacity - used,
        "holds": held,
    }


FLASH = region("FLASH", "flash", 1000, code=600, model=300)
FULL = region("SRAM", "ram", 100, planned_memory=90, method_memory=20)


def faults(tmp_path: Path, *regions: dict[str, Any], budget: str = "") -> dict[Gate, list[str]]:
    root = make_root(tmp_path)
    write(root, f"{SMALL}[budget]\n{budget}\n")
    measured = size(device={"board": "b", "regions": list(regions)})
    found = gate_faults(measured, load_target("x", root), None)
    return {gate: list(texts) for gate, texts in found.items() if texts}


def test_what_fits_passes(tmp_path: Path) -> None:
    assert faults(tmp_path, FLASH, region("SRAM", "ram", 110, planned_memory=90)) == {}


def test_full_region_names_what_it_holds_and_where_there_is_room(tmp_path: Path) -> None:
    other = region("SDRAM", "ram", 4096)
    [fault] = faults(tmp_path, FLASH, FULL, other)[Gate.BOARD]
    assert "x: SRAM of b has 100 B and needs 110 B, 10 B too many" in fault
    assert "planned memory 90, method memory 20" in fault
    assert "Move planned memory with board.arena: SDRAM (4,096 B free)." in fault


def test_full_region_that_another_memory_follows_says_what_leaves_room(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    own = "{ F = { kind = 'flash', bytes = 9 }, R = { kind = 'ram', bytes = 100 }, "
    own += "S = { kind = 'ram', bytes = 4096 } }"
    write(root, f"{SMALL}[board]\nmemory = {own}\narena = ['R', 'S']\n")
    full = region("R", "ram", 100, planned_memory=90, scratch=20)
    measured = size(device={"board": "x", "regions": [full, region("S", "ram", 4096)]})
    [fault] = gate_faults(measured, load_target("x", root), None)[Gate.BOARD]
    assert fault.endswith("Leave more room there: optimize.memory-bytes = [80, 4096].")


def test_full_region_without_another_says_that_there_is_none(tmp_path: Path) -> None:
    [fault] = faults(tmp_path, FLASH, FULL)[Gate.BOARD]
    assert "No region has room for planned memory" in fault


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (
            "arena-bytes = 109",
            "x: arena is 110 B, 1 B over its budget of 109 B (budget.arena-bytes): "
            "planned memory 90, method memory 20.",
        ),
        (
            "image-bytes = 899",
            "x: image is 900 B, 1 B over its budget of 899 B (budget.image-bytes): "
            "code 600, model 300.",
        ),
    ],
)
def test_budgets_of_the_device(tmp_path: Path, budget: str, expected: str) -> None:
    [fault] = faults(tmp_path, FLASH, {**FULL, "free_bytes": 0}, budget=budget)[Gate.BUDGET]
    assert fault == expected
    below = budget.replace("109", "110").replace("899", "900")
    assert faults(tmp_path / "2", FLASH, {**FULL, "free_bytes": 0}, budget=below) == {}


def test_table_shows_each_region_and_what_it_holds() -> None:
    lines = device_table(size(device={"board": "b", "regions": [FLASH, FULL]}))
    assert lines[0] == "device: b"
    assert [line.split() for line in lines[2:]] == [
        ["FLASH", "900", "1,000", "100"],
        ["code", "600"],
        ["model", "300"],
        ["SRAM", "110", "100", "-10"],
        ["planned", "memory", "90"],
        ["method", "memory", "20"],
    ]


@pytest.mark.parametrize(("used", "stack"), [(0, 50), (50, 50), (80, 80)])
def test_a_stack_counts_what_is_reserved_or_what_a_run_used(used: int, stack: int) -> None:
    ram = region("SRAM", "ram", 100, method_memory=20, stack=50)
    measured = size(device={"board": "b", "regions": [FLASH, ram]}).device
    assert measured is not None
    others, grown = with_stack(measured, used).regions
    assert others == measured.regions[0]
    assert (grown.used_bytes, grown.free_bytes) == (20 + stack, 80 - stack)
    assert {held.name: held.bytes for held in grown.holds} == {"method memory": 20, "stack": stack}


def test_a_stack_that_is_not_reserved_is_where_method_memory_is() -> None:
    ram = region("SRAM", "ram", 100, method_memory=20)
    measured = size(device={"board": "b", "regions": [FLASH, ram]}).device
    assert measured is not None
    grown = with_stack(measured, 100).regions[1]
    assert (grown.used_bytes, grown.free_bytes) == (120, -20)


def test_device_holds_what_the_plan_and_the_elf_say(built_target: Callable[[str], Built]) -> None:
    built = built_target("arm")
    device = built.sizes.device
    assert device is not None
    held = {each.name: each.bytes for region in device.regions for each in region.holds}
    assert held["code"] == built.sizes.flash_bytes
    assert held["planned memory"] == built.sizes.memory.planned_bytes
    assert held["method memory"] == built.sizes.memory.method_bytes
