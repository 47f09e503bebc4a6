"""Selection: which operators are needed, for which dtypes and calls, and by which sources.

A Need is the union of the selections of all sources; both are the same type. `union` is
commutative, associative and idempotent, and never loses an element or an origin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from codegen.dtype import DType
from codegen.opinfo import Call, ModelInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyTensor:
    """What a kernel key records of one tensor argument."""

    dtype: DType
    dim_order: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.dtype.number};{','.join(map(str, self.dim_order))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelKey:
    """Dtype and dim order of each tensor argument of a call; its text is ExecuTorch's.

    Of a list of tensors a key holds the first one only, and it skips absent ones: calls, where
    they are known, have more facts. Source: "kernel key" in ExecuTorch's
    runtime/kernel/operator_registry.h and codegen/tools/gen_oplist.py.
    """

    tensors: tuple[KeyTensor, ...]

    def __str__(self) -> str:
        """`v1/6;0,1|6;0,1`: dtype number, dim order; `v1` where there is no tensor."""
        return "v1/" + "|".join(map(str, self.tensors)) if self.tensors else "v1"

    @classmethod
    def parse(cls, text: str) -> KernelKey:
        """The key that is written as `text`.

        Raises:
            ValueError: `text` is not a kernel key, or names a dtype that does not exist.

        """
        if text == "v1":
            return cls(tensors=())
        if not _KEY.fullmatch(text):
            raise ValueError(f"{text!r} is not a kernel key (like v1/6;0,1|6;0,1)")
        tensors = []
        for part in text.removeprefix("v1/").split("|"):
            number, dims = part.split(";")
            dim_order = tuple(map(int, dims.split(","))) if dims else ()
            if sorted(dim_order) != list(range(len(dim_order))):
                raise ValueError(f"dim order {dims} in {text!r} is not a permutation of its axes")
            tensors.append(KeyTensor(dtype=DType.from_number(int(number)), dim_order=dim_order))
        return cls(tensors=tuple(tensors))


_KEY_TENSOR = r"[0-9]{1,3};(?:[0-9]{1,2}(?:,[0-9]{1,2}){0,15})?"
_KEY = re.compile(rf"v1/{_KEY_TENSOR}(?:\|{_KEY_TENSOR})*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an element of a selection comes from: "mv2.pte, forward, instruction 152"."""

    source: str
    """The file's name without its folder, `all`, or `inline list`."""
    method: str | None = None
    instruction: int | None = None
    recorded: str | None = None
    """The origin that the source itself records for the element (`debug_info` of a YAML)."""
    node: str = ""
    """The node of a delegate that the instruction was; empty where it was none."""

    @classmethod
    def of(cls, call: Call, *, model: str, method: str) -> Origin:
        """The origin of `call`."""
        return cls(source=model, method=method, instruction=call.instruction, node=call.node)

    def __str__(self) -> str:
        parts = [self.source]
        if self.method is not None:
            parts.append(self.method)
        if self.node:
            parts.append(self.node)
        elif self.instruction is not None:
            parts.append(f"instruction {self.instruction}")
        if self.recorded is not None:
            parts.append(f"recorded from {self.recorded}")
        return ", ".join(parts)


Origins = tuple[Origin, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorNeed:
    """One operator that is needed, and for what."""

    name: str
    """`aten::add.out`; where `all_overloads` is set, the name without overload (`aten::add`)."""
    origins: Origins
    any_dtype: bool = False
    """Some source names the operator without dtypes: all dtypes of the kernel."""
    all_overloads: bool = False
    """Some source asks for every overload of `name` that the libraries have: the one without
    overload and all called `name.<overload>`, each as if it were named with any dtype."""
    keys: tuple[tuple[KernelKey, Origins], ...] = ()
    dtypes: tuple[tuple[DType, Origins], ...] = ()
    """From dictionaries: any tensor argument may have the dtype."""
    calls: tuple[tuple[Call, Origins], ...] = ()
    """Distinct argument facts; `Call.instruction` is 0, so that equal calls are one."""
    calls_complete: bool = False
    """Every source that asks for the operator knows its calls: facts of all calls hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What one source, or the union of several, requests."""

    operators: tuple[OperatorNeed, ...] = ()
    """Sorted by name, each name once."""
    everything: Origins = ()
    """Not empty: some source requests all operators of all libraries."""
    models: tuple[ModelInfo, ...] = ()
    """Sorted by name; a model that is passed twice is listed once."""


EVERYTHING = "all"
"""The source that asks for every operator of every library of the target, for every dtype."""


def everything() -> Selection:
    """The selection of the source `all`."""
    return Selection(everything=(Origin(source=EVERYTHING),))


def union(selections: Iterable[Selection]) -> Selection:
    """Everything that any of `selections` requests, in canonical order.

    The result depends on the set of selections only: not on their order or grouping.
    """
    operators: dict[str, list[OperatorNeed]] = {}
    everything: list[Origin] = []
    models: dict[str, list[ModelInfo]] = {}
    for selection in selections:
        for need in selection.operators:
            operators.setdefault(need.name, []).append(need)
        everything.extend(selection.everything)
        for model in selection.models:
            models.setdefault(model.name, []).append(model)
    return Selection(
        operators=tuple(_merge(name, operators[name]) for name in sorted(operators)),
        everything=merge_origins(everything),
        models=tuple(model for name in sorted(models) for model in _distinct(models[name])),
    )


def _distinct(models: list[ModelInfo]) -> list[ModelInfo]:
    """Models of one name, each once, in the order of their texts."""
    if len(models) == 1:
        return models
    by_text = {repr(model): model for model in models}
    return [by_text[text] for text in sorted(by_text)]


def merge_origins(origins: Iterable[Origin]) -> Origins:
    """`origins` in their order (source, method, instruction), each once."""
    return tuple(sorted(set(origins), key=_origin_order))


def _origin_order(origin: Origin) -> tuple[str, str, int, str]:
    instruction = -1 if origin.instruction is None else origin.instruction
    return (origin.source, origin.method or "", instruction, origin.recorded or "")


def _merge(name: str, needs: list[OperatorNeed]) -> OperatorNeed:
    return OperatorNeed(
        name=name,
        origins=merge_origins(origin for need in needs for origin in need.origins),
        any_dtype=any(need.any_dtype for need in needs),
        all_overloads=any(need.all_overloads for need in needs),
        keys=_merge_pairs((pair for need in needs for pair in need.keys), str),
        dtypes=_merge_pairs(
            (pair for need in needs for pair in need.dtypes), lambda dtype: f"{dtype.number:03d}"
        ),
        # Calls are compared as text, because NaN is not equal to itself and 0.0 is equal to -0.0.
        calls=_merge_pairs((pair for need in needs for pair in need.calls), repr),
        calls_complete=all(need.calls_complete for need in needs),
    )


Element = TypeVar("Element")


def _merge_pairs(
    pairs: Iterable[tuple[Element, Origins]], identity: Callable[[Element], str]
) -> tuple[tuple[Element, Origins], ...]:
    """Each element once, with the origins of all that are identical, in order of identity."""
    pairs = tuple(pairs)
    if len(pairs) == 1:
        return ((pairs[0][0], merge_origins(pairs[0][1])),)
    elements: dict[str, Element] = {}
    origins: dict[str, list[Origin]] = {}
    for element, where in pairs:
        text = identity(element)
        elements.setdefault(text, element)
        origins.setdefault(text, []).extend(where)
    return tuple((elements[text], merge_origins(origins[text])) for text in sorted(elements))
