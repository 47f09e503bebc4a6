"""Lowering of methods: tables, words that are always the same, and all that is refused."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from codegen import emit
from codegen.compiled.arenas import arenas_of, with_delegates
from codegen.compiled.checksum import checksum
from codegen.compiled.compile import compile_programs
from codegen.compiled.parts import Pool, Sequences
from codegen.compiled.tables import Base, Compiled, Weights
from codegen.compiled.weights import WeightMap
from codegen.dtype import DType
from codegen.errors import ResolutionError
from codegen.library import BackendSpec
from codegen.plan import RegistryForm
from codegen.program import Delegate
from codegen.pte import read_program_file
from codegen.resolve import resolve
from codegen.selection import union
from codegen.sources.detect import read_file
from codegen.unresolved import Unresolvable
from tests.codegen import program_builder as build
from tests.codegen.model_files import DATA, programs
from tests.codegen.resolving import kernel, library
from tests.runtime.sanitized import libraries, plan_for

MODELS = DATA / "models"


def compiled(path: Path, weights: Weights = Weights.LINKED, arenas: int = 1) -> Compiled:
    models = {path.name: read_program_file(path)}
    plan = plan_for(read_file(path))
    return compile_programs(models, plan, libraries(), weights, arenas=arenas)


def test_planned_memories_are_in_one_arena_or_in_one_each() -> None:
    path = MODELS / "plan_multi_arena.pte"
    (one,), (two,) = compiled(path).methods, compiled(path, arenas=2).methods
    assert (one.planned_bytes, one.more_planned_bytes) == (12288, ())
    assert (two.planned_bytes, two.more_planned_bytes) == (8192, (4096,))
    assert compiled(path, arenas=6).methods == (two,)
    used = {base for base, _ in compiled(path, arenas=2).locations}
    assert {Base.ARENA, Base.ARENA_2} <= used
    assert compiled(path).arenas == 1


@pytest.mark.parametrize(
    ("planned", "count", "places", "sizes"),
    [
        ([()], 1, (), (0,)),
        ([(10, 20, 30)], 1, ((0, 0), (0, 16), (0, 48)), (80,)),
        ([(10, 20, 30)], 2, ((0, 0), (1, 0), (1, 32)), (16, 64)),
        ([(10, 20), (40,)], 2, ((0, 0), (1, 0)), (48, 32)),
        ([(10, 0, 30)], 3, ((0, 0), (0, 0), (2, 0)), (16, 0, 32)),
        ([(10, 0)], 2, ((0, 0), (0, 0)), (16,)),
    ],
)
def test_arenas_hold_planned_memories_by_their_number(
    planned: list[tuple[int, ...]],
    count: int,
    places: tuple[tuple[int, int], ...],
    sizes: tuple[int, ...],
    tmp_path: Path,
) -> None:
    path = tmp_path / "m.pte"
    path.write_bytes(build.program(build.method([], [], operators=())))
    (plan,) = read_program_file(path).program.plans
    found = arenas_of([replace(plan, planned_bytes=each) for each in planned], count)
    assert (found.places, found.bytes) == (places, sizes)


def test_what_is_kept_of_delegates_is_where_no_method_of_the_model_writes(tmp_path: Path) -> None:
    path = tmp_path / "m.pte"
    path.write_bytes(build.program(build.method([], [], operators=())))
    (plan,) = read_program_file(path).program.plans
    backend = BackendSpec(
        id="B",
        class_name="B",
        library="b",
        header="b.h",
        source="b.cpp",
        handle_bytes=20,
        temp_bytes=0,
    )
    bare = Delegate(id="B", specs=(), payload=None, payload_bytes=0)
    plans = [
        replace(plan, planned_bytes=(100,), delegates=(bare, replace(bare, specs=(("k", b"v"),)))),
        replace(plan, planned_bytes=(200,)),
        replace(plan, planned_bytes=(50,), delegates=(bare,)),
    ]
    arenas, places = with_delegates(arenas_of(plans, 1), plans, [backend])
    assert places == (((208, 40), (248, 64)), (), ((312, 40),))
    assert arenas.bytes == (352,)
    assert with_delegates(arenas, [plan], [backend]) == (arenas, ((),))


def test_equal_tensors_and_constant_arguments_are_stored_once() -> None:
    chain = compiled(programs()["chain_500"])
    (method,) = chain.methods
    assert len(chain.locations) < 20
    assert method.code[1] < 2 * 500
    assert all(0 <= word < 255 for word in chain.code)


def test_what_is_proven_of_all_calls_is_a_fact_of_the_kernel() -> None:
    chain = compiled(programs()["chain_500"])
    assert {each.proofs for each in chain.kernels} == {("checked", "expanded", "facts")}


@pytest.mark.parametrize(
    ("other", "out", "proofs"),
    [
        ((2, 3), (2, 3), ("checked", "expanded", "facts")),
        ((), (2, 3), ("checked", "expanded", "facts")),
        ((3,), (2, 3), ("checked", "expanded", "facts")),
        ((1, 1, 3), (1, 2, 3), ("checked", "expanded", "facts")),
        ((1, 1, 3), (2, 3), ("checked", "facts")),
        ((2,), (2, 3), ("checked", "facts")),
        ((2, 3), (3, 2), ("checked", "facts")),
        ((), (1, 1), ("checked", "facts", "row")),
    ],
)
def test_an_output_of_the_expanded_shape_is_proven(
    other: tuple[int, ...], out: tuple[int, ...], proofs: tuple[str, ...], tmp_path: Path
) -> None:
    values = [build.tensor((2, 3)), build.tensor(other), build.integer(1), build.tensor(out)]
    assert _proofs_of_sum(values, tmp_path) == proofs


def test_nothing_is_proven_of_what_changes(tmp_path: Path) -> None:
    dynamic = build.tensor((2, 3), dynamism=1)
    static, one = build.tensor((2, 3)), build.integer(1)
    assert _proofs_of_sum([dynamic, static, one, static], tmp_path) == ()
    assert _proofs_of_sum([static, static, one, dynamic], tmp_path) == ()
    assert _proofs_of_sum([static, static, one, static], tmp_path, inputs=(0, 1, 2)) == ()
    # Value 4, the result of another chain, may replace the operand.
    moved = [build.move_call(4, 0)]
    values = [static, static, one, static, static]
    assert _proofs_of_sum(values, tmp_path, moved) == ()


def _proofs_of_sum(
    values: list[build.TableSpec],
    tmp_path: Path,
    before: Sequence[build.TableSpec] = (),
    inputs: tuple[int, ...] = (0, 1),
) -> tuple[str, ...]:
    """Returns what is proven of value 3 = value 0 + value 2 * value 1."""
    method = build.method(
        values,
        [*before, build.kernel_call(0, 1, 2, 3, 3)],
        inputs=inputs,
        outputs=(3,),
        operators=(("aten::add", "out"),),
        apart=True,
    )
    path = tmp_path / "sum.pte"
    path.write_bytes(build.program(method))
    (found,) = (each.proofs for each in compiled(path).kernels if each.row >= 0)
    return found


def test_constants_that_no_tensor_uses_are_left_out() -> None:
    linear = compiled(MODELS / "linear.pte")
    (run,) = linear.runs
    offsets = [offset for base, offset in linear.locations if base is Base.WEIGHTS]
    assert linear.weight_bytes == run.bytes < (MODELS / "linear.pte").stat().st_size
    assert min(offsets) == 0
    assert max(offsets) < run.bytes


def test_external_weights_are_where_the_file_has_them() -> None:
    linear = compiled(MODELS / "linear.pte", Weights.EXTERNAL)
    (run,) = linear.runs
    assert run.offset == run.position
    assert run.position in [offset for base, offset in linear.locations if base is Base.WEIGHTS]


def test_words_of_one_argument_are_near_each_other(tmp_path: Path) -> None:
    """More than 255 constants, but less than that for either operand: bytes tell them apart."""
    count = 200
    planned = build.tensor((1,))
    constants = [build.tensor((1,), planned=False, data=1 + i) for i in range(2 * count)]
    calls = [
        build.kernel_call(i, count + i, 2 * count, 2 * count + 1, 2 * count + 1)
        for i in range(count)
    ]
    method = build.method(
        [*constants, build.integer(1), planned],
        calls,
        outputs=(2 * count + 1,),
        operators=(("aten::add", "out"),),
    )
    path = tmp_path / "many.pte"
    data: build.Field = (
        "tables",
        [{}, *({0: ("bytes", bytes([i % 256, i // 256, 0, 0]))} for i in range(2 * count))],
    )
    path.write_bytes(build.program(method, slot_2=data))
    many = compiled(path)
    (kernel,) = many.kernels
    assert many.word_bytes == 1
    assert len(many.code) == 3 * count
    seen = [many.locations[kernel.bases[0] + word] for word in many.code[1::3]]
    assert len(set(seen)) == count
    other = [many.locations[kernel.bases[1] + word] for word in many.code[2::3]]
    assert len({*seen, *other}) == 2 * count


def test_a_checksum_covers_the_bytes_that_are_used(tmp_path: Path) -> None:
    words = [0x01020304, 0xFFFFFFFF, 0x80000001, 0x00000005]
    path = tmp_path / "words"
    path.write_bytes(bytes(4) + struct.pack("<4I", *words)[:-1] + b"\xff")
    first = second = 0
    for word in [*words[:3], 5]:
        first = (first + word) % (2**32 - 1)
        second = (second + first) % (2**32 - 1)
    assert checksum(path, [(4, 12), (12, 19)]) == second << 32 | first
    assert checksum(path, [(4, 19)]) == second << 32 | first
    assert checksum(path, [(0, 4)]) == 0
    external = compiled(MODELS / "linear.pte", Weights.EXTERNAL)
    (file,) = external.files
    assert sum(end - start for start, end in file.spans) == external.weight_bytes
    assert compiled(MODELS / "linear.pte").files == ()


def test_a_model_without_weights_has_no_bytes_to_check() -> None:
    paths = [MODELS / "add.pte", MODELS / "linear.pte"]
    plan = plan_for(union(map(read_file, paths)))
    models = {path.name: read_program_file(path) for path in paths}
    found = compile_programs(models, plan, libraries(), Weights.EXTERNAL)
    bare, linear = found.files
    assert (bare.model, bare.spans, bare.sum) == ("add.pte", (), 0)
    assert [method.model for method in found.methods] == [bare.model, linear.model]
    text = emit.program_tables(replace(plan, compiled=found))
    assert "kFileOfMethod[] = {\n    0, 1,\n};" in text


def test_data_in_another_file_are_refused_by_name() -> None:
    with pytest.raises(ResolutionError, match=r"external_constants.pte, forward: .*l1.weight.*ptd"):
        compiled(MODELS / "external_constants.pte")


def test_a_write_to_a_constant_is_refused(tmp_path: Path) -> None:
    constant = build.tensor((2,), planned=False, data=1)
    method = build.method(
        [constant, build.integer(1), constant],
        [build.kernel_call(0, 0, 1, 2, 2)],
        outputs=(2,),
    )
    path = tmp_path / "writes.pte"
    data = ("tables", [{}, {0: ("u8s", bytes(8))}])
    path.write_bytes(build.program(method, slot_2=data))
    with pytest.raises(ResolutionError, match=r"writes.pte, forward, instruction 0: .*constant"):
        compiled(path)


@pytest.mark.parametrize("dynamism", [0, 1])
def test_an_output_that_is_another_argument_is_refused(dynamism: int, tmp_path: Path) -> None:
    both = build.tensor((2, 2), dynamism=dynamism)
    method = build.method(
        [both, build.tensor((2, 2))],
        [build.kernel_call(0, 1, 0, 0)],
        outputs=(0,),
        operators=(("aten::mm", "out"),),
        apart=True,
    )
    path = tmp_path / "m.pte"
    path.write_bytes(build.program(method))
    with pytest.raises(
        Unresolvable, match=r"instruction 0\. .*but out (is|shares memory with) self"
    ):
        compiled(path)


def program_of(tmp_path: Path, *values: build.TableSpec, **fields: build.Field) -> Compiled:
    """A method that moves value 0 to value 1, which is its input and its output."""
    moved = [build.move_call(0, 1)] if len(values) > 1 else []
    last = len(values) - 1
    method = build.method(list(values), moved, inputs=(last,), outputs=(last,), operators=())
    path = tmp_path / "m.pte"
    path.write_bytes(build.program(method, **fields))
    return compiled(path)


EIGHT_BYTES: build.Field = ("tables", [{}, {0: ("bytes", bytes(8))}])


def on_a_device() -> build.TableSpec:
    value = build.tensor((2,))
    value[1][1][9] = ("table", {3: ("i8", 1)})
    return value


def test_a_tensor_on_a_device_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResolutionError, match=r"value 0 .*is on a device"):
        program_of(tmp_path, on_a_device())


def test_a_constant_without_elements_has_no_data(tmp_path: Path) -> None:
    empty = build.tensor((0,), planned=False, data=1)
    constants: build.Field = ("tables", [{}, {0: ("bytes", b"")}])
    assert program_of(tmp_path, empty, slot_2=constants).runs == ()


def test_a_constant_that_is_an_input_is_in_memory_of_the_caller(tmp_path: Path) -> None:
    constant = build.tensor((2,), planned=False, data=1)
    tables = program_of(tmp_path, constant, slot_2=EIGHT_BYTES)
    (method,) = tables.methods
    assert len(tables.slots) == 1
    assert [port.caller_memory for port in method.inputs] == [True]
    assert [port.caller_memory for port in method.outputs] == [False]


def test_data_by_name_of_another_size_are_refused(tmp_path: Path) -> None:
    named = build.tensor((2,), planned=False, external="w")
    data: build.Field = ("tables", [{0: ("text", "w"), 1: ("u32", 0)}])
    segment: build.Field = ("tables", [{0: ("u64", 0), 1: ("u64", 0)}])
    with pytest.raises(ResolutionError, match=r"m.pte, forward: value 0 \(w\) has 0 bytes in"):
        program_of(tmp_path, named, slot_4=segment, slot_7=data)


def test_a_constant_by_name_that_a_move_replaces_changes(tmp_path: Path) -> None:
    named = build.tensor((0,), planned=False, external="w")
    data: build.Field = ("tables", [{0: ("text", "w"), 1: ("u32", 0)}])
    segment: build.Field = ("tables", [{0: ("u64", 0), 1: ("u64", 0)}])
    tables = program_of(tmp_path, build.tensor((0,)), named, slot_4=segment, slot_7=data)
    assert len(tables.slots) == 1


def test_minus_zero_stays(tmp_path: Path) -> None:
    values = [floats(4), floats(4), build.double(-0.0), build.double(0.5)]
    clamp = build.kernel_call(0, 2, 3, 1, 1)
    method = build.method(
        values, [clamp], inputs=(0,), outputs=(1,), operators=(("aten::clamp", "out"),)
    )
    path = tmp_path / "clamp.pte"
    path.write_bytes(build.program(method))
    assert ("double", -(2**63)) in compiled(path).numbers


def test_a_number_that_is_computed_from_nothing_has_a_word(tmp_path: Path) -> None:
    clock = (library(kernel("my::now() -> int")),)
    method = build.method(
        [build.integer(0)], [build.kernel_call(0)], outputs=(0,), operators=(("my::now", ""),)
    )
    path = tmp_path / "now.pte"
    path.write_bytes(build.program(method))
    plan = resolve(read_file(path), clock, target="t", form=RegistryForm.TABLE, capacity=None)
    tables = compile_programs({"now.pte": read_program_file(path)}, plan, clock, Weights.LINKED)
    assert [len(each.words) for each in tables.kernels] == [1]


def test_a_sequence_inside_another_takes_no_room() -> None:
    pool: Sequences[int] = Sequences()
    assert pool.add((0, 1, 2, 3)) == (0, 4)
    assert pool.add((1, 2)) == (1, 2)
    assert pool.add((3, 0)) == (3, 2)
    assert pool.items == [0, 1, 2, 3, 0]
    assert pool.add(()) == (0, 0)


def test_a_pool_tells_true_from_one() -> None:
    pool: Pool[int | bool] = Pool()
    assert [pool.add(1), pool.add(True), pool.add(1)] == [0, 1, 0]


def test_weights_keep_the_alignment_that_they_have_in_the_file() -> None:
    weights = WeightMap([("a", 36, 4), ("a", 40, 8), ("b", 1000, 3)], Weights.LINKED)
    assert weights.place("a", 40)[1] - weights.place("a", 36)[1] == 4
    assert all(run.offset % 16 == run.position % 16 for run in weights.runs)
    assert weights.bytes == weights.runs[-1].offset + 3


ADD = ("aten::add", "Scalar_out")


def refused(tmp_path: Path, what: str, method: build.TableSpec) -> None:
    path = tmp_path / "m.pte"
    path.write_bytes(build.program(method, slot_2=EIGHT_BYTES))
    with pytest.raises(ResolutionError, match=what) as raised:
        compiled(path)
    assert "m.pte, forward" in str(raised.value)
    assert "cannot be compiled" in str(raised.value)


def floats(*sizes: int, dynamic: bool = False) -> build.TableSpec:
    return build.tensor(sizes, dynamism=int(dynamic))


def constant() -> build.TableSpec:
    return build.tensor((2,), planned=False, data=1)


def sum_of(a: int, out: int) -> build.TableSpec:
    """Out = a + value 0 * value 0."""
    return build.kernel_call(a, 0, 0, out, out)


@pytest.mark.parametrize("back", [False, True], ids=["straight", "loop"])
def test_a_write_to_a_constant_that_was_moved_is_refused(back: bool, tmp_path: Path) -> None:
    values = [build.integer(1), constant(), floats(2), floats(2), build.boolean(False)]
    moves = [build.move_call(1, 2), build.move_call(2, 3)]
    steps = (
        [*moves, sum_of(1, 3)] if not back else [sum_of(1, 3), *moves, build.jump_false_call(4, 0)]
    )
    refused(
        tmp_path,
        "a write to a constant",
        build.method(values, steps, outputs=(3,), operators=(ADD,)),
    )


def test_a_write_to_what_was_a_constant_is_compiled(tmp_path: Path) -> None:
    values = [build.integer(1), constant(), floats(2), floats(2)]
    steps = [build.move_call(1, 2), build.move_call(3, 2), sum_of(1, 2)]
    path = tmp_path / "m.pte"
    method = build.method(values, steps, outputs=(2,), operators=(ADD,))
    path.write_bytes(build.program(method, slot_2=EIGHT_BYTES))
    assert compiled(path).methods


def test_an_output_that_shares_its_memory_after_a_move_is_refused(tmp_path: Path) -> None:
    values = [build.integer(1), floats(2, dynamic=True), floats(2, dynamic=True)]
    steps = [build.move_call(1, 2), sum_of(1, 2)]
    path = tmp_path / "m.pte"
    method = build.method(values, steps, inputs=(1,), outputs=(2,), operators=(ADD,), apart=True)
    path.write_bytes(build.program(method))
    with pytest.raises(Unresolvable, match="out shares memory with self"):
        compiled(path)


def test_an_output_that_shares_only_its_sizes_after_a_move_is_refused(tmp_path: Path) -> None:
    """Tensors without elements share no memory."""
    values = [build.integer(1), floats(0, dynamic=True), floats(0, dynamic=True)]
    steps = [build.move_call(1, 2), sum_of(1, 2)]
    method = build.method(values, steps, inputs=(1,), outputs=(2,), operators=(ADD,), apart=True)
    refused(tmp_path, "an output of dynamic shape that is another argument too", method)


@pytest.mark.parametrize("dynamic", [False, True])
def test_a_larger_tensor_moved_to_an_output_is_refused(dynamic: bool, tmp_path: Path) -> None:
    values = [floats(4, dynamic=dynamic), floats(2, dynamic=dynamic)]
    what = "a move that gives an output another shape"
    steps = [build.move_call(0, 1)]
    refused(tmp_path, what, build.method(values, steps, inputs=(0,), outputs=(1,), operators=()))


def test_an_output_in_the_memory_of_another_is_copied_before_that_is_written(
    tmp_path: Path,
) -> None:
    """Value 1 ends in the caller's memory for value 0, which ends where the input is."""
    values = [build.tensor((2,), planned=False), build.tensor((2,), planned=False), floats(2)]
    steps = [build.move_call(0, 1), build.move_call(2, 0)]
    what = "an output that ends in the memory of another, which is written before"
    written, kept = (
        build.method(values, steps, inputs=(2,), outputs=outputs, operators=())
        for outputs in ((0, 1), (1, 0))
    )
    refused(tmp_path, what, written)
    path = tmp_path / "kept.pte"
    path.write_bytes(build.program(kept))
    assert compiled(path).methods


