"""Whether a binary runs another model: yes is a proof, no names everything that is missing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from codegen.coverage import Missing, method_bytes, missing, temp_bytes
from codegen.description import Description, TargetSizes, planned_description
from codegen.dtype import DType
from codegen.library import compiled_for_size
from codegen.opinfo import Argument, MethodInfo, ModelInfo, ScalarArg, StateCounts
from codegen.plan import Plan, RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.selection import Selection, union
from codegen.sources.pte import selection_of_model
from codegen.temp import TempNeeds
from codegen.unresolved import Unresolvable
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.codegen.resolving import call, number, tensor
from tests.runtime.sanitized import libraries, plan_for

MODELS = [*sorted(CONFIG_MODELS.glob("*.pte")), *sorted((DATA / "models").glob("*.pte"))]
PLENTY = TargetSizes(
    method_bytes=1 << 30, temp_bytes=1 << 30, slot=24, tensor=24, optional_tensor=28
)
FLOAT = tensor(DType.Float)
INT = tensor(DType.Int)


def described(plan: Plan, sizes: TargetSizes = PLENTY) -> Description:
    return planned_description(plan, sizes)


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


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_every_model_is_covered_by_what_was_selected_for_it(path: Path) -> None:
    info = read_model(path)
    try:
        plan = plan_for(selection_of_model(info))
    except Unresolvable:
        return
    assert missing(info, described(plan), libraries()) == ()


def test_every_model_is_covered_by_the_union_of_all() -> None:
    selections, infos = [], []
    for path in MODELS:
        info = read_model(path)
        try:
            plan_for(selection_of_model(info))
        except Unresolvable:
            continue
        infos.append(info)
        selections.append(selection_of_model(info))
    description = described(plan_for(union(selections)))
    for info in infos:
        assert missing(info, description, libraries()) == ()


def test_everything_covers_every_model_that_has_a_plan() -> None:
    description = described(plan_for())
    description = replace(description, sizes=replace(PLENTY, method_bytes=None, temp_bytes=None))
    for path in MODELS:
        info = read_model(path)
        try:
            plan_for(selection_of_model(info))
        except Unresolvable:
            continue
        assert missing(info, description, libraries()) == ()


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
            model(FLOAT, FLOAT, number(1), FLOAT, delegates=("XnnpackBackend",)),
            [
                (
                    "delegate",
                    "delegate XnnpackBackend",
                    "none: export the model without lowering it to a backend",
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


def test_memory_is_counted_as_the_runtime_does() -> None:
    method = replace(OWN.methods[0], value_count=33, state=StateCounts(slots=2, dynamic_dims=3))
    assert method_bytes(method, ADD) == 2 + 8 + 2 * 24 + 3 * 4 + 2 * 2
    needs = TempNeeds(int_items=2, bool_items=1, tensors=2, optional_tensors=1, scratch_bytes=9)
    assert temp_bytes(needs, PLENTY) == 24 + 2 * 24 + 32 + 16


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
