"""Operators on numbers against Python itself, whose arithmetic symbolic sizes were traced with."""

from __future__ import annotations

import json
import math
import operator
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.codegen import program_builder as build
from tests.runtime.sanitized import Finished, run

Number: TypeAlias = int | float | bool
Operands: TypeAlias = tuple[Number, ...]

INVALID_ARGUMENT = 0x12
INVALID_TYPE = 0x13
INT64 = range(-(2**63), 2**63)

BINARY: dict[str, Callable[[Number, Number], Number]] = {
    "add.Scalar": operator.add,
    "sub.Scalar": operator.sub,
    "mul.Scalar": operator.mul,
    "floordiv.Scalar": operator.floordiv,
    "truediv.Scalar": operator.truediv,
    "eq.Scalar": operator.eq,
    "lt.Scalar": operator.lt,
    "le.Scalar": operator.le,
    "gt.Scalar": operator.gt,
    "ge.Scalar": operator.ge,
}
BINARY_INT: dict[str, Callable[[int, int], int]] = {
    "floordiv.int": operator.floordiv,
    "mod.Scalar": operator.mod,
    "mod.int": operator.mod,
}
UNARY: dict[str, Callable[[Number], Number]] = {
    "neg.Scalar": operator.neg,
    "ceil.Scalar": math.ceil,
    "round.Scalar": round,
    "trunc.Scalar": math.trunc,
    "sym_int.Scalar": int,
    "sym_float.Scalar": float,
}

_VALUES: dict[type, Callable[[], build.TableSpec]] = {
    bool: lambda: build.boolean(False),
    int: lambda: build.integer(0),
    float: lambda: build.double(0.0),
}


def method(name: str, overload: str, kinds: Sequence[type]) -> build.TableSpec:
    """A method that passes its inputs of these kinds to the operator and returns the result."""
    values = [*(_VALUES[kind]() for kind in kinds), build.none()]
    return build.method(
        values,
        [build.kernel_call(*range(len(values)))],
        inputs=tuple(range(len(kinds))),
        outputs=(len(kinds),),
        operators=((f"executorch_prim::{name}", overload),),
        name="_".join(kind.__name__ for kind in kinds),
    )


def call(runner: Path, folder: Path, target: str, calls: Sequence[Operands]) -> Finished:
    """Calls the operator once for each of `calls`."""
    name, _, overload = target.partition(".")
    kinds = sorted({tuple(map(type, operands)) for operands in calls}, key=str)
    path = folder / "numbers.pte"
    path.write_bytes(build.program(*(method(name, overload, each) for each in kinds)))
    arguments = ["--model", str(path)]
    for operands in calls:
        arguments += ["--call", "_".join(type(x).__name__ for x in operands)]
        for x in operands:
            kind = {bool: "bool", int: "int", float: "double"}[type(x)]
            arguments += ["--input", f"{kind}:{str(x).lower()}"]
    return run(runner, *arguments)


def results(done: Finished) -> list[Number]:
    """What each call returned, as Python's own type of that kind."""
    assert done.exit_code == 0, done.stderr
    outputs = [json.loads(line)["outputs"][0] for line in done.stdout.splitlines()]
    kinds = {"int": int, "double": float, "bool": bool}
    assert all(type(each["value"]) is kinds[each["kind"]] for each in outputs)
    return [each["value"] for each in outputs]


def same(a: Number, b: Number) -> bool:
    """Equal in kind and to the last bit; any two NaNs are the same."""
    if type(a) is not type(b):
        return False
    if isinstance(a, float) and isinstance(b, float):
        return struct.pack("d", a) == struct.pack("d", b) or (a != a and b != b)
    return a == b


def check(
    runner: Path, folder: Path, target: str, python: Callable[..., Number], calls: list[Operands]
) -> None:
    """Calls that Python can compute in 64 bits give the same here."""
    expected = []
    for operands in calls:
        try:
            result = python(*operands)
        except (ArithmeticError, ValueError):
            continue
        if isinstance(result, float) or result in INT64:
            expected.append((operands, result))
    if not expected:
        return
    got = results(call(runner, folder, target, [operands for operands, _ in expected]))
    for value, (operands, result) in zip(got, expected, strict=True):
        assert same(value, result), f"{target}{operands}: {value!r}, Python has {result!r}"


