"""The figures of a target: what the device holds and what a run counts, each by one name.

Those of the whole device are without the stack that a run used, so that builds that were run and
builds that were not can be compared; it is a figure of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from tasks.attribution.purpose import Purpose
from tasks.size.document import Size

PHASES = ("program_load", "method_load", "execute")
CYCLES = "execute_cycles"
"""An estimate, of cores whose timing is published; instructions are gated instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number of a target, as baselines, histories and comparisons name it."""

    key: str
    label: str
    gated: bool = True
    """Whether growth over the baseline is a fault."""
    compiled: bool = True
    """Whether the compiler decides it, so that only a record of the same one applies."""
    counted: bool = False
    """Whether only a run can count it."""

    @property
    def in_bytes(self) -> bool:
        """Whether it is a number of bytes."""
        return self.key.endswith("_bytes")

    def text(self, number: int) -> str:
        """The number with its unit."""
        return f"{number:,} B" if self.in_bytes else f"{number:,}"


FIGURES = (
    Figure(key="device_flash_bytes", label="device flash", gated=False),
    Figure(key="device_ram_bytes", label="device RAM", gated=False),
    Figure(key="code_bytes", label="code"),
    Figure(key="program_bytes", label="program", compiled=False),
    Figure(key="weights_bytes", label="weights", compiled=False),
    Figure(key="ram_bytes", label="data and bss"),
    Figure(key="planned_bytes", label="planned memory", compiled=False),
    Figure(key="temp_bytes", label="scratch", compiled=False),
    Figure(key="method_bytes", label="method memory", compiled=False),
    Figure(key="stack_bytes", label="stack", counted=True),
    *(
        Figure(
            key=f"{phase}_instructions",
            label=f"instructions of {phase.replace('_', ' ')}",
            counted=True,
        )
        for phase in PHASES
    ),
    Figure(key=CYCLES, label="estimated cycles of execute", gated=False, counted=True),
    Figure(key="registry_flash_bytes", label="registry flash", gated=False),
    Figure(key="registry_ram_bytes", label="registry RAM", gated=False),
    Figure(key="kernels_linked", label="kernels linked", gated=False),
    Figure(key="kernels_needed", label="kernels needed", gated=False),
)
FIGURE = {figure.key: figure for figure in FIGURES}
COUNTED = frozenset(figure.key for figure in FIGURES if figure.counted)


def figures_of(size: Size) -> dict[str, int]:
    """The figures of a size.json by key; without those that it does not have."""
    linked = sum(
        entry.flash_bytes
        for entry in size.entries
        if entry.purpose in (Purpose.PROGRAM_TABLES, Purpose.WEIGHTS)
    )
    program, weights = size.program_bytes, size.weights_bytes
    found: dict[str, int | None] = {
        "code_bytes": size.flash_bytes - linked,
        "program_bytes": sum(model.program_bytes for model in size.models)
        if program is None
        else program,
        "weights_bytes": sum(model.weight_bytes for model in size.models)
        if weights is None
        else weights,
        "ram_bytes": size.ram_bytes,
        "planned_bytes": size.memory.planned_bytes,
        "temp_bytes": size.memory.temp_bytes,
        "method_bytes": size.memory.method_bytes,
        "stack_bytes": max(
            (row.stack_bytes for row in size.instructions if row.stack_bytes is not None),
            default=None,
        ),
        "registry_flash_bytes": size.registry.flash_bytes,
        "registry_ram_bytes": size.registry.ram_bytes,
        "kernels_linked": size.kernels.linked,
        "kernels_needed": size.kernels.needed,
    }
    if size.device is not None:
        for kind in ("flash", "ram"):
            found[f"device_{kind}_bytes"] = size.device.used(kind)
    for phase in PHASES:
        found[f"{phase}_instructions"] = _total(size, phase)
    found[CYCLES] = _total(size, CYCLES)
    return {key: number for key in FIGURE if (number := found.get(key)) is not None}


def _total(size: Size, name: str) -> int | None:
    """The sum of a count over all methods; None where one of them has none."""
    counts = [getattr(row, name) for row in size.instructions]
    return sum(counts) if counts and None not in counts else None
