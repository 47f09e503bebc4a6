"""Explained: what each kernel of a plan keeps, what was cut, and where each fact comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from codegen.facts import ArgumentFacts
from codegen.library import KernelSpec, Library
from codegen.plan import Plan, PlannedKernel
from codegen.resolve import computes_any_double, kernels_by_operator
from codegen.resolver import has_dtypes
from codegen.selection import OperatorNeed, Origin, Origins, Selection, merge_origins
from codegen.takes import form_of_call
from codegen.traits import traits_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that is kept, and the calls that need it; without any, a source without calls."""

    text: str
    """`Float`, `rank 4`, `value 1`, `broadcast`."""
    origins: Origins


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """An argument of a kernel, or its traits."""

    name: str
    kept: tuple[Fact, ...]
    cut: tuple[str, ...]
    """What the kernel has and the binary does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A row of the registry."""

    operator: str
    function: str
    library: str
    parts: tuple[Part, ...]
    unused: tuple[str, ...]
    """Other kernels of the operator, which no call needs."""


Calls = Sequence[tuple[tuple[ArgumentFacts, ...], frozenset[str], Origins]]
"""Each call with its facts, its traits and where it comes from."""


def explained(plan: Plan, need: Selection, libraries: Sequence[Library]) -> tuple[Explained, ...]:
    """Every row of `plan`, which was made of `need` and `libraries`, in the plan's order."""
    needs = {operator.name: operator for operator in need.operators}
    kernels = kernels_by_operator(libraries)
    doubles = computes_any_double(need.operators, kernels)
    everything = need.everything
    found = []
    for row in plan.kernels:
        same = kernels[row.operator]
        spec = next(spec for spec in same if spec.function == row.function)
        operator = needs.get(row.operator)
        unnamed = merge_origins([*everything, *(operator.origins if operator else ())])
        calls = list(_calls(row, plan, operator, spec, doubles=doubles))
        used = {other.function for other in plan.kernels if other.operator == row.operator}
        found.append(
            Explained(
                operator=row.operator,
                function=row.function,
                library=row.library,
                parts=(*_arguments(row, spec, calls, unnamed), _traits(row, spec, calls, unnamed)),
                unused=tuple(
                    f"{other.function} of {other.library}"
                    for other in same
                    if other.function not in used
                ),
            )
        )
    return tuple(found)


def _calls(
    row: PlannedKernel,
    plan: Plan,
    operator: OperatorNeed | None,
    spec: KernelSpec,
    *,
    doubles: bool,
) -> Iterator[tuple[tuple[ArgumentFacts, ...], frozenset[str], Origins]]:
    """The calls that run in `row`: the first of the operator's rows that has their dtypes."""
    earlier = []
    for other in plan.kernels:
        if other is row:
            break
        if other.operator == row.operator:
            earlier.append(other)
    for call, origins in operator.calls if operator else ():
        facts = form_of_call(call, spec.schema, doubles=doubles).arguments
        if has_dtypes(row.arguments, facts) and not any(
            has_dtypes(other.arguments, facts) for other in earlier
        ):
            yield facts, traits_of(call, spec.schema), origins


def _arguments(
    row: PlannedKernel, spec: KernelSpec, calls: Calls, unnamed: Origins
) -> Iterator[Part]:
    for index, (facts, takes) in enumerate(zip(row.arguments, spec.takes, strict=True)):
        kept = []
        for text in _texts(facts):
            having = [
                origin for call, _, of in calls for origin in of if text in _needed(call[index])
            ]
            kept.append(Fact(text=text, origins=merge_origins(having) or unnamed))
        cut = tuple(str(dtype) for dtype in takes.dtypes if dtype not in facts.dtypes)
        yield Part(name=facts.name, kept=tuple(kept), cut=cut)


def _texts(facts: ArgumentFacts) -> list[str]:
    """What is kept of an argument, each in words."""
    texts = [str(dtype) for dtype in facts.dtypes]
    if facts.read or facts.written:
        ranks = facts.ranks
        texts += ["any rank"] if ranks is None else [f"rank {rank}" for rank in ranks]
        texts += ["not row-major"] if facts.permuted else []
    elif facts.value is not None:
        texts.append(f"value {facts.value}")
    elif not facts.empty:
        texts += list(facts.kinds) or ["any value"]
    return [*texts, *(["absent"] if facts.absent else [])]


def _needed(facts: ArgumentFacts) -> list[str]:
    """What one call needs: where calls have several values, that numbers of its kind are kept."""
    return [*_texts(facts), *_texts(replace(facts, value=None))]


def _traits(row: PlannedKernel, spec: KernelSpec, calls: Calls, unnamed: Origins) -> Part:
    kept = [
        Fact(
            text=trait,
            origins=merge_origins(o for _, traits, of in calls for o in of if trait in traits)
            or unnamed,
        )
        for trait in row.traits
    ]
    return Part(name="traits", kept=tuple(kept), cut=tuple(sorted(spec.traits - set(row.traits))))


def features_of(plan: Plan, need: Selection) -> tuple[Fact, ...]:
    """Each feature of `plan`, with the methods that use it; without any, a source without calls."""
    return tuple(
        Fact(text=name, origins=merge_origins(_users(name, need))) for name in plan.features
    )


def _users(feature: str, need: Selection) -> Iterable[Origin]:
    for model in need.models:
        for method in model.methods:
            if feature in method.features:
                yield Origin(source=model.name, method=method.name)
