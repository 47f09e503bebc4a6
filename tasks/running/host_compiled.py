"""Runs a model's cases on a host with a minimal application that holds the compiled model."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from codegen.c_names import function_name
from codegen.errors import VerifyError
from tasks.executors.runner import LOCAL, Job, Runner
from tasks.running.bare_metal import outcome_of
from tasks.running.calls_block import calls_block, read_results
from tasks.running.cases import ModelCases
from tasks.running.emulator import CALLS, MODEL, OUTPUT
from tasks.running.host_runner import ending
from tasks.running.outcome import MethodOutcome


def run_compiled_host(
    cases: ModelCases,
    program: Path,
    *,
    timeout_s: float,
    runner: Runner = LOCAL,
    prefix: str = "",
) -> tuple[MethodOutcome, ...]:
    """What each method of the model gave with the minimal application `program`.

    `prefix`: of the names of its functions.

    Raises:
        VerifyError: the program hangs, dies, or writes no results.
        ContainerError: the container engine fails.

    """
    outcomes = []
    for method in cases.methods:
        name = function_name(cases.model.name, method.name, prefix)
        inputs = [case.inputs for case in method.cases]
        block = calls_block(name, inputs, cases.model.stat().st_size)
        with tempfile.TemporaryDirectory(prefix="kerf-run-") as temporary:
            folder = Path(temporary)
            (folder / MODEL).symlink_to(cases.model.resolve())
            (folder / CALLS).write_bytes(block)
            done = _start(program, folder, cases.model, timeout_s, runner)
            output = folder / OUTPUT
            if done.returncode < 0 or not output.is_file():
                raise VerifyError(f"{program}: the program gave no results: {ending(done)}.")
            results = read_results(output.read_bytes())
        outcomes.append(outcome_of(method, results, None))
    return tuple(outcomes)


def _start(
    program: Path, folder: Path, model: Path, timeout_s: float, runner: Runner
) -> subprocess.CompletedProcess[str]:
    job = Job(
        command=(str(program.resolve()),),
        folder=folder,
        reads=(program.resolve(), model.resolve()),
        writes=(folder,),
        timeout_s=timeout_s,
    )
    try:
        return runner.run(job)
    except subprocess.TimeoutExpired as error:
        raise VerifyError(
            f"{program}: did not end within {timeout_s:g} s. Raise run.timeout-s, or see why the "
            "program hangs."
        ) from error
