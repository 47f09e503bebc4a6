"""Elements in the order of another memory layout."""

from __future__ import annotations

from tasks.run.cases import reordered

ROWS = "abcdef"  # [[a, b, c], [d, e, f]]


def test_columns_of_a_matrix_follow_each_other() -> None:
    assert "".join(reordered(ROWS, (2, 3), (0, 1), (1, 0))) == "adbecf"
    assert "".join(reordered("adbecf", (2, 3), (1, 0), (0, 1))) == ROWS


def test_channels_last_is_channels_within_each_place() -> None:
    image = list(range(12))  # 1x3x2x2: three planes of four
    got = reordered(image, (1, 3, 2, 2), (0, 1, 2, 3), (0, 2, 3, 1))
    assert got == [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]


def test_number_and_nothing_stay() -> None:
    assert reordered("a", (), (), ()) == ["a"]
    assert reordered("", (2, 0), (0, 1), (1, 0)) == []
    assert reordered("", (0, 2), (0, 1), (1, 0)) == []
