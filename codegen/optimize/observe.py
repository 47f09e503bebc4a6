"""Forms of a program whose results can be compared call by call.

A call of the optimised program gives the result of one instruction of the given program: see
numbered(). Both programs get these results as outputs, and memory in which none overwrites them.
In a third form the optimised program continues after each of them with the right result, which it
takes as a further input: what differs there is the call's own, and not what others left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Chain, Instruction, Method, Program, Tensor
from codegen.optimize.integer_rewriter import REORDER
from codegen.optimize.plan_memory import plan_as_is, plan_memory
from codegen.optimize.roles import Operators, roles
from codegen.optimize.write import write_graph
from codegen.program_value import ListValue

EMPTY = ("aten::empty.out", "dim_order_ops::_empty_dim_order.out")
"""Operators that leave their result as its memory was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A call of the optimised method and the instruction of the given one with the same result."""

    number: int
    call: Call
    origin: int
    given: Call
    result: int
    """The value that the call writes, and the one that the instruction does."""
    given_result: int

    @property
    def has_content(self) -> bool:
        """Whether its result can be compared: calls after it may read it in any case."""
        return self.call.operator not in EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """Programs (`.pte`) whose methods have the results of `layers` as further outputs."""

    given: bytes
    optimised: bytes
    corrected: bytes
    """`optimised`, with the results of `given` for `layers` as further inputs, in their order."""
    layers: Mapping[str, tuple[Layer, ...]]
    """Maps a method to its layers; none where its instructions or memory must stay."""


def numbered(program: Program) -> Program:
    """`program`, whose calls name themselves: passes keep that for what gives their results."""

    def chain_from(chain: Chain, first: int) -> Chain:
        calls = (
            replace(each, result_of=number) if isinstance(each, Call) else each
            for number, each in enumerate(chain.instructions, first)
        )
        return replace(chain, instructions=tuple(calls))

    def method_of(method: Method) -> Method:
        sizes = (len(chain.instructions) for chain in method.chains)
        starts = accumulate(sizes, initial=0)
        chains = tuple(map(chain_from, method.chains, starts))
        return replace(method, chains=chains)

    return program.with_methods(map(method_of, program.methods))


def observed(given: Program, optimised: Program, operators: Operators) -> Observed:
    """`given`, numbered, and what passes made of it, as two programs to compare.

    The passes must have kept values apart: `duplicates` merges those that share memory.
    """
    layers = {
        method.name: layers_of(before, method, operators)
        for before, method in zip(given.methods, optimised.methods, strict=True)
    }
    corrected = (_corrected(m, layers[m.name], operators) for m in optimised.methods)
    first = {name: [each.given_result for each in found] for name, found in layers.items()}
    second = {name: [each.result for each in found] for name, found in layers.items()}
    return Observed(
        given=_written(_with_outputs(given, first), operators),
        optimised=_written(_with_outputs(optimised, second), operators),
        corrected=_written(optimised.with_methods(corrected), operators),
        layers=layers,
    )


def layers_of(given: Method, optimised: Method, operators: Operators) -> tuple[Layer, ...]:
    """The calls of `optimised` with the results of `given`, in the order in which they run.

    At most `MOST`: the last ones are left out.
    """
    if any(each.fixed or not each.straight or len(each.chains) != 1 for each in (given, optimised)):
        return ()
    before = given.instructions
    found: dict[int, Layer] = {}
    for number, call in enumerate(optimised.instructions):
        if not isinstance(call, Call) or call.result_of is None:
            continue
        instruction = before[call.result_of]
        if not isinstance(instruction, Call) or _reads_its_result(call, optimised, operators):
            continue
        layer = Layer(
            number=number,
            call=call,
            origin=call.result_of,
            given=instruction,
            result=_result(call, optimised),
            given_result=_result(instruction, given),
        )
        if _are_comparable(given.values[layer.given_result], optimised.values[layer.result]):
            found[call.result_of] = layer  # of several calls the last one gives the result
    return tuple(sorted(found.values(), key=lambda each: each.number))[:MOST]


MOST = 1000
"""Layers of a method: each is an input of a program, of which a runner takes 1024."""


def _result(call: Call, method: Method) -> int:
    """The value that a call writes, the first of several."""
    last = call.arguments[-1]
    value = method.values[last]
    if isinstance(value, ListValue) and value.kind == "tensor_list" and value.items:
        return int(value.items[0] or 0)
    return last


def _reads_its_result(call: Call, method: Method, operators: Operators) -> bool:
    """Whether a call changes a tensor that had a content before."""
    index = _result(call, method)
    result = method.values[index]
    if not isinstance(result, Tensor) or result.place is None:
        return True
    read = roles(call, method.values, operators).reads
    return method.buffers[result.place.buffer].state or index in read


def _are_comparable(given: object, made: object) -> bool:
    """Whether two values are tensors of as many elements, in memory that may be kept."""
    if not (isinstance(given, Tensor) and isinstance(made, Tensor)):
        return False
    if given.place is None or made.place is None or not (given.static and made.static):
        return False
    if given.dtype is not made.dtype or given.nbytes != made.nbytes or given.nbytes == 0:
        return False
    one, other = (tuple(size for size in each.sizes if size != 1) for each in (given, made))
    return one == other or (given.nested_in_order and made.nested_in_order)


def _with_outputs(program: Program, more: Mapping[str, Sequence[int]]) -> Program:
    return program.with_methods(
        replace(method, outputs=(*method.outputs, *more[method.name])) for method in program.methods
    )


def _corrected(method: Method, layers: Sequence[Layer], operators: Operators) -> Method:
    """`method`, in which the results of `layers` are outputs, and the right ones inputs."""
    if not layers:
        return method
    edit = Edit(method, operators)
    instructions: list[Instruction] = []
    by_number = {each.number: each for each in layers}
    inputs = list(method.inputs)

    for number, instruction in enumerate(method.instructions):
        layer = by_number.get(number)
        if layer is None or not isinstance(instruction, Call):
            instructions.append(instruction)
            continue
        result = replace(method.tensor(layer.result), name=None)
        own, right = (edit.add_planned(result, memory=edit.memory(result)) for _ in range(2))
        written = _renamed(instruction.arguments, layer.result, own, edit)
        dims = tuple(map(edit.add_number, result.dim_order))
        non_blocking = edit.add_number(False)
        order = edit.add(ListValue(kind="int_list", items=dims))
        copied = (right, non_blocking, order, layer.result, layer.result)
        instructions.append(replace(instruction, arguments=written))
        instructions.append(Call(operator=REORDER, arguments=copied))
        inputs.append(right)
        edit.outputs.append(own)
    (chain,) = method.chains
    made = edit.with_chains([replace(chain, instructions=tuple(instructions))])
    return replace(made, inputs=tuple(inputs))


def _renamed(arguments: Sequence[int], result: int, own: int, edit: Edit) -> tuple[int, ...]:
    """`arguments` with `own` in place of `result`, in lists of tensors as well."""

    def renamed(index: int) -> int:
        value = edit.method.values[index]
        if not isinstance(value, ListValue) or value.kind != "tensor_list":
            return own if index == result else index
        items = tuple(own if item == result else item for item in value.items)
        return index if items == value.items else edit.add(replace(value, items=items))

    return tuple(map(renamed, arguments))


def _written(program: Program, operators: Operators) -> bytes:
    """The `.pte`, in which no value takes the memory of another that is still read."""
    return write_graph(plan_as_is(plan_memory(program, operators), operators))
