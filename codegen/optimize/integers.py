"""Computes in integers what a program dequantizes, computes in float and quantizes again.

Convolutions, products, also by element, sums, extremes, softmax, pooling, means, and whatever only
moves or concatenates elements become operators of ExecuTorch's cortex_m library, where that has
them; what follows from one number each is a table. What is left of the float operators is then
unused. A result differs from the float one by at most one step of its scale. Images are kept with
channels last in memory, as those operators take them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from codegen.dtype import DType
from codegen.optimize.batch_norm import BATCH_NORM
from codegen.optimize.dequantized import (
    CLAMPS,
    Source,
    dequantized,
    form_of,
    is_alike,
    is_int8,
    is_quantized,
    is_read_once,
    producer_of,
    range_of,
    time_of,
    unclamped,
)
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Instruction
from codegen.optimize.integer_elements import (
    ADD,
    CONCATENATE,
    EXTREMES,
    INT16_ADD,
    INT16_MULTIPLY,
    MULTIPLY,
    SOFTMAX,
    add,
    concatenate,
    extreme,
    multiply,
    softmax,
)
from codegen.optimize.integer_lines import in_lines
from codegen.optimize.integer_moves import quantize_before_moves
from codegen.optimize.integer_norms import batch_norm, layer_norm
from codegen.optimize.integer_pooling import (
    AVERAGE,
    INT16_MAXIMUM,
    MAXIMUM,
    adaptive_average,
    average,
    maximum_of_window,
    mean,
)
from codegen.optimize.integer_products import (
    BATCHED,
    CONVOLUTION,
    DEPTHWISE,
    INT16_CONVOLUTION,
    PRODUCTS,
    TRANSPOSED,
    batched_product,
    convolution,
    product,
)
from codegen.optimize.integer_rewriter import (
    LOOKUP,
    PERMUTE,
    REORDER,
    RESCALE,
    SIZE,
    TABLE,
    UNBOUNDED,
    VIEW,
    Rewriter,
    Target,
)
from codegen.optimize.integer_tables import tabled
from codegen.optimize.roles import VIEW as SHARED_VIEW
from codegen.quantized_ports import QUANTIZE

_NEEDED = (
    ADD,
    AVERAGE,
    BATCHED,
    CONCATENATE,
    CONVOLUTION,
    DEPTHWISE,
    MAXIMUM,
    MULTIPLY,
    PERMUTE,
    REORDER,
    SOFTMAX,
    TABLE,
    TRANSPOSED,
    VIEW,
    *EXTREMES.values(),
)
_DYNAMIC = (SHARED_VIEW, SIZE)
_INT16 = (INT16_ADD, INT16_CONVOLUTION, INT16_MAXIMUM, INT16_MULTIPLY, LOOKUP, RESCALE)


@edits
def compute_in_integers(edit: Edit) -> None:
    """Puts integer operators between quantized tensors."""
    if any(name not in edit.operators for name in _NEEDED):
        return
    replaced = integer_calls(edit)
    edit.instructions = [
        _with_result(each, call)
        for time, call in enumerate(edit.method.instructions)
        for each in replaced.get(time, [call])
    ]
    if replaced and QUANTIZE[1] in edit.operators:
        edit.instructions = [_quantized_by_rows(edit, each) for each in edit.instructions]


def _with_result(instruction: Instruction, replaced: Instruction) -> Instruction:
    """`instruction`, which gives the result of the one that it replaces unless it has another."""
    if not isinstance(instruction, Call) or not isinstance(replaced, Call):
        return instruction
    known = instruction.result_of is not None
    return instruction if known else replace(instruction, result_of=replaced.result_of)


def _quantized_by_rows(edit: Edit, instruction: Instruction | None) -> Instruction | None:
    """A quantize of Float as int8 by the kernel that has loops of instruction sets: of any number
    both compute the same, and they take the same arguments.
    """
    if not isinstance(instruction, Call) or instruction.operator != QUANTIZE[0]:
        return instruction
    given, result = (edit.tensor(instruction.arguments[at]) for at in (0, -1))
    if given is None or given.dtype is not DType.Float or not is_int8(result):
        return instruction
    if form_of(edit, instruction) is None:
        return instruction
    return replace(instruction, operator=QUANTIZE[1])


def integer_calls(edit: Edit) -> Mapping[int, Sequence[Instruction]]:
    """For each time of a quantize that integer operators replace, those in its place.

    They write what the quantize wrote, from quantized tensors; their other values are new ones.
    """
    rewriter = Rewriter(edit)
    for time, call in edit.calls(*QUANTIZE):
        _quantize(rewriter, call, time)
    return rewriter.replaced


def _quantize(rewriter: Rewriter, call: Call, time: int) -> None:
    """Replaces the quantize `call` and what it quantizes, if an integer operator can."""
    edit = rewriter.edit
    result, form = call.arguments[-1], form_of(edit, call)
    tensor, given = edit.tensor(result), edit.tensor(call.arguments[0])
    if form is None or tensor is None or given is None:
        return
    if not is_quantized(tensor) or not is_alike(given, replace(tensor, dtype=DType.Float)):
        return
    rewriter.dtype = tensor.dtype
    needed = (
        *(_INT16 if tensor.dtype is DType.Short else ()),
        *(() if tensor.static else _DYNAMIC),
    )
    if any(name not in edit.operators for name in needed):
        return
    if not edit.usage.is_own(result):
        return
    source, bounds = unclamped(edit, call.arguments[0])
    target = Target(value=result, form=form, time=time, bounds=bounds)
    rewriter.pending.clear()
    if _moved(rewriter, source, target):
        return
    rewriter.pending.clear()
    made = rewriter.made(source, target)
    if made is not None and _table(rewriter, rewriter.result_of(made.call), made.target):
        rewriter.emit(time, *made.after)
        return
    rewriter.pending.clear()
    rewriter.views.clear()
    replace_call = None if made is None else OPERATORS.get(made.call.operator)
    int16 = tensor.dtype is DType.Short
    if made is not None and replace_call is not None and not (int16 and replace_call in INT8_ONLY):
        replace_call(rewriter, made.call, made.target)
    if made is not None and time in rewriter.replaced:
        rewriter.emit(time, *rewriter.views, *made.after)
    elif bounds == UNBOUNDED:
        rewriter.pending.clear()
        quantize_before_moves(rewriter, call, target)


def _moved(rewriter: Rewriter, source: int, target: Target) -> bool:
    """Replaces a quantize of what was dequantized, perhaps moved, in between clamped."""
    edit = rewriter.edit
    given = dequantized(edit, source, target.time)
    if given is not None and _tighten(rewriter, given, target):
        return True
    if given is None and _move(rewriter, source, target):
        return True
    rewriter.pending.clear()
    if given is not None and _rescale(rewriter, given, target):
        return True
    return _table(rewriter, source, target)


def _move(rewriter: Rewriter, source: int, target: Target) -> bool:
    """Moves what was dequantized to where `target` is, quantized."""
    edit = rewriter.edit
    made = producer_of(edit, source)
    if made is None or target.bounds != UNBOUNDED:
        return False
    if made.operator == SHARED_VIEW:  # what is quantized is a tensor of its own
        found = rewriter.source(made.arguments[0], target.time)
        if found is None or not _keeps_form(rewriter, found, target):
            return False
        arguments = (found.value, made.arguments[1], target.value, target.value)
        rewriter.emit(target.time, Call(operator=VIEW, arguments=arguments))
        return True
    if not rewriter.is_move(made):
        return False
    given = dequantized(edit, made.arguments[0], target.time)
    if given is None or not _keeps_form(rewriter, given, target):
        return False
    moved, read = edit.known_tensor(made.arguments[-1]), edit.known_tensor(source)
    result = rewriter.before_view(moved, read, target.value)
    calls = None if result is None else rewriter.moves(made, given, result, target, UNBOUNDED)
    if calls is None:
        return False
    rewriter.emit(target.time, *calls)
    return True


def _is_laid_out_as(edit: Edit, given: Source, target: Target) -> bool:
    """Whether `given` has the dtype, sizes and dim order of `target`."""
    return is_alike(edit.known_tensor(given.value), edit.known_tensor(target.value))


def _keeps_form(rewriter: Rewriter, given: Source, target: Target) -> bool:
    """Whether each number of `given` is itself in the form of `target`, which does not clamp it."""
    low, high = range_of(rewriter.edit, given.value)
    form = target.form
    return given.form.same_as(form) and form.low <= low and form.high >= high


def _tighten(rewriter: Rewriter, given: Source, target: Target) -> bool:
    """Puts clamps into the integer operator that made `given`, which nothing else reads."""
    edit = rewriter.edit
    if not _is_laid_out_as(edit, given, target) or not given.form.same_as(target.form):
        return False
    low, high = range_of(edit, given.value)
    if target.least > low or target.most < high:
        found = rewriter.bounded.get(given.value)
        if found is None or not is_read_once(edit, given.value, given.time):
            return False
        if not _only_clamped(edit, given.time, target):
            return False
        time, at = found
        _narrow_bounds(rewriter, time, at, target)
    rewriter.emit(target.time, rewriter.reorder(given.value, target.value))
    known = rewriter.copy_of(given.value, target.time)
    if known is not None:
        rewriter.copies[target.value] = known, target.time
    return True


def _narrow_bounds(rewriter: Rewriter, time: int, at: int, target: Target) -> None:
    """Gives the operator among those of `time` whose bounds are at `at` those of `target`."""
    edit, calls = rewriter.edit, rewriter.replaced[time]
    call = next(each for each in calls if isinstance(each, Call) and each.operator in _BOUNDED)
    least, most = (edit.number(call.arguments[at + i]) for i in (0, 1))
    assert least is not None and most is not None
    arguments = list(call.arguments)
    arguments[at] = edit.add_number(max(int(least), target.least))
    arguments[at + 1] = edit.add_number(min(int(most), target.most))
    clamped = edit.instructions[target.time]
    assert isinstance(clamped, Call)
    calls[calls.index(call)] = replace(
        call, arguments=tuple(arguments), result_of=clamped.result_of
    )


_BOUNDED = (ADD, CONVOLUTION, DEPTHWISE, MAXIMUM, INT16_ADD, INT16_CONVOLUTION, INT16_MAXIMUM)
"""Integer operators that clamp what they write."""


def _only_clamped(edit: Edit, since: int, target: Target) -> bool:
    """Whether nothing but the clamp of `target` reads what was dequantized at `since`."""
    call, quantize = edit.instructions[since], edit.instructions[target.time]
    assert isinstance(call, Call) and isinstance(quantize, Call)
    clamped = quantize.arguments[0]
    clamp = producer_of(edit, clamped)
    if clamp is None or clamp.operator not in CLAMPS:
        return False
    only = is_read_once(edit, call.arguments[-1], time_of(edit, clamped))
    return only and is_read_once(edit, clamped, target.time)


def _table(rewriter: Rewriter, index: int, target: Target) -> bool:
    """A table for all numbers of what Float tensor `index` is computed from."""
    found = tabled(rewriter, index, target.time)
    if found is None or not _is_laid_out_as(rewriter.edit, found.source, target):
        return False
    (image,), result, copy = rewriter.images([found.source], target)
    call = rewriter.table_of(image, found.values, result, target)
    calls = [call] if call else in_lines(rewriter, image, found.values, result, target)
    if not calls:
        return False
    rewriter.emit(target.time, *calls, *copy)
    return True


def _rescale(rewriter: Rewriter, given: Source, target: Target) -> bool:
    """Numbers of int16 in another scale, or within other bounds; those of int8 have a table."""
    if not _is_laid_out_as(rewriter.edit, given, target):
        return False
    if (given.form.dtype, target.form.dtype) != (DType.Short, DType.Short):
        return False
    (image,), result, copy = rewriter.images([given], target)
    rewriter.emit(target.time, rewriter.table(image, given.form, result, target), *copy)
    return True


OPERATORS: Mapping[str, Callable[[Rewriter, Call, Target], None]] = {
    "aten::_softmax.out": softmax,
    "aten::add.out": add,
    "aten::avg_pool2d.out": average,
    "aten::bmm.out": batched_product,
    "aten::cat.out": concatenate,
    "aten::convolution.out": convolution,
    "aten::_adaptive_avg_pool2d.out": adaptive_average,
    "aten::max_pool2d_with_indices.out": maximum_of_window,
    "aten::maximum.out": extreme,
    "aten::minimum.out": extreme,
    "aten::sub.out": add,
    "aten::mean.out": mean,
    "aten::mul.out": multiply,
    "aten::native_layer_norm.out": layer_norm,
    BATCH_NORM: batch_norm,
    **dict.fromkeys(PRODUCTS, product),
}

INT8_ONLY = (batched_product, layer_norm)
"""Rewrites whose operators take no int16."""
