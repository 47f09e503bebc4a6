"""Programs from Python: right outputs, arrays that own or keep alive, errors for all misuse."""

from __future__ import annotations

import gc
import shutil
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kerf
from kerf.arrays import data_address
from tests.codegen import program_builder as build
from tests.python.cases import ADD_MUL, MODELS, assert_close, data, entry, names, value

pytestmark = pytest.mark.slow


def random(method: kerf.Method, seed: int = 0) -> list[Any]:
    """Floats for each input of a method."""
    draw = np.random.default_rng(seed)
    return [draw.random(info.sizes).astype(info.dtype) for info in method.info.inputs]


@pytest.mark.parametrize("writeable", [False, True])
@pytest.mark.parametrize("name", names(MODELS))
def test_outputs_are_those_of_pytorch(name: str, *, writeable: bool) -> None:
    program = kerf.load(MODELS / f"{name}.pte", data=data(MODELS, name))
    document = entry(MODELS, name)
    assert set(program.method_names) >= {method["name"] for method in document["methods"]}
    for method in document["methods"]:
        for case in method["cases"]:
            inputs = [value(MODELS, each) for each in case["inputs"]]
            if writeable:
                inputs = [np.copy(each) if np.ndim(each) else each for each in inputs]
            outputs = program[method["name"]](*inputs)
            for found, wanted in zip(outputs, case["outputs"], strict=True):
                assert_close(found, value(MODELS, wanted))


def test_a_program_of_bytes_and_a_copy_that_is_gone_run_too(tmp_path: Path) -> None:
    copy = shutil.copy(ADD_MUL, tmp_path)
    loaded = kerf.load(copy)
    Path(copy).unlink()
    method = kerf.load(ADD_MUL.read_bytes())["forward"]
    inputs = random(method)
    assert_close(loaded.forward(*inputs)[0], method(*inputs)[0], 0)


def test_outputs_are_kept_when_the_method_runs_again() -> None:
    method = kerf.load(ADD_MUL)["forward"]
    first = method(*random(method, 1))[0]
    kept = first.copy()
    method(*random(method, 2))
    np.testing.assert_array_equal(first, kept)
    assert first.flags.owndata and first.flags.writeable


def test_views_of_planned_memory_keep_it_alive_without_the_method() -> None:
    method = kerf.load(ADD_MUL)["forward"]
    inputs = random(method)
    wanted = method(*inputs)[0]
    view = method.execute(inputs, copy=False)[0]
    assert not view.flags.owndata
    del method
    gc.collect()
    noise = [np.full(view.nbytes, 255, np.uint8) for _ in range(100)]
    np.testing.assert_array_equal(view, wanted)
    assert len(noise) == 100


def test_an_input_without_planned_memory_is_read_where_it_is() -> None:
    method = kerf.load(MODELS / "plan_noalloc_io.pte")["forward"]
    assert not method.info.inputs[0].planned
    (image,) = random(method)
    first = method(image)[0]
    assert data_address(image) == method._inputs[0].member.tensor.data
    image *= 2  # what the method refers to, were it to run on it again
    assert method._held[0] is image
    assert not np.array_equal(first, method(image)[0])


def test_memory_of_outputs_without_a_plan_is_new_for_each_run() -> None:
    method = kerf.load(MODELS / "plan_noalloc_io.pte")["forward"]
    (image,) = random(method)
    first = method(image)[0]
    kept = first.copy()
    second = method(image + 1)[0]
    assert not np.shares_memory(first, second)
    np.testing.assert_array_equal(first, kept)


@pytest.mark.parametrize("copy", [False, True])
def test_a_tensor_without_a_plan_that_is_returned_twice_is_in_both_outputs(*, copy: bool) -> None:
    values = [build.tensor((4,), planned=False) for _ in range(2)]
    steps, operators = [build.kernel_call(0, 1, 1)], (("aten::relu", "out"),)
    made = build.method(values, steps, inputs=(0,), outputs=(1, 1), operators=operators)
    method = kerf.load(build.program(made))["forward"]
    for least in (-1, -2):
        outputs = method.execute([np.arange(least, least + 4, dtype=np.float32)], copy=copy)
        for found in outputs:
            np.testing.assert_array_equal(found, np.maximum(np.arange(least, least + 4), 0))
    assert np.shares_memory(*outputs) is not copy


def test_a_read_only_input_in_place_is_copied_so_that_the_program_cannot_write_it() -> None:
    method = kerf.load(MODELS / "plan_noalloc_io.pte")["forward"]
    (image,) = random(method)
    wanted = method(image)[0]
    image.flags.writeable = False
    np.testing.assert_array_equal(method(image)[0], wanted)
    assert not np.shares_memory(method._held[0], image)


def test_a_planned_input_that_is_filled_in_place_is_not_copied() -> None:
    method = kerf.load(ADD_MUL)["forward"]
    inputs = random(method)
    wanted = method(*inputs)[0]
    own = method.input(0)
    own[...] = inputs[0]
    np.testing.assert_array_equal(method(own, *inputs[1:])[0], wanted)
    assert method._inputs[0].kind == 255


def test_inputs_with_gaps_or_in_another_order_are_the_same_values() -> None:
    method = kerf.load(MODELS / "ops_conv.pte")["forward"]
    inputs = random(method)
    wanted = method(*inputs)
    wide = [np.repeat(each, 2, axis=0)[::2] for each in inputs]
    turned = [np.asfortranarray(each) for each in inputs]
    for other in (wide, turned):
        for found, expected in zip(method(*other), wanted, strict=True):
            np.testing.assert_array_equal(found, expected)


