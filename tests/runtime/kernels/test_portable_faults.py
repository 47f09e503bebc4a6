"""Portable kernels on calls that no program of PyTorch's holds: an error code, never a crash."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import FORMATS, Case, outcomes, read_cases

DATA = Path(__file__).parents[2] / "data" / "kernels"
CHANNELS_LAST = (0, 2, 3, 1)
EXTREME = (
    *(-(2**63), -(2**32), -(2**31) - 1, -(2**31), -17, -3, -2, -1, 0, 1, 2, 3, 4, 7, 15, 16, 17),
    *(2**15, 2**29 - 1, 2**29, 2**29 + 1, 2**30, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1),
)
REAL = ("nan", "inf", "-inf", "1e308", "-1e308", "1e-320", "-0.0", "9.3e18", "2147483648.0", "0.5")


def zeros(dtype: str, *sizes: int, order: Sequence[int] | None = None, kind: str = "tensor") -> str:
    """A tensor of nothing but zeros, or an output."""
    content = "00" * (math.prod(sizes) * _bytes(dtype)) or "-"
    dims = ",".join(map(str, range(len(sizes)) if order is None else order)) or "-"
    return f"{kind} {dtype} {','.join(map(str, sizes)) or '-'} {dims} {content}"


def output(dtype: str, *sizes: int, order: Sequence[int] | None = None) -> str:
    return zeros(dtype, *sizes, order=order, kind="out")


def _bytes(dtype: str) -> int:
    return {"B": 1, "b": 1, "?": 1, "h": 2, "e": 2, "H": 2, "i": 4, "f": 4, "I": 4}.get(
        FORMATS.get(dtype, "e"), 8
    )


def convolution(**changed: str) -> list[str]:
    """A convolution of 1x4x5x5 with 6x2x3x3 in two groups, with some arguments changed."""
    arguments = {
        "input": zeros("Float", 1, 4, 5, 5),
        "weight": zeros("Float", 6, 2, 3, 3),
        "bias": "none",
        "stride": "ints 1,1",
        "padding": "ints 0,0",
        "dilation": "ints 1,1",
        "transposed": "bool 0",
        "output_padding": "ints 0,0",
        "groups": "int 2",
        "out": output("Float", 1, 6, 3, 3),
    }
    return list((arguments | changed).values())


def pool(**changed: str) -> list[str]:
    """A pooling of 1x2x5x5 by 2x2, with some arguments changed."""
    arguments = {
        "self": zeros("Float", 1, 2, 5, 5),
        "kernel_size": "ints 2,2",
        "stride": "ints -",
        "padding": "ints 0,0",
        "ceil_mode": "bool 0",
        "count_include_pad": "bool 1",
        "divisor_override": "none",
        "out": output("Float", 1, 2, 2, 2),
    }
    return list((arguments | changed).values())


def batch_norm(**changed: str) -> list[str]:
    arguments = {
        "input": zeros("Float", 2, 3, 4),
        "weight": "none",
        "bias": "none",
        "running_mean": zeros("Float", 3),
        "running_var": zeros("Float", 3),
        "momentum": "double 0.1",
        "eps": "double 1e-5",
        "out0": output("Float", 2, 3, 4),
        "out1": output("Float", 0),
        "out2": output("Float", 0),
    }
    return list((arguments | changed).values())


MATRIX = zeros("Float", 2, 3)
RESULT = output("Float", 2, 3)
ONE = "int 1"
FAULTS: dict[str, tuple[str, list[str], str]] = {
    "convolution_is_right": ("aten::convolution.out", convolution(), "Ok"),
    "convolution_groups_0": (
        "aten::convolution.out",
        convolution(groups="int 0"),
        "InvalidArgument",
    ),
    "convolution_groups_negative": (
        "aten::convolution.out",
        convolution(groups="int -2"),
        "InvalidArgument",
    ),
    "convolution_groups_3": (
        "aten::convolution.out",
        convolution(groups="int 3"),
        "InvalidArgument",
    ),
    "convolution_groups_2_to_the_32": (
        "aten::convolution.out",
        convolution(groups="int 4294967298"),
        "InvalidArgument",
    ),
    "convolution_stride_0": (
        "aten::convolution.out",
        convolution(stride="ints 1,0"),
        "InvalidArgument",
    ),
    "convolution_padding_negative": (
        "aten::convolution.out",
        convolution(padding="ints -1,0"),
        "InvalidArgument",
    ),
    "convolution_dilation_0": (
        "aten::convolution.out",
        convolution(dilation="ints 0,1"),
        "InvalidArgument",
    ),
    "convolution_dilation_too_large": (
        "aten::convolution.out",
        convolution(dilation="ints 3,1"),
        "InvalidArgument",
    ),
    "convolution_list_of_3": (
        "aten::convolution.out",
        convolution(stride="ints 1,1,1"),
        "InvalidArgument",
    ),
    "convolution_list_of_0": (
        "aten::convolution.out",
        convolution(stride="ints -"),
        "InvalidArgument",
    ),
    "convolution_padding_huge": (
        "aten::convolution.out",
        convolution(padding="ints 9223372036854775807,0"),
        "InvalidArgument",
    ),
    "convolution_weight_rank": (
        "aten::convolution.out",
        convolution(weight=zeros("Float", 6, 2, 3)),
        "InvalidArgument",
    ),
    "convolution_weight_channels": (
        "aten::convolution.out",
        convolution(weight=zeros("Float", 6, 4, 3, 3)),
        "InvalidArgument",
    ),
    "convolution_weight_empty": (
        "aten::convolution.out",
        convolution(weight=zeros("Float", 6, 2, 0, 3)),
        "InvalidArgument",
    ),
    "convolution_input_without_rows": (
        "aten::convolution.out",
        convolution(input=zeros("Float", 1, 4, 0, 5), padding="ints 3,0"),
        "InvalidArgument",
    ),
    "convolution_bias_size": (
        "aten::convolution.out",
        convolution(bias=zeros("Float", 5)),
        "InvalidArgument",
    ),
    "convolution_bias_dtype": (
        "aten::convolution.out",
        convolution(bias=zeros("Half", 6)),
        "InvalidType",
    ),
    "convolution_weight_dtype": (
        "aten::convolution.out",
        convolution(weight=zeros("Double", 6, 2, 3, 3)),
        "InvalidType",
    ),
    "convolution_out_shape": (
        "aten::convolution.out",
        convolution(out=output("Float", 1, 6, 3, 4)),
        "InvalidArgument",
    ),
    "convolution_out_rank": (
        "aten::convolution.out",
        convolution(out=output("Float", 6, 3, 3)),
        "InvalidArgument",
    ),
    "convolution_of_ints": (
        "aten::convolution.out",
        convolution(
            input=zeros("Int", 1, 4, 5, 5),
            weight=zeros("Int", 6, 2, 3, 3),
            out=output("Int", 1, 6, 3, 3),
        ),
        "NotSupported",
    ),
    "convolution_of_volumes": (
        "aten::convolution.out",
        convolution(
            input=zeros("Float", 1, 4, 2, 5, 5),
            weight=zeros("Float", 6, 2, 1, 3, 3),
            stride="ints 1",
        ),
        "NotSupported",
    ),
    "convolution_steps_beyond_int32": (
        "aten::convolution.out",
        convolution(
            input=zeros("Float", 1, 8, 1, 1, order=CHANNELS_LAST),
            weight=zeros("Float", 6, 8, 1, 1, order=CHANNELS_LAST),
            stride="ints 536870912",
            dilation="ints 536870912",
            groups="int 1",
            out=output("Float", 1, 6, 1, 1),
        ),
        "Ok",
    ),
    "transposed_steps_beyond_int32": (
        "aten::convolution.out",
        convolution(
            input=zeros("Float", 1, 8, 1, 1, order=CHANNELS_LAST),
            weight=zeros("Float", 8, 6, 1, 1, order=CHANNELS_LAST),
            stride="ints 3",
            dilation="ints 536870912",
            transposed="bool 1",
            groups="int 1",
            out=output("Float", 1, 6, 1, 1),
        ),
        "Ok",
    ),
    "transposed_output_padding": (
        "aten::convolution.out",
        convolution(
            transposed="bool 1", output_padding="ints 1,0", weight=zeros("Float", 4, 3, 3, 3)
        ),
        "InvalidArgument",
    ),
    "transposed_without_outputs": (
        "aten::convolution.out",
        convolution(transposed="bool 1", padding="ints 4,4", weight=zeros("Float", 4, 3, 3, 3)),
        "InvalidArgument",
    ),
    "pool_is_right": ("aten::avg_pool2d.out", pool(), "Ok"),
    "pool_padding": ("aten::avg_pool2d.out", pool(padding="ints 2,0"), "InvalidArgument"),
    "pool_kernel_0": ("aten::avg_pool2d.out", pool(kernel_size="ints 0"), "InvalidArgument"),
    "pool_divisor_0": ("aten::avg_pool2d.out", pool(divisor_override="int 0"), "InvalidArgument"),
    "pool_rank": (
        "aten::avg_pool2d.out",
        pool(self=zeros("Float", 5, 5), out=output("Float", 2, 2)),
        "InvalidArgument",
    ),
    "batch_norm_is_right": ("aten::_native_batch_norm_legit_no_training.out", batch_norm(), "Ok"),
    "batch_norm_without_channels": (
        "aten::_native_batch_norm_legit_no_training.out",
        batch_norm(input=zeros("Float", 3), out0=output("Float", 3)),
        "InvalidArgument",
    ),
    "batch_norm_mean_size": (
        "aten::_native_batch_norm_legit_no_training.out",
        batch_norm(running_mean=zeros("Float", 2)),
        "InvalidArgument",
    ),
    "batch_norm_weight_rank": (
        "aten::_native_batch_norm_legit_no_training.out",
        batch_norm(weight=zeros("Float", 3, 1)),
        "InvalidArgument",
    ),
    "batch_norm_bias_dtype": (
        "aten::_native_batch_norm_legit_no_training.out",
        batch_norm(bias=zeros("Half", 3)),
        "InvalidType",
    ),
    "batch_norm_statistics": (
        "aten::_native_batch_norm_legit_no_training.out",
        batch_norm(out1=output("Float", 3)),
        "InvalidArgument",
    ),
    "add_shapes": (
        "aten::add.out",
        [MATRIX, zeros("Float", 2), ONE, RESULT],
        "InvalidArgument",
    ),
    "add_to_lower_category": (
        "aten::add.out",
        [MATRIX, MATRIX, ONE, output("Int", 2, 3)],
        "InvalidType",
    ),
    "add_floating_alpha_of_ints": (
        "aten::add.out",
        [zeros("Int", 2), zeros("Int", 2), "double 1.5", output("Int", 2)],
        "InvalidArgument",
    ),
    "add_without_promotion": (
        "aten::add.out",
        [zeros("UInt32", 2), zeros("Int", 2), ONE, output("Long", 2)],
        "NotSupported",
    ),
    "permutation_of_another_rank": (
        "aten::permute_copy.out",
        [MATRIX, "ints 0", RESULT],
        "InvalidArgument",
    ),
    "permutation_twice": (
        "aten::permute_copy.out",
        [MATRIX, "ints 1,-1", RESULT],
        "InvalidArgument",
    ),
    "permutation_beyond": (
        "aten::permute_copy.out",
        [MATRIX, "ints 0,2", RESULT],
        "InvalidArgument",
    ),
    "permutation_dtype": (
        "aten::permute_copy.out",
        [MATRIX, "ints 0,1", output("Int", 2, 3)],
        "InvalidType",
    ),
    "mean_dim_twice": (
        "aten::mean.out",
        [MATRIX, "ints 1,-1", "bool 0", "none", output("Float", 2)],
        "InvalidArgument",
    ),
    "mean_dim_beyond": (
        "aten::mean.out",
        [MATRIX, "ints -3", "bool 0", "none", output("Float", 3)],
        "InvalidArgument",
    ),
    "mean_of_ints_without_dtype": (
        "aten::mean.out",
        [zeros("Int", 2, 3), "ints 1", "bool 0", "none", output("Float", 2)],
        "InvalidType",
    ),
    "mean_of_ints_in_ints": (
        "aten::mean.out",
        [zeros("Int", 2, 3), "ints 1", "bool 0", "none", output("Int", 2)],
        "NotSupported",
    ),
    "mean_dtype_that_out_lacks": (
        "aten::mean.out",
        [MATRIX, "ints 1", "bool 0", "int 7", output("Float", 2)],
        "InvalidArgument",
    ),
    "matrices_that_do_not_fit": ("aten::mm.out", [MATRIX, MATRIX, RESULT], "InvalidArgument"),
    "matrix_product_of_a_vector": (
        "aten::mm.out",
        [MATRIX, zeros("Float", 3), output("Float", 2)],
        "InvalidArgument",
    ),
    "summand_that_does_not_fit": (
        "aten::addmm.out",
        [zeros("Float", 3), MATRIX, zeros("Float", 3, 2), ONE, ONE, output("Float", 2, 2)],
        "InvalidArgument",
    ),
    "summand_of_higher_rank": (
        "aten::addmm.out",
        [zeros("Float", 1, 2, 2), MATRIX, zeros("Float", 3, 2), ONE, ONE, output("Float", 2, 2)],
        "InvalidArgument",
    ),
    "softmax_dim": ("aten::_softmax.out", [MATRIX, "int 2", "bool 0", RESULT], "InvalidArgument"),
    "softmax_half_to_float": (
        "aten::_softmax.out",
        [MATRIX, "int 1", "bool 1", RESULT],
        "InvalidArgument",
    ),
    "view_of_more": (
        "aten::view_copy.out",
        [MATRIX, "ints 7", output("Float", 7)],
        "InvalidArgument",
    ),
    "view_inferred_twice": (
        "aten::view_copy.out",
        [MATRIX, "ints -1,-1", RESULT],
        "InvalidArgument",
    ),
    "view_of_nothing_inferred": (
        "aten::view_copy.out",
        [zeros("Float", 0), "ints 0,-1", output("Float", 0, 0)],
        "InvalidArgument",
    ),
    "view_of_overflowing_sizes": (
        "aten::view_copy.out",
        [zeros("Float", 4), "ints 4294967296,4294967296", output("Float", 4)],
        "InvalidArgument",
    ),
    "view_of_channels_last": (
        "aten::view_copy.out",
        [zeros("Float", 1, 2, 3, 1, order=(0, 2, 3, 1)), "ints 6", output("Float", 6)],
        "NotSupported",
    ),
    "clone_dim_order": (
        "dim_order_ops::_clone_dim_order.out",
        [MATRIX, "bool 0", "ints 1,0", RESULT],
        "InvalidArgument",
    ),
    "clone_dtype": ("aten::clone.out", [MATRIX, "none", output("Half", 2, 3)], "InvalidType"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    operator, lines, error = FAULTS[name]
    (outcome,) = outcomes(kernels, [Case(name=name, operator=operator, lines=tuple(lines))])
    assert outcome.error == error


@pytest.mark.parametrize("seed", range(4))
def test_random_calls_end_in_ok_or_an_error(seed: int, kernels: Path) -> None:
    """PyTorch's calls with arguments changed at random: every tensor sound, their relations not."""
    randomness = random.Random(seed)
    base = [case for path in sorted(DATA.glob("*.txt")) for case in read_cases(path)]
    short = [case for case in base if len(case.text) < 3000]
    cases = [_damaged(randomness.choice(short), randomness) for _ in range(6000)]
    seen = {outcome.error for outcome in outcomes(kernels, cases)}
    assert seen == {"Ok", "InvalidArgument", "InvalidType", "NotSupported"}


