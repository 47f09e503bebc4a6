"""C++ of the runtime with every warning and the sanitizers; objects are kept between sessions.

Checkouts of one machine share them by ccache, where it is installed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from codegen.emit.c_header import model_headers
from codegen.library import KernelSpec, Library, divided, with_loops
from codegen.library_file import FUNCTIONS_FILE, read_library
from codegen.loop_scratch import read_loop_scratch
from codegen.plan import Plan, RegistryForm
from codegen.resolve import resolve
from codegen.selection import Selection, everything
from tasks.building.expand import expand
from tasks.building.sources import COMPILED, INTERPRETER
from tasks.files import write_if_changed

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "runtime"
KERNELS = RUNTIME / "kernels"
CACHE = ROOT / "build" / "tests"
"""Ignored by git; nothing but time is lost with it."""

JOBS = 2
FEW_KERNELS = 40
"""The whole runtime of a plan with no more is one source."""
TOGETHER = 6
"""Generated sources of other plans that are compiled as one, which takes two thirds of the time."""
FLAGS = (
    "-std=c++17",
    "-fno-exceptions",
    "-fno-rtti",
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Wconversion",
    "-Werror",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-pie",
    "-no-pie",  # a program with all kernels has thousands of relocations otherwise
    # Clang's: that is for the linker, few kernels do not need every function, and C++ alone calls
    # the phases of the minimal application.
    "-Wno-unused-command-line-argument",
    "-Wno-unneeded-internal-declaration",
    "-Wno-return-type-c-linkage",
    "-DKERF_DIAGNOSTICS=1",
)
UNSANITIZED = (*FLAGS, "-O0")
"""For more rounds of what other rounds build with the sanitizers: a third of the time."""
SANITIZED = (
    *UNSANITIZED,
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize-recover=all",
)
"""Without optimization: with it, compiling takes three times as long, and the tests as long.

Without lines of the source in stacks, for a fifth: functions are named, and undefined behaviour's
lines. Add `-g1` here to see others.
"""
UNWRITTEN = (*UNSANITIZED, "-Wno-error", "-fsanitize=memory")
"""Clang's, for what nothing has written: every function of the program must be compiled with it."""
NARROW = (
    *("-m32", "-msse2", "-mfpmath=sse"),  # x87's numbers have more bits until they are stored
    *("-idirafter", "/usr/include/x86_64-linux-gnu"),  # headers of the kernel are of both widths
    "-Wno-error",
)
"""For a build of 32 bits."""
CCACHE = {
    "CCACHE_BASEDIR": str(ROOT),
    "CCACHE_NOHASHDIR": "1",
    "CCACHE_DEPEND": "1",
    "CCACHE_COMPILERCHECK": "content",
}
"""A compiler's result is the same in each checkout; without it ccache finds it there alone."""
ENVIRONMENT = {
    # The runner keeps what it loads until it ends.
    "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "PATH": os.environ.get("PATH", ""),
}

_SELECTED: dict[int, tuple[Plan, Path]] = {}
"""Plans that were expanded, by their identity, and where."""


@cache
def libraries() -> tuple[Library, ...]:
    """Every kernel library of the repository, with the loops that our flags compile."""
    loops = read_loop_scratch([RUNTIME / "isa" / "scalar"])
    return tuple(
        with_loops(read_library(path.parent, prefix=f"kernels/{path.parent.name}/"), loops)
        for path in sorted(KERNELS.glob(f"*/{FUNCTIONS_FILE}"))
    )


@cache
def kernels_by_name() -> Mapping[str, KernelSpec]:
    """The kernel of each operator that a library of the repository has."""
    return {kernel.operator: kernel for library in libraries() for kernel in library.kernels}


