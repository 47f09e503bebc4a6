from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegen.dtype import REAL_DTYPES, DType
from codegen.features import COMPLEX_DTYPES, FEATURES, KERNEL_FEATURES, RANDOM
from codegen.library import KernelSpec, Library
from codegen.library_file import read_library
from codegen.opinfo import Argument, Call, ListArg, TensorArg
from codegen.plan import UNSELECTED_CAPACITY, Plan, PlannedKernel, RegistryForm
from codegen.pte import read_model
from codegen.selection import OperatorNeed, Origin, Selection, everything, union
from codegen.sources.dtype_dict import selection_of_dtypes
from codegen.sources.pte import selection_of_model
from codegen.takes import Takes
from codegen.traits import OVERLAP, TRAITS
from codegen.unresolved import Unresolvable
from tests.codegen.loading import found_at_load
from tests.codegen.model_files import programs
from tests.codegen.resolving import (
    ADD,
    CAT,
    COMPUTED,
    COPY,
    DIV_NUMBERS,
    EQ,
    FLOATING,
    FULL,
    INDEX,
    ITEM,
    MUL_NUMBERS,
    POOL,
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
from tests.codegen.selection_strategies import REPEATABLE

F, L, N, H, B = DType.Float, DType.Long, DType.Int, DType.Half, DType.Bool
PORTABLE = library(kernel(ADD), kernel(RELU), kernel(CAT))
KERNELS = Path(__file__).parents[2] / "runtime" / "kernels"


def add(a: DType, b: DType, out: DType, alpha: int | float = 1) -> Call:
    return call("aten::add.out", tensor(a), tensor(b), number(alpha), tensor(out), tensor(out))


def relu(dtype: DType) -> Call:
    return call("aten::relu.out", tensor(dtype), tensor(dtype), tensor(dtype))


def only(plan: Plan) -> PlannedKernel:
    (row,) = plan.kernels
    return row


def libraries(*names: str) -> tuple[Library, ...]:
    return tuple(read_library(KERNELS / name, prefix=f"kernels/{name}/") for name in names)


# What is taken of a kernel


def test_a_kernel_is_taken_for_the_dtypes_of_all_calls_of_all_models() -> None:
    row = only(
        plan_of(
            called(add(F, F, F), source="a.pte"),
            called(add(L, N, L), add(F, H, F), source="b.pte"),
            libraries=(PORTABLE,),
        )
    )
    assert (row.inputs, row.outputs) == ((N, L, H, F), (L, F))


def test_operators_that_no_source_needs_have_no_kernel() -> None:
    plan = plan_of(called(relu(F)), libraries=(PORTABLE,))
    assert [row.operator for row in plan.kernels] == ["aten::relu.out"]


def test_each_argument_has_the_facts_of_all_calls() -> None:
    """The facts of one argument in one model do not mix with those of another one."""
    row = only(
        plan_of(
            called(add(F, L, F), source="a.pte"),
            called(add(F, F, F, 2), source="b.pte"),
            libraries=(PORTABLE,),
        )
    )
    self, other, alpha, out = row.arguments
    assert (self.dtypes, other.dtypes, out.dtypes) == ((F,), (L, F), (F,))
    assert (alpha.kinds, alpha.value) == (("int",), None)
    assert (row.schema, row.function) == (ADD, "portable::add_out")
    assert row.signature.startswith("Error(KernelContext&, const Tensor&, ")


@pytest.mark.parametrize(
    "other",
    [
        listed("aten::add.out"),
        listed("aten::add.out", F),
        keyed("aten::add.out", "v1/6;0|6;0|6;0|6;0"),
        everything(),
    ],
)
def test_nothing_but_dtypes_is_known_once_a_source_does_not_know_its_calls(
    other: Selection,
) -> None:
    rows = plan_of(called(add(F, F, F)), other, libraries=(PORTABLE,)).kernels
    row = next(each for each in rows if each.operator == "aten::add.out")
    self, _, alpha, _ = row.arguments
    assert (self.ranks, self.permuted) == (None, True)
    assert (alpha.value, alpha.kinds) == (None, ("int", "bool", "double"))
    assert row.traits == tuple(sorted({*TRAITS} - {OVERLAP}))  # its record allows none


def test_a_list_counts_with_all_its_tensors_not_only_the_one_in_the_key() -> None:
    cat = call("aten::cat.out", tensors(F, L, H), number(0), tensor(F), tensor(F))
    row = only(plan_of(called(cat), libraries=(PORTABLE,)))
    assert (row.inputs, row.outputs) == ((L, H, F), (F,))


def test_the_mixed_list_of_a_real_model_is_selected() -> None:
    """ops_shape joins a Float with a Long; its kernel key holds the Float only."""
    model = selection_of_model(read_model(programs()["ops_shape"]))
    joined = union(
        [Selection(operators=tuple(n for n in model.operators if n.name == "aten::cat.out"))]
    )
    row = only(plan_of(joined, libraries=(library(kernel(CAT)),)))
    assert {F, N, L} <= set(row.inputs)
    assert L not in row.outputs


def test_several_outputs_may_have_several_dtypes() -> None:
    model = selection_of_model(read_model(programs()["conv1d_net"]))
    need = next(n for n in model.operators if n.name.startswith("aten::max_pool2d"))
    row = only(plan_of(Selection(operators=(need,)), libraries=(library(kernel(POOL)),)))
    assert (row.inputs, row.outputs) == ((F,), (L, F))


def test_a_tensor_that_is_changed_in_place_is_input_and_output() -> None:
    model = selection_of_model(read_model(programs()["mutable_counter"]))
    need = next(n for n in model.operators if n.name == "aten::copy_")
    row = only(plan_of(Selection(operators=(need,)), libraries=(library(kernel(COPY)),)))
    assert (row.inputs, row.outputs) == ((F,), (F,))


def test_operators_on_numbers_need_no_dtype() -> None:
    model = selection_of_model(read_model(programs()["map"]))
    plan = plan_of(
        Selection(operators=tuple(n for n in model.operators if n.name.startswith("executorch_"))),
        libraries=libraries("prim"),
    )
    rows = {row.operator: row for row in plan.kernels}
    assert rows["executorch_prim::add.Scalar"].inputs == ()
    assert rows["executorch_prim::add.Scalar"].outputs == ()
    assert rows["executorch_prim::et_copy_index.tensor"].inputs == (F,)


def test_kernel_keys_are_taken_where_calls_are_not_known() -> None:
    row = only(plan_of(keyed("aten::add.out", "v1/6;0|4;0|6;0|6;0"), libraries=(PORTABLE,)))
    assert (row.inputs, row.outputs) == ((L, F), (F,))


def test_a_list_of_operators_takes_all_that_the_kernel_has() -> None:
    floating = library(kernel(ADD, FLOATING))
    row = only(plan_of(listed("aten::add.out"), libraries=(floating,)))
    assert row.inputs == row.outputs == FLOATING


def test_a_source_that_knows_less_never_takes_anything_away() -> None:
    wide = plan_of(listed("aten::add.out"), libraries=(PORTABLE,))
    both = plan_of(listed("aten::add.out"), called(add(F, F, F)), libraries=(PORTABLE,))
    assert only(both).inputs == only(wide).inputs == REAL_DTYPES


def test_everything_is_every_kernel_in_full() -> None:
    plan = plan_of(everything(), libraries=(PORTABLE,))
    assert [row.operator for row in plan.kernels] == [
        "aten::add.out",
        "aten::cat.out",
        "aten::relu.out",
    ]
    assert all(row.inputs == row.outputs == REAL_DTYPES for row in plan.kernels)


def test_all_overloads_are_every_operator_of_that_name() -> None:
    scalar = "aten::add.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)"
    need = OperatorNeed(
        name="aten::add", origins=(Origin(source="x.yaml"),), any_dtype=True, all_overloads=True
    )
    plan = plan_of(
        Selection(operators=(need,)),
        libraries=(library(kernel(ADD), kernel(scalar), kernel(RELU)),),
    )
    assert [row.operator for row in plan.kernels] == ["aten::add.Scalar_out", "aten::add.out"]


def test_all_overloads_of_an_operator_do_not_hide_the_one_without_overload() -> None:
    """A model calls my_ops::f itself, a file asks for all overloads of it: there is f.out only."""
    out = "my_ops::f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
    requested = OperatorNeed(
        name="my_ops::f", origins=(Origin(source="x.yaml"),), any_dtype=True, all_overloads=True
    )
    selection = union(
        [Selection(operators=(requested,)), called(call("my_ops::f", tensor(F), tensor(F)))]
    )
    with pytest.raises(Unresolvable, match=r"no kernel for my_ops::f \(Float\)"):
        plan_of(selection, libraries=(library(kernel(out)),))


# Dictionaries


def test_a_dictionary_takes_its_dtypes_for_inputs_and_outputs() -> None:
    row = only(plan_of(listed("aten::add.out", F, N), libraries=(PORTABLE,)))
    assert row.inputs == row.outputs == (N, F)


def test_a_dictionary_that_names_no_possible_output_means_all_of_them() -> None:
    comparing = library(kernel(EQ, REAL_DTYPES, (B,)))
    row = only(plan_of(listed("aten::eq.Scalar_out", F), libraries=(comparing,)))
    assert (row.inputs, row.outputs) == ((F,), (B,))


def test_a_dictionary_that_names_nothing_that_an_argument_can_be_means_all_that_it_can() -> None:
    """An index is an Int or a Long whatever the dtypes of the data are."""
    gather = kernel(INDEX, special=(Takes(name="indices", dtypes=(N, L)),))
    row = only(plan_of(listed("aten::index.Tensor_out", F), libraries=(library(gather),)))
    assert [facts.dtypes for facts in row.arguments] == [(F,), (N, L), (F,)]


def test_a_dictionary_can_name_outputs_alone_of_an_operator_without_inputs() -> None:
    filling = library(kernel(FULL, (), REAL_DTYPES))
    row = only(plan_of(listed("aten::full.out", F), libraries=(filling,)))
    assert (row.inputs, row.outputs) == ((), (F,))


def test_a_dictionary_and_a_model_add_up() -> None:
    row = only(plan_of(listed("aten::add.out", N), called(add(F, F, F)), libraries=(PORTABLE,)))
    assert row.inputs == row.outputs == (N, F)


# Several libraries


MINE = library(kernel(ADD, (F,), library="mine"))


def functions(plan: Plan) -> list[tuple[str, tuple[DType, ...], tuple[DType, ...]]]:
    return [(row.library, row.inputs, row.outputs) for row in plan.kernels]


def test_the_first_library_that_takes_a_call_has_it_and_the_next_the_rest() -> None:
    plan = plan_of(called(add(F, F, F), add(L, L, L)), libraries=(MINE, PORTABLE))
    assert functions(plan) == [("mine", (F,), (F,)), ("portable", (L,), (L,))]
    plan = plan_of(called(add(F, F, F), add(L, L, L)), libraries=(PORTABLE, MINE))
    assert functions(plan) == [("portable", (L, F), (L, F))]


def test_a_call_goes_to_one_kernel_with_all_its_dtypes() -> None:
    """A sum of Half and Float is not a call for the Float kernel, though it has a Float in it."""
    plan = plan_of(called(add(F, F, F), add(H, F, F)), libraries=(MINE, PORTABLE))
    assert functions(plan) == [("mine", (F,), (F,)), ("portable", (H, F), (F,))]


@pytest.mark.parametrize("selected", [listed("aten::add.out"), everything()])
def test_any_dtype_leaves_no_combination_without_a_kernel(selected: Selection) -> None:
    """The general kernel keeps what the narrow one has: a Half and a Float must meet somewhere."""
    plan = plan_of(selected, libraries=(MINE, PORTABLE))
    rows = [row for row in plan.kernels if row.operator == "aten::add.out"]
    assert [row.library for row in rows] == ["mine", "portable"]
    assert rows[1].inputs == rows[1].outputs == REAL_DTYPES


def test_dictionaries_leave_no_combination_without_a_kernel_either() -> None:
    plan = plan_of(listed("aten::add.out", F, N), libraries=(MINE, PORTABLE))
    assert functions(plan) == [("mine", (F,), (F,)), ("portable", (N, F), (N, F))]


def test_a_kernel_that_an_earlier_one_covers_is_not_taken() -> None:
    plan = plan_of(listed("aten::add.out"), libraries=(PORTABLE, MINE))
    assert functions(plan) == [("portable", REAL_DTYPES, REAL_DTYPES)]


def test_a_kernel_that_is_described_twice_is_bound_twice() -> None:
    """Each row has the facts of its own calls: a call of both dtypes is for neither."""
    twice = library(kernel(ADD, (F,)), kernel(ADD, (L,)))
    plan = plan_of(called(add(F, F, F), add(L, L, L)), libraries=(twice,))
    assert functions(plan) == [("portable", (F,), (F,)), ("portable", (L,), (L,))]


def test_kernels_of_one_operator_are_in_order_of_preference() -> None:
    slow = kernel(ADD, function="portable::a_slow_add")
    plan = plan_of(listed("aten::add.out"), libraries=(MINE, library(slow), PORTABLE))
    assert [row.function for row in plan.kernels] == ["mine::add_out", "portable::a_slow_add"]


# Ranks, layouts and values: the runtime looks at dtypes alone


def four(dtype: DType) -> Call:
    wide = tensor(dtype, 1, 2, 3, 4)
    return call("aten::relu.out", wide, wide, wide)


FOUR = kernel(RELU, library="four", special=(Takes(name="self", ranks=(4,)),))
ANY = library(kernel(RELU, library="any"))


def chosen(*selections: Selection) -> list[str]:
    plan = plan_of(*selections, libraries=(library(FOUR), ANY))
    return [row.library for row in plan.kernels]


def test_a_kernel_for_some_ranks_is_taken_where_all_calls_have_them() -> None:
    assert chosen(called(four(F))) == ["four"]
    assert chosen(called(relu(F))) == ["any"]


def test_a_kernel_for_some_ranks_is_not_taken_where_it_would_hide_a_call_of_another() -> None:
    """Two rows with the same dtypes: at load the first one would get both calls."""
    assert chosen(called(four(F), relu(F))) == ["any"]
    assert chosen(called(relu(F)), called(four(F), source="b.pte")) == ["any"]


def test_kernels_for_ranks_and_others_may_share_an_operator_where_dtypes_differ() -> None:
    assert chosen(called(four(F), relu(L))) == ["four", "any"]


@pytest.mark.parametrize(
    "other",
    [
        listed("aten::relu.out"),
        listed("aten::relu.out", F),
        keyed("aten::relu.out", "v1/6;0,1,2,3|6;0,1,2,3|6;0,1,2,3"),
        everything(),
    ],
)
def test_where_calls_are_not_known_the_kernel_that_takes_all_of_them_is_taken(
    other: Selection,
) -> None:
    assert chosen(other) == chosen(called(four(F)), other) == ["any"]


def test_a_kernel_for_some_ranks_is_taken_for_unknown_calls_where_there_is_no_other() -> None:
    plan = plan_of(listed("aten::relu.out"), libraries=(library(FOUR),))
    assert only(plan).arguments[0].ranks == (4,)


def test_calls_that_need_two_kernels_of_the_same_dtypes_are_a_fault() -> None:
    two = kernel(RELU, library="two", special=(Takes(name="self", ranks=(2,)),))
    with pytest.raises(Unresolvable) as caught:
        plan_of(called(four(F), relu(F)), libraries=(library(FOUR), library(two)))
    (text,) = caught.value.faults
    assert "four has" in text
    assert "but other calls of the same dtypes need another kernel" in text
    assert "two has" in text
    assert "but self has rank 4, not 2" in text


# Traits and numbers


def traits_of(*selections: Selection) -> list[str]:
    return list(only(plan_of(*selections, libraries=(library(kernel(ADD)),))).traits)


def test_traits_are_those_of_all_calls() -> None:
    assert traits_of(called(add(F, F, F))) == []
    assert traits_of(called(add(F, F, F)), called(add(F, H, F), source="b.pte")) == ["mixed_dtypes"]
    wider = call("aten::add.out", tensor(F, 3), tensor(F), number(1), tensor(F), tensor(F))
    assert traits_of(called(wider, add(F, H, F))) == ["broadcast", "mixed_dtypes"]


def kinds(plan: Plan, operator: str) -> tuple[str, ...]:
    row = next(row for row in plan.kernels if row.operator == operator)
    return row.arguments[0].kinds


def test_a_quotient_makes_computed_numbers_doubles_in_every_operator() -> None:
    """The program stores both results as ints; the product of a quotient is a double."""
    product = call("executorch_prim::mul.Scalar", COMPUTED, number(2), COMPUTED)
    quotient = call("executorch_prim::truediv.Scalar", COMPUTED, number(2), COMPUTED)
    prim = library(kernel(MUL_NUMBERS), kernel(DIV_NUMBERS))
    name = "executorch_prim::mul.Scalar"
    assert kinds(plan_of(called(product), libraries=(prim,)), name) == ("int",)
    assert kinds(plan_of(called(product, quotient), libraries=(prim,)), name) == ("int", "double")


@pytest.mark.parametrize(("dtype", "expected"), [(L, ("int",)), (F, ("int", "double"))])
def test_an_element_of_a_floating_tensor_is_a_double(
    dtype: DType, expected: tuple[str, ...]
) -> None:
    product = call("executorch_prim::mul.Scalar", COMPUTED, number(2), COMPUTED)
    item = call("aten::_local_scalar_dense", tensor(dtype), COMPUTED)
    prim = library(kernel(ITEM), kernel(MUL_NUMBERS))
    plan = plan_of(called(item, product), libraries=(prim,))
    assert kinds(plan, "executorch_prim::mul.Scalar") == expected


# Conversions


def conversions(*selections: Selection, converts: tuple[str, ...] = ("self", "other")) -> set[str]:
    plan = plan_of(*selections, libraries=(library(kernel(ADD, converts=converts)),))
    return {f"{source} to {target}" for source, target in plan.conversions}


def test_conversions_are_those_of_arguments_that_a_kernel_converts() -> None:
    assert conversions(called(add(L, H, F))) == {"Long to Float", "Half to Float"}
    assert conversions(called(add(L, H, F)), converts=("other",)) == {"Half to Float"}
    assert conversions(called(add(L, H, F)), converts=()) == set()
    assert conversions(called(add(F, F, F), add(L, L, L))) == set()


def test_conversions_of_unknown_calls_are_all_between_their_dtypes() -> None:
    assert conversions(listed("aten::add.out", F, L)) == {"Float to Long", "Long to Float"}


def test_conversions_of_promoting_kernels_are_to_what_the_operands_promote_to() -> None:
    equal = kernel(ADD, outputs=(B,), converts=("self", "other"), promotes=True)
    plan = plan_of(called(add(L, H, B), add(F, F, B)), libraries=(library(equal),))
    # Long with Half, and, of all dtypes of both operands together, Long and Half with Float.
    assert set(plan.conversions) == {(L, H), (L, F), (H, F)}
    plan = plan_of(called(add(F, F, B)), libraries=(library(equal),))
    assert plan.conversions == ()


def test_a_single_element_is_unrounded_next_to_small_floats() -> None:
    product = kernel(ADD, converts=("self", "other"), unrounded=("other",))
    plan = plan_of(called(add(H, L, H)), libraries=(library(product),))
    assert set(plan.conversions) == {(L, H), (L, F)}
    plan = plan_of(called(add(F, L, F)), libraries=(library(product),))
    assert plan.conversions == ((L, F),)


# Capacity, features, methods


@pytest.mark.parametrize(
    ("form", "configured", "selection", "expected"),
    [
        (RegistryForm.TABLE, None, called(relu(F)), (1, "exact")),
        (RegistryForm.TABLE, None, everything(), (3, "exact")),
        (RegistryForm.DYNAMIC, None, called(relu(F)), (1, "exact")),
        (RegistryForm.DYNAMIC, None, everything(), (UNSELECTED_CAPACITY, "nothing selected")),
        (RegistryForm.DYNAMIC, 7, everything(), (7, "configured")),
        (RegistryForm.DYNAMIC, 7, called(relu(F)), (7, "configured")),
        (RegistryForm.DYNAMIC, 1, called(relu(F), add(F, F, F)), (1, "configured")),
        (RegistryForm.DYNAMIC, None, called(relu(F), relu(F), relu(H)), (1, "exact")),
    ],
)
def test_capacity_is_the_users_else_exact_else_upstreams_default(
    form: RegistryForm, configured: int | None, selection: Selection, expected: tuple[int, str]
) -> None:
    plan = plan_of(selection, libraries=(PORTABLE,), form=form, capacity=configured)
    assert (plan.capacity, plan.capacity_from) == expected
    assert UNSELECTED_CAPACITY == 2000


def test_prim_operators_count_once_in_the_exact_capacity() -> None:
    model = selection_of_model(read_model(programs()["linear_dynamic_reshape"]))
    wanted = ("executorch_prim::mul.Scalar", "aten::sym_size.int")
    selection = Selection(operators=tuple(n for n in model.operators if n.name in wanted))
    plan = plan_of(selection, libraries=libraries("prim"), form=RegistryForm.DYNAMIC)
    assert plan.capacity == 2


def test_features_are_those_of_the_models() -> None:
    model = selection_of_model(read_model(programs()["mv2_035_96"]))
    plan = plan_of(model, libraries=libraries("portable", "prim"))
    assert plan.features == ("constant_segment", "tensor_list")


@pytest.mark.parametrize(
    ("other", "without"), [(listed("aten::relu.out"), {"delegate_call"}), (everything(), set())]
)
def test_every_feature_is_needed_for_operators_that_any_program_may_call(
    other: Selection, without: set[str]
) -> None:
    """But for delegates where no model names a backend."""
    model = selection_of_model(read_model(programs()["add"]))
    plan = plan_of(model, other, libraries=libraries("portable"))
    assert set(plan.features) - set(KERNEL_FEATURES) == set(FEATURES) - without
    assert plan.features == tuple(sorted(plan.features))


def test_kernels_of_complex_dtypes_and_random_numbers_are_features() -> None:
    real = plan_of(listed("aten::relu.out"), libraries=libraries("portable"))
    assert not set(KERNEL_FEATURES) & set(real.features)
    moving = plan_of(listed("aten::clone.out"), libraries=libraries("portable"))
    assert set(KERNEL_FEATURES) & set(moving.features) == {COMPLEX_DTYPES}
    drawing = plan_of(listed("aten::rand.out"), libraries=libraries("portable"))
    assert set(KERNEL_FEATURES) & set(drawing.features) == {RANDOM}


def test_complex_elements_are_converted_as_their_parts() -> None:
    plan = plan_of(listed("aten::_to_copy.out"), libraries=libraries("portable"))
    assert (DType.Int, DType.ComplexFloat) in plan.conversions
    only = selection_of_dtypes(
        {"aten::_to_copy.out": (DType.Int, DType.ComplexDouble)}, source="s", where="w"
    )
    pairs = set(plan_of(only, libraries=libraries("portable")).conversions)
    parts = {(DType.Int, DType.Double), (DType.Double, DType.Int)}
    whole = {(DType.Int, DType.ComplexDouble), (DType.ComplexDouble, DType.Int)}
    assert pairs == parts | whole


def test_a_model_without_operators_is_a_plan_without_kernels() -> None:
    model = selection_of_model(read_model(programs()["passthrough_scalars"]))
    plan = plan_of(model, libraries=libraries("portable"))
    assert plan.kernels == ()
    assert (plan.capacity, plan.capacity_from) == (0, "exact")
    assert plan.features == ()
    (method,) = plan.methods
    assert (method.model, method.method) == ("passthrough_scalars.pte", "forward")


def test_each_method_of_each_model_says_what_it_needs() -> None:
    model = selection_of_model(read_model(programs()["plan_multi_arena"]))
    other = selection_of_model(read_model(programs()["add"]))
    kernels = (library(*(kernel(f"{n.name}() -> Tensor") for n in model.operators)),)
    plan = plan_of(model, other, libraries=(*kernels, PORTABLE))
    assert [(m.model, len(m.planned_bytes)) for m in plan.methods] == [
        ("add.pte", 1),
        ("plan_multi_arena.pte", 2),
    ]


def test_at_most_three_origins_of_each_source_are_kept() -> None:
    plan = plan_of(
        called(*[relu(F)] * 5, *[relu(H)] * 5, source="a.pte"),
        called(relu(F), source="b.pte"),
        libraries=(PORTABLE,),
    )
    assert only(plan).needed_by == (
        "a.pte, forward, instruction 0",
        "a.pte, forward, instruction 1",
        "a.pte, forward, instruction 2",
        "b.pte, forward, instruction 0",
    )


def test_the_plan_does_not_depend_on_the_order_of_the_sources() -> None:
    parts = [called(add(F, H, F)), called(relu(L), source="b.pte"), listed("aten::cat.out", N)]
    assert plan_of(*parts, libraries=(PORTABLE,)) == plan_of(*parts[::-1], libraries=(PORTABLE,))


# Soundness: the row that the runtime finds at load is of the kernel that the call was resolved to

DTYPES = st.sampled_from([F, L, H])
SETS = st.sets(DTYPES, min_size=1).map(lambda found: tuple(sorted(found, key=lambda d: d.number)))
LIMITS = st.sampled_from(
    [
        (),
        (Takes(name="self", ranks=(2,)),),
        (Takes(name="other", row_major=True),),
        (Takes(name="alpha", values=(1,)),),
        (Takes(name="other", dtypes=(L,)), Takes(name="alpha", values=(1, 2))),
    ]
)
DESCRIBED = st.lists(st.tuples(SETS, SETS, LIMITS), min_size=1, max_size=3)
SHAPED = st.builds(
    lambda dtype, sizes, flip: (
        tensor(dtype, *sizes, dim_order=(1, 0) if flip else None)
        if len(sizes) == 2
        else tensor(dtype, *sizes)
    ),
    DTYPES,
    st.sampled_from([(2, 3), (3,)]),
    st.booleans(),
)
CALLS = st.lists(
    st.builds(
        lambda a, b, alpha, out: call("aten::add.out", a, b, number(alpha), out, out),
        SHAPED,
        SHAPED,
        st.sampled_from([1, 2, 3]),
        SHAPED,
    ),
    min_size=1,
    max_size=6,
)
FORMS = st.sampled_from(RegistryForm)


def described_kernels(
    described: list[tuple[tuple[DType, ...], tuple[DType, ...], tuple[Takes, ...]]],
) -> list[KernelSpec]:
    return [
        kernel(ADD, inputs, outputs, library=f"l{index}", special=special)
        for index, (inputs, outputs, special) in enumerate(described)
    ]


def takes(spec: KernelSpec, wanted: Call) -> bool:
    """Whether a kernel takes a call, as its library describes it, argument by argument."""
    given = dict(zip((p.name for p in spec.schema.parameters), wanted.arguments, strict=False))
    return all(taken_as(each, given[each.name]) for each in spec.takes)


def taken_as(each: Takes, argument: Argument) -> bool:
    if isinstance(argument, TensorArg):
        row_major = argument.dim_order == tuple(range(len(argument.sizes)))
        return (
            argument.dtype in each.dtypes
            and (each.ranks is None or len(argument.sizes) in each.ranks)
            and (row_major or not each.row_major)
        )
    assert not isinstance(argument, ListArg)
    return each.values is None or argument.value in each.values


@REPEATABLE
@given(DESCRIBED, CALLS, st.booleans(), FORMS)
def test_every_call_finds_a_kernel_that_can_run_it(
    described: list[tuple[tuple[DType, ...], tuple[DType, ...], tuple[Takes, ...]]],
    calls: list[Call],
    any_dtype: bool,
    form: RegistryForm,
) -> None:
    general = kernel(ADD, (L, H, F), library="general")
    specs = [*described_kernels(described), general]
    selections = [called(*calls), *([listed("aten::add.out")] if any_dtype else [])]
    plan = plan_of(*selections, libraries=tuple(map(library, specs)), form=form)
    by_function = {each.function: each for each in specs}
    for each in calls:
        index = found_at_load(plan, each)
        assert index is not None
        row = plan.kernels[index]
        spec = by_function[row.function]
        assert takes(spec, each)
        for facts, argument in zip(row.arguments, each.arguments, strict=False):
            if isinstance(argument, TensorArg):
                assert argument.dtype in facts.dtypes
                assert facts.ranks is None or len(argument.sizes) in facts.ranks
            elif facts.value is not None:
                assert not isinstance(argument, ListArg)
                assert facts.value == argument.value


@REPEATABLE
@given(DESCRIBED, CALLS, FORMS)
def test_the_first_kernel_that_takes_a_call_runs_it_unless_it_would_hide_another(
    described: list[tuple[tuple[DType, ...], tuple[DType, ...], tuple[Takes, ...]]],
    calls: list[Call],
    form: RegistryForm,
) -> None:
    specs = described_kernels([(i, o, ()) for i, o, _ in described])
    specs.append(kernel(ADD, (L, H, F), library="general"))
    plan = plan_of(called(*calls), libraries=tuple(map(library, specs)), form=form)
    for each in calls:
        index = found_at_load(plan, each)
        assert index is not None
        first = next(spec for spec in specs if takes(spec, each))
        assert plan.kernels[index].function == first.function


@REPEATABLE
@given(DESCRIBED, st.sets(DTYPES, min_size=1), CALLS, FORMS)
def test_a_dictionary_covers_every_call_of_its_dtypes_that_a_kernel_has(
    described: list[tuple[tuple[DType, ...], tuple[DType, ...], tuple[Takes, ...]]],
    wanted: set[DType],
    calls: list[Call],
    form: RegistryForm,
) -> None:
    specs = described_kernels([(i, o, ()) for i, o, _ in described])
    try:
        plan = plan_of(
            listed("aten::add.out", *wanted), libraries=tuple(map(library, specs)), form=form
        )
    except Unresolvable:
        return
    for each in calls:
        dtypes = {a.dtype for a in each.arguments if isinstance(a, TensorArg)}
        if dtypes <= wanted and any(takes(spec, each) for spec in specs):
            assert found_at_load(plan, each) is not None


@pytest.mark.parametrize("form", RegistryForm)
@pytest.mark.parametrize("model", ["add", "add_mul", "mv2_035_96", "dscnn"])
def test_every_call_of_a_real_model_finds_its_kernel(model: str, form: RegistryForm) -> None:
    info = read_model(programs()[model])
    plan = plan_of(selection_of_model(info), libraries=libraries("portable", "prim"), form=form)
    for method in info.methods:
        for each in method.calls:
            index = found_at_load(plan, each)
            assert index is not None
            assert plan.kernels[index].operator == each.operator
