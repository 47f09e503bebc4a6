"""Whether the cases of a model fit its program: compared before anything runs."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from codegen.opinfo import Argument, Dynamism, MethodInfo, ScalarArg, TensorArg
from tasks.config.words import guess
from tasks.run.case import Case, MethodCases, Value


def case_faults(cases: Sequence[MethodCases], methods: Sequence[MethodInfo]) -> Iterator[str]:
    """What of `cases` no run of a program with these `methods` could take or give."""
    known = {method.name: method for method in methods}
    for method in cases:
        if method.name not in known:
            yield no_method(method.name, known)
            continue
        for index, case in enumerate(method.cases):
            for fault in _faults(case, known[method.name]):
                yield f"method {method.name}, case {index}{fault}"


def wrong_shape(sizes: Sequence[int], wanted: TensorArg) -> str | None:
    """The sizes that a tensor must have, where `sizes` are none that `wanted` can have."""
    fits = len(sizes) == len(wanted.sizes)
    if wanted.dynamism is Dynamism.STATIC:
        fits = tuple(sizes) == wanted.sizes
    elif wanted.dynamism is Dynamism.DYNAMIC_BOUND:
        fits = fits and all(size <= most for size, most in zip(sizes, wanted.sizes, strict=True))
    at_most = "at most " if wanted.dynamism is Dynamism.DYNAMIC_BOUND else ""
    return None if fits else f"{at_most}{list(wanted.sizes)}"


def no_method(name: str, known: Collection[str]) -> str:
    """The fault of a method that is none of those `known`."""
    return f"the program has no method {name}.{guess(name, known)} It has: {', '.join(known)}."


def _faults(case: Case, method: MethodInfo) -> Iterator[str]:
    yield from _differing("input", case.inputs, method.inputs)
    if case.expects:
        yield from _differing("output", case.outputs, method.outputs)


def _differing(what: str, values: Sequence[Value], wanted: Sequence[Argument]) -> Iterator[str]:
    if len(values) != len(wanted):
        yield f": has {len(values)} {what}(s), the program {len(wanted)}."
        return
    for index, (value, argument) in enumerate(zip(values, wanted, strict=True)):
        if fault := _difference(value, argument, is_input=what == "input"):
            yield f", {what} {index} {fault}"


def _difference(value: Value, wanted: Argument, *, is_input: bool) -> str | None:
    """How `value` differs from what the program takes or gives there."""
    if isinstance(wanted, TensorArg):
        if value.dtype is not wanted.dtype:
            return f"is {value.dtype or value.kind}, in the program {wanted.dtype}."
        if shape := wrong_shape(value.sizes, wanted):
            return f"has the shape {list(value.sizes)}, in the program {shape}."
        return None
    if value.kind.value != wanted.kind:
        return f"is {value.dtype or value.kind}, in the program {wanted.kind}."
    if is_input and isinstance(wanted, ScalarArg) and not wanted.computed:
        return _fixed(value.scalar, wanted.value)
    return None


def _fixed(number: object, exported: object) -> str | None:
    """The fault of a number that is not the one that the model was exported with."""
    both_nan = all(isinstance(each, float) and math.isnan(each) for each in (number, exported))
    if number == exported or both_nan:
        return None
    return f"is {number}, and was fixed to {exported} when the model was exported."
