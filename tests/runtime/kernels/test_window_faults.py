"""Products, windows, paddings and resized images on calls that PyTorch refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

BAD, TYPE = "InvalidArgument", "InvalidType"
IMAGE = zeros("Float", 1, 2, 4, 5)
HUGE, LOW = 2**63 - 1, -(2**63)


def max_pool(**changed: str) -> list[str]:
    given = {
        "self": IMAGE,
        "kernel_size": "ints 2,2",
        "stride": "ints 2,2",
        "padding": "ints 0,0",
        "dilation": "ints 1,1",
        "ceil_mode": "bool 0",
        "out": output("Float", 1, 2, 2, 2),
        "indices": output("Long", 1, 2, 2, 2),
    }
    return [*(given | changed).values()]


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


def mean_volume(**changed: str) -> list[str]:
    given = {
        "self": VOLUME["self"],
        "kernel_size": "ints 2",
        "stride": "ints 2",
        "padding": "ints 0",
        "ceil_mode": "bool 0",
        "count_include_pad": "bool 1",
        "divisor_override": "none",
        "out": VOLUME["out"],
    }
    return [*(given | changed).values()]


def max_pool_back(**changed: str) -> list[str]:
    given = {
        "grad_output": zeros("Float", 1, 2, 2, 2),
        "self": IMAGE,
        "kernel_size": "ints 2,2",
        "stride": "ints 2,2",
        "padding": "ints 0,0",
        "dilation": "ints 1,1",
        "ceil_mode": "bool 0",
        "indices": zeros("Long", 1, 2, 2, 2),
        "grad_input": output("Float", 1, 2, 4, 5),
    }
    return [*(given | changed).values()]


def indices(number: int) -> str:
    content = number.to_bytes(8, "little", signed=True).hex() * 8
    return f"tensor Long 1,2,2,2 0,1,2,3 {content}"


def nearest(**changed: str) -> list[str]:
    given = {
        "input": IMAGE,
        "output_size": "ints 2,3",
        "scale_factors": "none",
        "out": output("Float", 1, 2, 2, 3),
    }
    return [*(given | changed).values()]


def sampler(**changed: str) -> list[str]:
    given = {
        "input": IMAGE,
        "grid": zeros("Float", 1, 3, 2, 2),
        "interpolation_mode": "int 0",
        "padding_mode": "int 0",
        "align_corners": "bool 0",
        "out": output("Float", 1, 2, 3, 2),
    }
    return [*(given | changed).values()]


def backward(**changed: str) -> list[str]:
    given = {
        "grad_output": zeros("Float", 1, 3, 2, 3),
        "input": IMAGE,
        "weight": zeros("Float", 3, 2, 3, 3),
        "bias_sizes": "ints 3",
        "stride": "ints 1,1",
        "padding": "ints 0,0",
        "dilation": "ints 1,1",
        "transposed": "bool 0",
        "output_padding": "ints 0,0",
        "groups": "int 1",
        "output_mask": "bools 1,1,1",
        "out0": output("Float", 1, 2, 4, 5),
        "out1": output("Float", 3, 2, 3, 3),
        "out2": output("Float", 3),
    }
    return [*(given | changed).values()]


def linear(**changed: str) -> list[str]:
    given = {
        "input": zeros("Float", 2, 3),
        "weight": zeros("Float", 4, 3),
        "bias": "none",
        "out": output("Float", 2, 4),
    }
    return [*(given | changed).values()]


BMM, BADDBMM, LINEAR = "aten::bmm.out", "aten::baddbmm.out", "aten::linear.out"
POOL = "aten::max_pool2d_with_indices.out"
POOL_VOLUME = "aten::max_pool3d_with_indices.out"
MEAN_VOLUME = "aten::avg_pool3d.out"
POOL_BACK = "aten::max_pool2d_with_indices_backward.grad_input"
ADAPTIVE = "aten::_adaptive_avg_pool2d.out"
REFLECT, REPLICATE = "aten::reflection_pad1d.out", "aten::replication_pad1d.out"
NEAREST, SAMPLER = "aten::upsample_nearest2d.vec_out", "aten::grid_sampler_2d.out"
BACKWARD = "aten::convolution_backward.out"
REPEAT = "aten::repeat_interleave.Tensor_out"
ROW = zeros("Float", 1, 4)
BATCH = zeros("Float", 2, 3, 4)
FAULTS: dict[str, tuple[str, list[str], str]] = {
    "bmm_batches": (BMM, [BATCH, zeros("Float", 3, 4, 2), output("Float", 2, 3, 2)], BAD),
    "bmm_terms": (BMM, [BATCH, zeros("Float", 2, 3, 2), output("Float", 2, 3, 2)], BAD),
    "bmm_of_matrices": (BMM, [ROW, zeros("Float", 4, 2), output("Float", 1, 2)], BAD),
    "bmm_dtypes": (BMM, [BATCH, zeros("Half", 2, 4, 2), output("Float", 2, 3, 2)], TYPE),
    "bmm_shape": (BMM, [BATCH, zeros("Float", 2, 4, 2), output("Float", 2, 3, 3)], BAD),
    "baddbmm_start": (
        BADDBMM,
        [
            zeros("Float", 3),
            BATCH,
            zeros("Float", 2, 4, 2),
            "int 1",
            "int 1",
            output("Float", 2, 3, 2),
        ],
        BAD,
    ),
    "mv_of_vectors": ("aten::mv.out", [zeros("Float", 4), zeros("Float", 4), output("Float")], BAD),
    "mv_terms": ("aten::mv.out", [ROW, zeros("Float", 3), output("Float", 1)], BAD),
    "addmv_start": (
        "aten::addmv.out",
        [zeros("Float", 2), ROW, zeros("Float", 4), "int 1", "int 1", output("Float", 1)],
        BAD,
    ),
    "dot_sizes": ("aten::dot.out", [zeros("Float", 4), zeros("Float", 3), output("Float")], BAD),
    "dot_of_matrices": ("aten::dot.out", [ROW, ROW, output("Float")], BAD),
    "linear_is_right": (LINEAR, linear(), "Ok"),
    "linear_of_a_number": (LINEAR, linear(input=zeros("Float")), BAD),
    "linear_terms": (LINEAR, linear(weight=zeros("Float", 4, 2)), BAD),
    "linear_weight_rank": (LINEAR, linear(weight=zeros("Float", 1, 4, 3)), BAD),
    "linear_bias_size": (LINEAR, linear(bias=zeros("Float", 3)), BAD),
    "linear_bias_rank": (LINEAR, linear(bias=zeros("Float", 2, 4)), BAD),
    "linear_bias_dtype": (LINEAR, linear(bias=zeros("Half", 4)), TYPE),
    "pool_is_right": (POOL, max_pool(), "Ok"),
    "pool_padding": (POOL, max_pool(padding="ints 2,0"), BAD),
    "pool_dilation_0": (POOL, max_pool(dilation="ints 0"), BAD),
    "pool_dilation_huge": (POOL, max_pool(dilation=f"ints {HUGE}"), BAD),
    "pool_kernel_beyond": (POOL, max_pool(kernel_size="ints 5,5"), BAD),
    "pool_of_a_matrix": (POOL, max_pool(self=zeros("Float", 4, 4)), BAD),
    "pool_without_channels": (POOL, max_pool(self=zeros("Float", 1, 0, 4, 5)), BAD),
    "pool_indices_shape": (POOL, max_pool(indices=output("Long", 1, 2, 2, 1)), BAD),
    "pool_indices_dtype": (POOL, max_pool(indices=output("Int", 1, 2, 2, 2)), "OperatorMissing"),
    "pool_out_dtype": (POOL, max_pool(out=output("Half", 1, 2, 2, 2)), TYPE),
    "pool_volume_is_right": (POOL_VOLUME, max_pool_volume(), "Ok"),
    "pool_volume_without_channels": (POOL_VOLUME, max_pool_volume(**WITHOUT_CHANNELS), BAD),
    "pool_volume_of_an_image": (POOL_VOLUME, max_pool_volume(self=zeros("Float", 4, 5, 4)), BAD),
    "mean_volume_is_right": (MEAN_VOLUME, mean_volume(), "Ok"),
    "mean_volume_divisor_0": (MEAN_VOLUME, mean_volume(divisor_override="int 0"), BAD),
    "mean_volume_without_channels": (
        MEAN_VOLUME,
        mean_volume(self=WITHOUT_CHANNELS["self"], out=WITHOUT_CHANNELS["out"]),
        BAD,
    ),
    "pool_back_is_right": (POOL_BACK, max_pool_back(), "Ok"),
    "pool_back_last_index": (POOL_BACK, max_pool_back(indices=indices(19)), "Ok"),
    "pool_back_index_beyond": (POOL_BACK, max_pool_back(indices=indices(20)), BAD),
    "pool_back_index_negative": (POOL_BACK, max_pool_back(indices=indices(-1)), BAD),
    "pool_back_index_far": (POOL_BACK, max_pool_back(indices=indices(2**32)), BAD),
    "pool_back_gradient": (POOL_BACK, max_pool_back(grad_output=zeros("Float", 1, 2, 2, 1)), BAD),
    "pool_back_indices": (POOL_BACK, max_pool_back(indices=zeros("Long", 2, 2, 2)), BAD),
    "adaptive_negative": (ADAPTIVE, [IMAGE, "ints -1,2", output("Float", 1, 2, 1, 2)], BAD),
    "adaptive_huge": (ADAPTIVE, [IMAGE, f"ints {HUGE},2", output("Float", 1, 2, 1, 2)], BAD),
    "adaptive_list": (ADAPTIVE, [IMAGE, "ints 2", output("Float", 1, 2, 2, 2)], BAD),
    "adaptive_of_nothing": (
        ADAPTIVE,
        [zeros("Float", 1, 2, 0, 5), "ints 1,1", output("Float", 1, 2, 1, 1)],
        BAD,
    ),
    "reflected_beyond": (REFLECT, [ROW, "ints 4,0", output("Float", 1, 8)], BAD),
    "reflected_all": (REFLECT, [ROW, "ints 3,3", output("Float", 1, 10)], "Ok"),
    "reflected_low": (REFLECT, [ROW, f"ints {LOW},3", output("Float", 1, 1)], BAD),
    "reflected_list": (REFLECT, [ROW, "ints 1,1,1,1", output("Float", 1, 6)], BAD),
    "reflected_rank": (REFLECT, [zeros("Float", 4), "ints 1,1", output("Float", 6)], BAD),
    "reflected_nothing": (REFLECT, [zeros("Float", 0, 4), "ints 1,1", output("Float", 0, 6)], BAD),
    "replicated_dtype": (REPLICATE, [ROW, "ints 1,1", output("Int", 1, 6)], TYPE),
    "replicated_to_nothing": (REPLICATE, [ROW, "ints -2,-2", output("Float", 1, 0)], BAD),
    "replicated_huge": (REPLICATE, [ROW, f"ints {HUGE},{HUGE}", output("Float", 1, 6)], BAD),
    "nearest_is_right": (NEAREST, nearest(), "Ok"),
    "nearest_neither": (NEAREST, nearest(output_size="none"), BAD),
    "nearest_both": (NEAREST, nearest(scale_factors="doubles 1,1"), BAD),
    "nearest_list": (NEAREST, nearest(output_size="ints 2"), BAD),
    "nearest_size_0": (NEAREST, nearest(output_size="ints 0,3"), BAD),
    "nearest_rank": (NEAREST, nearest(input=zeros("Float", 2, 4, 5)), BAD),
    "nearest_of_nothing": (NEAREST, nearest(input=zeros("Float", 1, 2, 0, 5)), BAD),
    "nearest_factor_nan": (
        NEAREST,
        nearest(output_size="none", scale_factors="doubles nan,1"),
        BAD,
    ),
    "nearest_factor_huge": (
        NEAREST,
        nearest(output_size="none", scale_factors="doubles 1e300,1"),
        BAD,
    ),
    "nearest_factor_tiny": (
        NEAREST,
        nearest(output_size="none", scale_factors="doubles 0.1,1"),
        BAD,
    ),
    "scale_that_is_not_the_size": (
        "aten::upsample_nearest2d.out",
        [IMAGE, "ints 2,3", "double 1e-320", "double inf", output("Float", 1, 2, 2, 3)],
        "Ok",
    ),
    "smooth_scale_that_is_not_the_size": (
        "aten::_upsample_bilinear2d_aa.out",
        [IMAGE, "ints 2,3", "bool 0", "double 1e-320", "double inf", output("Float", 1, 2, 2, 3)],
        "Ok",
    ),
    "bilinear_scale_that_is_not_the_size": (
        "aten::upsample_bilinear2d.out",
        [IMAGE, "ints 2,3", "bool 0", "double 1e-320", "double nan", output("Float", 1, 2, 2, 3)],
        "Ok",
    ),
    "sampler_is_right": (SAMPLER, sampler(), "Ok"),
    "sampler_mode": (SAMPLER, sampler(interpolation_mode="int 3"), BAD),
    "sampler_padding": (SAMPLER, sampler(padding_mode=f"int {LOW}"), BAD),
    "sampler_batch": (SAMPLER, sampler(grid=zeros("Float", 2, 3, 2, 2)), BAD),
    "sampler_places": (SAMPLER, sampler(grid=zeros("Float", 1, 3, 2, 3)), BAD),
    "sampler_dtype": (SAMPLER, sampler(grid=zeros("Double", 1, 3, 2, 2)), TYPE),
    "sampler_of_nothing": (SAMPLER, sampler(input=zeros("Float", 1, 2, 0, 5)), BAD),
    "backward_is_right": (BACKWARD, backward(), "Ok"),
    "backward_masked": (
        BACKWARD,
        backward(output_mask="bools 1,0,0", out1=output("Half", 1), out2=output("Int", 9)),
        "Ok",
    ),
    "backward_masked_shapes": (
        BACKWARD,
        backward(output_mask="bools 1,0,0", out1=output("Float", 1), out2=output("Float", 9)),
        "Ok",
    ),
    "backward_mask": (BACKWARD, backward(output_mask="bools 1,1"), BAD),
    "backward_gradient": (BACKWARD, backward(grad_output=zeros("Float", 1, 3, 3, 3)), BAD),
    "backward_weight_shape": (BACKWARD, backward(out1=output("Float", 3, 2, 3, 2)), BAD),
    "backward_groups": (BACKWARD, backward(groups="int 2"), BAD),
    "backward_dtype": (BACKWARD, backward(out0=output("Half", 1, 2, 4, 5)), TYPE),
    "repeats_negative": (
        REPEAT,
        [f"tensor Long 1 0 {'ff' * 8}", "none", output("Long", 0)],
        BAD,
    ),
    "repeats_size": (REPEAT, [zeros("Long", 2), "int 1", output("Long", 0)], BAD),
    "repeats_rank": (REPEAT, [zeros("Long", 1, 2), "none", output("Long", 0)], BAD),
    "repeats_dtype": (REPEAT, [zeros("Long", 2), "none", output("Int", 0)], TYPE),
    "repeats_huge": (
        REPEAT,
        [f"tensor Long 2 0 {'ffffffffffffff7f' * 2}", "none", output("Long", 0)],
        BAD,
    ),
    "device_copy_dtype": ("et_copy::_h2d_copy.out", [ROW, output("Int", 1, 4)], TYPE),
    "device_copy_shape": ("et_copy::_d2h_copy.out", [ROW, output("Float", 4)], BAD),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    operator, lines, error = FAULTS[name]
    (outcome,) = outcomes(kernels, [Case(name=name, operator=operator, lines=tuple(lines))])
    assert outcome.error == error
