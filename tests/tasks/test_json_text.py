"""JSON from outside that is nested more deeply than Python can follow is a fault like others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import KerfError
from dev.conformance.case_file import read_case_file
from tasks.building.manifest import compiled_by, read_inputs
from tasks.history.rows import read_rows
from tasks.json_text import parsed_json
from tasks.kept import kept
from tasks.release.provenance import read_statement
from tasks.release.recipe import recipe_from_json
from tasks.run.case_entry import read_entry
from tasks.run.kerf_cases import present_methods
from tasks.size.baseline import read_records
from tasks.size.document import parse_size
from tasks.size.read import counted

DEEP = "[" * 100_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("run.json", "manifest.json", "x.json"):
        (tmp_path / name).write_text(DEEP, encoding="utf-8")
    return tmp_path


def test_text_that_is_too_deep_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        parsed_json(DEEP)


@pytest.mark.parametrize(
    "read",
    [
        lambda folder: parse_size(DEEP.encode(), "size.json"),
        lambda folder: read_records(folder / "x.json"),
        lambda folder: read_rows(folder / "x.json"),
        lambda folder: read_case_file(folder / "x.json"),
        lambda folder: read_entry(folder / "x.json"),
        lambda folder: read_statement(DEEP),
    ],
)
def test_file_that_is_too_deep_is_a_fault(read: Callable[[Path], object], folder: Path) -> None:
    with pytest.raises(KerfError):
        read(folder)


def test_what_can_be_made_again_is_made_again(folder: Path) -> None:
    assert kept(folder / "x.json", "key", int) is None
    assert counted(folder, "") == ()
    assert compiled_by(folder) is None
    assert read_inputs(folder) is None
    assert present_methods(folder / "x.json", folder / "x.json") == []
    with pytest.raises(ValueError, match="recursion limit"):
        recipe_from_json(DEEP)