def test_a_smaller_tensor_is_moved_to_an_output_of_dynamic_shape(tmp_path: Path) -> None:
    method = build.method(
        [floats(2, dynamic=True), floats(4, dynamic=True)],
        [build.move_call(0, 1)],
        inputs=(0,),
        outputs=(1,),
        operators=(),
    )
    path = tmp_path / "m.pte"
    path.write_bytes(build.program(method))
    (output,) = compiled(path).methods[0].outputs
    # It ends where value 0 is.
    assert output.arena_offset is None


@pytest.mark.parametrize("steps", [[sum_of(1, 2)], [build.move_call(1, 2)], []])
def test_a_use_of_what_was_freed_is_refused(steps: list[build.TableSpec], tmp_path: Path) -> None:
    values = [build.integer(1), build.tensor((2,), planned=False), floats(2)]
    steps = [build.free_call(1), *steps]
    what = "memory was freed|memory that was freed|no data"
    refused(
        tmp_path, what, build.method(values, steps, inputs=(1,), outputs=(1, 2), operators=(ADD,))
    )


def test_a_number_that_nothing_has_computed_is_refused(tmp_path: Path) -> None:
    add = ("executorch_prim::add", "Scalar")
    values = [build.integer(1), build.none(), build.none()]
    steps = [build.kernel_call(0, 1, 2), build.kernel_call(0, 0, 1)]
    what = "a number that nothing has computed"
    refused(tmp_path, what, build.method(values, steps, operators=(add,)))
    path = tmp_path / "m.pte"
    path.write_bytes(build.program(build.method(values, steps[::-1], operators=(add,))))
    assert compiled(path).methods


