"""Expected sets follow from the schemas: arguments before the outputs are read, the rest written.

That calls repeat their outputs as the result was observed in files of ExecuTorch 1.5.1
(tests/data/models).
"""

from __future__ import annotations

import pytest

from codegen.call_dtypes import CallDtypes, dtypes_of_call, dtypes_of_key, dtypes_text
from codegen.dtype import DType
from codegen.operator_schema import parse_schema
from codegen.opinfo import Argument
from codegen.pte import read_model
from codegen.selection import KernelKey
from codegen.sources.pte import kernel_key
from tests.codegen.model_files import programs
from tests.codegen.resolving import (
    ABSENT,
    ADD,
    CAT,
    COMPUTED,
    COPY,
    FULL,
    INDEX,
    ITEM,
    POOL,
    SPLIT,
    call,
    ints,
    number,
    tensor,
    tensors,
)

F, L, H, B = DType.Float, DType.Long, DType.Half, DType.Bool


def sets(inputs: set[DType], outputs: set[DType]) -> CallDtypes:
    return CallDtypes(inputs=frozenset(inputs), outputs=frozenset(outputs))


CASES: dict[str, tuple[str, tuple[Argument, ...], CallDtypes]] = {
    "mixed": (ADD, (tensor(H), tensor(L), number(1), tensor(F), tensor(F)), sets({H, L}, {F})),
    "lists": (CAT, (tensors(F, L, H), number(0), tensor(F), tensor(F)), sets({F, L, H}, {F})),
    "absent items": (INDEX, (tensor(B), tensors(None, L), tensor(B), tensor(B)), sets({B, L}, {B})),
    "several outputs": (
        POOL,
        (tensor(F), *([ints(2, 2)] * 4), number(False), tensor(F), tensor(L), tensors(F, L)),
        sets({F}, {F, L}),
    ),
    "list of outputs": (
        SPLIT,
        (tensor(H), ints(2, 2), number(1), tensors(F, F), tensors(F, F)),
        sets({H}, {F}),
    ),
    "in place": (COPY, (tensor(F), tensor(L), number(False), tensor(F)), sets({F, L}, {F})),
    "a number": (ITEM, (tensor(L), COMPUTED), sets({L}, set())),
    "no inputs": (FULL, (ints(2, 3), number(0.5), tensor(F), tensor(F)), sets(set(), {F})),
}


@pytest.mark.parametrize("case", CASES)
def test_calls_are_split_into_what_they_read_and_write(case: str) -> None:
    schema, arguments, expected = CASES[case]
    parsed = parse_schema(schema)
    assert dtypes_of_call(call(parsed.name, *arguments), parsed) == expected


@pytest.mark.parametrize("case", ["mixed", "several outputs", "a number", "no inputs", "in place"])
def test_keys_without_lists_say_the_same(case: str) -> None:
    schema, arguments, expected = CASES[case]
    parsed = parse_schema(schema)
    assert dtypes_of_key(kernel_key(call(parsed.name, *arguments)), parsed) == expected


def test_a_key_may_lack_optional_tensors() -> None:
    convolution = parse_schema(
        "aten::convolution.out(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, *, "
        "Tensor(a!) out) -> Tensor(a!)"
    )
    key = KernelKey.parse("v1/6;0,1|6;0,1|7;0,1|7;0,1")  # input, weight, out, out
    assert dtypes_of_key(key, convolution) == sets({F}, {DType.Double})


def test_without_a_schema_the_repeated_tensors_are_outputs() -> None:
    single = call("my_ops::f", tensor(L), tensor(F), number(1), tensor(H), tensor(H))
    assert dtypes_of_call(single, None) == sets({L, F}, {H})
    several = call("my_ops::g", tensor(L), tensor(F), tensor(B), tensors(F, B))
    assert dtypes_of_call(several, None) == sets({L}, {F, B})
    counting = call("my_ops::h", tensor(L), ABSENT, COMPUTED)
    assert dtypes_of_call(counting, None) == sets({L}, set())


@pytest.mark.parametrize("schema", [None, ADD], ids=["without schema", "with schema"])
def test_nothing_comes_of_nothing(schema: str | None) -> None:
    parsed = None if schema is None else parse_schema(schema)
    assert dtypes_of_call(call("aten::add.out"), parsed) == sets(set(), set())
    assert dtypes_of_key(KernelKey.parse("v1"), parsed) == sets(set(), set())


@pytest.mark.parametrize("model", sorted(programs()))
def test_no_tensor_of_a_model_is_lost(model: str) -> None:
    """Of each call, every dtype that its key holds is in one of the sets, whatever is known."""
    for method in read_model(programs()[model]).methods:
        for each in method.calls:
            split = dtypes_of_call(each, None)
            keyed = {tensor.dtype for tensor in kernel_key(each).tensors}
            assert keyed <= split.inputs | split.outputs


def test_sets_read_as_what_goes_in_and_out() -> None:
    assert dtypes_text([F, H], [F]) == "Half, Float -> Float"
    assert dtypes_text([F], [F]) == "Float"
    assert dtypes_text([], [F]) == "Float"
    assert dtypes_text([L], []) == "Long"
    assert dtypes_text([], []) == "no tensor"
