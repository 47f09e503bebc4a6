"""Makes slices of what splits a quantized tensor, so that each part may become an integer one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from codegen.optimize.dequantized import producer_of
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Instruction
from codegen.program_value import ListValue
from codegen.quantized_ports import DEQUANTIZE

_SIZED = "aten::split_with_sizes_copy.out"
_SPLIT = ("aten::split_copy.Tensor_out", _SIZED)
_SLICE = "aten::slice_copy.Tensor_out"


@edits
def slice_parts(edit: Edit) -> None:
    """Makes a slice of each part of a dequantized tensor that is split."""
    if _SLICE in edit.operators:
        before = edit.method.instructions
        edit.instructions = [part for each in before for part in _parts(edit, each)]


def _is_dequantized(edit: Edit, index: int) -> bool:
    """Whether tensor `index` was dequantized, and perhaps moved after that."""
    call = producer_of(edit, index)
    while call is not None and call.operator not in DEQUANTIZE:
        if edit.operators[call.operator].moves is None:
            return False
        call = producer_of(edit, call.arguments[0])
    return call is not None


def _parts(edit: Edit, call: Instruction) -> Iterator[Instruction]:
    """The slices in place of `call`; itself if it splits nothing that was dequantized."""
    parts = edit.values[call.arguments[-1]] if isinstance(call, Call) else None
    if (
        not isinstance(call, Call)
        or call.operator not in _SPLIT
        or not isinstance(parts, ListValue)
    ):
        yield call
        return
    named = edit.named(call)
    dim, given = edit.number(named["dim"]), edit.tensor(named["self"])
    tensors = [edit.tensor(int(item or 0)) for item in parts.items]
    sized = given is not None and (given.static or call.operator == _SIZED)
    if dim is None or given is None or not given.sizes or None in tensors or not sized:
        yield call
        return
    rank = len(given.sizes)
    at = int(dim) % rank
    sizes = [each.sizes[at] for each in tensors if each is not None and len(each.sizes) == rank]
    if (
        len(sizes) != len(tensors)
        or sum(sizes) != given.sizes[at]
        or not _is_dequantized(edit, named["self"])
    ):
        yield call
        return
    ends = list(accumulate(sizes))
    for item, size, end in zip(parts.items, sizes, ends, strict=True):
        out = int(item or 0)
        numbers = map(edit.add_number, (at, end - size, end, 1))
        arguments = (named["self"], *numbers, out, out)
        yield replace(call, operator=_SLICE, arguments=arguments)
