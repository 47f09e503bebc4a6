"""Kerf's tools as functions: each runs the task that nox runs, in its environment."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import IO, Any

PATH = str | os.PathLike[str]
Progress = Callable[[str], None]

_CAUSES = {
    2: "ConfigError",
    3: "SelectionError",
    4: "ResolutionError",
    5: "ExpansionError",
    6: "BuildError",
    7: "SizeError",
    8: "ContainerError",
    9: "VerifyError",
    10: "NotVerified",
}
_ENVIRONMENT = """\
import sys
from pathlib import Path
from tasks.environment import BuildError, environment
try:
    print(environment(Path(sys.argv[1]), ["requirements.txt"]))
except BuildError as error:
    sys.exit(f"error: {error}")
"""


class ToolError(Exception):
    """A tool refuses: its words, the exit code, and the name of its cause, like SizeError."""

    def __init__(self, words: str, exit_code: int) -> None:
        super().__init__(words)
        self.exit_code = exit_code
        self.cause = _CAUSES.get(exit_code, "Error")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """What a target takes, in bytes."""

    target: str
    toolchain: str
    flash_bytes: int
    """Counts the ELF alone: models and arena may be outside it."""
    ram_bytes: int
    program_bytes: int | None
    """What describes the programs on the device, without weights; None where that is unknown."""
    weights_bytes: int | None
    image_bytes: int | None
    """Flash with the models."""
    document: Mapping[str, Any]
    """All of size.json (docs/reference/size.md)."""
    faults: tuple[str, ...] = ()
    """Why it does not fit its board or its budget; empty where it does."""

    @property
    def device_flash_bytes(self) -> int:
        """All flash that the device needs, with models and weights."""
        return self._used("flash")

    @property
    def device_ram_bytes(self) -> int:
        """All RAM that it needs, with planned memory, scratch and a stack that is reserved."""
        return self._used("ram")

    def _used(self, kind: str) -> int:
        regions = self.document["device"]["regions"]
        return sum(each["used_bytes"] for each in regions if each["kind"] == kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """A built target."""

    target: str
    folder: Path
    """Where libkerf.a, include/, plan.json, size.json and manifest.json are."""
    sizes: Sizes


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectedOperator:
    """An operator that is needed, and with which dtypes."""

    name: str
    calls: int
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What sources select together."""

    operators: tuple[SelectedOperator, ...]
    models: tuple[str, ...]
    document: Mapping[str, Any]
    """All of it, as `nox -s select -- ... --format json` writes it."""


def select(*sources: PATH) -> Selection:
    """What programs, lists and YAML select together.

    Raises:
        ToolError: a source cannot be read or is wrong.

    """
    document = json.loads(run("select", *_sources(sources), "--format", "json"))
    return Selection(
        operators=tuple(
            SelectedOperator(
                name=each["name"],
                calls=len(each["calls"]),
                keys=tuple(key["key"] for key in each["keys"]),
            )
            for each in document["operators"]
        ),
        models=tuple(each["name"] for each in document["models"]),
        document=document,
    )


def optimize(
    source: PATH,
    output: PATH,
    *,
    passes: Iterable[str] | None = None,
    data: Iterable[PATH] = (),
    progress: Progress | None = None,
) -> None:
    """Writes the optimised program of `source` to `output`, as firmware gets it.

    Raises:
        ToolError: the program cannot be read, or is delegated to what cannot be turned back.

    """
    run(*_optimize_words(source, output, passes, data), progress=progress)


def _optimize_words(
    source: PATH, output: PATH, passes: Iterable[str] | None, data: Iterable[PATH]
) -> list[str]:
    words = ["optimize", _path(source), _path(output)]
    words += [] if passes is None else ["--passes", ",".join(passes)]
    return words + [word for each in data for word in ("--data", _path(each))]


