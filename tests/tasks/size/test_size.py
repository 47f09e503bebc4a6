"""The tables of sizes, and the gates of board, budget and baseline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from codegen.errors import SizeError
from tasks.attribution.purpose import Part
from tasks.config import Target, load_target
from tasks.size.baseline import Baseline, record_of
from tasks.size.document import Size, write_size
from tasks.size.gate import gate
from tasks.size.matrix_table import WIDTH, matrix_table, notes
from tasks.size.parts_table import parts_table
from tasks.size.row import row_of
from tests.tasks.config_root import SMALL, make_root, write
from tests.tasks.sizes import SYMBOLS, Symbols, size


def target(folder: Path, budget: str = "") -> Target:
    root = make_root(folder)
    write(root, f"{SMALL}[budget]\n{budget}\n", name="m4")
    return load_target("m4", root)


def baseline(of: Size, *, exact: bool = True) -> Baseline:
    return Baseline(record=record_of(of), exact=exact)


def faults(measured: Size, of: Target, before: Baseline | None = None) -> list[str]:
    with pytest.raises(SizeError) as caught:
        gate(measured, of, before)
    assert caught.value.exit_code == 7
    return list(caught.value.faults)


def changed(**flash: int) -> Symbols:
    """The symbols with other sizes, by the last part of their names."""
    return tuple(
        (name, purpose, operator, flash.get(name.rpartition("::")[2], before), ram)
        for name, purpose, operator, before, ram in SYMBOLS
    )


# Gates


def test_a_size_within_its_budget_passes(tmp_path: Path) -> None:
    gate(size(), target(tmp_path, "flash-bytes = 1000\nram-bytes = 48"), None)


def test_over_budget_names_the_key_the_excess_and_what_is_largest(tmp_path: Path) -> None:
    (message,) = faults(size(), target(tmp_path, "flash-bytes = 900"))
    assert message == (
        "m4: flash is 1,000 B, 100 B over its budget of 900 B (budget.flash-bytes). "
        "Largest: operators aten::add.out 600 B; symbols kerf::portable::add_out 600 B, "
        "kerf::Method::load 300 B, memcpy 60 B."
    )


def test_both_budgets_are_reported_at_once(tmp_path: Path) -> None:
    flash, ram = faults(size(), target(tmp_path, "flash-bytes = 1\nram-bytes = 0"))
    assert flash.startswith("m4: flash is 1,000 B")
    assert "budget.ram-bytes" in ram
    assert "symbols kerf::registered 48 B." in ram


def test_more_than_the_board_has_is_a_fault_without_any_budget(tmp_path: Path) -> None:
    full = size(
        regions=[
            {"name": "FLASH", "capacity_bytes": 990, "used_bytes": 1004, "free_bytes": -14},
            {"name": "RAM", "capacity_bytes": 64, "used_bytes": 48, "free_bytes": 16},
        ]
    )
    (message,) = faults(full, target(tmp_path))
    assert message.startswith("m4: FLASH has 990 B and 1,004 B are used, 14 B too many. Largest: ")


def test_growth_over_the_baseline_names_operators_and_symbols(tmp_path: Path) -> None:
    (message,) = faults(size(changed(add_out=630)), target(tmp_path), baseline(size()))
    assert message == (
        "m4: code grew by 30 B to 1,030 B since the record of arm-none-eabi-gcc 12.2.1, "
        "more than budget.tolerance-bytes = 0. "
        "Grew: operators aten::add.out +30 B; symbols kerf::portable::add_out +30 B. "
        'If it is meant: nox -s rebaseline -- m4 --reason "..."'
    )


def test_growth_of_the_core_is_of_no_operator(tmp_path: Path) -> None:
    (message,) = faults(size(changed(load=330)), target(tmp_path), baseline(size()))
    assert "Grew: symbols kerf::Method::load +30 B." in message


def test_a_symbol_that_is_new_has_grown(tmp_path: Path) -> None:
    grown = size((*SYMBOLS, ("kerf::fresh", "core", None, 8, 0)))
    (message,) = faults(grown, target(tmp_path), baseline(size()))
    assert "Grew: symbols kerf::fresh +8 B (new)." in message


def test_growth_without_a_symbol_names_the_part(tmp_path: Path) -> None:
    (message,) = faults(size(padding=44), target(tmp_path), baseline(size()))
    assert "Grew: parts other +4 B." in message


def test_growth_within_the_tolerance_passes(tmp_path: Path) -> None:
    before, grown = baseline(size()), size(padding=56)
    gate(grown, target(tmp_path, "tolerance-bytes = 16"), before)
    message = faults(grown, target(tmp_path, "tolerance-bytes = 15"), before)
    assert "grew by 16 B" in message[0]


def test_shrinking_passes(tmp_path: Path) -> None:
    gate(size(SYMBOLS[1:]), target(tmp_path), baseline(size()))


def test_growth_under_another_toolchain_passes_but_not_over_the_budget(tmp_path: Path) -> None:
    other = baseline(size(), exact=False)
    gate(size(changed(add_out=900)), target(tmp_path), other)
    (message,) = faults(size(changed(add_out=900)), target(tmp_path, "flash-bytes = 1200"), other)
    assert "over its budget" in message
    assert "symbols kerf::portable::add_out +300 B" in message


# A build's table


def parts(lines: list[str]) -> dict[str, list[str]]:
    return {line[:14].strip(): line[14:].split() for line in lines[1:] if line[:1].strip()}


def test_the_table_adds_up_and_shows_the_budget(tmp_path: Path) -> None:
    lines = parts_table(size(), target(tmp_path, "flash-bytes = 14000"), None)
    rows = parts(lines[:-1])
    assert lines[0].split() == ["flash", "B", "+/-", "RAM", "B", "+/-"]
    assert rows["kernels"] == ["600", "0"]
    assert rows["other"] == ["40", "0"]
    assert rows["total"] == ["1,000", "48"]
    assert rows["budget"] == ["14,000", "none"]
    assert rows.keys() == {*(part.value for part in Part), "total", "budget"}
    assert lines[-1].startswith("no baseline for arm-none-eabi-gcc 12.2.1: ")


def test_the_table_shows_what_changed_since_the_baseline(tmp_path: Path) -> None:
    grown = size((("kerf::Method::load", "loader", None, 200, 50), *SYMBOLS[2:], SYMBOLS[0]))
    rows = parts(parts_table(grown, target(tmp_path), baseline(size())))
    assert rows["core"] == ["200", "-100", "98", "+50"]
    assert rows["kernels"] == ["600", "=", "0", "="]
    assert rows["total"] == ["900", "-100", "98", "+50"]


def test_another_compiler_is_reported_as_drift_with_the_difference(tmp_path: Path) -> None:
    grown = size(changed(load=310), toolchain={"name": "arm-none-eabi-gcc", "version": "14.2.0"})
    lines = parts_table(grown, target(tmp_path), baseline(size(), exact=False))
    assert lines[-1] == (
        "toolchain drift: arm-none-eabi-gcc 14.2.0 has no record; against arm-none-eabi-gcc "
        "12.2.1 flash is +10 B and RAM +0 B, code and compiler together"
    )


def test_the_same_sizes_are_the_same_file(tmp_path: Path) -> None:
    path = write_size(size(), tmp_path)
    before = path.stat().st_mtime_ns
    assert write_size(size(), tmp_path).stat().st_mtime_ns == before


# The table of all targets


def device(**regions: tuple[int, int]) -> dict[str, Any]:
    """Maps each region of a board to the bytes that it holds, and that it has."""
    return {
        "board": "b",
        "regions": [
            {
                "name": name,
                "kind": name.lower().rstrip("2"),
                "capacity_bytes": capacity,
                "used_bytes": used,
                "free_bytes": capacity - used,
                "holds": [],
            }
            for name, (used, capacity) in regions.items()
        ],
    }


def large() -> Size:
    """A size.json with the longest values that a target has."""
    return size(
        device=device(FLASH=(15_866_462, 2**25), RAM=(10_000_584, 2**24)),
        flash_bytes=1_643_006,
        models=[
            {
                "name": "mv2.pte",
                "file_bytes": 14_200_000,
                "program_bytes": 123_456,
                "weight_bytes": 14_100_000,
            }
        ],
        memory={"method_bytes": 63_552, "planned_bytes": 9_936_896, "temp_bytes": 136},
        instructions=[
            {
                "model": "mv2.pte",
                "method": "forward",
                "program_load": 1_414_308,
                "method_load": 129_452,
                "execute": 39_270_000_000,
            }
        ],
        target="mobilenet-v2-on-a-board-with-a-very-long-name",
    )


def test_the_table_of_all_targets_fits_120_columns(tmp_path: Path) -> None:
    before = baseline(size())
    rows = [row_of(large(), target(tmp_path), before), row_of(size(), target(tmp_path), None)]
    lines = matrix_table(rows, colour=False)
    assert max(map(len, lines)) <= WIDTH
    (found,) = (line for line in lines if line.startswith("mobilenet"))
    for value in ("15.1M", "47%", "9.54M", "60%", "1643006", "121K", "13.4M", "9.48M", "63552"):
        assert value in found
    for value in ("1.41M", "129k", "39.3G"):
        assert value in found


def test_changes_are_below_their_values_in_red_and_green(tmp_path: Path) -> None:
    grown = size(
        (*changed(add_out=610)[:2], ("kerf::registered", "registry", None, 0, 40), SYMBOLS[3])
    )
    row = row_of(grown, target(tmp_path), baseline(size()))
    plain = matrix_table([row], colour=False)
    coloured = matrix_table([row], colour=True)
    assert plain[-1].split() == ["+10", "-8"]
    assert "\033[31m +10\033[0m" in coloured[-1]
    assert "\033[32m   -8\033[0m" in coloured[-1]
    assert "\033" not in "".join(plain)


def test_what_moved_most_is_below_the_table(tmp_path: Path) -> None:
    grown = size((*changed(add_out=610, load=280), ("kerf::new", "core", None, 4, 0)))
    (message,) = notes([row_of(grown, target(tmp_path), baseline(size()))])
    assert message == (
        "m4: moved most: operators aten::add.out +10 B; symbols kerf::Method::load -20 B, "
        "kerf::portable::add_out +10 B, kerf::new +4 B (new)"
    )


def test_a_target_without_baseline_says_so(tmp_path: Path) -> None:
    (message,) = notes([row_of(size(), target(tmp_path), None)])
    assert message.startswith(
        "m4: no baseline for arm-none-eabi-gcc 12.2.1: nox -s rebaseline -- m4"
    )


def test_what_is_not_measured_is_a_dash(tmp_path: Path) -> None:
    line = matrix_table([row_of(size(), target(tmp_path), None)], colour=False)[-1]
    assert line.split()[-3:] == ["-", "-", "-"]


@pytest.mark.parametrize(
    ("budget", "board", "expected"),
    [
        ("", {}, ["-", "-"]),
        ("flash-bytes = 1200", {}, ["83%", "-"]),
        ("", {"FLASH": (3000, 3500)}, ["86%", "-"]),
        ("flash-bytes = 1200", {"FLASH": (3000, 3500)}, ["86%", "-"]),
        ("flash-bytes = 1100", {"FLASH": (3000, 3500)}, ["91%", "-"]),
        ("", {"RAM": (0, 1000), "RAM2": (45, 100)}, ["-", "45%"]),
        ("", {"RAM": (10, 30), "RAM2": (500_000, 1_000_000)}, ["-", "50%"]),
    ],
)
def test_of_limit_is_the_limit_that_is_used_to_the_largest_share(
    tmp_path: Path, budget: str, board: dict[str, tuple[int, int]], expected: list[str]
) -> None:
    measured = size(device=device(**board) if board else None)
    line = matrix_table([row_of(measured, target(tmp_path, budget), None)], colour=False)[-1]
    assert [line.split()[2], line.split()[4]] == expected


# A changed model is compared like anything else


def model(digest: str, **changes: int) -> dict[str, Any]:
    sizes = {"file_bytes": 2000, "program_bytes": 1000, "weight_bytes": 1000}
    return {"name": "m.pte", "sha256": digest * 64, **sizes, **changes}


def memory(**changes: int) -> dict[str, int]:
    return {"method_bytes": 161, "planned_bytes": 2048, "temp_bytes": 64, **changes}


def test_code_planted_next_to_another_model_fails_the_gate(tmp_path: Path) -> None:
    before = baseline(size(models=[model("a")]))
    planted = size(changed(add_out=1200), models=[model("b", program_bytes=900)])
    (message,) = faults(planted, target(tmp_path), before)
    assert message.startswith("m4: code grew by 600 B to 1,600 B")
    assert "changed since the baseline: m.pte" in parts_table(planted, target(tmp_path), before)[-1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"models": [model("b", weight_bytes=74_440)]},
            "m4: weights grew by 73,440 B to 74,440 B since the record of arm-none-eabi-gcc "
            "12.2.1, more than budget.tolerance-bytes = 0. Changed: m.pte. ",
        ),
        ({"models": [model("b", program_bytes=1001)]}, "m4: program grew by 1 B to 1,001 B"),
        ({"memory": memory(planned_bytes=83_648)}, "m4: planned memory grew by 81,600 B"),
        ({"memory": memory(temp_bytes=65)}, "m4: scratch grew by 1 B"),
        ({"memory": memory(method_bytes=162)}, "m4: method memory grew by 1 B"),
    ],
)
@pytest.mark.parametrize("exact", [True, False], ids=["same compiler", "another"])
def test_what_the_models_bring_is_gated_whatever_compiler_built(
    tmp_path: Path, change: dict[str, Any], message: str, exact: bool
) -> None:
    before = baseline(size(models=[model("a")]), exact=exact)
    grown = size(**{"models": [model("a")], **change})
    (fault,) = faults(grown, target(tmp_path), before)
    assert fault.startswith(message)


def test_tables_of_compiled_programs_are_the_compilers(tmp_path: Path) -> None:
    def tables(bytes_: int) -> Size:
        return size((*SYMBOLS, ("tables", "program tables", None, bytes_, 0)), program_bytes=bytes_)

    gate(tables(919), target(tmp_path), baseline(tables(895), exact=False))
    (fault,) = faults(tables(919), target(tmp_path), baseline(tables(895)))
    assert fault.startswith("m4: program grew by 24 B to 919 B")


def counts(**changes: int) -> list[dict[str, Any]]:
    phases = {"program_load": 500, "method_load": 600, "execute": 1_000_000, "stack_bytes": 800}
    return [{"model": "m.pte", "method": "forward", **phases, **changes}]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stack_bytes": 801}, "m4: stack grew by 1 B to 801 B"),
        (
            {"execute": 1_010_001},
            "m4: instructions of execute grew by 10,001 to 1,010,001 since the record of "
            "arm-none-eabi-gcc 12.2.1, more than budget.tolerance-instructions = 0.01. ",
        ),
        ({"program_load": 600}, "m4: instructions of program load grew by 100"),
    ],
)
def test_what_a_run_counts_is_gated(tmp_path: Path, change: dict[str, int], message: str) -> None:
    before = baseline(size(instructions=counts()))
    gate(size(instructions=counts(execute=1_010_000)), target(tmp_path), before)
    (fault,) = faults(size(instructions=counts(**change)), target(tmp_path), before)
    assert fault.startswith(message)


def test_a_baseline_says_what_it_lacks_and_a_build_what_no_run_counted(tmp_path: Path) -> None:
    ran, not_ran = size(instructions=counts()), size()
    assert parts_table(ran, target(tmp_path), baseline(not_ran))[-1] == (
        "no baseline for stack, instructions of program load, instructions of method load, "
        'instructions of execute: nox -s rebaseline -- m4 --reason "..."'
    )
    lines = parts_table(not_ran, target(tmp_path), baseline(ran))
    assert lines[-1].startswith("not counted: stack, instructions of program load")
    assert lines[-1].endswith("nox -s run -- m4")
