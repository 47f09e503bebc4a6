"""Runs a program in QEMU, its instructions counted: on a board, or as one of another Linux.

On a board its inputs are placed in memory; elsewhere it reads files. Its results are a file.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from codegen.errors import BuildError, KerfError, NotVerified, VerifyError
from tasks.attribution.names import demangled
from tasks.executors.runner import LOCAL, Job, Runner
from tasks.run.instruction_count import (
    Stack,
    fault_arguments,
    plugin_arguments,
    plugins,
    read_counts,
    read_fault,
)
from tasks.run.outcome import KERNEL, PHASE, Phase
from tasks.run.process import CALLS, MODEL, OUTPUT, ending, finished, folder_with
from tasks.toolchain.file import EmulatorFile, Timing

# Without display, monitor and serial port; files and the exit status by semihosting.
HEADLESS = (
    *("-nographic", "-monitor", "none", "-serial", "none"),
    *("-semihosting-config", "enable=on,target=native"),
)
COUNTS = "kerf.counts"

STACK_TOP = "__kerf_stack_top"
"""A symbol of the linker scripts of boards."""
PROCESSOR_FAULT = 0xF0
FAULTS = {
    PROCESSOR_FAULT: "the processor took a fault",
    0xF1: "the program could not write its results",
}
"""Exit statuses of the semihosting port: runtime/platform/semihosting/semihosting.h."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Emulation:
    """What a run left: exit status, result stream, instructions of each phase passed, stack used.

    Where nothing could be counted, `phases` is empty, `stack_bytes` None; `uncounted` says why.
    """

    status: int
    stream: bytes
    phases: tuple[Phase, ...]
    stack_bytes: int | None
    uncounted: str | None


def emulate(
    emulator: EmulatorFile,
    program: Path,
    model: Path | None,
    calls: bytes,
    *,
    root: Path,
    timeout_s: float,
    runner: Runner = LOCAL,
    kernels: bool = False,
    regions: int = 0,
) -> Emulation:
    """One run of the ELF `program` on `model` and a calls block, with instructions counted.

    It is for a board, or for another processor's Linux, where the stack is not measured. `model` is
    None where the program holds its models. With `kernels` each call of a kernel, and what follows
    until the next one, is a phase of its own, with the name of its function. Bytes that are read of
    the weights in that many `regions` are counted.

    Raises:
        NotVerified: the emulator is not installed; says how to install it.
        VerifyError: the run takes too long, dies, or the inputs do not fit the board's memory.
        BuildError: `program` is not one of our ELFs.
        ContainerError: the container engine fails.

    """
    require_emulator(emulator, program, runner)
    symbols = read_symbols(program)
    sizes = {} if model is None else {MODEL: model.stat().st_size}
    sizes |= {CALLS: len(calls)}
    command, operands, stack = emulator.command, [str(program.resolve())], None
    if STACK_TOP in symbols:  # a board's
        stack = Stack(end=symbols["__kerf_bss_end"].start, top=symbols[STACK_TOP].start)
        loaded = (_loader(key, size, symbols, program.name) for key, size in sizes.items())
        command = (*command, *HEADLESS, "-kernel", operands.pop(), *chain(*loaded))
    with folder_with(model, calls) as folder:
        run = _Run(
            command=command,
            operands=operands,
            program=program,
            root=root,
            folder=folder,
            reads=tuple(path.resolve() for path in (program, model) if path is not None),
            timeout_s=timeout_s,
            runner=runner,
            timing=emulator.timing,
            spans=_weights(symbols, regions),
        )
        return run.counted(_phases(symbols, kernels=kernels), stack)


def require_emulator(emulator: EmulatorFile, program: Path, runner: Runner) -> None:
    """Returns where the emulator is installed.

    Raises:
        NotVerified: it is not; says how to install it.

    """
    if runner.find(emulator.command[0]) is None:
        raise NotVerified(
            f"{program.name}: not verified: {emulator.command[0]} is not installed. "
            f"Install it with `{emulator.install}`."
        )


def read_symbols(program: Path) -> Mapping[str, range]:
    """The bytes of each symbol of an ELF file, by name; bit 0 of a Thumb function's start is set.

    Raises:
        BuildError: the file is missing, or no ELF with symbols.

    """
    try:
        with program.open("rb") as file:
            table = ELFFile(file).get_section_by_name(".symtab")
            if not isinstance(table, SymbolTableSection):
                raise BuildError(f"{program}: has no symbols. Build it again.")
            return {
                symbol.name: range(symbol["st_value"], symbol["st_value"] + symbol["st_size"])
                for symbol in table.iter_symbols()
            }
    except (OSError, ELFError) as error:
        raise BuildError(f"{program}: is no program that we built ({error}).") from error


