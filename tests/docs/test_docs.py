"""The documentation holds: commands run, examples parse, links resolve, files that it names exist.

A block's fence determines its test:
`sh run`                   each line is run and exits with 0, or with N by `# exits with N`;
                           `needs=a,b` names programs without which it is skipped outside CI
`sh`                       its sessions and tasks exist
`text output`              follows a `sh run`: its lines are in the output, in this order;
                           `...` replaces what is left out
`<language> file=<path>`   is the content of that file
`cpp compiled`             compiles with the headers of the target mv2-arm
`toml`                     is a target, or a part of one, by the schema; `toml toolchain` is not
`json`, `yaml`             parses
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tasks.building.expand import expand
from tasks.building.planning import plan_target
from tasks.building.public_headers import public_headers
from tasks.config import load_target
from tasks.toolchain.file import read_toolchain
from tests.docs.commands import commands, nox_sessions, run, sessions
from tests.docs.pages import ROOT, Block, anchors, blocks, pages, prose, shown

BLOCKS = tuple(blocks())
SLOW = ("build", "run", "runner", "minimal")
READERS = re.compile(r"\b(kws|try)\b")  # names of files and targets that a reader makes


def of(*languages: str) -> list[Any]:
    return [pytest.param(b, id=b.name) for b in BLOCKS if b.language in languages]


def run_blocks() -> list[Any]:
    found = []
    following = {first.name: second for first, second in pairwise(BLOCKS)}
    for block in BLOCKS:
        if block.words[:2] != ("sh", "run"):
            continue
        after = following.get(block.name)
        output = after if after is not None and after.words[:2] == ("text", "output") else None
        slow = any(word in block.text for word in SLOW)
        marks = [pytest.mark.slow] if slow else []
        found.append(pytest.param(block, output, id=block.name, marks=marks))
    return found


@pytest.mark.parametrize(("block", "output"), run_blocks())
def test_commands_run_and_print_what_the_page_shows(
    block: Block, output: Block | None, require_tool: Callable[[str], str]
) -> None:
    for word in block.words[2:]:
        for tool in word.removeprefix("needs=").split(","):
            require_tool(tool)
    if output is not None:  # what is up to date is built in fewer words
        for target in re.findall(r"(\w[\w-]*)\.toml", block.text):
            shutil.rmtree(ROOT / "build" / target, ignore_errors=True)
    printed = ""
    for command in commands(block.text):
        done = run(command.text)
        assert done.returncode == command.code, f"{command.text}\n{done.stdout}"
        printed += done.stdout
    missing = first_missing(output.text, printed) if output is not None else None
    assert missing is None, f"{missing!r} is not printed here:\n{printed}"


def first_missing(expected: str, printed: str) -> str | None:
    """The first line of `expected` that `printed` does not have after those before it."""
    lines = iter([line.rstrip() for line in printed.splitlines()])
    for line in expected.splitlines():
        if line.strip() != "..." and not any(found == line.rstrip() for found in lines):
            return line
    return None


@pytest.mark.parametrize("block", [p for p in of("text") if p.values[0].words[1:] == ("output",)])
def test_an_output_follows_the_command_that_prints_it(block: Block) -> None:
    before = BLOCKS[BLOCKS.index(block) - 1]
    assert before.page == block.page
    assert before.words[:2] == ("sh", "run")


@pytest.mark.parametrize("block", of("sh"))
def test_commands_name_sessions_and_tasks_that_exist(block: Block) -> None:
    known = sessions()
    for command in commands(block.text):
        for session in nox_sessions(command.text):
            assert session in known or "<" in session or READERS.search(session), command.text
        for module in re.findall(r"-m (tasks\.\w+)", command.text):
            assert importlib.util.find_spec(module) is not None, command.text


@pytest.mark.parametrize("block", of("toml"))
def test_targets_are_valid_by_the_schema(block: Block) -> None:
    content = tomllib.loads(block.text)
    if "toolchain" in block.words[1:]:
        return
    schema = json.loads((ROOT / "docs/reference/target.schema.json").read_text())
    # A part of a target: the schema also requires the rest.
    rest = {"description": "a part", "select": {"all": True}, "toolchain": {"name": "host-gcc"}}
    jsonschema.validate(rest | content, schema)


@pytest.mark.parametrize("block", of("json", "yaml"))
def test_data_parse(block: Block) -> None:
    assert yaml.safe_load(block.text) is not None
    if block.language == "json":
        json.loads(block.text)


@pytest.mark.parametrize("block", [b for b in of("cpp") if "compiled" in b.values[0].words])
def test_cpp_compiles_with_the_headers_of_a_target(
    block: Block, require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    planned = plan_target(load_target("mv2-arm", ROOT))
    expand(planned.plan, ROOT, tmp_path / "expanded" / "selected")
    roots = (tmp_path / "expanded", ROOT / "runtime")
    for name, text in public_headers(roots, read_toolchain("host-gcc", ROOT)).items():
        header = tmp_path / "include" / name
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text(text, encoding="utf-8")
    words = ("-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-xc++", "-")
    command = [require_tool("g++"), f"-I{tmp_path / 'include'}", *words]
    done = subprocess.run(command, input=block.text, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("block", [pytest.param(b, id=b.name) for b in BLOCKS])
def test_blocks_show_the_file_that_they_name(block: Block) -> None:
    for word in block.words[1:]:
        if word.startswith("file="):
            file = ROOT / word.removeprefix("file=")
            assert block.text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [pytest.param(page, id=shown(page)) for page in pages()])
def test_links_resolve(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file), target


FOLDERS = "codegen|configs|docs|examples|runtime|tasks|tests|toolchains"
_FILE = re.compile(rf"`((?:{FOLDERS})/[\w./*<>-]+|[\w-]+\.(?:toml|md|txt|ld)|noxfile\.py)`")


@pytest.mark.parametrize("page", [pytest.param(page, id=shown(page)) for page in pages()])
def test_files_that_are_named_exist(page: Path) -> None:
    for name in _FILE.findall(prose(page)):
        if "<" in name or READERS.search(name) or name.endswith(".o"):
            continue
        found = list(ROOT.glob(name.rstrip("/")))
        if "/" not in name:
            found += [*(ROOT / "toolchains").rglob(name), *(ROOT / "configs").rglob(name)]
        assert found, name


def test_the_two_commands_of_the_readme_are_those_of_continuous_integration() -> None:
    first = next(block for block in BLOCKS if block.page == "README.md" and block.language == "sh")
    steps = [step.strip() for step in re.split(r"\n|&&", first.text) if step.strip()]
    assert steps == ["python3 -m pip install nox", "nox -s build-mv2-arm", "nox -s tests"]
    ci = (ROOT / ".ci/run").read_text(encoding="utf-8")
    done = [line.partition("#")[0].strip() for line in ci.splitlines()]
    assert [step for step in done if step in steps] == steps[1:]
    assert re.search(
        r"-m pip install .*\n  --require-hashes --no-deps -r requirements-nox\.txt$", ci, re.M
    )


def test_every_page_is_reached_from_the_readme() -> None:
    reached, open_pages = set[Path](), [ROOT / "README.md"]
    while open_pages:
        page = open_pages.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
            path = (page.parent / target.partition("#")[0]).resolve()
            if path.is_dir():
                open_pages += path.glob("*.md")
            elif path.exists() and not re.match(r"[a-z]+:", target):
                open_pages.append(path)
    assert {shown(page) for page in set(pages()) - reached} == set()