def observe(
    source: PATH,
    folder: PATH,
    *,
    passes: Iterable[str] | None = None,
    data: Iterable[PATH] = (),
) -> None:
    """Writes the programs into `folder` that compare() runs: see `nox -s optimize -- --observe`.

    Raises:
        ToolError: as optimize().

    """
    words = _optimize_words(source, Path(folder, "optimised.pte"), passes, data)
    run(*words, "--observe", _path(folder))


def build(
    target: PATH,
    *,
    board: str | None = None,
    toolchain: str | None = None,
    form: str = "compiled",
    optimize: str = "balanced",
    executor: str | None = None,
    progress: Progress | None = None,
) -> Build:
    """Builds a target: one of configs/ by its name, a TOML file, or a model for a board.

    Args:
        target: a target's name, its TOML file, or a `.pte` for `board` or `toolchain`.
        board: a file of toolchains/boards/, like stm32h743.
        toolchain: a folder of toolchains/, where there is no board.
        form: of a model, "compiled" or "interpreter".
        optimize: of a model, "size", "balanced" or "speed".
        executor: "container", "local" or "zig" in place of the target's.
        progress: gets each line as it is printed.

    Raises:
        ToolError: as `nox -s build`: a config, a size, a compiler.

    """
    named = _named(target, board, toolchain, form, optimize)
    words = [] if executor is None else ["--executor", executor]
    run("build", named, *words, progress=progress)
    return Build(target=Path(named).stem, folder=_folder(named), sizes=_read(named))


_CHOICES: Mapping[str, Any] = {
    "board": None,
    "toolchain": None,
    "form": "compiled",
    "optimize": "balanced",
}
"""What of build() names a model's target, with its defaults."""


def sizes(target: PATH, **options: Any) -> Sizes:
    """What `target` takes, which is built for it with the `options` of build().

    Where it was linked but does not fit its board or budget, `faults` says why.

    Raises:
        ToolError: as build(), but for that.

    """
    try:
        return build(target, **options).sizes
    except ToolError as error:
        if error.cause != "SizeError":
            raise
        named = _named(target, *(options.get(key, default) for key, default in _CHOICES.items()))
        (_folder(named) / "size.json").unlink(missing_ok=True)  # of an earlier build
        with suppress(ToolError):
            build(target, **options)
        if not (_folder(named) / "size.json").is_file():
            raise
        lines = str(error).splitlines()
        return replace(_read(named), faults=tuple(each.removeprefix("error: ") for each in lines))


def etdump(profiles: Sequence[Mapping[str, Any]], output: PATH) -> None:
    """Writes profiles as an ETDump, which ExecuTorch's Inspector reads."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for index, profile in enumerate(profiles):
            file = Path(folder, f"{index}.json")
            file.write_text(json.dumps(profile), encoding="utf-8")
            files.append(str(file))
        run("profile", *files, "--etdump", _path(output))


def run(task: str, *arguments: str, progress: Progress | None = None) -> str:
    """What the task prints, run as `python -m tasks.<task>` on this Kerf; `progress` gets lines.

    Raises:
        ToolError: it fails.

    """
    with tempfile.TemporaryFile(mode="w+", encoding="utf-8") as errors:
        code, lines = _lines([python(), "-m", f"tasks.{task}", *arguments], errors, progress)
        errors.seek(0)
        words = errors.read().strip()
    if code:
        raise ToolError(words.removeprefix("error: ") or f"{task} exits with {code}", code)
    return "".join(lines)


def _lines(
    command: Sequence[str], errors: IO[str], progress: Progress | None
) -> tuple[int, list[str]]:
    """The exit code of `command` and what it printed, each line passed on as it comes."""
    lines = []
    with subprocess.Popen(
        command,
        cwd=root(),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            for line in process.stdout or ():
                lines.append(line)
                if progress is not None:
                    progress(line.rstrip("\n"))
        except BaseException:
            process.terminate()
            raise
    return process.returncode, lines


@cache
def python() -> str:
    """The Python of the environment that the tasks run in; made when it is first needed."""
    found = subprocess.run(
        [sys.executable, "-c", _ENVIRONMENT, str(root())],
        cwd=root(),
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        raise ToolError(found.stderr.strip().removeprefix("error: "), 6)
    return found.stdout.splitlines()[-1]


@cache
def root() -> Path:
    """Where Kerf is: the clone around the package, else the copy of it that came with the package.

    Builds write into it, so that the copy is in the user's cache.
    """
    here = Path(__file__).resolve().parent
    clone = here.parent.parent
    if (clone / "noxfile.py").is_file() and (clone / "codegen").is_dir():
        return clone
    source = here / "tree"
    digest = (source / "DIGEST").read_text(encoding="utf-8").strip()
    kept = cache_folder() / f"tree-{digest[:16]}"
    if not kept.is_dir():
        kept.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".tree-", dir=kept.parent))
        shutil.copytree(source, made, dirs_exist_ok=True)
        try:
            made.rename(kept)
        except OSError:  # another process was faster
            shutil.rmtree(made)
    return kept


def cache_folder() -> Path:
    """Where Kerf keeps what it makes for this user. Source: XDG Base Directory Specification."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".cache") / "kerf"


