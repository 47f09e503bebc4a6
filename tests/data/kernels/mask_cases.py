"""Cases of masks as indices, of indices without dimensions, and of layouts that exporters write."""

from __future__ import annotations

from typing import Any

import torch
from case_text import CHANNELS_LAST, COMMON, NAMES, Cases, Ordered, aten, ordered, values

INT, BOOL, BYTE = torch.int32, torch.bool, torch.uint8
TURNED = (3, 2, 1, 0)


def add_masks(cases: Cases) -> None:
    for add in (_index, _index_layouts, _put, _without_dimensions, _layouts):
        add(cases)


def numbers(*items: Any, dtype: torch.dtype = torch.int64) -> torch.Tensor:
    return torch.tensor(items, dtype=dtype)


def bits(text: str, *sizes: int, dtype: torch.dtype = BOOL) -> torch.Tensor:
    """`bits("101")`: a mask; of bytes, 1 becomes 2, which is true as well."""
    mask = torch.tensor([int(digit) for digit in text]).reshape(sizes or (len(text),))
    return mask.bool() if dtype == BOOL else (2 * mask).to(dtype)


def _long(indices: list[Any]) -> list[Any]:
    """PyTorch's kernels take Long, Bool and Byte; Int means the same as Long."""
    return [i.long() if i is not None and i.dtype == INT else i for i in indices]


def index(x: torch.Tensor, indices: list[Any]) -> torch.Tensor:
    return aten.index(x, _long(indices)).contiguous()


def put(x: torch.Tensor, indices: list[Any], y: torch.Tensor, add: bool) -> torch.Tensor:
    return aten.index_put(x, _long(indices), y, add)


SQUARE = "010110"  # of (2, 3)
CUBE = {
    "first": [bits("101")],
    "first_of_bytes": [bits("101", dtype=BYTE)],
    "second": [None, bits("0110")],
    "last": [None, None, bits("01")],
    "two_dimensions": [bits("010110000001", 3, 4)],
    "last_two_dimensions": [None, bits("01101001", 4, 2)],
    "all_dimensions": [bits("010011000101110010100011", 3, 4, 2)],
    "none_true": [bits("000")],
    "all_true": [bits("111")],
    "one_true": [bits("010")],
    "two_masks": [bits("101"), bits("0110")],
    "masks_apart": [bits("101"), None, bits("11")],
    "mask_and_bytes": [bits("011"), bits("0101", dtype=BYTE)],
    "one_true_of_two": [bits("001"), bits("0111")],
    "then_index": [bits("101"), numbers(3, 0)],
    "after_index": [numbers(2, -1, dtype=INT), bits("0110")],
    "then_number": [bits("101"), torch.tensor(-2)],
    "one_true_then_index": [bits("010"), numbers(3, 0, 1)],
    "then_column": [bits("101"), numbers([1], [-3], [0])],
    "column_then_mask": [numbers([1], [2]), bits("0111")],
    "apart_from_index": [bits("011"), None, numbers(1, 0)],
    "apart_from_column": [numbers([1], [2]), None, bits("11")],
    "two_dimensions_then_index": [bits("010010000001", 3, 4), numbers(1, 0, 1)],
    "index_then_two_dimensions": [numbers(2, 0, 1, -1), bits("01101001", 4, 2)],
    "none_true_then_one": [bits("000"), numbers(1)],
}


def _index(cases: Cases) -> None:
    case = cases.of("aten::index.Tensor_out", index)
    for dtype in NAMES:
        name = f"mask_dtype_{NAMES[dtype]}"
        x = values(2, 3, dtype=dtype)
        case.if_possible(name, x, [bits(SQUARE, 2, 3)])
    x = values(3, 4, 2)
    for name, indices in CUBE.items():
        case(f"mask_{name}", x, indices)
    case("mask_of_nothing", values(0, 3), [bits("", 0)])
    case("mask_of_no_columns", values(2, 0), [bits("10")])
    case("mask_of_vector", values(5), [bits("10011")])
    long = torch.arange(300) % 7 == 3
    case("mask_long", values(300, 2), [long])


def _index_layouts(cases: Cases) -> None:
    case = cases.of("aten::index.Tensor_out", index)
    image = ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    one = bits("011010001110", 2, 3, 2)
    indices = [Ordered(one, (2, 0, 1))]
    case("mask_layouts", image, indices, out_order=(1, 0))
    indices = [None, Ordered(bits(SQUARE, 3, 2), (1, 0)), numbers(1)]
    case("mask_layouts_middle", image, indices, out_order=(1, 0))


