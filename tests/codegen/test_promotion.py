"""The dtypes that operands promote to, against those of `torch.result_type`."""

from __future__ import annotations

import itertools

import pytest

from codegen.dtype import DType
from codegen.facts import ArgumentFacts
from codegen.promotion import computed_dtypes, promoted, result_with_number, results

BASIC = ["Byte", "Char", "Short", "Int", "Long", "Half", "Float", "Double", "Bool", "BFloat16"]
# torch.result_type(torch.ones(2, dtype=row), torch.ones(2, dtype=column)), by number in BASIC.
PROMOTED = """
0 2 2 3 4 5 6 7 0 9
2 1 2 3 4 5 6 7 1 9
2 2 2 3 4 5 6 7 2 9
3 3 3 3 4 5 6 7 3 9
4 4 4 4 4 5 6 7 4 9
5 5 5 5 5 5 6 7 5 6
6 6 6 6 6 6 6 7 6 6
7 7 7 7 7 7 7 7 7 7
0 1 2 3 4 5 6 7 8 9
9 9 9 9 9 6 6 7 9 9
"""
# torch.result_type(torch.ones((), dtype=row), torch.ones(2, dtype=column)).
SINGLE = """
0 1 2 3 4 5 6 7 0 9
0 1 2 3 4 5 6 7 1 9
0 1 2 3 4 5 6 7 2 9
0 1 2 3 4 5 6 7 3 9
0 1 2 3 4 5 6 7 4 9
5 5 5 5 5 5 6 7 5 9
6 6 6 6 6 5 6 7 6 9
7 7 7 7 7 5 6 7 7 9
0 1 2 3 4 5 6 7 8 9
9 9 9 9 9 5 6 7 9 9
"""
# torch.result_type(torch.ones(2, dtype=row), 1), (.., True), (.., 1.5).
NUMBERS = """
0 0 6
1 1 6
2 2 6
3 3 6
4 4 6
5 5 5
6 6 6
7 7 7
4 8 6
9 9 9
"""


def table(text: str) -> list[list[DType]]:
    return [[DType(BASIC[int(digit)]) for digit in line.split()] for line in text.split("\n")[1:-1]]


@pytest.mark.parametrize(("row", "column"), [*itertools.product(range(10), repeat=2)])
def test_tensors_promote_as_in_pytorch(row: int, column: int) -> None:
    a, b = DType(BASIC[row]), DType(BASIC[column])
    both, single, other = table(PROMOTED)[row][column], table(SINGLE)[row][column], table(SINGLE)
    assert promoted(a, b) is both
    assert results(a, b) == {both, single, other[column][row]}
    assert results(a, b, singles=(True, False)) == {both, single}
    assert results(a, b, singles=(False, False)) == {both}


def test_numbers_promote_as_in_pytorch() -> None:
    for name, wanted in zip(BASIC, table(NUMBERS), strict=True):
        found = [result_with_number(DType(name), kind) for kind in ("int", "bool", "double")]
        assert found == wanted


def test_large_unsigned_integers_promote_to_floating_dtypes_only() -> None:
    assert promoted(DType.UInt32, DType.Int) is None
    assert promoted(DType.UInt32, DType.Bool) is None
    assert promoted(DType.UInt32, DType.Half) is DType.Half
    assert results(DType.UInt32, DType.Int) == {DType.UInt32, DType.Int}


def facts(*dtypes: DType, type: str = "Tensor", kinds: tuple[str, ...] = ()) -> ArgumentFacts:
    return ArgumentFacts(name="x", type=type, dtypes=dtypes, kinds=kinds)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([facts(DType.Float), facts(DType.Float)], "Float"),
        ([facts(DType.Byte), facts(DType.Char), facts(DType.Bool)], "Byte Char Short Bool"),
        ([facts(DType.Half)], "Half Float"),
        ([facts(DType.Long), facts(DType.Double)], "Long Float Double"),
        (
            [facts(DType.Int), facts(type="Scalar", kinds=("double",)), facts(DType.Bool)],
            "Int Float Bool",
        ),
        ([facts(DType.Bool), facts(type="Scalar?", kinds=("int",))], "Long Bool"),
        ([facts(DType.Int), facts(type="float", kinds=("double",))], "Int"),
        ([facts(DType.ComplexDouble)], "Double ComplexDouble"),
    ],
)
def test_a_kernel_of_unknown_rules_has_all_that_it_may_compute_in(
    arguments: list[ArgumentFacts], expected: str
) -> None:
    assert " ".join(computed_dtypes(arguments)) == expected
