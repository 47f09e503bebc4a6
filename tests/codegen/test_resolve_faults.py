"""What is reported for a need that no library meets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.errors import ResolutionError
from codegen.library import Library
from codegen.library_file import read_library
from codegen.opinfo import DelegateInfo, ModelInfo, Overlap
from codegen.pte import read_model
from codegen.selection import OperatorNeed, Origin, Selection
from codegen.sources.pte import selection_of_model
from codegen.takes import Takes
from codegen.unresolved import Unresolvable, nearest_operators
from tests.codegen.model_files import programs
from tests.codegen.resolving import (
    ADD,
    CAT,
    FLOATING,
    RELU,
    call,
    called,
    kernel,
    keyed,
    library,
    listed,
    number,
    plan_of,
    tensor,
    tensors,
)

F, L, H, B = DType.Float, DType.Long, DType.Half, DType.Bool
PORTABLE = library(kernel(ADD, FLOATING), kernel(RELU), kernel(CAT, FLOATING))
MM = "aten::mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)"
KERNELS = Path(__file__).parents[2] / "runtime" / "kernels"


def ours() -> tuple[Library, ...]:
    return tuple(
        read_library(KERNELS / name, prefix=f"kernels/{name}/") for name in ("portable", "prim")
    )


def faults(*selections: Selection, libraries: tuple[Library, ...] = (PORTABLE,)) -> tuple[str, ...]:
    with pytest.raises(Unresolvable) as caught:
        plan_of(*selections, libraries=libraries)
    assert caught.value.exit_code == 4
    assert isinstance(caught.value, ResolutionError)
    return caught.value.faults


def test_a_missing_operator_names_operator_dtypes_model_method_and_instruction() -> None:
    model = selection_of_model(read_model(programs()["neg_missing_op_shift_scalar"]))
    left, right = faults(model, libraries=ours())
    assert left == (
        "no kernel for aten::__lshift__.Scalar_out (Int), needed by "
        "neg_missing_op_shift_scalar.pte, forward, instruction 0. "
        "Add a kernel library that has it, or drop the operator."
    )
    assert "aten::__rshift__.Scalar_out (Int)" in right
    assert "forward, instruction 1" in right


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("aten::ad.out", "aten::add.out"),
        ("aten::add.oot", "aten::add.out"),
        ("aten::add.Tensor", "aten::add.out"),
        ("aten::rleu.out", "aten::relu.out"),
        ("aten::relu", "aten::relu.out"),
        ("portable::add.out", "aten::add.out"),
    ],
)
def test_a_misspelt_operator_names_the_one_that_may_be_meant(written: str, nearest: str) -> None:
    (text,) = faults(listed(written))
    assert f"Nearest that exists: {nearest}" in text


@pytest.mark.parametrize("written", ["aten::zzz.out", "aten::__lshift__.Scalar_out", "aten::x"])
def test_an_operator_that_is_like_no_other_names_none(written: str) -> None:
    """That many operators end in `.out` or `.Scalar_out` makes no two of them alike."""
    (text,) = faults(listed(written), libraries=ours())
    assert "Nearest" not in text


def test_the_requested_overload_comes_first() -> None:
    known = ["aten::add.Scalar_out", "aten::add.out", "aten::sub.out", "aten::sub.Scalar_out"]
    assert nearest_operators("aten::ad.Scalar_out", known)[0] == "aten::add.Scalar_out"
    assert nearest_operators("aten::add.ou", known) == ["aten::add.out", "aten::add.Scalar_out"]


def test_a_dtype_that_no_kernel_has_names_what_each_library_has() -> None:
    mine = library(kernel(ADD, (L,), (F,), library="mine"))
    wanted = call("aten::add.out", tensor(F), tensor(B), number(1), tensor(F), tensor(F))
    (text,) = faults(called(wanted, source="a.pte", first=7), libraries=(mine, PORTABLE))
    assert text == (
        "no kernel for aten::add.out (Float, Bool -> Float), needed by a.pte, forward, "
        "instruction 7. mine has Long -> Float, but self is Float, not Long and other is Bool, "
        "not Long; portable has Half, Float, Double, BFloat16, but other is Bool, not Half, "
        "Float, Double or BFloat16. Change the model, or add a kernel library that takes the call."
    )


@pytest.mark.parametrize(
    ("takes", "words"),
    [
        (Takes(name="self", ranks=(3, 4)), "self has rank 2, not 3 or 4"),
        (Takes(name="self", row_major=True), "self is not row-major"),
        (Takes(name="alpha", values=(1,)), "alpha is 2, not 1"),
    ],
)
def test_a_call_that_no_kernel_takes_names_the_argument_and_what_it_is(
    takes: Takes, words: str
) -> None:
    permuted = tensor(F, 2, 3, dim_order=(1, 0))
    wanted = call("aten::add.out", permuted, permuted, number(2), permuted, permuted)
    (text,) = faults(called(wanted), libraries=(library(kernel(ADD, special=(takes,))),))
    assert f"but {words}. Change the model" in text
    assert "m.pte, forward, instruction 0" in text


def test_an_output_over_an_argument_is_a_fault_unless_the_record_allows_it() -> None:
    """The trait is that of the calls; without one, rows do not allow it either."""
    apart = call("aten::relu.out", tensor(F), tensor(F), tensor(F))
    over = replace(apart, overlaps=(Overlap(one=0, other=1, same=True),))
    (text,) = faults(called(over))
    assert "portable has" in text
    assert "but out is self. Change the model" in text
    relu = library(replace(kernel(RELU), in_place=("self",)))
    (row,) = plan_of(called(over), libraries=(relu,)).kernels
    assert (row.in_place, row.traits) == (("self",), ("in_place",))
    (row,) = plan_of(called(apart), libraries=(relu,)).kernels
    assert (row.in_place, row.traits) == ((), ())
    part = replace(apart, overlaps=(Overlap(one=0, other=1, same=False),))
    (text,) = faults(called(part), libraries=(relu,))
    assert "out shares memory with self" in text


def test_a_dtype_in_the_middle_of_a_list_is_missed_too() -> None:
    """The kernel key of this call shows a Float only."""
    joined = call("aten::cat.out", tensors(F, L), number(0), tensor(F), tensor(F))
    (text,) = faults(called(joined))
    assert "aten::cat.out (Long, Float -> Float)" in text


def test_calls_with_the_same_dtypes_are_one_fault() -> None:
    bools = [
        call("aten::add.out", tensor(B, n), tensor(B, n), number(1), tensor(B, n), tensor(B, n))
        for n in range(1, 7)
    ]
    (text,) = faults(called(*bools, source="a.pte"))
    assert "a.pte, forward, instruction 0; " in text
    assert "instruction 2 and 3 more." in text


def test_a_kernel_key_that_no_kernel_has_is_reported() -> None:
    (text,) = faults(keyed("aten::add.out", "v1/11;0|11;0|11;0|11;0", source="sel.yaml"))
    assert text.startswith("no kernel for aten::add.out (Bool), needed by sel.yaml. ")


def test_each_dtype_of_a_dictionary_that_no_kernel_has_is_reported() -> None:
    first, second = faults(listed("aten::add.out", F, B, L))
    assert "aten::add.out (Long), needed by dtypes.yaml" in first
    assert "aten::add.out (Bool), needed by dtypes.yaml" in second


def test_dtypes_that_no_tensor_here_can_have_are_reported() -> None:
    (text,) = faults(listed("aten::relu.out", DType.QInt8), libraries=ours())
    assert "aten::relu.out (QInt8)" in text


def test_all_overloads_of_an_operator_that_has_none_are_reported() -> None:
    need = OperatorNeed(
        name="aten::ad", origins=(Origin(source="x.yaml"),), any_dtype=True, all_overloads=True
    )
    (text,) = faults(Selection(operators=(need,)))
    assert text.startswith("no kernel for any overload of aten::ad, needed by x.yaml. ")
    assert "aten::add.out" in text


def delegating(backend: str) -> ModelInfo:
    model = read_model(programs()["add"])
    (method,) = model.methods
    delegate = DelegateInfo(
        id=backend, spec_count=0, payload=None, payload_bytes=0, calls=((3, 2), (5, 2))
    )
    lowered = replace(method, delegates=(delegate,))
    return replace(model, methods=(lowered, replace(method, name="decode")))


@pytest.mark.parametrize(
    ("backend", "advice"),
    [
        (
            "QnnBackend",
            "export the model without lowering it to a backend, or name a library that has the "
            "backend in [libraries] paths",
        ),
        (
            "XnnpackBackend",
            'set [optimize] delegates = "turn-back", which makes operators of it',
        ),
    ],
)
def test_a_delegate_names_model_method_and_instruction(backend: str, advice: str) -> None:
    texts = faults(Selection(models=(delegating(backend),)))
    assert texts[0] == (
        f"no delegate {backend}, needed by add.pte, forward, instruction 3; add.pte, forward, "
        f"instruction 5. Kerf runs operators itself: {advice}."
    )


def test_all_faults_are_reported_at_once() -> None:
    texts = faults(
        Selection(models=(delegating("XnnpackBackend"),)),
        listed("aten::ad.out"),
        listed("aten::cat.out", B),
        called(call("my_ops::g", tensor(F), tensor(F))),
    )
    missing = [
        text.partition(" (")[0].partition(",")[0].removeprefix("no kernel for ") for text in texts
    ]
    assert missing == [
        "no delegate XnnpackBackend",
        "aten::ad.out",
        "aten::cat.out",
        "my_ops::g",
    ]


def test_each_fault_knows_its_operator_and_who_asks() -> None:
    with pytest.raises(Unresolvable) as caught:
        plan_of(listed("aten::ad.out", source="m4.toml"), libraries=(PORTABLE,))
    (unresolved,) = caught.value.unresolved
    assert unresolved.operator == "aten::ad.out"
    assert unresolved.origins == (Origin(source="m4.toml"),)


def test_scratch_that_cannot_be_counted_names_operator_model_and_instruction() -> None:
    """The model is read; only its plan can tell that the number is unknown."""
    model = selection_of_model(read_model(programs()["add"]))
    (operator,) = {need.name for need in model.operators}
    assert operator == "aten::add.out"
    counting = library(kernel(ADD, scratch="4 * size(self, 9)"))
    (text,) = faults(model, libraries=(counting,))
    assert text.startswith("the scratch of aten::add.out, add.pte, forward, instruction 0, cannot")
    assert "size(self, 9)" in text


def test_every_call_whose_scratch_cannot_be_counted_is_a_fault() -> None:
    model = selection_of_model(read_model(programs()["add_mul"]))
    kernels = (kernel(MM, scratch="1 // 0"), kernel(ADD, scratch="4 // 0"))
    texts = faults(model, libraries=(library(*kernels),))
    assert [text.split()[3] for text in texts] == ["aten::mm.out,", "aten::add.out,"]


@pytest.mark.parametrize("name", ["aten::gelu.out", "aten::bmm.out", "aten::sub.out"])
def test_other_operators_are_not_offered(name: str) -> None:
    known = ["aten::relu.out", "aten::mm.out", "executorch_prim::sub.Scalar"]
    assert nearest_operators(name, known) == []