def test_scratch_is_that_of_the_largest_tensor_that_may_be_moved(tmp_path: Path) -> None:
    product = ("cortex_m::quantized_batch_matmul", "out")
    shapes = [(1, 4, 4), (1, 2, 4), (1, 8, 4), (1, 4, 8)]  # a, b, another b, out
    values = [build.tensor(each, dtype=DType.Char.number, dynamism=1) for each in shapes]
    values += [build.integer(0)]
    call = build.kernel_call(0, 4, 1, 4, 4, 4, 4, 0, 3, 3)

    def scratch(steps: list[build.TableSpec]) -> int:
        method = build.method(
            values, steps, inputs=(0, 1, 2), outputs=(3,), operators=(product,), apart=True
        )
        path = tmp_path / "m.pte"
        path.write_bytes(build.program(method))
        return max(each.scratch_bytes for each in compiled(path).temp)

    assert scratch([build.move_call(2, 1), call]) - scratch([call]) == 4 * (8 - 2)


def test_more_dynamic_dimensions_than_can_be_counted_are_refused(tmp_path: Path) -> None:
    values = [floats(*[1] * 16, dynamic=True)] * 4096
    path = tmp_path / "m.pte"
    path.write_bytes(build.program(build.method(values, [], operators=())))
    with pytest.raises(ResolutionError, match="more than 65,534 values"):
        compiled(path)
