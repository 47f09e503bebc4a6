"""The commands of the documentation: which task each line runs, and running it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from dataclasses import dataclass

from tasks.targets import targets
from tests.docs.pages import ROOT

NOXFILE = (ROOT / "noxfile.py").read_text(encoding="utf-8")
_TASK = re.compile(r'^\s*task\("(?P<name>[a-z-]+)", "(?P<module>[a-z_.]+)"', re.MULTILINE)
_OF_TARGET = re.compile(r'^    "(?P<verb>[a-z]+)": \("', re.MULTILINE)
_SESSION = re.compile(r"^@developers\(.*\ndef (?P<name>\w+)\(", re.MULTILINE)
_STATUS = re.compile(r"#\s*exits with (?P<code>\d+)\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One line of a block; `code` is the exit code in the comment after it."""

    text: str
    code: int


def commands(text: str) -> tuple[Command, ...]:
    """The commands of a block, one on a line unless the line ends in a backslash."""
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        status = _STATUS.search(line)
        command = line.partition(" #")[0].strip()
        if command and not command.startswith("#"):
            found.append(Command(text=command, code=int(status["code"]) if status else 0))
    return tuple(found)


def sessions() -> dict[str, tuple[str, ...]]:
    """The words of `python -m` for each session that is one task; none for the others."""
    found: dict[str, tuple[str, ...]] = {
        match["name"]: (match["module"],) for match in _TASK.finditer(NOXFILE)
    }
    for target in targets(ROOT):
        for match in _OF_TARGET.finditer(NOXFILE):
            verb = match["verb"]
            found[verb] = (f"tasks.{verb}",)
            found[f"{verb}-{target.name}"] = (f"tasks.{verb}", target.name)
    return found | {match["name"]: () for match in _SESSION.finditer(NOXFILE)}


def nox_sessions(command: str) -> tuple[str, ...]:
    """The sessions of nox that a command line runs."""
    return tuple(re.findall(r"\bnox (?:-s|--session) ([\w.<>-]+)", command))


def runnable(command: str) -> list[str]:
    """The words that run `command` with this Python and without nox."""
    words = shlex.split(command)
    if words[:2] == ["nox", "-s"]:
        module = sessions()[words[2]]
        assert module, f"{words[2]} is not a single task"
        return [sys.executable, "-m", *module, *words[4 if words[3:4] == ["--"] else 3 :]]
    return [sys.executable, *words[1:]] if words[0] == "python3" else words


def run(command: str) -> subprocess.CompletedProcess[str]:
    """Runs `command` in the repository."""
    return subprocess.run(
        runnable(command),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
