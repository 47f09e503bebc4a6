"""Reads the matrix of a batched product as it is where it is the same for the whole batch.

An exporter writes a product of a batch and one matrix as that of two batches, and repeats the
matrix. The rows of all batches times the matrix are the same sums.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from codegen.library import Move
from codegen.optimize.dequantized import is_row_major, producer_of, time_of
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Tensor

_BATCHED = "aten::bmm.out"
_PRODUCT = "aten::mm.out"


@edits
def read_expanded(edit: Edit) -> None:
    """Lets products with a repeated matrix read that matrix."""
    if _PRODUCT in edit.operators:
        for time, call in edit.calls(_BATCHED):
            _multiply_rows(edit, call, time)


def _multiply_rows(edit: Edit, call: Call, time: int) -> None:
    """Replaces the batched product `call` by one of matrices, if its second operand is repeated."""
    named = edit.named(call)
    given, out = edit.tensor(named["self"]), edit.tensor(named["out"])
    repeated = edit.tensor(named["mat2"])
    if given is None or out is None or repeated is None:
        return
    if any(len(each.sizes) != 3 for each in (given, out, repeated)) or repeated.sizes[0] < 2:
        return
    if not all(each.place is not None and each.static for each in (given, out)):
        return
    if not all(map(is_row_major, (given, out, repeated))):
        return
    found = _repeated(edit, named["mat2"], repeated.sizes[1:])
    if found is None:
        return
    matrix, since = found
    storage = edit.usage.storage(matrix)
    if storage is not None and edit.usage.is_written(storage, since, time):
        return
    rows, result = (
        edit.add(replace(each, sizes=(prod(each.sizes[:2]), each.sizes[2]), dim_order=(0, 1)))
        for each in (given, out)
    )
    edit.put(time, replace(call, operator=_PRODUCT, arguments=(rows, matrix, result, result)))


def _repeated(edit: Edit, index: int, sizes: tuple[int, ...]) -> tuple[int, int] | None:
    """The one matrix of `sizes` of which tensor `index` has copies, and when they are made."""
    while True:
        tensor, call = edit.tensor(index), producer_of(edit, index)
        if tensor is None or call is None or not tensor.static:
            return None
        source, made = edit.tensor(call.arguments[0]), edit.tensor(call.arguments[-1])
        kernel = edit.operators[call.operator]
        if source is None or made is None or not source.static:
            return None
        if tensor.place != made.place or tensor.nbytes != made.nbytes or not is_row_major(tensor):
            return None
        if kernel.moves is Move.EXPAND and _is_one_matrix(source, sizes):
            if not is_row_major(source):
                return None
            one = replace(source, sizes=sizes, dim_order=(0, 1))
            matrix = call.arguments[0] if source.sizes == sizes else edit.add(one)
            return matrix, time_of(edit, index)
        keeps = kernel.moves is Move.VIEW or (
            kernel.moves is Move.EXPAND and source.nbytes == made.nbytes
        )
        if not keeps or not is_row_major(source) or not is_row_major(made):
            return None
        index = call.arguments[0]


def _is_one_matrix(tensor: Tensor, sizes: tuple[int, ...]) -> bool:
    """Whether `tensor` has one matrix of `sizes`, and dims of one element before it."""
    return tensor.sizes[-2:] == sizes and prod(tensor.sizes[:-2]) == 1
