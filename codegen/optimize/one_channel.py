"""Stores filters of one channel as a convolution has them, one after the other.

A depthwise convolution with several filters for its only channel has the weights of all filters
next to each other for each tap. Its kernel would copy them in each call, to the scratch.
"""

from __future__ import annotations

from dataclasses import replace

from codegen.optimize.arrays import constant_of
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call

_OPERATORS = {
    "cortex_m::quantized_depthwise_conv2d.out": "cortex_m::quantized_conv2d.out",
    "cortex_m::quantized_depthwise_conv2d_nhwc.out": "cortex_m::quantized_conv2d_nhwc.out",
}


@edits
def convolve_one_channel(edit: Edit) -> None:
    """Makes convolutions of depthwise ones whose filters have one channel."""
    for time, call in edit.calls(*_OPERATORS):
        found = _convolution(edit, call)
        if found is not None and found.operator in edit.operators:
            edit.put(time, found)


def _convolution(edit: Edit, call: Call) -> Call | None:
    named = edit.named(call)
    weight, factor = edit.tensor(named["weight"]), edit.number(named["depth_multiplier"])
    filters = edit.array(named["weight"])
    if weight is None or filters is None or weight.dim_order != (0, 1, 2, 3) or factor == 1:
        return None
    if len(weight.sizes) != 4 or (weight.sizes[0], weight.sizes[3]) != (1, factor):
        return None
    arguments = [*call.arguments]
    arguments[1] = edit.add(constant_of(filters.transpose(3, 1, 2, 0), weight.dtype))
    del arguments[[*named].index("depth_multiplier")]
    return replace(call, operator=_OPERATORS[call.operator], arguments=tuple(arguments))
