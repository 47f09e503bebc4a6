"""Folders of NumPy files as data sets, and what is reported for others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from codegen.dtype import DType
from codegen.errors import VerifyError
from codegen.opinfo import Dynamism, MethodInfo, StateCounts, TensorArg
from tasks.accuracy.data_set import elements_of, read_data_set, sample_values
from tasks.run.case import Kind, Value


def tensor(
    *sizes: int, order: tuple[int, ...] | None = None, dtype: DType = DType.Float
) -> TensorArg:
    return TensorArg(
        dtype=dtype,
        sizes=sizes,
        dim_order=order or tuple(range(len(sizes))),
        dynamism=Dynamism.STATIC,
        constant=False,
    )


def method(*inputs: TensorArg, outputs: tuple[TensorArg, ...] = (tensor(1, 3),)) -> MethodInfo:
    return MethodInfo(
        name="forward",
        calls=(),
        delegates=(),
        instruction_kinds=(),
        planned_bytes=(),
        value_count=0,
        instruction_count=0,
        operator_count=0,
        inputs=inputs,
        outputs=outputs,
        features=(),
        state=StateCounts(slots=0, dynamic_dims=0),
    )


def save(folder: Path, **arrays: object) -> Path:
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", np.asarray(array))
    return folder


SAMPLES = np.arange(12, dtype=np.float32).reshape(4, 3)


@pytest.mark.parametrize("shape", [(4, 3), (4, 1, 3)])
def test_a_batch_of_one_may_be_left_out(shape: tuple[int, ...], tmp_path: Path) -> None:
    folder = save(tmp_path, inputs=SAMPLES.reshape(shape), labels=[0, 1, 2, 0])
    data = read_data_set(folder, method(tensor(1, 3)))
    assert data.count == 4
    (value,) = sample_values(data, method(tensor(1, 3)), 2)
    assert (value.sizes, value.data) == ((1, 3), SAMPLES[2].tobytes())
    assert data.labels is not None and list(data.labels) == [0, 1, 2, 0]
    assert data.reference is None


def test_elements_are_laid_out_as_the_program_plans_them(tmp_path: Path) -> None:
    image = np.arange(2 * 3 * 4, dtype=np.float32).reshape(1, 2, 3, 4)
    wanted = tensor(1, 2, 3, 4, order=(0, 2, 3, 1))
    data = read_data_set(save(tmp_path, inputs=image), method(wanted))
    (value,) = sample_values(data, method(wanted), 0)
    assert value.data == image[0].transpose(1, 2, 0).tobytes()
    assert list(elements_of(value, wanted)) == list(image.reshape(-1))


def test_several_inputs_and_outputs_have_numbered_files(tmp_path: Path) -> None:
    both = method(tensor(1, 3), tensor(1, 3), outputs=(tensor(1, 3), tensor(1)))
    save(tmp_path, inputs_0=SAMPLES, inputs_1=SAMPLES + 1)
    save(tmp_path, reference_0=SAMPLES, reference_1=np.zeros(4))
    data = read_data_set(tmp_path, both, limit=2)
    assert data.count == 2
    assert [each.data for each in sample_values(data, both, 1)] == [
        SAMPLES[1].tobytes(),
        (SAMPLES[1] + 1).tobytes(),
    ]
    assert data.reference is not None and len(data.reference) == 2


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({}, r"there is no inputs\.npy \(or inputs_0\.npy, .*\), but no \.npy file"),
        ({"x": SAMPLES}, r"there is no inputs\.npy .*, but x\.npy"),
        ({"inputs": SAMPLES.astype(np.float64)}, r"is float64, the method takes float32: convert"),
        ({"inputs": SAMPLES[:, :2]}, r"a sample has the shape \[1, 2\], the method takes \[1, 3\]"),
        ({"inputs": SAMPLES[:0]}, r"there is no sample"),
        ({"inputs": np.float32(1)}, r"has no dimension that counts samples"),
        ({"inputs": SAMPLES, "labels": [0, 1]}, r"inputs has 4, labels has 2"),
        ({"inputs": SAMPLES, "labels": [0.5] * 4}, r"labels\.npy: labels are one integer for each"),
        ({"inputs": SAMPLES, "reference": SAMPLES[:, :2]}, r"2 elements a sample, .* gives 3"),
        (
            {"inputs": SAMPLES, "reference": [["a"]] * 4},
            r"is <U1, which outputs cannot be compared",
        ),
        ({"inputs_1": SAMPLES}, r"the method has 1 inputs; missing: inputs\.npy"),
        (
            {"inputs": SAMPLES, "outputs": SAMPLES},
            r"outputs\.npy: is no file of a data set for forward: inputs, labels, reference\.",
        ),
    ],
)
def test_files_that_do_not_fit_are_reported(
    arrays: dict[str, object], message: str, tmp_path: Path
) -> None:
    with pytest.raises(VerifyError, match=message):
        read_data_set(save(tmp_path, **arrays), method(tensor(1, 3)))


@pytest.mark.parametrize("fewer", ["inputs_0", "inputs_1"])
def test_each_of_several_inputs_has_every_sample(fewer: str, tmp_path: Path) -> None:
    arrays = {"inputs_0": SAMPLES, "inputs_1": SAMPLES, fewer: SAMPLES[:2]}
    with pytest.raises(VerifyError, match=rf"numbers of samples differ: .*{fewer} has 2"):
        read_data_set(save(tmp_path, **arrays), method(tensor(1, 3), tensor(1, 3)))


def test_a_method_without_inputs_or_outputs_has_no_data_set(tmp_path: Path) -> None:
    save(tmp_path, inputs=SAMPLES)
    with pytest.raises(VerifyError, match="the method forward has no inputs to measure"):
        read_data_set(tmp_path, method())
    with pytest.raises(VerifyError, match="the method forward has no outputs to measure"):
        read_data_set(tmp_path, method(tensor(1, 3), outputs=()))


def test_a_reference_of_a_dynamic_output_may_have_fewer_elements(tmp_path: Path) -> None:
    dynamic = replace(tensor(1, 5), dynamism=Dynamism.DYNAMIC_BOUND)
    save(tmp_path, inputs=SAMPLES, reference=SAMPLES)
    data = read_data_set(tmp_path, method(tensor(1, 3), outputs=(dynamic,)))
    assert data.reference is not None and data.reference[0].shape == (4, 3)


def test_what_is_no_array_is_reported_and_never_unpickled(tmp_path: Path) -> None:
    np.save(tmp_path / "inputs.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(VerifyError, match=r"inputs\.npy: is no array that numpy\.save wrote"):
        read_data_set(tmp_path, method(tensor(1, 3)))
    (tmp_path / "inputs.npy").write_bytes(b"\x93NUMPY")
    with pytest.raises(VerifyError, match=r"inputs\.npy: is no array that numpy\.save wrote"):
        read_data_set(tmp_path, method(tensor(1, 3)))
    with pytest.raises(VerifyError, match="no such folder"):
        read_data_set(tmp_path / "missing", method(tensor(1, 3)))


def test_an_output_that_is_no_tensor_is_reported() -> None:
    with pytest.raises(VerifyError, match="an output of int cannot be compared"):
        elements_of(Value(kind=Kind.INT, scalar=1), tensor(1))
