"""Entries of debug information, next to what pyelftools reads of the same program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from elftools.dwarf.die import DIE
from elftools.dwarf.dwarfinfo import DWARFInfo
from elftools.dwarf.ranges import BaseAddressEntry
from elftools.elf.elffile import ELFFile

from tasks.attribution.entries import Entry, Sections, Unit
from tasks.attribution.line_files import line_files
from tests.tasks.small_repository import require_zig

SOURCE = """
namespace outer {
struct Counter {
  static int shared;
  template <int N> __attribute__((always_inline)) int add(const int* values, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i) {
      if (values[i] > N) sum += values[i]; else if (values[i] < -N) hook(&sum);
    }
    return sum;
  }
  static void hook(int* value);
  enum class Kind { one, two } kind;
};
int Counter::shared = 3;
}  // namespace outer
extern "C" int sum(const int* values, int count) {
  outer::Counter counter{};
  const auto twice = [&](int more) { return counter.add<3>(values, count) + more; };
  return twice(1) + twice(outer::Counter::shared);
}
__attribute__((noinline)) static int separate(int value) { return value * value + 1; }
int main() { int data[2] = {1, 2}; return sum(data, 2) + separate(data[1]); }
void outer::Counter::hook(int* value) { *value += shared; }
"""
COMPILERS = {
    "gcc-4": ("g++", "-gdwarf-4"),
    "gcc-5": ("g++", "-gdwarf-5"),
    # The assembler gives it a 32-bit line table, which pyelftools does not expect.
    "gcc-64": ("g++", "-gdwarf-5", "-gdwarf64"),
    "clang-4": ("zig", "-gdwarf-4"),
    "clang-5": ("zig", "-gdwarf-5"),
}
TEXTS = ("DW_AT_name", "DW_AT_linkage_name")
REFERENCES = ("DW_AT_abstract_origin", "DW_AT_specification", "DW_AT_call_origin")


@pytest.fixture(params=COMPILERS)
def dwarf(
    request: pytest.FixtureRequest, tmp_path: Path, require_tool: Callable[[str], str]
) -> DWARFInfo:
    compiler, *flags = COMPILERS[request.param]
    if compiler == "zig":
        require_zig()
        command = [sys.executable, "-m", "ziglang", "c++", "-target", "x86_64-linux-musl"]
    else:
        command = [require_tool(compiler)]
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "source.cpp").write_text(SOURCE)
    subprocess.run(
        [*command, *flags, "-O2", "-c", "inside/source.cpp", "-o", "object.o"],
        cwd=tmp_path,
        check=True,
    )
    file = ELFFile((tmp_path / "object.o").open("rb"))
    return file.get_dwarf_info()


def test_entries_are_those_of_pyelftools(dwarf: DWARFInfo) -> None:
    compared = 0
    for unit, theirs in zip(Sections(dwarf).units, dwarf.iter_CUs(), strict=True):
        base = theirs.get_top_DIE().attributes.get("DW_AT_low_pc")
        for die in theirs.iter_DIEs():
            if die.tag in ("DW_TAG_subprogram", "DW_TAG_inlined_subroutine", "DW_TAG_variable"):
                _compare(unit, die, 0 if base is None else base.value, dwarf)
                compared += 1
    assert compared > 10


def test_children_are_those_of_pyelftools(dwarf: DWARFInfo) -> None:
    for unit, theirs in zip(Sections(dwarf).units, dwarf.iter_CUs(), strict=True):
        kept = {each.offset for each in _below(unit.read())}
        functions = {die.offset for die in theirs.iter_DIEs() if die.tag == "DW_TAG_subprogram"}
        assert functions <= kept
        for each in _below(unit.read()):
            below = [child.offset for child in each.children]
            die = theirs.get_DIE_from_refaddr(each.offset)
            all_below = [child.offset for child in die.iter_children()]
            assert below == [offset for offset in all_below if offset in kept]


@pytest.mark.parametrize("dwarf", [name for name in COMPILERS if name != "gcc-64"], indirect=True)
def test_files_are_those_of_pyelftools(dwarf: DWARFInfo) -> None:
    for unit, theirs in zip(Sections(dwarf).units, dwarf.iter_CUs(), strict=True):
        program = dwarf.line_program_for_CU(theirs)
        assert program is not None
        names = [entry.name.decode() for entry in program.header["file_entry"]]
        found = list(line_files(unit))
        assert [path.rpartition("/")[2] for path in found][-len(names) :] == [
            name.rpartition("/")[2] for name in names
        ]
        assert any(path.endswith("inside/source.cpp") for path in found)


@pytest.mark.parametrize("dwarf", ["gcc-64"], indirect=True)
def test_a_line_table_has_a_width_of_its_own(dwarf: DWARFInfo) -> None:
    (unit,) = Sections(dwarf).units
    assert unit.widths.offset == 8
    assert any(path.endswith("inside/source.cpp") for path in line_files(unit))


def _below(entry: Entry) -> Iterator[Entry]:
    yield entry
    for child in entry.children:
        yield from _below(child)


def _compare(unit: Unit, die: DIE, base: int, dwarf: DWARFInfo) -> None:
    entry = unit.entry(die.offset)
    parent = die.get_parent()
    assert parent is not None
    assert entry.parent is not None
    assert (entry.tag, entry.parent.offset) == (die.tag, parent.offset)
    attributes = die.attributes
    for name in TEXTS:
        value = attributes[name].value.decode() if name in attributes else None
        assert entry.text(name) == value
    for name in REFERENCES:
        assert (name in entry) == (name in attributes)
        if name in entry:
            assert entry.referred(name).offset == die.get_DIE_from_attribute(name).offset
    for name in ("DW_AT_low_pc", "DW_AT_high_pc", "DW_AT_decl_file"):
        if name in attributes:
            assert entry.number(name) == attributes[name].value
    if "DW_AT_location" in attributes:
        value = attributes["DW_AT_location"].value
        expression = entry.block("DW_AT_location")
        assert expression == (bytes(value) if isinstance(value, list) else None)
    if "DW_AT_ranges" in attributes:
        assert list(entry.ranges(base)) == list(_ranges(dwarf, die, base))


def _ranges(dwarf: DWARFInfo, die: DIE, base: int) -> Iterator[tuple[int, int]]:
    lists: Any = dwarf.range_lists()
    for each in lists.get_range_list_at_offset(die.attributes["DW_AT_ranges"].value, die.cu):
        if isinstance(each, BaseAddressEntry):
            base = each.base_address
        elif each.end_offset > each.begin_offset:
            shift = 0 if getattr(each, "is_absolute", False) else base
            yield each.begin_offset + shift, each.end_offset + shift
