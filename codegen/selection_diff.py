"""The difference of two selections: what one needs and the other does not, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen.selection import OperatorNeed, Origins, Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something that only one of two selections needs."""

    sign: str
    """`-`: only the first one does; `+`: only the second one."""
    operator: str
    """`program format` for a feature of that format."""
    text: str
    """What of it: a kernel key, a dtype, a feature; empty for the whole operator."""
    origins: Origins


def differences(before: Selection, after: Selection) -> tuple[Difference, ...]:
    """What only `before` or only `after` needs, by operator; of a new operator no details."""
    old = {need.name: need for need in before.operators}
    new = {need.name: need for need in after.operators}
    found: list[Difference] = []
    for name in sorted({*old, *new}):
        if name not in new:
            found.append(_of(old[name], "-"))
        elif name not in old:
            found.append(_of(new[name], "+"))
        else:
            found += _details(old[name], new[name], "-")
            found += _details(new[name], old[name], "+")
    for sign, one, other in (("-", before, after), ("+", after, before)):
        if one.everything and not other.everything:
            found.append(
                Difference(sign=sign, operator="every operator", text="", origins=one.everything)
            )
        found += [
            Difference(sign=sign, operator="program format", text=name, origins=())
            for name in sorted(_features(one) - _features(other))
        ]
    return tuple(found)


def _of(need: OperatorNeed, sign: str) -> Difference:
    return Difference(sign=sign, operator=need.name, text="", origins=need.origins)


def _details(mine: OperatorNeed, other: OperatorNeed, sign: str) -> Iterator[Difference]:
    """What of an operator that both need only `mine` does."""

    def only(text: str, origins: Origins) -> Difference:
        return Difference(sign=sign, operator=mine.name, text=text, origins=origins)

    if mine.any_dtype and not other.any_dtype:
        yield only("any dtype", mine.origins)
    if mine.all_overloads and not other.all_overloads:
        yield only("every overload", mine.origins)
    keys = {key for key, _ in other.keys}
    for key, origins in mine.keys:
        if key not in keys:
            yield only(str(key), origins)
    dtypes = {dtype for dtype, _ in other.dtypes}
    for dtype, origins in mine.dtypes:
        if dtype not in dtypes:
            yield only(str(dtype), origins)


def _features(selection: Selection) -> set[str]:
    return {f for model in selection.models for method in model.methods for f in method.features}
