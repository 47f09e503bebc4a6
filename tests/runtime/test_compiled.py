"""Compiled programs against the interpreter: the same kernels in the same order, the same bytes."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.c_names import function_name
from codegen.compiled.compile import compile_programs
from codegen.compiled.tables import WeightRegion, Weights
from codegen.dtype import DType
from codegen.library import divided
from codegen.optimize.pipeline import optimize
from codegen.optimize.read import read_graph
from codegen.optimize.write import write_graph
from codegen.plan import Plan
from codegen.pte import read_program_file
from codegen.sources.detect import read_file
from tasks.building.write_sources import weights_source
from tasks.run.case import Case, MethodCases
from tasks.run.cases import read_cases
from tests.codegen import program_builder as build
from tests.codegen.model_files import DATA
from tests.codegen.optimize.graphs import operators
from tests.runtime.model_cases import models
from tests.runtime.runner_output import calls
from tests.runtime.sanitized import RUNTIME, Compiler, libraries, plan_for, run
from tests.runtime.test_minimal import execute, minimal  # noqa: F401 - a fixture

REFUSED = ("custom_op_mul3", "external_constants", "neg_missing_op_shift_scalar")
"""Models with operators that have no kernel, or with data in another file."""


def compiled_plan(
    model: Path,
    weights: Weights = Weights.LINKED,
    threads: int = 1,
    arenas: int = 1,
    regions: Sequence[WeightRegion] = (),
) -> Plan:
    plan = plan_for(read_file(model), threads=threads)
    kernels = tuple(divided(each, threads) for each in libraries())
    files = {model.name: read_program_file(model)}
    compiled = compile_programs(files, plan, kernels, weights, arenas=arenas, regions=regions)
    return replace(plan, compiled=compiled)


def application(compiler: Compiler, plan: Plan, model: Path, folder: Path) -> Path:
    """The minimal application of the compiled `model`."""
    port = sorted((RUNTIME / "platform" / "host").glob("*.cpp"))
    sources = [*compiler.runtime(plan, "compiled"), *port]
    assert plan.compiled is not None
    if plan.compiled.linked and plan.compiled.runs:
        weights = folder / "weights.cpp"
        text = weights_source(plan.compiled, {model.name: str(model.resolve())})
        weights.write_text(text, encoding="utf-8")
        sources.append(weights)
    return compiler.program("compiled", sources, plan)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "weights"),
    [
        pytest.param(model, weights, id=f"{model.stem}-{weights.value}")
        for model in models()
        for weights in Weights
        if weights is Weights.LINKED or model.stem in ("dscnn", "multi_method", "linear")
        if model.stem not in REFUSED
    ],
)
def test_compiled_model_gives_the_bytes_of_the_interpreter(
    model: Path,
    weights: Weights,
    compiler: Compiler,
    minimal: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    program = application(compiler, compiled_plan(model, weights), model, tmp_path)
    assert_same_bytes(program, model, model, minimal, tmp_path)


def assert_same_bytes(
    program: Path,
    model: Path,
    cases: Path,
    minimal: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    """`program`, of the compiled `model`, gives the bytes of the interpreter for `cases`."""
    for method in read_cases(cases).methods:
        _, expected = execute(minimal, tmp_path, model.read_bytes(), method)
        named = MethodCases(name=function_name(model.name, method.name), cases=method.cases)
        code, results = execute(program, tmp_path, model.read_bytes(), named)
        assert (code, results.error) == (0, 0)
        assert [call.error for call in results.calls] == [0] * len(method.cases)
        assert [call.outputs for call in results.calls] == [call.outputs for call in expected.calls]


def in_regions(*sizes: int) -> tuple[WeightRegion, ...]:
    """Regions for weights, among the initial values, the read-only data, and elsewhere."""
    before = (".data", ".rodata", *[""] * len(sizes))
    return tuple(
        WeightRegion(
            name=f"R{n}", section=f"{before[n]}.kerf_weights.R{n}", capacity_bytes=sizes[n]
        )
        for n in range(len(sizes))
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("dscnn", (1000, 5000, 20_000, 0, 10**6)),
        ("dscnn", (0, 10**6)),
        ("kv_cache", (16, 10**6)),
        ("linear", (10**6, 16)),
        ("multi_method", (100, 200, 10**6)),
        ("plan_multi_arena", (1000, 10**6)),
    ],
)
def test_weights_in_several_regions_change_no_output(
    name: str,
    sizes: tuple[int, ...],
    compiler: Compiler,
    minimal: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    model = next(path for path in models() if path.stem == name)
    arenas = 2 if name == "plan_multi_arena" else 1
    plan = compiled_plan(model, arenas=arenas, regions=in_regions(*sizes))
    assert plan.compiled is not None
    used = [region.bytes for region in plan.compiled.weight_regions]
    assert all(bytes_ <= size for bytes_, size in zip(used, sizes, strict=True))
    program = application(compiler, plan, model, tmp_path)
    assert_same_bytes(program, model, model, minimal, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["any_size", "batches", "batches_of_rows"])
def test_compiled_integers_of_dynamic_shape_give_the_bytes_of_the_interpreter(
    name: str,
    compiler: Compiler,
    minimal: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    model, written = DATA / "quantized" / f"{name}.pte", tmp_path / f"{name}.pte"
    done = optimize(model.read_bytes(), name=name, operators=operators())
    written.write_bytes(done.data)
    program = application(compiler, compiled_plan(written), written, tmp_path)
    assert_same_bytes(program, written, model, minimal, tmp_path)


def state_elsewhere(folder: Path) -> Path:
    """A model whose state is in a planned memory of its own, with its initial data."""
    model = next(path for path in models() if path.stem == "kv_cache")
    given = read_graph(model.read_bytes(), name=model.name, operators=operators())
    (method,) = given.methods
    moved = tuple(replace(each, memory=2) if each.state else each for each in method.buffers)
    assert moved != method.buffers
    path = folder / model.name
    changed = replace(method, buffers=moved, memories=(*method.memories, *method.memories))
    path.write_bytes(write_graph(replace(given, methods=(changed,))))
    return path


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plan_multi_arena", "kv_cache"])
def test_planned_memories_in_arenas_of_their_own_change_no_output(
    name: str,
    compiler: Compiler,
    minimal: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    model = next(path for path in models() if path.stem == name)
    (cases,) = read_cases(model).methods
    moved = state_elsewhere(tmp_path) if name == "kv_cache" else model
    plan = compiled_plan(moved, arenas=2)
    assert plan.compiled is not None and plan.compiled.arenas == 2
    _, expected = execute(minimal, tmp_path, model.read_bytes(), cases)
    program = application(compiler, plan, moved, tmp_path)
    code, results = execute(program, tmp_path, model.read_bytes(), cases)
    assert (code, results.error) == (0, 0)
    assert [call.outputs for call in results.calls] == [call.outputs for call in expected.calls]


def drawing(folder: Path) -> Path:
    """A program of two methods: rand, randn and dropout of what they drew; and one that does not
    draw.
    """
    operators = (("aten::rand", "out"), ("aten::randn", "out"), ("aten::native_dropout", "out"))
    mask = build.tensor((4,), dtype=DType.Bool.number)
    places = (build.tensor((4,)), build.tensor((4,)), build.tensor((4,)), mask)
    for number, each in enumerate(places):
        each[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", 16 * number)})
    values = [build.integer(4), build.int_list(0), build.double(0.5), build.boolean(True), *places]
    steps = [
        build.kernel_call(1, 4, 4),
        build.kernel_call(1, 5, 5, operator=1),
        build.kernel_call(5, 2, 3, 6, 7, 6, operator=2),
    ]
    draws = build.method(values, steps, outputs=(4, 5, 6, 7), operators=operators)
    still = build.method(
        [build.tensor((2,)), build.integer(1)],
        [build.kernel_call(0, 0, 1, 0, 0)],
        inputs=(0,),
        outputs=(0,),
        name="twice",
    )
    path = folder / "drawing.pte"
    path.write_bytes(build.finish({0: ("u32", 0), 1: ("tables", [draws, still])}))
    return path


@pytest.mark.slow
def test_what_is_drawn_is_what_the_interpreter_draws(
    compiler: Compiler,
    minimal: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    model = drawing(tmp_path)
    once = Case(inputs=(), outputs=(), integer_steps=0)
    cases = MethodCases(name="forward", cases=(once, once, once))
    _, expected = execute(minimal, tmp_path, model.read_bytes(), cases)
    program = application(compiler, compiled_plan(model), model, tmp_path)
    named = replace(cases, name=function_name(model.name, "forward"))
    code, results = execute(program, tmp_path, model.read_bytes(), named)
    assert (code, results.error) == (0, 0)
    found = [[output.data for output in call.outputs] for call in results.calls]
    assert found == [[output.data for output in call.outputs] for call in expected.calls]
    assert found[0] != found[1] != found[2]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_a_seed_gives_the_numbers_of_the_runner(
    seed: int, compiler: Compiler, runner: Path, tmp_path: Path
) -> None:
    model = drawing(tmp_path)
    options = ("--seed", str(seed), "--call", "forward", "--call", "forward")
    done = run(runner, "--model", model, "--output-dir", tmp_path, *options)
    expected = [
        Path(output["file"]).read_bytes().hex()
        for call in calls(done)
        for output in call["outputs"]
    ]
    body = f"""\
  kerf_generator generator;
  union {{ float floats[4]; unsigned char bytes[16]; }} out[3];
  bool mask[4];
  float x[2] = {{1, 2}};
  drawing_seed(&generator, UINT64_C({seed}));
  for (int call = 0; call < 2; ++call) {{
    if (drawing_forward(arena, &generator, out[0].floats, out[1].floats, out[2].floats, mask))
      return 1;
    for (int o = 0; o < 3; ++o) {{
      for (int i = 0; i < 16; ++i) printf("%02x", out[o].bytes[i]);
      printf("\\n");
    }}
    for (int i = 0; i < 4; ++i) printf("%02x", mask[i]);
    printf("\\n");
  }}
  printf("%d ", drawing_forward(arena, NULL, out[0].floats, NULL, NULL, NULL));
  printf("%d ", drawing_twice(arena, x, x));
  printf("%g\\n", x[1]);"""
    assert run_c(compiler, model, body, tmp_path) == [*expected, f"{0x02} 0 4"]


C_MAIN = """\
#include <stdio.h>
#include <string.h>

