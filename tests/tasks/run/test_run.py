"""Running a target's models: what is compared, reported and written; exit codes."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.errors import BuildError, NotVerified, VerifyError
from codegen.pte import read_model
from codegen.quantized_ports import QuantizedPorts
from tasks.build import build
from tasks.building.optimized import optimize_model
from tasks.config import Target, load_target
from tasks.run.case import Case, Kind, MethodCases, ModelCases, Value
from tasks.run.cases import read_cases
from tasks.run.host_runner import run_host
from tasks.run.outcome import CaseOutcome, MethodOutcome, Phase, fault_name
from tasks.run.target import run_target
from tasks.run.verdict import document, judge, table
from tasks.size.read import read_size
from tests.runtime.sanitized import libraries
from tests.tasks.small_repository import LOWERED, ROOT, copy_model, make_sources

RequireTool = Callable[[str], str]
XNNPACK = LOWERED / "xnn_linear_int8.pte"
STEP = 0.0022128990
"""The scale of its output: those that ExecuTorch gave are whole steps of it."""
OF_THE_BUILD = ("size.json", "manifest.json")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose target `add` selects the model of that name, on this machine."""
    root = tmp_path / "repository"
    copy_model("add", make_sources(root))
    write_target(root, "host-gcc")
    return root


def write_target(
    root: Path, toolchain: str, models: str = '"models/add.pte"', executor: str = "auto"
) -> None:
    """A target that runs its models as they were exported."""
    text = f'description = "add"\noptimize.passes = []\n[select]\nmodels = [{models}]\n'
    text += "[toolchain]\n"
    text += f'executor = "{executor}"\n'
    (root / "configs" / "add.toml").write_text(f'{text}name = "{toolchain}"\n', encoding="utf-8")


def runner_that(repository: Path, script: str) -> Path:
    """A runner of the target `add` that is the shell script."""
    runner = repository / "build" / "add" / "runner"
    runner.parent.mkdir(parents=True, exist_ok=True)
    runner.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    runner.chmod(0o755)
    return runner


def floats(*elements: float) -> Value:
    data = struct.pack(f"<{len(elements)}f", *elements)
    return Value(kind=Kind.TENSOR, dtype=DType.Float, sizes=(len(elements),), data=data)


def cases_of(*expected: Value) -> ModelCases:
    """A model with one method, and one case for each value that it must give."""
    cases = tuple(Case(inputs=(), outputs=(value,), integer_steps=0) for value in expected)
    method = MethodCases(name="forward", cases=cases)
    return ModelCases(path=Path(), model=Path("m.pte"), data=(), methods=(method,))


def faults_of(cases: ModelCases, outcome: MethodOutcome) -> list[str]:
    (verdict,) = judge(cases, [outcome], tolerance=1e-3)
    return list(verdict.faults())


def test_an_unknown_error_keeps_its_number() -> None:
    assert fault_name(0x23) == "InvalidProgram (0x23)"
    assert fault_name(0x99) == "error (0x99)"


def test_a_difference_names_model_case_output_element_and_both_values() -> None:
    given = CaseOutcome(outputs=(floats(1.0, 2.5),))
    outcome = MethodOutcome(name="forward", cases=(given,))
    assert faults_of(cases_of(floats(1.0, 2.0)), outcome) == [
        "m.pte forward: case 0, output 0: element 1: expected 2, got 2.5 "
        "(difference 0.5, allowed 0.002)."
    ]


def test_a_case_that_expects_nothing_is_no_fault_and_not_verified() -> None:
    cases = cases_of(floats(1.0), floats(1.0))
    (method,) = cases.methods
    second = replace(method.cases[1], outputs=(), expects=False)
    cases = replace(cases, methods=(replace(method, cases=(method.cases[0], second)),))
    given = CaseOutcome(outputs=(floats(1.0),))
    (verdict,) = judge(cases, [MethodOutcome(name="forward", cases=(given, given))], tolerance=1e-3)
    assert list(verdict.faults()) == []
    assert verdict.unverified() == (
        "m.pte forward: not verified: no outputs are expected of case(s) 1."
    )
    assert "ran; no outputs are expected" in "\n".join(table(verdict))


def test_cases_that_were_not_reached_are_faults_too() -> None:
    good = CaseOutcome(outputs=(floats(1.0),))
    failed = CaseOutcome(fault="NotSupported (0x10)")
    outcome = MethodOutcome(name="forward", cases=(good, failed))
    assert faults_of(cases_of(*[floats(1.0)] * 3), outcome) == [
        "m.pte forward: case 1: NotSupported (0x10).",
        "m.pte forward: case 2: was not reached.",
    ]