def _weights(symbols: Mapping[str, range], regions: int) -> Sequence[range]:
    """Where the linked weights of each region are, of that many."""
    names = ("kerf_weights", *(f"kerf_weights_{number}" for number in range(2, regions + 1)))
    return tuple(symbols.get(name, range(0)) for name in names[:regions])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """A run of the emulator in a folder with its inputs."""

    command: tuple[str, ...]
    operands: Sequence[str]  # after all options
    program: Path
    root: Path
    folder: Path
    reads: tuple[Path, ...]
    timeout_s: float
    runner: Runner
    timing: Timing | None
    spans: Sequence[range]

    def counted(self, phases: Mapping[str, int], stack: Stack | None) -> Emulation:
        """The run with instructions counted, or without where that cannot be."""
        uncounted = "the program has no phases, or the linker made one of them"
        if len(set(phases.values())) == len(phases) > 0:
            try:
                for plugin in plugins(self.root, self.runner):
                    result = self._start(
                        plugin_arguments(plugin, stack, phases, COUNTS, self.timing, self.spans),
                        plugin.path,
                    )
                    if "plugin" not in result.stderr:
                        found = self._emulation(result, phases, None)
                        return found if stack else replace(found, stack_bytes=None)
                    uncounted = result.stderr.strip()
            except BuildError as error:
                uncounted = str(error)
        return self._emulation(self._start(()), {}, uncounted)

    def _place_of_fault(self) -> str:
        """Where and why the processor took a fault: the run is repeated, each instruction watched.

        Empty where that cannot be.
        """
        symbols = read_symbols(self.program)
        handler = symbols.get(HANDLER)
        if handler is None:
            return ""
        try:
            for plugin in plugins(self.root, self.runner):
                arguments = fault_arguments(plugin, handler.start & ~1, COUNTS)
                result = self._start(arguments, plugin.path)
                if "plugin" not in result.stderr:
                    address, causes = read_fault((self.folder / COUNTS).read_text())
                    return _shown_fault(symbols, address, causes)
        except (KerfError, OSError):
            pass  # that there was a fault has to be enough
        return ""

    def _start(self, arguments: tuple[str, ...], *reads: Path) -> subprocess.CompletedProcess[str]:
        job = Job(
            command=(*self.command, *arguments, *self.operands),
            folder=self.folder,
            reads=(*self.reads, *reads),
            writes=(self.folder,),
            timeout_s=self.timeout_s,
        )
        return finished(job, self.runner)

    def _emulation(
        self,
        result: subprocess.CompletedProcess[str],
        phases: Mapping[str, int],
        uncounted: str | None,
    ) -> Emulation:
        status, output, counts = result.returncode, self.folder / OUTPUT, self.folder / COUNTS
        if status in FAULTS or status < 0:
            what = FAULTS.get(status, f"signal {-status}")
            printed = result.stderr.strip()
            where = self._place_of_fault() if status == PROCESSOR_FAULT else ""
            more = f": {printed}" if printed else ""
            raise VerifyError(f"{self.command[0]}: {what}{where}{more}.")
        stream = output.read_bytes() if output.is_file() else b""
        if not stream:
            raise VerifyError(f"{self.command[0]}: the program gave no results: {ending(result)}.")
        log = counts.read_text() if phases else ""
        counted, stack_bytes = read_counts(log, tuple(phases))
        return Emulation(
            status=status,
            stream=stream,
            phases=counted,
            stack_bytes=stack_bytes,
            uncounted=uncounted,
        )


HANDLER = "kerf_fault"
"""The ports' fault handler. Source: runtime/platform/cortex_m/startup.cpp and riscv/."""


def _shown_fault(symbols: Mapping[str, range], address: int | None, causes: Sequence[str]) -> str:
    """What is known of a fault as a person reads it, to follow what it is."""
    why = f" ({', '.join(causes)})" if causes else ""
    if address is None:
        return why
    function = _function_at(symbols, address)
    return f" at PC 0x{address:08x}{f', in {function}' if function else ''}{why}"


def _function_at(symbols: Mapping[str, range], address: int) -> str:
    """The function that an address of code is in, and how far; empty if none is known."""
    for name, span in symbols.items():
        inside = address - (span.start & ~1)
        if 0 <= inside < len(span):
            return f"{demangled(name)}+0x{inside:x}"
    return ""


def _phases(symbols: Mapping[str, range], *, kernels: bool) -> dict[str, int]:
    """The address of each phase's function, and with `kernels` of each selected kernel's.

    Link-time optimization may add a suffix to a phase's name.
    """
    found = (
        (name.removeprefix(PHASE).partition(".")[0] if name.startswith(PHASE) else name, span)
        for name, span in symbols.items()
        if name.startswith(PHASE) or (kernels and KERNEL.match(name))
    )
    addresses = ((name, span.start & ~1) for name, span in found)  # Thumb sets a function's bit 0
    return dict(sorted(addresses, key=lambda item: (item[1], item[0])))


def _loader(name: str, size: int, symbols: Mapping[str, range], program: str) -> tuple[str, ...]:
    """QEMU's arguments that place the file `name` where the program expects it."""
    region = name.removeprefix("kerf.")
    start, end = (symbols[f"__kerf_{region}_{at}"].start for at in ("start", "end"))
    if size > end - start:
        raise VerifyError(
            f"{program}: the {region} ({size:,} bytes) does not fit the board's {end - start:,}."
        )
    return ("-device", f"loader,file={name},addr=0x{start:x},force-raw=on")
