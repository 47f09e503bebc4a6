"""Products, windows, paddings and resized images on calls that PyTorch refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.faults import MISSING, TYPE, Calls, call, check, faults
from tests.runtime.kernels.portable_calls import output, zeros

IMAGE = zeros("Float", 1, 2, 4, 5)
HUGE, LOW = 2**63 - 1, -(2**63)


max_pool = call(
    self=IMAGE,
    kernel_size="ints 2,2",
    stride="ints 2,2",
    padding="ints 0,0",
    dilation="ints 1,1",
    ceil_mode="bool 0",
    out=output("Float", 1, 2, 2, 2),
    indices=output("Long", 1, 2, 2, 2),
)


VOLUME = {
    "self": zeros("Float", 1, 2, 4, 5, 4),
    "out": output("Float", 1, 2, 2, 2, 2),
    "indices": output("Long", 1, 2, 2, 2, 2),
}
WITHOUT_CHANNELS = {
    "self": zeros("Float", 1, 0, 4, 5, 4),
    "out": output("Float", 1, 0, 2, 2, 2),
    "indices": output("Long", 1, 0, 2, 2, 2),
}
CUBE = {"kernel_size": "ints 2", "stride": "ints 2", "padding": "ints 0", "dilation": "ints 1"}


def max_pool_volume(**changed: str) -> list[str]:
    return max_pool(**(VOLUME | CUBE | changed))


mean_volume = call(
    self=VOLUME["self"],
    kernel_size="ints 2",
    stride="ints 2",
    padding="ints 0",
    ceil_mode="bool 0",
    count_include_pad="bool 1",
    divisor_override="none",
    out=VOLUME["out"],
)


max_pool_back = call(
    grad_output=zeros("Float", 1, 2, 2, 2),
    self=IMAGE,
    kernel_size="ints 2,2",
    stride="ints 2,2",
    padding="ints 0,0",
    dilation="ints 1,1",
    ceil_mode="bool 0",
    indices=zeros("Long", 1, 2, 2, 2),
    grad_input=output("Float", 1, 2, 4, 5),
)


def indices(number: int) -> str:
    content = number.to_bytes(8, "little", signed=True).hex() * 8
    return f"tensor Long 1,2,2,2 0,1,2,3 {content}"


nearest = call(
    input=IMAGE, output_size="ints 2,3", scale_factors="none", out=output("Float", 1, 2, 2, 3)
)


sampler = call(
    input=IMAGE,
    grid=zeros("Float", 1, 3, 2, 2),
    interpolation_mode="int 0",
    padding_mode="int 0",
    align_corners="bool 0",
    out=output("Float", 1, 2, 3, 2),
)


backward = call(
    grad_output=zeros("Float", 1, 3, 2, 3),
    input=IMAGE,
    weight=zeros("Float", 3, 2, 3, 3),
    bias_sizes="ints 3",
    stride="ints 1,1",
    padding="ints 0,0",
    dilation="ints 1,1",
    transposed="bool 0",
    output_padding="ints 0,0",
    groups="int 1",
    output_mask="bools 1,1,1",
    out0=output("Float", 1, 2, 4, 5),
    out1=output("Float", 3, 2, 3, 3),
    out2=output("Float", 3),
)


linear = call(
    input=zeros("Float", 2, 3), weight=zeros("Float", 4, 3), bias="none", out=output("Float", 2, 4)
)


ROW = zeros("Float", 1, 4)
BATCH = zeros("Float", 2, 3, 4)
CALLS: Calls = {
    "aten::bmm.out": {
        "bmm_batches": [BATCH, zeros("Float", 3, 4, 2), output("Float", 2, 3, 2)],
        "bmm_terms": [BATCH, zeros("Float", 2, 3, 2), output("Float", 2, 3, 2)],
        "bmm_of_matrices": [ROW, zeros("Float", 4, 2), output("Float", 1, 2)],
        "bmm_dtypes": ([BATCH, zeros("Half", 2, 4, 2), output("Float", 2, 3, 2)], TYPE),
        "bmm_shape": [BATCH, zeros("Float", 2, 4, 2), output("Float", 2, 3, 3)],
    },
    "aten::baddbmm.out": {
        "baddbmm_start": [
            zeros("Float", 3),
            BATCH,
            zeros("Float", 2, 4, 2),
            "int 1",
            "int 1",
            output("Float", 2, 3, 2),
        ]
    },
    "aten::mv.out": {
        "mv_of_vectors": [zeros("Float", 4), zeros("Float", 4), output("Float")],
        "mv_terms": [ROW, zeros("Float", 3), output("Float", 1)],
    },
    "aten::addmv.out": {
        "addmv_start": [
            zeros("Float", 2),
            ROW,
            zeros("Float", 4),
            "int 1",
            "int 1",
            output("Float", 1),
        ]
    },
    "aten::dot.out": {
        "dot_sizes": [zeros("Float", 4), zeros("Float", 3), output("Float")],
        "dot_of_matrices": [ROW, ROW, output("Float")],
    },
    "aten::linear.out": {
        "linear_is_right": (linear(), "Ok"),
        "linear_of_a_number": linear(input=zeros("Float")),
        "linear_terms": linear(weight=zeros("Float", 4, 2)),
        "linear_weight_rank": linear(weight=zeros("Float", 1, 4, 3)),
        "linear_bias_size": linear(bias=zeros("Float", 3)),
        "linear_bias_rank": linear(bias=zeros("Float", 2, 4)),
        "linear_bias_dtype": (linear(bias=zeros("Half", 4)), TYPE),
    },
    "aten::max_pool2d_with_indices.out": {
        "pool_is_right": (max_pool(), "Ok"),
        "pool_padding": max_pool(padding="ints 2,0"),
        "pool_dilation_0": max_pool(dilation="ints 0"),
        "pool_dilation_huge": max_pool(dilation=f"ints {HUGE}"),
        "pool_kernel_beyond": max_pool(kernel_size="ints 5,5"),
        "pool_of_a_matrix": max_pool(self=zeros("Float", 4, 4)),
        "pool_without_channels": max_pool(self=zeros("Float", 1, 0, 4, 5)),
        "pool_indices_shape": max_pool(indices=output("Long", 1, 2, 2, 1)),
        "pool_indices_dtype": (max_pool(indices=output("Int", 1, 2, 2, 2)), MISSING),
        "pool_out_dtype": (max_pool(out=output("Half", 1, 2, 2, 2)), TYPE),
    },
    "aten::max_pool3d_with_indices.out": {
        "pool_volume_is_right": (max_pool_volume(), "Ok"),
        "pool_volume_without_channels": max_pool_volume(**WITHOUT_CHANNELS),
        "pool_volume_of_an_image": max_pool_volume(self=zeros("Float", 4, 5, 4)),
    },
    "aten::avg_pool3d.out": {
        "mean_volume_is_right": (mean_volume(), "Ok"),
        "mean_volume_divisor_0": mean_volume(divisor_override="int 0"),
        "mean_volume_without_channels": mean_volume(
            self=WITHOUT_CHANNELS["self"], out=WITHOUT_CHANNELS["out"]
        ),
    },
    "aten::max_pool2d_with_indices_backward.grad_input": {
        "pool_back_is_right": (max_pool_back(), "Ok"),
        "pool_back_last_index": (max_pool_back(indices=indices(19)), "Ok"),
        "pool_back_index_beyond": max_pool_back(indices=indices(20)),
        "pool_back_index_negative": max_pool_back(indices=indices(-1)),
        "pool_back_index_far": max_pool_back(indices=indices(2**32)),
        "pool_back_gradient": max_pool_back(grad_output=zeros("Float", 1, 2, 2, 1)),
        "pool_back_indices": max_pool_back(indices=zeros("Long", 2, 2, 2)),
    },
    "aten::_adaptive_avg_pool2d.out": {
        "adaptive_negative": [IMAGE, "ints -1,2", output("Float", 1, 2, 1, 2)],
        "adaptive_huge": [IMAGE, f"ints {HUGE},2", output("Float", 1, 2, 1, 2)],
        "adaptive_list": [IMAGE, "ints 2", output("Float", 1, 2, 2, 2)],
        "adaptive_of_nothing": [
            zeros("Float", 1, 2, 0, 5),
            "ints 1,1",
            output("Float", 1, 2, 1, 1),
        ],
    },
    "aten::reflection_pad1d.out": {
        "reflected_beyond": [ROW, "ints 4,0", output("Float", 1, 8)],
        "reflected_all": ([ROW, "ints 3,3", output("Float", 1, 10)], "Ok"),
        "reflected_low": [ROW, f"ints {LOW},3", output("Float", 1, 1)],
        "reflected_list": [ROW, "ints 1,1,1,1", output("Float", 1, 6)],
        "reflected_rank": [zeros("Float", 4), "ints 1,1", output("Float", 6)],
        "reflected_nothing": [zeros("Float", 0, 4), "ints 1,1", output("Float", 0, 6)],
    },
    "aten::replication_pad1d.out": {
        "replicated_dtype": ([ROW, "ints 1,1", output("Int", 1, 6)], TYPE),
        "replicated_to_nothing": [ROW, "ints -2,-2", output("Float", 1, 0)],
        "replicated_huge": [ROW, f"ints {HUGE},{HUGE}", output("Float", 1, 6)],
    },
    "aten::upsample_nearest2d.vec_out": {
        "nearest_is_right": (nearest(), "Ok"),
        "nearest_neither": nearest(output_size="none"),
        "nearest_both": nearest(scale_factors="doubles 1,1"),
        "nearest_list": nearest(output_size="ints 2"),
        "nearest_size_0": nearest(output_size="ints 0,3"),
        "nearest_rank": nearest(input=zeros("Float", 2, 4, 5)),
        "nearest_of_nothing": nearest(input=zeros("Float", 1, 2, 0, 5)),
        "nearest_factor_nan": nearest(output_size="none", scale_factors="doubles nan,1"),
        "nearest_factor_huge": nearest(output_size="none", scale_factors="doubles 1e300,1"),
        "nearest_factor_tiny": nearest(output_size="none", scale_factors="doubles 0.1,1"),
    },
    "aten::upsample_nearest2d.out": {
        "scale_that_is_not_the_size": (
            [IMAGE, "ints 2,3", "double 1e-320", "double inf", output("Float", 1, 2, 2, 3)],
            "Ok",
        )
    },
    "aten::_upsample_bilinear2d_aa.out": {
        "smooth_scale_that_is_not_the_size": (
            [
                IMAGE,
                "ints 2,3",
                "bool 0",
                "double 1e-320",
                "double inf",
                output("Float", 1, 2, 2, 3),
            ],
            "Ok",
        )
    },
    "aten::upsample_bilinear2d.out": {
        "bilinear_scale_that_is_not_the_size": (
            [
                IMAGE,
                "ints 2,3",
                "bool 0",
                "double 1e-320",
                "double nan",
                output("Float", 1, 2, 2, 3),
            ],
            "Ok",
        )
    },
    "aten::grid_sampler_2d.out": {
        "sampler_is_right": (sampler(), "Ok"),
        "sampler_mode": sampler(interpolation_mode="int 3"),
        "sampler_padding": sampler(padding_mode=f"int {LOW}"),
        "sampler_batch": sampler(grid=zeros("Float", 2, 3, 2, 2)),
        "sampler_places": sampler(grid=zeros("Float", 1, 3, 2, 3)),
        "sampler_dtype": (sampler(grid=zeros("Double", 1, 3, 2, 2)), TYPE),
        "sampler_of_nothing": sampler(input=zeros("Float", 1, 2, 0, 5)),
    },
    "aten::convolution_backward.out": {
        "backward_is_right": (backward(), "Ok"),
        "backward_masked": (
            backward(output_mask="bools 1,0,0", out1=output("Half", 1), out2=output("Int", 9)),
            "Ok",
        ),
        "backward_masked_shapes": (
            backward(output_mask="bools 1,0,0", out1=output("Float", 1), out2=output("Float", 9)),
            "Ok",
        ),
        "backward_mask": backward(output_mask="bools 1,1"),
        "backward_gradient": backward(grad_output=zeros("Float", 1, 3, 3, 3)),
        "backward_weight_shape": backward(out1=output("Float", 3, 2, 3, 2)),
        "backward_groups": backward(groups="int 2"),
        "backward_dtype": (backward(out0=output("Half", 1, 2, 4, 5)), TYPE),
    },
    "aten::repeat_interleave.Tensor_out": {
        "repeats_negative": [f"tensor Long 1 0 {'ff' * 8}", "none", output("Long", 0)],
        "repeats_size": [zeros("Long", 2), "int 1", output("Long", 0)],
        "repeats_rank": [zeros("Long", 1, 2), "none", output("Long", 0)],
        "repeats_dtype": ([zeros("Long", 2), "none", output("Int", 0)], TYPE),
        "repeats_huge": [f"tensor Long 2 0 {'ffffffffffffff7f' * 2}", "none", output("Long", 0)],
    },
    "et_copy::_h2d_copy.out": {"device_copy_dtype": ([ROW, output("Int", 1, 4)], TYPE)},
    "et_copy::_d2h_copy.out": {"device_copy_shape": [ROW, output("Float", 4)]},
}
FAULTS = faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)
