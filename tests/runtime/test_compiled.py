"""Compiled programs against the interpreter: the same kernels in the same order, the same bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from codegen.c_names import function_name
from codegen.compiled.compile import compile_programs
from codegen.compiled.tables import Weights
from codegen.errors import ResolutionError
from codegen.plan import Plan
from codegen.pte import read_program_file
from codegen.sources.detect import read_file
from tasks.building.weights import weights_source
from tasks.running.cases import MethodCases, read_cases
from tests.runtime.model_cases import models
from tests.runtime.sanitized import RUNTIME, Compiler, libraries, plan_for
from tests.runtime.test_minimal import execute, minimal  # noqa: F401 - a fixture

OPERATOR_MISSING = 0x14


def compiled_plan(model: Path, weights: Weights = Weights.LINKED) -> Plan:
    plan = plan_for(read_file(model))
    tables = compile_programs({model.name: read_program_file(model)}, plan, libraries(), weights)
    return replace(plan, compiled=tables)


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
@pytest.mark.parametrize("weights", list(Weights))
@pytest.mark.parametrize("model", models(), ids=lambda path: path.stem)
def test_compiled_model_gives_the_bytes_of_the_interpreter(
    model: Path,
    weights: Weights,
    compiler: Compiler,
    minimal: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    if weights is Weights.EXTERNAL and model.stem not in ("dscnn", "multi_method", "linear"):
        pytest.skip("weights outside are tried with a few")
    try:
        plan = compiled_plan(model, weights)
    except ResolutionError:
        pytest.skip("it has an operator, or data in another file, that is not there")
    program = application(compiler, plan, model, tmp_path)
    for method in read_cases(model).methods:
        _, expected = execute(minimal, tmp_path, model.read_bytes(), method)
        named = MethodCases(name=function_name(model.name, method.name), cases=method.cases)
        code, results = execute(program, tmp_path, model.read_bytes(), named)
        assert (code, results.error) == (0, 0)
        assert [call.error for call in results.calls] == [0] * len(method.cases)
        assert [call.outputs for call in results.calls] == [call.outputs for call in expected.calls]
