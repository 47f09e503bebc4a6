from __future__ import annotations

import json
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from codegen.errors import SelectionError
from codegen.flatbuffer import FlatBuffer
from codegen.opinfo import Argument, Dynamism, MethodInfo, ScalarArg, TensorArg
from codegen.pte import read_model
from tests.codegen.model_files import CONFIG_MODELS, DATA, ROOT, cases_file, programs

MODELS = DATA / "models"
MODEL_NAMES = sorted(programs())


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_inputs_and_outputs_are_those_of_the_case_file(name: str) -> None:
    path = programs()[name]
    methods = {method.name: method for method in read_model(path).methods}
    described = json.loads(cases_file(path).read_text())["methods"]
    assert set(methods) == {each["name"] for each in described}
    for each in described:
        for case in each["cases"]:
            method = methods[each["name"]]
            assert_matches(method.inputs, case["inputs"])
            # The final content of a mutated buffer precedes the outputs of the user.
            outputs = method.outputs[len(method.outputs) - len(case["outputs"]) :]
            assert_matches(outputs, case["outputs"])


def assert_matches(arguments: tuple[Argument, ...], expected: list[dict[str, Any]]) -> None:
    assert len(arguments) == len(expected)
    for argument, value in zip(arguments, expected, strict=True):
        if value["kind"] != "tensor":
            assert isinstance(argument, ScalarArg)
            assert argument.kind == value["kind"]
            assert argument.computed or argument.value == value.get("value")
            continue
        assert isinstance(argument, TensorArg)
        assert argument.dtype == value["dtype"]
        if argument.dynamism is Dynamism.STATIC:
            assert list(argument.sizes) == value["shape"]
        else:
            pairs = zip(value["shape"], argument.sizes, strict=True)
            assert all(size <= bound for size, bound in pairs)


def same_order(argument: TensorArg, value: dict[str, Any]) -> bool:
    """Whether both have the same layout of elements: axes of size 1 may be anywhere.

    (Outputs are not compared: PyTorch returns views where the program copies.)
    """
    long = [axis for axis, size in enumerate(value["shape"]) if size > 1]
    ours, theirs = argument.dim_order, value["dim_order"]
    return [a for a in ours if a in long] == [a for a in theirs if a in long]


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_file_size_and_program_size(name: str) -> None:
    path = programs()[name]
    model = read_model(path)
    assert model.name == path.name
    assert model.file_bytes == json.loads(cases_file(path).read_text())["pte"]["size"]
    assert 0 < model.program_bytes <= model.file_bytes


def test_bundled_program_is_the_program_that_was_bundled() -> None:
    bundled = read_model(MODELS / "add_mul_bundled.bpte")
    alone = read_model(CONFIG_MODELS / "add_mul.pte")
    assert bundled.methods == alone.methods
    assert bundled.program_bytes == alone.file_bytes
    assert bundled.file_bytes == (MODELS / "add_mul_bundled.bpte").stat().st_size


def test_planned_memory_is_reported_for_each_memory_id() -> None:
    assert only_method("plan_multi_arena").planned_bytes == (8192, 4096)
    assert only_method("add").planned_bytes == (48,)


def test_external_data_is_seen() -> None:
    model = read_model(MODELS / "external_constants.pte")
    assert model.external_data
    assert model.external_bytes == 4 * (16 * 8 + 16 + 4 * 16 + 4)
    assert only_method("external_constants").features == ("external_data",)
    assert not read_model(MODELS / "add.pte").external_data


# What the models were made for: tests/data/README.md and the notes in their case files.
@pytest.mark.parametrize(
    ("name", "feature"),
    [
        ("linear", "constant_segment"),
        ("kv_cache", "mutable_data"),
        ("kv_cache", "optional_tensor_list"),
        ("mul_dynamic", "dynamic_shapes"),
        ("masked_select_unbacked", "dynamic_shapes"),
        ("plan_noalloc_io", "caller_memory"),
        ("scalar_inputs", "scalar_inputs"),
        ("item_scalar", "scalar_state"),
        ("linear_dynamic_reshape", "scalar_state"),
        ("cond", "jump_false_call"),
        ("cond", "move_call"),
        ("map", "jump_false_call"),
        ("scan", "jump_false_call"),
        ("ops_shape", "tensor_list"),
    ],
)
def test_features_are_those_that_the_model_was_made_for(name: str, feature: str) -> None:
    assert feature in only_method(name).features


