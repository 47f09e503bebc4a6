"""Many targets at once: which, in what order, and what of those that fail."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from codegen.errors import ConfigError
from kerf.native import INSTRUCTION_SETS
from tasks.building.freshness import Digests, is_fresh
from tasks.building.parallel_builds import Outcome, build_targets
from tasks.config import load_target
from tasks.config.named import by_executor, chosen
from tasks.matrix import main
from tasks.progress import Lines
from tasks.screen import Screen
from tasks.targets import target_names
from tasks.toolchain.choose import toolchain_for
from tests.tasks.config_root import ROOT, SMALL, make_root, write
from tests.tasks.release_repository import clone, task

# A build that ends as its target is called.
STAND_IN = """\
import sys, time
name = sys.argv[1]
print("stage of", name, flush=True)
open(f"{name}.begun", "w").close()
if name.startswith("slow"):
    time.sleep(60)
if name.startswith("bad"):
    print("error: it is bad\\nbecause", file=sys.stderr)
    sys.exit(int(name[-1]))
print("nothing to do" if name == "same" else "results")
"""


@pytest.fixture
def builds(tmp_path: Path) -> Path:
    """A folder whose `tasks.build` is the stand-in."""
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "build.py").write_text(STAND_IN, encoding="utf-8")
    return tmp_path


def run(root: Path, *names: str) -> tuple[dict[str, Outcome], str]:
    printed = io.StringIO()
    outcomes = build_targets(
        names, root, Lines(names, printed), python=sys.executable, jobs=2, check_first=False
    )
    return {outcome.target: outcome for outcome in outcomes}, printed.getvalue()


def test_one_that_fails_stops_no_other(builds: Path) -> None:
    outcomes, printed = run(builds, "bad6", "good", "bad4", "same")
    assert [(each.target, each.code) for each in outcomes.values()] == [
        ("bad6", 6),
        ("good", 0),
        ("bad4", 4),
        ("same", 0),
    ]
    assert outcomes["bad4"].faults == ("it is bad\nbecause",)
    assert outcomes["same"].unchanged
    assert not outcomes["good"].unchanged
    assert "bad6  FAILED (6)" in printed


def test_plain_progress_is_two_lines_for_each(builds: Path) -> None:
    _, printed = run(builds, "good", "same")
    assert sorted(line.split()[0] for line in printed.splitlines()) == [
        "good",
        "good",
        "same",
        "same",
    ]
    assert "\x1b" not in printed


def test_screen_draws_each_target_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen(["a", "bb"], stream)
    screen.ended("a", "built")
    screen.ended("bb", "FAILED \x1b[31m(6)")
    screen.close()
    shown = stream.getvalue()
    up = "\x1b[1A"
    assert up in shown
    last = re.sub(r"\x1b\[\??\d*[A-Za-z]", "", shown.rpartition(up)[2])
    assert [line.rstrip() for line in last.split("\n")] == [
        "a   built",
        "bb  FAILED  [31m(6)",
        "",
    ]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_ends_the_builds_too(builds: Path, number: signal.Signals) -> None:
    program = (
        "import sys; from pathlib import Path; "
        "from tasks.building.parallel_builds import build_targets; "
        "from tasks.progress import Lines; names = ['slow1', 'slow2', 'slow3']; "
        "build_targets(names, Path(sys.argv[1]), Lines(names, sys.stdout), python=sys.executable, "
        "jobs=2, check_first=False)"
    )
    command = [sys.executable, "-c", program, str(builds)]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    begun = [builds / f"slow{n}.begun" for n in (1, 2)]
    deadline = time.monotonic() + 30
    while not all(path.exists() for path in begun) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(number)
    assert process.wait(30) != 0
    assert not (builds / "slow3.begun").exists()


def test_the_container_builds_what_its_image_has_compilers_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_root(tmp_path)
    shutil.copytree(ROOT / "runtime" / "isa", root / "runtime" / "isa")
    shutil.copy(ROOT / "toolchains" / "compilers.toml", root / "toolchains")
    for name, toolchain in (("m4", "cortex-m4"), ("phone", "aarch64")):
        shutil.copytree(
            ROOT / "toolchains" / toolchain, root / "toolchains" / toolchain, dirs_exist_ok=True
        )
        write(root, SMALL.replace("cortex-m4", toolchain), name)
    write(root, "wrong", "wrong")
    names = chosen(root, ())
    assert by_executor(names, root, "local") == names
    assert capsys.readouterr().out == ""
    assert by_executor(names, root, "container") == ("m4", "wrong")
    assert capsys.readouterr().out.endswith("has no compiler for them: phone\n")


def test_globs_choose_by_name(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    for name in ("mv2-m7", "mv2-m4", "dscnn-m7"):
        write(root, SMALL, name=name)
    assert chosen(root, []) == ("dscnn-m7", "mv2-m4", "mv2-m7")
    assert chosen(root, ["mv2-*"]) == ("mv2-m4", "mv2-m7")
    assert chosen(root, ["mv2-m4", "*-m4"]) == ("mv2-m4",)
    with pytest.raises(ConfigError, match=r"mv-m4: no such target\. Did you mean mv2-m4\?"):
        chosen(root, ["mv2-*", "mv-m4"])


def test_json_reports_all_that_is_broken(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    for name in ("m4", "m7"):
        write(root, "no TOML", name=name)
    with pytest.raises(ConfigError) as caught:
        main(["--json", f"--root={root}"])
    assert [fault.partition(":")[0] for fault in caught.value.faults] == [
        "configs/m4.toml",
        "configs/m7.toml",
    ]


def test_json_lists_targets_with_their_toolchains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_root(tmp_path)
    write(root, SMALL, name="a")
    assert main(["--json", f"--root={root}"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"target": "a", "toolchain": "cortex-m4", "description": "small"}
    ]


def test_there_are_a_dozen_targets_on_every_toolchain() -> None:
    names = target_names(ROOT)
    assert len(names) >= 12
    used = {load_target(name, ROOT).toolchain.name for name in names}
    package = {"host-shared", *(f"host-shared-{each}" for each in chain(*INSTRUCTION_SETS))}
    assert used | package == {path.parent.name for path in ROOT.glob("toolchains/*/toolchain.toml")}
    for model in ("add-mul", "dscnn", "mv2"):
        assert len([name for name in names if name.startswith(model)]) >= 4


# A real build


TARGET = "add-mul-host"


@pytest.fixture(scope="module")
def built(
    repository: Path, require_tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A clone with one target built."""
    require_tool("gcc")
    root = clone(repository, tmp_path_factory.mktemp("matrix") / "kerf")
    done = task(root, "tasks.matrix", TARGET, "--executor=local")
    assert done.returncode == 0, done.stderr
    assert "1 targets: 1 built, 0 up to date" in done.stdout
    return root


