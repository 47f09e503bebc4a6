"""Runs a model's cases with the minimal application of another processor's Linux, emulated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from codegen.c_names import function_name
from tasks.executors.runner import LOCAL, Runner
from tasks.running.bare_metal import outcome_of
from tasks.running.calls_block import calls_block, read_results
from tasks.running.cases import MethodCases, ModelCases
from tasks.running.emulator import Emulation, emulate_host
from tasks.running.host_runner import run_host
from tasks.running.outcome import MethodOutcome
from tasks.toolchain.file import EmulatorFile


def run_emulated_host(
    cases: ModelCases,
    program: Path,
    emulator: EmulatorFile,
    *,
    root: Path,
    timeout_s: float,
    runner: Runner = LOCAL,
    compiled: bool = False,
) -> tuple[MethodOutcome, ...]:
    """What each method of the model gave with the runner `program`, instructions counted.

    They are counted in the minimal application next to it; where `compiled`, `program` is that.

    Raises:
        NotVerified: the emulator is not installed.
        VerifyError: a program hangs, dies, or writes no results.
        BuildError: a program is missing.
        ContainerError: the container engine fails.

    """

    def counted(method: MethodCases) -> Emulation:
        model_bytes = cases.model.stat().st_size
        name = function_name(cases.model.name, method.name) if compiled else method.name
        return emulate_host(
            emulator,
            program if compiled else program.with_name("minimal"),
            cases.model,
            calls_block(name, [case.inputs for case in method.cases], model_bytes),
            root=root,
            timeout_s=timeout_s,
            runner=runner,
        )

    if compiled:
        runs = [(method, counted(method)) for method in cases.methods]
        return tuple(outcome_of(method, read_results(run.stream), run) for method, run in runs)
    outcomes = run_host(cases, program, timeout_s=timeout_s, runner=runner, emulator=emulator)
    if cases.data or any(outcome.fault is not None for outcome in outcomes):
        return outcomes  # the minimal application reads one file
    return tuple(
        replace(outcome, uncounted=run.uncounted).counted(run.phases)
        for outcome, run in zip(outcomes, map(counted, cases.methods), strict=True)
    )
