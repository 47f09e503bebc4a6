"""Calls of delegates between those of operators, of which one thing may be wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from codegen.dtype import DType
from codegen.plan import Plan
from tests.runtime import delegates
from tests.runtime.campaign.draft import DelegateDraft, Draft, Step

_FACTORS = (2.0, -0.5, 0.0)


def with_backend(plan: Plan) -> Plan:
    """`plan` with the backend of the tests."""
    (backend,) = delegates.library().backends
    return replace(plan, backends=(backend,))


def draw_delegates(draft: Draft, source: random.Random) -> None:
    """Adds one or two delegates, up to three calls of them, and seldom a fault."""
    for number in range(source.choice((1, 1, 2))):
        polls = source.choice((0, 0, 1, 3))
        draft.payloads.append(delegates.payload(source.choice(_FACTORS), polls=polls))
        draft.delegates.append(DelegateDraft(id=delegates.ID, payload=number))
    draft.in_segments = source.random() < 0.5
    for _ in range(source.choice((1, 1, 2, 3))):
        _call(draft, source)
    if source.random() < 0.35:
        source.choice(_FAULTS)(draft, source)


def _call(draft: Draft, source: random.Random) -> None:
    """A call anywhere, mostly of a tensor that is there, into one of its own."""
    known = [i for i in draft.tensors() if draft.tensor(i).dtype is DType.Float]
    if not known or source.random() < 0.2:
        known = [draft.plan([2, 3], DType.Float)]
    given = source.choice(known)
    result = draft.plan(draft.tensor(given).sizes, DType.Float)
    draft.tensor(result).order = [*draft.tensor(given).order]
    draft.tensor(result).dynamic = source.random() < 0.5
    draft.outputs.append(result)
    target = source.randrange(len(draft.delegates))
    step = Step(kind="delegate", arguments=[given, result], target=target)
    draft.insert(source.randrange(len(draft.steps) + 1), step)


def _other_delegate(draft: Draft, source: random.Random) -> None:
    calls = [step for step in draft.steps if step.kind == "delegate"]
    source.choice(calls).target = source.choice((0, 1, len(draft.delegates), 255))


def _other_arguments(draft: Draft, source: random.Random) -> None:
    """Values of any kind, and as many as there happen to be."""
    step = source.choice([step for step in draft.steps if step.kind == "delegate"])
    count = source.choice((0, 1, 2, 2, 3, 9))
    step.arguments[:] = [source.randrange(len(draft.values)) for _ in range(count)]


def _other_payload(draft: Draft, source: random.Random) -> None:
    chosen = source.choice(draft.delegates)
    chosen.payload = source.choice((None, 0, len(draft.payloads), 255))


def _other_backend(draft: Draft, source: random.Random) -> None:
    source.choice(draft.delegates).id = source.choice(("", "X", delegates.ID + "2"))


def _damaged_payload(draft: Draft, source: random.Random) -> None:
    number = source.randrange(len(draft.payloads))
    data = bytearray(draft.payloads[number])
    data[source.randrange(len(data))] = source.randrange(256)
    draft.payloads[number] = bytes(data[: source.choice((0, 1, 15, len(data), len(data)))])


def _damaged_program(draft: Draft, source: random.Random) -> None:
    """Bytes anywhere: segments and where payloads are in them, too."""
    values = (0, 1, 2, 127, 128, 255)
    draft.scrambled = [
        (source.random(), source.choice(values)) for _ in range(source.choice((1, 2, 3)))
    ]


_FAULTS: tuple[Callable[[Draft, random.Random], None], ...] = (
    _other_delegate,
    _other_arguments,
    _other_arguments,
    _other_payload,
    _other_backend,
    _damaged_payload,
    _damaged_program,
)