def _damaged(case: Case, randomness: random.Random) -> Case:
    lines = list(case.lines)
    for _ in range(randomness.choice((1, 1, 2, 4))):
        index = randomness.randrange(len(lines))
        if index == 0 and any(line.startswith("overlap 0") for line in lines):
            continue
        lines[index] = _changed(lines, index, randomness)
    return Case(name=case.name, operator=case.operator, lines=tuple(lines))


def _changed(lines: Sequence[str], index: int, randomness: random.Random) -> str:
    kind, *words = lines[index].split(" ")
    if kind == "int":
        return f"int {randomness.choice(EXTREME)}"
    if kind == "double":
        return f"double {randomness.choice(REAL)}"
    if kind == "bool":
        return f"bool {randomness.randrange(2)}"
    if kind == "ints":
        numbers = [] if words[0] == "-" else words[0].split(",")
        for place in range(len(numbers)):
            if randomness.random() < 0.5:
                numbers[place] = str(randomness.choice(EXTREME))
        length = randomness.choice((len(numbers), len(numbers), 0, 1, 2, 3, 16, 17))
        while len(numbers) < length:
            numbers.append(str(randomness.choice(EXTREME)))
        return "ints " + (",".join(numbers[:length]) or "-")
    if kind in ("tensor", "out", "dynamic"):
        return _changed_tensor(lines, index, randomness)
    return lines[index]


