"""Programs of a target on this machine: its kernels and its integers, in a runner that loads them.

Kernels of integers give the same numbers with every instruction set, so that what a device gives of
a program can be measured here, without an emulator.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tasks.building.compile import compile_products
from tasks.building.planning import plan_target
from tasks.building.sources import build_dir, products
from tasks.building.write_sources import write_sources
from tasks.config import Target
from tasks.executors.runner import Runner
from tasks.lock import locked
from tasks.progress import log
from tasks.run.case import ModelCases
from tasks.run.host_runner import run_host
from tasks.run.outcome import MethodOutcome
from tasks.toolchain.choose import toolchain_for

HOST = "host-gcc"
FOLDER = "on-host"
MOST_CALLS, MOST_INPUTS = 256, 1024
"""The most that one process of the runner takes. Source: runtime/apps/runner/arguments.h."""
TIMEOUT_S = 600
"""What a run here may take at least, whatever the target's own programs may."""


class HostRunner(NamedTuple):
    """A runner for this machine, and where it runs: here, or in the container that it is from."""

    program: Path
    runner: Runner
    timeout_s: float

    def run(self, cases: ModelCases) -> tuple[MethodOutcome, ...]:
        """What each method gave; at most `most_cases()` of them in all.

        Raises:
            VerifyError, ContainerError: see run_host().

        """
        return run_host(cases, self.program, timeout_s=self.timeout_s, runner=self.runner)


def most_cases(inputs: int) -> int:
    """How many cases with so many `inputs` each one process of the runner takes, at least one."""
    return max(1, min(MOST_CALLS, MOST_INPUTS // max(1, inputs)))


def host_runner(target: Target, models: Sequence[Path], what: str) -> HostRunner:
    """A runner on this machine with the target's libraries and all that `models` need.

    It is in build/on-host/<target>-<what>/, where nothing is compiled again that did not change.

    Raises:
        KerfError: of the stage of the build that fails.

    """
    own = target.model_copy(
        update={
            "name": f"{FOLDER}/{target.name}-{what}",
            "select": target.select.model_copy(update=_only(models)),
            "optimize": target.optimize.model_copy(
                update={"passes": (), "data": (), "memory_bytes": ()}
            ),
            "runtime": target.runtime.model_copy(update={"form": "interpreter", "threads": 1}),
            "toolchain": target.toolchain.model_copy(
                update={"name": HOST, "optimize": "balanced", "lto": False, "sanitize": ()}
            ),
            "program": target.program.model_copy(update={"check": "always"}),
            "registry": target.registry.model_copy(update={"form": "table", "capacity": None}),
        }
    )
    folder = target.root / build_dir(own)
    with locked(folder):
        toolchain = toolchain_for(own)
        planned = plan_target(own, toolchain=toolchain.file)
        write_sources(planned)
        log(f"{own.name}: building the kernels for this machine ({toolchain.reason})")
        wanted = products(own, planned.plan, toolchain)
        compile_products(toolchain, wanted, target.root, say=lambda _: None)
    timeout_s = max(target.run.timeout_s, TIMEOUT_S)
    return HostRunner(folder / "runner", toolchain.runner, timeout_s)


def _only(models: Sequence[Path]) -> dict[str, object]:
    """What selects `models` and nothing else."""
    nothing = dict.fromkeys(("ops", "op_lists", "yaml", "dtype_files", "traits", "features"), ())
    named = {"models": tuple(dict.fromkeys(map(str, models))), "dtypes": {}}
    return {**nothing, **named, "all": False, "describe": False}