@pytest.mark.parametrize(("rounds", "faults"), [(True, 0), (False, 1)])
def test_outputs_are_judged_in_steps_where_the_model_rounds_what_float_computes(
    rounds: bool, faults: int
) -> None:
    ports = QuantizedPorts(inputs=(), outputs=(None,), steps=(0.25,), rounds=rounds)
    given = MethodOutcome(name="forward", cases=(CaseOutcome(outputs=(floats(1.5),)),))
    (verdict,) = judge(
        cases_of(floats(1.0)), [given], tolerance=1e-4, steps=2, ports={"forward": ports}
    )
    assert len(list(verdict.faults())) == faults
    assert "0.5 = 2.0 steps" in "\n".join(table(verdict))
    assert document(verdict)["cases"][0]["outputs"][0]["step"] == 0.25


def test_outputs_of_a_lowered_model_are_judged_in_steps(repository: Path) -> None:
    """Each is one step from what ExecuTorch gave, which the delegate's payload alone has."""
    write_target(repository, "host-gcc", f'"{XNNPACK}"')
    target = load_target("add", repository)
    optimize_model(target, XNNPACK, libraries())
    (method,) = read_cases(XNNPACK).methods
    lines = []
    for number, case in enumerate(method.cases):
        file = repository / f"{number}.bin"
        values = struct.unpack("<8f", case.outputs[0].data)
        file.write_bytes(struct.pack("<8f", *(value + STEP for value in values)))
        lines.append(WRONG_OUTPUT.format(nbytes=32, cases=number, sizes=[2, 4]))
        lines[-1] = lines[-1].replace("o.bin", f"{number}.bin") + f'cp {file} "$folder"\n'
    runner_that(repository, "".join(lines))
    run_target(target)
    found = json.loads((repository / "build" / "add" / "run.json").read_text())
    steps = [case["outputs"][0]["step"] for case in found["methods"][0]["cases"]]
    assert steps == [pytest.approx(STEP)] * len(method.cases)


def test_another_number_of_outputs_is_a_fault() -> None:
    outcome = MethodOutcome(name="forward", cases=(CaseOutcome(),))
    assert faults_of(cases_of(floats(1.0)), outcome) == [
        "m.pte forward: case 0: gave 0 outputs, expected 1."
    ]


def test_counts_of_phases_belong_to_load_and_to_each_case() -> None:
    cases = tuple(CaseOutcome(outputs=(floats(1.0),), temp_bytes=n) for n in (8, 16))
    names = ("program_load", "method_load", "done", "execute", "done", "execute", "done")
    phases = [Phase(name=name, instructions=10**n) for n, name in enumerate(names)]
    outcome = MethodOutcome(name="forward", cases=cases, method_bytes=5).counted(phases)
    (verdict,) = judge(cases_of(floats(1.0), floats(1.0)), [outcome], tolerance=0)
    found = document(verdict)
    assert found["instructions"] == {
        "program_load": 1,
        "method_load": 10,
        "execute": [1000, 100000],
        "execute_cycles": [None, None],
    }
    assert (found["method_bytes"], found["temp_bytes"]) == (5, 16)
    assert "  instructions: program load 1, method load 10, execute 1,000, 100,000" in table(
        verdict
    )


def test_what_is_not_built_is_reported_with_the_command_that_builds_it(repository: Path) -> None:
    with pytest.raises(BuildError, match=r"build/add/runner does not exist.*nox -s build-add"):
        run_target(load_target("add", repository))


def test_a_target_without_models_is_not_verified(repository: Path) -> None:
    runner_that(repository, "exit 0")
    text = 'description = "all"\n[select]\nall = true\n[toolchain]\nname = "host-gcc"\n'
    (repository / "configs" / "add.toml").write_text(text, encoding="utf-8")
    with pytest.raises(NotVerified, match="add: not verified: it selects no model to run"):
        run_target(load_target("add", repository))


def test_a_model_without_cases_is_not_verified_and_named_from_the_repository(
    repository: Path,
) -> None:
    runner_that(repository, "exit 0")
    (repository / "configs" / "models" / "add.cases.json").unlink()
    with pytest.raises(NotVerified) as raised:
        run_target(load_target("add", repository))
    assert raised.value.faults == (
        "configs/models/add.pte: not verified: there is no add.cases.json next to it. "
        "`nox -s cases -- --help` shows how to write it.",
    )


def test_a_runner_that_fails_is_reported_in_its_own_words(repository: Path) -> None:
    runner_that(repository, 'echo "error: OperatorMissing (0x14): aten::x.out" >&2; exit 20')
    with pytest.raises(VerifyError) as raised:
        run_target(load_target("add", repository))
    assert raised.value.faults == (
        "add.pte forward: case 0: OperatorMissing (0x14): aten::x.out.",
        "add.pte forward: case 1: was not reached.",
    )


