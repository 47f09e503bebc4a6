from __future__ import annotations

import pytest

from codegen.errors import SelectionError
from codegen.selection import Origin
from codegen.sources.oplist import read_inline, read_oplist


def test_one_operator_on_a_line_with_comments() -> None:
    text = "# activations\naten::relu.out\n\n  my_ops::foo   # ours\nadd.out\r\n"
    selection = read_oplist(text, source="ops.txt", where="ops.txt")
    assert [need.name for need in selection.operators] == [
        "aten::add.out",
        "aten::relu.out",
        "my_ops::foo",
    ]
    for need in selection.operators:
        assert need.any_dtype
        assert not need.calls_complete
        assert need.origins == (Origin(source="ops.txt"),)


def test_operator_named_twice_is_selected_once() -> None:
    selection = read_oplist("add.out\naten::add.out\n", source="o", where="o")
    assert [need.name for need in selection.operators] == ["aten::add.out"]


def test_all_faults_are_reported_with_their_lines() -> None:
    with pytest.raises(SelectionError) as caught:
        read_oplist("add.out\nadd out!\n a.b.c\n", source="o", where="dir/ops.txt")
    assert [fault.partition(": ")[0] for fault in caught.value.faults] == [
        "dir/ops.txt:2",
        "dir/ops.txt:3",
    ]
    assert "'a.b.c' is not an operator name (like aten::add.out" in caught.value.faults[1]


def test_file_of_another_kind_does_not_flood_the_terminal() -> None:
    with pytest.raises(SelectionError) as caught:
        read_oplist("!\n" * 1000, source="o", where="README.md")
    assert len(caught.value.faults) == 21
    assert caught.value.faults[-1] == "README.md:20: and 980 more faults after it."


def test_empty_list_is_refused() -> None:
    with pytest.raises(SelectionError, match="no operator in the list"):
        read_oplist("# nothing yet\n", source="o", where="o")


def test_inline_list() -> None:
    selection = read_inline("add.out, my_ops::foo,aten::mm.out")
    assert [need.name for need in selection.operators] == [
        "aten::add.out",
        "aten::mm.out",
        "my_ops::foo",
    ]
    assert selection.operators[0].origins == (Origin(source="inline list"),)


@pytest.mark.parametrize("text", ["mv2", "add.out,mv2", "", ","])
def test_word_alone_is_a_file_that_does_not_exist(text: str) -> None:
    with pytest.raises(SelectionError, match="neither a file nor an operator"):
        read_inline(text)
