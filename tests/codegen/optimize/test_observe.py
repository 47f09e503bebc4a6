"""Which result of the given program each call of an optimised one has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.optimize.graph import Call, Program, Tensor
from codegen.optimize.observe import Layer, layers_of, numbered, observed
from codegen.optimize.pipeline import PASSES, observed_file, optimize
from codegen.optimize.read import read_graph
from codegen.optimize.roles import roles
from codegen.pte import read_program_file
from tests.codegen.model_files import ROOT
from tests.codegen.optimize.graphs import graph_of, operators

CONFIGS = ROOT / "configs" / "models"
MODELS = ROOT / "tests" / "data" / "models"
KEPT_APART = tuple(name for name in PASSES if name not in ("plan", "duplicates"))


def numbered_graph(path: Path) -> Program:
    return numbered(graph_of(path))


def optimised(given: Program, *passes: str) -> Program:
    program = given
    for name in passes or KEPT_APART:
        program = PASSES[name].run(program, operators())
    return program


def layers(path: Path, *passes: str) -> tuple[Layer, ...]:
    given = numbered_graph(path)
    (before,), (after,) = given.methods, optimised(given, *passes).methods
    return layers_of(before, after, operators())


def test_every_integer_call_of_a_pt2e_export_has_the_quantize_that_it_replaces() -> None:
    given = numbered_graph(CONFIGS / "mv2_035_96_int8.pte")
    (method,) = optimised(given).methods
    found = layers_of(given.methods[0], method, operators())
    calls = [each for each in method.instructions if isinstance(each, Call)]
    integers = [each for each in calls if each.operator.startswith("cortex_m::quantized_")]
    seen = [each for each in found if each.call in integers]
    assert len(seen) == len(integers) > 50
    assert all("quantize_per_tensor" in each.given.operator for each in seen)
    numbers = [each.origin for each in found]
    assert numbers == sorted(numbers)


def test_a_convolution_that_took_a_norm_and_a_clamp_has_the_clamps_result() -> None:
    found = layers(CONFIGS / "mv2.pte")
    clamped = [each for each in found if each.call.operator == "kerf::convolution_clamp.out"]
    ends = {each.given.operator for each in clamped}
    assert len(clamped) > 30
    assert ends == {"aten::hardtanh.out", "aten::_native_batch_norm_legit_no_training.out"}


def test_the_results_that_a_layer_compares_have_one_dtype_and_size() -> None:
    given = numbered_graph(CONFIGS / "mv2_035_96_int8.pte")
    (before,), (after,) = given.methods, optimised(given).methods
    found = layers_of(before, after, operators())
    assert found
    for layer in found:
        wanted, made = before.values[layer.given_result], after.values[layer.result]
        assert isinstance(wanted, Tensor) and isinstance(made, Tensor)
        assert (wanted.dtype, wanted.nbytes) == (made.dtype, made.nbytes)


def test_origins_change_nothing_of_what_is_written() -> None:
    """Calls are equal whatever their origin: no pass keeps two apart because of it."""
    first, second = (Call(operator="a", arguments=(1,), result_of=at) for at in (1, 2))
    assert first == second
    path = CONFIGS / "lstm.pte"
    program = numbered_graph(path)
    for name in PASSES:
        program = PASSES[name].run(program, operators())
    data = optimize(path.read_bytes(), name="x", operators=operators()).data
    (method,) = read_graph(data, name="x", operators=operators()).methods
    assert method.instructions == program.methods[0].instructions


def test_both_programs_give_the_layers_after_their_outputs(tmp_path: Path) -> None:
    path = MODELS / "linear_int8.pte"
    seen = observed_file(path, operators=operators())
    found = seen.layers["forward"]
    assert found
    for name in ("given", "optimised", "corrected"):
        written = tmp_path / f"{name}.pte"
        written.write_bytes(getattr(seen, name))
        (plan,) = read_program_file(written).program.plans
        assert len(plan.outputs) == 1 + len(found)
        assert len(plan.inputs) == 1 + (len(found) if name == "corrected" else 0)


def test_each_right_result_takes_the_place_of_one_that_a_call_writes(tmp_path: Path) -> None:
    seen = observed_file(CONFIGS / "lstm.pte", operators=operators())
    written = tmp_path / "corrected.pte"
    written.write_bytes(seen.corrected)
    (method,) = graph_of(written).methods
    found = seen.layers["forward"]
    assert any("split" in each.call.operator for each in found)
    calls = [each for each in method.instructions if isinstance(each, Call)]
    made = {index for call in calls for index in roles(call, method.values, operators()).writes}
    assert made >= set(method.outputs[-len(found) :])


def test_a_tensor_without_content_is_not_compared() -> None:
    program = numbered_graph(CONFIGS / "lstm.pte")
    (method,) = program.methods
    (chain,) = method.chains
    emptied = tuple(
        replace(each, operator="aten::empty.out")
        if isinstance(each, Call) and each.operator == "aten::full.out"
        else each
        for each in chain.instructions
    )
    assert emptied != chain.instructions
    changed = replace(method, chains=(replace(chain, instructions=emptied),))
    found = layers_of(changed, changed, operators())
    assert {each.call.operator for each in found if not each.has_content} == {"aten::empty.out"}
    assert any(each.has_content for each in found)


def test_a_file_that_is_missing_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match="No such file"):
        observed_file(tmp_path / "missing.pte", operators=operators())


@pytest.mark.parametrize("name", ["cond", "scan", "custom_op_mul3"])
def test_methods_that_passes_leave_alone_have_no_layers(name: str) -> None:
    given = numbered_graph(MODELS / f"{name}.pte")
    seen = observed(given, optimised(given), operators())
    assert not any(seen.layers.values())