WRONG_OUTPUT = """
for word in "$@"; do [ "$last" = --output-dir ] && folder=$word; last=$word; done
head -c {nbytes} /dev/zero > "$folder/o.bin"
for case in {cases}; do
  printf '{{"method": "forward", "outputs": [{{"kind": "tensor", "dtype": "Float", '
  printf '"sizes": {sizes}, "file": "o.bin"}}], "time_ns": 1, '
  printf '"memory": {{"method": 0, "planned": 0, "temp": 0}}}}\\n'
done
"""
"""A runner whose outputs are zeros."""


def quantized_target(repository: Path, passes: tuple[str, ...]) -> Target:
    """A target of a quantized model whose program is there as its build leaves it."""
    copy_model("linear_int8", repository / "configs" / "models")
    write_target(repository, "host-gcc", '"models/linear_int8.pte"')
    config = repository / "configs" / "add.toml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("passes = []", f"passes = {json.dumps(passes)}"))
    target = load_target("add", repository)
    (model,) = target.model_paths
    optimize_model(target, model, libraries())
    return target


@pytest.mark.parametrize("passes", [("integers",), ("fold",)])
def test_advice_where_a_pass_has_changed_the_roundings(
    passes: tuple[str, ...], repository: Path
) -> None:
    target = quantized_target(repository, passes)
    (method,) = read_cases(target.model_paths[0]).methods
    (output,) = method.cases[0].outputs
    numbers = " ".join(str(number) for number in range(len(method.cases)))
    runner_that(
        repository,
        WRONG_OUTPUT.format(nbytes=len(output.data), cases=numbers, sizes=list(output.sizes)),
    )
    with pytest.raises(VerifyError) as raised:
        run_target(target)
    assert "element" in raised.value.faults[0]
    assert ("integers rounds" in raised.value.faults[-1]) == (passes == ("integers",))


def test_advice_where_weights_are_rounded(repository: Path) -> None:
    copy_model("conv1d_net", repository / "configs" / "models")
    write_target(repository, "host-gcc", '"models/conv1d_net.pte"')
    config = repository / "configs" / "add.toml"
    text = config.read_text(encoding="utf-8")
    half = 'optimize = {passes = ["plan"], weights-dtype = "half"}'
    config.write_text(text.replace("optimize.passes = []", half), encoding="utf-8")
    target = load_target("add", repository)
    (model,) = target.model_paths
    optimize_model(target, model, libraries())
    (method,) = read_cases(model).methods
    (output,) = method.cases[0].outputs
    numbers = " ".join(str(number) for number in range(len(method.cases)))
    zeros = {"nbytes": len(output.data), "cases": numbers, "sizes": list(output.sizes)}
    runner_that(repository, WRONG_OUTPUT.format(**zeros))
    with pytest.raises(VerifyError) as raised:
        run_target(target)
    assert "its weights are rounded to 16 bits. Set [run] tolerance" in raised.value.faults[-1]


def test_a_run_that_fails_is_never_advised_to_tolerate_it(repository: Path) -> None:
    target = quantized_target(repository, ("integers",))
    runner_that(repository, "kill -SEGV $$")
    with pytest.raises(VerifyError) as raised:
        run_target(target)
    assert "died of signal 11" in raised.value.faults[0]
    assert not any("steps" in fault or "tolerance" in fault for fault in raised.value.faults)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("kill -SEGV $$", "died of signal 11"),
        ("echo nonsense", "prints no result as agreed"),
        ("echo '{}'", "prints no result as agreed"),
        ("exec sleep 60", "did not end within 0.5 s"),
    ],
    ids=["dies", "prints text", "prints other JSON", "hangs"],
)
def test_a_runner_that_breaks_its_contract_is_reported(
    script: str, words: str, repository: Path
) -> None:
    runner = runner_that(repository, script)
    cases = read_cases(repository / "configs" / "models" / "add.pte")
    with pytest.raises(VerifyError, match=words):
        outcomes = run_host(cases, runner, timeout_s=0.5)
        raise VerifyError(faults_of(cases, outcomes[0]))


