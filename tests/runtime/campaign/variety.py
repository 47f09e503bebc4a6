"""Forms of the last call of a draft that its recipe does not draw, but an exporter may write."""

from __future__ import annotations

import random
from collections.abc import Callable

from codegen.dtype import DType
from codegen.operator_schema import OperatorSchema, Parameter
from tests.runtime.campaign.draft import Draft, ListDraft, NumberDraft, Step, TensorDraft
from tests.runtime.sanitized import kernels_by_name

Variation = Callable[[Draft, random.Random, OperatorSchema, int], None]
"""`first` is the index of the call's first value: those before it belong to earlier calls too."""

_ADD = "executorch_prim::add.Scalar"


def permute_all(draft: Draft, source: random.Random, schema: OperatorSchema, first: int) -> None:
    """All tensors of one rank get one dim order."""
    ranks = {len(tensor.sizes) for tensor in _own_tensors(draft, first)}
    for rank in sorted(ranks):
        order = source.sample(range(rank), rank)
        for tensor in _own_tensors(draft, first):
            if len(tensor.sizes) == rank:
                tensor.order = [*order]


def permute_one(draft: Draft, source: random.Random, schema: OperatorSchema, first: int) -> None:
    """One tensor gets another dim order than the rest."""
    if tensors := _own_tensors(draft, first):
        tensor = source.choice(tensors)
        source.shuffle(tensor.order)


def change_dtype(draft: Draft, source: random.Random, schema: OperatorSchema, first: int) -> None:
    """A tensor that the kernel converts, or for which it takes some dtypes only, gets another."""
    takes = {each.name: each.dtypes for each in kernels_by_name()[schema.name].takes}
    places = [i for i, each in enumerate(schema.parameters) if each.name in _free(schema.name)]
    for place in places:
        index = draft.steps[-1].arguments[place]
        if index >= first and isinstance(draft.values[index], TensorDraft):
            allowed = [d for d in takes[schema.parameters[place].name] if d is not DType.Bool]
            draft.tensor(index).dtype = source.choice(allowed or [DType.Bool])


def leave_out(draft: Draft, source: random.Random, schema: OperatorSchema, first: int) -> None:
    """An argument that is optional is None."""
    if places := [i for i, each in enumerate(schema.parameters) if each.type.endswith("?")]:
        draft.steps[-1].arguments[source.choice(places)] = draft.number(None)


def fill_in(draft: Draft, source: random.Random, schema: OperatorSchema, first: int) -> None:
    """Numbers that are optional, and None so far, are there."""
    arguments = draft.steps[-1].arguments
    for place, parameter in enumerate(schema.parameters):
        value = draft.values[arguments[place]]
        if isinstance(value, NumberDraft) and value.number is None:
            arguments[place] = _present(draft, source, schema, parameter, arguments[place])


def compute(draft: Draft, source: random.Random, schema: OperatorSchema, first: int) -> None:
    """An int is the result of an instruction, so that it is not known before the program runs."""
    step = draft.steps[-1]
    places = [(step.arguments, i) for i in range(len(schema.parameters))]
    for value in map(draft.values.__getitem__, step.arguments):
        if isinstance(value, ListDraft) and value.kind == "ints":
            places += [(value.items, i) for i in range(len(value.items))]
    places = [(where, i) for where, i in places if _is_int(draft, where[i])]
    if not places:
        return
    where, place = source.choice(places)
    number = draft.values[where[place]]
    assert isinstance(number, NumberDraft)
    computed, zero = draft.number(number.number), draft.number(0)
    draft.insert(
        len(draft.steps) - 1,
        Step(kind="call", operator=_ADD, arguments=[where[place], zero, computed]),
    )
    where[place] = computed


VARIETY: tuple[Variation, ...] = (
    permute_all,
    permute_one,
    change_dtype,
    leave_out,
    fill_in,
    compute,
)


def _free(operator: str) -> set[str]:
    """Arguments whose dtype does not follow from the others'."""
    kernel = kernels_by_name()[operator]
    read = [p.name for p in kernel.schema.parameters if p.tensor and not p.output]
    limited = {t.name for t in kernel.takes if t.name in read and t.dtypes != kernel.outputs}
    return limited | {*kernel.converts}


def _own_tensors(draft: Draft, first: int) -> list[TensorDraft]:
    return [value for value in draft.values[first:] if isinstance(value, TensorDraft)]


def _is_int(draft: Draft, index: int) -> bool:
    value = draft.values[index]
    return isinstance(value, NumberDraft) and type(value.number) is int


def _present(
    draft: Draft,
    source: random.Random,
    schema: OperatorSchema,
    parameter: Parameter,
    absent: int,
) -> int:
    """A value for an optional parameter: a number of the enumerations' first ones, or of a dim."""
    match parameter.type:
        case "int?" | "SymInt?":
            return draft.number(source.choice((0, 1, 2)))
        case "float?":
            return draft.number(0.5)
        case "MemoryFormat?":
            return draft.number(source.choice((0, 1)))
        case "ScalarType?":
            return draft.number(DType.Float.number)
        case "int[]?" | "int[1]?":
            rank = len(draft.tensor(draft.steps[-1].arguments[-1]).sizes)
            return draft.ints(*range(rank))
    return absent
