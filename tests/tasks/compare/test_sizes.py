"""What can be compared, and what is reported for the rest."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codegen.errors import ConfigError, KerfError, SizeError
from tasks.compare.__main__ import main
from tasks.compare.base import MERGE, base_of
from tasks.compare.operand import operand
from tasks.files import sha256
from tasks.revisions.builds import Revisions
from tasks.revisions.git import get_commit
from tasks.revisions.sizes import read_sizes
from tasks.size.difference import difference, footprint_of
from tests.tasks.config_root import SMALL, make_root, write
from tests.tasks.release_repository import commit, git
from tests.tasks.sizes import SYMBOLS, document, size


def build(root: Path, name: str, extra: int = 0) -> Path:
    """A build folder of the target `name`, which has nothing but its sizes."""
    folder = root / "build" / name
    folder.mkdir(parents=True, exist_ok=True)
    content = document((*SYMBOLS, ("more", "core", None, extra, 0))) | {"target": name}
    (folder / "size.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


@pytest.fixture
def root(tmp_path: Path, require_tool: Callable[[str], str]) -> Path:
    """A repository of git with the targets m4 and m7, both built."""
    require_tool("git")
    root = make_root(tmp_path / "kerf")
    for name, extra in (("m4", 0), ("m7", 8)):
        write(root, SMALL, name=name)
        build(root, name, extra)
    (root / ".gitignore").write_text("/build/\n", encoding="utf-8")
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root, "First")
    return root


def compared(root: Path, *arguments: str) -> int:
    return main([*arguments, f"--root={root}"])


def fault(root: Path, *arguments: str) -> str:
    with pytest.raises(KerfError) as caught:
        compared(root, *arguments)
    return str(caught.value)


def test_two_targets(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compared(root, "m4", "m7") == 0
    assert "m4 -> m7" in capsys.readouterr().out


def test_a_bundle_and_a_size_json(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = root / "dist" / "kerf-m7-1.0"
    shutil.copytree(root / "build" / "m7", bundle)
    assert compared(root, str(bundle), str(root / "build/m4/size.json"), "--format=json") == 0
    (each,) = json.loads(capsys.readouterr().out)["differences"]
    assert each["total"]["flash_change"] == -8


def test_target_that_is_not_built_says_how_to(root: Path) -> None:
    shutil.rmtree(root / "build" / "m7")
    message = fault(root, "m4", "m7")
    assert message == "m7: not built. Build it first: nox -s build-m7"


def test_misspelt_target_is_guessed(root: Path) -> None:
    assert "Did you mean m7?" in fault(root, "m4", "m77")


def test_unknown_revision(root: Path) -> None:
    assert fault(root, "v9.9:m4", "m4").startswith("v9.9: unknown revision")


def test_target_that_a_revision_does_not_have(root: Path) -> None:
    message = fault(root, "HEAD:m44", "m4")
    assert "has no target m44. Did you mean m4?" in message
    assert message.endswith("It has: m4, m7.")


def test_revision_alone_asks_for_a_target(root: Path) -> None:
    assert "--target" in fault(root, "HEAD", str(root / "build" / "m4"))


def test_revision_compared_with_a_target_is_of_that_target(root: Path) -> None:
    assert operand("HEAD", root, "m4").target == "m4"


def test_unknown_toolchain_after_the_target(root: Path) -> None:
    message = fault(root, "m4", "m4@zigg")
    assert "zigg is no executor" in message
    assert "Did you mean zig?" in message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            '{"version": 1}',
            "of version 1; this Kerf reads 2 and 3 and 4 and 5. Build the target again.",
        ),
        ('{"version": 6}', "of version 6; this Kerf reads 2 and 3 and 4 and 5. Use a newer Kerf."),
        ('{"version": 5}', "not a size.json: flash_bytes is missing."),
        ('{"version"', "not a size.json ("),
        ("[]", "not a size.json (no version)"),
    ],
)
def test_size_json_of_another_kind(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "size.json").write_text(content, encoding="utf-8")
    with pytest.raises(SizeError) as caught:
        read_sizes(tmp_path, "x")
    assert message in str(caught.value)


def test_version_2_differs_by_where_instructions_are(tmp_path: Path) -> None:
    counts = {"model": "add.pte", "method": "forward", "program_load": 9, "method_load": 8}
    older = document() | {"version": 2, "instructions": [counts | {"execute": 7}]}
    (tmp_path / "size.json").write_text(json.dumps(older), encoding="utf-8")
    now = footprint_of(size())
    for path in (tmp_path, tmp_path / "size.json"):
        found = difference(read_sizes(path, "older").footprint, now)
        assert not any(found.levels.values())
        assert [each.before for each in found.measures] == [9, 8, 7]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"entries": [{}]}, "entries[0].flash_bytes is missing"),
        ({"entries": [3]}, "entries[0] is not an object"),
        ({"models": [{}]}, "models[0].name is missing"),
        ({"models": {}}, "models is not a list"),
        ({"toolchain": {"name": "gcc"}}, "toolchain.version is missing"),
        ({"flash_bytes": "12"}, "flash_bytes is '12'"),
        ({"regions": [{"name": "FLASH"}]}, "regions[0].capacity_bytes is missing"),
        ({"parts": {"core": {}}}, "parts.core.flash_bytes is missing"),
        ({"image": []}, "image is not an object"),
    ],
)
def test_damaged_size_json_says_where(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    file = tmp_path / "size.json"
    file.write_text(json.dumps(document() | change), encoding="utf-8")
    with pytest.raises(SizeError) as caught:
        read_sizes(file, "x")
    assert str(caught.value) == f"{file}: not a size.json: {message}. Build the target again."


@pytest.fixture
def linked(tmp_path: Path, require_tool: Callable[[str], str]) -> Path:
    """A folder with a program and sizes that name it."""
    gcc = require_tool("gcc")
    elf = tmp_path / "runner.elf"
    program = "int main() { return 0; }"
    subprocess.run([gcc, "-xc", "-", "-o", elf], input=program, text=True, check=True)
    content = document() | {"program": {"name": "runner.elf", "sha256": sha256(elf)}}
    (tmp_path / "size.json").write_text(json.dumps(content), encoding="utf-8")
    return tmp_path


def test_stripped_elf_is_reported(linked: Path, require_tool: Callable[[str], str]) -> None:
    assert read_sizes(linked, "x").size.flash_bytes == 1000
    subprocess.run([require_tool("strip"), linked / "runner.elf"], check=True)
    with pytest.raises(SizeError, match="was stripped: its symbols are gone"):
        read_sizes(linked, "x")
    with pytest.raises(SizeError, match=r"an ELF that was stripped.* Name its build folder"):
        read_sizes(linked / "runner.elf", "x")


def test_truncated_elf_is_reported(linked: Path) -> None:
    elf = linked / "runner.elf"
    elf.write_bytes(elf.read_bytes()[:3000])
    with pytest.raises(SizeError, match="was truncated"):
        read_sizes(linked, "x")


def test_elf_that_was_built_since_is_reported(linked: Path) -> None:
    with (linked / "runner.elf").open("ab") as file:
        file.write(b"more")
    with pytest.raises(SizeError, match=r"is not the program that size\.json measured"):
        read_sizes(linked, "x")


# The base of a pull request


@pytest.fixture
def merged(root: Path) -> Path:
    """HEAD is a merge of `feature` into `main`, as a pull request is tested; main has moved on."""
    git(root, "checkout", "--quiet", "-b", "feature")
    (root / "configs" / "note.txt").write_text("feature", encoding="utf-8")
    commit(root, "Feature")
    git(root, "checkout", "--quiet", "main")
    (root / "later.txt").write_text("main", encoding="utf-8")
    commit(root, "On main")
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    git(root, "checkout", "--quiet", "--detach")
    git(root, *identity, "merge", "--quiet", "--no-ff", "-m", "Merge", "feature")
    git(root, "tag", "v0", "main~1")
    merge = git(root, "rev-parse", "HEAD").strip()
    git(root, "checkout", "--quiet", "main")
    (root / "latest.txt").write_text("main", encoding="utf-8")
    commit(root, "Main moves on")
    git(root, "checkout", "--quiet", merge)
    return root


def full(root: Path, revision: str) -> str:
    return git(root, "rev-parse", revision).strip()


@pytest.mark.parametrize("revision", ["main", MERGE, "main~1", "gone", "HEAD^1"])
def test_base_of_a_merge_is_its_first_parent(merged: Path, revision: str) -> None:
    found = base_of(merged, revision)
    assert found.commit is not None
    assert found.commit.id == full(merged, "HEAD^1")


def test_base_that_is_a_tag_is_taken_as_it_is(merged: Path) -> None:
    found = base_of(merged, "v0")
    assert found.commit is not None
    assert found.commit.id == full(merged, "v0")


def test_base_of_a_branch_that_main_was_merged_into_is_main(root: Path) -> None:
    git(root, "checkout", "--quiet", "-b", "feature")
    (root / "a.txt").touch()
    commit(root, "Feature")
    git(root, "checkout", "--quiet", "main")
    (root / "b.txt").touch()
    commit(root, "Main")
    git(root, "checkout", "--quiet", "feature")
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    git(root, *identity, "merge", "--quiet", "-m", "Merge main", "main")
    found = base_of(root, "main")
    assert found.commit is not None
    assert found.commit.id == full(root, "main")


def test_missing_base_is_reported(root: Path) -> None:
    found = base_of(root, "gone")
    assert found.commit is None
    assert found.text == "gone is not in this clone"


def test_base_that_a_shallow_clone_lacks_says_what_to_fetch(merged: Path, tmp_path: Path) -> None:
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth=1", merged.as_uri(), str(shallow))
    found = base_of(shallow, MERGE)
    assert found.commit is None
    assert "the clone is shallow, fetch more of it (fetch-depth: 2)" in found.text


def test_folder_without_git_is_reported(tmp_path: Path) -> None:
    root = make_root(tmp_path / "kerf")
    with pytest.raises(ConfigError, match="is not a git repository"):
        get_commit(root, "HEAD")
    assert base_of(root, MERGE).text == f"{root} is not a git repository"


def test_base_and_two_sides_are_refused(root: Path) -> None:
    assert "--base compares the working tree" in fault(root, "--base", "HEAD", "--", "m4", "m7")
    assert "name two builds" in fault(root, "m4")


def test_checking_out_revisions_leaves_git_as_it_was(merged: Path) -> None:
    """The tree has a commit's files; HEAD, index, worktrees and the files here stay."""
    before = (
        git(merged, "status", "--porcelain"),
        full(merged, "HEAD"),
        git(merged, "worktree", "list"),
    )
    revisions = Revisions(merged, say=lambda _: None)
    tree = merged / "build" / "revisions" / "tree"
    for revision, there in (("main", True), ("v0", False), ("main", True)):
        with revisions._checked_out(get_commit(merged, revision)) as names:
            assert names == ("m4", "m7")
            assert (tree / "latest.txt").exists() == there
            (tree / "configs" / "m4.toml").write_text("touched by hand", encoding="utf-8")
    with revisions._checked_out(get_commit(merged, "main")):
        assert (tree / "configs" / "m4.toml").read_text(encoding="utf-8") == SMALL
    after = (
        git(merged, "status", "--porcelain"),
        full(merged, "HEAD"),
        git(merged, "worktree", "list"),
    )
    assert after == before


def test_revision_without_tasks_is_reported(root: Path) -> None:
    with pytest.raises(KerfError, match="from before there were builds"):
        compared(root, "HEAD:m4", "m4")


def test_unknown_word_lists_what_may_be_named(root: Path) -> None:
    with pytest.raises(ConfigError, match="no target, no file and no known revision"):
        operand("zzzzzz", root)
