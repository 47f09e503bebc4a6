"""The workflows: valid, of the present targets, pinned, with no more rights than they need."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from codegen.errors import ExpansionError
from dev.workflows import main
from tests.tasks.release_repository import ROOT, task

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def read(path: Path) -> dict[str, Any]:
    """The workflow; YAML reads the key `on` as true."""
    document: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    document["on"] = document.pop(True)
    return document


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in read(path)["jobs"].values():
        yield from job["steps"]


@each_workflow
def test_workflow_is_valid_by_the_schema_of_github(path: Path) -> None:
    words = ("-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(path))
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@each_workflow
def test_actions_are_pinned_by_their_whole_commit(path: Path) -> None:
    used = [line.strip() for line in path.read_text().splitlines() if "uses:" in line]
    assert used
    for line in used:
        assert re.fullmatch(r"- uses: actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


@each_workflow
def test_rights_are_to_read_unless_a_job_says_why(path: Path) -> None:
    text, document = path.read_text(encoding="utf-8"), read(path)
    assert document["permissions"] == {"contents": "read"}
    assert "concurrency" in document
    rights = {
        (name, right)
        for name, job in document["jobs"].items()
        for right, level in job.get("permissions", {}).items()
        if level == "write"
    }
    allowed = {("attest", "id-token"), ("attest", "attestations"), ("publish", "contents")}
    assert rights <= allowed | {("sizes", "pull-requests")}
    assert "pull_request_target" not in document["on"]
    for job in document["jobs"].values():
        assert job["timeout-minutes"] <= 60
    for step in steps(path):
        if str(step.get("uses", "")).startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
    assert "write-all" not in text


@each_workflow
def test_packages_are_installed_by_their_hashes_and_never_next_to_an_identity(path: Path) -> None:
    for job in read(path)["jobs"].values():
        scripts = [step["run"] for step in job["steps"] if "run" in step]
        if "id-token" in job.get("permissions", {}):
            assert scripts == []
        for line in "\n".join(scripts).splitlines():
            if "pip install" in line:
                assert "--require-hashes --no-deps -r requirements" in line


def test_the_key_is_in_no_environment_of_a_build() -> None:
    """Only of the shell that pipes it, in a job that starts no session."""
    document = read(ROOT / ".github" / "workflows" / "release.yml")
    having = {
        name
        for name, job in document["jobs"].items()
        if "secrets." in json.dumps(job).replace("secrets.GITHUB", "")
    }
    assert having == {"sign"}
    scripts = [step.get("run", "") for step in document["jobs"]["sign"]["steps"]]
    assert not any("nox" in script for script in scripts)
    (script,) = (script for script in scripts if "KEY" in script)
    assert "| env -u KEY python -m tasks.release.sign --key /dev/stdin" in script


@each_workflow
def test_scripts_are_valid_and_take_no_foreign_text(path: Path) -> None:
    """An expression within a script would be run: a branch's name can be a command."""
    for step in steps(path):
        script = step.get("run")
        if script is not None:
            assert "${{" not in script
            done = subprocess.run(["bash", "-n", "-c", script], capture_output=True, check=False)
            assert done.returncode == 0, script


def test_new_target_makes_the_workflows_stale_and_is_taken_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (".github", "configs"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    root = f"--root={tmp_path}"
    assert main([root]) == 0  # also of those that git lacks
    (tmp_path / "configs" / "new-one.toml").touch()
    stale = (
        r"\.github/workflows/release\.yml: stale, or edited by hand. Run `nox -s workflows` and "
    )
    with pytest.raises(ExpansionError, match=stale):
        main(["--check", root])
    assert "+          - new-one" in capsys.readouterr().out
    assert main([root]) == 0
    assert main(["--check", root]) == 0


def test_edited_list_is_refused(tmp_path: Path) -> None:
    for folder in (".github", "configs"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    path = tmp_path / ".github" / "workflows" / "release.yml"
    text = path.read_text(encoding="utf-8").replace("- mv2-host\n", "- mine\n")
    path.write_text(text, encoding="utf-8")
    done = task(ROOT, "dev.workflows", f"--root={tmp_path}")
    assert done.returncode == 5
    assert "Traceback" not in done.stderr
