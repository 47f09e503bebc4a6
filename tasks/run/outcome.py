"""The outcome of a model's cases, on any machine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import zip_longest

from tasks.run.case import Value


class RuntimeFault(IntEnum):
    """The runtime's errors, which a test compares with these.

    Source: enum class Error in runtime/core/error.h of executorch 1.5.1.
    """

    Ok = 0x00
    Internal = 0x01
    InvalidState = 0x02
    EndOfMethod = 0x03
    AlreadyLoaded = 0x04
    NotSupported = 0x10
    NotImplemented = 0x11
    InvalidArgument = 0x12
    InvalidType = 0x13
    OperatorMissing = 0x14
    RegistrationExceedingMaxKernels = 0x15
    RegistrationAlreadyRegistered = 0x16
    NotFound = 0x20
    MemoryAllocationFailed = 0x21
    AccessFailed = 0x22
    InvalidProgram = 0x23
    InvalidExternalData = 0x24
    OutOfResources = 0x25
    DelegateInvalidCompatibility = 0x30
    DelegateMemoryAllocationFailed = 0x31
    DelegateInvalidHandle = 0x32


def fault_name(number: int) -> str:
    """An error number as a person reads it: `InvalidProgram (0x23)`."""
    known = number in RuntimeFault.__members__.values()
    return f"{RuntimeFault(number).name if known else 'error'} (0x{number:02x})"


PHASE = "kerf_phase_"
"""Begins the names of the minimal application's functions that each start a phase."""

KERNEL = re.compile(
    r"_ZN4kerf(8selected\w*?call_\w+ERNS_(8compiled)?4CallE|8compiled7et_viewERNS0_4CallE)"
    r"(\.lto_priv\.\d+)?$"
)
"""The functions that each run a kernel for a call: the generated ones, and the view of compiled
programs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One pass through a phase of the application, and the instructions executed in it.

    Phases: program_load, method_load, execute, done.
    """

    name: str
    instructions: int
    cycles: int = 0  # an estimate; 0 unless the emulator's toolchain names a timing
    read: tuple[int, ...] = ()  # bytes of weights from each region that board.weights names


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOutcome:
    """One case: its outputs, or why there are none."""

    outputs: tuple[Value, ...] = ()
    fault: str | None = None
    temp_bytes: int = 0
    instructions: int | None = None  # of execute
    cycles: int | None = None  # an estimate of those of execute, where the timing is known
    read: tuple[int, ...] = ()  # bytes of weights that execute read from each of their regions
    time_ns: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodOutcome:
    """A method's cases in order, up to the first that failed; `fault` is that of loading."""

    name: str
    cases: tuple[CaseOutcome, ...]
    fault: str | None = None
    method_bytes: int = 0
    planned_bytes: int = 0
    stack_bytes: int | None = None
    program_load_instructions: int | None = None
    method_load_instructions: int | None = None
    uncounted: str | None = None  # why there are no instruction counts

    def padded(self, count: int) -> Iterator[CaseOutcome]:
        """The outcome of each of `count` cases, those that were never reached included."""
        yield from self.cases
        missing = CaseOutcome(fault=self.fault or "was not reached")
        yield from [missing] * (count - len(self.cases))

    def counted(self, phases: Sequence[Phase]) -> MethodOutcome:
        """The outcome with the instructions of the phases that its run passed through."""
        executes = [phase for phase in phases if phase.name == "execute"]
        return replace(
            self,
            cases=tuple(
                case
                if phase is None
                else replace(
                    case,
                    instructions=phase.instructions,
                    cycles=phase.cycles or None,
                    read=phase.read,
                )
                for case, phase in zip_longest(self.cases, executes[: len(self.cases)])
            ),
            program_load_instructions=_total(phases, "program_load"),
            method_load_instructions=_total(phases, "method_load"),
        )


def _total(phases: Sequence[Phase], name: str) -> int | None:
    return sum(phase.instructions for phase in phases if phase.name == name) if phases else None
