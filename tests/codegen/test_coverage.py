"""Whether a binary runs another model: yes is a proof, no names everything that is missing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest

from codegen.coverage import Missing, method_bytes, missing
from codegen.description import Description, TargetSizes, planned_description
from codegen.dtype import DType
from codegen.extras import Extras
from codegen.library import compiled_for_size
from codegen.lowered import read_turned_back
from codegen.opinfo import Argument, DelegateInfo, MethodInfo, ModelInfo, ScalarArg, StateCounts
from codegen.optimize.names import PassName
from codegen.optimize.roles import operators_of
from codegen.plan import Plan, RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.selection import Selection, union
from codegen.sources.oplist import selection_of_names
from codegen.sources.pte import selection_of_model
from codegen.unresolved import Unresolvable
from tests.codegen.model_files import CONFIG_MODELS, lowered, programs
from tests.codegen.resolving import (
    ABSENT,
    RELU,
    call,
    ints,
    kernel,
    library,
    number,
    tensor,
    tensors,
)
from tests.runtime.sanitized import libraries, plan_for

MODELS = list(programs().values())
PLENTY = TargetSizes(
    method_bytes=1 << 30, temp_bytes=1 << 30, slot=24, tensor=24, optional_tensor=28
)
FLOAT = tensor(DType.Float)
INT = tensor(DType.Int)


def described(plan: Plan, sizes: TargetSizes = PLENTY) -> Description:
    return planned_description(plan, sizes)


DELEGATE = DelegateInfo(
    id="XnnpackBackend", spec_count=0, payload=None, payload_bytes=0, calls=((0, 1),)
)


def model(*arguments: Argument, operator: str = "aten::add.out", **changes: object) -> ModelInfo:
    """A model with one call."""
    method = MethodInfo(
        name="forward",
        calls=(call(operator, *arguments),),
        delegates=(),
        instruction_kinds=("kernel_call",),
        planned_bytes=(),
        value_count=4,
        instruction_count=1,
        operator_count=1,
        inputs=(),
        outputs=(),
        features=(),
        state=StateCounts(slots=0, dynamic_dims=0),
    )
    return ModelInfo(
        name="other.pte",
        program_bytes=1,
        file_bytes=1,
        schema_version=0,
        methods=(replace(method, **changes),),  # type: ignore[arg-type]
        external_data=False,
    )


OWN = model(FLOAT, FLOAT, number(1), FLOAT)
ADD = described(plan_for(selection_of_model(OWN)))


def lacks(other: ModelInfo, description: Description = ADD) -> list[tuple[str, str, str]]:
    return [(m.kind, m.text, m.change) for m in missing(other, description, libraries())]


@cache
def planned_models() -> dict[str, tuple[ModelInfo, Plan]]:
    """Each model that has a plan, by its name, and that plan."""
    found = {}
    for path in MODELS:
        info = read_model(path)
        with suppress(Unresolvable):
            found[path.stem] = info, plan_for(selection_of_model(info))
    return found


def test_every_model_is_covered_by_what_was_selected_for_it() -> None:
    assert len(planned_models()) > 30
    for name, (info, plan) in planned_models().items():
        assert missing(info, described(plan), libraries()) == (), name


def test_a_lowered_model_is_covered_by_what_was_selected_for_it() -> None:
    """Its views of dynamic shape are in the memory that they are views of."""
    known = operators_of(libraries())
    for path in lowered():
        if not path.stem.startswith("decoder"):
            continue
        info = read_turned_back(path, operators=known, passes=tuple(PassName))
        plan = plan_for(selection_of_model(info))
        assert missing(info, described(plan), libraries()) == (), path.name


@pytest.mark.slow
def test_every_model_is_covered_by_the_union_of_all() -> None:
    plan = plan_for(union(selection_of_model(info) for info, _ in planned_models().values()))
    for info, _ in planned_models().values():
        assert missing(info, described(plan), libraries()) == ()


def test_everything_covers_every_model_that_has_a_plan() -> None:
    description = described(plan_for())
    description = replace(description, sizes=replace(PLENTY, method_bytes=None, temp_bytes=None))
    for info, _ in planned_models().values():
        assert missing(info, description, libraries()) == ()


def compiled_parts(plan: Plan) -> object:
    """What decides which code a binary has."""
    kernels = [(k.operator, k.function, k.arguments, k.traits) for k in plan.kernels]
    return kernels, plan.features, plan.conversions


@pytest.mark.slow
@pytest.mark.parametrize("own", ["add_mul", "dscnn", "linear", "mul_dynamic", "multi_method"])
def test_a_model_is_covered_exactly_where_selecting_it_as_well_changes_no_code(own: str) -> None:
    info, plan = planned_models()[own]
    for other, _ in planned_models().values():
        kinds = {each.kind for each in missing(other, described(plan), libraries())}
        both = plan_for(union([selection_of_model(info), selection_of_model(other)]))
        unchanged = compiled_parts(both) == compiled_parts(plan)
        assert unchanged == (kinds <= {"planned memory"}), other.name


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (OWN, []),
        (
            model(FLOAT, FLOAT, operator="aten::relu.out"),
            [("operator", "aten::relu.out", '[select] ops = ["aten::relu.out"]')],
        ),
        (
            model(INT, INT, number(1), INT),
            [
                (
                    "dtype",
                    f"aten::add.out: {name} of Int",
                    '[select] dtypes = { "aten::add.out" = ["Int"] }',
                )
                for name in ("self", "other", "out")
            ],
        ),
        (
            model(FLOAT, FLOAT, number(2), FLOAT),
            [("argument", "aten::add.out: alpha is 2, not 1", '[select] traits = "all"')],
        ),
        (
            model(FLOAT, FLOAT, number(1.0), FLOAT),
            [
                (
                    "argument",
                    "aten::add.out: alpha is of kind double, not int",
                    '[select] traits = "all"',
                )
            ],
        ),
        (
            model(FLOAT, FLOAT, ScalarArg(kind="int", value=None, computed=True), FLOAT),
            [
                (
                    "argument",
                    "aten::add.out: alpha is computed or of several values, not 1",
                    '[select] traits = "all"',
                )
            ],
        ),
        (
            model(FLOAT, tensor(DType.Float, 1, 3), number(1), FLOAT),
            [("trait", "aten::add.out: broadcast", '[select] traits = ["broadcast"]')],
        ),
        (
            model(FLOAT, FLOAT, number(1), FLOAT, features=("free_call",)),
            [
                (
                    "feature",
                    "free_call of the program format",
                    '[select] features = ["free_call"]',
                )
            ],
        ),
        (
            model(FLOAT, FLOAT, number(1), FLOAT, delegates=(DELEGATE,)),
            [
                (
                    "delegate",
                    "delegate XnnpackBackend",
                    "none: link a library with this backend, or export without lowering to it",
                )
            ],
        ),
        (
            model(FLOAT, FLOAT, number(1), FLOAT, planned_bytes=(64,)),
            [
                (
                    "planned memory",
                    "memory 1: 64 B, and 0 B were planned",
                    '[select] models = ["other.pte"]',
                )
            ],
        ),
    ],
)
def test_each_thing_that_is_missing_is_named_with_the_change(
    other: ModelInfo, expected: list[tuple[str, str, str]]
) -> None:
    assert lacks(other) == expected


def test_a_delegate_whose_backend_is_there_is_not_missing() -> None:
    there = replace(ADD, backends=("XnnpackBackend",))
    assert lacks(model(FLOAT, FLOAT, number(1), FLOAT, delegates=(DELEGATE,)), there) == []


def test_a_rank_and_a_layout_that_no_call_had_are_named() -> None:
    other = tensor(DType.Float, 2, 3, 4, dim_order=(0, 2, 1))
    texts = [text for _, text, _ in lacks(model(other, other, number(1), other))]
    assert "aten::add.out: self has rank 3, not 2" in texts
    assert "aten::add.out: self is not row-major" in texts


@pytest.mark.parametrize("kind", ["method memory", "scratch"])
def test_arenas_one_byte_short_are_named(kind: str) -> None:
    info = read_model(CONFIG_MODELS / "mv2.pte")
    plan = plan_for(selection_of_model(info))
    exact = replace(PLENTY, method_bytes=161, temp_bytes=64)
    small = tuple(map(compiled_for_size, libraries()))
    assert missing(info, described(plan, exact), small) == ()
    key = "method_bytes" if kind == "method memory" else "temp_bytes"
    short = replace(exact, **{key: getattr(exact, key) - 1})
    (found,) = missing(info, described(plan, short), small)
    assert found.kind == kind


def test_method_memory_is_counted_as_the_runtime_does() -> None:
    method = replace(OWN.methods[0], value_count=33, state=StateCounts(slots=2, dynamic_dims=3))
    stateful = replace(ADD, features=("dynamic_shapes",))
    assert method_bytes(method, stateful) == 2 + 8 + 2 * 24 + 3 * 4 + 2 * 2
    # A binary with slots marks every value, of a method without slots as well.
    fixed = replace(method, state=StateCounts(slots=0, dynamic_dims=0))
    assert method_bytes(fixed, stateful) == 2 + 8 + 2 * 2
    assert method_bytes(fixed, ADD) == 2
    assert method_bytes(fixed, replace(ADD, capacity=256)) == 4


def test_a_call_that_no_kernel_can_take_is_not_covered_by_its_dtypes() -> None:
    assert [text for _, text, _ in lacks(model(FLOAT, FLOAT))] == [
        "aten::add.out: it has 2 argument(s), and the operator takes 4"
    ]
    assert [text for _, text, _ in lacks(model(FLOAT, tensors(DType.Float), number(1), FLOAT))] == [
        "aten::add.out: other is of kind tensor_list, not Tensor"
    ]
    constant = replace(FLOAT, constant=True)
    assert [text for _, text, _ in lacks(model(FLOAT, FLOAT, number(1), constant))] == [
        "aten::add.out: out is written, and is a constant"
    ]


def test_scratch_that_cannot_be_counted_is_missing() -> None:
    spec = kernel(RELU, (DType.Float,), scratch="4 * size(self, 3)")
    only = (library(spec),)
    own = model(
        tensor(DType.Float, 1, 1, 1, 1), tensor(DType.Float, 1, 1, 1, 1), operator=spec.operator
    )
    plan = resolve(
        selection_of_model(own),
        only,
        target="t",
        form=RegistryForm.TABLE,
        capacity=None,
        extras=Extras(all_forms=True),
    )
    assert missing(own, described(plan), only) == ()
    (found,) = missing(model(FLOAT, FLOAT, operator=spec.operator), described(plan), only)
    assert found.kind == "scratch"


def test_a_kernel_for_row_major_tensors_covers_no_others_by_its_name() -> None:
    permuted = tensor(DType.Float, 2, 3, 4, 5, dim_order=(0, 2, 3, 1))
    view = "executorch_prim::et_view.default"
    plan = plan_for(selection_of_names((view,), source="t", where="t"))
    texts = [
        text
        for _, text, _ in lacks(model(permuted, ints(2, 60), FLOAT, operator=view), described(plan))
    ]
    assert f"{view}: self is not row-major" in texts


def test_a_value_where_every_selected_call_has_none_is_named() -> None:
    own = model(FLOAT, number(0), ABSENT, FLOAT, operator="aten::clamp.out")
    description = described(plan_for(selection_of_model(own)))
    other = model(FLOAT, number(0), number(6), FLOAT, operator="aten::clamp.out")
    assert [text for _, text, _ in lacks(other, description)] == [
        "aten::clamp.out: max has a value"
    ]


def test_a_registry_without_room_for_what_is_missing_is_named() -> None:
    plan = resolve(
        selection_of_model(OWN), libraries(), target="t", form=RegistryForm.DYNAMIC, capacity=1
    )
    full = described(plan)
    assert full.capacity == len(full.kernels) == 1  # exact: it grows with the selection
    other = model(FLOAT, FLOAT, operator="aten::relu.out")
    assert [kind for kind, _, _ in lacks(other, full)] == ["operator"]
    plan = resolve(
        union([selection_of_model(OWN), Selection()]),
        libraries(),
        target="t",
        form=RegistryForm.DYNAMIC,
        capacity=2,
    )
    two = model(FLOAT, FLOAT, operator="aten::relu.out").methods[0].calls
    more = model(FLOAT, FLOAT, operator="aten::abs.out", name="b").methods[0].calls
    both = model(FLOAT, FLOAT, number(1), FLOAT, calls=(*two, *more))
    kinds = {m.kind: m.change for m in missing(both, described(plan), libraries())}
    assert kinds["capacity"] == "[registry] capacity = 3"


def test_the_same_thing_is_named_once_with_all_that_need_it() -> None:
    calls = model(INT, INT, number(1), INT).methods[0].calls
    twice = model(INT, INT, number(1), INT, calls=(*calls, replace(calls[0], instruction=7)))
    found: tuple[Missing, ...] = missing(twice, ADD, libraries())
    assert len(found) == 3
    assert [str(origin) for origin in found[0].origins] == [
        "other.pte, forward, instruction 0",
        "other.pte, forward, instruction 7",
    ]
