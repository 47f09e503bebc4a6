"""`nox -s accuracy`: a data set on this machine, with the integers of the device."""

from __future__ import annotations

import json
import shutil
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from codegen.errors import VerifyError
from tasks.accuracy.__main__ import main
from tasks.run.cases import read_cases
from tests.tasks.small_repository import LOWERED, MODELS, make_sources


@pytest.fixture(params=[MODELS / "linear_int8.pte"])
def model(request: pytest.FixtureRequest) -> Path:
    """A quantized model with cases."""
    return Path(request.param)


@pytest.fixture
def repository(model: Path, tmp_path: Path) -> Path:
    """A repository with a target of the model, compiled for a Cortex-M4."""
    root = tmp_path / "repository"
    shutil.copy(model, make_sources(root))
    (root / "configs" / "kws.toml").write_text(
        f'description = "kws"\n[select]\nmodels = ["models/{model.name}"]\n'
        '[runtime]\nform = "compiled"\n[toolchain]\nname = "cortex-m4"\nexecutor = "local"\n',
        encoding="utf-8",
    )
    return root


@pytest.fixture
def data(model: Path, tmp_path: Path) -> Path:
    """The inputs of the model's cases, what ExecuTorch gave for them, and their classes."""
    cases = read_cases(model).methods[0].cases
    inputs = np.stack([_floats(case.inputs[0].data) for case in cases])
    outputs = np.stack([_floats(case.outputs[0].data) for case in cases])
    folder = tmp_path / "data"
    folder.mkdir()
    sizes = cases[0].inputs[0].sizes
    np.save(folder / "inputs.npy", inputs.reshape(len(cases), *sizes))
    np.save(folder / "reference.npy", outputs)
    np.save(folder / "labels.npy", outputs.argmax(axis=1))
    return folder


def _floats(data: bytes) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.array(struct.unpack(f"<{len(data) // 4}f", data), dtype=np.float32)


def test_a_model_or_method_that_is_not_there_is_named(repository: Path, data: Path) -> None:
    where = ["kws", "--data", str(data), "--root", str(repository)]
    with pytest.raises(VerifyError, match=r"kws: has no model x, but linear_int8\.pte"):
        main([*where, "--model", "x"])
    with pytest.raises(VerifyError, match=r"has no method forwards\. Did you mean forward\?"):
        main([*where, "--method", "forwards"])


@pytest.mark.slow
@pytest.mark.parametrize("model", [MODELS / "external_constants.pte"], indirect=True)
def test_weights_in_a_ptd_are_those_of_the_cases(
    model: Path, repository: Path, data: Path, require_tool: Callable[[str], str]
) -> None:
    require_tool("gcc")
    config = repository / "configs" / "kws.toml"
    config.write_text(config.read_text(encoding="utf-8").replace("compiled", "interpreter"))
    where = ["kws", "--data", str(data), "--root", str(repository)]
    with pytest.raises(VerifyError, match=r"in a \.ptd, which neither optimize\.data nor `ptd`"):
        main(where)
    cases = json.loads(model.with_suffix(".cases.json").read_text(encoding="utf-8"))
    names = [each["file"] for each in cases["ptd"]]
    for path in (model.with_suffix(".cases.json"), *(MODELS / name for name in names)):
        shutil.copy(path, repository / "configs" / "models")
    shutil.copytree(MODELS / "io", repository / "configs" / "models" / "io")
    assert main(where) == 0
    found = json.loads((repository / "build" / "kws" / "accuracy.json").read_text())
    assert found["outputs"][0]["largest_difference"] < 1e-6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "step", "own_reference"),
    [
        (MODELS / "linear_int8.pte", 0.004319571889936924, True),
        (MODELS / "linear_int8.pte", 0.004319571889936924, False),
        (LOWERED / "xnn_linear_int8.pte", 0.002212899038568139, False),
    ],
    indirect=["model"],
)
def test_accuracy_is_printed_and_written(
    model: Path,
    step: float,
    own_reference: bool,
    repository: Path,
    data: Path,
    require_tool: Callable[[str], str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    require_tool("gcc")
    if not own_reference:
        (data / "reference.npy").unlink()
    assert main(["kws", "--data", str(data), "--root", str(repository)]) == 0
    shown = capsys.readouterr()
    assert "top-1" in shown.out and "within a step" in shown.out
    assert f"{model.name} as shipped: " in shown.err
    assert (f"{model.name} as exported: " in shown.err) != own_reference
    found = json.loads((repository / "build" / "kws" / "accuracy.json").read_text())
    (output,) = found["outputs"]
    assert output["within_one_step"] == 1.0
    assert output["step"] == pytest.approx(step)
    assert output["largest_steps"] < 1.01
    assert found["agreement"] == 1.0
    assert found["samples"] == len(np.load(data / "inputs.npy"))
    assert found["reference"] == (
        "reference.npy" if own_reference else "the model as it was exported"
    )
