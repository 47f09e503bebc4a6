"""Scratch expressions: their values, and what is refused before anything is evaluated."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegen.dtype import DType
from codegen.expression import ExpressionError
from codegen.opinfo import Argument, Dynamism
from codegen.scratch import LoopScratch, Scratch
from tests.codegen.resolving import ABSENT, COMPUTED, ints, number, tensor, tensors
from tests.codegen.selection_strategies import REPEATABLE

ARGUMENTS: dict[str, Argument] = {
    "x": tensor(DType.Float, 2, 3, 5),
    "half": tensor(DType.Half, 7),
    "kernel": ints(3, 4),
    "unknown": ints(None),
    "groups": number(2),
    "flag": number(True),
    "factor": number(0.5),
    "left_out": ABSENT,
    "computed": COMPUTED,
    "items": tensors(DType.Float, DType.Float),
}
NAMES = frozenset(ARGUMENTS)


def bytes_of(text: str) -> int:
    return Scratch.parse(text, NAMES).bytes_of(ARGUMENTS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", 12),
        (" 4 * size(x, 1) ", 12),
        ("size(x, -1) * itemsize(half)", 10),
        ("numel(x) * itemsize(x)", 120),
        ("rank(x) + length(kernel) + length(items)", 7),
        ("value(groups) * value(kernel, 1)", 8),
        ("value(kernel, -1)", 4),
        ("value(flag)", 1),
        ("present(left_out)", 0),
        ("present(x) + present(items) + present(groups) + present(computed)", 4),
        ("ceil_div(numel(x), 8) * 8", 32),
        ("min(7, 3, 5) + max(1, 2)", 5),
        ("7 // 2 + 7 % 4 - 1", 5),
        ("10 if value(groups) == 2 else 20", 10),
        ("10 if not 1 < 2 and 1 else 20", 20),
        ("0 or 3 > 2", 1),
        ("8 if value(kernel, 0) != 3 or value(kernel, 1) >= 5 else 16", 16),
        ("-5", 0),  # what is less than nothing is nothing
        ("0 if value(groups) == 2 else value(computed)", 0),  # of what is not chosen no value
        ("0 and 1 // 0", 0),
        ("magnitude(factor) + magnitude(groups)", 3),
    ],
)
def test_an_expression_counts_bytes(text: str, expected: int) -> None:
    assert bytes_of(text) == expected


def test_scratch_is_counted_for_each_thread() -> None:
    one = Scratch.parse("8 + threads * numel(x)", NAMES)
    assert one.bytes_of(ARGUMENTS) == 38
    assert replace(one, threads=3).bytes_of(ARGUMENTS) == 98


def test_scratch_is_that_of_the_rows_and_columns_that_need_most() -> None:
    scratch = Scratch.parse("size(x, 3) * (12 // size(x, 3)) + 2 * size(x, 2)", NAMES)
    image = tensor(DType.Char, 4, 3, 6, 9)
    dynamic = replace(image, dynamism=Dynamism.DYNAMIC_BOUND)
    assert scratch.bytes_of({"x": image}) == 9 + 12
    assert scratch.bytes_of({"x": dynamic}) == 12 + 12


def test_what_a_loop_needs_is_that_of_the_instruction_set() -> None:
    scratch = Scratch.parse("8 + loops(product, size(x, 1))", NAMES)
    with pytest.raises(ExpressionError, match="no instruction set has that loop"):
        scratch.bytes_of(ARGUMENTS)
    loops = {"product": LoopScratch.parse("32 * ceil_div(n, 4)")}
    assert replace(scratch, loops=loops).bytes_of(ARGUMENTS) == 40


def test_expressions_have_names_for_those_after_them() -> None:
    definitions = {"rows": "size(x, 1)", "cells": "rows * size(x, 2)", "bad": "1 // 0"}
    scratch = Scratch.parse("cells + rows if small else bad", NAMES, definitions)
    assert replace(scratch, small=True).bytes_of(ARGUMENTS) == 18
    with pytest.raises(ExpressionError):  # only what is chosen needs a value
        scratch.bytes_of(ARGUMENTS)


def test_a_value_is_computed_once() -> None:
    twice = {f"n{i + 1}": f"n{i} + n{i}" for i in range(200)}
    assert Scratch.parse("n200 // n199", NAMES, {"n0": "1", **twice}).bytes_of(ARGUMENTS) == 2


@pytest.mark.parametrize("name", ["small", "threads", "x", "if", "3", "a b", ""])
def test_what_cannot_be_a_name_is_refused(name: str) -> None:
    with pytest.raises(ExpressionError, match="cannot be the name of an expression"):
        Scratch.parse("4", NAMES, {name: "4"})


def test_a_name_is_known_after_its_expression() -> None:
    with pytest.raises(ExpressionError):
        Scratch.parse("a", NAMES, {"a": "b", "b": "4"})


@pytest.mark.parametrize("text", ["threads", "size(x, 1)", "m", "loops(product)", "n n", ""])
def test_a_loop_needs_an_expression_over_n_alone(text: str) -> None:
    with pytest.raises(ExpressionError):
        LoopScratch.parse(text)


def test_a_loop_that_has_no_value_is_an_error_of_its_own() -> None:
    with pytest.raises(ExpressionError, match="16 // n has no value"):
        LoopScratch.parse("16 // n").bytes_of(0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "loops(3, 4)",
        "loops('product', 4)",
        "loops(product)",
        "loops(product, y)",
        "n",
        "4 *",
        "(",
        "x",
        "size(x, 1).real",
        "__import__('os').system('true')",
        "open('f')",
        "size(y, 0)",
        "size('x', 0)",
        "size(x, dim=0)",
        "size(*x)",
        "min(*kernel)",
        "(lambda: 4)()",
        "[4][0]",
        "4 ** 9999999",
        "1 << 99999999",
        "4 / 2",
        "0.5",
        "'4'",
        "4j",
        "None",
        "...",
        "f'{4}'",
        "1 < 2 < 3",
        "x is x",
        "4 in (4,)",
        "~4",
        "(y := 4)",
        "eval('4')",
        "size",
        "4; 5",
        "4\n5",
        "\0",
        "value(x.y)",
        "numel(x)(3)",
        "exec(x)",
        "(yield)",
        "await x",
        "size(x)",
        "size(x, 0, 1)",
        "numel(x, 1)",
        "rank(x, kernel)",
        "fits(x)",
        "value(kernel, 0, 1)",
        "same_shape(x)",
        "expanded(x)",
        "ceil_div(4)",
        "min()",
        "max(4)",
        "outputs(1, 2, 3)",
    ],
)
def test_what_is_no_expression_over_the_arguments_is_refused_when_it_is_read(text: str) -> None:
    with pytest.raises(ExpressionError):
        Scratch.parse(text, NAMES)


def test_an_unknown_argument_is_named() -> None:
    with pytest.raises(ExpressionError, match="weight is not an argument of the operator"):
        Scratch.parse("4 * size(weight, 0)", NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "4 // 0",
        "4 % (value(groups) - 2)",
        "ceil_div(4, 0)",
        "size(x, 3)",
        "size(kernel, 0)",
        "numel(groups)",
        "rank(left_out)",
        "value(x)",
        "value(kernel)",
        "value(kernel, 2)",
        "value(computed)",
        "value(unknown, 0)",
        "value(factor)",
        "magnitude(kernel)",
        "magnitude(computed)",
        "value(left_out)",
        "length(x)",
        "itemsize(items)",
        "2147483647 + 1",
    ],
)
def test_an_expression_without_a_value_for_a_call_is_an_error_of_its_own(text: str) -> None:
    with pytest.raises(ExpressionError):
        bytes_of(text)


def test_an_argument_that_a_call_leaves_off_the_end_has_no_value() -> None:
    with pytest.raises(ExpressionError, match=r"numel\(x\) has no value"):
        Scratch.parse("numel(x)", NAMES).bytes_of({})
    assert Scratch.parse("present(x)", NAMES).bytes_of({}) == 0


@pytest.mark.parametrize(
    "text",
    ["(" * 300 + "1" + ")" * 300, "-" * 600 + "1", "-" * 20000 + "1", "1" * 10000],
)
def test_text_that_is_too_deep_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        Scratch.parse(text, NAMES)


@pytest.mark.parametrize("text", ["-" * 399 + "1", "not " * 99 + "1", "1+" * 199 + "1"])
def test_the_longest_text_is_evaluated(text: str) -> None:
    assert bytes_of(text) >= 0


PIECES = st.sampled_from(
    ["size", "value", "x", "kernel", "(", ")", ",", " ", "1", "0", "//", "%", "*", "-", "if",
     "else", "not", "min", "ceil_div", "[", ".", "lambda", ":", "__class__", "'", "**"]
)  # fmt: skip


@REPEATABLE
@given(st.one_of(st.lists(PIECES, max_size=12).map("".join), st.text(max_size=20)))
def test_any_text_gives_bytes_or_the_one_error(text: str) -> None:
    try:
        count = bytes_of(text)
    except ExpressionError:
        return
    assert type(count) is int
    assert count >= 0
