"""Expected facts follow from the schemas: arguments before the outputs are read, the rest written.

That calls repeat their outputs as the result was observed in files of ExecuTorch 1.5.1
(tests/data/models).
"""

from __future__ import annotations

import pytest

from codegen.dtype import DType
from codegen.library_file import read_library
from codegen.operator_schema import OperatorSchema, parse_schema
from codegen.opinfo import Argument
from codegen.pte import read_model
from codegen.selection import KernelKey
from codegen.sources.pte import kernel_key
from codegen.takes import Form, Takes, dtypes_text, form_of_call, form_of_key
from tests.codegen.model_files import programs
from tests.codegen.resolving import (
    ABSENT,
    ADD,
    CAT,
    COMPUTED,
    CONVOLUTION,
    COPY,
    FULL,
    INDEX,
    ITEM,
    POOL,
    SPLIT,
    call,
    ints,
    kernel,
    number,
    tensor,
    tensors,
)
from tests.golden.plans import ROOT

F, L, H, B = DType.Float, DType.Long, DType.Half, DType.Bool
NHWC = (0, 2, 3, 1)
Sets = tuple[set[DType], set[DType]]

CASES: dict[str, tuple[str, tuple[Argument, ...], Sets]] = {
    "mixed": (ADD, (tensor(H), tensor(L), number(1), tensor(F), tensor(F)), ({H, L}, {F})),
    "lists": (CAT, (tensors(F, L, H), number(0), tensor(F), tensor(F)), ({F, L, H}, {F})),
    "absent items": (INDEX, (tensor(B), tensors(None, L), tensor(B), tensor(B)), ({B, L}, {B})),
    "several outputs": (
        POOL,
        (tensor(F), *([ints(2, 2)] * 4), number(False), tensor(F), tensor(L), tensors(F, L)),
        ({F}, {F, L}),
    ),
    "list of outputs": (
        SPLIT,
        (tensor(H), ints(2, 2), number(1), tensors(F, F), tensors(F, F)),
        ({H}, {F}),
    ),
    "in place": (COPY, (tensor(F), tensor(L), number(False), tensor(F)), ({F, L}, {F})),
    "a number": (ITEM, (tensor(L), COMPUTED), ({L}, set())),
    "no inputs": (FULL, (ints(2, 3), number(0.5), tensor(F), tensor(F)), (set(), {F})),
}


def form(schema: str, *arguments: Argument) -> Form:
    parsed = parse_schema(schema)
    return form_of_call(call(parsed.name, *arguments), parsed, doubles=False)


def sets(found: Form) -> Sets:
    return set(found.inputs), set(found.outputs)


# Forms of calls and keys


@pytest.mark.parametrize("case", CASES)
def test_calls_are_split_into_what_they_read_and_write(case: str) -> None:
    schema, arguments, expected = CASES[case]
    assert sets(form(schema, *arguments)) == expected


@pytest.mark.parametrize("case", ["mixed", "several outputs", "a number", "no inputs"])
def test_keys_without_lists_say_the_same(case: str) -> None:
    schema, arguments, expected = CASES[case]
    parsed = parse_schema(schema)
    assert sets(form_of_key(kernel_key(call(parsed.name, *arguments)), parsed)) == expected


def test_what_a_key_says_of_a_tensor_that_is_changed_in_place_is_not_less() -> None:
    schema, arguments, (inputs, outputs) = CASES["in place"]
    parsed = parse_schema(schema)
    found = sets(form_of_key(kernel_key(call(parsed.name, *arguments)), parsed))
    assert inputs <= found[0]
    assert outputs <= found[1]


def test_each_argument_has_its_own_dtypes_in_a_call_and_those_of_its_role_in_a_key() -> None:
    schema, arguments, _ = CASES["mixed"]
    parsed = parse_schema(schema)
    exact = form(schema, *arguments)
    keyed = form_of_key(kernel_key(call(parsed.name, *arguments)), parsed)
    assert [facts.dtypes for facts in exact.arguments] == [(H,), (L,), (), (F,)]
    assert [facts.dtypes for facts in keyed.arguments] == [(L, H), (L, H), (), (F,)]
    assert (exact.exact, keyed.exact) == (True, False)


def test_a_key_may_lack_optional_tensors() -> None:
    key = KernelKey.parse("v1/6;0,1|6;0,1|7;0,1|7;0,1")  # input, weight, out, out
    assert sets(form_of_key(key, parse_schema(CONVOLUTION))) == ({F}, {DType.Double})


def test_nothing_comes_of_nothing() -> None:
    assert sets(form(ADD)) == (set(), set())
    assert sets(form_of_key(KernelKey.parse("v1"), parse_schema(ADD))) == (set(), set())


def schemas() -> dict[str, OperatorSchema]:
    names = ("portable", "prim")
    folders = [ROOT / "runtime" / "kernels" / name for name in names]
    read = [read_library(folder, prefix=f"kernels/{folder.name}/") for folder in folders]
    return {kernel.operator: kernel.schema for library in read for kernel in library.kernels}


@pytest.mark.slow
@pytest.mark.parametrize("model", sorted(programs()))
def test_no_tensor_of_a_model_is_lost(model: str) -> None:
    """Every dtype that a call's key holds is in one of the sets."""
    known = schemas()
    for method in read_model(programs()[model]).methods:
        for each in method.calls:
            if each.operator not in known:
                continue
            found = form_of_call(each, known[each.operator], doubles=False)
            keyed = {tensor.dtype for tensor in kernel_key(each).tensors}
            assert keyed <= {*found.inputs, *found.outputs}


# What a kernel takes of it