def add_mul() -> kerf.Method:
    return kerf.load(ADD_MUL)["forward"]


@pytest.mark.parametrize(
    ("error", "words", "act"),
    [
        (kerf.InvalidArgument, "takes 3 inputs, given 0", lambda m: m()),
        (kerf.InvalidArgument, "input 0 takes float32, given float64", lambda m: m(*[0.5] * 3)),
        (kerf.InvalidArgument, "has the shape", lambda m: m(*[np.zeros(7, np.float32)] * 3)),
        (kerf.InvalidType, "takes a tensor, given NoneType", lambda m: m(None, None, None)),
        (kerf.InvalidType, "takes a tensor, given str", lambda m: m("a", "b", "c")),
        (kerf.InvalidType, "takes a tensor, given object", lambda m: m(*[object()] * 3)),
        (kerf.InvalidArgument, "input 9 has no memory", lambda m: m.input(9)),
        (kerf.InvalidArgument, "input -1 has no memory", lambda m: m.input(-1)),
    ],
)
def test_misuse_of_a_method_is_an_error_and_leaves_it_usable(
    error: type[kerf.Error], words: str, act: Any
) -> None:
    method = add_mul()
    inputs = random(method)
    wanted = method(*inputs)[0]
    given = len(method.info.inputs)
    with pytest.raises(error, match=words.replace("3", str(given))):
        act(method)
    np.testing.assert_array_equal(method(*inputs)[0], wanted)


@pytest.mark.parametrize(
    ("error", "source"),
    [
        (kerf.InvalidProgram, b""),
        (kerf.InvalidProgram, b"no program"),
        (kerf.InvalidProgram, ADD_MUL.read_bytes()[:-40]),
        (FileNotFoundError, "nowhere.pte"),
    ],
)
def test_what_is_no_program_is_refused(error: type[Exception], source: Any) -> None:
    with pytest.raises(error):
        kerf.load(source)


def test_a_missing_method_and_damaged_data_say_so(tmp_path: Path) -> None:
    with pytest.raises(kerf.NotFound, match="nothing"):
        kerf.load(ADD_MUL)["nothing"]
    empty = tmp_path / "empty.pte"
    empty.write_bytes(b"")
    with pytest.raises(kerf.InvalidProgram, match=r"empty\.pte"):
        kerf.load(empty)
    with pytest.raises(kerf.InvalidExternalData):
        kerf.load(ADD_MUL, data=[b"no data at all, not at all"])
    with pytest.raises(kerf.NotFound, match="external"):
        kerf.load(MODELS / "external_constants.pte")["forward"]


def test_errors_have_executorchs_numbers_and_are_what_python_expects() -> None:
    with pytest.raises(RuntimeError) as caught:
        kerf.load(b"no program")
    assert isinstance(caught.value, kerf.InvalidProgram)
    assert (caught.value.code, caught.value.name) == (0x23, "InvalidProgram")
    assert issubclass(kerf.InvalidArgument, ValueError)
    assert str(kerf.NotFound("a b")) == "a b"  # a KeyError would quote it


def test_a_number_has_to_be_one() -> None:
    method = kerf.load(MODELS / "scalar_inputs.pte")["forward"]
    kinds = [info.kind for info in method.info.inputs]
    assert kinds[1:] == ["int", "double", "bool"]
    tensor = random_of(method.info.inputs[0])
    for wrong in ((3.5, 1.5, True), (3, "1.5", True), (3, 1.5, 1), (2**70, 1.5, True)):
        with pytest.raises((kerf.InvalidType, kerf.InvalidArgument)):
            method(tensor, *wrong)
    method(tensor, np.int64(3), np.float32(1.5), np.bool_(True))


def random_of(info: kerf.ValueInfo) -> Any:
    return np.random.default_rng(3).random(info.sizes).astype(info.dtype)


def test_threads_may_share_a_method() -> None:
    method = kerf.load(MODELS / "conv1d_net.pte")["forward"]
    cases = [random(method, seed) for seed in range(4)]
    wanted = [method(*each)[0] for each in cases]
    wrong: list[int] = []

    def work(index: int) -> None:
        for _ in range(50):
            if not np.array_equal(method(*cases[index])[0], wanted[index]):
                wrong.append(index)

    workers = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


def test_each_thread_has_the_words_of_its_own_fault() -> None:
    """Two threads fail in different ways at once: neither reads the other's description."""
    without_data = kerf.load(MODELS / "external_constants.pte")
    words: dict[str, set[str]] = {"method": set(), "program": set()}

    def fail(kind: str, act: Any) -> None:
        for _ in range(300):
            with pytest.raises(kerf.Error) as caught:
                act()
            words[kind].add(str(caught.value))

    workers = [
        threading.Thread(target=fail, args=("method", lambda: without_data["forward"])),
        threading.Thread(target=fail, args=("program", lambda: kerf.load(b"no program" * 9))),
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [len(each) for each in words.values()] == [1, 1], words


def test_several_threads_for_one_call_give_the_same_outputs() -> None:
    path = MODELS / "ops_conv.pte"
    one, two = kerf.load(path)["forward"], kerf.load(path, threads=2)["forward"]
    inputs = random(one)
    for a, b in zip(one(*inputs), two(*inputs), strict=True):
        np.testing.assert_array_equal(a, b)
    with pytest.raises(kerf.InvalidArgument):
        kerf.load(path, threads=0)
