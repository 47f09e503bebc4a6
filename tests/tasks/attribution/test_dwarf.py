"""What is read of the debug information of a program, by compiler and version of DWARF."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.attribution.debug import Debug
from tasks.attribution.dwarf import read_debug
from tasks.attribution.image import read_image
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
    # The assembler gives it a 32-bit line table: there are no names of files.
    "gcc-64": ("g++", "-gdwarf-5", "-gdwarf64"),
    "clang-4": ("zig", "-gdwarf-4"),
    "clang-5": ("zig", "-gdwarf-5"),
}


@pytest.fixture(params=COMPILERS)
def debug(
    request: pytest.FixtureRequest, tmp_path: Path, require_tool: Callable[[str], str]
) -> tuple[str, Debug]:
    compiler, *flags = COMPILERS[request.param]
    if compiler == "zig":
        require_zig()
        zig = [sys.executable, "-m", "ziglang", "c++"]
        command = [*zig, "-target", "x86_64-linux-gnu", "-nostdlib++"]  # no libc to compile
    else:
        command = [require_tool(compiler)]
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "source.cpp").write_text(SOURCE)
    subprocess.run(
        [*command, *flags, "-O2", "inside/source.cpp", "-o", "program"], cwd=tmp_path, check=True
    )
    image, dwarf = read_image(tmp_path / "program")
    return request.param, read_debug(dwarf, image.symbols)


def test_functions_have_their_names_files_and_what_was_inlined(debug: tuple[str, Debug]) -> None:
    name, found = debug
    frames = {tuple(frame.name for frame in span.frames) for span in found.spans}
    assert {("sum",), ("main",)} <= frames
    inlined = {names for names in frames if names[0] == "sum" and len(names) > 1}
    assert any(names[-1] == "outer::Counter::add<3>" for names in inlined)
    own = [span.frames[0] for span in found.spans if span.frames[0].name == "sum"]
    for origin in own:
        assert (origin.source or "").endswith("" if name == "gcc-64" else "inside/source.cpp")
    assert {origin.unit for origin in own} == {"inside/source.cpp"}


def test_spans_are_in_order_and_apart(debug: tuple[str, Debug]) -> None:
    _, found = debug
    ends = [0, *(span.end for span in found.spans)]
    assert all(end <= span.start < span.end for end, span in zip(ends, found.spans, strict=False))


def test_data_and_calls_have_their_names(debug: tuple[str, Debug]) -> None:
    _, found = debug
    # A C library that is linked with its debug information has names of its own.
    assert "outer::Counter::shared" in {origin.name for origin in found.data.values()}
    assert found.calls["separate"] == {"main"}
