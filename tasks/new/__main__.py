"""Writes a small project of your own: a target for a board, its model and cases, CI, a noxfile.

All sessions of use work there: build, run, size, gates, compare, report, release. It builds with
the revision of Kerf that this clone has checked out, at once, to record its first baseline.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from string import Template
from typing import Any

from codegen.errors import ConfigError, KerfError, NotVerified, VerifyError
from codegen.pte import read_model
from tasks import cli
from tasks.building.planning import plan_target
from tasks.config import Target, load_target
from tasks.config.board import board_advice, board_names, read_board
from tasks.config.model import FOLDER_NAME
from tasks.config.words import advice, toml
from tasks.files import write_if_changed
from tasks.markdown import plain
from tasks.revisions import git
from tasks.run.case_entry import read_entry
from tasks.run.cases import cases_path, read_cases
from tasks.targets import CHECKOUT, PIN, toolchain_names
from tasks.toolchain.file import read_toolchain

TEMPLATES = Path(__file__).parent / "template"
FILES = {
    "noxfile.py": "noxfile.py.txt",
    ".gitignore": "gitignore",
    "README.md": "README.md",
    ".github/workflows/sizes.yml": "sizes.yml",
}
EXAMPLES = """\
examples:
  nox -s new -- ../kws --model kws.pte --board stm32h743
  nox -s new -- ../kws --model kws.pte --cases kws.cases.json --toolchain host-gcc

Cases next to the model, kws.cases.json, are taken without --cases. `nox -s cases` writes them.
"""


def new_project(
    folder: Path,
    root: Path,
    model: Path,
    *,
    name: str,
    cases: Path | None,
    board: str | None,
    toolchain: str | None,
) -> Path:
    """Writes the project `folder`, which has the Kerf of the clone `root`; its target's file.

    Raises:
        ConfigError: the folder has files already, or board or toolchain do not exist.
        SelectionError: the model cannot be read.
        VerifyError: the cases are not those of the model.

    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigError(f"{folder}: exists already. Name a folder that is new or empty.")
    read_model(model)
    machine = _machine(root, board, toolchain)
    pinned = git.get_commit(root, "HEAD").id
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as made:
        project = Path(made) / folder.name
        models = project / "configs" / "models"
        models.mkdir(parents=True)
        copied = Path(shutil.copy(model, models / f"{name}{model.suffix}"))
        if cases is not None or cases_path(model).is_file():
            _copy_cases(cases or cases_path(model), copied)
        values = {
            "name": name,
            "model": plain(model.name),
            "models": toml([f"models/{copied.name}"]),
            "description": toml(" ".join(f"{model.stem} on {machine['device']}".split())),
            "url": git.origin(root) or str(root),
            "nox": _pinned_nox(root),
            "runtime": "",
            **machine,
        }
        for path, template in {**FILES, f"configs/{name}.toml": "target.toml"}.items():
            text = Template((TEMPLATES / template).read_text(encoding="utf-8")).substitute(values)
            (project / path).parent.mkdir(parents=True, exist_ok=True)
            write_if_changed(project / path, text)
        pin = f"url = {toml(values['url'])}\nrevision = {toml(pinned)}\n"
        write_if_changed(project / PIN, pin)
        git.clone(root, pinned, project / CHECKOUT, origin=values["url"])
        _write_form(load_target(name, project / CHECKOUT), values)
        load_target(name, project / CHECKOUT)
        git.initialise(project)
        if folder.exists():
            folder.rmdir()
        project.rename(folder)
    return folder / "configs" / f"{name}.toml"


def _write_form(target: Target, values: Mapping[str, str]) -> None:
    """Adds the form to a board's target: compiled, unless only the interpreter runs its model."""
    if read_toolchain(target.toolchain.name, target.root).linker_script is None:
        return
    text = COMPILED
    try:
        plan_target(_in_form(target, "compiled"))
    except KerfError as error:
        with suppress(KerfError):  # a fault of both is the build's to report
            plan_target(_in_form(target, "interpreter"))
            text = f"{INTERPRETED}# {error.faults[0].splitlines()[0]}\n\n"
    template = Template((TEMPLATES / "target.toml").read_text(encoding="utf-8"))
    write_if_changed(target.path, template.substitute({**values, "runtime": text}))


COMPILED = """\
[runtime]
form = "compiled" # functions of C, and no file to load; programs are loaded with "interpreter"

"""
INTERPRETED = """\
[runtime]
form = "interpreter" # it loads the model's file; it cannot be "compiled":
"""


def _in_form(target: Target, form: str) -> Target:
    return target.model_copy(update={"runtime": target.runtime.model_copy(update={"form": form})})


