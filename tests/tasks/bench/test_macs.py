"""MACs of calls: those of whole models as their layers' shapes give them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.opinfo import Argument, Call, Dynamism, ScalarArg, TensorArg
from codegen.optimize.roles import Operators
from codegen.pte import read_model
from tasks.bench.macs import is_int8, shape_of
from tasks.bench.macs import macs_of as macs_by_record
from tasks.building.planning import known_operators

ROOT = Path(__file__).parents[3]


def tensor(*sizes: int, dtype: DType = DType.Float) -> TensorArg:
    return TensorArg(
        dtype=dtype,
        dim_order=tuple(range(len(sizes))),
        sizes=sizes,
        dynamism=Dynamism.STATIC,
        constant=False,
    )


def flag(value: bool) -> ScalarArg:
    return ScalarArg(kind="bool", value=value, computed=False)


def call(operator: str, *arguments: Argument) -> Call:
    return Call(operator=operator, instruction=0, arguments=arguments)


@cache
def operators() -> Operators:
    """The operators of all libraries, read once."""
    return known_operators()


def macs_of(call: Call) -> int:
    return macs_by_record(call, operators())


def call_of(operator: str, **arguments: Argument) -> Call:
    """A call with these arguments, and none for its other parameters."""
    none = ScalarArg(kind="none", value=None, computed=False)
    names = [each.name for each in operators()[operator].schema.parameters]
    assert arguments.keys() <= set(names)
    return call(operator, *(arguments.get(name, none) for name in names))


def convolution(image: TensorArg, weight: TensorArg, out: TensorArg, *, transposed: bool) -> Call:
    return call_of(
        "aten::convolution.out", input=image, weight=weight, transposed=flag(transposed), out=out
    )


@pytest.mark.parametrize("model", ["mv2", "mv2_cortex_m"])
def test_the_macs_of_mobilenet_are_those_of_its_layers(model: str) -> None:
    # Width 0.35, 96x96, two classes, from the layers' shapes.   Source: Sandler et al., 2018
    info = read_model(ROOT / "configs" / "models" / f"{model}.pte")
    assert sum(macs_of(each) for each in info.methods[0].calls) == 10_656_688


def test_a_convolution_adds_up_its_window_for_each_output() -> None:
    found = convolution(
        tensor(1, 4, 8, 8), tensor(6, 2, 3, 3), tensor(1, 6, 4, 4), transposed=False
    )
    assert macs_of(found) == 6 * 4 * 4 * 2 * 3 * 3


def test_a_transposed_convolution_multiplies_each_input_with_its_window() -> None:
    found = convolution(tensor(1, 4, 4, 4), tensor(4, 6, 3, 3), tensor(1, 6, 8, 8), transposed=True)
    assert macs_of(found) == 4 * 4 * 4 * 6 * 3 * 3


def test_quantized_convolutions_have_channels_last_in_their_weights() -> None:
    image, out = tensor(1, 4, 4, 4, dtype=DType.Char), tensor(1, 6, 4, 4, dtype=DType.Char)
    plain, depthwise, turned = (
        call_of(f"cortex_m::quantized_{name}.out", input=image, weight=tensor(*sizes), out=out)
        for name, sizes in (
            ("conv2d", (6, 3, 3, 4)),
            ("depthwise_conv2d", (1, 3, 3, 6)),
            ("transpose_conv2d", (6, 3, 3, 4)),
        )
    )
    assert macs_of(plain) == 6 * 4 * 4 * 3 * 3 * 4
    assert macs_of(depthwise) == 6 * 4 * 4 * 3 * 3
    assert macs_of(turned) == 4 * 4 * 4 * 6 * 3 * 3
    assert is_int8(plain)


def test_a_product_of_matrices_sums_over_the_last_dimension_of_its_first_factor() -> None:
    product = call_of("aten::addmm.out", mat1=tensor(4, 5), mat2=tensor(5, 6), out=tensor(4, 6))
    assert macs_of(product) == 4 * 5 * 6
    assert not is_int8(product)


def test_other_operators_have_none() -> None:
    add = call("aten::add.out", tensor(2, 3), tensor(2, 3), tensor(2, 3))
    assert macs_of(add) == 0
    assert shape_of(add) == "2x3 -> 2x3"


def test_a_convolution_with_a_clamp_counts_as_the_one_that_it_replaces() -> None:
    plain = convolution(
        tensor(1, 3, 8, 8), tensor(4, 3, 3, 3), tensor(1, 4, 6, 6), transposed=False
    )
    shapes = (tensor(1, 3, 8, 8), tensor(4, 3, 3, 3), tensor(1, 4, 6, 6))
    named = dict(zip(("input", "weight", "out"), shapes, strict=True))
    clamped = call_of("kerf::convolution_clamp.out", transposed=flag(False), **named)
    assert macs_of(clamped) == macs_of(plain) == 4 * 36 * 27
