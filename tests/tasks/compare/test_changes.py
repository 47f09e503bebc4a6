"""Which builds a commit changed: what each reads decides."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.compare.changes import changes_since
from tasks.revisions.git import get_commit
from tests.tasks.config_root import make_root
from tests.tasks.release_repository import commit, git


@pytest.fixture
def root(tmp_path: Path, require_tool: Callable[[str], str]) -> Path:
    """A repository whose target `a` reads kernels in a folder of their own, `b` does not."""
    require_tool("git")
    root = make_root(tmp_path / "kerf")
    for name in ("a", "b"):
        (root / "configs" / f"{name}.toml").touch()
    (root / "kernels").mkdir()
    for name in ("soft.h", "unused.h"):
        (root / "kernels" / name).touch()
    (root / "core.cpp").touch()
    (root / ".gitignore").write_text("/build/\n", encoding="utf-8")
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root, "First")
    built(root, "a", "core.cpp", "configs/a.toml", "kernels/soft.h")
    built(root, "b", "core.cpp", "configs/b.toml")
    return root


def built(root: Path, name: str, *inputs: str) -> None:
    folder = root / "build" / name
    folder.mkdir(parents=True, exist_ok=True)
    content = json.dumps({"inputs": dict.fromkeys(inputs, "")})
    (folder / "manifest.json").write_text(content, encoding="utf-8")


def differ(root: Path, name: str) -> tuple[str, ...] | None:
    return changes_since(root, get_commit(root, "HEAD")).of(root, name)


def test_a_kernel_outside_configs_changes_the_target_that_reads_it_alone(root: Path) -> None:
    assert (differ(root, "a"), differ(root, "b")) == ((), ())
    (root / "kernels" / "soft.h").write_text("// larger", encoding="utf-8")
    assert (differ(root, "a"), differ(root, "b")) == (("kernels/soft.h",), ())


def test_what_no_build_reads_changes_nothing(root: Path) -> None:
    (root / "kernels" / "unused.h").write_text("// larger", encoding="utf-8")
    (root / "kernels" / "new.h").touch()
    assert differ(root, "a") == ()


def test_a_new_file_that_is_read_is_a_change_committed_or_not(root: Path) -> None:
    (root / "kernels" / "more.h").touch()
    built(root, "a", "core.cpp", "configs/a.toml", "kernels/more.h")
    assert differ(root, "a") == ("kernels/more.h",)
    git(root, "add", "kernels/more.h")
    assert differ(root, "a") == ("kernels/more.h",)


def test_a_file_removed_next_to_what_is_read_may_have_been_read(root: Path) -> None:
    (root / "kernels" / "unused.h").unlink()
    assert (differ(root, "a"), differ(root, "b")) == (("kernels/unused.h",), ())


def test_a_build_that_does_not_say_what_it_reads_is_unknown(root: Path) -> None:
    assert differ(root, "c") is None
    built(root, "c", "configs/a.toml")  # nothing that was compiled
    assert differ(root, "c") is None


def test_in_a_project_the_pin_and_the_files_of_kerf_count(root: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    root.rename(project / ".kerf")
    kerf = project / ".kerf"
    head = git(kerf, "rev-parse", "HEAD").strip()
    pin = f'url = "x"\nrevision = "{head}"\n'
    (project / "kerf.toml").write_text(pin, encoding="utf-8")
    (project / ".gitignore").write_text("/.kerf\n", encoding="utf-8")
    git(project, "init", "--quiet", "--initial-branch=main")
    commit(project, "First")
    built(kerf, "a", "kerf.toml", ".kerf/core.cpp", ".kerf/configs/a.toml")

    def found() -> tuple[str, ...] | None:
        return changes_since(kerf, get_commit(project, "HEAD")).of(kerf, "a")

    assert found() == ()
    (kerf / "configs" / "a.toml").write_text("# other", encoding="utf-8")
    assert found() == (".kerf/configs/a.toml",)
    (project / "kerf.toml").write_text(pin + "# other", encoding="utf-8")
    assert "kerf.toml" in (found() or ())
