"""What passes leave alone because they cannot prove that outputs stay what they are."""

from __future__ import annotations

import struct

import pytest

from codegen.optimize.batch_norm import fold_batch_norms
from codegen.optimize.common import share_common
from codegen.optimize.graph import Tensor
from codegen.optimize.pipeline import optimize
from codegen.optimize.read import read_graph
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import (
    OPERATORS,
    call,
    method_of,
    operators,
    planned,
    program_of,
)
from tests.codegen.program_builder import TableSpec

_NORM = "aten::_native_batch_norm_legit_no_training"


def normed_linear(batch: tuple[int, ...], outputs: int) -> bytes:
    """A linear of inputs of shape (*batch, 4), then a batch norm of its result."""
    shape = (*batch, outputs)
    numbers = (4 * outputs, shape[1])
    data = [{0: ("bytes", struct.pack(f"<{n}f", *range(1, n + 1)))} for n in numbers]
    values = [
        planned(0, (*batch, 4)),
        build.tensor((outputs, 4), planned=False, data=1),
        build.none(),
        planned(1024, shape),
        build.tensor((shape[1],), planned=False, data=2),
        build.double(0.1),
        planned(2048, shape),
        planned(3072, (0,)),
        planned(3072, (0,)),
        build.tensor_list(6, 7, 8),
    ]
    steps = [
        build.kernel_call(0, 1, 2, 3, 3, operator=0),
        build.kernel_call(3, 2, 2, 4, 4, 5, 5, 6, 7, 8, 9, operator=1),
    ]
    known = (("aten::linear", "out"), (_NORM, "out"))
    method = build.method(values, steps, inputs=(0,), outputs=(6,), operators=known)
    return build.program({**method, 8: ("i64s", (0, 4096))}, slot_2=("tables", [{}, *data]))


def test_a_norm_of_another_dimension_than_the_outputs_of_a_product_is_not_folded() -> None:
    plain = method_of(normed_linear((2,), 8))
    assert len(fold_batch_norms(plain, operators()).instructions) == 1
    # Eight outputs for each of eight: the norm is over the latter.
    batched = method_of(normed_linear((2, 8), 8))
    assert fold_batch_norms(batched, operators()) == batched


def test_tensors_of_dynamic_shape_are_not_taken_for_each_other() -> None:
    """Values 1 and 2 are one memory, but only 1 got a shape when it was written."""
    values = [planned(0), planned(64), planned(64), planned(128), planned(192)]
    for index in (0, 1, 2):
        values[index][1][1][8] = ("i8", 1)
    steps = [call("relu", 0, 1, 1), call("relu", 1, 3, 3), call("relu", 2, 4, 4)]
    method = method_of(program_of(values, steps, inputs=(0,), outputs=(3, 4)))
    assert share_common(method, operators()) == method


def test_an_input_with_data_in_the_file_is_no_constant() -> None:
    """The caller gives others."""
    values = [build.tensor((4,), planned=False, data=1), planned(0, (4,)), planned(64, (4,))]
    steps = [call("relu", 0, 1, 1), call("relu", 1, 2, 2)]
    method = build.method(values, steps, inputs=(0,), outputs=(2,), operators=OPERATORS)
    method = {**method, 8: ("i64s", (0, 128))}
    constants = ("tables", [{}, {0: ("bytes", struct.pack("<4f", 1, 2, 3, 4))}])
    (before,) = read_graph(
        build.program(method, slot_2=constants), name="given", operators=operators()
    ).methods
    assert isinstance(before.values[0], Tensor)
    assert before.values[0].data is None
    done = optimize(build.program(method, slot_2=constants), name="given", operators=operators())
    (after,) = read_graph(done.data, name="given", operators=operators()).methods
    assert after.instructions


