"""The products that a call adds up: multiply-accumulates, MACs."""

from __future__ import annotations

from math import prod

from codegen.dtype import DType
from codegen.opinfo import Call, tensors_of
from codegen.optimize.roles import Operators


def macs_of(call: Call, operators: Operators) -> int:
    """The MACs of a call, as its record counts them; 0 where it does not."""
    kernel = operators.get(call.operator)
    return 0 if kernel is None else kernel.macs_of(call)


def is_int8(call: Call) -> bool:
    """Whether a call's first tensor holds elements of one byte."""
    first = next(tensors_of(call.arguments), None)
    return first is not None and first.dtype in (DType.Char, DType.Byte)


def shape_of(call: Call) -> str:
    """The shapes that matter, as a person reads them: of the input, the weights and the result."""
    tensors = [each for each in tensors_of(call.arguments) if prod(each.sizes)]
    if not tensors:
        return ""
    first, last = tensors[0], tensors[-1]
    weight = [tensors[1]] if "conv" in call.operator and len(tensors) > 2 else []
    shapes = ["x".join(map(str, each.sizes)) or "1" for each in (first, *weight)]
    return f"{' * '.join(shapes)} -> {'x'.join(map(str, last.sizes)) or '1'}"