def _machine(root: Path, board: str | None, toolchain: str | None) -> dict[str, str]:
    """What a board, or only a toolchain, makes of the target's file."""
    if board is None:
        known = toolchain_names(root)
        if toolchain not in known:
            raise ConfigError(f"no toolchain {toolchain}.{advice(str(toolchain), known)}")
        return {"toolchain": str(toolchain), "device": str(toolchain), "limits": ""}
    if board not in board_names(root):
        raise ConfigError(f"no board {board}.{board_advice(board, root)}")
    file = read_board(board, root)
    regions = dict.fromkeys(("flash", "ram"), 0)
    for region in file.memory.values():
        regions[region.kind] = regions[region.kind] or region.bytes
    limits = (
        f'\n[board] # .kerf/toolchains/boards/{board}.toml\nname = "{board}"\n'
        "\n[budget] # all of the first flash and RAM: lower them to what your firmware leaves\n"
        f"image-bytes = {regions['flash']:_}\narena-bytes = {regions['ram']:_}\n"
    )
    return {"toolchain": file.toolchain, "device": file.description, "limits": limits}


def _copy_cases(source: Path, model: Path) -> None:
    """Copies a case file and the data that it names next to `model`, and checks them."""
    entry = read_entry(source)
    written = cases_path(model)
    shutil.copy(source, written)
    for name in sorted(set(_files(entry.keys))):
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise VerifyError(
                f"{source}: names the file {name}, which is not next to it. Put it there."
            )
        if (source.parent / path).is_file():
            (model.parent / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source.parent / path, model.parent / path)
    try:
        read_cases(model)
    except (VerifyError, NotVerified) as error:
        raise type(error)(
            [fault.replace(str(model.parent), str(source.parent)) for fault in error.faults]
        ) from None


def _files(value: Any) -> Iterator[str]:
    """What a case file names as `file`, without the model."""
    if isinstance(value, dict):
        if isinstance(value.get("file"), str) and "sha256" in value:
            yield value["file"]
        value = [each for key, each in value.items() if key != "pte"]
    for each in value if isinstance(value, list) else ():
        yield from _files(each)


def _first_build(project: Path, name: str) -> bool:
    """Whether the target `name` was built and its baseline recorded, by the project's own Kerf.

    What the commands print is for the user. A run that fails, or that there are no cases or no
    emulator for, leaves the counts of instructions and stack out of the baseline.
    """
    if _task(project, "build", name):
        return False
    _task(project, "run", name)
    return not _task(project, "rebaseline", name, "--reason", "The first build")


def _task(project: Path, verb: str, *arguments: str) -> int:
    """The exit code of a task."""
    checkout = project / CHECKOUT
    command = [sys.executable, "-m", f"tasks.{verb}", *arguments, "--root", str(checkout)]
    found = {"PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1"}
    sys.stdout.flush()
    return subprocess.run(command, cwd=project, env={**os.environ, **found}, check=False).returncode


def _pinned_nox(root: Path) -> str:
    text = (root / "requirements-nox.txt").read_text(encoding="utf-8")
    found = re.search(r"^nox==\S+", text, re.M)
    return found[0] if found else "nox"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    options = _parser().parse_args(arguments)
    root, folder = options.root.resolve(), options.folder.resolve()
    name = options.name or re.sub(r"[^A-Za-z0-9_.-]", "-", options.model.stem).lstrip("-._")
    if not re.fullmatch(FOLDER_NAME, name):
        raise ConfigError(f"--name {name!r}: letters, digits, `.`, `_` and `-` only.")
    new_project(
        folder,
        root,
        options.model,
        name=name,
        cases=options.cases,
        board=options.board,
        toolchain=options.toolchain,
    )
    recorded = _first_build(folder, name)
    print(f"{folder}: target {name}, in a git repository. Next:")
    print(f"  cd {folder}\n  git add --all && git commit -m 'Begin'\n  nox -s build -- {name}")
    if not recorded:
        print(f'  nox -s rebaseline -- {name} --reason "..." # once it builds: the first baseline')
    if not git.is_clean(root):
        print("What is not committed in this clone of Kerf is not in it.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("new", __doc__, EXAMPLES)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the project; new or empty")
    parser.add_argument("--model", type=Path, required=True, metavar="M.pte", help="its model")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="the model's cases")
    machine = parser.add_mutually_exclusive_group(required=True)
    machine.add_argument("--board", metavar="NAME", help="a file of toolchains/boards/")
    machine.add_argument("--toolchain", metavar="NAME", help="a folder of toolchains/")
    parser.add_argument("--name", help="of the target (default: the model's)")
    cli.add_root(parser)
    return parser


if __name__ == "__main__":
    cli.run(main)
