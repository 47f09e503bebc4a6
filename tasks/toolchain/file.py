"""Reads `toolchains/`: flags, compilers and toolchains, checked; data only."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import Field

from codegen.errors import ConfigError
from tasks.config.document import Document, read_document
from tasks.config.model import Table
from tasks.config.table_file import checked, read_table
from tasks.config.words import advice
from tasks.files import relative
from tasks.targets import TOOLCHAIN, of_project, shown_path

Arguments = tuple[str, ...]

COMPILERS = "toolchains/compilers.toml"
ISA = "runtime/isa"
"""The folders of loops, one for each instruction set."""
SCALAR = "scalar"
"""The instruction set that every processor has: what others lack is taken from it."""


class Mode(Table):
    """For what a mode compiles the loops and the rest: keys of `Flags.optimize`."""

    loops: str
    rest: str


class Flags(Table):
    """Flags of every compilation, by purpose."""

    compile: Mapping[str, Arguments]
    strict: Mapping[str, Arguments]
    family: Mapping[str, Arguments]
    one_source: Mapping[str, Arguments]  # by family
    modes: Mapping[str, Mode]
    optimize: Mapping[str, Mapping[str, Arguments]]  # by family, then by name
    environment: Mapping[str, str]


class Compiler(Table):
    """A compiler: its commands, and the flags that it needs for every processor.

    `compilers.toml` explains each key and placeholder.
    """

    family: str
    command: Arguments
    version: Arguments
    install: str
    archive: Arguments
    compile: Arguments = ()
    linker: Arguments | None = None
    port: Arguments = ()
    link: Arguments = ()
    shared: Arguments = ()
    libraries: Arguments = ()
    lto: Arguments = ()
    merge: Arguments | None = None
    no_lto: Arguments = ()
    sanitizers: Mapping[str, Arguments] = {}
    support: Arguments | None = None
    map_from_stdout: bool = False
    relocations: Arguments = ()
    bundled: bool = False
    environment: Mapping[str, str] = {}


class Use(Table):
    """How a toolchain uses a compiler: which, and the flags that name the processor."""

    compiler: str
    machine: Arguments = ()


class Region(Table):
    """A stretch of the board's memory, in bytes."""

    origin: Annotated[int, Field(ge=0, lt=2**32)]
    bytes: Annotated[int, Field(gt=0, le=2**32)]


class Timing(StrEnum):
    """Cores whose timing is published, in the order of `core` in cortex_m_cycles.h."""

    CORTEX_M0PLUS = "cortex-m0plus"
    CORTEX_M4 = "cortex-m4"
    CORTEX_M7 = "cortex-m7"
    CORTEX_M33 = "cortex-m33"
    CORTEX_M55 = "cortex-m55"


class EmulatorFile(Table):
    """An emulator: its command, and how to install it.

    With a linker script it is that of a board; else the command runs programs of another
    processor's Linux, which follow it with their arguments.
    """

    command: Arguments
    install: str
    timing: Timing | None = None  # by which cycles are estimated


class ToolchainFile(Table):
    """A toolchain: a processor and a board, and what compiles for it, installed or zig."""

    description: str
    port: Annotated[Arguments, Field(min_length=1)]
    isa: Arguments = ()
    define: Arguments = ()
    requires: str | None = None
    processor: Arguments = ()  # what this machine's must have, as Linux names it
    linker_script: str | None = None
    shared: bool = False  # whether a build links a library that programs load as well
    image: bool = True  # whether the toolchain image has its compiler and emulator
    local: Use | None = None
    zig: Use | None = None
    memory: Mapping[str, Region] = {}
    emulator: EmulatorFile | None = None


def read_flags(root: Path) -> Flags:
    """The flags of `toolchains/flags.toml`.

    Raises:
        ConfigError: the file cannot be read or is wrong.

    """
    return read_table(Flags, root, "toolchains/flags.toml")


def read_compilers(root: Path) -> Mapping[str, Compiler]:
    """The compilers of `toolchains/compilers.toml`, by name.

    Raises:
        ConfigError: the file cannot be read or is wrong.

    """
    document = read_document(root / COMPILERS, COMPILERS)
    return {name: checked(Compiler, document, (name,)) for name in document.data}


def read_toolchain(name: str, root: Path) -> ToolchainFile:
    """The toolchain of `toolchains/<name>/`, of the project around Kerf before Kerf's.

    The paths in it are relative to the project where there is such a file, else to Kerf; those of
    the result are relative to `root`.

    Raises:
        ConfigError: the file cannot be read or is wrong.

    """
    path = of_project(root, f"toolchains/{name}/{TOOLCHAIN}")
    document = read_document(path, shown_path(path, root))
    file = checked(ToolchainFile, document)
    _check_isa(file.isa, document, root)
    _check_compilers(file, document, root)
    script = file.linker_script
    return file.model_copy(
        update={
            "port": tuple(relative(of_project(root, each), root) for each in file.port),
            "linker_script": script and relative(of_project(root, script), root),
        }
    )


def _check_compilers(file: ToolchainFile, document: Document, root: Path) -> None:
    known = read_compilers(root)
    faults = [
        f"{document.shown}:{document.line((table, 'compiler'))}: {table}.compiler: no compiler "
        f"{use.compiler} in {COMPILERS}.{advice(use.compiler, known)}"
        for table, use in (("local", file.local), ("zig", file.zig))
        if use is not None and use.compiler not in known
    ]
    if faults:
        raise ConfigError(faults)


def _check_isa(names: Arguments, document: Document, root: Path) -> None:
    known = [path.parent.name for path in (root / ISA).glob("*/loops")]
    faults = [
        f"{document.shown}:{document.line(('isa', index))}: isa[{index}]: "
        f"no instruction set {name} in {ISA}/.{advice(name, known)}"
        for index, name in enumerate(names)
        if name not in known
    ]
    if faults:
        raise ConfigError(faults)
