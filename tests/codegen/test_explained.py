"""What is kept of each operator, what is cut, and which call each fact comes from."""

from __future__ import annotations

from codegen.dtype import DType
from codegen.explained import Explained, explained, features_of
from codegen.plan import RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.selection import Selection, union
from codegen.sources.pte import selection_of_model
from tests.codegen.model_files import CONFIG_MODELS
from tests.codegen.resolving import (
    ADD,
    COMPUTED,
    DIV_NUMBERS,
    MUL_NUMBERS,
    RELU,
    call,
    called,
    kernel,
    library,
    listed,
    number,
    tensor,
)
from tests.runtime.sanitized import libraries, plan_for

FLOAT, INT = tensor(DType.Float), tensor(DType.Int, 4)
KERNELS = library(
    kernel(ADD, (DType.Int, DType.Long, DType.Float)),
    kernel(RELU, (DType.Float,), function="a::relu"),
    kernel(RELU, (DType.Half,), function="b::relu"),
)


def rows(*selections: Selection) -> list[Explained]:
    need = union(selections)
    plan = resolve(need, (KERNELS,), target="t", form=RegistryForm.TABLE, capacity=None)
    return list(explained(plan, need, (KERNELS,)))


def kept(row: Explained, name: str) -> dict[str, list[str]]:
    (part,) = [part for part in row.parts if part.name == name]
    return {fact.text: [str(origin) for origin in fact.origins] for fact in part.kept}


TWO = called(
    call("aten::add.out", FLOAT, FLOAT, number(1), FLOAT),
    call("aten::add.out", INT, tensor(DType.Int, 1), number(1), INT),
)


def test_each_fact_names_the_instructions_that_need_it() -> None:
    (row,) = rows(TWO)
    assert kept(row, "self") == {
        "Int": ["m.pte, forward, instruction 1"],
        "Float": ["m.pte, forward, instruction 0"],
        "rank 1": ["m.pte, forward, instruction 1"],
        "rank 2": ["m.pte, forward, instruction 0"],
    }
    both = ["m.pte, forward, instruction 0", "m.pte, forward, instruction 1"]
    assert kept(row, "alpha") == {"value 1": both}
    assert kept(row, "traits") == {"broadcast": ["m.pte, forward, instruction 1"]}


def test_a_computed_number_that_may_be_a_double_names_its_instruction() -> None:
    numbers = library(kernel(MUL_NUMBERS), kernel(DIV_NUMBERS))
    need = called(
        call("executorch_prim::truediv.Scalar", number(3), number(2), COMPUTED),
        call("executorch_prim::mul.Scalar", COMPUTED, number(2), COMPUTED),
        call("executorch_prim::mul.Scalar", number(3), number(4), COMPUTED),
    )
    plan = resolve(need, (numbers,), target="t", form=RegistryForm.TABLE, capacity=None)
    product = explained(plan, need, (numbers,))[0]
    assert kept(product, "a") == {
        "int": ["m.pte, forward, instruction 1", "m.pte, forward, instruction 2"],
        "double": ["m.pte, forward, instruction 1"],
    }


def test_calls_with_several_values_need_numbers_of_their_kind() -> None:
    alphas = [call("aten::add.out", FLOAT, FLOAT, number(alpha), FLOAT) for alpha in (1, 2)]
    third = call("aten::add.out", FLOAT, FLOAT, number(0.5), FLOAT)
    (row,) = rows(called(*alphas, third))
    assert kept(row, "alpha") == {
        "int": ["m.pte, forward, instruction 0", "m.pte, forward, instruction 1"],
        "double": ["m.pte, forward, instruction 2"],
    }


def test_what_no_call_needs_is_cut() -> None:
    (row,) = rows(TWO)
    cut = {part.name: part.cut for part in row.parts}
    assert cut["self"] == cut["out"] == ("Long",)
    assert cut["traits"] == (
        "in_place",
        "mixed_dtypes",
        "mixed_layouts",
        "negative_multiplier",
        "outer_reduction",
    )


def test_a_kernel_that_no_call_needs_is_named() -> None:
    (row,) = rows(called(call("aten::relu.out", FLOAT, FLOAT)))
    assert (row.function, row.unused) == ("a::relu", ("b::relu of portable",))


def test_facts_of_a_source_without_calls_name_the_source() -> None:
    first, second = rows(listed("aten::relu.out", source="ops.txt"))
    for row in (first, second):
        assert kept(row, "self")["any rank"] == ["ops.txt"]
    assert second.unused == ()


def test_every_fact_of_a_real_model_has_an_origin() -> None:
    need = selection_of_model(read_model(CONFIG_MODELS / "mv2.pte"))
    plan = plan_for(need)
    found = explained(plan, need, libraries())
    assert [row.operator for row in found] == [row.operator for row in plan.kernels]
    assert all(fact.origins for row in found for part in row.parts for fact in part.kept)
    assert all(fact.origins for fact in features_of(plan, need))
    assert {str(f.origins[0]) for f in features_of(plan, need)} == {"mv2.pte, forward"}
