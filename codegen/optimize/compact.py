"""Values and buffers that nothing refers to, dropped; the rest are numbered anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from codegen.optimize.graph import (
    Call,
    DelegateCall,
    Free,
    Instruction,
    JumpFalse,
    Method,
    Move,
    Tensor,
    Value,
)
from codegen.program_value import ListValue


def compact(method: Method) -> Method:
    """`method` without the values that no instruction, input, output or list in use names."""
    kept = sorted(_used(method))
    number = {old: new for new, old in enumerate(kept)}
    values = [renamed(method.values[old], number) for old in kept]
    if method.fixed:
        return rename(replace(method, values=()), number, tuple(values))
    buffers = sorted({v.place.buffer for v in values if isinstance(v, Tensor) and v.place})
    place = {old: new for new, old in enumerate(buffers)}
    moved = tuple(
        replace(value, place=replace(value.place, buffer=place[value.place.buffer]))
        if isinstance(value, Tensor) and value.place
        else value
        for value in values
    )
    fewer = replace(method, buffers=tuple(method.buffers[old] for old in buffers), values=())
    return rename(fewer, number, moved)


def rename(method: Method, number: Mapping[int, int], values: tuple[Value, ...]) -> Method:
    """`method` with `values`, where value i of the old ones is called `number[i]`."""
    return replace(
        method,
        values=values,
        inputs=tuple(number[index] for index in method.inputs),
        outputs=tuple(number[index] for index in method.outputs),
        chains=tuple(
            replace(
                chain,
                inputs=tuple(number[index] for index in chain.inputs if index in number),
                outputs=tuple(number[index] for index in chain.outputs if index in number),
                instructions=tuple(_renamed(each, number) for each in chain.instructions),
            )
            for chain in method.chains
        ),
    )


def renamed(value: Value, number: Mapping[int, int]) -> Value:
    """`value` with the items of a list of values renumbered."""
    if not isinstance(value, ListValue) or not value.refers:
        return value
    items = tuple(None if item is None else number[int(item)] for item in value.items)
    return replace(value, items=items)


def _used(method: Method) -> set[int]:
    used = {*method.inputs, *method.outputs}
    for instruction in method.instructions:
        match instruction:
            case Call(arguments=arguments) | DelegateCall(arguments=arguments):
                used.update(arguments)
            case Move(source=source, destination=destination):
                used |= {source, destination}
            case JumpFalse(condition=index) | Free(value=index):
                used.add(index)
    for index, value in enumerate(method.values):
        if isinstance(value, Tensor) and value.place is not None and value.data is not None:
            used.add(index)  # state that other methods may use
    for index in tuple(used):
        value = method.values[index]
        if isinstance(value, ListValue):
            used.update(value.references)
    return used


def _renamed(instruction: Instruction, number: Mapping[int, int]) -> Instruction:
    to: Callable[[int], int] = number.__getitem__
    match instruction:
        case Call(arguments=arguments) | DelegateCall(arguments=arguments):
            return replace(instruction, arguments=tuple(map(to, arguments)))
        case Move(source=source, destination=destination):
            return Move(source=to(source), destination=to(destination))
        case JumpFalse(condition=condition, target=target):
            return JumpFalse(condition=to(condition), target=target)
        case Free(value=value):
            return Free(value=to(value))
