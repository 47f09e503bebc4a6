"""Portable kernels on calls that no program of PyTorch's holds: an error code, never a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.faults import MISSING, TYPE, Calls, call, check, faults
from tests.runtime.kernels.portable_calls import output, zeros

CHANNELS_LAST = (0, 2, 3, 1)


convolution = call(
    input=zeros("Float", 1, 4, 5, 5),
    weight=zeros("Float", 6, 2, 3, 3),
    bias="none",
    stride="ints 1,1",
    padding="ints 0,0",
    dilation="ints 1,1",
    transposed="bool 0",
    output_padding="ints 0,0",
    groups="int 2",
    out=output("Float", 1, 6, 3, 3),
)
"""A convolution of 1x4x5x5 with 6x2x3x3 in two groups, with some arguments changed."""


pool = call(
    self=zeros("Float", 1, 2, 5, 5),
    kernel_size="ints 2,2",
    stride="ints -",
    padding="ints 0,0",
    ceil_mode="bool 0",
    count_include_pad="bool 1",
    divisor_override="none",
    out=output("Float", 1, 2, 2, 2),
)
"""A pooling of 1x2x5x5 by 2x2, with some arguments changed."""


batch_norm = call(
    input=zeros("Float", 2, 3, 4),
    weight="none",
    bias="none",
    running_mean=zeros("Float", 3),
    running_var=zeros("Float", 3),
    momentum="double 0.1",
    eps="double 1e-5",
    out0=output("Float", 2, 3, 4),
    out1=output("Float", 0),
    out2=output("Float", 0),
)


MATRIX = zeros("Float", 2, 3)
RESULT = output("Float", 2, 3)
ONE = "int 1"
CALLS: Calls = {
    "aten::convolution.out": {
        "convolution_is_right": (convolution(), "Ok"),
        "convolution_groups_0": convolution(groups="int 0"),
        "convolution_groups_negative": convolution(groups="int -2"),
        "convolution_groups_3": convolution(groups="int 3"),
        "convolution_groups_2_to_the_32": convolution(groups="int 4294967298"),
        "convolution_stride_0": convolution(stride="ints 1,0"),
        "convolution_padding_negative": convolution(padding="ints -1,0"),
        "convolution_dilation_0": convolution(dilation="ints 0,1"),
        "convolution_dilation_too_large": convolution(dilation="ints 3,1"),
        "convolution_list_of_3": convolution(stride="ints 1,1,1"),
        "convolution_list_of_0": convolution(stride="ints -"),
        "convolution_padding_huge": convolution(padding="ints 9223372036854775807,0"),
        "convolution_weight_rank": convolution(weight=zeros("Float", 6, 2, 3)),
        "convolution_weight_channels": convolution(weight=zeros("Float", 6, 4, 3, 3)),
        "convolution_weight_empty": convolution(weight=zeros("Float", 6, 2, 0, 3)),
        "convolution_input_without_rows": convolution(
            input=zeros("Float", 1, 4, 0, 5), padding="ints 3,0"
        ),
        "convolution_bias_size": convolution(bias=zeros("Float", 5)),
        "convolution_weight_dtype": (convolution(weight=zeros("Double", 6, 2, 3, 3)), TYPE),
        "convolution_out_shape": convolution(out=output("Float", 1, 6, 3, 4)),
        "convolution_out_rank": convolution(out=output("Float", 6, 3, 3)),
        "convolution_of_bools": (
            convolution(
                input=zeros("Bool", 1, 4, 5, 5),
                weight=zeros("Bool", 6, 2, 3, 3),
                out=output("Bool", 1, 6, 3, 3),
            ),
            MISSING,
        ),
        "convolution_of_a_volume_to_images": convolution(
            input=zeros("Float", 1, 4, 2, 5, 5),
            weight=zeros("Float", 6, 2, 1, 3, 3),
            stride="ints 1",
        ),
        "convolution_steps_beyond_int32": (
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
        "transposed_output_padding": convolution(
            transposed="bool 1", output_padding="ints 1,0", weight=zeros("Float", 4, 3, 3, 3)
        ),
        "transposed_without_outputs": convolution(
            transposed="bool 1", padding="ints 4,4", weight=zeros("Float", 4, 3, 3, 3)
        ),
    },
    "aten::avg_pool2d.out": {
        "pool_is_right": (pool(), "Ok"),
        "pool_padding": pool(padding="ints 2,0"),
        "pool_kernel_0": pool(kernel_size="ints 0"),
        "pool_divisor_0": pool(divisor_override="int 0"),
        "pool_rank": pool(self=zeros("Float", 5, 5), out=output("Float", 2, 2)),
    },
    "aten::_native_batch_norm_legit_no_training.out": {
        "batch_norm_is_right": (batch_norm(), "Ok"),
        "batch_norm_without_channels": batch_norm(input=zeros("Float", 3), out0=output("Float", 3)),
        "batch_norm_mean_size": batch_norm(running_mean=zeros("Float", 2)),
        "batch_norm_weight_rank": batch_norm(weight=zeros("Float", 3, 1)),
        "batch_norm_bias_dtype": (batch_norm(bias=zeros("Half", 3)), TYPE),
        "batch_norm_statistics": batch_norm(out1=output("Float", 3)),
    },
    "aten::add.out": {
        "add_shapes": [MATRIX, zeros("Float", 2), ONE, RESULT],
        "add_to_lower_category": ([MATRIX, MATRIX, ONE, output("Int", 2, 3)], TYPE),
        "add_floating_alpha_of_ints": [
            zeros("Int", 2),
            zeros("Int", 2),
            "double 1.5",
            output("Int", 2),
        ],
        "add_without_promotion": (
            [zeros("UInt32", 2), zeros("Int", 2), ONE, output("Long", 2)],
            TYPE,
        ),
    },
    "aten::permute_copy.out": {
        "permutation_of_another_rank": [MATRIX, "ints 0", RESULT],
        "permutation_twice": [MATRIX, "ints 1,-1", RESULT],
        "permutation_beyond": [MATRIX, "ints 0,2", RESULT],
        "permutation_dtype": ([MATRIX, "ints 0,1", output("Int", 2, 3)], TYPE),
    },
    "aten::mean.out": {
        "mean_dim_twice": [MATRIX, "ints 1,-1", "bool 0", "none", output("Float", 2)],
        "mean_dim_beyond": [MATRIX, "ints -3", "bool 0", "none", output("Float", 3)],
        "mean_of_ints_without_dtype": (
            [zeros("Int", 2, 3), "ints 1", "bool 0", "none", output("Float", 2)],
            TYPE,
        ),
        "mean_of_ints_in_ints": (
            [zeros("Int", 2, 3), "ints 1", "bool 0", "none", output("Int", 2)],
            MISSING,
        ),
        "mean_dtype_that_out_lacks": [MATRIX, "ints 1", "bool 0", "int 7", output("Float", 2)],
    },
    "aten::mm.out": {
        "matrices_that_do_not_fit": [MATRIX, MATRIX, RESULT],
        "matrix_product_of_a_vector": [MATRIX, zeros("Float", 3), output("Float", 2)],
    },
    "aten::addmm.out": {
        "summand_that_does_not_fit": [
            zeros("Float", 3),
            MATRIX,
            zeros("Float", 3, 2),
            ONE,
            ONE,
            output("Float", 2, 2),
        ],
        "summand_of_higher_rank": [
            zeros("Float", 1, 2, 2),
            MATRIX,
            zeros("Float", 3, 2),
            ONE,
            ONE,
            output("Float", 2, 2),
        ],
    },
    "aten::_softmax.out": {
        "softmax_dim": [MATRIX, "int 2", "bool 0", RESULT],
        "softmax_half_to_float": [MATRIX, "int 1", "bool 1", RESULT],
    },
    "aten::view_copy.out": {
        "view_of_more": [MATRIX, "ints 7", output("Float", 7)],
        "view_inferred_twice": [MATRIX, "ints -1,-1", RESULT],
        "view_of_nothing_inferred": [zeros("Float", 0), "ints 0,-1", output("Float", 0, 0)],
        "view_of_overflowing_sizes": [
            zeros("Float", 4),
            "ints 4294967296,4294967296",
            output("Float", 4),
        ],
    },
    "dim_order_ops::_clone_dim_order.out": {
        "clone_dim_order": [MATRIX, "bool 0", "ints 1,0", RESULT]
    },
    "aten::clone.out": {"clone_dtype": ([MATRIX, "none", output("Half", 2, 3)], TYPE)},
}
FAULTS = faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)
