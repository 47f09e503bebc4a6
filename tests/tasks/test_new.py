"""A project of a user's own: what `nox -s new` writes, and that Kerf's sessions work there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from codegen.errors import ConfigError, KerfError, NotVerified, SelectionError, VerifyError
from codegen.optimize.names import PassName
from tasks.config import load_target
from tasks.environment import STAMP, environment_folder
from tasks.new.__main__ import main
from tasks.project import read_pin
from tasks.size.baseline import baseline_path, read_records
from tasks.targets import CHECKOUT, home, target_names
from tests.tasks.release_repository import commit, git
from tests.tasks.small_repository import ROOT

MODELS = ROOT / "tests" / "data" / "models"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of Kerf as it is now, committed."""
    root = tmp_path_factory.mktemp("clone") / "kerf"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    for name in listed.stdout.split("\0"):
        if name and not name.startswith(("tests/", "docs/")) and (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
    for command in (
        ("init", "--quiet"),
        ("add", "--all"),
        ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "all"),
    ):
        subprocess.run(["git", *command], cwd=root, check=True)
    return root


@pytest.fixture(scope="module")
def project(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own") / "adder"
    model = MODELS / "add.pte"
    options = ["--model", str(model), "--board", "stm32f407", "--root", str(clone)]
    assert main([str(folder), *options]) == 0
    requirements = [folder / CHECKOUT / "requirements.txt"]
    environment = environment_folder(folder / CHECKOUT, requirements)
    python = environment / "bin" / "python"  # this very one
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    (environment / STAMP).touch()
    return folder


def nox(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nox", "-f", str(folder / "noxfile.py"), *arguments]
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=clean)


def test_the_folder_has_target_model_cases_pin_and_workflow(project: Path, clone: Path) -> None:
    files = {
        path.relative_to(project).as_posix()
        for path in project.rglob("*")
        if path.is_file()
        and not {CHECKOUT, ".git"} & set(path.relative_to(project).parts)
        and path.relative_to(project).parts[0] != "build"
    }
    assert files == {
        ".github/workflows/sizes.yml",
        ".gitignore",
        "README.md",
        "configs/add.toml",
        "configs/baselines/add.json",
        "configs/models/add.cases.json",
        "configs/models/add.pte",
        "configs/models/io/add.bin",
        "kerf.toml",
        "noxfile.py",
    }
    pin = read_pin(project)
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=clone, capture_output=True, text=True, check=True
    )
    assert (pin.url, pin.revision) == (str(clone), head.stdout.strip())


def test_the_target_has_the_boards_toolchain_and_a_budget(project: Path) -> None:
    target = load_target("add", project / CHECKOUT)
    assert target.toolchain.name == "cortex-m4"
    assert target.board.name == "stm32f407"
    assert target.budget.image_bytes == 1_048_576
    assert baseline_path(target) == project / "configs" / "baselines" / "add.json"


def test_the_first_build_reports_each_region_with_its_address(project: Path) -> None:
    text = (project / CHECKOUT / "build" / "add" / "size.json").read_text("utf-8")
    regions = {each["name"]: each for each in json.loads(text)["device"]["regions"]}
    assert (regions["CCM"]["origin"], regions["CCM"]["capacity_bytes"]) == (0x1000_0000, 65_536)


def test_a_board_gets_the_model_compiled_and_computed_in_integers(project: Path) -> None:
    target = load_target("add", project / CHECKOUT)
    assert (target.runtime.form, target.toolchain.optimize) == ("compiled", "balanced")
    assert set(target.passes) == set(PassName)
    text = (project / "configs" / "add.toml").read_text()
    assert 'programs are loaded with "interpreter"' in text


def test_what_cannot_be_compiled_is_interpreted_and_says_why(clone: Path, tmp_path: Path) -> None:
    model = MODELS / "external_constants.pte"
    options = ["--model", str(model), "--board", "stm32f407", "--root", str(clone)]
    assert main([str(tmp_path / "own"), *options]) == 0
    target = load_target("external_constants", tmp_path / "own" / CHECKOUT)
    assert target.runtime.form == "interpreter"
    text = target.path.read_text()
    assert re.search(r'it cannot be "compiled":\n# .*is in another file \(\.ptd\)', text)
    (record,) = read_records(tmp_path / "own/configs/baselines/external_constants.json").values()
    in_ptd = 4 * (16 * 8 + 16 + 4 * 16 + 4)
    assert record.measures["weights_bytes"] == in_ptd  # so that the gate sees another .ptd


