"""Every model against PyTorch's outputs, as far as its operators exist here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codegen.dtype import DType, elements
from codegen.errors import ResolutionError
from codegen.selection import Selection
from codegen.sources.detect import read_file
from tests.runtime.model_cases import (
    Case,
    difference,
    models,
    outputs_of,
    read_cases,
    runner_arguments,
    tolerance,
)
from tests.runtime.sanitized import Compiler, Finished, plan_for, run

OPERATOR_MISSING = 0x14


def missing(need: Selection) -> str:
    """Why no plan meets `need`; empty where one does."""
    try:
        plan_for(need)
    except ResolutionError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("model", models(), ids=lambda path: path.stem)
def test_model_gives_what_pytorch_gave(model: Path, runner: Path, tmp_path: Path) -> None:
    cases = read_cases(model)
    need = read_file(model)
    done = run(runner, *runner_arguments(model, cases, tmp_path))
    if missing(need):
        expect_missing_operator(done, need)
        return
    assert done.exit_code == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["method"] for line in lines] == [case.method for case in cases]
    for line, case in zip(lines, cases, strict=True):
        check(line["outputs"], case)


def features(model: Path) -> set[str]:
    """Parts of the program format that the model uses."""
    (found,) = read_file(model).models
    return {name for method in found.methods for name in method.features}


def with_every_feature() -> list[Path]:
    """Few models that together have each part of the program format."""
    used = {model: features(model) for model in models()}
    left = set().union(*used.values())
    few = []
    while left:
        few.append(max(used, key=lambda model: len(used[model] & left)))
        left -= used[few[-1]]
    return few


@pytest.mark.slow
@pytest.mark.parametrize("model", with_every_feature(), ids=lambda path: path.stem)
def test_model_runs_in_a_build_that_is_cut_to_it(
    model: Path, compiler: Compiler, tmp_path: Path
) -> None:
    need = read_file(model)
    if missing(need):
        return  # the test above reports what
    plan = plan_for(need)
    sources = compiler.runtime(plan, "runner")
    runner = compiler.program("runner", sources, plan)
    found = outputs_of(runner, model, tmp_path)
    for outputs, case in zip(found, read_cases(model), strict=True):
        check(outputs, case)


def expect_missing_operator(done: Finished, need: Selection) -> None:
    """Such a model does not load, and the fault names one of its operators."""
    assert done.exit_code == OPERATOR_MISSING, done.stderr
    assert done.stdout == ""
    name = done.stderr.strip().rpartition(": ")[2]
    assert name in {operator.name for operator in need.operators} | {
        operator.name.rpartition(".")[0] for operator in need.operators
    }
    assert missing(
        Selection(operators=tuple(o for o in need.operators if o.name.startswith(name)))
    ), done.stderr


def check(outputs: list[dict[str, Any]], case: Case) -> None:
    assert len(outputs) == len(case.outputs)
    for got, expected in zip(outputs, case.outputs, strict=True):
        assert got["kind"] == expected["kind"]
        if got["kind"] != "tensor":
            assert got.get("value") == expected.get("value")
            continue
        assert got["dtype"] == expected["dtype"]
        assert got["sizes"] == expected["shape"]
        dtype = DType(expected["dtype"])
        data = elements(dtype, Path(got["file"]).read_bytes())
        # What PyTorch gives may be a view; a program plans the layout of its outputs.
        order = got["dim_order"]
        stored = np.asarray(data).reshape([expected["shape"][dim] for dim in order])
        data = (
            stored.transpose([order.index(dim) for dim in expected["dim_order"]]).ravel().tolist()
        )
        allowed = tolerance(expected["elements"], dtype, case)
        assert difference(data, expected["elements"]) <= allowed
