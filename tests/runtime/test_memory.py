"""The runtime takes exactly the memory that codegen counts, and uses the features it finds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from codegen.features import FEATURES
from codegen.opinfo import MethodInfo
from codegen.plan import Plan
from codegen.pte import read_model
from codegen.sources.pte import selection_of_model
from codegen.temp import TempNeeds
from codegen.unresolved import Unresolvable
from tests.runtime.busy_program import busy_program
from tests.runtime.model_cases import data_files, models, read_cases, runner_arguments
from tests.runtime.sanitized import ROOT, RUNTIME, Compiler, plan_for, run

NOT_SUPPORTED = 0x10

PROBE = ROOT / "tests" / "runtime" / "probes" / "memory.cpp"
FILES = RUNTIME / "apps" / "runner" / "files.cpp"


@pytest.fixture(scope="session")
def probe(compiler: Compiler, everything_plan: Plan) -> Path:
    sources = [*compiler.runtime(everything_plan), FILES, PROBE]
    return compiler.program("memory", sources, everything_plan)


@pytest.fixture(scope="session")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("busy") / "busy.pte"
    path.write_bytes(busy_program())
    return path


def measure(probe: Path, model: Path, method: MethodInfo) -> dict[str, Any]:
    data = data_files(model)[0] if model.with_suffix(".ptd").is_file() else "-"
    counts = (
        method.value_count,
        method.state.slots,
        method.state.dynamic_dims,
        method.instruction_count,
        method.operator_count,
    )
    done = run(probe, model, data, method.name, *map(str, counts))
    assert done.exit_code == 0, done.stderr
    return dict(json.loads(done.stdout))


def feature_names(bits: int) -> set[str]:
    """Names of a FeatureSet. Source: Feature in runtime/program/feature.h, in ASCII order."""
    return {name for bit, name in enumerate(sorted(FEATURES)) if bits >> bit & 1}


def check(probe: Path, model: Path) -> None:
    info = read_model(model)
    for method in info.methods:
        found = measure(probe, model, method)
        # The runtime checks the whole program.
        assert feature_names(found["features"]) == {f for m in info.methods for f in m.features}
        assert tuple(found["planned"]) == method.planned_bytes
        assert found["exact"] == found["roomy"], method.name
        if found["exact"]["error"] == "OperatorMissing":  # before room for the instructions
            assert found["exact"]["used"] < found["bytes"]
            continue
        assert found["exact"] == {"error": "Ok", "used": found["bytes"]}, method.name
        if found["bytes"]:
            assert found["less"]["error"] == "MemoryAllocationFailed", method.name


@pytest.mark.parametrize("model", models(), ids=lambda path: path.stem)
def test_method_takes_exactly_the_counted_bytes(model: Path, probe: Path) -> None:
    check(probe, model)


def test_program_with_every_kind_of_value_takes_exactly_the_counted_bytes(
    busy: Path, probe: Path
) -> None:
    check(probe, busy)


def test_build_without_state_takes_none_for_it(compiler: Compiler, everything_plan: Plan) -> None:
    model = next(path for path in models() if path.stem == "mv2")
    (method,) = read_model(model).methods
    found = measure(probe_for(method.features, compiler, everything_plan), model, method)
    assert found["bytes"] == method.instruction_count + method.operator_count
    assert found["exact"] == {"error": "OperatorMissing", "used": method.operator_count}


def probe_for(features: tuple[str, ...], compiler: Compiler, plan: Plan) -> Path:
    """The probe in a build of these features, without kernels."""
    cut = replace(plan, features=features, kernels=(), capacity=0)
    return compiler.program("memory", [*compiler.runtime(cut), FILES, PROBE], cut)


def test_program_that_needs_a_feature_left_out_is_refused(
    compiler: Compiler, everything_plan: Plan
) -> None:
    probe = probe_for(("constant_segment", "tensor_list"), compiler, everything_plan)
    for model in models():
        needed = {feature for method in read_model(model).methods for feature in method.features}
        done = run(probe, model, "-", "forward", *"00000")
        refused = bool(needed - {"constant_segment", "tensor_list"})
        assert (done.exit_code == NOT_SUPPORTED) == refused, model.stem


@pytest.mark.parametrize("model", models(), ids=lambda path: path.stem)
def test_calls_take_exactly_the_counted_temp_bytes(
    model: Path, runner: Path, tmp_path: Path
) -> None:
    try:
        plan = plan_for(selection_of_model(read_model(model)))
    except Unresolvable:
        return  # there is no kernel that could take any
    done = run(runner, *runner_arguments(model, read_cases(model), tmp_path))
    assert done.exit_code == 0, done.stderr
    # A kernel may need less scratch than its library says: on this instruction set, for some calls.
    scratch = {needs.method: any(t.scratch_bytes for t in needs.temp) for needs in plan.methods}
    counted = {needs.method: max(map(temp_bytes, needs.temp), default=0) for needs in plan.methods}
    for line in map(json.loads, done.stdout.splitlines()):
        taken, most = line["memory"]["temp"], counted[line["method"]]
        assert taken == most or (scratch[line["method"]] and taken < most)


def temp_bytes(needs: TempNeeds) -> int:
    """As `temp_bytes` in runtime/selected/memory.h; a Tensor has 40 bytes, an optional one 48."""
    lists = 8 * (needs.int_items + needs.bool_items)
    return (
        lists + 40 * needs.tensors + 48 * needs.optional_tensors + -(-needs.scratch_bytes // 8) * 8
    )
