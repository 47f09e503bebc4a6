"""The minimal application, whose size is a target's, on the cases of every model."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from codegen.dtype import DType, elements
from codegen.plan import Plan
from tasks.run.calls_block import Results, calls_block, read_results
from tasks.run.case import Case, Kind, MethodCases, Value
from tasks.run.cases import read_cases
from tests.codegen import program_builder as build
from tests.runtime import model_cases
from tests.runtime.model_cases import difference, models, tolerance
from tests.runtime.sanitized import RUNTIME, Compiler, run

OPERATOR_MISSING = 0x14
NOT_FOUND = 0x20
INVALID_PROGRAM = 0x23


@pytest.fixture(scope="session")
def minimal(compiler: Compiler, everything_plan: Plan) -> Path:
    port = sorted((RUNTIME / "platform" / "host").glob("*.cpp"))
    sources = [*compiler.runtime(everything_plan, "minimal"), *port]
    return compiler.program("minimal", sources, everything_plan)


def execute(minimal: Path, folder: Path, model: bytes, method: MethodCases) -> tuple[int, Results]:
    """Exit code and results of one run in `folder`."""
    calls = [case.inputs for case in method.cases]
    (folder / "kerf.model").write_bytes(model)
    (folder / "kerf.calls").write_bytes(calls_block(method.name, calls, len(model)))
    (folder / "kerf.out").unlink(missing_ok=True)
    done = run(minimal, folder=folder)
    return done.exit_code, read_results((folder / "kerf.out").read_bytes())


@pytest.mark.parametrize("model", models(), ids=lambda path: path.stem)
def test_application_gives_what_pytorch_gave(model: Path, minimal: Path, tmp_path: Path) -> None:
    every = model_cases.read_cases(model)
    for method in read_cases(model).methods:
        cases = [case for case in every if case.method == method.name]
        code, results = execute(minimal, tmp_path, model.read_bytes(), method)
        assert code == results.error
        if results.error:  # test_models.py reports which operators
            assert results.error == (
                NOT_FOUND if model_cases.data_files(model) else OPERATOR_MISSING
            )
            continue
        assert [call.error for call in results.calls] == [0] * len(cases)
        for call, case, planned in zip(results.calls, cases, method.cases, strict=True):
            outputs = zip(call.outputs, case.outputs, planned.outputs, strict=True)
            for got, wanted, laid_out in outputs:
                if got.kind is not Kind.TENSOR:
                    assert (got.kind, got.scalar) == (wanted["kind"], wanted.get("value"))
                    continue
                assert got.dtype is not None
                assert (got.dtype, list(got.sizes)) == (wanted["dtype"], wanted["shape"])
                expected = elements(got.dtype, laid_out.data)
                allowed = tolerance(expected, got.dtype, case)
                assert difference(elements(got.dtype, got.data), expected) <= allowed


def test_application_gives_memory_to_outputs_without(minimal: Path, tmp_path: Path) -> None:
    ones = build.tensor((2,), planned=False, data=1)
    total = build.method(
        [ones, build.integer(1), build.tensor((2,), planned=False)],
        [build.kernel_call(0, 0, 1, 2, 2)],
        outputs=(2,),
    )
    constants = ("tables", [{}, {0: ("u8s", struct.pack("<2f", 1, 1))}])
    once = Case(inputs=(), outputs=(), integer_steps=0)
    method = MethodCases(name="forward", cases=(once, once))
    program = build.program(total, slot_2=constants)
    code, results = execute(minimal, tmp_path, program, method)
    assert (code, results.error) == (0, 0)
    assert [call.outputs[0].data for call in results.calls] == [struct.pack("<2f", 2, 2)] * 2


def test_a_program_may_write_to_an_input_in_memory_of_the_caller(
    minimal: Path, tmp_path: Path
) -> None:
    doubled = build.method(
        [build.tensor((2,), planned=False), build.integer(1)],
        [build.kernel_call(0, 0, 1, 0, 0)],
        inputs=(0,),
        outputs=(0,),
    )
    given = Value(kind=Kind.TENSOR, dtype=DType.Float, sizes=(2,), data=struct.pack("<2f", 1, 2))
    once = Case(inputs=(given,), outputs=(), integer_steps=0)
    method = MethodCases(name="forward", cases=(once,))
    code, results = execute(minimal, tmp_path, build.program(doubled), method)
    assert (code, results.error) == (0, 0)
    assert [call.outputs[0].data for call in results.calls] == [struct.pack("<2f", 2, 4)]


@pytest.mark.parametrize("length", [0, 1, 7, 100, 1000])
def test_application_ends_with_the_error_of_its_model(
    length: int, minimal: Path, tmp_path: Path
) -> None:
    model = next(path for path in models() if path.stem == "add").read_bytes()[:length]
    code, results = execute(minimal, tmp_path, model, MethodCases(name="forward", cases=()))
    assert (code, results.error) == (INVALID_PROGRAM, INVALID_PROGRAM)


def test_application_ends_with_not_found_without_its_method(minimal: Path, tmp_path: Path) -> None:
    model = next(path for path in models() if path.stem == "add").read_bytes()
    code, results = execute(minimal, tmp_path, model, MethodCases(name="backward", cases=()))
    assert (code, results.error) == (NOT_FOUND, NOT_FOUND)
