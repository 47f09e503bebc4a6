"""Calls that are divided among threads: the bytes of one thread, whatever their number."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from codegen.plan import Plan
from codegen.selection import union
from codegen.sources.detect import read_file
from tasks.run.cases import read_cases
from tests.runtime.model_cases import models
from tests.runtime.runner_output import INVALID_ARGUMENT, calls, expect_error
from tests.runtime.sanitized import RUNTIME, Compiler, plan_for, run
from tests.runtime.test_compiled import run_c

MOST = 7
NOT_SUPPORTED = 0x10


def model_of(name: str) -> Path:
    return next(path for path in models() if path.stem == name)


@pytest.fixture(scope="module")
def plan() -> Plan:
    names = ("mv2", "mv2_cortex_m", "transformer", "dscnn_cortex_m")
    return plan_for(union([read_file(model_of(name)) for name in names]), threads=MOST)


@pytest.fixture(scope="module")
def dividing_runner(gcc: Compiler, plan: Plan) -> Path:
    """The runner of a library that divides calls."""
    fast = replace(gcc, flags=(*gcc.flags, "-O1"))
    return fast.program("runner", fast.runtime(plan, "runner"), plan)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mv2", "mv2_cortex_m", "transformer", "dscnn_cortex_m"])
def test_results_do_not_depend_on_the_number_of_threads(
    name: str, dividing_runner: Path, tmp_path: Path
) -> None:
    model = model_of(name)
    found, temp = [], []
    for threads in (1, 2, 3, MOST):
        words: list[str | Path] = [
            "--model",
            model,
            "--output-dir",
            tmp_path,
            "--threads",
            str(threads),
        ]
        for number, each in enumerate(read_cases(model).methods[0].cases[0].inputs):
            path = tmp_path / f"input-{number}"
            path.write_bytes(each.data)
            words += ["--input", path]
        (call,) = calls(run(dividing_runner, *words))
        found.append([Path(output["file"]).read_bytes() for output in call["outputs"]])
        temp.append(call["memory"]["temp"])
    assert found[0] == found[1] == found[2] == found[3]
    assert temp == sorted(temp)


C_PARALLEL_FOR = """\
static unsigned divided;

/* The last part first, and never as a call would run them alone. */
static void run_parts(void* threads, uint32_t parts, void (*task)(void* argument, uint32_t part),
                      void* argument) {
  ++*(unsigned*)threads;
  while (parts-- > 0) task(argument, parts);
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["transformer", "dscnn", "dscnn_cortex_m"])
def test_c_function_divides_its_calls_among_what_it_is_passed(
    name: str, compiler: Compiler, tmp_path: Path
) -> None:
    """Every call that can be divided is: a part is worth it from one multiplication on."""
    model = model_of(name)
    (given,) = read_cases(model).methods[0].cases[0].inputs
    (tmp_path / "given").write_bytes(given.data)
    body = f"""\
  static {{alignment}}unsigned char given[{len(given.data)}];
  static unsigned char results[5][{name}_forward_output_0_bytes];
  const uint32_t counts[4] = {{{{1, 2, 3, {MOST}}}}};
  FILE* file = fopen("{tmp_path / "given"}", "rb");
  int error = fread(given, 1, sizeof given, file) != sizeof given;
  error |= {name}_forward(NULL, arena, (void*)given, (void*)results[4]);
  for (int i = 0; i < 4; ++i) {{{{
    kerf_parallel_for threads = {{{{run_parts, &divided, counts[i], 1}}}};
    memset(arena, 0, sizeof arena);
    divided = 0;
    error |= {name}_forward(&threads, arena, (void*)given, (void*)results[i]);
    printf("%d %d %d\\n", error, divided > 0, memcmp(results[i], results[4], sizeof results[4]));
  }}}}"""
    body = body.format(alignment="__attribute__((aligned(16))) ")
    lines = run_c(compiler, model, body, tmp_path, threads=MOST, functions=C_PARALLEL_FOR)
    assert lines == ["0 0 0", "0 1 0", "0 1 0", "0 1 0"]


def test_the_runners_threads_do_each_part_once(gcc: Compiler, plan: Plan, tmp_path: Path) -> None:
    """Under the thread sanitizer, with pauses after which the threads sleep."""
    source = tmp_path / "pool.cpp"
    source.write_text(
        """\
#include <unistd.h>

#include "apps/runner/thread_pool.h"

static int sums[9];
static void add(void* argument, uint32_t part) { sums[part] += *static_cast<const int*>(argument); }

int main() {
  const kerf::ParallelFor* threads = kerf::runner::start_threads(4).get();
  int wanted[9] = {};
  for (int i = 0; i < 20000; ++i) {
    const uint32_t parts = 1 + static_cast<uint32_t>(i) % 9;
    threads->run(threads->threads, parts, add, &i);
    for (uint32_t part = 0; part < parts; ++part) wanted[part] += i;
    if (i % 2000 == 0) usleep(3000);
  }
  for (int part = 0; part < 9; ++part) {
    if (sums[part] != wanted[part]) return 1;
  }
}
""",
        encoding="utf-8",
    )
    threaded = replace(gcc, flags=(*gcc.flags, "-O1", "-g1", "-fsanitize=thread"))
    pool = [RUNTIME / "apps/runner/thread_pool.cpp", RUNTIME / "core/fault.cpp"]
    done = run(threaded.program("pool", [*pool, source], plan))
    assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize("value", ["", "0", "-1", "x", "65"])
def test_number_of_threads_that_is_none_is_an_invalid_argument(value: str, runner: Path) -> None:
    done = run(runner, "--model", "m", "--threads", value)
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "--threads")


def test_runner_without_threads_says_so(runner: Path, numbers: Path) -> None:
    done = run(runner, "--model", numbers, "--threads", "2")
    expect_error(done, NOT_SUPPORTED, "NotSupported", "threads", "[runtime]")
