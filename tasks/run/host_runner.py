"""Runs a model's cases with the host runner: one process for the model, by DESIGN's contract."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from codegen.dtype import DType
from codegen.errors import VerifyError
from tasks.executors.runner import LOCAL, Job, Runner
from tasks.json_text import parsed_json
from tasks.run.case import Kind, ModelCases, Value
from tasks.run.emulator import require_emulator
from tasks.run.outcome import CaseOutcome, MethodOutcome
from tasks.run.process import ending, finished
from tasks.toolchain.file import EmulatorFile


def run_host(
    cases: ModelCases,
    program: Path,
    *,
    timeout_s: float,
    runner: Runner = LOCAL,
    emulator: EmulatorFile | None = None,
) -> tuple[MethodOutcome, ...]:
    """What each method of the model gave with the host runner `program`.

    With `emulator` it is a program for another processor, whose time means nothing.

    Raises:
        NotVerified: the emulator is not installed.
        VerifyError: the program hangs, or prints what it should not.
        ContainerError: the container engine fails.

    """
    if emulator is not None:
        require_emulator(emulator, program, runner)
    with tempfile.TemporaryDirectory(prefix="kerf-run-") as folder:
        own = host_command(cases, program, Path(folder))
        job = Job(
            command=own if emulator is None else (*emulator.command, *own),
            folder=Path(folder),
            reads=(program, cases.model, *cases.data),
            writes=(Path(folder),),
            timeout_s=timeout_s,
        )
        result = finished(job, runner)
        try:
            calls = [parsed_json(line) for line in result.stdout.splitlines()]
            outcomes = [_case(call, Path(folder)) for call in calls]
            if emulator is not None:
                outcomes = [replace(outcome, time_ns=None) for outcome in outcomes]
            memory = [(call["memory"]["method"], call["memory"]["planned"]) for call in calls]
        except (ValueError, KeyError, TypeError) as error:
            raise VerifyError(f"{program}: prints no result as agreed ({error!r}).") from error
    fault = None if result.returncode == 0 else ending(result)
    methods = []
    for method in cases.methods:
        count = len(method.cases)
        reached, outcomes = outcomes[:count], outcomes[count:]
        if fault is not None and len(reached) < count:
            reached, fault = [*reached, CaseOutcome(fault=fault)], "was not reached"
        method_bytes, planned_bytes = memory[0] if memory else (0, 0)
        memory = memory[count:]
        methods.append(
            MethodOutcome(
                name=method.name,
                cases=tuple(reached),
                method_bytes=method_bytes,
                planned_bytes=planned_bytes,
            )
        )
    return tuple(methods)


def host_command(cases: ModelCases, program: Path, folder: Path) -> tuple[str, ...]:
    """The runner's command line; the tensors that it reads are written into `folder`."""
    words = [str(program), "--model", str(cases.model), "--output-dir", str(folder)]
    for path in cases.data:
        words += ["--data", str(path)]
    inputs = itertools.count()
    for method in cases.methods:
        for case in method.cases:
            words += ["--call", method.name]
            for value in case.inputs:
                words += ["--input", _argument(value, folder / f"input-{next(inputs)}.bin")]
    return tuple(words)


def _argument(value: Value, path: Path) -> str:
    match value.kind:
        case Kind.TENSOR:
            path.write_bytes(value.data)
            return f"{path}@{'x'.join(map(str, value.sizes))}"
        case Kind.NONE:
            return "none"
        case Kind.BOOL:
            return f"bool:{str(value.scalar).lower()}"
        case _:
            return f"{value.kind}:{value.scalar}"


def _case(call: Mapping[str, Any], folder: Path) -> CaseOutcome:
    return CaseOutcome(
        outputs=tuple(_values(call["outputs"], folder)),
        temp_bytes=call["memory"]["temp"],
        time_ns=call["time_ns"],
    )


def _values(outputs: Iterable[Mapping[str, Any]], folder: Path) -> Iterable[Value]:
    for output in outputs:
        kind = Kind(output["kind"])
        if kind is Kind.TENSOR:
            yield Value(
                kind=kind,
                dtype=DType(output["dtype"]),
                sizes=tuple(output["sizes"]),
                data=(folder / output["file"]).read_bytes(),
            )
        else:
            yield Value(kind=kind, scalar=output.get("value"))