def _changed_tensor(lines: Sequence[str], index: int, randomness: random.Random) -> str:
    kind, dtype, sizes_text, order_text, *_ = lines[index].split(" ")
    sizes = [] if sizes_text == "-" else [int(size) for size in sizes_text.split(",")]
    order = [] if order_text == "-" else [int(dim) for dim in order_text.split(",")]
    action = randomness.randrange(6)
    if action == 0 and sizes:
        sizes[randomness.randrange(len(sizes))] = randomness.choice((0, 1, 2, 3, 5, 8))
    elif action == 1:
        randomness.shuffle(order)
    elif action == 2:
        dtype = randomness.choice((*FORMATS, "BFloat16"))
    elif action == 3:
        rank = randomness.choice((0, 1, 2, 3, 4, 5, 16))
        sizes = [randomness.choice((1, 1, 2, 3)) if rank < 6 else 1 for _ in range(rank)]
        order = randomness.sample(range(rank), rank)
    elif action == 4 and sizes:
        place = randomness.randrange(len(sizes))  # no elements, but one size as large as can be
        sizes = [0] * len(sizes)
        sizes[place] = 2**31 - 1 if len(sizes) > 1 else 0
    elif kind == "out":
        first = lines[0].split(" ")
        if (
            action == 5
            and first[0] == "tensor"
            and first[3] == order_text
            and first[2] == sizes_text
        ):
            return f"overlap 0 0 {first[1]} {sizes_text} {order_text} -"
        kind = "dynamic"
    if math.prod(sizes) > 4096:
        return lines[index]
    if kind != "tensor":
        shape = ",".join(map(str, sizes)) or "-"
        return f"{kind} {dtype} {shape} {','.join(map(str, order)) or '-'} -"
    content = randomness.randbytes(math.prod(sizes) * _bytes(dtype)).hex() or "-"
    dims = ",".join(map(str, order)) or "-"
    return f"tensor {dtype} {','.join(map(str, sizes)) or '-'} {dims} {content}"
