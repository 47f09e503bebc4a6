"""What is read of a clone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codegen.errors import ConfigError
from tasks.revisions import git


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://user:token@example.org/kerf.git", "https://example.org/kerf.git"),
        ("https://example.org/a@b.git", "https://example.org/a@b.git"),
        ("git@example.org:kerf.git", "git@example.org:kerf.git"),
    ],
)
def test_the_origin_of_a_clone_has_no_password(url: str, origin: str, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    subprocess.run(["git", "remote", "add", "origin", url], cwd=tmp_path, check=True)
    assert git.origin(tmp_path) == origin


def test_the_files_of_a_commit_are_all_that_it_has_and_change_nothing_of_the_clone(
    tmp_path: Path,
) -> None:
    """Also those that its archives leave out."""
    (tmp_path / ".gitattributes").write_text("model.pte export-ignore\n", encoding="utf-8")
    (tmp_path / "model.pte").write_bytes(b"ET12")
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    for words in (("init", "--quiet"), ("add", "."), (*identity, "commit", "--quiet", "-m", "1")):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    (tmp_path / "model.pte").write_bytes(b"changed since")
    tree = tmp_path / "build" / "tree"
    git.check_out(tmp_path, git.get_commit(tmp_path, "HEAD"), tree, tmp_path / "build" / "index")
    assert {path.name: path.read_bytes() for path in tree.iterdir()} == {
        ".gitattributes": b"model.pte export-ignore\n",
        "model.pte": b"ET12",
    }
    assert git.uncommitted(tmp_path, ["model.pte"]) == ("model.pte",)


def test_a_project_without_a_commit_is_told_to_make_one(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    with pytest.raises(ConfigError, match=r"^HEAD: .* has no commit yet: `git add --all && git co"):
        git.get_commit(tmp_path, "HEAD")
