"""Runs a model's cases with the minimal application, each method in a run of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from codegen.c_names import function_name
from codegen.compiled.tables import Weights
from codegen.errors import BuildError, VerifyError
from tasks.building.sources import build_dir, programs
from tasks.config import Target
from tasks.executors.runner import LOCAL, Job, Runner
from tasks.run.callgrind import count_on_host
from tasks.run.calls_block import calls_block, read_results
from tasks.run.case import MethodCases, ModelCases
from tasks.run.emulator import Emulation, emulate
from tasks.run.host_runner import run_host
from tasks.run.outcome import CaseOutcome, MethodOutcome, Phase, fault_name
from tasks.run.process import OUTPUT, ending, finished, folder_with
from tasks.toolchain.file import EmulatorFile, ToolchainFile

Outcomes = tuple[MethodOutcome, ...]


def minimal_of(target: Target, toolchain: ToolchainFile) -> Minimal:
    """What the build of `target` left to run, on this machine.

    Raises:
        BuildError: it left nothing.

    """
    program = target.root / build_dir(target) / programs(target, toolchain)[-1]
    if not program.is_file():
        raise BuildError(
            f"{build_dir(target)}/{program.name} does not exist. "
            f"Build it: `nox -s build-{target.name}`."
        )
    form = target.runtime
    return Minimal(
        program=program,
        root=target.root,
        timeout_s=target.run.timeout_s,
        runner=LOCAL,
        compiled=Weights(form.weights) if form.form == "compiled" else None,
        prefix=form.prefix,
        regions=len(target.board.weights),
    )


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

    @property
    def on_board(self) -> bool:
        """Whether it is a program for bare metal."""
        return bool(self.program.suffix)

    @property
    def counted(self) -> Path:
        """The minimal application itself, in which instructions are counted."""
        return self.program if self.on_board else self.program.with_name("minimal")

    def emulated(self, cases: ModelCases, emulator: EmulatorFile) -> Outcomes:
        """What each method gave in the emulator, instructions counted.

        An interpreting host's outcomes are the runner's: in the minimal application next to it
        instructions are counted.

        Raises:
            NotVerified: the emulator is not installed.
            VerifyError: a program hangs, dies, or writes no results.
            BuildError: a program is missing.
            ContainerError: the container engine fails.

        """
        runs = (self.emulation(cases, method, emulator) for method in cases.methods)
        if self.on_board or self.compiled is not None:
            return tuple(
                replace(
                    _outcome(method, run.stream),
                    stack_bytes=run.stack_bytes,
                    uncounted=run.uncounted,
                ).counted(run.phases)
                for method, run in zip(cases.methods, runs, strict=True)
            )
        outcomes = run_host(
            cases, self.program, timeout_s=self.timeout_s, runner=self.runner, emulator=emulator
        )
        if cases.data or any(outcome.fault is not None for outcome in outcomes):
            return outcomes  # the minimal application reads one file
        return tuple(
            replace(outcome, uncounted=run.uncounted).counted(run.phases)
            for outcome, run in zip(outcomes, runs, strict=True)
        )

    def emulation(
        self,
        cases: ModelCases,
        method: MethodCases,
        emulator: EmulatorFile,
        *,
        kernels: bool = False,
    ) -> Emulation:
        """One run of the minimal application; with `kernels` see emulate()."""
        linked = self.on_board and self.compiled is Weights.LINKED
        return emulate(
            emulator,
            self.counted,
            None if linked else cases.model,
            self._calls(cases, method),
            root=self.root,
            timeout_s=self.timeout_s,
            runner=self.runner,
            kernels=kernels,
            regions=self.regions,
        )

    def count_on_host(
        self, cases: ModelCases, method: MethodCases, *, kernels: bool = False
    ) -> tuple[Phase, ...]:
        """Counts the instructions of each phase of a run on this machine, by Valgrind."""
        calls = self._calls(cases, method)
        return count_on_host(
            self.counted, cases.model, calls, timeout_s=self.timeout_s, kernels=kernels
        )

    def on_host(self, cases: ModelCases) -> Outcomes:
        """What each method of a compiled model gave on this machine.

        Raises:
            VerifyError: the program hangs, dies, or writes no results.
            ContainerError: the container engine fails.

        """
        outcomes = []
        program = self.program.resolve()
        for method in cases.methods:
            with folder_with(cases.model, self._calls(cases, method)) as folder:
                job = Job(
                    command=(str(program),),
                    folder=folder,
                    reads=(program, cases.model.resolve()),
                    writes=(folder,),
                    timeout_s=self.timeout_s,
                )
                done, output = finished(job, self.runner), folder / OUTPUT
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
