"""Lists what a method with quantized tensors still computes in float, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from codegen.dtype import DType
from codegen.optimize.dequantized import PER_CHANNEL, form_of, producer_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method
from codegen.optimize.integer_products import PRODUCTS
from codegen.optimize.integer_rewriter import Rewriter
from codegen.optimize.integer_tables import FUNCTIONS, tabled
from codegen.optimize.integers import INT8_ONLY, OPERATORS
from codegen.optimize.roles import Operators, parameters_of
from codegen.optimize.unused import drop_unused
from codegen.program_value import ListValue
from codegen.quantized_ports import DEQUANTIZE, QUANTIZE

_PORTS = (*QUANTIZE, *DEQUANTIZE, PER_CHANNEL)


_QUANTIZED = {
    "aten::convolution.out": ("weight",),
    **{name: (each.input, each.weight) for name, each in PRODUCTS.items()},
    **dict.fromkeys(("aten::add.out", "aten::mul.out", "aten::sub.out"), ("self", "other")),
}
"""Arguments that integer operators read as int8, by the names of their parameters."""


_VARIES = {
    "aten::_adaptive_avg_pool2d.out": "its shape is dynamic: how many pixels each of its averages "
    "has may vary",
    "aten::mean.out": "its shape is dynamic: a size that it keeps may vary",
}
"""Why averages of dynamic shape stay float."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Float:
    """A result that stays float."""

    operator: str
    sizes: tuple[int, ...]
    why: str


def floats_of(method: Method, operators: Operators) -> tuple[Float, ...]:
    """The float results of `method`, in its order; none where nothing is quantized.

    Those of dequantizes are left out: what reads them is here.
    """
    edit = Edit(drop_unused(method, operators), operators)
    calls = [each for each in edit.instructions if isinstance(each, Call)]
    if not any(each.operator in _PORTS for each in calls):
        return ()
    return tuple(found for each in calls for found in _floats(edit, each))


def _floats(edit: Edit, call: Call) -> Iterator[Float]:
    if call.operator in _PORTS or call.operator not in edit.operators:
        return
    for parameter in edit.operators[call.operator].schema.parameters:
        named = edit.named(call).get(parameter.name) if parameter.output else None
        if named is None:
            continue
        value = edit.values[named]
        for index in value.references if isinstance(value, ListValue) else (named,):
            tensor = edit.tensor(index)
            if tensor is not None and tensor.dtype is DType.Float:
                yield Float(operator=call.operator, sizes=tensor.sizes, why=_why(edit, call, index))


def _why(edit: Edit, call: Call, result: int) -> str:
    """Why `call` computes `result` in float: the first cause in the order of data."""
    tensor = edit.tensor(result)
    if edit.method.fixed:
        return edit.method.fixed
    if tensor is not None and not tensor.bounded:
        return "its shape has no bound"
    if _is_function_as_int16(edit, result):
        return "no table of int16 with lines between its entries is within a step of it"
    for parameter, index in parameters_of(edit.operators[call.operator].schema, call.arguments):
        given = None if parameter.output else edit.tensor(index)
        if given is None or given.dtype is not DType.Float:
            continue
        if given.constant:
            if parameter.name in _QUANTIZED.get(call.operator, ()) and prod(given.sizes) > 1:
                return f"`{parameter.name}` is a constant that is not quantized"
            continue
        made = producer_of(edit, index)
        if made is None or made.operator not in _PORTS:
            return f"`{parameter.name}` is not quantized"
    readers = {edit.instructions[time] for time in edit.usage.reads[result] if time < edit.end}
    names = {each.operator for each in readers if isinstance(each, Call)}
    if not names or names - set(QUANTIZE) or edit.end in edit.usage.reads[result]:
        return "its result is not quantized"
    if call.operator not in OPERATORS and call.operator not in FUNCTIONS:
        return "no integer operator computes it"
    tensors = tensor, edit.tensor(call.arguments[0])
    if any(each is not None and not each.static for each in tensors) and call.operator in _VARIES:
        return _VARIES[call.operator]
    results = [edit.tensor(each.arguments[-1]) for each in readers if isinstance(each, Call)]
    if any(each is not None and each.dtype is DType.Short for each in results):
        return _why_int16(edit, call)
    if tensor is not None and not tensor.static:
        return "its shape is dynamic, and the integer operator would have to know it"
    return "its shapes, scales or layouts are none that the integer operator takes"


def _is_function_as_int16(edit: Edit, result: int) -> bool:
    """Whether `result` follows from one tensor of int16, and is quantized to int16."""
    rewriter = Rewriter(edit, dtype=DType.Short)
    for time in edit.usage.reads[result]:
        reader = edit.instructions[time] if time < edit.end else None
        if not isinstance(reader, Call) or reader.operator not in QUANTIZE:
            continue
        made = edit.tensor(reader.arguments[-1])
        if made is not None and made.dtype is DType.Short and form_of(edit, reader) is not None:
            return tabled(rewriter, result, time) is not None
    return False


def _why_int16(edit: Edit, call: Call) -> str:
    """Why `call`, whose result is quantized to int16, is none of its operators."""
    transposed = edit.named(call).get("transposed")
    if OPERATORS.get(call.operator) in INT8_ONLY or (transposed and edit.number(transposed)):
        return "no operator of int16 computes it"
    return "its shapes, scales, zero points or layouts are none that operators of int16 take"
