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


def test_a_project_without_a_commit_is_told_to_make_one(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    with pytest.raises(ConfigError, match=r"^HEAD: .* has no commit yet: `git add --all && git co"):
        git.get_commit(tmp_path, "HEAD")