def test_the_project_is_a_repository_of_its_own_and_what_to_do_next_is_printed(
    clone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--model", str(MODELS / "add.pte"), "--board", "fe310", "--root", str(clone)]
    assert main([str(tmp_path / "own"), *options]) == 0
    assert "  git add --all && git commit -m 'Begin'\n" in capsys.readouterr().out
    words = ["git", "status", "--porcelain", "--untracked-files=all"]
    done = subprocess.run(words, cwd=tmp_path / "own", capture_output=True, text=True, check=True)
    assert "?? configs/add.toml\n" in done.stdout
    assert CHECKOUT not in done.stdout


def test_a_project_in_a_repository_stays_part_of_it(clone: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    options = ["--model", str(MODELS / "add.pte"), "--board", "fe310", "--root", str(clone)]
    assert main([str(tmp_path / "own"), *options]) == 0
    assert not (tmp_path / "own" / ".git").exists()


PIN = 'url = "{url}"\nrevision = "{revision}"\n'
REVISION = "0123456789" * 4


@pytest.mark.parametrize(
    ("pin", "message"),
    [
        (None, "error: kerf.toml cannot be read: [Errno 2]"),
        ("url = ", "error: kerf.toml cannot be read: Invalid value"),
        ("url = " + "[" * 100_000, "error: kerf.toml cannot be read: "),
        ('url = "x"', "error: kerf.toml: needs `url`, and `revision`"),
        (PIN.format(url="x", revision="main"), "error: kerf.toml: needs `url`, and `revision`"),
        (PIN.format(url="nowhere", revision=REVISION), "error: Kerf cannot be cloned from nowhere"),
        (
            PIN.format(url="--upload-pack=touch x", revision=REVISION),
            "error: Kerf cannot be cloned",
        ),
        (PIN.format(url="{clone}", revision=REVISION), "error: .kerf cannot be made revision 0123"),
    ],
)
def test_wrong_pin_is_one_line(clone: Path, tmp_path: Path, pin: str | None, message: str) -> None:
    shutil.copy(ROOT / "tasks/new/template/noxfile.py.txt", tmp_path / "noxfile.py")
    if pin is not None:
        (tmp_path / "kerf.toml").write_text(pin.replace("{clone}", str(clone)), encoding="utf-8")
    result = nox(tmp_path, "-l")
    assert result.returncode == 1
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "x").exists()


def test_a_pin_of_another_url_is_fetched_from_there(tmp_path: Path) -> None:
    session = "import nox\n\n\n@nox.session\ndef {}(session):\n    pass\n"
    first, second, folder = (tmp_path / name for name in ("first", "second", "own"))
    for repository, name in ((first, "hew"), (second, "ripple")):
        repository.mkdir()
        git(repository, "init", "--quiet")
        (repository / "noxfile.py").write_text(session.format(name), encoding="utf-8")
        commit(repository, name)
    folder.mkdir()
    shutil.copy(ROOT / "tasks/new/template/noxfile.py.txt", folder / "noxfile.py")
    for repository, name in ((first, "hew"), (second, "ripple")):
        head = git(repository, "rev-parse", "HEAD").strip()
        pin = PIN.format(url=repository, revision=head)
        (folder / "kerf.toml").write_text(pin, encoding="utf-8")
        listed = nox(folder, "-l")
        assert name in listed.stdout, listed.stderr


def test_git_that_is_missing_is_one_line(tmp_path: Path) -> None:
    shutil.copy(ROOT / "tasks/new/template/noxfile.py.txt", tmp_path / "noxfile.py")
    (tmp_path / "kerf.toml").write_text(PIN.format(url="x", revision=REVISION), encoding="utf-8")
    command = [sys.executable, "-m", "nox", "-f", str(tmp_path / "noxfile.py"), "-l"]
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": str(tmp_path)})
    assert done.returncode == 1
    assert done.stderr == "error: git is not installed. Install it with `apt-get install git`.\n"


def test_no_placeholder_is_left_and_the_workflow_is_valid(project: Path) -> None:
    for path in project.rglob("*"):
        kept = {CHECKOUT, ".git"} & set(path.relative_to(project).parts)
        if path.is_file() and not kept and path.suffix != ".pte":
            text = path.read_text(encoding="utf-8", errors="replace")
            assert re.findall(r"\$[a-z_$]", text) == [], path
    workflow = project / ".github" / "workflows" / "sizes.yml"
    assert "${{ !cancelled() }}" in workflow.read_text()
    for step in yaml.safe_load(workflow.read_text())["jobs"]["sizes"]["steps"]:
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])


