"""Scratch of loops: the first instruction set that describes it, as its C++ header computes it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.library import with_loops
from codegen.loop_scratch import (
    LOOPS_FILE,
    WALKS_FILE,
    most_loop_scratch,
    read_loop_scratch,
    read_loops,
)
from codegen.opinfo import ScalarArg
from tests.runtime.sanitized import libraries

ROOT = Path(__file__).parents[2]
SETS = ROOT / "runtime" / "isa"
APART = "int8_apart"  # of convolutions, no scratch of loops
COUNTS = range(70)

PROGRAM = """
#include <stdio.h>
#include "core/small.h"
#include "loops/grouped_sizes.h"
#include "loops/int8_scratch.h"
using namespace kerf::fused;
using namespace kerf::integers;
template <typename F>
void print(const char* name, F bytes) {
  printf("\\"%s\\": [", name);
  for (int n = 0; n < 70; ++n) printf("%s%d", n == 0 ? "" : ", ", static_cast<int>(bytes(n)));
}
int main() {
  printf("{");
  print("int8_start", [](int n) { return kAddsOffset ? 0 : 4 * n; });
  printf("], ");
  print("int8_product", [](int n) { return product_scratch_bytes(n, 3); });
  printf("], ");
  print("int8_few", [](int n) { return product_scratch_bytes(n, 2); });
  printf("], ");
  print("int8_ahead", [](int n) { return scratch_ahead(n); });
  printf("], ");
  print("int8_depthwise", depthwise_scratch_bytes);
  printf("], ");
  print("int8_lines", [](int n) { return depthwise_line_bytes(n); });
  printf("], ");
  print("int8_patches", [](int n) { return (gathered_at_once(n) * n + 3) / 4 * 4; });
  printf("], ");
  print("int4_row", [](int n) { return stored_row_bytes(n, true); });
  printf("], ");
  print("int8_row", [](int n) { return stored_row_bytes(n, false); });
  printf("], ");
  print("int4_panel", [](int n) { return panel_bytes(n, true); });
  printf("], ");
  print("int8_panel", [](int n) { return panel_bytes(n, false); });
  printf("], ");
  print("panel_filters", [](int) { return kerf::kSmall ? 0 : kPanelFilters; });
  printf("], ");
  print("int8_packed", [](int) { return kPackedLayout; });
  printf("], ");
  print("int8_paired_terms", [](int n) { return paired_terms_bytes(n); });
  printf("], ");
  print("int8_paired_filters", [](int n) { return paired_filters_bytes(n); });
  printf("]}");
}
"""


def folder(path: Path, text: str) -> Path:
    (path / LOOPS_FILE).parent.mkdir(parents=True)
    (path / LOOPS_FILE).write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", sorted(path.parts[-3] for path in SETS.glob(f"*/{LOOPS_FILE}")))
@pytest.mark.parametrize("mode", ["-O2", "-Os"])
def test_expressions_are_what_the_header_computes(name: str, mode: str, tmp_path: Path) -> None:
    source, program = tmp_path / "sizes.cpp", tmp_path / "sizes"
    source.write_text(PROGRAM, encoding="utf-8")
    others = ("x86_64_v3", "scalar") if name == "x86_64_v4" else ("scalar",)
    places = (SETS / name, *(SETS / each for each in others), ROOT / "runtime")
    folders = [f"-I{place}" for place in places]
    command = ["g++", "-std=c++17", mode, *folders, source, "-o", program]
    subprocess.run(command, check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    loops = {loop: its for loop, its in read_loop_scratch([SETS / name]).items() if loop != APART}
    small = mode == "-Os"
    found = {loop: [its.bytes_of(n, small=small) for n in COUNTS] for loop, its in loops.items()}
    assert found == json.loads(done.stdout)
    bytes_of = {loop: counts for loop, counts in found.items() if loop != "int8_packed"}
    assert all(each % 4 == 0 for counts in bytes_of.values() for each in counts)


@pytest.mark.parametrize("name", ["scalar", "neon", "x86_64_v3"])
def test_a_chain_has_room_for_what_each_of_its_layers_gathers(name: str) -> None:
    """`terms` are those of the layer that has most of them; another one may gather more."""
    loops = read_loop_scratch([SETS / name])
    kernels = [kernel for library in libraries() for kernel in with_loops(library, loops).kernels]
    (scratch,) = (kernel.scratch for kernel in kernels if kernel.operator == "kerf::strips.out")
    assert scratch is not None

    def bytes_of(terms: int) -> int:
        numbers = {"layers": 2, "filters": 8, "terms": terms, "taps": 0}
        return scratch.bytes_of(
            {
                name: ScalarArg(kind="int", value=value, computed=False)
                for name, value in numbers.items()
            }
        )

    for most in (27, 100, 513, 1000):
        room = bytes_of(most) - bytes_of(0) - loops["int8_product"].bytes_of(most)
        assert room >= max(loops["int8_patches"].bytes_of(terms) for terms in range(1, most + 1))


def test_sets_with_a_header_of_their_own_have_expressions_of_their_own() -> None:
    names = ("grouped_sizes.h", "int8_scratch.h", "int8_together.h")
    headers = {path.parts[-3] for name in names for path in SETS.glob(f"*/loops/{name}")}
    assert headers == {path.parts[-3] for path in SETS.glob(f"*/{LOOPS_FILE}")}


def test_scratch_and_walks_are_each_those_of_the_first_set_that_has_them(tmp_path: Path) -> None:
    first = folder(tmp_path / "first", "one: 2 * n")
    second = folder(tmp_path / "second", "one: n")
    for path, text in ((second, "two: 3 * n"), (tmp_path / "third", "two: n")):
        (path / WALKS_FILE).parent.mkdir(parents=True, exist_ok=True)
        (path / WALKS_FILE).write_text(text, encoding="utf-8")
    found = read_loops([first, second, tmp_path / "third"])
    assert {name: loop.bytes_of(3) for name, loop in found.items()} == {"one": 6, "two": 9}


def test_the_first_set_that_has_the_file_describes_all_loops(tmp_path: Path) -> None:
    first = folder(tmp_path / "first", "one: 2 * n")
    second = folder(tmp_path / "second", "one: n\ntwo: n")
    found = read_loop_scratch([tmp_path / "none", first, second])
    assert {name: loop.bytes_of(3) for name, loop in found.items()} == {"one": 6}
    assert read_loop_scratch([tmp_path / "none"]) == {}


def test_of_sets_that_are_not_known_that_counts_which_needs_most(tmp_path: Path) -> None:
    first = folder(tmp_path / "first", "one: 2 * n\ntwo: 0")
    second = folder(tmp_path / "second", "one: n + 5\ntwo: 0")
    found = most_loop_scratch([first, second, tmp_path / "none"])
    assert [found["one"].bytes_of(n) for n in (1, 9)] == [6, 18]
    assert found["two"].bytes_of(9) == 0


@pytest.mark.parametrize("text", ["- one", "one: 2 * m", "one: [n]", "one: n\none: n", "{"])
def test_a_file_that_is_wrong_is_named_with_its_line(text: str, tmp_path: Path) -> None:
    path = folder(tmp_path / "set", text)
    with pytest.raises(SelectionError, match=f"{path / LOOPS_FILE}:[12]: "):
        read_loop_scratch([path])
