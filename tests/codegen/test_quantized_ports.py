"""How inputs and outputs are quantized, found from the calls next to them."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import inf, nan
from pathlib import Path

import pytest

from codegen.program import Plan
from codegen.pte import read_program_file
from codegen.quantized_ports import Quantized, QuantizedPorts, quantized_ports
from tests.codegen import program_builder as build
from tests.codegen.model_files import ROOT
from tests.codegen.optimize.graphs import operators
from tests.codegen.optimize.quantized_draft import Draft, program_of

SIZES = (1, 4)
MODELS = ROOT / "tests" / "data" / "models"


def ports_of(path: Path) -> QuantizedPorts:
    (plan,) = read_program_file(path).program.plans
    return quantized_ports(plan, operators())


@pytest.fixture
def ports(tmp_path: Path) -> Callable[[Callable[[Draft, int], int]], QuantizedPorts]:
    """Gives the ports of a program of one Float input, and the output that a function draws."""

    def make(draw: Callable[[Draft, int], int]) -> QuantizedPorts:
        draft = Draft(source=random.Random(0))
        given = draft.planned(SIZES)
        path = tmp_path / "drawn.pte"
        path.write_bytes(program_of(draft, (given,), (draw(draft, given),)))
        return ports_of(path)

    return make


Ports = Callable[[Callable[[Draft, int], int]], QuantizedPorts]


def unary(draft: Draft, name: str, index: int, *options: int) -> int:
    out = draft.planned(SIZES)
    draft.call((f"aten::{name}", "out"), index, *options, out, out)
    return out


def requantized(draft: Draft, index: int, scale: float = 0.5) -> int:
    """A relu between two scales, as PT2E exports it."""
    real = draft.dequantize(draft.quantize(index, SIZES, 0.25, 3), SIZES, 0.25, 3)
    activated = unary(draft, "relu", real)
    return draft.dequantize(draft.quantize(activated, SIZES, scale, -7), SIZES, scale, -7)


def test_ports_of_a_pt2e_export_have_its_scales() -> None:
    """The numbers are those that `nox -s select -- linear_int8.pte --format json` shows."""
    found = ports_of(MODELS / "linear_int8.pte")
    assert found.inputs == (Quantized(scale=0.023268330842256546, zero_point=9),)
    assert found.outputs == (Quantized(scale=0.004319571889936924, zero_point=-13),)
    assert found.steps == (0.004319571889936924,)
    assert found.rounds


def test_integer_operators_round_nothing_that_float_has_computed() -> None:
    found = ports_of(MODELS / "linear_cortex_m.pte")
    assert found.steps == (0.006533376406878233,)
    assert not found.rounds


def test_a_program_of_float_has_no_steps() -> None:
    found = ports_of(MODELS / "linear.pte")
    assert (found.inputs, found.outputs, found.steps) == ((None,), (None,), (None,))
    assert not found.rounds


def test_an_input_that_is_padded_before_it_is_quantized_has_that_form(ports: Ports) -> None:
    """As PT2E exports two convolutions of an input, of which one has causal padding."""

    def draw(draft: Draft, index: int) -> int:
        padded = draft.planned((1, 6))
        zero = draft.add(build.double(0.0))
        draft.call(("aten::constant_pad_nd", "out"), index, draft.ints(2, 0), zero, padded, padded)
        draft.dequantize(draft.quantize(padded, (1, 6), 0.25, 3), (1, 6), 0.25, 3)
        return draft.dequantize(draft.quantize(index, SIZES, 0.25, 3), SIZES, 0.25, 3)

    found = ports(draw)
    assert found.inputs == (Quantized(scale=0.25, zero_point=3),)
    assert not found.rounds


def test_what_is_moved_after_it_was_dequantized_keeps_its_step(ports: Ports) -> None:
    def draw(draft: Draft, given: int) -> int:
        shape = draft.ints(*SIZES)
        return unary(draft, "view_copy", requantized(draft, given), shape)

    found = ports(draw)
    assert found.steps == (0.5,)
    assert found.outputs == (Quantized(scale=0.5, zero_point=-7),)
    assert found.inputs == (Quantized(scale=0.25, zero_point=3),)
    assert found.rounds


@pytest.mark.parametrize(("name", "step"), [("relu", 0.5), ("sigmoid", 0.125), ("tanh", 0.5)])
def test_an_activation_has_at_most_its_slope_of_a_step(
    name: str, step: float, ports: Ports
) -> None:
    found = ports(lambda draft, given: unary(draft, name, requantized(draft, given)))
    assert found.steps == (step,)
    assert found.outputs == (None,)


@pytest.mark.parametrize(
    ("slope", "step"),
    [
        (build.double(0.01), 0.5),
        (build.double(2.5), 1.5),
        (build.double(-3.0), 1.5),
        (build.integer(4), 2.0),
        (build.double(inf), None),
        (build.double(nan), None),
    ],
    ids=["flatter", "steeper", "negative", "integer", "infinite", "no_number"],
)
def test_a_leaky_relu_has_the_steeper_of_its_slopes(
    slope: build.TableSpec, step: float | None, ports: Ports
) -> None:
    def draw(draft: Draft, given: int) -> int:
        return unary(draft, "leaky_relu", requantized(draft, given), draft.add(slope))

    assert ports(draw).steps == (step,)


def test_a_slope_that_is_computed_bounds_nothing(ports: Ports) -> None:
    def draw(draft: Draft, given: int) -> int:
        slope = draft.add(build.double(0.01))
        draft.steps.append(build.move_call(draft.add(build.double(9.0)), slope))
        return unary(draft, "leaky_relu", requantized(draft, given), slope)

    assert ports(draw).steps == (None,)


@pytest.mark.parametrize(
    ("window", "divisor", "step"),
    [
        ((2, 3), build.none(), 0.5),
        ((2, 3), build.integer(6), 0.5),
        ((2, 3), build.integer(1), 3.0),
        ((3,), build.integer(-1), 4.5),
        ((2, 3), build.integer(0), None),
    ],
    ids=["mean", "same", "sum", "negative_sum", "zero"],
)
def test_a_pool_has_the_steps_of_its_window_over_its_divisor(
    window: tuple[int, ...], divisor: build.TableSpec, step: float | None, ports: Ports
) -> None:
    def draw(draft: Draft, given: int) -> int:
        lists = (draft.ints(*window), draft.ints(1), draft.ints(0))
        flags = (draft.add(build.boolean(False)), draft.add(build.boolean(True)))
        real = requantized(draft, given)
        return unary(draft, "avg_pool2d", real, *lists, *flags, draft.add(divisor))

    assert ports(draw).steps == (step,)


def test_an_image_that_is_resized_has_the_steps_of_its_pixels(ports: Ports) -> None:
    def draw(draft: Draft, given: int) -> int:
        scales = (draft.add(build.none()), draft.add(build.none()))
        options = (draft.ints(5, 7), draft.add(build.boolean(False)), *scales)
        return unary(draft, "upsample_bilinear2d", requantized(draft, given), *options)

    assert ports(draw).steps == (0.5,)


def test_a_sum_has_the_steps_of_both(ports: Ports) -> None:
    def draw(draft: Draft, given: int) -> int:
        one, other = requantized(draft, given), requantized(draft, given, scale=0.125)
        return unary(draft, "add", one, other, draft.add(build.integer(2)))

    found = ports(draw)
    assert found.steps == (0.75,)
    assert found.inputs == (Quantized(scale=0.25, zero_point=3),)


def test_a_quantized_output_has_steps_of_one(ports: Ports) -> None:
    def draw(draft: Draft, given: int) -> int:
        return draft.quantize(unary(draft, "relu", given), SIZES, 0.5, 1)

    found = ports(draw)
    assert found.steps == (1.0,)
    assert found.outputs == (Quantized(scale=0.5, zero_point=1),)
    assert found.rounds
    assert found.inputs == (None,)


def test_an_output_of_an_unknown_operator_has_no_step(ports: Ports) -> None:
    found = ports(lambda draft, given: unary(draft, "exp", requantized(draft, given)))
    assert found.steps == (None,)
    assert found.rounds


def test_a_long_chain_is_followed_to_its_end(ports: Ports) -> None:
    def draw(draft: Draft, given: int) -> int:
        index = requantized(draft, given)
        for _ in range(2000):
            index = unary(draft, "add", index, index, draft.add(build.integer(0)))
        return index

    assert ports(draw).steps == (0.5,)


def test_every_plan_of_the_repositorys_models_can_be_looked_at() -> None:
    def looked_at(plan: Plan) -> bool:
        found = quantized_ports(plan, operators())
        counts = len(found.inputs), len(found.outputs), len(found.steps)
        return counts == (len(plan.inputs), len(plan.outputs), len(plan.outputs))

    for path in sorted(MODELS.glob("*.pte")):
        assert all(map(looked_at, read_program_file(path).program.plans)), path.name