#include "{header}"

{functions}
{arenas}

int main(void) {{
{body}
  return 0;
}}
"""


def run_c(
    compiler: Compiler,
    model: Path,
    body: str,
    folder: Path,
    weights: Weights = Weights.LINKED,
    threads: int = 1,
    functions: str = "",
    arenas: int = 1,
) -> list[str]:
    """The lines that a C99 program prints that calls the functions of the compiled `model`.

    `body` is that of its main function, `functions` precede it. Arenas are `arena`, or
    `arena_1` and so on.
    """
    plan = compiled_plan(model, weights, threads, arenas)
    sources = [p for p in compiler.runtime(plan) if p.name != "main.cpp"]
    assert plan.compiled is not None
    if plan.compiled.runs and plan.compiled.linked:
        linked = folder / "weights.cpp"
        linked.write_text(weights_source(plan.compiled, {model.name: str(model)}), "utf-8")
        sources.append(linked)
    objects = compiler.objects(sources, plan)
    name = function_name(model.name, plan.compiled.methods[0].name)
    main, program = folder / "main.c", folder / "main"
    main.write_text(
        C_MAIN.format(
            header=f"{model.stem}.h",
            arenas="\n".join(
                f"static __attribute__((aligned(16))) unsigned char {each}[{name}_{each}_bytes];"
                for each in (
                    [f"arena_{n}" for n in range(1, arenas + 1)] if arenas > 1 else ["arena"]
                )
            ),
            body=body,
            functions=functions,
        ),
        "utf-8",
    )
    include = compiler.selected(plan) / "include"
    strict = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", f"-I{include}"]
    compile_c = ["gcc", *strict, "-c", str(main), "-o", f"{main}.o"]
    link = [compiler.command, *compiler.flags, f"{main}.o", *map(str, objects), "-o", str(program)]
    for command in (compile_c, [*link, "-lm"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return run(program).stdout.splitlines()


@pytest.mark.slow
def test_functions_of_a_model_are_called_from_c(compiler: Compiler, tmp_path: Path) -> None:
    body = """\
  const float a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4] = {1, 1, 1, 1};
  float out[add_mul_forward_output_0_elements];
  int error = add_mul_forward(arena, a, b, c, out);
  printf("%d %g %g %g %g\\n", error, out[0], out[1], out[2], out[3]);
  printf("%d ", add_mul_forward(arena + 8, a, b, c, out));
  printf("%d\\n", add_mul_forward(NULL, a, b, c, out));"""
    model = next(path for path in models() if path.stem == "add_mul")
    assert len(read_cases(model).methods[0].cases[0].inputs) == 3
    # a b + c
    assert run_c(compiler, model, body, tmp_path) == ["0 20 23 44 51", f"{0x12} {0x12}"]


@pytest.mark.slow
def test_each_planned_memory_is_where_c_puts_it(compiler: Compiler, tmp_path: Path) -> None:
    body = """\
  const plan_multi_arena_arenas arenas = {arena_1, arena_2};
  static float x[plan_multi_arena_forward_input_0_elements];
  static float given[plan_multi_arena_forward_output_0_elements];
  static float stayed[plan_multi_arena_forward_output_0_elements];
  unsigned char* const memories[] = {arena_1, arena_2};
  for (int i = 0; i < plan_multi_arena_forward_input_0_elements; ++i) x[i] = (float)(i % 7) - 3;
  printf("%d\\n", plan_multi_arena_forward(arenas, x, given));
  memcpy(memories[plan_multi_arena_forward_input_0_arena - 1] +
             plan_multi_arena_forward_input_0_offset, x, sizeof x);
  printf("%d\\n", plan_multi_arena_forward(arenas, NULL, NULL));
  memcpy(stayed, memories[plan_multi_arena_forward_output_0_arena - 1] +
                     plan_multi_arena_forward_output_0_offset, sizeof stayed);
  int used[2] = {0, 0};
  for (int i = 0; i < plan_multi_arena_forward_arena_1_bytes; ++i) used[0] |= arena_1[i];
  for (int i = 0; i < plan_multi_arena_forward_arena_2_bytes; ++i) used[1] |= arena_2[i];
  printf("%d %d %d\\n", memcmp(given, stayed, sizeof given), used[0] != 0, used[1] != 0);
  const plan_multi_arena_arenas wrong[] = {
      {arena_1, NULL}, {NULL, arena_2}, {arena_1 + 8, arena_2}, {arena_1, arena_2 + 4}};
  for (int i = 0; i < 4; ++i) printf("%d\\n", plan_multi_arena_forward(wrong[i], x, given));"""
    model = next(path for path in models() if path.stem == "plan_multi_arena")
    lines = run_c(compiler, model, body, tmp_path, arenas=2)
    assert lines == ["0", "0", "0 1 1", *[f"{0x12}"] * 4]


@pytest.mark.slow
def test_state_is_kept_in_the_arena_from_call_to_call(compiler: Compiler, tmp_path: Path) -> None:
    body = """\
  const float x[3] = {2, 3, 4};
  float out[mutable_counter_forward_output_0_elements];
  for (int i = 0; i < 4; ++i) {
    if (i == 3) memset(arena, 0, sizeof arena);
    int error = mutable_counter_forward(arena, x, out);
    printf("%d %g\\n", error, out[0]);
  }"""
    model = next(path for path in models() if path.stem == "mutable_counter")
    lines = run_c(compiler, model, body, tmp_path)
    assert all(line.startswith("0 ") for line in lines)
    assert len(set(lines[:3])) == 3
    assert lines[3] == lines[0]


@pytest.mark.slow
def test_shapes_that_are_dynamic_are_passed_with_the_data(
    compiler: Compiler, tmp_path: Path
) -> None:
    body = """\
  const float a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  const int32_t sizes[2] = {1, 4}, wrong[2] = {100, 100};
  float out[mul_dynamic_forward_output_0_elements];
  int32_t got[2];
  int error = mul_dynamic_forward(arena, a, sizes, b, sizes, out, got);
  printf("%d %d %d %g %g\\n", error, (int)got[0], (int)got[1], out[0], out[3]);
  printf("%d\\n", mul_dynamic_forward(arena, a, wrong, b, wrong, out, got));"""
    model = next(path for path in models() if path.stem == "mul_dynamic")
    assert run_c(compiler, model, body, tmp_path) == ["0 1 4 5 32", f"{0x12}"]


@pytest.mark.slow
def test_loop_over_tensors_alone_runs_to_its_end(gcc: Compiler, tmp_path: Path) -> None:
    """Nothing in it changes but the elements of tensors, so that the program has no slot."""
    count = build.tensor((1,), dtype=DType.Long.number)
    done = build.tensor((1,), dtype=DType.Bool.number)
    done[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", 16)})
    method = build.method(
        [count, build.integer(1), build.integer(3), done],
        [
            build.kernel_call(0, 1, 1, 0, 0),
            build.kernel_call(0, 2, 3, 3, operator=1),
            build.jump_false_call(3, 0),
        ],
        inputs=(0,),
        outputs=(0,),
        operators=(("aten::add", "Scalar_out"), ("aten::ge", "Scalar_out")),
    )
    model = tmp_path / "count.pte"
    model.write_bytes(build.program(method))
    body = """\
  const int64_t start = 0;
  int64_t end = 0;
  int error = count_forward(arena, &start, &end);
  printf("%d %d\\n", error, (int)end);"""
    cleared = replace(gcc, flags=(*gcc.flags, "-ftrivial-auto-var-init=zero"))
    assert run_c(cleared, model, body, tmp_path) == ["0 3"]


@pytest.mark.slow
def test_tensors_of_no_elements_need_no_memory(
    runner: Path, compiler: Compiler, tmp_path: Path
) -> None:
    """A view of none is one wherever it is planned; a condition of none holds."""
    done = build.tensor((0,), dtype=DType.Bool.number, planned=False)
    method = build.method(
        [
            *(build.tensor((1,)), build.integer(1), done),
            *(build.tensor((0, 2), planned=False), build.int_list(6, 7)),
            *(build.tensor((2, 0)), build.integer(2), build.integer(0)),
        ],
        [
            build.kernel_call(3, 4, 5, operator=1),
            build.jump_false_call(2, 3),
            build.kernel_call(0, 1, 1, 0, 0),
        ],
        inputs=(0,),
        outputs=(0,),
        operators=(("aten::add", "Scalar_out"), ("executorch_prim::et_view", "default")),
    )
    model = tmp_path / "none.pte"
    model.write_bytes(build.program(method))
    (tmp_path / "two").write_bytes(struct.pack("<f", 2.0))
    given = ("--input", f"{tmp_path / 'two'}@1", "--output-dir", tmp_path)
    assert run(runner, "--model", model, *given).exit_code == 0
    assert (tmp_path / "output-0-0.bin").read_bytes() == struct.pack("<f", 3.0)
    body = """\
  const float two = 2;
  float out = 0;
  int error = none_forward(arena, &two, &out);
  printf("%d %g\\n", error, out);"""
    assert run_c(compiler, model, body, tmp_path) == ["0 3"]


@pytest.mark.slow
@pytest.mark.parametrize("out", [(2, 2), (4, 4)])
def test_an_output_of_another_shape_is_an_error_of_the_call(
    out: tuple[int, ...], compiler: Compiler, tmp_path: Path
) -> None:
    """What the build cannot prove of a program is checked while it runs."""
    method = build.method(
        [build.tensor((2, 4)), build.tensor(()), build.integer(1), build.tensor(out)],
        [build.kernel_call(0, 1, 2, 3, 3)],
        inputs=(0,),
        outputs=(3,),
        operators=(("aten::add", "out"),),
        apart=True,
    )
    model = tmp_path / "wrong.pte"
    model.write_bytes(build.program(method))
    body = """\
  const float x[8] = {0};
  float out[wrong_forward_output_0_elements];
  printf("%d\\n", wrong_forward(arena, x, out));"""
    assert run_c(compiler, model, body, tmp_path) == [f"{0x12}"]


@pytest.mark.slow
def test_external_weights_are_compared_with_those_of_the_build(
    compiler: Compiler, tmp_path: Path
) -> None:
    model = next(path for path in models() if path.stem == "linear")
    files = compiled_plan(model, Weights.EXTERNAL).compiled
    assert files is not None
    (start, end), *_ = files.files[0].spans
    body = f"""\
  static __attribute__((aligned(16))) unsigned char file[{model.stat().st_size}];
  FILE* stream = fopen("{model}", "rb");
  size_t got = fread(file, 1, sizeof file, stream);
  printf("%d %d\\n", got == sizeof file, linear_check_weights(file));
  for (int i = {start} - 1; i <= {end}; ++i) {{
    file[i] ^= 0x80;
    if (i == {start} - 1 || i == {start} || i == {end} - 1 || i == {end})
      printf("%d\\n", linear_check_weights(file));
    file[i] ^= 0x80;
  }}
  printf("%d %d\\n", linear_check_weights(file + 4), linear_check_weights(NULL));
  fclose(stream);
  (void)arena;"""
    lines = run_c(compiler, model, body, tmp_path, Weights.EXTERNAL)
    assert lines == ["1 0", "0", f"{0x24}", f"{0x24}", "0", f"{0x12} {0x12}"]


@pytest.mark.slow
def test_an_input_in_the_callers_memory_cannot_grow(compiler: Compiler, tmp_path: Path) -> None:
    """The caller passes two of at most eight elements; the program fills eight."""
    values = [
        build.tensor((8,), planned=False, dynamism=1),
        *(build.integer(8), build.int_list(1), build.integer(1)),
    ]
    method = build.method(
        values,
        [build.kernel_call(2, 3, 0, 0)],
        inputs=(0,),
        outputs=(0,),
        operators=(("aten::full", "out"),),
    )
    model = tmp_path / "grown.pte"
    model.write_bytes(build.program(method))
    body = """\
  float x[2] = {0}, out[grown_forward_output_0_elements];
  int32_t two = 2, eight = 8, nine = 9, got = 0;
  float large[8] = {0};
  printf("%d\\n", grown_forward(arena, x, &two, out, &got));
  printf("%d\\n", grown_forward(arena, large, &nine, out, &got));
  printf("%d ", grown_forward(arena, large, &eight, out, &got));
  printf("%d %g\\n", (int)got, out[7]);"""
    lines = run_c(compiler, model, body, tmp_path)
    assert lines == [f"{0x12}", f"{0x12}", "0 8 1"]


@pytest.mark.slow
def test_an_output_that_is_an_input_has_its_data(compiler: Compiler, tmp_path: Path) -> None:
    values = [build.tensor((2,), planned=False), build.integer(1)]
    method = build.method(
        values,
        [build.kernel_call(0, 1, 1, 0, 0)],
        inputs=(0,),
        outputs=(0,),
        operators=(("aten::add", "Scalar_out"),),
    )
    model = tmp_path / "through.pte"
    model.write_bytes(build.program(method))
    body = """\
  float x[2] = {2, 3}, out[2];
  int error = through_forward(arena, x, out);
  printf("%d %g %g\\n", error, out[0], out[1]);"""
    assert run_c(compiler, model, body, tmp_path) == ["0 3 4"]


@pytest.mark.slow
def test_a_loop_ends_where_its_caller_wants(compiler: Compiler, tmp_path: Path) -> None:
    values = [build.boolean(False), build.tensor((1,)), build.integer(1)]
    steps = [build.kernel_call(1, 2, 2, 1, 1), build.jump_false_call(0, 0)]
    method = build.method(
        values, steps, inputs=(1,), outputs=(1,), operators=(("aten::add", "Scalar_out"),)
    )
    model = tmp_path / "endless.pte"
    model.write_bytes(build.program(method))
    body = """\
  const float x = 0;
  printf("%d ", endless_forward_limited(9, arena, &x, NULL));
  float* const rounds = (float*)(arena + endless_forward_output_0_offset);
  printf("%g\\n", *rounds);"""
    assert run_c(compiler, model, body, tmp_path) == [f"{0x25} 10"]


@pytest.mark.slow
def test_a_number_of_another_kind_is_no_output(compiler: Compiler, tmp_path: Path) -> None:
    values = [build.double(0.5), build.integer(1), build.integer(0)]
    method = build.method(
        values,
        [build.kernel_call(0, 1, 2)],
        inputs=(),
        outputs=(2,),
        operators=(("executorch_prim::add", "Scalar"),),
    )
    model = tmp_path / "kinds.pte"
    model.write_bytes(build.program(method))
    body = """\
  int64_t sum = 0;
  printf("%d\\n", kinds_forward(arena, &sum));"""
    assert run_c(compiler, model, body, tmp_path) == [f"{0x13}"]
