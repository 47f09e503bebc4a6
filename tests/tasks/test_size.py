"""The table of sizes, and the gates of budget and baseline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from codegen.errors import SizeError
from tasks.baseline import Baseline
from tasks.config import Target, load_target
from tasks.part import Part
from tasks.size import gate, table, write_size
from tests.tasks.config_root import SMALL, make_root, write

SYMBOLS = (
    ("kerf::portable::add_out (adapter)", Part.KERNELS, 600, 0),
    ("kerf::Method::load()", Part.CORE, 300, 0),
    ("kerf::registered", Part.CORE, 0, 48),
    ("memcpy", Part.LIBC, 60, 0),
)


def target(folder: Path, budget: str = "") -> Target:
    root = make_root(folder)
    write(root, f"{SMALL}[budget]\n{budget}\n", name="m4")
    return load_target("m4", root)


def document(symbols: tuple[tuple[str, Part, int, int], ...] = SYMBOLS) -> dict[str, Any]:
    """A size.json whose bytes are those of `symbols` and 40 more of flash."""
    parts = {part.value: {"flash_bytes": 0, "ram_bytes": 0} for part in Part}
    for _, part, flash, ram in symbols:
        parts[part.value]["flash_bytes"] += flash
        parts[part.value]["ram_bytes"] += ram
    parts[Part.OTHER.value]["flash_bytes"] = 40
    return {
        "target": "m4",
        "flash_bytes": sum(part["flash_bytes"] for part in parts.values()),
        "ram_bytes": sum(part["ram_bytes"] for part in parts.values()),
        "parts": parts,
        "symbols": [
            {"name": name, "part": part.value, "flash_bytes": flash, "ram_bytes": ram}
            for name, part, flash, ram in symbols
        ],
    }


def baseline(of: dict[str, Any]) -> Baseline:
    return Baseline(
        flash_bytes=of["flash_bytes"],
        ram_bytes=of["ram_bytes"],
        parts={
            name: (part["flash_bytes"], part["ram_bytes"]) for name, part in of["parts"].items()
        },
        symbols={each["name"]: (each["flash_bytes"], each["ram_bytes"]) for each in of["symbols"]},
    )


def faults(measured: dict[str, Any], of: Target, before: Baseline | None = None) -> list[str]:
    with pytest.raises(SizeError) as caught:
        gate(measured, of, before)
    assert caught.value.exit_code == 7
    return list(caught.value.faults)


def test_a_size_within_its_budget_passes(tmp_path: Path) -> None:
    gate(document(), target(tmp_path, "flash-bytes = 1000\nram-bytes = 48"), None)


def test_over_budget_names_the_key_the_excess_and_the_largest_symbols(tmp_path: Path) -> None:
    (told,) = faults(document(), target(tmp_path, "flash-bytes = 900"))
    assert told == (
        "m4: flash is 1,000 B, 100 B over its budget of 900 B (budget.flash-bytes). "
        "Largest: kerf::portable::add_out (adapter) +600 B, kerf::Method::load() +300 B, "
        "memcpy +60 B."
    )


def test_both_budgets_are_told_at_once(tmp_path: Path) -> None:
    flash, ram = faults(document(), target(tmp_path, "flash-bytes = 1\nram-bytes = 0"))
    assert flash.startswith("m4: flash is 1,000 B")
    assert "budget.ram-bytes" in ram
    assert "Largest: kerf::registered +48 B." in ram


def test_growth_over_the_baseline_names_what_grew(tmp_path: Path) -> None:
    before = baseline(document())
    grown = document((("kerf::Method::load()", Part.CORE, 330, 0), SYMBOLS[0], *SYMBOLS[2:]))
    (told,) = faults(grown, target(tmp_path), before)
    assert told == (
        "m4: flash grew by 30 B to 1,030 B, more than budget.tolerance-bytes = 0. "
        "Grew: kerf::Method::load() +30 B. If it is meant: python -m tasks.baseline m4"
    )


def test_a_symbol_that_is_new_has_grown(tmp_path: Path) -> None:
    before = baseline(document())
    grown = document((*SYMBOLS, ("kerf::fresh()", Part.CORE, 8, 0)))
    (told,) = faults(grown, target(tmp_path), before)
    assert "Grew: kerf::fresh() +8 B." in told


def test_growth_without_a_symbol_is_strings_or_padding(tmp_path: Path) -> None:
    before = baseline(document())
    grown = document() | {"flash_bytes": 1004}
    (told,) = faults(grown, target(tmp_path), before)
    assert "Grew: no symbol: strings and padding." in told


def test_growth_within_the_tolerance_passes(tmp_path: Path) -> None:
    before = baseline(document())
    grown = document() | {"flash_bytes": 1016}
    gate(grown, target(tmp_path, "tolerance-bytes = 16"), before)
    told = faults(grown, target(tmp_path, "tolerance-bytes = 15"), before)
    assert "grew by 16 B" in told[0]


def test_shrinking_passes(tmp_path: Path) -> None:
    gate(document(SYMBOLS[1:]), target(tmp_path), baseline(document()))


def test_the_table_adds_up_and_shows_the_budget(tmp_path: Path) -> None:
    lines = table(document(), target(tmp_path, "flash-bytes = 14000"), None).split("\n")
    rows = {line[:21].strip(): line[21:].split() for line in lines[1:]}
    assert lines[0].split() == ["flash", "B", "+/-", "RAM", "B", "+/-"]
    assert rows["kernels"] == ["600", "0"]
    assert rows["strings and padding"] == ["40", "0"]
    assert rows["in all"] == ["1,000", "48"]
    assert rows["budget"] == ["14,000", "none"]
    assert rows.keys() == {*(part.value for part in Part), "in all", "budget"}


def test_the_table_shows_what_changed_since_the_baseline(tmp_path: Path) -> None:
    grown = document((("kerf::Method::load()", Part.CORE, 200, 50), *SYMBOLS[2:], SYMBOLS[0]))
    lines = table(grown, target(tmp_path), baseline(document())).split("\n")
    rows = {line[:21].strip(): line[21:].split() for line in lines[1:]}
    assert rows["core"] == ["200", "-100", "98", "+50"]
    assert rows["kernels"] == ["600", "=", "0", "="]
    assert rows["in all"] == ["900", "-100", "98", "+50"]


def test_the_same_sizes_are_the_same_file(tmp_path: Path) -> None:
    path = write_size(document(), tmp_path)
    before = path.stat().st_mtime_ns
    shuffled = dict(reversed(document().items()))
    assert write_size(shuffled, tmp_path).stat().st_mtime_ns == before
