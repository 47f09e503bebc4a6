"""Turns the graph of one delegate call back into calls of the program's operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from codegen.errors import SelectionError
from codegen.flatbuffer import DAMAGED
from codegen.opinfo import Dynamism
from codegen.optimize.dequantized import is_alike
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call
from codegen.program_value import ListValue
from codegen.xnnpack import elements, images, moves, products
from codegen.xnnpack.graph import Graph, Node, Value
from codegen.xnnpack.lowering import Held, Lowering, inverse, permuted, row_major

_KEEP_DIMS = 64  # XNN_FLAG_KEEP_DIMS

LOWERED: Mapping[str, Callable[[Lowering, Node], None]] = {
    **dict.fromkeys(elements.UNARY, elements.unary),
    **dict.fromkeys(elements.BINARY, elements.binary),
    **dict.fromkeys(("ELU", "Gelu", "Hardswish", "LeakyReLU", "Square"), elements.unary),
    **dict.fromkeys(("Clamp", "Convert", "Copy"), elements.convert),
    **dict.fromkeys((f"Concatenate{count}" for count in range(2, 6)), moves.concatenate),
    **dict.fromkeys(("Conv2d", "ConvTranspose2d", "DepthwiseConv2d"), images.convolution),
    "ArgMaxPooling2d": images.arg_max,
    "AvgPooling2d": images.average_pool,
    "BatchMatrixMultiply": products.batch_product,
    "FullyConnected": products.fully_connected,
    "GlobalAvgPooling2d": images.mean,
    "MaxPooling2d": images.max_pool,
    "PReLU": elements.prelu,
    "Softmax": elements.softmax,
    "StaticConstantPad": moves.pad,
    "StaticReshape": moves.reshape,
    "StaticResizeBilinear2D": images.resize,
    "StaticSlice": moves.cut,
    "StaticTranspose": moves.transpose,
}
"""For each node that there are operators for, what makes calls of it."""

_FLAGS: Mapping[str, tuple[int, ...]] = {
    "AvgPooling2d": (0, _KEEP_DIMS),
    "FullyConnected": (0, 1),
    "GlobalAvgPooling2d": (0, _KEEP_DIMS),
    "MaxPooling2d": (0, _KEEP_DIMS),
    "StaticResizeBilinear2D": (0, 8),
}
"""The flags that nodes may have; others must have none."""


def turn_back(
    graph: Graph, edit: Edit, arguments: tuple[int, ...], *, where: str, origin: str
) -> tuple[Call, ...]:
    """The calls in place of a call of the delegate `graph` with `arguments`.

    New values are added to `edit`, those of tensors with buffers that no memory has been planned
    for. `where` begins the text of faults, `origin` is what calls come from.

    Raises:
        SelectionError: the payload does not fit itself or its arguments, or has what there is no
            operator for.

    """
    lowering = Lowering(graph=graph, edit=edit, arguments=arguments, where=where, origin=origin)
    outputs = _bind(lowering)
    first_new = len(edit.values)
    for node in graph.nodes:
        lowering.begin(node)
        make = LOWERED.get(node.kind)
        if make is None:
            raise lowering.unknown("has no operator")
        flags = node.numbers["flags"]
        if flags not in _FLAGS.get(node.kind, (0,)):
            raise lowering.unknown(f"has the flags {flags}")
        make(lowering, node)
    lowering.end()
    _write_outputs(lowering, outputs, first_new)
    return tuple(lowering.calls)


def _bind(lowering: Lowering) -> Mapping[int, Value]:
    """Makes the inputs known; returns, for each output of the program, its value."""
    arguments, edit = lowering.arguments, lowering.edit
    if len(arguments) < lowering.graph.externs:
        raise SelectionError(
            f"{lowering.where}: {len(arguments)} arguments of {lowering.graph.externs}. {DAMAGED}"
        )
    outputs: dict[int, Value] = {}
    for value in lowering.graph.values.values():
        if value.external is None:
            continue
        index = arguments[value.external]
        what = f"argument {value.external}"
        tensor = edit.tensor(index)
        if tensor is None:
            raise lowering.fault(f"{what} is no tensor")
        if tensor.dynamism is Dynamism.DYNAMIC_UNBOUND:
            raise lowering.unknown(f"has {what}, whose shape has no bound")
        sizes = permuted(tensor.sizes, tensor.dim_order) or (1,)
        lowering.check(sizes == value.dims, f"{what} is {sizes} in memory, not {value.dims}")
        if value.output:
            single = arguments.count(index) == 1 and not tensor.constant
            lowering.check(single, f"{what}, an output, is a constant or another argument too")
            outputs[index] = value
            continue
        dtype = value.datatype.dtype
        lowering.check(tensor.dtype is dtype, f"{what} is {tensor.dtype}, not {dtype}")
        if not tensor.sizes:
            index = lowering.view(index, (1,))
        lowering.held[value.id] = Held(index, lowering.tensor(index).dim_order)
    return outputs


def _write_outputs(lowering: Lowering, outputs: Mapping[int, Value], first_new: int) -> None:
    """Makes what the outputs are the program's tensors: in place of new ones, or by copies."""
    number: dict[int, int] = {}
    for index, value in outputs.items():
        held = lowering.held[value.id]
        own, made = lowering.tensor(index), lowering.tensor(held.index)
        dims = permuted(held.order, inverse(own.dim_order or (0,)))
        new = held.index >= first_new and not made.constant and held.index not in number
        if new and is_alike(made, own) and dims == row_major(len(dims)):
            number[held.index] = index
        else:
            lowering.copy_to(index, held.index, dims)
    edit = lowering.edit
    for at in range(first_new, len(edit.values)):
        listed = edit.values[at]
        if isinstance(listed, ListValue) and listed.kind == "tensor_list":
            items = tuple(number.get(int(item or 0), item) for item in listed.items)
            edit.values[at] = replace(listed, items=items)
    lowering.calls = [
        replace(call, arguments=tuple(number.get(each, each) for each in call.arguments))
        for call in lowering.calls
    ]