def test_model_without_special_features_has_none() -> None:
    method = only_method("add")
    assert method.features == ()
    assert method.instruction_kinds == ("kernel_call",)
    assert method.state.slots == 0


def test_state_counts_of_models() -> None:
    # Two tensors of the caller; three scalar inputs fixed at export; two inputs and an output with
    # a bound of (16, 3); the four constants of the .ptd; the result of item(); counter, condition,
    # and two one-dimensional slices of unknown size.
    assert only_method("plan_noalloc_io").state.slots == 2
    assert only_method("scalar_inputs").state.slots == 0
    dynamic = only_method("mul_dynamic").state
    assert (dynamic.slots, dynamic.dynamic_dims) == (3, 6)
    assert only_method("external_constants").state.slots == 4
    assert only_method("item_scalar").state.slots == 1


def test_calls_have_their_instruction_and_arguments() -> None:
    first, second = only_method("add_mul").calls
    assert (first.operator, first.instruction) == ("aten::mm.out", 0)
    assert (second.operator, second.instruction) == ("aten::add.out", 1)
    x, weights, out, returned = first.arguments
    assert out == returned
    assert all(isinstance(each, TensorArg) for each in (x, weights, out))
    alpha = second.arguments[2]
    assert alpha == ScalarArg(kind="int", value=1, computed=False)


@pytest.mark.parametrize("bundled", [False, True])
def test_gigabytes_of_weights_cost_nothing(bundled: bool, tmp_path: Path) -> None:
    large = tmp_path / "large.pte"
    enlarge_last_segment(CONFIG_MODELS / "mv2.pte", large, 3 << 30 if bundled else 5 << 30)
    if bundled:
        bundle(large, large := tmp_path / "large.bpte")
    assert large.stat().st_size > 3 << 30
    resident_bytes, calls = measure(large)
    resident_bytes_of_small, calls_of_small = measure(CONFIG_MODELS / "mv2.pte")
    assert calls == calls_of_small > 0
    assert resident_bytes - resident_bytes_of_small < 32 << 20


def enlarge_last_segment(model: Path, to: Path, size: int) -> None:
    """Writes `model` to `to` with its last segment of `size` bytes, nearly all of it a hole."""
    data = bytearray(model.read_bytes())
    _, _, program_bytes, base, _ = struct.unpack_from("<4sIQQQ", data, 8)
    segments = list(FlatBuffer(bytes(data), name="m", start=0, size=program_bytes).root().tables(4))
    last = segments[-1]
    old = struct.pack("<Q", last.u64(1))
    at = data.index(old, last.position, last.position + 32)
    data[at : at + 8] = struct.pack("<Q", size)
    end = base + last.u64(0) + size
    struct.pack_into("<Q", data, 32, end - base)  # segment data size of the extended header
    to.write_bytes(data)
    with to.open("r+b") as file:
        file.truncate(end)


def bundle(program: Path, to: Path) -> None:
    """Writes a bundle without cases around `program` to `to`, its hole again a hole."""
    size = program.stat().st_size
    # root offset, identifier, vtable (fields 0 and 1 absent), table, vector length; program at 64
    head = struct.pack("<I4sHHHHHH", 20, b"BP08", 10, 8, 0, 0, 4, 0)
    head += struct.pack("<iI", 12, 60 - 24)
    head = head.ljust(60, b"\0") + struct.pack("<I", size)
    with program.open("rb") as source, to.open("wb") as file:
        file.write(head + source.read(4 << 20))
        file.truncate(64 + size)


MEASURE = """
import sys
from pathlib import Path
from codegen.pte import read_model
model = read_model(Path(sys.argv[1]))
lines = Path("/proc/self/status").read_text().splitlines()
peak_kb, = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
print(int(peak_kb) * 1024, len(model.methods[0].calls))
"""


def measure(path: Path) -> tuple[int, int]:
    """Most resident bytes (pages of the mapping included) and calls of reading `path`.

    Not `ru_maxrss`: a process inherits that from the one that started it.
    """
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    resident, calls = done.stdout.split()
    return int(resident), int(calls)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match=r"no\.pte: No such file"):
        read_model(tmp_path / "no.pte")


def test_folder_is_not_a_model(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match="a folder"):
        read_model(tmp_path)


def test_external_data_file_is_distinguished_from_a_program() -> None:
    with pytest.raises(SelectionError, match=r"external data \(\.ptd\).*Give the \.pte"):
        read_model(MODELS / "external_constants.ptd")


def only_method(name: str) -> MethodInfo:
    (method,) = read_model(programs()[name]).methods
    return method
