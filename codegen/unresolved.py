"""Messages for needs that no kernel library meets: what, who needs it, and what exists instead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from codegen.errors import ResolutionError
from codegen.library import KernelSpec
from codegen.operator_name import without_overload
from codegen.opinfo import Call, ModelInfo
from codegen.selection import OperatorNeed, Origin, Origins
from codegen.takes import dtypes_text
from codegen.xnnpack import BACKEND

_SHOWN_ORIGINS = 3
_SHOWN_NAMES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """One thing that is needed and missing."""

    operator: str | None
    """None: a delegate."""
    origins: Origins
    text: str


class Unresolvable(ResolutionError):  # noqa: N818 - a resolution error, by its base
    """Everything that is missing: `unresolved` with the origins, `faults` as messages."""

    def __init__(self, unresolved: Sequence[Unresolved]) -> None:
        self.unresolved = tuple(unresolved)
        super().__init__([each.text for each in unresolved])


def unknown_operator(need: OperatorNeed, known: Iterable[str]) -> Unresolved:
    """No library has an operator of that name; `known` are those that they have."""
    near = nearest_operators(need.name, known)
    dtypes = sorted({str(tensor.dtype) for key, _ in need.keys for tensor in key.tensors})
    what = f"{need.name} ({', '.join(dtypes)})" if dtypes else need.name
    what = f"any overload of {what}" if need.all_overloads else what
    hint = f" Nearest that exists: {', '.join(near)}." if near else ""
    return Unresolved(
        operator=need.name,
        origins=need.origins,
        text=f"no kernel for {what}, needed by {who(need.origins)}.{hint} "
        "Add a kernel library that has it, or drop the operator.",
    )


Refused = Sequence[tuple[KernelSpec, Sequence[str]]]
"""Kernels, and what in a call each of them does not take."""


def refused_form(operator: str, dtypes: str, refused: Refused, origins: Origins) -> Unresolved:
    """No kernel of `operator` takes calls with `dtypes`."""
    has = "; ".join(
        f"{kernel.library} has {dtypes_text(kernel.inputs, kernel.outputs)}, but "
        f"{' and '.join(refusals)}"
        for kernel, refusals in refused
    )
    return Unresolved(
        operator=operator,
        origins=origins,
        text=f"no kernel for {operator} ({dtypes}), needed by {who(origins)}. {has}. "
        "Change the model, or add a kernel library that takes the call.",
    )


def uncounted_scratch(call: Call, why: str, model: str, method: str) -> Unresolved:
    """The scratch of a kernel cannot be counted for a call."""
    origin = Origin.of(call, model=model, method=method)
    return Unresolved(
        operator=call.operator,
        origins=(origin,),
        text=f"the scratch of {call.operator}, {origin}, cannot be counted: {why}.",
    )


def unknown_delegates(model: ModelInfo, known: Container[str]) -> list[Unresolved]:
    """The delegates of each method whose backends are not among those `known`."""
    found: dict[str, dict[Origin, None]] = defaultdict(dict)
    for method in model.methods:
        for delegate in method.delegates:
            calls: list[int | None] = [number for number, _ in delegate.calls]
            if delegate.id not in known:
                found[delegate.id] |= {
                    Origin(source=model.name, method=method.name, instruction=number): None
                    for number in calls or [None]
                }
    return [
        Unresolved(
            operator=None,
            origins=tuple(origins),
            text=f"no delegate {delegate}, needed by {who(tuple(origins))}. Kerf runs "
            f"operators itself: {_without_delegate(delegate)}.",
        )
        for delegate, origins in found.items()
    ]


def _without_delegate(delegate: str) -> str:
    """How a model runs without a delegate."""
    if delegate == BACKEND:
        return 'set [optimize] delegates = "turn-back", which makes operators of it'
    return (
        "export the model without lowering it to a backend, or name a library that has the backend "
        "in [libraries] paths"
    )


def nearest_operators(name: str, known: Iterable[str]) -> list[str]:
    """Returns the members of `known` that `name` may have meant: its operator, else misspelt ones.

    They are of the same namespace or of aten, and compared without overload, which means little:
    all `Scalar_out` are alike. Misspelt names begin as the right ones do: relu is no misspelt gelu,
    nor mm a misspelt bmm. Of the operators found, the requested overload comes first.
    """
    by_base: dict[str, list[str]] = defaultdict(list)
    for operator in sorted(known):
        near_by = operator.partition("::")[0] in ("aten", name.partition("::")[0])
        if near_by and _base(operator)[:1] == _base(name)[:1]:
            by_base[_base(operator)].append(operator)
    bases = [_base(name)] if _base(name) in by_base else []
    bases = bases or get_close_matches(_base(name), list(by_base), n=_SHOWN_NAMES, cutoff=0.7)
    near = []
    for base in bases:
        wanted = name.replace(_base(name), base, 1)
        alike = get_close_matches(wanted, by_base[base], n=_SHOWN_NAMES, cutoff=0.0)
        near += [operator for operator in alike if operator != name]
    return near[:_SHOWN_NAMES]


def who(origins: Origins) -> str:
    """The first few origins of each source, and how many more there are."""
    texts = shown(origins)
    more = len(origins) - len(texts)
    return "; ".join(texts) + (f" and {more} more" if more > 0 else "")


def shown(origins: Iterable[Origin]) -> list[str]:
    """The first few origins of each source as text."""
    count: dict[str, int] = defaultdict(int)
    texts = []
    for origin in origins:
        count[origin.source] += 1
        if count[origin.source] <= _SHOWN_ORIGINS:
            texts.append(str(origin))
    return texts


def _base(operator: str) -> str:
    return without_overload(operator).rpartition("::")[2]
