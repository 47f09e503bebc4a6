"""Portable kernels on calls that no program of PyTorch's holds: an error code, never a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

CHANNELS_LAST = (0, 2, 3, 1)
CONVOLUTION = "aten::convolution.out"
POOL = "aten::avg_pool2d.out"
BATCH_NORM = "aten::_native_batch_norm_legit_no_training.out"


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
    "convolution_is_right": (CONVOLUTION, convolution(), "Ok"),
    "convolution_groups_0": (CONVOLUTION, convolution(groups="int 0"), "InvalidArgument"),
    "convolution_groups_negative": (CONVOLUTION, convolution(groups="int -2"), "InvalidArgument"),
    "convolution_groups_3": (CONVOLUTION, convolution(groups="int 3"), "InvalidArgument"),
    "convolution_groups_2_to_the_32": (
        CONVOLUTION,
        convolution(groups="int 4294967298"),
        "InvalidArgument",
    ),
    "convolution_stride_0": (CONVOLUTION, convolution(stride="ints 1,0"), "InvalidArgument"),
    "convolution_padding_negative": (
        CONVOLUTION,
        convolution(padding="ints -1,0"),
        "InvalidArgument",
    ),
    "convolution_dilation_0": (CONVOLUTION, convolution(dilation="ints 0,1"), "InvalidArgument"),
    "convolution_dilation_too_large": (
        CONVOLUTION,
        convolution(dilation="ints 3,1"),
        "InvalidArgument",
    ),
    "convolution_list_of_3": (CONVOLUTION, convolution(stride="ints 1,1,1"), "InvalidArgument"),
    "convolution_list_of_0": (CONVOLUTION, convolution(stride="ints -"), "InvalidArgument"),
    "convolution_padding_huge": (
        CONVOLUTION,
        convolution(padding="ints 9223372036854775807,0"),
        "InvalidArgument",
    ),
    "convolution_weight_rank": (
        CONVOLUTION,
        convolution(weight=zeros("Float", 6, 2, 3)),
        "InvalidArgument",
    ),
    "convolution_weight_channels": (
        CONVOLUTION,
        convolution(weight=zeros("Float", 6, 4, 3, 3)),
        "InvalidArgument",
    ),
    "convolution_weight_empty": (
        CONVOLUTION,
        convolution(weight=zeros("Float", 6, 2, 0, 3)),
        "InvalidArgument",
    ),
    "convolution_input_without_rows": (
        CONVOLUTION,
        convolution(input=zeros("Float", 1, 4, 0, 5), padding="ints 3,0"),
        "InvalidArgument",
    ),
    "convolution_bias_size": (CONVOLUTION, convolution(bias=zeros("Float", 5)), "InvalidArgument"),
    "convolution_weight_dtype": (
        CONVOLUTION,
        convolution(weight=zeros("Double", 6, 2, 3, 3)),
        "InvalidType",
    ),
    "convolution_out_shape": (
        CONVOLUTION,
        convolution(out=output("Float", 1, 6, 3, 4)),
        "InvalidArgument",
    ),
    "convolution_out_rank": (
        CONVOLUTION,
        convolution(out=output("Float", 6, 3, 3)),
        "InvalidArgument",
    ),
    "convolution_of_bools": (
        CONVOLUTION,
        convolution(
            input=zeros("Bool", 1, 4, 5, 5),
            weight=zeros("Bool", 6, 2, 3, 3),
            out=output("Bool", 1, 6, 3, 3),
        ),
        "OperatorMissing",
    ),
    "convolution_of_a_volume_to_images": (
        CONVOLUTION,
        convolution(
            input=zeros("Float", 1, 4, 2, 5, 5),
            weight=zeros("Float", 6, 2, 1, 3, 3),
            stride="ints 1",
        ),
        "InvalidArgument",
    ),
    "convolution_steps_beyond_int32": (
        CONVOLUTION,
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
    "convolution_row_steps_beyond_int32": (
        CONVOLUTION,
        convolution(
            input=zeros("Float", 1, 8, 1, 4),
            weight=zeros("Float", 6, 8, 1, 1),
            stride="ints 536870912,1",
            dilation="ints 536870912,1",
            groups="int 1",
            out=output("Float", 1, 6, 1, 4),
        ),
        "Ok",
    ),
    "transposed_steps_beyond_int32": (
        CONVOLUTION,
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
        CONVOLUTION,
        convolution(
            transposed="bool 1", output_padding="ints 1,0", weight=zeros("Float", 4, 3, 3, 3)
        ),
        "InvalidArgument",
    ),
    "transposed_without_outputs": (
        CONVOLUTION,
        convolution(transposed="bool 1", padding="ints 4,4", weight=zeros("Float", 4, 3, 3, 3)),
        "InvalidArgument",
    ),
    "pool_is_right": (POOL, pool(), "Ok"),
    "pool_padding": (POOL, pool(padding="ints 2,0"), "InvalidArgument"),
    "pool_kernel_0": (POOL, pool(kernel_size="ints 0"), "InvalidArgument"),
    "pool_divisor_0": (POOL, pool(divisor_override="int 0"), "InvalidArgument"),
    "pool_rank": (
        POOL,
        pool(self=zeros("Float", 5, 5), out=output("Float", 2, 2)),
        "InvalidArgument",
    ),
    "batch_norm_is_right": (BATCH_NORM, batch_norm(), "Ok"),
    "batch_norm_without_channels": (
        BATCH_NORM,
        batch_norm(input=zeros("Float", 3), out0=output("Float", 3)),
        "InvalidArgument",
    ),
    "batch_norm_mean_size": (
        BATCH_NORM,
        batch_norm(running_mean=zeros("Float", 2)),
        "InvalidArgument",
    ),
    "batch_norm_weight_rank": (
        BATCH_NORM,
        batch_norm(weight=zeros("Float", 3, 1)),
        "InvalidArgument",
    ),
    "batch_norm_bias_dtype": (BATCH_NORM, batch_norm(bias=zeros("Half", 3)), "InvalidType"),
    "batch_norm_statistics": (BATCH_NORM, batch_norm(out1=output("Float", 3)), "InvalidArgument"),
    "add_shapes": ("aten::add.out", [MATRIX, zeros("Float", 2), ONE, RESULT], "InvalidArgument"),
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
        "InvalidType",
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
        "OperatorMissing",
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
