"""Tables of text are aligned by their widest cells."""

from __future__ import annotations

from tasks.table import aligned


def test_columns_are_as_wide_as_their_widest_cell_and_lines_end_with_text() -> None:
    rows = [("name", "flash", ""), ("a", "1", "grown"), ("longer", "1,000", "")]
    assert list(aligned("<><", rows)) == [
        "name    flash",
        "a           1  grown",
        "longer  1,000",
    ]


def test_a_table_without_rows_has_no_lines() -> None:
    assert list(aligned("<>", [])) == []
