"""size.json against binutils' output for the same ELF, for every compiler."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tasks.built_targets import OPERATORS, TOOLS, Built, build_in

pytestmark = pytest.mark.slow

Require = Callable[[str], str]
Make = Callable[[str], Built]
BARE_METAL = ("arm", "arm-plain", "riscv", "zig-arm", "zig-riscv")
KEYS = (
    *("region", "section", "archive", "object", "source", "symbol", "inlined_into"),
    *("purpose", "operator", "dtype"),
)


@pytest.fixture(params=TOOLS)
def built(request: pytest.FixtureRequest, built_target: Make) -> Built:
    return built_target(request.param)


@pytest.fixture
def readelf(require_tool: Require) -> Callable[..., str]:
    tool = require_tool("readelf")

    def run(*arguments: str) -> str:
        command = [tool, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    return run


def allocated(text: str) -> Iterator[tuple[str, str, int, str]]:
    """Name, type, size and flags of the sections that are loaded, from `readelf -SW`."""
    for row in re.findall(
        r"\] (\S+)\s+([A-Z_]+)\s+[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) [0-9a-f]+ +(\w*) ", text
    ):
        if "A" in row[3] and int(row[2], 16):
            yield row[0], row[1], int(row[2], 16), row[3]


def test_entries_add_up_to_each_section_of_the_elf(
    built: Built, readelf: Callable[..., str]
) -> None:
    expected = {
        name: (0 if kind == "NOBITS" else size, size if "W" in flags or kind == "NOBITS" else 0)
        for name, kind, size, flags in allocated(readelf("-SW", str(built.program)))
    }
    flash: Counter[str] = Counter()
    ram: Counter[str] = Counter()
    for entry in built.size["entries"]:
        flash[entry["section"]] += entry["flash_bytes"]
        ram[entry["section"]] += entry["ram_bytes"]
    assert {name: (flash[name], ram[name]) for name in expected} == expected
    assert {
        row["name"]: (row["flash_bytes"], row["ram_bytes"]) for row in built.size["sections"]
    } == (expected)
    assert built.size["flash_bytes"] == sum(bytes_ for bytes_, _ in expected.values())
    assert built.size["ram_bytes"] == sum(bytes_ for _, bytes_ in expected.values())


def test_parts_are_the_sums_of_their_entries(built: Built) -> None:
    flash: Counter[str] = Counter()
    ram: Counter[str] = Counter()
    for entry in built.size["entries"]:
        flash[entry["part"]] += entry["flash_bytes"]
        ram[entry["part"]] += entry["ram_bytes"]
    assert built.size["parts"] == {
        name: {"flash_bytes": flash[name], "ram_bytes": ram[name]} for name in built.size["parts"]
    }


def test_every_entry_is_there_once_and_of_some_bytes(built: Built) -> None:
    places = [tuple(entry[key] for key in KEYS) for entry in built.size["entries"]]
    assert len(set(places)) == len(places)
    assert all(
        min(entry["flash_bytes"], entry["ram_bytes"]) >= 0
        and max(entry["flash_bytes"], entry["ram_bytes"]) > 0
        for entry in built.size["entries"]
    )


def test_next_to_nothing_is_of_unknown_origin(built: Built) -> None:
    """Inline assembler, and code that Clang shares between functions, have no owner."""
    known = sum(
        entry["flash_bytes"]
        for entry in built.size["entries"]
        if entry["purpose"] not in ("unattributed", "strings")
    )
    assert known >= built.size["flash_bytes"] * 0.98


def test_loaded_bytes_are_those_of_the_segments(built: Built, readelf: Callable[..., str]) -> None:
    rows = re.findall(
        r"^ +LOAD +\S+ \S+ \S+ 0x([0-9a-f]+) ", readelf("-lW", str(built.program)), re.M
    )
    image = built.size["image"]
    assert image["loaded_bytes"] == sum(int(size, 16) for size in rows)
    assert image["loaded_bytes"] == (
        built.size["flash_bytes"] + image["gap_bytes"] + image["header_bytes"]
    )
    assert image["gap_bytes"] >= 0


@pytest.mark.parametrize("name", BARE_METAL)
def test_a_region_is_used_up_to_its_last_byte(
    name: str, built_target: Make, readelf: Callable[..., str]
) -> None:
    built = built_target(name)
    regions = {region["name"]: region for region in built.size["regions"]}
    assert regions.keys() == {"FLASH", "RAM"}
    script = (built.folder / "link.ld").read_text(encoding="utf-8")
    for region, origin, length in re.findall(r"(\w+) : ORIGIN = (0x\w+), LENGTH = (0x\w+)", script):
        if region in regions:
            assert regions[region]["origin"] == int(origin, 0)
            assert regions[region]["capacity_bytes"] == int(length, 0)
    ends = [
        int(address, 16) + int(size, 16)
        for address, size in re.findall(
            r"^ +LOAD +\S+ \S+ (\S+) (0x[0-9a-f]+) ", readelf("-lW", str(built.program)), re.M
        )
        if int(size, 16)
    ]
    flash = regions["FLASH"]
    assert flash["used_bytes"] == max(ends) - flash["origin"]
    assert flash["used_bytes"] == built.size["flash_bytes"] + flash["gap_bytes"]
    assert flash["free_bytes"] == flash["capacity_bytes"] - flash["used_bytes"]
    assert regions["RAM"]["used_bytes"] == built.size["ram_bytes"]


def test_a_host_has_no_regions(built_target: Make) -> None:
    assert built_target("host").size["regions"] == []


@pytest.mark.parametrize("name", BARE_METAL)
def test_device_holds_model_and_arena_in_addition_to_the_elf(name: str, built_target: Make) -> None:
    built = built_target(name)
    size = built.size
    assert size["device"]["board"] is None
    flash, ram = size["device"]["regions"]
    model = (built.program.parent / "add_mul.pte").stat().st_size
    assert {"name": "add_mul.pte", "bytes": model} in flash["holds"]
    assert flash["used_bytes"] == size["flash_bytes"] + model
    assert ram["used_bytes"] == size["ram_bytes"] + sum(size["memory"].values())
    assert (flash["capacity_bytes"], ram["free_bytes"]) == (None, None)


def test_a_function_that_is_alone_has_the_bytes_of_its_symbol(
    built: Built, readelf: Callable[..., str]
) -> None:
    text = readelf("-sW", str(built.program))
    rows = dict(re.findall(r"^ *\d+: \w+ +(\d+) FUNC .* (kerf_phase_\w+)(?:\.\S*)?$", text, re.M))
    names = {name: int(size) for size, name in rows.items()}
    assert names, "the phases are functions of their own"
    for name, size in names.items():
        found = sum(
            entry["flash_bytes"]
            for entry in built.size["entries"]
            if entry["section"] == ".text" and (entry["inlined_into"] or entry["symbol"]) == name
        )
        assert found == size, name


def test_each_operator_has_a_kernel_an_adapter_and_a_row(built: Built) -> None:
    for operator in OPERATORS:
        purposes = {
            entry["purpose"] for entry in built.size["entries"] if entry["operator"] == operator
        }
        assert {"kernel", "table"} <= purposes, operator
        kernels = [
            entry
            for entry in built.size["entries"]
            if entry["operator"] == operator and entry["purpose"] == "kernel"
        ]
        assert {entry["dtype"] for entry in kernels} == {"Float"}
    assert built.size["kernels"] == {"linked": 2, "needed": 2}


def test_helpers_of_one_kernel_are_of_its_operator(built: Built) -> None:
    """Only mm adds up; compilers leave that in functions of their own."""
    sums = [
        entry
        for entry in built.size["entries"]
        if str(entry["symbol"]).startswith("kerf::portable::Sums<float")
    ]
    assert sums
    assert {entry["operator"] for entry in sums} == {"aten::mm.out"}


def test_rows_of_the_table_are_of_their_operators(built: Built) -> None:
    rows = {
        entry["operator"]: entry["flash_bytes"]
        for entry in built.size["entries"]
        if (entry["symbol"] or "").endswith("kKernels")
    }
    assert rows.keys() == set(OPERATORS)
    assert sum(rows.values()) == built.size["registry"]["flash_bytes"]


def test_operator_names_belong_to_the_table(built: Built) -> None:
    texts = {
        entry["symbol"]: (entry["purpose"], entry["operator"], entry["flash_bytes"])
        for entry in built.size["entries"]
        if (entry["symbol"] or "").startswith('"aten::')
    }
    assert texts == {
        f'"{operator}"': ("table", operator, len(operator) + 1) for operator in OPERATORS
    }


@pytest.mark.parametrize("name", [name for name in TOOLS if not name.endswith("-plain")])
def test_what_was_inlined_counts_for_what_it_is(name: str, built_target: Make) -> None:
    """With LTO most of the core ends up in functions of the application."""
    purposes = Counter[str]()
    for entry in built_target(name).size["entries"]:
        if (entry["inlined_into"] or "").startswith("kerf_phase_"):
            purposes[entry["purpose"]] += entry["flash_bytes"]
    assert purposes["loader"] > 0
    assert purposes["executor"] > 0


@pytest.mark.parametrize(("together", "apart"), [("arm", "arm-plain"), ("host", "host-plain")])
def test_lto_moves_bytes_but_no_purpose(together: str, apart: str, built_target: Make) -> None:
    def purposes(name: str) -> set[str]:
        return {
            entry["purpose"]
            for entry in built_target(name).size["entries"]
            if entry["part"] in ("kernels", "tables", "application", "libc")
        }

    assert purposes(together) == purposes(apart)


@pytest.mark.parametrize("name", ["arm", "riscv"])
def test_objects_and_archives_are_named_without_places_of_this_machine(
    name: str, built_target: Make
) -> None:
    entries = built_target(name).size["entries"]
    objects = {entry["object"] for entry in entries if entry["archive"] == "libkerf.a"}
    assert {"runtime/program/check.o", "selected/portable_arithmetic.o"} <= objects
    assert {"libc.a"} <= {entry["archive"] for entry in entries}
    text = (built_target(name).folder / "size.json").read_text(encoding="utf-8")
    assert "/tmp" not in text
    assert "/usr" not in text
    assert str(Path.home()) not in text


def test_the_same_program_gives_the_same_file(built_target: Make) -> None:
    built = built_target("arm")
    before = (built.folder / "size.json").read_bytes()
    (built.folder / ".attribution.json").unlink()
    build_in(built.target.root, "arm")
    assert (built.folder / "size.json").read_bytes() == before
