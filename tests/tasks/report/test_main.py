"""The command: which targets it shows, what it reports of the others, and what it leaves."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codegen.errors import ConfigError, SizeError
from tasks.history.rows import add_rows
from tasks.report.__main__ import main
from tests.tasks.built_targets import Built
from tests.tasks.config_root import SMALL, make_root, write
from tests.tasks.report.reported import rows
from tests.tasks.sizes import size

pytestmark = pytest.mark.slow


@pytest.fixture
def tree(built_target: Callable[[str], Built], tmp_path: Path) -> Path:
    """A repository with two targets that are built, and others that are not."""
    source = built_target("arm").target.root
    for name in ("arm", "host"):
        folder = built_target(name).folder
        shutil.copytree(folder, tmp_path / "build" / name)
    for name in ("configs", "toolchains", "runtime"):
        (tmp_path / name).symlink_to(source / name)
    return tmp_path


def shown(page: Path) -> dict[str, Any]:
    found = re.search(r'id="content">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    content: dict[str, Any] = json.loads(found.group(1))
    return content


def names(page: Path) -> list[str]:
    return [target["name"] for target in shown(page)["targets"]]


def test_shows_all_that_is_built(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(tree)]) == 0
    assert names(tree / "build" / "report.html") == ["arm", "host"]
    printed = capsys.readouterr()
    assert "report.html" in printed.out
    assert "not built: " in printed.err


def test_shows_those_that_are_requested_where_it_is_reported_to(tree: Path) -> None:
    output = tree / "new" / "folder" / "x.html"
    assert main(["ho*", "--output", str(output), "--root", str(tree)]) == 0
    assert names(output) == ["host"]


def test_a_target_that_cannot_be_read_is_reported_and_the_others_are_shown(tree: Path) -> None:
    (tree / "build/arm/size.json").write_text("{", encoding="utf-8")
    with pytest.raises(SizeError, match=r"arm.size\.json"):
        main(["--root", str(tree)])
    page = tree / "build" / "report.html"
    assert names(page) == ["host"]
    assert "arm" in shown(page)["unread"]


def test_history_is_read_where_it_is_reported_to_and_only_its_last_commits(tree: Path) -> None:
    history = tree / "history.jsonl"
    add_rows(history, rows(size(target="arm"), {1: 900, 2: 901, 3: 902}))
    assert main(["--history", str(history), "--commits", "2", "--root", str(tree)]) == 0
    content = shown(tree / "build" / "report.html")
    assert [date[8:10] for _, date, _ in content["commits"]] == ["02", "03"]
    assert content["history"]["arm"]["flash_bytes"] == [901, 902]


def test_a_damaged_history_is_reported_and_the_sizes_are_shown(tree: Path) -> None:
    history = tree / "history.jsonl"
    history.write_text("no row\n", encoding="utf-8")
    with pytest.raises(SizeError, match=r"history\.jsonl:1: no row"):
        main(["--history", str(history), "--root", str(tree)])
    page = tree / "build" / "report.html"
    assert names(page) == ["arm", "host"]
    assert "history" in shown(page)["unread"]


def test_where_nothing_is_built_it_says_how_to_build(tmp_path: Path) -> None:
    write(make_root(tmp_path), SMALL)
    with pytest.raises(SizeError, match=r"no target is built\. Build first: nox -s matrix"):
        main(["--root", str(tmp_path)])


def test_an_unknown_target_is_a_fault_with_the_nearest_name(tree: Path) -> None:
    with pytest.raises(ConfigError, match=r"hots: no such target\. Did you mean host\?"):
        main(["hots", "--root", str(tree)])


def test_no_commits_are_no_history(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--commits", "0", "--root", str(tree)])
    assert ended.value.code == ConfigError.exit_code
    assert "argument --commits: '0' is not a whole number from 1 on" in capsys.readouterr().err
