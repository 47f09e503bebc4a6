"""A needless table in a kernel, from the commit to the comment, with real builds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tasks.release_repository import clone, commit, git, task

TARGET = "add-mul-m0plus"
KERNEL = "runtime/kernels/portable/matmul.h"
NAMESPACE = "namespace kerf::portable {\n"
BODY = "  KERF_TRY(check_product<kOneDtype>(self, mat2, out));\n"
TABLE = "extern const unsigned char kNeedless[500];\nconst unsigned char kNeedless[500] = {1, 2};\n"
USE = "  if (kNeedless[static_cast<unsigned char>(self.dim())] == 77) return Error::Internal;\n"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def grown(
    repository: Path, require_tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A clone whose last commit adds 500 needless bytes; its parent has a baseline."""
    require_tool("arm-none-eabi-gcc")
    root = clone(repository, tmp_path_factory.mktemp("compare") / "kerf")
    done = task(root, "tasks.matrix", TARGET, "--executor=local")
    assert done.returncode == 0, done.stderr
    (root / "configs" / "baselines" / f"{TARGET}.json").unlink(missing_ok=True)
    done = task(root, "tasks.rebaseline", TARGET, "--reason=The first")
    assert done.returncode == 0, done.stderr
    commit(root, "Accept the sizes")
    kernel = root / KERNEL
    text = kernel.read_text(encoding="utf-8")
    assert text.count(NAMESPACE) == 1
    text = text.replace(NAMESPACE, NAMESPACE + TABLE).replace(BODY, USE + BODY)
    kernel.write_text(text, encoding="utf-8")
    commit(root, "A needless table")
    done = task(root, "tasks.matrix", TARGET, "--executor=local")
    assert done.returncode == 7
    return root


def test_gate_fails_and_names_the_table(grown: Path, tmp_path: Path) -> None:
    done = task(grown, "tasks.gates", TARGET, f"--junit={tmp_path / 'gates.xml'}")
    assert done.returncode == 7
    assert "kerf::portable::kNeedless +500 B (new)" in done.stderr
    assert "kNeedless" in (tmp_path / "gates.xml").read_text(encoding="utf-8")


def test_comment_shows_the_table_first_and_leaves_git_alone(grown: Path) -> None:
    before = git(grown, "status", "--porcelain") + git(grown, "worktree", "list")
    arguments = ("--base", "--markdown", f"--target={TARGET}", "--executor=local")
    done = task(grown, "tasks.compare", *arguments)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"### Sizes: 1 target grew (most: {TARGET} flash +")
    first = next(line for line in lines if line.startswith("| `"))
    assert first.startswith("| `kerf::portable::kNeedless` | +500 | = | added | aten::mm.out")
    assert "**Gates: 1 fault.**" in lines
    assert git(grown, "status", "--porcelain") + git(grown, "worktree", "list") == before


def test_two_revisions_differ_by_the_table(grown: Path) -> None:
    arguments = (f"HEAD^:{TARGET}", f"HEAD:{TARGET}", "--format=json", "--executor=local")
    done = task(grown, "tasks.compare", *arguments)
    assert done.returncode == 0, done.stderr
    (each,) = json.loads(done.stdout)["differences"]
    assert each["symbols"][0]["name"] == "kerf::portable::kNeedless"
    assert each["symbols"][0]["flash_change"] == 500


def test_backfill_records_both_commits_once(grown: Path, tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    arguments = ("backfill", "HEAD~2..HEAD", f"--target={TARGET}", f"--file={file}")
    for added in (2, 0):
        done = task(grown, "tasks.history", *arguments, "--executor=local")
        assert done.returncode == 0, done.stderr
        assert f"{added} row(s) added" in done.stdout
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert {row["commit"] for row in rows} == set(git(grown, "rev-list", "-2", "HEAD").split())
    flash = {row["commit"]: row["flash_bytes"] for row in rows}
    head, parent = git(grown, "rev-list", "-2", "HEAD").split()
    assert flash[head] - flash[parent] >= 500


def test_revision_whose_sizes_are_of_an_older_form_is_measured_anew(grown: Path) -> None:
    form = grown / "tasks" / "size" / "document.py"
    now = form.read_text(encoding="utf-8")
    form.write_text(re.sub(r"^VERSION = \d+", "VERSION = 2", now, flags=re.M), encoding="utf-8")
    older = commit(grown, "An older form")
    form.write_text(now, encoding="utf-8")
    commit(grown, "The present form")
    done = task(grown, "tasks.compare", f"{older}:{TARGET}", f"HEAD:{TARGET}", "--executor=local")
    assert done.returncode == 0, done.stderr
    assert "no difference" in done.stdout