def run_task(root: Path, *arguments: str, path: str | None = None) -> tuple[int, str, str]:
    """Exit code, output and faults of `python -m tasks.run add`."""
    done = subprocess.run(
        [sys.executable, "-m", "tasks.run", "add", "--root", str(root), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=None if path is None else {"PATH": path},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_a_host_target_is_verified(repository: Path, require_tool: RequireTool) -> None:
    require_tool("gcc")
    require_tool("valgrind")
    build(load_target("add", repository))
    code, output, faults = run_task(repository, "--instructions")
    assert (code, faults) == (0, "")
    assert "add: verified: 2 case(s) give the expected outputs" in output
    (method,) = json.loads((repository / "build" / "add" / "run.json").read_text())["methods"]
    assert method["instructions"]["execute"][0] > 100
    assert [case["fault"] for case in method["cases"]] == [None, None]
    target = load_target("add", repository)
    (counted,) = read_size(target).instructions
    assert counted.method_load == method["instructions"]["method_load"]
    left = {name: (repository / "build/add" / name).read_bytes() for name in OF_THE_BUILD}
    build(target)
    assert {name: (repository / "build/add" / name).read_bytes() for name in left} == left


@pytest.mark.slow
@pytest.mark.parametrize(
    ("toolchain", "compiler", "emulator"),
    [
        ("cortex-m55", "arm-none-eabi-gcc", "qemu-system-arm"),
        ("rv32imac", "riscv64-unknown-elf-gcc", "qemu-system-riscv32"),
        ("aarch64", "aarch64-linux-gnu-gcc", "qemu-aarch64"),
    ],
)
def test_what_is_emulated_is_verified_differs_or_is_not_verified(
    toolchain: str, compiler: str, emulator: str, repository: Path, require_tool: RequireTool
) -> None:
    require_tool(compiler)
    require_tool(emulator)
    write_target(repository, toolchain, executor="local")
    build(load_target("add", repository))

    code, output, faults = run_task(repository)
    assert (code, faults) == (0, "")
    assert "add: verified: 2 case(s) give the expected outputs" in output
    first = (repository / "build" / "add" / "run.json").read_bytes()
    assert json.loads(first)["methods"][0]["instructions"]["execute"][0] > 100
    run_task(repository)
    assert (repository / "build" / "add" / "run.json").read_bytes() == first

    code, output, faults = run_task(repository, path="/nonexistent")
    assert code == 10
    assert f"not verified: {emulator} is not installed. Install it with `apt-get" in faults

    path = repository / "configs" / "models" / "add.cases.json"
    content = json.loads(path.read_text())
    cases = content["methods"][0]["cases"]
    cases[0]["outputs"], cases[1]["outputs"] = cases[1]["outputs"], cases[0]["outputs"]
    path.write_text(json.dumps(content))
    code, output, faults = run_task(repository)
    assert code == 9
    assert re.search(r"^error: add.pte forward: case 0, output 0: element \d+: expected", faults)
    assert "DIFFERS" in output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("toolchain", "tools"),
    [
        ("host-gcc", ("gcc",)),
        ("cortex-m55", ("arm-none-eabi-gcc", "qemu-system-arm")),
        ("aarch64", ("aarch64-linux-gnu-gcc", "qemu-aarch64")),
    ],
)
def test_compiled_functions_with_a_prefix_are_called(
    toolchain: str, tools: tuple[str, ...], repository: Path, require_tool: RequireTool
) -> None:
    for tool in tools:
        require_tool(tool)
    copy_model("softmax", repository / "configs" / "models")
    write_target(repository, toolchain, '"models/add.pte", "models/softmax.pte"', executor="local")
    with (repository / "configs" / "add.toml").open("a", encoding="utf-8") as config:
        config.write('[runtime]\nform = "compiled"\nprefix = "small_"\n')
    build(load_target("add", repository))
    assert run_task(repository)[::2] == (0, "")


@pytest.mark.slow
def test_a_host_ships_the_optimised_program_and_runs_the_exported_file_too(
    repository: Path, require_tool: RequireTool
) -> None:
    require_tool("gcc")
    models = repository / "configs" / "models"
    copy_model("linear_int8", models)
    write_target(repository, "host-gcc", '"models/linear_int8.pte"', executor="local")
    config = repository / "configs" / "add.toml"
    config.write_text(config.read_text().replace("optimize.passes = []\n", ""), encoding="utf-8")
    target = load_target("add", repository)
    build(target)
    code, output, faults = run_task(repository)
    assert (code, faults) == (0, "")
    assert " steps  ok" in output
    assert "add: verified: " in output
    shipped = repository / "build" / "add" / "linear_int8.pte"
    operators = {call.operator for method in read_model(shipped).methods for call in method.calls}
    assert "cortex_m::quantized_conv2d.out" in operators
    cases = read_cases(models / "linear_int8.pte")
    for model in (shipped, cases.model):
        ran = run_host(replace(cases, model=model), shipped.with_name("runner"), timeout_s=60)
        assert [case.fault for method in ran for case in method.cases] == [None] * len(
            cases.methods[0].cases
        )