small = st.integers(-20, 20)
integers = st.one_of(small, st.integers(INT64[0], INT64[-1]))
doubles = st.one_of(st.floats(), st.floats(-8, 8), small.map(lambda n: n / 2))
# Beyond 2^53 Python compares an int with a double exactly; here they are both doubles.
exact = st.integers(-(2**53), 2**53)
pairs = st.one_of(
    st.tuples(integers, integers),
    st.tuples(doubles, doubles),
    st.tuples(exact, doubles),
    st.tuples(doubles, exact),
    st.tuples(st.booleans(), st.one_of(st.booleans(), small)),
)
batches = settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.mark.parametrize("target", BINARY)
@batches
@given(calls=st.lists(pairs, min_size=60, max_size=120))
def test_operator_computes_as_python(
    target: str, calls: list[Operands], runner: Path, tmp_path: Path
) -> None:
    if target == "truediv.Scalar":  # Python divides ints beyond 2^53 exactly before it rounds
        calls = [c for c in calls if not any(type(x) is int and abs(x) > 2**53 for x in c)]
    check(runner, tmp_path, target, BINARY[target], calls)


@pytest.mark.parametrize("target", BINARY_INT)
@batches
@given(calls=st.lists(st.tuples(integers, integers), min_size=60, max_size=120))
def test_integer_operator_computes_as_python(
    target: str, calls: list[Operands], runner: Path, tmp_path: Path
) -> None:
    check(runner, tmp_path, target, BINARY_INT[target], calls)


@pytest.mark.parametrize("target", UNARY)
@batches
@given(calls=st.lists(st.tuples(st.one_of(integers, doubles, st.booleans())), min_size=60))
def test_unary_operator_computes_as_python(
    target: str, calls: list[Operands], runner: Path, tmp_path: Path
) -> None:
    check(runner, tmp_path, target, UNARY[target], calls[:200])


@pytest.mark.parametrize(("target", "choose"), [("sym_max.Scalar", max), ("sym_min.Scalar", min)])
@batches
@given(calls=st.lists(pairs, min_size=60, max_size=120))
def test_choice_is_pythons_and_a_double_where_an_operand_is_one(
    target: str,
    choose: Callable[[Number, Number], Number],
    calls: list[Operands],
    runner: Path,
    tmp_path: Path,
) -> None:
    def expected(a: Number, b: Number) -> Number:
        mixed = isinstance(a, float) or isinstance(b, float)
        return float(choose(a, b)) if mixed else int(choose(a, b))

    check(runner, tmp_path, target, expected, calls)


@pytest.mark.parametrize("condition", [True, False])
def test_conditional_value_keeps_its_kind(condition: bool, runner: Path, tmp_path: Path) -> None:
    calls: list[Operands] = [(condition, 7, 0.5), (condition, 0.5, 7), (condition, True, 3)]
    got = results(call(runner, tmp_path, "sym_ite.Scalar", calls))
    assert [(type(x), x) for x in got] == [
        (type(c[1 if condition else 2]), c[1 if condition else 2]) for c in calls
    ]


def test_negation_takes_a_bool_only(runner: Path, tmp_path: Path) -> None:
    assert results(call(runner, tmp_path, "sym_not.Scalar", [(True,), (False,)])) == [False, True]
    assert call(runner, tmp_path, "sym_not.Scalar", [(1,)]).exit_code == INVALID_TYPE


@pytest.mark.parametrize(
    ("target", "operands"),
    [
        ("add.Scalar", (INT64[-1], 1)),
        ("sub.Scalar", (INT64[0], 1)),
        ("mul.Scalar", (2**62, 2)),
        ("neg.Scalar", (INT64[0],)),
        ("floordiv.Scalar", (INT64[0], -1)),
        ("floordiv.int", (INT64[0], -1)),
        ("ceil.Scalar", (2.0**63,)),
        ("trunc.Scalar", (math.nan,)),
        ("round.Scalar", (-math.inf,)),
    ],
)
def test_result_beyond_64_bits_is_an_error(
    target: str, operands: Operands, runner: Path, tmp_path: Path
) -> None:
    done = call(runner, tmp_path, target, [operands])
    assert done.exit_code == INVALID_ARGUMENT
    assert "out of range" in done.stderr


@pytest.mark.parametrize(
    ("target", "operands"),
    [
        ("floordiv.Scalar", (1, 0)),
        ("floordiv.Scalar", (1.0, 0.0)),
        ("floordiv.int", (1, 0)),
        ("truediv.Scalar", (1, 0)),
        ("truediv.Scalar", (1.0, -0.0)),
        ("truediv.Scalar", (0, False)),
        ("mod.Scalar", (1, 0)),
        ("mod.int", (0, 0)),
    ],
)
def test_division_by_zero_is_an_error(
    target: str, operands: Operands, runner: Path, tmp_path: Path
) -> None:
    done = call(runner, tmp_path, target, [operands])
    assert done.exit_code == INVALID_ARGUMENT
    assert "division by zero" in done.stderr


def test_remainder_takes_ints_only(runner: Path, tmp_path: Path) -> None:
    assert call(runner, tmp_path, "mod.Scalar", [(1.0, 2)]).exit_code == INVALID_TYPE
