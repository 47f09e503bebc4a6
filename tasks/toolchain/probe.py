"""Whether a compiler works on this machine: its version, and a tiny program linked with it."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tasks.executors.runner import Job, Runner
from tasks.kept import keep, kept
from tasks.toolchain.file import Arguments, Compiler

# Uses what the runtime needs of the C library: a header, memcpy, a function of libm.
PROGRAM = """\
#include <stdint.h>
extern "C" float expf(float);
extern "C" void* memcpy(void*, const void*, __SIZE_TYPE__);
volatile float x;
char to[64], from[64];
int main() {
  x = expf(x);
  memcpy(to, from, static_cast<uint32_t>(x));
  return 0;
}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A compiler's version and place; `fault` says why it cannot be used, if it cannot."""

    version: str = ""
    place: str = ""  # "at /usr/bin"
    fault: str | None = None


def probe(
    name: str,
    compiler: Compiler,
    machine: Arguments,
    cache: Path,
    runner: Runner,
) -> Probe:
    """What is known about the compiler, whose commands have no placeholder of a place.

    A success is kept in the folder `cache` until the compiler's file changes.

    Raises:
        ContainerError: the container engine fails.

    """
    found = runner.find(compiler.command[0])
    if found is None:
        return Probe(fault=f"{name} is not installed")
    question = [compiler.model_dump(mode="json"), machine, found.key, PROGRAM]
    key = hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()[:32]
    file = cache / f"{key}.json"
    answer = kept(file, key, Probe)
    if answer is None:
        answer = _ask(name, compiler, machine, found.place, runner)
        if answer.fault is None:
            keep(file, key, answer)
    return answer


def _ask(name: str, compiler: Compiler, machine: Arguments, place: str, runner: Runner) -> Probe:
    with tempfile.TemporaryDirectory(prefix="kerf-probe-") as folder:
        shown = _run(compiler.version, Path(folder), runner)
        if shown.returncode != 0:
            return Probe(fault=f"{name} {place} does not work ({_first_line(shown)})")
        version = shown.stdout.strip()
        if compiler.archive and runner.find(compiler.archive[0]) is None:
            return Probe(fault=f"{name} {version} is installed, {compiler.archive[0]} is not")
        refusal = None if compiler.bundled else _refusal(compiler, machine, Path(folder), runner)
    if refusal is not None:
        return Probe(fault=f"{name} {version} is installed, but cannot link ({refusal})")
    return Probe(version=version, place=place)


def _refusal(compiler: Compiler, machine: Arguments, folder: Path, runner: Runner) -> str | None:
    """What the compiler says when it cannot link a tiny program."""
    flags = [flag for flag in (*compiler.compile, *compiler.link) if "{" not in flag]
    source, output = folder / "probe.cpp", folder / "probe"
    source.write_text(PROGRAM, encoding="utf-8")
    command = (*compiler.command, *machine, *flags, "-Wl,-e,main", str(source), "-o", str(output))
    linked = _run((*command, *compiler.libraries), folder, runner)
    return None if linked.returncode == 0 else _first_line(linked)


def _run(command: Arguments, folder: Path, runner: Runner) -> subprocess.CompletedProcess[str]:
    try:
        return runner.run(
            Job(
                command=command,
                folder=folder,
                environment={"LC_ALL": "C"},
                writes=(folder,),
                timeout_s=120,
            )
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return subprocess.CompletedProcess(command, 1, "", str(error))


def _first_line(result: subprocess.CompletedProcess[str]) -> str:
    lines = [line.strip() for line in (result.stderr + result.stdout).splitlines()]
    telling = [line for line in lines if "error" in line] or [line for line in lines if line]
    return telling[0] if telling else f"exit code {result.returncode}"
