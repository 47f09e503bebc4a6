"""The figures of the pages: what the baselines hold, and nothing edited by hand."""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from codegen.errors import ExpansionError, SizeError
from dev.figures import PAGES, comparison, counts, main, parts
from tests.conftest import ROOT


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A repository whose pages and baselines can be changed."""
    for name in (*PAGES, *(path.relative_to(ROOT) for path in ROOT.glob("configs/*.toml"))):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "configs/baselines", tmp_path / "configs/baselines")
    for name in ("configs/models", "runtime", "tests", "toolchains"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def test_a_changed_baseline_changes_the_pages(pages: Path) -> None:
    path = pages / "configs/baselines/mv2-arm.json"
    content = json.loads(path.read_text())
    (record,) = (each for name, each in content["toolchains"].items() if "gcc 12.2" in name)
    record["flash_bytes"] = 1234567
    record["measures"]["execute_instructions"] = 7654321
    path.write_text(json.dumps(content))
    assert "1,234,567 B" in comparison(pages)
    assert "1,234,567" in parts(pages, "mv2-arm")
    assert "7,654,321" in counts(pages, "mv2-arm")
    assert main(["--root", str(pages), *PAGES[:3]]) == 0
    for page in PAGES[:2]:
        assert "1,234,567 B" in (pages / page).read_text()
    program = record["measures"]["program_bytes"]
    assert f"| {1234567 + program:,} |" in (pages / PAGES[2]).read_text()


def test_a_figure_edited_by_hand_is_refused(pages: Path) -> None:
    page = pages / "README.md"
    page.write_text(page.read_text().replace("| 0 B |", "| -1 B |"))
    with pytest.raises(ExpansionError, match="generated"):
        main(["--root", str(pages), "README.md"])


def test_a_target_without_sizes_of_the_compiler_is_named(pages: Path) -> None:
    path = pages / "configs/baselines/mv2-arm.json"
    path.write_text(path.read_text().replace("gcc 12.2", "gcc 99.1"))
    with pytest.raises(SizeError, match=r"mv2-arm\.json: no sizes of gcc 12\.2"):
        comparison(pages)


def test_gains_have_a_row_for_each_model_and_each_pass_that_changes_it() -> None:
    page = (ROOT / "docs/explanation/passes.md").read_text(encoding="utf-8")  # as generated
    table = page.partition("| model | after |")[2].partition("\n\n")[0]
    rows = [line.split(" | ") for line in table.splitlines()[2:] if line.startswith("| ")]
    models = [row[0].strip("| `") for row in rows if row[0] != "| "]
    named = {path.stem for path in (ROOT / "configs" / "models").glob("*.pte")}
    assert set(models) == named
    assert any(row[1] == "`integers`" for row in rows)
    for row, following in pairwise(rows):
        assert following[0] != "| " or row[2:] != following[2:]
