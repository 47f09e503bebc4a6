"""Memory that nothing has written, and pointers to nothing, have no effect."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.sources.detect import read_file
from tests.codegen import program_builder as build
from tests.runtime.sanitized import UNSANITIZED, Compiler, plan_for

TRAPS = ("-Wno-error", "-fsanitize=undefined", "-fsanitize-trap=undefined")
AVERAGE = ("cortex_m::quantized_avg_pool2d", "out")
VARIANCE = ("aten::var", "correction_out")


def busy() -> bytes:
    """An average of windows that are padded by two, variances of inner dimensions alone without
    their means, and an input None that no instruction names.
    """
    image = build.tensor((1, 1, 5, 5), dtype=DType.Char.number, planned=False, data=1)
    numbers = [build.integer(each) for each in (5, 1, 2, 0, 2**30, -1)]
    kernel, stride, padding, zero, multiplier, shift = range(6)
    values = [*numbers, *(build.int_list(each, each) for each in (kernel, stride, padding))]
    values += [build.boolean(False), image, build.tensor((1, 1, 5, 5), dtype=DType.Char.number)]
    ceil_mode, given, out = 9, 10, 11
    values += [build.tensor((2, 4), planned=False, data=2), build.tensor((2,)), build.none()]
    rows, variance, none = 12, 13, 14
    values += [build.integer(-1), build.int_list(15), build.none()]
    values[variance][1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", 32)})
    steps = [
        build.kernel_call(
            *(given, 6, 7, 8, ceil_mode, zero, multiplier, shift, given, out, out), operator=0
        ),
        build.kernel_call(rows, 16, none, ceil_mode, variance, variance, operator=1),
    ]
    method = build.method(
        values, steps, inputs=(17,), outputs=(out, variance), operators=(AVERAGE, VARIANCE)
    )
    constants: list[build.TableSpec] = [{}, {0: ("bytes", bytes(25))}, {0: ("bytes", bytes(32))}]
    return build.program(method, slot_2=("tables", constants))


@pytest.mark.slow
@pytest.mark.parametrize("check", ["patterns", "memcheck"])
def test_what_nothing_has_written_is_not_used(
    check: str, require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    """Clang fills memory with what overflows when it is multiplied, and traps where a pointer to
    nothing is moved; Valgrind sees decisions that depend on what nothing has written.
    """
    model = tmp_path / "busy.pte"
    model.write_bytes(busy())
    plan = plan_for(read_file(model))
    patterns = ("-ftrivial-auto-var-init=pattern",) if check == "patterns" else ()
    compiler = Compiler(command=require_tool("clang++"), flags=(*UNSANITIZED, *TRAPS, *patterns))
    runner = compiler.program("trapping-runner", compiler.runtime(plan, "runner"), plan)
    options = ("--model", model, "--input", "none", "--output-dir", tmp_path)
    valgrind = [require_tool("valgrind"), "--quiet", "--error-exitcode=99"]
    done = subprocess.run(
        [*(valgrind if check == "memcheck" else []), runner, *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
