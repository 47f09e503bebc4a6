"""Changes that no exporter would make: each leaves the program well formed, and mostly runnable."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from codegen.dtype import DType
from tests.runtime.campaign.draft import Draft, ListDraft, NumberDraft, Step, TensorDraft

Change = Callable[[Draft, random.Random], None]

_VIEW = "executorch_prim::et_view.default"
_FILL = "aten::full.out"
_CLONE = "aten::clone.out"
_INTS = (
    *(-(2**63), -(2**31) - 1, -(2**31), -17, -2, -1, 0, 1, 2, 3, 4, 7),
    *(2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1),
)
_DOUBLES = (float("nan"), float("inf"), -1e308, -0.0, 9.3e18, 0.5)
_SIZES = (0, 0, 1, 2, 3, 5, 7, 64)


def alias(draft: Draft, source: random.Random) -> None:
    """An argument becomes another tensor of the call, or any that is like it."""
    step = _call(draft, source)
    places = [i for i, v in enumerate(step.arguments) if _is_tensor(draft, v)]
    if not places:
        return
    place = source.choice(places)
    old = step.arguments[place]
    other = source.choice([*(step.arguments[i] for i in places), *_like(draft, old)])
    for i, value in enumerate(step.arguments):
        if i == place or (value == old and source.random() < 0.7):  # an output and its result
            step.arguments[i] = other


def in_list(draft: Draft, source: random.Random) -> None:
    """Items of a list become others of it, or tensors of its call."""
    step = _call(draft, source)
    lists = [each for each in _lists_of(draft, step) if each.items]
    if not lists:
        return
    chosen = source.choice(lists)
    items = chosen.items
    match source.randrange(4):
        case 0:
            items.append(source.choice(items))
        case 1:
            items.pop(source.randrange(len(items)))
        case 2:
            source.shuffle(items)
        case _:
            kinds = (NumberDraft,) if chosen.kind == "ints" else (TensorDraft,)
            known = [v for v in step.arguments if isinstance(draft.values[v], kinds)]
            known = [v for v in known if chosen.kind != "ints" or _is_int(draft, v)]
            items[source.randrange(len(items))] = source.choice(known or items)


def move(draft: Draft, source: random.Random) -> None:
    """A value is moved into another one: it then has its sizes and its data."""
    at = source.randrange(len(draft.steps) + 1)
    to = _used(draft, source)
    known = _like(draft, to) if _is_tensor(draft, to) else [*range(len(draft.values))]
    if source.random() < 0.1:
        known = [*range(len(draft.values))]
    draft.insert(at, Step(kind="move", arguments=[source.choice(known or [to]), to]))


def free(draft: Draft, source: random.Random) -> None:
    at = source.randrange(len(draft.steps) + 1)
    draft.insert(at, Step(kind="free", arguments=[_used(draft, source)]))


def reuse_output(draft: Draft, source: random.Random) -> None:
    """An input is an output of its call, or shares its sizes, in a shape that the call may have."""
    steps = [
        each for each in draft.steps if each.kind == "call" and _inputs_like_output(draft, each)
    ]
    if not steps:
        return
    step = source.choice(steps)
    index = source.choice(_inputs_like_output(draft, step))
    out = draft.tensor(step.arguments[-1])
    was = [*draft.tensor(index).sizes]
    out.dynamic = True
    room = source.choice((0, 0, 0, 1))
    out.sizes = [max(a, b) + room for a, b in zip(out.sizes, was, strict=True)]
    if out.place == "constant":
        out.place, out.memory = "planned", draft.memory()
    at = draft.steps.index(step)
    if source.random() < 0.5:
        lists = [each for each in _lists_of(draft, step) if each.kind != "ints"]
        for items in (step.arguments, *(each.items for each in lists)):
            items[:] = [step.arguments[-1] if each == index else each for each in items]
    else:
        draft.insert(at, Step(kind="move", arguments=[step.arguments[-1], index]))
    _fill(draft, at, step.arguments[-1], was)


def empty_and_free(draft: Draft, source: random.Random) -> None:
    """A tensor in the caller's memory is resized to nothing and freed before its use."""
    caller = [i for i in draft.tensors() if draft.tensor(i).place == "caller"]
    if not caller:
        return
    index = source.choice(caller)
    at = _before_use(draft, source, index)
    _empty_and_free(draft, at, index)


def view_of_nothing(draft: Draft, source: random.Random) -> None:
    """A tensor in the caller's memory becomes a view of one that was emptied and freed."""
    caller = [i for i in draft.tensors() if draft.tensor(i).place == "caller"]
    if not caller:
        return
    index = source.choice(caller)
    tensor = draft.tensor(index)
    tensor.dynamic = True
    draft.outputs = [each for each in draft.outputs if each != index]
    base = draft.plan(tensor.sizes, tensor.dtype)
    draft.tensor(base).place = "caller"
    at = _before_use(draft, source, index)
    size = draft.ints(*(0 for _ in tensor.sizes))
    step = Step(kind="call", arguments=[base, size, index], operator=_VIEW)
    draft.insert(at, step)
    _empty_and_free(draft, at, base)