def delegated(count: int) -> bytes:
    """A delegate, then `count` calls that write alternately to two places."""
    values = [planned(256 * (at % 2), (64,)) for at in range(count + 2)]
    steps: list[TableSpec] = [build.delegate_call(0, 1)]
    steps += [call("relu", at, at + 1, at + 1) for at in range(1, count + 1)]
    method = build.method(
        values,
        steps,
        inputs=(0,),
        outputs=(count + 1,),
        operators=OPERATORS,
        delegates=("backend",),
    )
    return build.program({**method, 8: ("i64s", (0, 512))})


def test_memory_of_a_delegate_does_not_grow() -> None:
    """Nothing says which arguments a delegate writes: they may be state that it reads."""
    for count in range(1, 7):
        done = optimize(
            delegated(count), name="delegated", operators=operators(), passes=("unused",)
        )
        assert done.after.planned_bytes == 512


def test_views_of_other_memory_than_their_own_fix_the_method() -> None:
    known = (("executorch_prim::et_view", "default"),)
    values = [planned(0), planned(0, memory=2), build.int_list(3), build.integer(4)]
    steps = [build.kernel_call(0, 2, 1)]
    data = program_of(values, steps, inputs=(0,), outputs=(1,), memories=(64, 64), known=known)
    assert method_of(data).fixed == "value 1 is a view of memory other than its own"


@pytest.mark.parametrize("inputs", [(0, 1), (0, 2)], ids=["of the caller", "of another tensor"])
def test_views_that_were_something_before_fix_the_method(inputs: tuple[int, ...]) -> None:
    known = (("executorch_prim::et_view", "default"),)
    own = build.tensor((4,), planned=False)
    values = [planned(0), own, planned(0, memory=2), build.int_list(4), build.integer(4)]
    steps = [build.kernel_call(each, 3, 1) for each in ((0,) if 1 in inputs else (0, 2))]
    data = program_of(values, steps, inputs=inputs, memories=(64, 64), known=known)
    assert method_of(data).fixed == "value 1 is used before it is a view"


def test_lists_as_outputs_fix_the_method() -> None:
    values = [planned(0), planned(64), build.tensor_list(1)]
    method = method_of(program_of(values, [call("relu", 0, 1, 1)], inputs=(0,), outputs=(2,)))
    assert method.fixed == "value 2, an input or output, is a list"


def test_memories_that_methods_share_by_their_size_keep_it() -> None:
    """One method uses all of the shared memory, the other, which shares its state, a part."""
    state = [planned(0), planned(0, memory=2), planned(32, memory=2), planned(64), planned(128)]
    reads = [call("relu", 1, 3, 3), call("relu", 2, 4, 4)]
    both = build.method(state, reads, inputs=(0,), outputs=(3, 4), operators=OPERATORS)
    one = build.method(state, reads[:1], inputs=(0,), outputs=(3,), operators=OPERATORS, name="one")
    sizes = ("i64s", (0, 256, 48))
    data = build.program({**both, 8: sizes}, {**one, 8: sizes})
    done = optimize(data, name="shared", operators=operators())
    methods = read_graph(done.data, name="shared", operators=operators()).methods
    assert [method.memories[1] for method in methods] == [48, 48]
    assert all(method.memories[0] < 256 for method in methods)


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([build.free_call(1)], "it frees value 1"),
        ([build.move_call(0, 3)], "a move makes value 3 what it is not"),
        ([build.move_call(0, 1), call("relu", 0, 1, 1)], "a call writes value 1, which a move"),
        (
            [build.move_call(2, 1), call("relu", 0, 2, 2), call("relu", 1, 4, 4)],
            "a block writes memory that a move gave a value",
        ),
    ],
)
def test_moves_that_hide_what_memory_is_used_fix_the_method(
    steps: list[TableSpec], reason: str
) -> None:
    values = [planned(0), planned(64), planned(128), planned(192, (3,)), planned(256)]
    start = [call("relu", 0, 2, 2)]
    data = program_of(values, [*start, *steps], inputs=(0,), outputs=(1,))
    assert method_of(data).fixed.startswith(reason)
