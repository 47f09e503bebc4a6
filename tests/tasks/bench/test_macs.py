"""MACs of calls: those of whole models as their layers' shapes give them."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.opinfo import Argument, Call, Dynamism, ScalarArg, TensorArg
from codegen.pte import read_model
from tasks.bench.macs import is_int8, macs_of, shape_of

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


def convolution(image: TensorArg, weight: TensorArg, out: TensorArg, *, transposed: bool) -> Call:
    no = ScalarArg(kind="none", value=None, computed=False)
    operator = "aten::convolution.out"
    return call(operator, image, weight, no, no, no, no, flag(transposed), no, no, out, out)


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
    plain = call("cortex_m::quantized_conv2d.out", image, tensor(6, 3, 3, 4), out)
    depthwise = call("cortex_m::quantized_depthwise_conv2d.out", image, tensor(1, 3, 3, 6), out)
    turned = call("cortex_m::quantized_transpose_conv2d.out", image, tensor(6, 3, 3, 4), out)
    assert macs_of(plain) == 6 * 4 * 4 * 3 * 3 * 4
    assert macs_of(depthwise) == 6 * 4 * 4 * 3 * 3
    assert macs_of(turned) == 4 * 4 * 4 * 6 * 3 * 3
    assert is_int8(plain)


def test_a_product_of_matrices_sums_over_the_last_dimension_of_its_first_factor() -> None:
    product = call(
        "aten::addmm.out", tensor(6), tensor(4, 5), tensor(5, 6), tensor(4, 6), tensor(4, 6)
    )
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
    clamped = call("kerf::convolution_clamp.out", *plain.arguments)
    assert macs_of(clamped) == macs_of(plain) == 4 * 36 * 27