def test_the_first_baseline_is_recorded_and_gates_hold_from_then_on(project: Path) -> None:
    (record,) = read_records(project / "configs" / "baselines" / "add.json").values()
    assert [each["reason"] for each in record.history] == ["The first build"]
    assert {"code_bytes", "planned_bytes", "stack_bytes"} <= record.measures.keys()
    done = nox(project, "-s", "gates")
    assert done.returncode == 0, done.stderr
    assert re.search(
        rf"^add +baseline +passed +\(record of {record.toolchain}\)$", done.stdout, re.M
    )


def test_the_workflow_builds_with_the_image_and_comments_on_the_pull_request(project: Path) -> None:
    workflow = yaml.safe_load((project / ".github" / "workflows" / "sizes.yml").read_text())
    (job,) = workflow["jobs"].values()
    scripts = [step.get("run", "") for step in job["steps"]]
    assert not any("--executor" in script for script in scripts)
    order = [
        "nox -s image",
        "nox -s matrix",
        "nox -s run",
        "nox -s gates",
        "nox -s compare",
        "gh pr comment",
    ]
    places = [next(i for i, script in enumerate(scripts) if word in script) for word in order]
    assert places == sorted(places)
    after = [step for step in job["steps"][places[1] + 1 :] if "nox" in step.get("run", "")]
    assert all("!cancelled()" in step["if"] for step in after)  # a build over its baseline is run
    assert job["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert not any("${{" in script for script in scripts)
    for script in scripts:
        done = subprocess.run(["bash", "-n", "-c", script], capture_output=True, check=False)
        assert done.returncode == 0, script


def test_sessions_are_those_of_use_without_kerfs_own_development(project: Path) -> None:
    result = nox(project, "-l")
    assert result.returncode == 0, result.stderr
    listed = set(re.findall(r"^[-*] (\S+)", result.stdout, re.M))
    assert {"build", "run", "size", "gates", "compare", "report", "release", "cases"} <= listed
    assert not listed & {"quick", "lint", "tests", "gen", "conformance", "new", "workflows"}


def test_a_session_works_on_the_projects_own_targets(project: Path) -> None:
    shown = nox(project, "-s", "explain", "--", "add")
    assert shown.returncode == 0, shown.stderr
    assert re.search(
        r"^toolchain\.name +\"?cortex-m4\"? +configs/add\.toml:\d+$", shown.stdout, re.M
    )
    wrong = nox(project, "-s", "build", "--", "ad")
    assert wrong.returncode == 2
    assert "configs/ad.toml: no such target. Did you mean add?" in wrong.stderr
    assert (project / "build").resolve() == project / CHECKOUT / "build"


OWN_BOARD = """\
description = "Our board, Cortex-M33"
source = "our schematics"
toolchain = "our-m33"

[memory]
FLASH = { kind = "flash", bytes = 400_000 }
RAM = { kind = "ram", bytes = 60_000 }
"""


@pytest.mark.slow
def test_a_toolchain_and_a_board_may_be_the_projects_own(project: Path) -> None:
    """With a link script and start-up code of its own, built and run as Kerf's are."""
    ours, kerfs = project / "toolchains", project / CHECKOUT / "toolchains"
    text = (kerfs / "cortex-m33" / "toolchain.toml").read_text(encoding="utf-8")
    text = text.replace("toolchains/bare_metal.ld", "toolchains/our-m33/ours.ld")
    text = text.replace("runtime/platform/cortex_m", "platform/ours")
    for folder in ("our-m33", "boards"):
        (ours / folder).mkdir(parents=True, exist_ok=True)
    (ours / "our-m33" / "toolchain.toml").write_text(text, encoding="utf-8")
    shutil.copy(kerfs / "bare_metal.ld", ours / "our-m33" / "ours.ld")
    (ours / "boards" / "ours.toml").write_text(OWN_BOARD, encoding="utf-8")
    port = project / "platform" / "ours"
    shutil.copytree(project / CHECKOUT / "runtime/platform/cortex_m", port, dirs_exist_ok=True)
    config = (project / "configs" / "add.toml").read_text(encoding="utf-8")
    own = config.replace("cortex-m4", "our-m33").replace("stm32f407", "ours")
    (project / "configs" / "ours.toml").write_text(own, encoding="utf-8")
    try:
        for session in (("build", "--", "ours", "--executor", "local"), ("run-ours",)):
            done = nox(project, "-s", *session)
            assert done.returncode == 0, done.stderr
        read = json.loads((project / "build" / "ours" / "manifest.json").read_text())["inputs"]
        assert {
            "toolchains/our-m33/toolchain.toml",
            "toolchains/our-m33/ours.ld",
            "toolchains/boards/ours.toml",
            "platform/ours/startup.cpp",
        } <= read.keys()
    finally:
        (project / "configs" / "ours.toml").unlink()


@pytest.mark.slow
def test_a_project_builds_runs_and_records_its_baseline(project: Path) -> None:
    for session in (
        ("build", "--", "add", "--executor", "local"),
        ("run-add",),
        ("rebaseline", "--", "add", "--reason", "again"),
        ("gates",),
        ("report",),
    ):
        done = nox(project, "-s", *session)
        assert done.returncode == 0, done.stderr
    assert (project / "build" / "add" / "libkerf.a").is_file()
    assert (project / "configs" / "baselines" / "add.json").is_file()
    assert (project / "build" / "report.html").is_file()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            ["--board", "stm32h7"],
            ConfigError,
            "no board stm32h7. Did you mean stm32h743 (STM32H743xI (Nucleo-H743ZI2), Cortex-M7)",
        ),
        (["--board", "pico2"], ConfigError, "Did you mean rp2350 (RP2350 (Raspberry Pi Pico 2)"),
        (["--board", "Nucleo U575"], ConfigError, "Did you mean stm32u575 ("),
        (["--board", "arduino"], ConfigError, "samd21g18 (ATSAMD21G18A (Arduino Zero)"),
        (["--board", "xyzzy"], ConfigError, "no board xyzzy. There are: alif-e7-hp, "),
        (["--toolchain", "cortex-m44"], ConfigError, "no toolchain cortex-m44. Did you mean"),
        (["--board", "fe310", "--model", "no.pte"], SelectionError, "no.pte"),
        (["--board", "fe310", "--name", "a b"], ConfigError, "--name 'a b'"),
        (["--board", "fe310", "--cases", "no.json"], VerifyError, "no.json: No such file"),
        (
            ["--board", "fe310", "--cases", str(MODELS / "cond.cases.json")],
            NotVerified,
            "was made for another file",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(
    clone: Path, tmp_path: Path, options: list[str], error: type[KerfError], message: str
) -> None:
    model = ["--model", str(MODELS / "add.pte")]
    with pytest.raises(error, match=re.escape(message)):
        main([str(tmp_path / "own"), *model, *options, "--root", str(clone)])
    assert list(tmp_path.iterdir()) == []


def test_a_project_that_does_not_build_yet_is_made_and_says_how_to_record_its_baseline(
    clone: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """No library has the model's operator."""
    folder = tmp_path / "own"
    model = ["--model", str(MODELS / "custom_op_mul3.pte"), "--toolchain", "cortex-m4"]
    assert main([str(folder), *model, "--root", str(clone)]) == 0
    printed = capfd.readouterr()
    assert "no kernel for my_ops::mul3" in printed.err
    assert "nox -s rebaseline -- custom_op_mul3 --reason" in printed.out
    assert not (folder / "configs" / "baselines").exists()


def test_the_file_of_a_model_may_have_any_name(clone: Path, tmp_path: Path) -> None:
    model = tmp_path / "-a \"b'$(c)`d`\n\u00fc.pte"
    shutil.copy(MODELS / "add.pte", model)
    options = ["--model", str(model), "--board", "fe310", "--root", str(clone)]
    assert main([str(tmp_path / "own"), *options]) == 0
    (config,) = (tmp_path / "own" / "configs").glob("*.toml")
    assert load_target(config.stem, tmp_path / "own" / CHECKOUT).model_paths[0].is_file()


def test_a_folder_that_has_files_is_not_touched(clone: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    options = ["--model", str(MODELS / "add.pte"), "--board", "fe310", "--root", str(clone)]
    with pytest.raises(ConfigError, match="exists already"):
        main([str(tmp_path), *options])
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_only_a_checkout_of_that_name_next_to_a_pin_serves_a_project(tmp_path: Path) -> None:
    checkout = tmp_path / CHECKOUT
    assert home(checkout) == checkout
    (tmp_path / "kerf.toml").touch()
    assert home(checkout) == tmp_path
    assert home(tmp_path / "other") == tmp_path / "other"
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "mine.toml").touch()
    assert target_names(checkout) == ("mine",)
