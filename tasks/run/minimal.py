"""Runs a model's cases with the minimal application, each method in a run of its own."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from codegen.c_names import function_name
from codegen.compiled.tables import Weights
from codegen.errors import VerifyError
from tasks.executors.runner import Job, Runner
from tasks.run.calls_block import calls_block, read_results
from tasks.run.cases import MethodCases, ModelCases
from tasks.run.emulator import CALLS, MODEL, OUTPUT, Emulation, emulate, emulate_host
from tasks.run.host_runner import ending, run_host
from tasks.run.outcome import CaseOutcome, MethodOutcome, fault_name
from tasks.toolchain.file import EmulatorFile

Outcomes = tuple[MethodOutcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Minimal:
    """What a build left to run, and how it is run."""

    program: Path
    """The minimal application; of an interpreting host the runner, next to which that is."""
    root: Path
    timeout_s: float
    runner: Runner
    compiled: Weights | None = None
    """It holds compiled programs, and their weights are there."""
    prefix: str = ""
    """The prefix of their functions' names."""
    regions: int = 0
    """In how many regions that the target names its weights are."""

    def on_board(self, cases: ModelCases, emulator: EmulatorFile) -> Outcomes:
        """What each method gave on a bare-metal target, in its emulator.

        Raises:
            NotVerified: the emulator is not installed.
            VerifyError: the program hangs, faults or writes no results.

        """
        model = None if self.compiled is Weights.LINKED else cases.model
        runs = (
            emulate(
                emulator,
                self.program,
                model,
                self._calls(cases, method),
                root=self.root,
                timeout_s=self.timeout_s,
                runner=self.runner,
                regions=self.regions,
            )
            for method in cases.methods
        )
        return tuple(map(_counted, cases.methods, runs))

    def on_emulated_host(self, cases: ModelCases, emulator: EmulatorFile) -> Outcomes:
        """What each method gave on another processor's Linux, emulated, instructions counted.

        An interpreting host's outcomes are the runner's: in the minimal application next to it
        instructions are counted.

        Raises:
            NotVerified: the emulator is not installed.
            VerifyError: a program hangs, dies, or writes no results.
            BuildError: a program is missing.
            ContainerError: the container engine fails.

        """

        def run(method: MethodCases) -> Emulation:
            return emulate_host(
                emulator,
                self.program.with_name("minimal"),
                cases.model,
                self._calls(cases, method),
                root=self.root,
                timeout_s=self.timeout_s,
                runner=self.runner,
            )

        if self.compiled is not None:
            return tuple(_counted(method, run(method)) for method in cases.methods)
        outcomes = run_host(
            cases, self.program, timeout_s=self.timeout_s, runner=self.runner, emulator=emulator
        )
        if cases.data or any(outcome.fault is not None for outcome in outcomes):
            return outcomes  # the minimal application reads one file
        return tuple(
            replace(outcome, uncounted=counted.uncounted).counted(counted.phases)
            for outcome, counted in zip(outcomes, map(run, cases.methods), strict=True)
        )

    def on_host(self, cases: ModelCases) -> Outcomes:
        """What each method of a compiled model gave on this machine.

        Raises:
            VerifyError: the program hangs, dies, or writes no results.
            ContainerError: the container engine fails.

        """
        outcomes = []
        for method in cases.methods:
            with tempfile.TemporaryDirectory(prefix="kerf-run-") as temporary:
                folder = Path(temporary)
                (folder / MODEL).symlink_to(cases.model.resolve())
                (folder / CALLS).write_bytes(self._calls(cases, method))
                done = self._start(folder, cases.model)
                output = folder / OUTPUT
                if done.returncode < 0 or not output.is_file():
                    raise VerifyError(
                        f"{self.program}: the program gave no results: {ending(done)}."
                    )
                outcomes.append(_outcome(method, output.read_bytes()))
        return tuple(outcomes)

    def _calls(self, cases: ModelCases, method: MethodCases) -> bytes:
        name = method.name
        if self.compiled is not None:
            name = function_name(cases.model.name, name, self.prefix)
        inputs = [case.inputs for case in method.cases]
        return calls_block(name, inputs, cases.model.stat().st_size)

    def _start(self, folder: Path, model: Path) -> subprocess.CompletedProcess[str]:
        program = self.program.resolve()
        job = Job(
            command=(str(program),),
            folder=folder,
            reads=(program, model.resolve()),
            writes=(folder,),
            timeout_s=self.timeout_s,
        )
        try:
            return self.runner.run(job)
        except subprocess.TimeoutExpired as error:
            raise VerifyError(
                f"{self.program}: did not end within {self.timeout_s:g} s. Raise run.timeout-s, or "
                "see why the program hangs."
            ) from error


def _outcome(method: MethodCases, stream: bytes) -> MethodOutcome:
    """The outcome of a method from the results that the minimal application wrote."""
    results = read_results(stream)
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
    )


def _counted(method: MethodCases, run: Emulation) -> MethodOutcome:
    outcome = _outcome(method, run.stream)
    return replace(outcome, stack_bytes=run.stack_bytes, uncounted=run.uncounted).counted(
        run.phases
    )
