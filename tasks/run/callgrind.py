"""Counting instructions on the host: the minimal application under Valgrind's callgrind.

Source: Valgrind's manual, "Callgrind: a call-graph generating cache profiler", --dump-before.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from codegen.errors import NotVerified
from tasks.executors.runner import LOCAL, Job
from tasks.run.outcome import PHASE, Phase
from tasks.run.process import finished, folder_with

INSTALL = "apt-get install valgrind"
DUMP = "kerf.callgrind"

KERNELS = ("kerf::selected::*call_*", "kerf::compiled::et_view(*")
"""Valgrind's patterns of the functions that each run a kernel for a call."""

_TRIGGER = re.compile(rf"^desc: Trigger: --dump-before=(?:{PHASE}(\w+)|(kerf::\S+))", re.MULTILINE)
_TOTAL = re.compile(r"^summary: (\d+)$", re.MULTILINE)


def count_on_host(
    minimal: Path, model: Path, calls: bytes, *, timeout_s: float, kernels: bool = False
) -> tuple[Phase, ...]:
    """Each phase that the host's minimal application passes through in a block of calls.

    With `kernels` each call of a kernel, and what follows until the next one, is a phase of its
    own. Takes some fifty times as long as the run itself.

    Raises:
        NotVerified: Valgrind is not installed, or cannot run the program to its end.
        VerifyError: the run takes too long.

    """
    if shutil.which("valgrind") is None:
        raise NotVerified(f"instructions: valgrind is not installed. Install it with `{INSTALL}`.")
    with folder_with(model, calls) as folder:
        command = (
            *("valgrind", "--quiet", "--tool=callgrind", f"--dump-before={PHASE}*"),
            *(f"--dump-before={each}" for each in (KERNELS if kernels else ())),
            *(f"--callgrind-out-file={DUMP}", str(minimal.resolve())),
        )
        done = finished(Job(command=command, folder=folder, timeout_s=timeout_s), LOCAL)
        if done.returncode < 0:
            raise NotVerified(
                f"instructions: {minimal.name} died of signal {-done.returncode} under valgrind, "
                "which does not know every instruction (none of AVX-512). Count on a target of the "
                "same models for another processor."
            )
        return _phases(folder)


def _phases(folder: Path) -> tuple[Phase, ...]:
    """A dump is written when a phase begins and has the counts of the phase before it."""
    numbered = sorted(folder.glob(f"{DUMP}.*"), key=lambda path: int(path.suffix[1:]))
    dumps = [path.read_text(encoding="utf-8") for path in (*numbered, folder / DUMP)]
    names = [match[1] or match[2] for dump in dumps if (match := _TRIGGER.search(dump))]
    totals = [int(match[1]) for dump in dumps if (match := _TOTAL.search(dump))]
    return tuple(
        Phase(name=name, instructions=total) for name, total in zip(names, totals[1:], strict=True)
    )
