"""The programs of a campaign: program `number` of `seed` is always the same one."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import yaml

from codegen.operator_schema import OperatorSchema, parse_schema
from tests.runtime.campaign.calls import draw_call
from tests.runtime.campaign.delegate_calls import draw_delegates
from tests.runtime.campaign.draft import Draft, NumberDraft, Step
from tests.runtime.campaign.hostile import CHANGES
from tests.runtime.campaign.recipes import RECIPES, alike
from tests.runtime.campaign.variety import VARIETY

PACK = 500
"""Programs that one process runs."""
_SAID = 10_000
"""Programs between two lines of progress."""
_CALLS = 5
"""How many calls each operator has in the valid programs of a seed."""

_PRIM = "executorch_prim"
KERNELS = Path(__file__).parents[3] / "runtime" / "kernels"


@cache
def schemas() -> tuple[OperatorSchema, ...]:
    """Every operator that a library of the repository has a kernel for."""
    found = {}
    for path in sorted(KERNELS.glob("*/functions.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            schema = parse_schema(entry["func"])
            found[schema.name] = schema
    return tuple(found.values())


@cache
def weights() -> tuple[int, ...]:
    """How often each of them is drawn: most where tensors meet, least where there is none."""
    counts = [sum(1 + ("[]" in p.type) for p in s.parameters if p.tensor) for s in schemas()]
    return tuple((2, 4, 4, 8)[min(count, 3)] for count in counts)


def packs(numbers: range) -> Iterator[range]:
    """`numbers` of programs by as many as one process runs; says on stderr how far they are."""
    for first in range(0, len(numbers), PACK):
        if first and first % _SAID == 0:
            print(f"{first:,} of {len(numbers):,} programs", file=sys.stderr, flush=True)
        yield numbers[first : first + PACK]


def program(seed: int, number: int) -> bytes:
    """The `.pte` of a few valid calls with up to two hostile changes."""
    return drawn(seed, number).finish()


def drawn(seed: int, number: int, *, delegates: bool = False) -> Draft:
    """What `program` is made of; with calls of `delegates` between the others, or without."""
    source = random.Random(f"{seed}:{number}")
    draft = Draft()
    for schema in source.choices(schemas(), weights(), k=source.choice((1, 1, 2, 2, 3))):
        draw_call(draft, source, schema, RECIPES.get(schema.name, alike))
    if source.random() < 0.1:
        _loop(draft)
    if delegates:
        draw_delegates(draft, source)
    for _ in range(source.choice((0, 1, 1, 2, 2))):
        source.choice(CHANGES)(draft, source)
    _return_some(draft, source)
    return draft


def valid_programs(seed: int, operators: Sequence[OperatorSchema]) -> list[bytes]:
    """Programs without hostile changes: each of `operators` is called the same number of times."""
    source = random.Random(f"valid:{seed}")
    waiting = [each for _ in range(_CALLS) for each in source.sample(operators, len(operators))]
    programs = []
    while waiting:
        count = source.randint(2, 4)
        programs.append(_valid_program(source, waiting[:count]))
        del waiting[:count]
    return programs


def _valid_program(source: random.Random, operators: Sequence[OperatorSchema]) -> bytes:
    draft = Draft()
    for schema in operators:
        first = len(draft.values)
        draw_call(draft, source, schema, RECIPES.get(schema.name, alike))
        for change in VARIETY:
            if source.random() < 0.2:
                change(draft, source, schema, first)
    if source.random() < 0.1:
        _loop(draft)
    return draft.finish()


def _loop(draft: Draft) -> None:
    """Everything is done twice."""
    counter, one = draft.number(0), draft.number(1)
    two, done = draft.number(2), draft.number(False)
    draft.steps += [
        Step(kind="call", operator=f"{_PRIM}::add.Scalar", arguments=[counter, one, counter]),
        Step(kind="call", operator=f"{_PRIM}::ge.Scalar", arguments=[counter, two, done]),
        Step(kind="jump", arguments=[done], target=0),
    ]


def _return_some(draft: Draft, source: random.Random) -> None:
    """Some numbers are also inputs."""
    for index, value in enumerate(draft.values):
        if isinstance(value, NumberDraft) and source.random() < 0.05:
            draft.inputs.append(index)