def refusals(takes: Takes, *arguments: Argument) -> tuple[str, ...]:
    """A sum's kernel takes floats, but `takes` of one argument."""
    return form(ADD, *arguments).refusals(kernel(ADD, (F,), special=(takes,)).takes)


def add(other: Argument, alpha: Argument) -> tuple[Argument, ...]:
    return tensor(F), other, alpha, tensor(F), tensor(F)


def of(schema: str, takes: Takes, *arguments: Argument) -> tuple[str, ...]:
    return form(schema, *arguments).refusals(kernel(schema, special=(takes,)).takes)


@pytest.mark.parametrize(
    ("takes", "other", "alpha", "expected"),
    [
        (Takes(name="other"), tensor(F), number(1), ()),
        (Takes(name="other"), tensor(L), number(1), ("other is Long, not Float",)),
        (
            Takes(name="other", dtypes=(L, H)),
            tensor(B),
            number(1),
            ("other is Bool, not Long or Half",),
        ),
        (Takes(name="other", dtypes=(L,)), tensor(L), number(1), ()),
        (Takes(name="other"), tensor(F, *[1] * 16), number(1), ()),
        (
            Takes(name="other"),
            tensor(F, *[1] * 17),
            number(1),
            ("other has rank 17, and the most is 16",),
        ),
        (Takes(name="other", ranks=(2,)), tensor(F, 2, 3), number(1), ()),
        (
            Takes(name="other", ranks=(3, 4)),
            tensor(F, 2, 3),
            number(1),
            ("other has rank 2, not 3 or 4",),
        ),
        (Takes(name="other", row_major=True), tensor(F, 2, 3), number(1), ()),
        (
            Takes(name="other", row_major=True),
            tensor(F, 2, 3, dim_order=(1, 0)),
            number(1),
            ("other is not row-major",),
        ),
        (Takes(name="alpha", values=(1,)), tensor(F), number(1), ()),
        (Takes(name="alpha", values=(1,)), tensor(F), number(1.0), ()),
        (Takes(name="alpha", values=(0, 1)), tensor(F), number(2), ("alpha is 2, not 0 or 1",)),
        (Takes(name="alpha", values=(1,)), tensor(F), COMPUTED, ("alpha is computed, not 1",)),
    ],
)
def test_a_kernel_says_what_it_does_not_take(
    takes: Takes, other: Argument, alpha: Argument, expected: tuple[str, ...]
) -> None:
    assert refusals(takes, *add(other, alpha)) == expected


def test_everything_that_is_refused_is_reported() -> None:
    found = form(ADD, tensor(L), tensor(B), number(1), tensor(F), tensor(F)).refusals(
        kernel(ADD, (F,)).takes
    )
    assert found == ("self is Long, not Float", "other is Bool, not Float")


def test_what_is_absent_is_taken() -> None:
    bias = Takes(name="bias", dtypes=(L,), ranks=(1,), row_major=True)
    ones = (ints(1, 1), ints(0, 0), ints(1, 1), number(False), ints(0, 0), number(1))
    assert of(CONVOLUTION, bias, tensor(F), tensor(F), ABSENT, *ones, tensor(F), tensor(F)) == ()


def test_of_a_list_every_tensor_counts() -> None:
    takes = Takes(name="tensors", dtypes=(F,), ranks=(2,))
    good, bad = tensors(F, F), tensors(F, L)
    assert of(CAT, takes, good, number(0), tensor(F), tensor(F)) == ()
    assert of(CAT, takes, bad, number(0), tensor(F), tensor(F)) == ("tensors is Long, not Float",)


def test_the_values_of_a_list_are_those_of_its_items() -> None:
    takes = Takes(name="dilation", values=(1,))

    def dilated(*items: int | None) -> tuple[str, ...]:
        rest = (number(False), ints(0, 0), number(1), tensor(F), tensor(F))
        front = (tensor(F), tensor(F), ABSENT, ints(1, 1), ints(0, 0))
        return of(CONVOLUTION, takes, *front, ints(*items), *rest)

    assert dilated(1, 1) == dilated() == ()
    assert dilated(2, 2) == ("dilation is 2, not 1",)
    assert dilated(1, None) == ("dilation is computed, not 1",)


def test_of_a_key_only_the_dtypes_of_inputs_and_of_outputs_are_known() -> None:
    """It does not assign dtypes to arguments: where some input takes it, the call may be meant."""
    spec = kernel(INDEX, (F,), special=(Takes(name="indices", dtypes=(L,)),))

    def found(key: str) -> tuple[str, ...]:
        return form_of_key(KernelKey.parse(key), parse_schema(INDEX)).refusals(spec.takes)

    assert found("v1/6;0,1|4;0|6;0|6;0") == ()
    assert found("v1/6;0,1|3;0|6;0|6;0") == ("an input is Int, not Long or Float",)
    assert found("v1/6;0,1|4;0|4;0|4;0") == ("an output is Long, not Float",)


def test_the_facts_of_a_key_are_cut_to_what_each_argument_takes() -> None:
    spec = kernel(INDEX, (F,), special=(Takes(name="indices", dtypes=(L,)),))
    keyed = form_of_key(KernelKey.parse("v1/6;0,1|4;0|6;0|6;0"), parse_schema(INDEX))
    assert [facts.dtypes for facts in keyed.within(spec.takes)] == [(F,), (L,), (F,)]


def test_sets_read_as_what_goes_in_and_out() -> None:
    assert dtypes_text([F, H], [F]) == "Half, Float -> Float"
    assert dtypes_text([F], [F]) == "Float"
    assert dtypes_text([], [F]) == "Float"
    assert dtypes_text([L], []) == "Long"
    assert dtypes_text([], []) == "no tensor"
