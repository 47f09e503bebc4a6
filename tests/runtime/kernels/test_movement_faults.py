"""Movement and creation of elements on calls that PyTorch refuses, or that are not sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

MATRIX = zeros("Float", 2, 3)
LIKE = output("Float", 2, 3)
BAD, TYPE, CUT = "InvalidArgument", "InvalidType", "NotSupported"
HUGE, LOW = f"int {2**63 - 1}", f"int {-(2**63)}"


def several(*lines: str) -> list[str]:
    return [f"list {len(lines)}", *lines]


def slice_copy(out: str = LIKE, **changed: str) -> list[str]:
    given = {"dim": "int 1", "start": "int 0", "end": "int 9", "step": "int 1"} | changed
    return [MATRIX, *given.values(), out]


FAULTS: dict[str, tuple[str, list[str], str]] = {
    "slice_is_right": ("aten::slice_copy.Tensor_out", slice_copy(), "Ok"),
    "slice_step_0": ("aten::slice_copy.Tensor_out", slice_copy(step="int 0"), BAD),
    "slice_step_negative": ("aten::slice_copy.Tensor_out", slice_copy(step=LOW), BAD),
    "slice_dim": ("aten::slice_copy.Tensor_out", slice_copy(dim="int 2"), BAD),
    "slice_dtype": ("aten::slice_copy.Tensor_out", slice_copy(output("Int", 2, 3)), TYPE),
    "slice_shape": ("aten::slice_copy.Tensor_out", slice_copy(output("Float", 2, 2)), BAD),
    "slice_of_a_number": (
        "aten::slice_copy.Tensor_out",
        [zeros("Float"), "int 0", "int 0", "int 1", "int 1", output("Float")],
        BAD,
    ),
    "narrow_beyond": ("aten::narrow_copy.out", [MATRIX, "int 1", "int 1", "int 3", LIKE], BAD),
    "narrow_far": ("aten::narrow_copy.out", [MATRIX, "int 1", "int 1", HUGE, LIKE], BAD),
    "narrow_before": ("aten::narrow_copy.out", [MATRIX, "int 1", LOW, "int 1", LIKE], BAD),
    "select_beyond": (
        "aten::select_copy.int_out",
        [MATRIX, "int 0", "int 2", output("Float", 3)],
        BAD,
    ),
    "select_far": ("aten::select_copy.int_out", [MATRIX, "int 0", LOW, output("Float", 3)], BAD),
    "select_of_a_number": (
        "aten::select_copy.int_out",
        [zeros("Float"), "int 0", "int 0", output("Float")],
        BAD,
    ),
    "split_too_few": (
        "aten::split_copy.Tensor_out",
        [MATRIX, "int 2", "int 1", *several(output("Float", 2, 2))],
        BAD,
    ),
    "split_too_many": (
        "aten::split_copy.Tensor_out",
        [MATRIX, "int 3", "int 1", *several(LIKE, output("Float", 2, 0))],
        BAD,
    ),
    "split_none": ("aten::split_copy.Tensor_out", [MATRIX, "int 3", "int 1", "list 0"], BAD),
    "split_by_0": ("aten::split_copy.Tensor_out", [MATRIX, "int 0", "int 1", *several(LIKE)], BAD),
    "split_by_less": ("aten::split_copy.Tensor_out", [MATRIX, LOW, "int 1", *several(LIKE)], BAD),
    "split_sizes_negative": (
        "aten::split_with_sizes_copy.out",
        [MATRIX, "ints -1,4", "int 1", *several(output("Float", 2, 0), output("Float", 2, 4))],
        BAD,
    ),
    "split_sizes_less": (
        "aten::split_with_sizes_copy.out",
        [MATRIX, "ints 1,1", "int 1", *several(output("Float", 2, 1), output("Float", 2, 1))],
        BAD,
    ),
    "split_sizes_more": (
        "aten::split_with_sizes_copy.out",
        [MATRIX, "ints 2,2", "int 1", *several(output("Float", 2, 2), output("Float", 2, 2))],
        BAD,
    ),
    "split_sizes_count": (
        "aten::split_with_sizes_copy.out",
        [MATRIX, "ints 3", "int 1", *several(LIKE, LIKE)],
        BAD,
    ),
    "split_dtype": (
        "aten::split_with_sizes_copy.out",
        [MATRIX, "ints 3", "int 1", *several(output("Int", 2, 3))],
        TYPE,
    ),
    "unbind_count": ("aten::unbind_copy.int_out", [MATRIX, "int 0", *several(LIKE)], BAD),
    "expand_less": ("aten::expand_copy.out", [MATRIX, "ints 3", "bool 0", LIKE], BAD),
    "expand_other": ("aten::expand_copy.out", [MATRIX, "ints 2,4", "bool 0", LIKE], BAD),
    "expand_lead_kept": (
        "aten::expand_copy.out",
        [MATRIX, "ints -1,2,3", "bool 0", output("Float", 1, 2, 3)],
        BAD,
    ),
    "expand_negative": (
        "aten::expand_copy.out",
        [zeros("Float", 1), "ints -2", "bool 0", output("Float", 1)],
        BAD,
    ),
    "expand_huge": (
        "aten::expand_copy.out",
        [zeros("Float", 1), "ints 4294967296", "bool 0", output("Float", 1)],
        BAD,
    ),
    "squeeze_twice": (
        "aten::squeeze_copy.dims_out",
        [zeros("Float", 1, 3), "ints 0,-2", output("Float", 3)],
        BAD,
    ),
    "squeeze_dim": ("aten::squeeze_copy.dim_out", [MATRIX, "int 2", LIKE], BAD),
    "unsqueeze_dim": (
        "aten::unsqueeze_copy.out",
        [MATRIX, "int 3", output("Float", 2, 3, 1)],
        BAD,
    ),
    "unsqueeze_of_16": (
        "aten::unsqueeze_copy.out",
        [zeros("Float", *[1] * 16), "int 0", output("Float", *[1] * 16)],
        BAD,
    ),
    "transpose_dim": ("aten::transpose_copy.int_out", [MATRIX, "int 0", "int 2", LIKE], BAD),
    "turn_of_cubes": (
        "aten::t_copy.out",
        [zeros("Float", 2, 2, 2), output("Float", 2, 2, 2)],
        BAD,
    ),
    "diagonal_of_one": (
        "aten::diagonal_copy.out",
        [MATRIX, "int 0", "int 1", "int -1", output("Float", 2)],
        BAD,
    ),
    "strided_beyond": (
        "aten::as_strided_copy.out",
        [MATRIX, "ints 2,3", "ints 3,1", "int 1", LIKE],
        BAD,
    ),
    "strided_start": (
        "aten::as_strided_copy.out",
        [MATRIX, "ints 2,3", "ints 0,0", "int -1", LIKE],
        BAD,
    ),
    "strided_backward": (
        "aten::as_strided_copy.out",
        [MATRIX, "ints 2,3", "ints 3,-1", "int 2", LIKE],
        BAD,
    ),
    "strided_far": (
        "aten::as_strided_copy.out",
        [MATRIX, "ints 2,3", f"ints {2**62},1", "none", LIKE],
        BAD,
    ),
    "strided_wrapping": (
        "aten::as_strided_copy.out",
        [MATRIX, "ints 3,3", f"ints {2**31},{2**31}", "none", output("Float", 3, 3)],
        BAD,
    ),
    "strided_ranks": (
        "aten::as_strided_copy.out",
        [MATRIX, "ints 2,3", "ints 3", "none", LIKE],
        BAD,
    ),
    "windows_of_4": (
        "aten::unfold_copy.out",
        [MATRIX, "int 1", "int 4", "int 1", output("Float", 2, 0, 4)],
        BAD,
    ),
    "windows_without_step": (
        "aten::unfold_copy.out",
        [MATRIX, "int 1", "int 1", "int 0", output("Float", 2, 3, 1)],
        BAD,
    ),
    "flip_twice": ("aten::flip.out", [MATRIX, "ints 1,-1", LIKE], BAD),
    "roll_lists": ("aten::roll.out", [MATRIX, "ints 1,2", "ints 0", LIKE], BAD),
    "roll_of_nothing": ("aten::roll.out", [MATRIX, "ints -", "ints -", LIKE], BAD),
    "repeat_too_few": ("aten::repeat.out", [MATRIX, "ints 2", output("Float", 2, 6)], BAD),
    "repeat_negative": ("aten::repeat.out", [MATRIX, "ints 1,-1", LIKE], BAD),
    "repeat_huge": ("aten::repeat.out", [MATRIX, f"ints 1,{2**31}", LIKE], BAD),
    "cat_of_none": ("aten::cat.out", ["list 0", "int 0", LIKE], BAD),
    "cat_sizes": (
        "aten::cat.out",
        [*several(MATRIX, zeros("Float", 2, 2)), "int 0", output("Float", 4, 3)],
        BAD,
    ),
    "cat_ranks": (
        "aten::cat.out",
        [*several(MATRIX, zeros("Float", 3)), "int 0", output("Float", 3, 3)],
        BAD,
    ),
    "cat_of_numbers": ("aten::cat.out", [*several(zeros("Float")), "int 0", output("Float")], BAD),
    "cat_to_ints": ("aten::cat.out", [*several(MATRIX), "int 0", output("Int", 2, 3)], TYPE),
    "cat_dim": ("aten::cat.out", [*several(MATRIX), "int 2", LIKE], BAD),
    "stack_of_none": ("aten::stack.out", ["list 0", "int 0", LIKE], BAD),
    "stack_sizes": (
        "aten::stack.out",
        [*several(zeros("Float", 3), zeros("Float", 2)), "int 0", LIKE],
        BAD,
    ),
    "pixels_of_a_matrix": ("aten::pixel_shuffle.out", [MATRIX, "int 1", LIKE], BAD),
    "pixels_by_0": (
        "aten::pixel_shuffle.out",
        [zeros("Float", 4, 1, 1), "int 0", output("Float", 4, 1, 1)],
        BAD,
    ),
    "pixels_not_divided": (
        "aten::pixel_shuffle.out",
        [zeros("Float", 6, 1, 1), "int 2", output("Float", 1, 2, 2)],
        BAD,
    ),
    "pixels_by_more": (
        "aten::pixel_unshuffle.out",
        [zeros("Float", 1, 2, 2), f"int {2**32}", output("Float", 4, 1, 1)],
        BAD,
    ),
    "pad_in_pairs": ("aten::constant_pad_nd.out", [MATRIX, "ints 1", "int 0", LIKE], BAD),
    "pad_too_long": (
        "aten::constant_pad_nd.out",
        [MATRIX, "ints 0,0,0,0,0,0", "int 0", LIKE],
        BAD,
    ),
    "pad_below_0": ("aten::constant_pad_nd.out", [MATRIX, "ints -2,-2", "int 0", LIKE], BAD),
    "pad_huge": (
        "aten::constant_pad_nd.out",
        [MATRIX, f"ints {2**63 - 1},{2**63 - 1}", "int 0", LIKE],
        BAD,
    ),
    "triangle_of_a_row": (
        "aten::tril.out",
        [zeros("Float", 3), "int 0", output("Float", 3)],
        BAD,
    ),
    "triangle_lowest": ("aten::tril.out", [MATRIX, LOW, LIKE], "Ok"),
    "triangle_highest": ("aten::triu.out", [MATRIX, HUGE, LIKE], "Ok"),
    "replaced_shape": (
        "aten::slice_scatter.out",
        [MATRIX, MATRIX, "int 1", "int 0", "int 2", "int 1", LIKE],
        BAD,
    ),
    "replaced_position": (
        "aten::select_scatter.out",
        [MATRIX, zeros("Float", 3), "int 0", "int 2", LIKE],
        BAD,
    ),
    "replaced_rank": (
        "aten::select_scatter.out",
        [MATRIX, MATRIX, "int 0", "int 1", LIKE],
        BAD,
    ),
    "copy_in_place": ("aten::copy_", [MATRIX, zeros("Long", 3), "bool 0"], "Ok"),
    "copy_of_more": ("aten::copy_", [MATRIX, zeros("Float", 2, 2), "bool 0"], BAD),
    "copy_to_other_dtype": (
        "aten::copy.out",
        [MATRIX, MATRIX, "bool 0", output("Half", 2, 3)],
        TYPE,
    ),
    "alias_dtype": ("aten::alias_copy.out", [MATRIX, output("Int", 2, 3)], TYPE),
    "full_negative": ("aten::full.out", ["ints 2,-3", "int 1", LIKE], BAD),
    "full_huge": ("aten::full.out", [f"ints {2**32 + 2},3", "int 1", LIKE], BAD),
    "full_of_too_many": ("aten::full.out", ["ints " + "1," * 16 + "1", "int 1", LIKE], BAD),
    "number_that_has_a_shape": ("aten::scalar_tensor.out", ["int 1", output("Float", 1)], BAD),
    "fill_with_a_row": ("aten::fill.Tensor_out", [MATRIX, zeros("Float", 1), LIKE], BAD),
    "empty_is_right": ("aten::empty.out", ["ints 2,3", "none", LIKE], "Ok"),
    "empty_of_other_order": (
        "dim_order_ops::_empty_dim_order.out",
        ["ints 2,3", "ints 1,0", LIKE],
        BAD,
    ),
    "range_without_step": (
        "aten::arange.start_out",
        ["int 0", "int 3", "int 0", output("Long", 3)],
        BAD,
    ),
    "range_away": ("aten::arange.start_out", ["int 3", "int 0", "int 1", output("Long", 3)], BAD),
    "range_from_end_to_end": (
        "aten::arange.start_out",
        [LOW, HUGE, "int 1", output("Long", 3)],
        BAD,
    ),
    "range_in_one_step": ("aten::arange.start_out", [LOW, HUGE, HUGE, output("Long", 3)], "Ok"),
    "range_of_nothing": (
        "aten::arange.start_out",
        ["double nan", "int 3", "int 1", output("Float", 3)],
        BAD,
    ),
    "range_without_end": ("aten::arange.out", ["double inf", output("Float", 3)], BAD),
    "range_as_a_matrix": ("aten::arange.out", ["int 6", LIKE], BAD),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    operator, lines, error = FAULTS[name]
    (outcome,) = outcomes(kernels, [Case(name=name, operator=operator, lines=tuple(lines))])
    assert outcome.error == error