def fresh(root: Path, executor: str | None = "local") -> bool:
    target = load_target(TARGET, root)
    return is_fresh(target, toolchain_for(target, executor), Digests(), executor)


@pytest.mark.slow
def test_target_that_is_up_to_date_starts_no_process(built: Path) -> None:
    done = task(built, "tasks.matrix", TARGET, "--executor=local")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{TARGET}  up to date\n")
    assert "flash" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        f"configs/{TARGET}.toml",
        "configs/defaults.toml",
        "configs/models/add_mul.pte",
        "runtime/kernels/convert.cpp",
        "runtime/kernels/portable/arithmetic.h",
        "runtime/kernels/portable/functions.yaml",
        "runtime/program/program.cpp",
        "runtime/selected/kernels.cpp",
        "toolchains/flags.toml",
        "toolchains/host-gcc/toolchain.toml",
        "requirements.txt",
        "codegen/plan.py",
        "tasks/building/compile.py",
    ],
)
def test_changed_input_is_noticed_and_the_old_one_known_again(built: Path, name: str) -> None:
    path = built / name
    before = path.read_bytes()
    assert fresh(built)
    try:
        path.write_bytes(before + b"\n")
        assert not fresh(built)
    finally:
        path.write_bytes(before)
    assert fresh(built)


@pytest.mark.slow
def test_new_source_is_noticed(built: Path) -> None:
    path = built / "runtime" / "core" / "new.cpp"
    path.touch()
    assert not fresh(built)
    path.unlink()
    assert fresh(built)


@pytest.mark.slow
def test_kernel_that_the_target_does_not_compile_is_none_of_its_inputs(built: Path) -> None:
    path = built / "runtime" / "kernels" / "portable" / "softmax.h"
    before = path.read_bytes()
    path.write_bytes(before + b"\n")
    assert fresh(built)
    path.write_bytes(before)


@pytest.mark.slow
def test_output_that_was_touched_or_removed_is_noticed(built: Path, tmp_path: Path) -> None:
    library = built / "build" / TARGET / "libkerf.a"
    kept = tmp_path / "kept"
    shutil.copy2(library, kept)
    library.unlink()
    assert not fresh(built)
    shutil.copy2(kept, library)
    assert fresh(built)


@pytest.mark.slow
def test_other_compiler_or_executor_is_noticed(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not fresh(built, executor=None)
    for program in ("gcc", "gcc-ar"):
        found = shutil.which(program)
        assert found is not None
        wrapper = tmp_path / program
        wrapper.write_text(f'#!/bin/sh\nexec {found} "$@"\n', encoding="utf-8")
        wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert not fresh(built)
