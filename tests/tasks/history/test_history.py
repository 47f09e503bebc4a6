"""The history has each commit and target once, in one order, with any writer."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.errors import ConfigError, KerfError, SizeError
from tasks.history.__main__ import main
from tasks.history.rows import FILE, Row, add_rows, read_rows, row_of
from tasks.history.show import sparkline, table
from tasks.revisions.git import Commit, commits_of_range
from tests.tasks.config_root import SMALL, make_root, write
from tests.tasks.release_repository import (
    COMPILERS,
    commit,
    git,
    make_release_repository,
    task,
)
from tests.tasks.sizes import size


def row(number: int, target: str = "m4", flash: int = 1000) -> Row:
    made = Commit(
        id=f"{number:040x}", parents=(), date=f"2026-11-{number:02}T00:00:00Z", subject="x"
    )
    return replace(row_of(size(target=target), made), flash_bytes=flash)


def test_rows_are_sorted_by_date_commit_and_target(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    add_rows(file, [row(2, "m7"), row(1), row(2, "m4")])
    add_rows(file, [row(1, "a")])
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [(line["date"][8:10], line["target"]) for line in lines] == [
        ("01", "a"),
        ("01", "m4"),
        ("02", "m4"),
        ("02", "m7"),
    ]
    assert all(sorted(line) == list(line) for line in lines)


def test_recording_again_changes_no_byte(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    assert add_rows(file, [row(1), row(2)])
    before = file.read_bytes()
    assert not add_rows(file, [row(2)])
    assert file.read_bytes() == before


def test_later_measurement_of_a_commit_replaces_the_earlier(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    add_rows(file, [row(1)])
    add_rows(file, [row(1, flash=900)])
    assert [each.flash_bytes for each in read_rows(file)] == [900]


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    file = tmp_path / "new" / "history.jsonl"
    add_rows(file, [row(1)])
    assert read_rows(file) == (row(1),)
    assert read_rows(tmp_path / "none") == ()


def _write(file: Path, first: int) -> None:
    for number in range(first, first + 10):
        add_rows(file, [row(1, f"t{number}")])


@pytest.mark.slow
def test_writers_at_the_same_time_lose_no_row(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(file, first)) for first in (10, 20, 30)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    assert len(read_rows(file)) == 30
    assert [path.name for path in tmp_path.iterdir()] == ["history.jsonl"]


@pytest.mark.parametrize("line", ["<<<<<<< HEAD", "{}", "[]", '{"commit": 1}', ""])
def test_line_that_is_no_row_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "history.jsonl"
    add_rows(file, [row(1)])
    before = file.read_text(encoding="utf-8") + line + "\n"
    file.write_text(before, encoding="utf-8")
    with pytest.raises(SizeError, match=r"history\.jsonl:2: no row of a history"):
        add_rows(file, [row(2)])
    assert file.read_text(encoding="utf-8") == before


def test_table_shows_growth_and_a_graph_per_target() -> None:
    rows = [row(1, flash=1000), row(2, flash=1350), row(3, flash=1700), row(1, "m7")]
    lines = list(table(rows))
    assert lines[1].split() == ["m4", "3", "1,700", "+700", "48", "=", "▁▄█"]
    assert lines[2].split() == ["m7", "1", "1,000", "=", "48", "=", "▁"]


def test_table_reports_of_other_compilers() -> None:
    other = replace(row(2), toolchain="arm-none-eabi-gcc 13.2.1")
    assert list(table([row(1), other]))[-1].startswith("* built by several compilers")


def test_sparkline_is_level_where_nothing_changes() -> None:
    assert sparkline([5, 5]) == "▁▁"
    assert sparkline([]) == ""


@pytest.fixture
def root(tmp_path: Path, require_tool: Callable[[str], str]) -> Path:
    """A repository of git with the target m4 and no builds."""
    require_tool("git")
    root = make_root(tmp_path / "kerf")
    write(root, SMALL, name="m4")
    (root / ".gitignore").write_text("/build/\n", encoding="utf-8")
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root, "First")
    return root


def test_files_that_are_not_committed_are_not_recorded(root: Path) -> None:
    folder = root / "build" / "m4"
    folder.mkdir(parents=True)
    (folder / "size.json").touch()
    (folder / "manifest.json").write_text(
        '{"inputs": {"configs/m4.toml": "", "a.cpp": ""}}', encoding="utf-8"
    )
    write(root, SMALL + "lto = false\n", name="m4")
    with pytest.raises(KerfError, match=r"m4: .*configs/m4\.toml: not as in .*Commit first"):
        main(["record", f"--root={root}"])


def test_nothing_is_recorded_without_builds(root: Path) -> None:
    with pytest.raises(KerfError, match="no target is built"):
        main(["record", f"--root={root}"])
    assert not (root / FILE).exists()


def test_commits_that_do_not_build_are_skipped_and_reported(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "a.txt").touch()
    commit(root, "Second")
    assert main(["backfill", "HEAD~1..HEAD", f"--root={root}"]) == 0
    message = capsys.readouterr()
    assert "every target skipped, it does not build: " in message.err
    assert "0 row(s) added" in message.out
    assert git(root, "status", "--porcelain") == ""


def test_range_is_the_first_parents_between(root: Path) -> None:
    for name in ("a", "b"):
        (root / name).touch()
        commit(root, name)
    assert [each.subject for each in commits_of_range(root, "HEAD~2..HEAD")] == ["a", "b"]
    for wrong, message in (("HEAD..HEAD", "an empty range"), ("x..HEAD", "unknown revision")):
        with pytest.raises(ConfigError, match=message):
            commits_of_range(root, wrong)


def test_show_without_rows_says_how_to_get_some(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", f"--root={root}"]) == 0
    assert "no rows yet" in capsys.readouterr().out


@pytest.mark.slow
def test_without_a_word_the_builds_of_head_are_recorded(
    tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    require_tool(COMPILERS["add-mul-host"])
    repository = make_release_repository(tmp_path / "kerf")
    (repository / FILE).unlink(missing_ok=True)
    head = commit(repository, "No history")
    assert task(repository, "tasks.build", "add-mul-host").returncode == 0
    done = task(repository, "tasks.history")
    assert done.returncode == 0, done.stderr
    assert "add-mul-host" in done.stdout
    (found,) = read_rows(repository / FILE)
    size = json.loads((repository / "build/add-mul-host/size.json").read_text(encoding="utf-8"))
    assert (found.commit, found.target) == (head, "add-mul-host")
    assert (found.flash_bytes, found.ram_bytes) == (size["flash_bytes"], size["ram_bytes"])
    before = (repository / FILE).read_bytes()
    assert task(repository, "tasks.history").returncode == 0  # its own file is no input of builds
    assert (repository / FILE).read_bytes() == before
