"""Moves quantized elements before they are dequantized, and after they are quantized."""

from __future__ import annotations

from dataclasses import replace

from codegen.dtype import DType
from codegen.optimize.dequantized import is_unchanged, producer_of, time_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method
from codegen.optimize.integer_rewriter import Rewriter, Target
from codegen.optimize.roles import Operators
from codegen.optimize.unused import drop_unused
from codegen.quantized_ports import DEQUANTIZE


def dequantize_after_moves(method: Method, operators: Operators) -> Method:
    """`method` in which moves read int8, and what they leave is dequantized, unless it is more."""
    if method.fixed:
        return method
    edit = Edit(drop_unused(method, operators), operators)
    rewriter = Rewriter(edit)
    for time, call in edit.calls():
        _dequantize_late(rewriter, call, time)
    if not rewriter.replaced:
        return method
    edit.instructions = [
        each
        for time, call in enumerate(edit.method.instructions)
        for each in rewriter.replaced.get(time, [call])
    ]
    return drop_unused(edit.finish(), operators)


def _dequantize_late(rewriter: Rewriter, call: Call, time: int) -> None:
    """Replaces the move `call` of what was dequantized, perhaps moved before."""
    edit, rewriter.pending = rewriter.edit, []
    own, first = edit.tensor(call.arguments[-1]), edit.tensor(call.arguments[0])
    if own is None or first is None or own.dtype is not DType.Float or not rewriter.is_move(call):
        return
    if own.nbytes > first.nbytes or not edit.usage.is_own(call.arguments[-1]):
        return
    found = rewriter.source(call.arguments[-1], time)
    made: Call | None = call
    while made is not None and rewriter.is_move(made):
        made = producer_of(edit, made.arguments[0])
    origin = None if made is None else edit.tensor(made.arguments[0])
    if found is None or made is None or origin is None or origin.constant:
        return
    if made.operator not in DEQUANTIZE:
        return
    arguments = (found.value, *made.arguments[1:-2], *call.arguments[-2:])
    rewriter.emit(time, replace(made, arguments=arguments, result_of=call.result_of))


def quantize_before_moves(rewriter: Rewriter, call: Call, target: Target) -> None:
    """Quantizes Float before the moves that the quantize `call` reads, unless those leave less.

    What moves is a quarter as large then.
    """
    edit, index, value, moves = rewriter.edit, call.arguments[0], target.value, list[Call]()
    while True:
        made, read = producer_of(edit, index), edit.tensor(index)
        if made is None or read is None or not rewriter.is_move(made):
            break
        given, moved = edit.tensor(made.arguments[0]), edit.tensor(made.arguments[-1])
        if given is None or moved is None or given.place is None or not given.static:
            break
        if given.nbytes > moved.nbytes:
            break
        if not is_unchanged(edit, made.arguments[0], time_of(edit, index), target.time):
            break
        result = rewriter.before_view(moved, read, value)
        if result is None:
            break
        inner = rewriter.new_like(given, target.form.dtype)
        move = rewriter.moved(made, inner, result, target.form)
        if move is None:
            break
        moves.insert(0, move)
        index, value = made.arguments[0], inner
    if moves:
        arguments = (index, *call.arguments[1:-2], value, value)
        rewriter.emit(target.time, replace(call, arguments=arguments, result_of=None), *moves)
