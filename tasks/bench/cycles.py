"""Estimates of the cycles of an inference, from executed instructions by published timing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codegen.errors import NotVerified
from tasks.bench.layers import execution, executions
from tasks.bench.target import Bench
from tasks.table import aligned
from tasks.toolchain.file import Timing

HEAD = ("target", "model", "method", "instructions", "est. cycles", "each instruction")

ASSUMPTIONS = {
    Timing.CORTEX_M0PLUS: "Cortex-M0+: memory never waits, a product takes one cycle.",
    Timing.CORTEX_M4: "Cortex-M4: memory never waits, a taken branch refills the pipeline in 2 "
    "cycles, a division takes 7; loads are pipelined inside a basic block, and an address that a "
    "preceding data operation computed is free.",
    Timing.CORTEX_M7: "Cortex-M7: caches and memory never wait, all branches are predicted, two "
    "loads issue together by their immediate offsets, a division takes 7 cycles; LLVM's machine "
    "model, and what others measured.",
    Timing.CORTEX_M33: "Cortex-M33: memory never waits, a taken branch refills the pipeline in 2 "
    "cycles, a division takes 7; what others measured on hardware, and the rest as on Cortex-M4.",
    Timing.CORTEX_M55: "Cortex-M55: memory never waits, a taken branch refills the pipeline in 3 "
    "cycles, the end of a low-overhead loop takes none but the first time, a division takes 7, "
    "scattered loads take as long as others; LLVM's machine model.",
}
"""What the estimate takes for granted. Source: cortex_m_cycles.h, cortex_m_pipeline.h."""


def timing_of(bench: Bench) -> Timing | None:
    """The timing of the target's core; None where its cycles are not estimated."""
    return None if bench.emulator is None else bench.emulator.timing


def require_timing(bench: Bench) -> Timing:
    """The timing of the target's core.

    Raises:
        NotVerified: its cycles are not estimated.

    """
    timing = timing_of(bench)
    if timing is None:
        raise NotVerified(
            f"{bench.name}: cycles of {bench.toolchain} are not estimated, only those of "
            f"{', '.join(Timing)}. "
            f"`nox -s bench -- {bench.name} --layers` counts instructions."
        )
    return timing


def cycles_table(benches: Sequence[Bench]) -> Iterator[str]:
    """Instructions and estimated cycles of each method's first case, then the assumptions.

    Raises:
        NotVerified: a target's cycles are not estimated, or nothing can be counted here.
        VerifyError: a run takes too long or ends with a fault.

    """
    timings = dict.fromkeys(require_timing(bench) for bench in benches)
    rows = [HEAD]
    for bench in benches:
        for stem, model in bench.models:
            for method, phases in executions(bench, model, bench.target.run.timeout_s):
                executed = list(execution(phases))
                instructions = sum(phase.instructions for phase in executed)
                cycles = sum(phase.cycles for phase in executed)
                each = f"{cycles / instructions:.2f}"
                row = (bench.name, stem, method, f"{instructions:,}", f"{cycles:,}", each)
                rows.append(row)
    yield from aligned("<<<>>>", rows)
    yield "Cycles are an estimate, no measurement."
    yield from (ASSUMPTIONS[timing] for timing in timings)
