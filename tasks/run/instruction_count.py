"""Instructions and stack in an emulator: QEMU's plugin, compiled here, and what it reports."""

from __future__ import annotations

import hashlib
import json
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.errors import BuildError
from tasks.executors.runner import Job, Runner
from tasks.run.outcome import Phase
from tasks.toolchain.choose import TOOLS, fill, places
from tasks.toolchain.file import Timing

PLUGIN = "toolchains/qemu/plugin.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """A compiled plugin, for one version of QEMU's interface."""

    path: Path
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Where the stack of a program is: it grows from `top` down, and ends at `end`."""

    end: int
    top: int


def plugins(root: Path, runner: Runner) -> Iterator[Plugin]:
    """The plugin for each version of the interface, compiled on demand.

    Raises:
        BuildError: there is no C compiler where the emulator runs, or it fails.

    """
    settings = tomllib.loads((root / PLUGIN).read_text(encoding="utf-8"))
    for version in settings["api-versions"]:
        yield Plugin(path=_compiled(settings, version, root, runner), version=version)


def plugin_arguments(
    plugin: Plugin,
    stack: Stack | None,
    phases: Mapping[str, int],
    log: str,
    timing: Timing | None = None,
    spans: Sequence[range] = (),
) -> tuple[str, ...]:
    """QEMU's arguments for counting: `phases` maps names to addresses, `log` is a file's name.

    No place of the stack is known where Linux chooses it. Cycles are 0 without `timing`. Bytes that
    are read from `spans` of addresses are counted as well.
    """
    stack = stack or Stack(end=0, top=0)
    core = 0 if timing is None else list(Timing).index(timing) + 1
    places = {"core": core, "stack_end": stack.end, "stack_top": stack.top, "spans": len(spans)}
    for number, span in enumerate(spans):
        places |= {f"begin_{number}": span.start, f"end_{number}": span.stop}
    places |= phases
    pairs = "".join(f",{name}=0x{address:x}" for name, address in places.items())
    path = str(plugin.path).replace(",", ",,")  # QEMU's way to write a comma
    return ("-plugin", f"file={path}{pairs}", "-d", "plugin", "-D", log)


def fault_arguments(plugin: Plugin, handler: int, log: str) -> tuple[str, ...]:
    """QEMU's arguments for a run that ends in the fault handler at the address `handler`."""
    path = str(plugin.path).replace(",", ",,")
    return ("-plugin", f"file={path},fault=0x{handler:x}", "-d", "plugin,int", "-D", log)


def read_fault(log: str) -> tuple[int | None, tuple[str, ...]]:
    """The last instruction before a fault, and what QEMU knows of the fault's cause.

    Source: QEMU 7 to 10, target/arm/tcg/m_helper.c and target/riscv/cpu_helper.c.
    """
    lines = log.splitlines()
    address = next((int(each.split()[1]) for each in lines if each.startswith("fault ")), None)
    causes: list[str] = []
    for line in lines:
        if line.startswith("Taking exception"):  # the one that follows: semihosting calls are too
            causes = [line.partition("[")[2].partition("]")[0]]
        elif line.startswith(("...with ", "...at fault address ")):
            causes.append(line.removeprefix("..."))
        elif line.startswith("riscv_cpu_do_interrupt") and "semihost" not in line:
            causes = [line.partition("cause:")[2]]
        elif line.startswith("fault "):
            break
    return address, tuple(f"cause {each}" if each[:1].isdigit() else each for each in causes)


def read_counts(log: str, names: Sequence[str]) -> tuple[tuple[Phase, ...], int | None]:
    """What the plugin wrote: each entry into a phase in order; bytes of stack that were used."""
    rows = [line.split() for line in log.splitlines()]
    phases = (map(int, row) for row in rows if len(row) >= 3)
    return (
        tuple(
            Phase(name=names[phase], instructions=instructions, cycles=cycles, read=tuple(read))
            for phase, instructions, cycles, *read in phases
        ),
        next((int(row[1]) for row in rows if row[0] == "stack"), None),
    )


def _compiled(settings: Mapping[str, Any], version: int, root: Path, runner: Runner) -> Path:
    source = root / str(settings["source"])
    headers = [root / str(header) for header in settings["headers"]]
    texts = b"".join(path.read_bytes() for path in (source, *headers))
    key = json.dumps([settings, version, runner.image]).encode() + texts
    name = hashlib.sha256(key).hexdigest()[:16]
    library = root / TOOLS / "qemu" / f"instruction_count-{version}-{name}.so"
    if library.is_file():
        return library
    library.parent.mkdir(parents=True, exist_ok=True)
    command = (*_compiler(settings, root, runner), *settings["flags"])
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:  # another run may do the same
        part = Path(folder, library.name)
        result = runner.run(
            Job(
                command=(*command, f"-DKERF_QEMU_API={version}", str(source), "-o", str(part)),
                folder=root,
                reads=(source, *headers),
                writes=(library.parent,),
            )
        )
        if result.returncode != 0:
            raise BuildError(f"{source} cannot be compiled:\n{' '.join(command)}\n{result.stderr}")
        part.replace(library)
    return library


def _compiler(settings: Mapping[str, Any], root: Path, runner: Runner) -> tuple[str, ...]:
    here = places(root)
    for command in settings["compilers"]:
        filled = fill(command, here)
        if runner.find(filled[0]) is not None:
            return filled
    raise BuildError(
        "no C compiler for this machine. Install one with `apt-get install gcc` or "
        "`python3 -m pip install ziglang`."
    )
