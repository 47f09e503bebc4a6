"""What an inference takes on this machine: CPU time, so that other processes do not count."""

from __future__ import annotations

import os
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from codegen.errors import VerifyError
from tasks.run.cases import ModelCases
from tasks.run.host_runner import host_command


@dataclass(frozen=True, slots=True, kw_only=True)
class HostProgram:
    """A runner on the first case of a model's first method."""

    name: str
    command: tuple[str, ...]
    inputs: tempfile.TemporaryDirectory[str]
    """Holds the files that the command names, as long as it is used."""

    def time_ns(self, count: int) -> int:
        """CPU time of one of `count` inferences: loading is measured and subtracted."""
        loading = self._cpu_ns(1)
        return max(0, self._cpu_ns(count + 1) - loading) // count

    def _cpu_ns(self, repeat: int) -> int:
        process = subprocess.Popen(
            (*self.command, "--repeat", str(repeat)), stdout=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise VerifyError(f"{self.name}: exits with {process.returncode}; it printed why.")
        return int((usage.ru_utime + usage.ru_stime) * 1e9)


def host_program(name: str, runner: Path, cases: ModelCases) -> HostProgram:
    """The runner of a built target on the first of `cases`."""
    method = cases.methods[0]
    first = replace(cases, methods=(replace(method, cases=method.cases[:1]),))
    inputs = tempfile.TemporaryDirectory(prefix="kerf-bench-")
    command = host_command(first, runner, Path(inputs.name))
    return HostProgram(name=name, command=command, inputs=inputs)
