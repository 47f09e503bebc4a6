"""Outcomes judged against expected outputs: rows for a table, faults in words, run.json."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from codegen.quantized_ports import QuantizedPorts
from tasks.run.case import Case, ModelCases, Value
from tasks.run.outcome import CaseOutcome, MethodOutcome
from tasks.run.output_difference import Comparison, compare
from tasks.table import aligned


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseVerdict:
    """One case, and how far each output is off; `fault` says why there are none to compare."""

    case: Case
    outputs: tuple[Comparison, ...]
    fault: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodVerdict:
    """One method of one model."""

    model: str
    outcome: MethodOutcome
    cases: tuple[CaseVerdict, ...]

    @property
    def name(self) -> str:
        """The method as messages name it: `mv2.pte forward`."""
        return f"{self.model} {self.outcome.name}"

    @property
    def differs(self) -> bool:
        """The method gave outputs that are not the expected ones."""
        return any(output.fault for case in self.cases for output in case.outputs)

    def faults(self) -> Iterator[str]:
        """What is wrong, each with model, method, case, output, element and both values."""
        for index, case in enumerate(self.cases):
            place = f"{self.name}: case {index}"
            if case.fault is not None:
                yield f"{place}: {case.fault}."
            for number, output in enumerate(case.outputs):
                if output.fault is not None:
                    yield f"{place}, output {number}: {output.fault}."

    def unverified(self) -> str | None:
        """Why the method is not verified although nothing is wrong, if it is not."""
        indexes = [str(index) for index, case in enumerate(self.cases) if not case.case.expects]
        return (
            f"{self.name}: not verified: no outputs are expected of case(s) {', '.join(indexes)}."
            if indexes
            else None
        )


def judge(
    cases: ModelCases,
    outcomes: Sequence[MethodOutcome],
    *,
    tolerance: float,
    steps: int = 0,
    ports: Mapping[str, QuantizedPorts] = MappingProxyType({}),
) -> tuple[MethodVerdict, ...]:
    """A verdict for each method; Float outputs may differ by `tolerance`, see `compare`.

    `ports` are those of methods by name: what comes from a quantization that rounds results of
    Float may differ by `steps` of it in addition.
    """
    return tuple(
        MethodVerdict(
            model=cases.model.name,
            outcome=outcome,
            cases=tuple(
                _case(case, given, tolerance, steps, ports.get(method.name))
                for case, given in zip(method.cases, outcome.padded(len(method.cases)), strict=True)
            ),
        )
        for method, outcome in zip(cases.methods, outcomes, strict=True)
    )


def _case(
    case: Case,
    outcome: CaseOutcome,
    tolerance: float,
    steps: int,
    ports: QuantizedPorts | None,
) -> CaseVerdict:
    fault = outcome.fault
    if fault is None and case.expects and len(outcome.outputs) != len(case.outputs):
        fault = f"gave {len(outcome.outputs)} outputs, expected {len(case.outputs)}"
    comparable = fault is None and case.expects
    pairs = zip(case.outputs, outcome.outputs, strict=True) if comparable else ()
    outputs = []
    for number, (expected, actual) in enumerate(pairs):
        step = None if ports is None else ports.steps[number]
        rounds = step is not None and ports is not None and ports.rounds
        outputs.append(
            compare(
                expected,
                actual,
                tolerance=tolerance,
                integer_steps=max(case.integer_steps, steps if rounds else 0),
                step=step,
            )
        )
    return CaseVerdict(case=case, outputs=tuple(outputs), fault=fault)


def table(verdict: MethodVerdict, regions: Sequence[str] = ()) -> list[str]:
    """The verdict as lines for a person: outputs, then instructions, memory and time.

    `regions` are those of weights.
    """
    rows = [("case", "output", "value", "difference", "allowed", "")]
    for index, case in enumerate(verdict.cases):
        if case.fault is not None:
            rows.append((str(index), "", "", "", "", f"FAILED: {case.fault}"))
        elif not case.case.expects:
            rows.append((str(index), "", "", "", "", "ran; no outputs are expected"))
        for number, found in enumerate(case.outputs):
            rows.append(
                (
                    str(index),
                    str(number),
                    _shape(case.case.outputs[number]),
                    found.in_steps(found.difference),
                    found.in_steps(found.allowed),
                    "ok" if found.fault is None else "DIFFERS",
                )
            )
    lines = [*aligned("<<<<<<", rows), *_figures(verdict.outcome, regions)]
    return [verdict.name, *(f"  {line}" for line in lines)]


def _figures(outcome: MethodOutcome, regions: Sequence[str]) -> Iterator[str]:
    executes = [case.instructions for case in outcome.cases if case.instructions is not None]
    if outcome.method_load_instructions is not None:
        yield (
            f"instructions: program load {outcome.program_load_instructions:,}, method load "
            f"{outcome.method_load_instructions:,}, execute {_list(executes)}"
        )
    elif outcome.uncounted is not None:
        yield f"instructions: not counted: {outcome.uncounted}"
    temp = max((case.temp_bytes for case in outcome.cases), default=0)
    stack = "" if outcome.stack_bytes is None else f", stack {outcome.stack_bytes:,} B"
    yield (
        f"memory: method {outcome.method_bytes:,} B, planned {outcome.planned_bytes:,} B, "
        f"temp {temp:,} B{stack}"
    )
    if read := _read(outcome, regions):
        yield (
            "weights read: "
            + ", ".join(f"{_list(sorted(set(n)))} B from {region}" for region, n in read.items())
        )
    times = [case.time_ns / 1e6 for case in outcome.cases if case.time_ns is not None]
    if times:
        yield f"time: {', '.join(f'{time:.3f}' for time in times)} ms"


def _read(outcome: MethodOutcome, regions: Sequence[str]) -> dict[str, list[int]]:
    """Bytes of weights that each case read from each region; nothing where that is not counted."""
    counted = [case.read for case in outcome.cases if len(case.read) == len(regions)]
    columns = zip(*counted, strict=True) if regions else ()
    return {region: list(column) for region, column in zip(regions, columns, strict=False)}


def _list(numbers: Sequence[int]) -> str:
    """The numbers, or their least and most where there are many."""
    if len(numbers) > 4:
        return f"{min(numbers):,} to {max(numbers):,} in {len(numbers)} calls"
    return ", ".join(f"{number:,}" for number in numbers) or "none"


def _shape(value: Value) -> str:
    if value.dtype is None:
        return str(value.kind)
    return f"{value.dtype} {'x'.join(map(str, value.sizes)) or 'scalar'}"


def document(verdict: MethodVerdict, regions: Sequence[str] = ()) -> dict[str, Any]:
    """The verdict for run.json; without times, which no two runs share.

    `regions` are those of weights.
    """
    outcome = verdict.outcome
    read = {"weights_read": found} if (found := _read(outcome, regions)) else {}
    return {
        **read,
        "model": verdict.model,
        "method": outcome.name,
        "method_bytes": outcome.method_bytes,
        "planned_bytes": outcome.planned_bytes,
        "stack_bytes": outcome.stack_bytes,
        "temp_bytes": max((case.temp_bytes for case in outcome.cases), default=0),
        "instructions": None
        if outcome.method_load_instructions is None
        else {
            "program_load": outcome.program_load_instructions,
            "method_load": outcome.method_load_instructions,
            "execute": [case.instructions for case in outcome.cases],
            "execute_cycles": [case.cycles for case in outcome.cases],
        },
        "cases": [
            {
                "fault": case.fault,
                "outputs": [
                    {
                        "difference": _finite(output.difference),
                        "allowed": output.allowed,
                        "step": output.step,
                        "fault": output.fault,
                    }
                    for output in case.outputs
                ],
            }
            for case in verdict.cases
        ],
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
