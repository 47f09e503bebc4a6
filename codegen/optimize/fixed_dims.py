"""Finds dims of tensors of dynamic shape that always have their bound.

No file says which dims of an input may change. What a constant weight has is known.
"""

from __future__ import annotations

from codegen.optimize.batch_norm import BATCH_NORM
from codegen.optimize.dequantized import CLAMPS, producer_of
from codegen.optimize.edit import Edit
from codegen.optimize.integer_products import PRODUCTS
from codegen.optimize.integer_tables import FUNCTIONS
from codegen.quantized_ports import DEQUANTIZE, QUANTIZE

_CONVOLUTION = "aten::convolution.out"
_ELEMENTS = (*QUANTIZE, *DEQUANTIZE, *CLAMPS, *FUNCTIONS)
_POOLS = (
    "aten::_adaptive_avg_pool2d.out",
    "aten::avg_pool2d.out",
    "aten::max_pool2d_with_indices.out",
)


def is_fixed(edit: Edit, index: int, dim: int) -> bool:
    """Whether dim `dim`, counted from 0, of tensor `index` always has the size of its bound."""
    tensor = edit.tensor(index)
    while tensor is not None and not tensor.static and tensor.sizes[dim] != 1:
        call = producer_of(edit, index)
        if call is None:
            return False
        if call.operator in (_CONVOLUTION, BATCH_NORM):
            weight = edit.tensor(edit.named(call)["weight"])
            return dim == 1 and weight is not None and weight.static
        if call.operator in PRODUCTS:
            weight = edit.tensor(edit.named(call)[PRODUCTS[call.operator].weight])
            return dim == len(tensor.sizes) - 1 and weight is not None and weight.static
        if call.operator not in _ELEMENTS and not (call.operator in _POOLS and dim == 1):
            return False
        alike = (
            each
            for each in call.arguments[:2]
            if (given := edit.tensor(each)) is not None
            and len(given.sizes) == len(tensor.sizes)
            and given.sizes[dim] == tensor.sizes[dim]
        )
        index = next(alike, -1)
        tensor = edit.tensor(index) if index >= 0 else None
    return tensor is not None
