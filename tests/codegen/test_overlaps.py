"""Which arguments of a program's calls share memory, and what kernels take of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.opinfo import Call
from codegen.overlaps import is_in_place
from codegen.pte import read_model
from tests.runtime.campaign.draft import Draft, ListDraft, Step
from tests.runtime.sanitized import kernels_by_name

FLIP, RELU, CAT = "aten::flip.out", "aten::relu.out", "aten::cat.out"
VIEW, SORT, COPY = "executorch_prim::et_view.default", "aten::sort.values", "aten::copy_"


def drawn(count: int = 3, sizes: tuple[int, ...] = (2, 3)) -> Draft:
    """Tensors 0 to `count` - 1, each in a planned memory of its own."""
    draft = Draft()
    for _ in range(count):
        draft.plan(sizes, DType.Float)
    return draft


def call(draft: Draft, operator: str, *arguments: int) -> None:
    draft.steps.append(Step(kind="call", operator=operator, arguments=[*arguments]))


def put(draft: Draft, index: int, over: int, offset: int = 0) -> None:
    draft.tensor(index).memory = draft.tensor(over).memory
    draft.tensor(index).offset = offset


def read_call(draft: Draft, folder: Path, call: int = -1) -> Call:
    """A call of the program, the last one by default."""
    path = folder / "model.pte"
    path.write_bytes(draft.finish())
    return read_model(path).methods[0].calls[call]


def refusals(draft: Draft, folder: Path, call: int = -1) -> tuple[str, ...]:
    read = read_call(draft, folder, call)
    return kernels_by_name()[read.operator].overlap_refusals(read)


def flipped(draft: Draft, source: int, out: int) -> None:
    call(draft, FLIP, source, draft.ints(0), out, out)


def test_result_that_repeats_an_output_is_no_other_argument(tmp_path: Path) -> None:
    draft = drawn()
    flipped(draft, 0, 1)
    assert refusals(draft, tmp_path) == ()


@pytest.mark.parametrize(
    ("offset", "what"), [(0, "is"), (4, "shares memory with"), (20, "shares memory with")]
)
def test_output_over_an_input_is_refused(offset: int, what: str, tmp_path: Path) -> None:
    draft = drawn()
    put(draft, 1, 0, offset)
    flipped(draft, 0, 1)
    assert refusals(draft, tmp_path) == (f"out {what} self",)


def test_tensors_next_to_each_other_and_empty_ones_share_nothing(tmp_path: Path) -> None:
    draft = drawn()
    put(draft, 1, 0, 24)
    flipped(draft, 0, 1)
    assert refusals(draft, tmp_path) == ()
    empty = drawn(sizes=(0, 3))
    flipped(empty, 0, 0)
    assert refusals(empty, tmp_path) == ()


def test_record_allows_the_same_elements_and_nothing_else(tmp_path: Path) -> None:
    same = drawn()
    call(same, RELU, 0, 0, 0)
    assert refusals(same, tmp_path) == ()
    assert is_in_place(read_call(same, tmp_path).overlaps, kernels_by_name()[RELU].schema)
    for change in ("dtype", "sizes", "order", "dynamic", "offset"):
        draft = drawn()
        put(draft, 1, 0, 8 if change == "offset" else 0)
        tensor = draft.tensor(1)
        match change:
            case "dtype":
                tensor.dtype = DType.Int
            case "sizes":
                tensor.sizes = [3, 2]
            case "order":
                tensor.order = [1, 0]
            case "dynamic":
                tensor.dynamic = True
        call(draft, RELU, 0, 1, 1)
        assert (change, refusals(draft, tmp_path)) == (
            change,
            ("out shares memory with self",),
        )


def test_value_may_be_any_of_those_that_are_moved_to_it(tmp_path: Path) -> None:
    draft = drawn()
    draft.steps += [
        Step(kind="move", arguments=[0, 1]),
        Step(kind="move", arguments=[1, 2]),
    ]
    flipped(draft, 2, 0)
    assert refusals(draft, tmp_path) == ("out is self",)


def test_value_is_its_own_before_it_is_moved(tmp_path: Path) -> None:
    draft = drawn()
    flipped(draft, 1, 0)
    draft.steps.append(Step(kind="move", arguments=[0, 1]))
    assert refusals(draft, tmp_path, 0) == ()
    draft.steps.append(Step(kind="jump", arguments=[draft.number(False)], target=0))
    assert refusals(draft, tmp_path, 0) == ("out is self",)


def test_shapes_are_not_mixed_with_memories_of_other_values(tmp_path: Path) -> None:
    """Value 4 is value 0, or the larger value 1, which has room where it is."""
    draft = drawn(5, (6,))
    draft.tensor(0).sizes = [2]
    draft.tensor(4).dynamic = True
    put(draft, 2, 0, 8)
    flag = draft.number(True)
    draft.inputs = [flag]
    draft.steps += [
        Step(kind="jump", arguments=[flag], target=3),
        Step(kind="move", arguments=[0, 4]),
        Step(kind="jump", arguments=[draft.number(False)], target=4),
        Step(kind="move", arguments=[1, 4]),
    ]
    flipped(draft, 4, 2)
    assert refusals(draft, tmp_path) == ()


def test_view_without_memory_is_where_its_base_is(tmp_path: Path) -> None:
    draft = drawn()
    draft.tensor(1).place, draft.tensor(1).sizes = "caller", [6]
    draft.tensor(1).order = [0]
    call(draft, VIEW, 0, draft.ints(6), 1)
    assert refusals(draft, tmp_path) == ()
    flipped(draft, 1, 0)
    assert refusals(draft, tmp_path) == ("out shares memory with self",)


def test_caller_memory_is_its_own_until_it_is_moved(tmp_path: Path) -> None:
    draft = drawn()
    draft.tensor(0).place = draft.tensor(1).place = "caller"
    draft.inputs, draft.outputs = [0], [1]
    flipped(draft, 0, 1)
    assert refusals(draft, tmp_path) == ()
    draft.insert(0, Step(kind="move", arguments=[0, 1]))
    assert refusals(draft, tmp_path) == ("out is self",)


def test_items_of_lists_and_outputs_are_compared(tmp_path: Path) -> None:
    draft = drawn()
    tensors = draft.add(ListDraft(kind="tensors", items=[0, 1]))
    put(draft, 2, 1, 8)
    call(draft, CAT, tensors, draft.number(0), 2, 2)
    assert refusals(draft, tmp_path) == ("out shares memory with tensors",)
    twice = drawn()
    call(twice, SORT, 0, twice.number(0), twice.number(False), 1, 1, 1, 1)
    assert refusals(twice, tmp_path) == ("values is indices",)
    parts = drawn()
    outputs = parts.add(ListDraft(kind="tensors", items=[1, 1]))
    split = "aten::split_copy.Tensor_out"
    call(parts, split, 0, parts.number(1), parts.number(0), outputs)
    assert refusals(parts, tmp_path) == ("out is out",)


def test_argument_that_is_read_and_written_is_one(tmp_path: Path) -> None:
    draft = drawn()
    flag = draft.number(False)
    call(draft, COPY, 0, 1, flag, 0)
    assert refusals(draft, tmp_path) == ()
    call(draft, COPY, 0, 0, flag, 0)
    assert refusals(draft, tmp_path) == ()
    put(draft, 1, 0, 8)
    call(draft, COPY, 0, 1, flag, 0)
    assert refusals(draft, tmp_path) == ("self shares memory with src",)
