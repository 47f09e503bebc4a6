from __future__ import annotations

import re

import pytest
import yaml

from codegen.selection_text import selection_text
from codegen.sources.detect import read_sources
from tests.codegen.model_files import OPLISTS, programs


def text_of(*sources: str, styled: bool = False) -> str:
    paths = [str(programs().get(source, source)) for source in sources]
    return selection_text(read_sources(paths), styled=styled)


def row(text: str, first: str) -> list[str]:
    """The cells of the row that starts with `first`."""
    (line,) = [line for line in text.splitlines() if line.startswith(first)]
    return re.split(r"  +", line.strip())


def test_table_of_two_models_and_a_list() -> None:
    text = text_of("mv2_035_96", "cond", "relu.out")
    assert row(text, "aten::add.out") == [
        "aten::add.out",
        "11",
        "Float",
        "cond.pte (1), mv2.pte (10)",
    ]
    assert row(text, "aten::gt.Scalar_out")[1:] == ["1", "Float, Bool", "cond.pte"]
    assert row(text, "aten::relu.out")[1:] == ["1", "any", "cond.pte (1), inline list"]
    assert row(text, "  v1/6;|11;|11;")[1:] == ["1", "Float, Bool", "cond.pte"]
    assert text.splitlines()[-1] == "14 operators, 15 kernel keys, 162 calls, from 3 sources"


@pytest.mark.parametrize("name", ["mv2_035_96", "map", "transformer"])
def test_every_operator_and_key_is_a_row(name: str) -> None:
    expected = yaml.safe_load((OPLISTS / f"{name}.yaml").read_text())["et_kernel_metadata"]
    lines = [line.partition("  ")[0] for line in text_of(name).splitlines()]
    assert set(expected) <= set(lines)
    starts = {line.split()[0] for line in text_of(name).splitlines() if line.strip()}
    assert {key for keys in expected.values() for key in keys} <= starts


def test_totals_of_each_method() -> None:
    text = text_of("plan_multi_arena")
    assert "plan_multi_arena.pte: program 5,856 B of a file of 16,080 B" in text
    assert "forward: 13 calls of " in text
    assert "planned memory  8,192 B + 4,096 B" in text
    assert "delegates       none" in text
    assert "89 values" in text


def test_everything_and_model_without_operators() -> None:
    text = text_of("all", "passthrough_scalars")
    assert "every operator of every library, for every dtype: requested by all" in text
    assert "no operator by name" in text
    assert text.splitlines()[-1].startswith("everything, 0 operators")


def test_operators_without_calls_have_a_dash() -> None:
    assert row(text_of("add.out"), "aten::add.out")[1:] == ["-", "any", "inline list"]


def test_styles_are_for_terminals_only() -> None:
    plain, styled = text_of("cond"), text_of("cond", styled=True)
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[\d*m", "", styled) == plain != styled
    assert all(line == line.rstrip() for line in plain.splitlines())
