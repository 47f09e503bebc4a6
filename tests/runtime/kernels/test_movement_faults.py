"""Movement and creation of elements on calls that PyTorch refuses, or that are not sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.faults import TYPE, Calls, check, faults, several
from tests.runtime.kernels.portable_calls import output, zeros

MATRIX = zeros("Float", 2, 3)
LIKE = output("Float", 2, 3)
HUGE, LOW = f"int {2**63 - 1}", f"int {-(2**63)}"


def slice_copy(out: str = LIKE, **changed: str) -> list[str]:
    given = {"dim": "int 1", "start": "int 0", "end": "int 9", "step": "int 1"} | changed
    return [MATRIX, *given.values(), out]


CALLS: Calls = {
    "aten::slice_copy.Tensor_out": {
        "slice_is_right": (slice_copy(), "Ok"),
        "slice_step_0": slice_copy(step="int 0"),
        "slice_step_negative": slice_copy(step=LOW),
        "slice_dim": slice_copy(dim="int 2"),
        "slice_dtype": (slice_copy(output("Int", 2, 3)), TYPE),
        "slice_shape": slice_copy(output("Float", 2, 2)),
        "slice_of_a_number": [zeros("Float"), "int 0", "int 0", "int 1", "int 1", output("Float")],
    },
    "aten::narrow_copy.out": {
        "narrow_beyond": [MATRIX, "int 1", "int 1", "int 3", LIKE],
        "narrow_far": [MATRIX, "int 1", "int 1", HUGE, LIKE],
        "narrow_before": [MATRIX, "int 1", LOW, "int 1", LIKE],
    },
    "aten::select_copy.int_out": {
        "select_beyond": [MATRIX, "int 0", "int 2", output("Float", 3)],
        "select_far": [MATRIX, "int 0", LOW, output("Float", 3)],
        "select_of_a_number": [zeros("Float"), "int 0", "int 0", output("Float")],
    },
    "aten::split_copy.Tensor_out": {
        "split_too_few": [MATRIX, "int 2", "int 1", *several(output("Float", 2, 2))],
        "split_too_many": [MATRIX, "int 3", "int 1", *several(LIKE, output("Float", 2, 0))],
        "split_none": [MATRIX, "int 3", "int 1", "list 0"],
        "split_by_0": [MATRIX, "int 0", "int 1", *several(LIKE)],
        "split_by_less": [MATRIX, LOW, "int 1", *several(LIKE)],
    },
    "aten::split_with_sizes_copy.out": {
        "split_sizes_negative": [
            MATRIX,
            "ints -1,4",
            "int 1",
            *several(output("Float", 2, 0), output("Float", 2, 4)),
        ],
        "split_sizes_less": [
            MATRIX,
            "ints 1,1",
            "int 1",
            *several(output("Float", 2, 1), output("Float", 2, 1)),
        ],
        "split_sizes_more": [
            MATRIX,
            "ints 2,2",
            "int 1",
            *several(output("Float", 2, 2), output("Float", 2, 2)),
        ],
        "split_sizes_count": [MATRIX, "ints 3", "int 1", *several(LIKE, LIKE)],
        "split_dtype": ([MATRIX, "ints 3", "int 1", *several(output("Int", 2, 3))], TYPE),
    },
    "aten::unbind_copy.int_out": {"unbind_count": [MATRIX, "int 0", *several(LIKE)]},
    "aten::expand_copy.out": {
        "expand_less": [MATRIX, "ints 3", "bool 0", LIKE],
        "expand_other": [MATRIX, "ints 2,4", "bool 0", LIKE],
        "expand_lead_kept": [MATRIX, "ints -1,2,3", "bool 0", output("Float", 1, 2, 3)],
        "expand_negative": [zeros("Float", 1), "ints -2", "bool 0", output("Float", 1)],
        "expand_huge": [zeros("Float", 1), "ints 4294967296", "bool 0", output("Float", 1)],
    },
    "aten::squeeze_copy.dims_out": {
        "squeeze_twice": [zeros("Float", 1, 3), "ints 0,-2", output("Float", 3)]
    },
    "aten::squeeze_copy.dim_out": {"squeeze_dim": [MATRIX, "int 2", LIKE]},
    "aten::unsqueeze_copy.out": {
        "unsqueeze_dim": [MATRIX, "int 3", output("Float", 2, 3, 1)],
        "unsqueeze_of_16": [zeros("Float", *[1] * 16), "int 0", output("Float", *[1] * 16)],
    },
    "aten::transpose_copy.int_out": {"transpose_dim": [MATRIX, "int 0", "int 2", LIKE]},
    "aten::t_copy.out": {"turn_of_cubes": [zeros("Float", 2, 2, 2), output("Float", 2, 2, 2)]},
    "aten::diagonal_copy.out": {
        "diagonal_of_one": [MATRIX, "int 0", "int 1", "int -1", output("Float", 2)]
    },
    "aten::as_strided_copy.out": {
        "strided_beyond": [MATRIX, "ints 2,3", "ints 3,1", "int 1", LIKE],
        "strided_start": [MATRIX, "ints 2,3", "ints 0,0", "int -1", LIKE],
        "strided_backward": [MATRIX, "ints 2,3", "ints 3,-1", "int 2", LIKE],
        "strided_far": [MATRIX, "ints 2,3", f"ints {2**62},1", "none", LIKE],
        "strided_wrapping": [
            MATRIX,
            "ints 3,3",
            f"ints {2**31},{2**31}",
            "none",
            output("Float", 3, 3),
        ],
        "strided_ranks": [MATRIX, "ints 2,3", "ints 3", "none", LIKE],
    },
    "aten::unfold_copy.out": {
        "windows_of_4": [MATRIX, "int 1", "int 4", "int 1", output("Float", 2, 0, 4)],
        "windows_without_step": [MATRIX, "int 1", "int 1", "int 0", output("Float", 2, 3, 1)],
    },
    "aten::flip.out": {"flip_twice": [MATRIX, "ints 1,-1", LIKE]},
    "aten::roll.out": {
        "roll_lists": [MATRIX, "ints 1,2", "ints 0", LIKE],
        "roll_of_nothing": [MATRIX, "ints -", "ints -", LIKE],
    },
    "aten::repeat.out": {
        "repeat_too_few": [MATRIX, "ints 2", output("Float", 2, 6)],
        "repeat_negative": [MATRIX, "ints 1,-1", LIKE],
        "repeat_huge": [MATRIX, f"ints 1,{2**31}", LIKE],
    },
    "aten::cat.out": {
        "cat_of_none": ["list 0", "int 0", LIKE],
        "cat_sizes": [*several(MATRIX, zeros("Float", 2, 2)), "int 0", output("Float", 4, 3)],
        "cat_ranks": [*several(MATRIX, zeros("Float", 3)), "int 0", output("Float", 3, 3)],
        "cat_of_numbers": [*several(zeros("Float")), "int 0", output("Float")],
        "cat_to_ints": ([*several(MATRIX), "int 0", output("Int", 2, 3)], TYPE),
        "cat_dim": [*several(MATRIX), "int 2", LIKE],
    },
    "aten::stack.out": {
        "stack_of_none": ["list 0", "int 0", LIKE],
        "stack_sizes": [*several(zeros("Float", 3), zeros("Float", 2)), "int 0", LIKE],
    },
    "aten::pixel_shuffle.out": {
        "pixels_of_a_matrix": [MATRIX, "int 1", LIKE],
        "pixels_by_0": [zeros("Float", 4, 1, 1), "int 0", output("Float", 4, 1, 1)],
        "pixels_not_divided": [zeros("Float", 6, 1, 1), "int 2", output("Float", 1, 2, 2)],
    },
    "aten::pixel_unshuffle.out": {
        "pixels_by_more": [zeros("Float", 1, 2, 2), f"int {2**32}", output("Float", 4, 1, 1)]
    },
    "aten::constant_pad_nd.out": {
        "pad_in_pairs": [MATRIX, "ints 1", "int 0", LIKE],
        "pad_too_long": [MATRIX, "ints 0,0,0,0,0,0", "int 0", LIKE],
        "pad_below_0": [MATRIX, "ints -2,-2", "int 0", LIKE],
        "pad_huge": [MATRIX, f"ints {2**63 - 1},{2**63 - 1}", "int 0", LIKE],
    },
    "aten::tril.out": {
        "triangle_of_a_row": [zeros("Float", 3), "int 0", output("Float", 3)],
        "triangle_lowest": ([MATRIX, LOW, LIKE], "Ok"),
    },
    "aten::triu.out": {"triangle_highest": ([MATRIX, HUGE, LIKE], "Ok")},
    "aten::slice_scatter.out": {
        "replaced_shape": [MATRIX, MATRIX, "int 1", "int 0", "int 2", "int 1", LIKE]
    },
    "aten::select_scatter.out": {
        "replaced_position": [MATRIX, zeros("Float", 3), "int 0", "int 2", LIKE],
        "replaced_rank": [MATRIX, MATRIX, "int 0", "int 1", LIKE],
    },
    "aten::copy_": {
        "copy_in_place": ([MATRIX, zeros("Long", 3), "bool 0"], "Ok"),
        "copy_of_more": [MATRIX, zeros("Float", 2, 2), "bool 0"],
    },
    "aten::copy.out": {
        "copy_to_other_dtype": ([MATRIX, MATRIX, "bool 0", output("Half", 2, 3)], TYPE)
    },
    "aten::alias_copy.out": {"alias_dtype": ([MATRIX, output("Int", 2, 3)], TYPE)},
    "aten::full.out": {
        "full_negative": ["ints 2,-3", "int 1", LIKE],
        "full_huge": [f"ints {2**32 + 2},3", "int 1", LIKE],
        "full_of_too_many": ["ints " + "1," * 16 + "1", "int 1", LIKE],
    },
    "aten::scalar_tensor.out": {"number_that_has_a_shape": ["int 1", output("Float", 1)]},
    "aten::fill.Tensor_out": {"fill_with_a_row": [MATRIX, zeros("Float", 1), LIKE]},
    "aten::empty.out": {"empty_is_right": (["ints 2,3", "none", LIKE], "Ok")},
    "dim_order_ops::_empty_dim_order.out": {"empty_of_other_order": ["ints 2,3", "ints 1,0", LIKE]},
    "aten::arange.start_out": {
        "range_without_step": ["int 0", "int 3", "int 0", output("Long", 3)],
        "range_away": ["int 3", "int 0", "int 1", output("Long", 3)],
        "range_from_end_to_end": [LOW, HUGE, "int 1", output("Long", 3)],
        "range_in_one_step": ([LOW, HUGE, HUGE, output("Long", 3)], "Ok"),
        "range_of_nothing": ["double nan", "int 3", "int 1", output("Float", 3)],
    },
    "aten::arange.out": {
        "range_without_end": ["double inf", output("Float", 3)],
        "range_as_a_matrix": ["int 6", LIKE],
    },
}
FAULTS = faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)
