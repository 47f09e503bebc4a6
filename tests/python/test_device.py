"""The device in a notebook: the optimised program, how far it is from a reference, and where."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import kerf
from tests.codegen.model_files import CONFIG_MODELS
from tests.python.cases import LOWERED, assert_close, entry, value

pytestmark = pytest.mark.slow
INT8 = CONFIG_MODELS / "mv2_035_96_int8.pte"


@pytest.mark.parametrize(
    "name",
    ["attention", "resnet_half", "perceptron_int8", "counter", "decoder_quantized_attention"],
)
def test_a_lowered_program_runs_compiled_and_load_says_so(name: str) -> None:
    path = LOWERED / f"{name}.pte"
    document = entry(LOWERED, name)
    with pytest.raises(kerf.NotFound, match=r"XnnpackBackend.*kerf\.compile"):
        for method in document["methods"]:
            kerf.load(path).load_method(method["name"])
    program = kerf.compile(path)
    for method in document["methods"]:
        for case in method["cases"]:
            outputs = program[method["name"]](*(value(LOWERED, each) for each in case["inputs"]))
            for found, wanted in zip(outputs, case["outputs"], strict=True):
                assert_close(found, value(LOWERED, wanted), 5e-2 if "int8" in name else 1e-4)


def test_integers_are_those_of_the_firmware() -> None:
    """The emulated Cortex-M4 or its host target run this file: see tests/runtime/test_compiled.py.

    Rounded as integers are, outputs are whole steps of the last scale, unlike the exported ones.
    """
    compiled, exported = kerf.compile(INT8), kerf.load(INT8)
    image = value(INT8.parent, entry(INT8.parent, INT8.stem)["methods"][0]["cases"][0]["inputs"][0])
    first, again = compiled.forward(image)[0], compiled.forward(image)[0]
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, exported.forward(image)[0])


def test_weights_of_a_compiled_program_are_mapped_not_copied() -> None:
    program = kerf.compile(LOWERED / "attention.pte")
    mapped = Path("/proc/self/maps").read_text(encoding="utf-8")
    assert "attention.pte (deleted)" in mapped
    assert program.method_names == ("forward",)


def test_a_case_file_is_compared() -> None:
    found = kerf.compare(INT8, INT8.with_suffix(".cases.json"))
    (output,) = found.outputs
    assert found.top1_agreement == 1.0
    assert 0 < output.mean < output.largest < 1
    assert len(found.layers) > 50 and found.first_layer is None


def test_samples_are_compared_by_their_order() -> None:
    images = [np.full((1, 3, 96, 96), 0.1 * step, np.float32) for step in range(3)]
    exported = kerf.load(INT8)
    wanted = [exported.forward(image) for image in images]
    found = kerf.compare(INT8, wanted, images)
    assert found.samples == 3 and found.top1_agreement == 1.0
    turned = kerf.compare(INT8, [-np.asarray(each[0]) for each in wanted], images)
    assert turned.top1_agreement == 0.0
    assert turned.outputs[0].largest > found.outputs[0].largest


def test_the_first_layer_that_differs_is_named(tmp_path: Path) -> None:
    found = kerf.compare(
        CONFIG_MODELS / "mv2.pte", CONFIG_MODELS / "mv2.cases.json", tolerance=1e-12
    )
    assert found.first_layer is not None
    assert found.first_layer.instead_of.startswith("aten::")
    assert found.first_layer == next(layer for layer in found.layers if layer.differs)


def test_samples_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    image = np.zeros((1, 3, 96, 96), np.float32)
    for reference, inputs in (([], []), ([image], []), ([image], None)):
        with pytest.raises(kerf.InvalidArgument):
            kerf.compare(INT8, reference, inputs)
    empty = tmp_path / "empty.cases.json"
    empty.write_text(json.dumps({"methods": []}), encoding="utf-8")
    with pytest.raises(kerf.InvalidArgument, match="no case of forward"):
        kerf.compare(INT8, empty)