def _put(cases: Cases) -> None:
    case = cases.of("aten::index_put.out", put)
    for dtype in COMMON:
        for add in (False, True):
            name = f"mask_dtype_{NAMES[dtype]}_{'sum' if add else 'set'}"
            x, y = values(2, 3, dtype=dtype), values(3, dtype=dtype)
            case.if_possible(name, x, [bits(SQUARE, 2, 3)], y, add)
    x = values(3, 4, 2)
    for name, indices in CUBE.items():
        shape = index(x, indices).shape
        for add in (False, True):
            y = values(*shape) if add else values(shape[-1])
            label = f"mask_{name}_{'sum' if add else 'set'}"
            case(label, x, indices, y, add)
        if "bytes" not in name:  # which PyTorch then takes for those of masked_fill
            case(f"mask_{name}_number", x, indices, values(), False)
    image = ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    indices = [Ordered(bits("011010001110", 2, 3, 2), (2, 0, 1))]
    y = ordered(values(6, 2), (1, 0))
    case("mask_layouts", image, indices, y, False, out_order=TURNED)


def _without_dimensions(cases: Cases) -> None:
    zero, zeros, one = torch.tensor(0), numbers(0, 0), values(1)
    select = cases.of("aten::index_select.out", torch.index_select)
    for name, i in {"number": zero, "vector": numbers(0), "int": numbers(0, dtype=INT)}.items():
        select(f"of_a_number_by_{name}", values(), 0, i)
        select(f"of_a_number_back_by_{name}", values(), -1, i)
    gather = cases.of("aten::gather.out", lambda x, dim, i, _: x.gather(dim, i))
    scatter = cases.of("aten::scatter.src_out", torch.scatter)
    scatter_value = cases.of("aten::scatter.value_out", torch.scatter)
    scatter_add = cases.of("aten::scatter_add.out", torch.scatter_add)
    for name, x, i in (
        ("number_by_vector", values(), zeros),
        ("vector_by_number", values(3), torch.tensor(2)),
        ("one_by_number", one, zero),
        ("by_none_of_other_rank", values(2, 3), numbers()),
    ):
        y = values(*i.shape)
        gather(name, x, 0, i, False)
        scatter(name, x, 0, i, y)
        scatter_value(name, x, -1, i, 2.5)
        scatter_add(name, x, -1, i, y)
    for name, x, y in (("source", values(3), values()), ("larger_source", values(3), values(4))):
        i = numbers(1) if name == "source" else torch.tensor(1)
        scatter(f"by_number_as_{name}", x, 0, i, y)
        scatter_add(f"by_number_as_{name}", x, 0, i, y)


def _layouts(cases: Cases) -> None:
    case = cases.of("aten::nonzero.out", torch.nonzero)
    for index, x in enumerate((bits(SQUARE, 2, 3), values(2, 3, 2) > 0, torch.zeros(2, 3))):
        case(f"columns_first_{index}", x, out_order=(1, 0))
    image = ordered((values(2, 3, 2, 2) > 0).to(torch.int16), CHANNELS_LAST)
    case("columns_first_of_channels_last", image, out_order=(1, 0))
    case = cases.of("aten::masked_scatter.out", torch.masked_scatter)
    x, mask = values(2, 3), bits("110101", 2, 3)
    for dtype in (torch.float32, torch.int8, torch.int64):
        y = ordered(values(2, 3, 2, dtype=dtype), (2, 0, 1))
        name = f"source_of_columns_{NAMES[dtype]}"
        case(name, x.to(dtype), mask, y)
    case = cases.of("aten::masked_fill.Tensor_out", lambda x, m, y: x.masked_fill(m, y))
    for dtype in COMMON:
        for value in (torch.tensor(True), torch.tensor(3), torch.tensor(2.5)):
            name = f"{NAMES[dtype]}_of_{NAMES[value.dtype]}"
            given = values(2, 3, dtype=dtype)
            case(name, given, mask, value)
    case = cases.of("aten::embedding.out", lambda w, i, *_: w[i])
    table, rest = ordered(values(5, 3), (1, 0)), (-1, False, False)
    i = Ordered(numbers([0, 4, 2], [1, 1, 3]), (1, 0))
    case("columns", table, i, *rest, out_order=(2, 0, 1))
    case("columns_by_rows", table, numbers(3, 0), *rest)