def view(draft: Draft, source: random.Random) -> None:
    """A tensor becomes a view of another for the rest of the program."""
    caller = [i for i in draft.tensors() if draft.tensor(i).place == "caller"]
    if not caller:
        return
    out, base = source.choice(caller), _used_tensor(draft, source)
    size = draft.ints(*draft.tensor(source.choice((out, base))).sizes)
    step = Step(kind="call", arguments=[base, size, out], operator=_VIEW)
    draft.insert(source.randrange(len(draft.steps) + 1), step)


def number(draft: Draft, source: random.Random) -> None:
    numbers = [value for value in draft.values if isinstance(value, NumberDraft)]
    if not numbers:
        return
    chosen = source.choice(numbers)
    if isinstance(chosen.number, bool):
        chosen.number = not chosen.number
    elif isinstance(chosen.number, float):
        chosen.number = source.choice(_DOUBLES)
    elif isinstance(chosen.number, int):
        chosen.number = source.choice(_INTS)


def size(draft: Draft, source: random.Random) -> None:
    tensor = draft.tensor(_used_tensor(draft, source))
    if tensor.sizes:
        tensor.sizes[source.randrange(len(tensor.sizes))] = source.choice(_SIZES)


def rank(draft: Draft, source: random.Random) -> None:
    tensor = draft.tensor(_used_tensor(draft, source))
    tensor.sizes = [source.choice((0, 1, 1, 2)) for _ in range(source.choice((0, 1, 2, 3, 5, 16)))]
    tensor.order = [*range(len(tensor.sizes))]


def order(draft: Draft, source: random.Random) -> None:
    source.shuffle(draft.tensor(_used_tensor(draft, source)).order)


def dtype(draft: Draft, source: random.Random) -> None:
    known = (DType.Float, DType.Long, DType.Int, DType.Bool, DType.Char, DType.Double, DType.Half)
    known += (DType.ComplexFloat, DType.ComplexDouble)
    draft.tensor(_used_tensor(draft, source)).dtype = source.choice(known)


def dynamism(draft: Draft, source: random.Random) -> None:
    tensor = draft.tensor(_used_tensor(draft, source))
    tensor.dynamic = not tensor.dynamic


def overlap(draft: Draft, source: random.Random) -> None:
    """A tensor of a call, mostly an output, is planned over another one of it, or over a part."""
    step = _call(draft, source)
    tensors = [*dict.fromkeys(_tensors_of(draft, step))]
    if len(tensors) < 2:
        return
    last = step.arguments[-1]
    one = last if last in tensors and source.random() < 0.7 else source.choice(tensors)
    other = source.choice([index for index in tensors if index != one])
    a, b = (_plan(draft, step, index) for index in source.sample((one, other), 2))
    if source.random() < 0.2 and len(a.sizes) == len(b.sizes):
        a.sizes, a.order, a.dynamic, b.dynamic = [*b.sizes], [*b.order], False, False
    a.memory, a.offset = b.memory, b.offset + 8 * source.choice((0, 0, 0, 0, 1, 2))


def _plan(draft: Draft, step: Step, index: int) -> TensorDraft:
    """Tensor `index` of `step` in planned memory; a constant is copied there before the call."""
    tensor = draft.tensor(index)
    if tensor.place == "caller":
        tensor.place, tensor.memory = "planned", draft.memory()
    if tensor.place != "constant":
        return tensor
    copy = draft.plan(tensor.sizes, tensor.dtype)
    draft.tensor(copy).order = [*tensor.order]
    lists = [each.items for each in _lists_of(draft, step) if each.kind != "ints"]
    for items in (step.arguments, *lists):
        items[:] = [copy if each == index else each for each in items]
    arguments = [index, draft.number(None), copy, copy]
    draft.insert(draft.steps.index(step), Step(kind="call", operator=_CLONE, arguments=arguments))
    return draft.tensor(copy)


def place(draft: Draft, source: random.Random) -> None:
    """A tensor without memory gets some, one with memory loses it."""
    tensor = draft.tensor(_used_tensor(draft, source))
    if tensor.place == "caller":
        tensor.place, tensor.memory, tensor.offset = "planned", draft.memory(), 0
    else:
        tensor.place = "caller"


def boundary(draft: Draft, source: random.Random) -> None:
    """A value is also an input or output, or twice."""
    ends = source.choice((draft.inputs, draft.outputs))
    ends.insert(source.randrange(len(ends) + 1), _used(draft, source))