def environment() -> dict[str, str]:
    """The variables of a process that runs a task: it imports this Kerf, nothing of its folder."""
    return {**os.environ, "PYTHONPATH": str(root()), "PYTHONSAFEPATH": "1"}


def _path(path: PATH) -> str:
    """Absolute, because the tasks run in another folder."""
    return str(Path(path).absolute())


def _sources(sources: Iterable[PATH]) -> list[str]:
    """Files become absolute; operators stay as they are."""
    return [_path(each) if Path(each).exists() else os.fspath(each) for each in sources]


def _named(target: PATH, board: str | None, toolchain: str | None, form: str, optimize: str) -> str:
    """The target that the tasks build: its name or its file, which is written for a model."""
    path = Path(target)
    if path.suffix not in (".pte", ".bpte"):
        return _path(path) if path.suffix == ".toml" else os.fspath(target)
    if (board is None) == (toolchain is None):
        raise ToolError(f"{path}: name a board or a toolchain to build it for", 2)
    chosen = toolchain or _toolchain(str(board))
    name = re.sub(r"[^a-z0-9]+", "-", f"{path.stem}-{board or toolchain}-{form}".lower()).strip("-")
    lines = [
        f"description = {json.dumps(f'{path.stem} on {board or toolchain}')}",
        f"[select]\nmodels = [{json.dumps(_path(path))}]",
        f'[runtime]\nform = "{form}"',
        f'[toolchain]\nname = "{chosen}"\noptimize = "{optimize}"',
        *([] if board is None else [f'[board]\nname = "{board}"']),
    ]
    digest = hashlib.sha256(_path(path).encode()).hexdigest()[:8]
    file = root() / "build" / "targets" / digest / f"{name}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def _toolchain(board: str) -> str:
    file = root() / "toolchains" / "boards" / f"{board}.toml"
    if not file.is_file():
        known = ", ".join(sorted(each.stem for each in file.parent.glob("*.toml")))
        raise ToolError(f"no board {board}. There are {known}.", 2)
    return str(tomllib.loads(file.read_text(encoding="utf-8"))["toolchain"])


def _folder(named: str) -> Path:
    return root() / "build" / Path(named).stem


def _read(named: str) -> Sizes:
    document = json.loads((_folder(named) / "size.json").read_text(encoding="utf-8"))
    compiler = document["toolchain"]
    return Sizes(
        target=document["target"],
        toolchain=f"{compiler['name']} {compiler['version']}",
        flash_bytes=document["flash_bytes"],
        ram_bytes=document["ram_bytes"],
        program_bytes=document.get("program_bytes"),
        weights_bytes=document.get("weights_bytes"),
        image_bytes=document.get("image_bytes"),
        document=document,
    )
