"""From a toolchain's name to the compiler that builds it here: installed, or zig, and why."""

from __future__ import annotations

import importlib.util
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from codegen.errors import BuildError, ConfigError, ContainerError, KerfError
from tasks.config import Target
from tasks.executors.container import find_container
from tasks.executors.engine import NONE, Absent
from tasks.executors.runner import LOCAL, Runner
from tasks.toolchain.file import (
    SCALAR,
    Arguments,
    Compiler,
    EmulatorFile,
    Region,
    ToolchainFile,
    Use,
    read_compilers,
    read_flags,
    read_toolchain,
)
from tasks.toolchain.probe import Probe, probe
from tasks.toolchain.zig_package import ensure_zig

TOOLS = "build/tools"
"""Where probes, zig's cache and our tools are, below the repository."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolchain:
    """A toolchain that was found to work here, ready to compile and link.

    Commands are argument vectors, to be run in the repository; `{unit}`, `{output}`, `{map}`
    and `{script}` in them stand for the paths of one step.
    """

    name: str  # "cortex-m55"
    file: ToolchainFile  # its description, for whoever needs what no compiler does
    executor: str  # "local", "container" or "zig"
    runner: Runner  # where compilers and emulators of it run
    compiler: str  # "arm-none-eabi-gcc", "zig"
    version: str
    reason: str  # which compiler, where it is, why it and not another
    compile: Arguments  # without optimization, -c, source and output
    optimize: Arguments
    loops: str  # a key of `optimizations`: for the sources of kernels
    optimizations: Mapping[str, Arguments]  # by name, for a source that wants another
    link: Arguments  # without objects and output
    libraries: Arguments  # after the objects
    archive: Arguments  # then output and objects
    support: Arguments | None  # makes an object {output} that is linked last
    map_from_stdout: bool
    environment: Mapping[str, str]
    port_sources: tuple[str, ...]  # relative to the repository, sorted
    isa: tuple[str, ...]  # names of instruction sets: the first that has a loop is taken
    linker_script: str | None  # its body; the MEMORY of `memory` goes before it
    machine: Arguments  # what names the processor to GCC and Clang; a user's own build needs it
    memory: Mapping[str, Region]
    emulator: EmulatorFile | None
    relocations: Arguments = ()  # makes the linker keep them, for `python -m tasks.why`
    lto: bool = False  # objects are intermediate code, which only this compiler links
    merge: Arguments = ()  # with LTO: makes one object of machine code of a library
    shared: Arguments = ()  # added to `link`: makes a library that programs load
    no_lto: Arguments = ()  # with LTO, and without `merge`: makes machine code of a source


def toolchain_for(target: Target, executor: str | None = None) -> Toolchain:
    """The toolchain that builds `target` here; `executor` overrides the target's.

    Raises:
        BuildError, ContainerError, ConfigError: see `choose`.

    """
    wanted = target.toolchain
    return choose(
        wanted.name,
        executor or wanted.executor,
        target.root,
        optimize=wanted.optimize,
        lto=wanted.lto,
        sanitize=wanted.sanitize,
        define=target.definitions,
    )


def choose(
    name: str,
    executor: str,
    root: Path,
    *,
    optimize: str = "size",
    lto: bool = False,
    sanitize: Sequence[str] = (),
    define: Sequence[str] = (),
) -> Toolchain:
    """The toolchain `name` by the requested executor, or with `auto` by the first that can.

    That is `container` where an engine has the image of the lock, `local` where the compiler is
    installed and complete (it links a tiny program), `zig`.
    `optimize` is a mode of `toolchains/flags.toml`, `sanitize` holds names of `compilers.toml`,
    `define` macros in addition to those of the toolchain's file.

    Raises:
        BuildError: the executor is missing or broken; says what to install.
        ContainerError: the requested container is missing, or its engine fails.
        ConfigError: a file of `toolchains/` is wrong.

    """
    file, flags = read_toolchain(name, root), read_flags(root)
    chosen, reason = _find(name, file, executor, root)
    _check_sanitizers(name, chosen, sanitize)
    compiler = chosen.compiler
    mode, optimizations = flags.modes[optimize], flags.optimize[compiler.family]
    codegen = (
        *chosen.machine,
        *(f"-D{each}" for each in (*file.define, *define)),
        *(flag for key, some in flags.compile.items() if key != "warnings" for flag in some),
        *fill(flags.family[compiler.family], chosen.places),
        *compiler.compile,
        *(compiler.lto if lto else ()),
        *(flag for sanitizer in sanitize for flag in compiler.sanitizers[sanitizer]),
    )
    warnings = (*flags.compile["warnings"], *(flags.strict["warnings"] if _strict() else ()))
    driver = (*compiler.command, *codegen, *optimizations[mode.rest])
    return Toolchain(
        name=name,
        file=file,
        executor=chosen.executor,
        runner=chosen.runner,
        compiler=chosen.name,
        version=chosen.probe.version,
        reason=reason,
        compile=(*compiler.command, *warnings, *codegen),
        optimize=optimizations[mode.rest],
        loops=mode.loops,
        optimizations=optimizations,
        link=(*(compiler.linker or driver), *compiler.link),
        libraries=compiler.libraries,
        archive=compiler.archive,
        support=compiler.support,
        map_from_stdout=compiler.map_from_stdout,
        relocations=compiler.relocations,
        lto=lto and bool(compiler.lto),
        merge=(*(flag for flag in driver if flag not in compiler.compile), *compiler.merge)
        if lto and compiler.merge
        else (),
        shared=compiler.shared if file.shared else (),
        no_lto=compiler.no_lto if lto else (),
        environment={**flags.environment, **compiler.environment},
        port_sources=_port_sources((*file.port, *compiler.port), root),
        isa=tuple(dict.fromkeys((*file.isa, SCALAR))),
        linker_script=file.linker_script,
        machine=() if file.local is None else file.local.machine,
        memory=file.memory,
        emulator=file.emulator,
    )


def _strict() -> bool:
    """Whether a warning of the compiler is an error."""
    return bool(os.environ.get("KERF_STRICT"))


def runner_for(executor: str, root: Path) -> Runner:
    """Where existing programs run: in the container, else on this machine.

    Raises:
        ContainerError: the container is requested and missing.

    """
    if executor not in ("auto", "container"):
        return LOCAL
    container = find_container(root)
    if not isinstance(container, Absent):
        return container
    if executor == "container":
        raise container.error()
    return LOCAL


def fill(arguments: Sequence[str], places: Mapping[str, str]) -> Arguments:
    """The arguments with each placeholder that is known replaced; the others stay."""
    filled = []
    for argument in arguments:
        for key, value in places.items():
            argument = argument.replace(f"{{{key}}}", value)
        filled.append(argument)
    return tuple(filled)


def places(root: Path) -> dict[str, str]:
    """What the placeholders of `toolchains/` for places of this machine stand for."""
    spec = importlib.util.find_spec("ziglang")
    zig = Path(spec.origin).parent if spec is not None and spec.origin else Path("ziglang-missing")
    return {
        "root": str(root),
        "cache": str(root / TOOLS),
        "zig": str(zig / "zig"),
        "zig-lib": str(zig / "lib"),
        "host-cpu": platform.machine(),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    """A compiler as a toolchain would use it here; no placeholder of a place is left in it."""

    executor: str
    runner: Runner
    name: str  # "arm-none-eabi-gcc", "zig"
    compiler: Compiler
    machine: Arguments
    places: Mapping[str, str]
    probe: Probe

    def reason(self, refused: Sequence[_Candidate], absent: Absent | None) -> str:
        """Which compiler it is, and why it was taken after those that were refused."""
        why = [str(candidate.probe.fault) for candidate in refused]
        if absent is not None and absent is not NONE:
            why.insert(0, absent.reason)
        if self.executor == "zig":
            return f"zig {self.probe.version}: {'; '.join(why) or 'requested'}"
        installed = ", installed" if self.executor == "local" else ""
        return "; ".join((f"{self.name} {self.probe.version} {self.probe.place}{installed}", *why))


def _find(name: str, file: ToolchainFile, executor: str, root: Path) -> tuple[_Candidate, str]:
    refused: list[_Candidate] = []
    absent: Absent | None = None
    for use, kind in ((file.local, "container"), (file.local, "local"), (file.zig, "zig")):
        if use is None or executor not in ("auto", kind):
            continue
        if kind == "container" and not file.image:
            continue
        runner = find_container(root) if kind == "container" else LOCAL
        if isinstance(runner, Absent):
            absent = runner
            continue
        candidate = _candidate(use, kind, root, runner)
        if candidate.probe.fault is None:
            return candidate, candidate.reason(refused, absent)
        refused.append(candidate)
    if executor == "container" and file.image:
        raise _container_error(name, refused, absent, file)
    if not refused:
        raise _no_compiler(name, executor, file)
    faults = "; ".join(str(candidate.probe.fault) for candidate in refused)
    install = " or ".join(f"`{candidate.compiler.install}`" for candidate in refused)
    other = ', or set executor = "zig"' if executor == "local" and file.zig is not None else ""
    raise BuildError(f"toolchain {name}: {faults}. Install it with {install}{other}.")


def _no_compiler(name: str, executor: str, file: ToolchainFile) -> KerfError:
    """The fault of a toolchain that has no compiler for the requested executor."""
    if executor == "zig":
        return BuildError(f'toolchain {name}: zig does not build it. Set executor = "local".')
    if file.zig is None:
        return ConfigError(f"toolchain {name}: it names no compiler. Add [local] or [zig].")
    kind, what = (
        (ContainerError, "the toolchain image has no compiler for it")
        if executor == "container"
        else (BuildError, "no installed compiler builds it")
    )
    way = '"zig"' if file.local is None else '"local" or "zig"'
    return kind(f"toolchain {name}: {what}. Set executor = {way}.")


def _container_error(
    name: str, refused: Sequence[_Candidate], absent: Absent | None, file: ToolchainFile
) -> ContainerError:
    if absent is not None:
        return absent.error()
    faults = "; ".join(str(candidate.probe.fault) for candidate in refused)
    other = "" if file.zig is None else ', or set executor = "local" or "zig"'
    return ContainerError(f"toolchain {name}: {faults}. Remake the image: `nox -s image`{other}.")


def _candidate(use: Use, executor: str, root: Path, runner: Runner) -> _Candidate:
    if executor == "zig":
        ensure_zig(root)
    here = places(root)
    machine = fill(use.machine, here)
    compiler = _placed(read_compilers(root)[use.compiler], machine, here)
    name = "zig" if executor == "zig" else compiler.command[0]
    found = probe(name, compiler, machine, root / TOOLS / "probes", runner)
    return _Candidate(
        executor=executor,
        runner=runner,
        name=name,
        compiler=compiler,
        machine=machine,
        places=here,
        probe=found,
    )


def _placed(compiler: Compiler, machine: Arguments, here: Mapping[str, str]) -> Compiler:
    """The compiler without placeholders of this machine's places."""
    support = compiler.support
    if support is not None:
        at = support.index("{machine}")
        support = fill((*support[:at], *machine, *support[at + 1 :]), here)
    commands = {
        name: words and fill(words, here)
        for name in ("command", "version", "archive", "compile", "linker")
        for words in [getattr(compiler, name)]
    }
    environment = {key: fill((value,), here)[0] for key, value in compiler.environment.items()}
    return compiler.model_copy(update={**commands, "support": support, "environment": environment})


def _check_sanitizers(name: str, chosen: _Candidate, sanitize: Sequence[str]) -> None:
    missing = [each for each in sanitize if each not in chosen.compiler.sanitizers]
    if missing:
        has = ", ".join(chosen.compiler.sanitizers) or "none"
        raise BuildError(
            f"toolchain {name}: {chosen.name} has no {' and no '.join(missing)} sanitizer here "
            f"(it has: {has}). Drop it from toolchain.sanitize, or build for the host with gcc."
        )


def _port_sources(folders: Sequence[str], root: Path) -> tuple[str, ...]:
    found = (path for folder in folders for path in (root / folder).glob("*.cpp"))
    return tuple(sorted(path.relative_to(root).as_posix() for path in found))
