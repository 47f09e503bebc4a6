"""Runs a model's cases on a bare-metal target, in its emulator: one run for each method."""

from __future__ import annotations

from pathlib import Path

from codegen.c_names import function_name
from codegen.compiled.tables import Weights
from tasks.executors.runner import LOCAL, Runner
from tasks.running.calls_block import Results, calls_block, read_results
from tasks.running.cases import MethodCases, ModelCases
from tasks.running.emulator import Emulation, emulate
from tasks.running.outcome import CaseOutcome, MethodOutcome, fault_name
from tasks.toolchain.file import EmulatorFile


def run_bare_metal(
    cases: ModelCases,
    program: Path,
    emulator: EmulatorFile,
    *,
    root: Path,
    timeout_s: float,
    runner: Runner = LOCAL,
    compiled: Weights | None = None,
    prefix: str = "",
) -> tuple[MethodOutcome, ...]:
    """What each method of the model gave on the ELF `program`.

    `compiled`: it holds compiled programs, and their weights are there; `prefix`: of the names of
    their functions.

    Raises:
        NotVerified: the emulator is not installed.
        VerifyError: the program hangs, faults or writes no results.

    """
    model_bytes = cases.model.stat().st_size
    outcomes = []
    for method in cases.methods:
        name = method.name
        if compiled is not None:
            name = function_name(cases.model.name, method.name, prefix)
        block = calls_block(name, [case.inputs for case in method.cases], model_bytes)
        model = None if compiled is Weights.LINKED else cases.model
        emulation = emulate(
            emulator, program, model, block, root=root, timeout_s=timeout_s, runner=runner
        )
        outcomes.append(outcome_of(method, read_results(emulation.stream), emulation))
    return tuple(outcomes)


def outcome_of(method: MethodCases, results: Results, emulation: Emulation | None) -> MethodOutcome:
    """The outcome of a method from the results that the minimal application wrote."""
    return MethodOutcome(
        name=method.name,
        cases=tuple(
            CaseOutcome(
                outputs=call.outputs,
                fault=None if call.error == 0 else fault_name(call.error),
                temp_bytes=call.temp_bytes,
            )
            for call in results.calls
        ),
        fault=None if results.error == 0 else f"loading: {fault_name(results.error)}",
        method_bytes=results.method_bytes,
        planned_bytes=results.planned_bytes,
        stack_bytes=None if emulation is None else emulation.stack_bytes,
        uncounted=None if emulation is None else emulation.uncounted,
    ).counted(() if emulation is None else emulation.phases)
