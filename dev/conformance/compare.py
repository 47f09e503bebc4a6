"""Runs programs of one operator and compares each call with PyTorch's results.

What ExecuTorch's own runtime gave for a program is judged likewise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from codegen.closeness import Closeness
from codegen.dtype import PARTS, DType, elements
from codegen.errors import VerifyError
from codegen.opinfo import Argument
from codegen.pte import read_model
from dev.conformance.case_file import Call, CaseFile, tensor
from dev.conformance.tolerances import left_open, tolerance_of
from tasks.run.case import Case, MethodCases, ModelCases, Value
from tasks.run.cases import as_planned
from tasks.run.host_programs import HostRunner
from tasks.run.outcome import CaseOutcome

_CODE = re.compile(r"\w+ \(0x[0-9a-f]+\)")
"""How the runner names an error."""


Rule = Callable[[str, DType, str], Closeness]
"""How close the elements of an operator are to be, for the dtype of a program and a sample."""


class Status(StrEnum):
    """How a call ended."""

    PASSED = "passed"
    REFUSED = "refused"  # an error code
    WRONG = "wrong"
    CRASHED = "crashed"  # a signal, or it never ended or began


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One call; `text` says what is wrong with it."""

    call: Call
    status: Status
    text: str = ""


def run_case_file(
    case_file: CaseFile, runner: HostRunner, rule: Rule = tolerance_of
) -> tuple[Verdict, ...]:
    """A verdict for each call of a program, run by `runner`."""
    if not case_file.calls:
        return ()
    planned = {method.name: method.outputs for method in read_model(case_file.program).methods}
    verdicts = []
    for call, outcome in _outcomes(case_file, runner):
        if outcome.fault is not None:
            status = Status.REFUSED if _CODE.match(outcome.fault) else Status.CRASHED
            verdicts.append(Verdict(call=call, status=status, text=outcome.fault))
            continue
        text = difference(case_file, call, outcome.outputs, planned[call.method], rule)
        status = Status.WRONG if text else Status.PASSED
        verdicts.append(Verdict(call=call, status=status, text=text))
    return tuple(verdicts)


def _outcomes(case_file: CaseFile, runner: HostRunner) -> list[tuple[Call, CaseOutcome]]:
    """What each call gave: all in one process, and without those that end it."""
    ended: list[tuple[Call, CaseOutcome]] = []
    waiting = list(case_file.calls)
    alone = False
    while waiting:
        batch = waiting[:1] if alone else waiting
        outcomes = _run(case_file, batch, runner)
        good = [outcome for outcome in outcomes if outcome.fault is None]
        if len(good) < len(batch) and len(batch) > 1 and not good:
            alone = True  # a method that does not load stops all: find out which
            continue
        taken = min(len(batch), len(good) + 1)
        ended += zip(batch[:taken], outcomes[:taken], strict=True)
        waiting = waiting[taken:]
        alone = False
    return ended


def _run(case_file: CaseFile, calls: Sequence[Call], runner: HostRunner) -> list[CaseOutcome]:
    methods = tuple(
        MethodCases(
            name=call.method,
            cases=(Case(inputs=call.inputs, outputs=(), integer_steps=0),),
        )
        for call in calls
    )
    cases = ModelCases(path=case_file.program, model=case_file.program, data=(), methods=methods)
    try:
        outcomes = runner.run(cases)
    except VerifyError as error:
        return [CaseOutcome(fault=error.faults[0].removeprefix(f"{runner.program} "))] * len(calls)
    return [next(outcome.padded(1)) for outcome in outcomes]


def difference(
    case_file: CaseFile,
    call: Call,
    found: Sequence[Value],
    plans: Sequence[Argument] = (),
    rule: Rule = tolerance_of,
) -> str:
    """How outputs differ from PyTorch's; empty where they are close enough.

    Their elements are in the layouts of `plans`, else in the order of their dimensions.
    """
    if len(found) != len(call.outputs):
        return f"{len(found)} outputs, expected {len(call.outputs)}"
    close = rule(case_file.operator, DType(case_file.dtype), call.sample)
    for index, (got, output) in enumerate(zip(found, call.outputs, strict=True)):
        where = f"output {index}: " if len(found) > 1 else ""
        wanted = output.value
        # PyTorch's shape inference may give an output without elements another dtype.
        if got.dtype != wanted.dtype and wanted.data:
            return f"{where}dtype {got.dtype}, expected {wanted.dtype}"
        if got.sizes != wanted.sizes:
            return f"{where}sizes {list(got.sizes)}, expected {list(wanted.sizes)}"
        if not case_file.values or left_open(case_file.operator, index):
            continue
        scale = output.scale()
        if plans:
            logical = range(len(wanted.sizes))
            wanted = as_planned(wanted, logical, plans[index])
            scale = as_planned(scale, logical, plans[index])
        if text := _element(close, got, wanted, numbers(scale)):
            return where + text
    return ""


def _element(rule: Closeness, got: Value, wanted: Value, scale: Sequence[float]) -> str:
    if got.data == wanted.data:
        return ""
    dtype = got.dtype or DType.Byte
    part = PARTS.get(dtype, dtype)
    wrong = []
    pairs = zip(numbers(got), numbers(wanted), strict=True)
    for index, (number, right) in enumerate(pairs):
        magnitude = scale[index] if part is dtype else scale[index // 2]
        if rule.undecided(part.value, magnitude):
            continue
        allowed = rule.allowed(part.value, right, magnitude)
        if not rule.near(number, right, allowed):
            wrong.append((index, number, right, allowed))
    if not wrong:
        return ""
    index, number, right, allowed = wrong[0]
    text = f"element {index} is {number!r}, expected {right!r}"
    text += f" within {allowed:.3g}" if allowed else ""
    return f"{text} ({len(wrong)} of {len(numbers(got))} elements)"


def numbers(value: Value) -> Sequence[float]:
    """The elements of a tensor, of a complex one its parts."""
    return elements(value.dtype or DType.Byte, value.data)


def upstream_verdicts(case_file: CaseFile) -> tuple[Verdict, ...] | None:
    """A verdict for each call; None where upstream has not run the program."""
    path = case_file.program.with_suffix(".upstream.json")
    if not path.is_file():
        return None
    results = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        _upstream_verdict(case_file, call, results.get(call.method)) for call in case_file.calls
    )


def _upstream_verdict(case_file: CaseFile, call: Call, result: Mapping[str, Any] | None) -> Verdict:
    if result is None or "crash" in result:
        text = "was not reached" if result is None else result["crash"]
        return Verdict(call=call, status=Status.CRASHED, text=text)
    if "error" in result:
        return Verdict(call=call, status=Status.REFUSED, text=result["error"])
    text = difference(case_file, call, [tensor(entry) for entry in result["outputs"]])
    return Verdict(call=call, status=Status.WRONG if text else Status.PASSED, text=text)