def plan_for(
    need: Selection | None = None,
    *,
    form: RegistryForm = RegistryForm.TABLE,
    capacity: int | None = None,
    threads: int = 1,
) -> Plan:
    """The plan that meets `need`, without one everything that the libraries have."""
    chosen = everything() if need is None else need
    kernels = tuple(divided(each, threads) for each in libraries())
    return resolve(chosen, kernels, target="tests", form=form, capacity=capacity, threads=threads)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiler:
    """A compiler with fixed flags, and the objects that it has made."""

    command: str
    """Of C++: `clang++` or `g++`."""
    flags: tuple[str, ...] = SANITIZED
    _digests: dict[Path, str] = field(default_factory=dict, repr=False)
    _notes: dict[Path, dict[str, str]] = field(default_factory=dict, repr=False)

    def selected(self, plan: Plan) -> Path:
        """The include root that has `plan`'s expansion as `selected/`: made once by a process."""
        if id(plan) not in _SELECTED:
            _SELECTED[id(plan)] = plan, self._selected(plan)
        return _SELECTED[id(plan)][1]

    def _selected(self, plan: Plan) -> Path:
        folder = CACHE / "selected" / plan.digest()[:16]
        for changed in expand(plan, ROOT, folder / "selected"):
            self._digests.pop(changed, None)
        for name, text in model_headers(plan).items():
            (folder / "include").mkdir(exist_ok=True)
            write_if_changed(folder / "include" / name, text)
        return folder

    def runtime(self, plan: Plan, *applications: str) -> list[Path]:
        """The sources of a whole runtime for `plan`, with those of `applications`."""
        other = {"table": "dynamic", "dynamic": "table"}[plan.form]
        core = INTERPRETER if plan.compiled is None else COMPILED
        sources = [
            path
            for folder in (*core, *(f"apps/{name}" for name in applications))
            for path in sorted((RUNTIME / folder).glob("*.cpp"))
            if path.name != f"registry_{other}.cpp"
        ]
        sources += sorted((self.selected(plan) / "selected").glob("*.cpp"))
        return sources + sorted(KERNELS.glob("*.cpp"))

    def _together(self, sources: Sequence[Path], plan: Plan) -> list[Path]:
        """`sources` with some that include several of them each: headers are then read once.

        Of a plan with many kernels only what is generated, a few files at a time: what all plans
        have is shared with the next one, and both cores have work.
        """
        few = len(plan.kernels) <= FEW_KERNELS
        roots = (self.selected(plan), RUNTIME) if few else (self.selected(plan),)
        names, others = list[str](), list[Path]()
        for path in sources:
            root = next((root for root in roots if path.is_relative_to(root)), None)
            if root is None:
                others.append(path)
            else:
                names.append(str(path.relative_to(root)))
        step = max(len(names), 1) if few else TOGETHER
        together = [names[first : first + step] for first in range(0, len(names), step)]
        return [*(self._including(each, plan) for each in together), *others]

    def _including(self, names: Sequence[str], plan: Plan) -> Path:
        """A source that includes those of `names`."""
        path = self.selected(plan) / f"{_hash(names)[:16]}.cpp"
        write_if_changed(path, "".join(f'#include "{name}"\n' for name in names))
        return path

    def program(
        self, name: str, sources: Iterable[Path], plan: Plan, *, optimized: Iterable[Path] = ()
    ) -> Path:
        """An executable linked of `sources`, compiled against `plan`, and those `optimized`."""
        fast = replace(self, flags=(*self.flags, "-O1"))
        # First: of a function in several objects, the linker takes the first.
        objects = [*fast.objects(optimized, plan), *self.objects(sources, plan)]
        key = _hash([*map(str, objects), *self.flags, name])
        path = CACHE / "bin" / key[:16] / name
        with _locked(path.parent):
            if not path.is_file():
                part = path.with_suffix(f".{os.getpid()}")
                self._run(
                    [
                        self.command,
                        *self.flags,
                        *map(str, objects),
                        "-lm",
                        "-lpthread",
                        "-o",
                        str(part),
                    ]
                )
                part.replace(path)
        return path

    def objects(self, sources: Iterable[Path], plan: Plan) -> list[Path]:
        """The objects of `sources`, compiled where anything that they include has changed."""
        selected, together = self.selected(plan), self._together([*sources], plan)
        with ThreadPoolExecutor(JOBS) as pool:
            return list(pool.map(lambda source: self._object(source, selected), together))

    def _object(self, source: Path, selected: Path) -> Path:
        """The object made of this source, these flags and headers, whichever plan had it made."""
        known = CACHE / "objects" / _hash([_name(source, selected), self.command, *self.flags])[:16]
        found = self._made(known, selected)
        if found is None:
            with _locked(known):  # by another process of the tests as well
                found = self._made(known, selected) or self._compile(source, selected, known)
        return found

    def _made(self, known: Path, selected: Path) -> Path | None:
        """The object in `known` that was made of what its source and headers are now."""
        for notes in sorted(known.glob("*.json")):
            if notes not in self._notes:
                self._notes[notes] = json.loads(notes.read_text(encoding="utf-8"))
            made_of = self._notes[notes]
            if all(self._digest(selected / name) == digest for name, digest in made_of.items()):
                return notes.with_suffix(".o")
        return None

    def _compile(self, source: Path, selected: Path, known: Path) -> Path:
        part = known / "part.o"
        folders = (selected, RUNTIME, RUNTIME / "isa" / "scalar", ROOT)
        flags = (*self.flags, *(f"-I{folder}" for folder in folders))
        command = [self.command, *flags, "-MD", "-c", str(source), "-o", str(part)]
        usable = "CCACHE_DISABLE" not in os.environ and shutil.which("ccache") is not None
        self._run(["ccache", *command] if usable else command)
        made_of = {_name(path, selected): self._digest(path) for path in _dependencies(part)}
        path = known / f"{_hash([*made_of, *made_of.values()])[:16]}.o"
        part.replace(path)
        path.with_suffix(".json").write_text(json.dumps(made_of), encoding="utf-8")
        return path

    def _digest(self, path: Path) -> str:
        if path not in self._digests:
            there = path.is_file()
            self._digests[path] = hashlib.sha256(path.read_bytes()).hexdigest() if there else ""
        return self._digests[path]

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
            env={**CCACHE, **os.environ},
        )
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stderr}"


def run(
    program: Path, *arguments: str | Path, timeout_s: float = 300, folder: Path | None = None
) -> Finished:
    """Runs a program, in `folder`, that must not be ended by a sanitizer or a signal."""
    done = subprocess.run(
        [program, *arguments],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=timeout_s,
        env=ENVIRONMENT,
        cwd=folder,
    )
    for sign in ("ERROR: AddressSanitizer", "runtime error:"):
        assert sign not in done.stderr, done.stderr[:6000]
    assert done.returncode >= 0, f"ended by signal {-done.returncode}\n{done.stderr[:6000]}"
    return Finished(exit_code=done.returncode, stdout=done.stdout, stderr=done.stderr)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """What a program ended with."""

    exit_code: int
    stdout: str
    stderr: str


def _name(path: Path, selected: Path) -> str:
    """What is generated for a plan by its path in the plan's folder, all else by its whole path."""
    return str(path.relative_to(selected) if path.is_relative_to(selected) else path)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("a", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _dependencies(compiled: Path) -> list[Path]:
    rules = compiled.with_suffix(".d")
    text = rules.read_text(encoding="utf-8").replace("\\\n", " ")
    rules.unlink()
    return [ROOT / name for name in re.findall(r"(?:[^\s\\]|\\.)+", text.partition(":")[2])]


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
