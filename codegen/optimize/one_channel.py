"""Stores filters of one channel as a convolution has them, one after the other.

A depthwise convolution with several filters for its only channel has the weights of all filters
next to each other for each tap. Its kernel would copy them in each call, to the scratch.
"""

from __future__ import annotations

from dataclasses import replace

from codegen.optimize.arrays import array_of, constant_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method
from codegen.optimize.roles import Operators

_OPERATORS = {
    "cortex_m::quantized_depthwise_conv2d.out": "cortex_m::quantized_conv2d.out",
    "cortex_m::quantized_depthwise_conv2d_nhwc.out": "cortex_m::quantized_conv2d_nhwc.out",
}


def convolve_one_channel(method: Method, operators: Operators) -> Method:
    """`method` with convolutions in place of depthwise ones whose filters have one channel."""
    if method.fixed:
        return method
    edit = Edit(method, operators)
    for time, call in enumerate(method.instructions):
        if isinstance(call, Call) and _OPERATORS.get(call.operator) in operators:
            found = _convolution(edit, call)
            if found is not None:
                edit.put(time, found)
    return edit.finish()


def _convolution(edit: Edit, call: Call) -> Call | None:
    named = edit.named(call)
    weight, factor = edit.tensor(named["weight"]), edit.number(named["depth_multiplier"])
    filters = None if weight is None else array_of(weight)
    if weight is None or filters is None or weight.dim_order != (0, 1, 2, 3) or factor == 1:
        return None
    if len(weight.sizes) != 4 or (weight.sizes[0], weight.sizes[3]) != (1, factor):
        return None
    arguments = [*call.arguments]
    arguments[1] = edit.add(constant_of(filters.transpose(3, 1, 2, 0), weight.dtype))
    del arguments[[*named].index("depth_multiplier")]
    return replace(call, operator=_OPERATORS[call.operator], arguments=tuple(arguments))