def jump(draft: Draft, source: random.Random) -> None:
    flags = [
        i
        for i, value in enumerate(draft.values)
        if (isinstance(value, NumberDraft) and isinstance(value.number, bool))
        or (isinstance(value, TensorDraft) and value.dtype is DType.Bool)
    ]
    condition = source.choice(flags) if flags else draft.number(source.random() < 0.8)
    step = Step(kind="jump", arguments=[condition], target=0)
    draft.insert(source.randrange(len(draft.steps) + 1), step)
    step.target = source.randrange(len(draft.steps) + 1)


def again(draft: Draft, source: random.Random) -> None:
    """A step is done once more, somewhere."""
    step = source.choice(draft.steps)
    copy = Step(kind=step.kind, arguments=[*step.arguments], operator=step.operator)
    copy.target = step.target
    draft.insert(source.randrange(len(draft.steps) + 1), copy)


def swap(draft: Draft, source: random.Random) -> None:
    """Two arguments of a call are swapped, or one is left out."""
    arguments = _call(draft, source).arguments
    if source.random() < 0.2:
        arguments.pop()
    if len(arguments) >= 2:
        a, b = source.sample(range(len(arguments)), 2)
        arguments[a], arguments[b] = arguments[b], arguments[a]


CHANGES: tuple[Change, ...] = (
    *(alias, alias, in_list, in_list, *[reuse_output] * 6, move, move, move),
    *(free, free, empty_and_free, empty_and_free, view, view, view_of_nothing, number, number),
    *(size, size, rank, order, dtype, dynamism, dynamism, place, boundary, jump),
    *[overlap] * 6,
    *(again, again, swap),
)


def _call(draft: Draft, source: random.Random) -> Step:
    return source.choice([step for step in draft.steps if step.calls])


def _used(draft: Draft, source: random.Random) -> int:
    """A value that an instruction refers to."""
    return source.choice(source.choice([step for step in draft.steps if step.arguments]).arguments)


def _used_tensor(draft: Draft, source: random.Random) -> int:
    used = [v for step in draft.steps for v in step.arguments if _is_tensor(draft, v)]
    if not used:  # only numbers so far
        used.append(draft.plan([2], DType.Float))
    return source.choice(used)


def _is_tensor(draft: Draft, index: int) -> bool:
    return isinstance(draft.values[index], TensorDraft)


def _is_int(draft: Draft, index: int) -> bool:
    value = draft.values[index]
    number = value.number if isinstance(value, NumberDraft) else None
    return isinstance(number, int) and not isinstance(number, bool)


def _lists_of(draft: Draft, step: Step) -> list[ListDraft]:
    values = [draft.values[v] for v in step.arguments]
    return [value for value in values if isinstance(value, ListDraft)]


def _tensors_of(draft: Draft, step: Step) -> list[int]:
    """The tensors of a call, including those in lists."""
    listed = [v for each in _lists_of(draft, step) if each.kind != "ints" for v in each.items]
    return [v for v in (*step.arguments, *listed) if v >= 0 and _is_tensor(draft, v)]


def _inputs_like_output(draft: Draft, step: Step) -> list[int]:
    """The other tensors of a call that have dtype and rank of its last argument."""
    last = step.arguments[-1]
    if not _is_tensor(draft, last):
        return []
    return [v for v in _tensors_of(draft, step) if v != last and v in _like(draft, last)]


def _before_use(draft: Draft, source: random.Random, index: int) -> int:
    """Where a step has to be put to come before one that names `index`."""
    return source.choice(
        [i for i, step in enumerate(draft.steps) if index in step.arguments] or [0]
    )


def _fill(draft: Draft, at: int, index: int, sizes: Sequence[int]) -> None:
    """Inserts before step `at` one that resizes tensor `index` to `sizes`."""
    arguments = [draft.ints(*sizes), draft.number(0), index, index]
    draft.insert(at, Step(kind="call", arguments=arguments, operator=_FILL))


def _empty_and_free(draft: Draft, at: int, index: int) -> None:
    draft.tensor(index).dynamic = True
    if index not in draft.outputs:
        draft.outputs.append(index)  # so that it has memory to begin with
    draft.insert(at, Step(kind="free", arguments=[index]))
    _fill(draft, at, index, [0 for _ in draft.tensor(index).sizes])


def _like(draft: Draft, index: int) -> Sequence[int]:
    """The tensors of the dtype and rank of tensor `index`."""
    of = draft.tensor(index)
    return [
        i
        for i in draft.tensors()
        if draft.tensor(i).dtype is of.dtype and len(draft.tensor(i).sizes) == len(of.sizes)
    ]
