"""Models that are lowered to XNNPACK against the outputs that ExecuTorch with XNNPACK gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from codegen.dtype import DType, elements
from codegen.flat_tensor import read_flat_tensor
from codegen.optimize.names import PassName
from codegen.optimize.pipeline import DEFAULT, optimize
from codegen.pte import read_model
from codegen.selection import union
from codegen.sources.pte import selection_of_model
from tasks.toolchain.file import ISA
from tests.codegen.model_files import CONFIG_MODELS, cases_file, lowered
from tests.codegen.optimize.graphs import called_by, exact_passes, operators
from tests.runtime.isa.test_loops import HOSTS, NATIVE, missing_features
from tests.runtime.model_cases import (
    data_files,
    difference,
    outputs_of,
    read_cases,
)
from tests.runtime.sanitized import ROOT, UNSANITIZED, Compiler, plan_for
from tests.runtime.test_compiled import application, assert_same_bytes, compiled_plan
from tests.runtime.test_minimal import execute, minimal  # noqa: F401 - a fixture
from tests.runtime.test_models import check

FLOATING = tuple(each for each in DEFAULT if each != PassName.INTEGERS)
STEP = {"xnn_ops_int8": 0.0196}
"""For models in which XNNPACK rounds sums and averages of int8 otherwise, one step of the scale."""
APART = (CONFIG_MODELS / "mv2_int8_xnnpack.pte",)
ROWS = (
    "attention_dyn_int8",
    "decoder_8da4w",
    "perceptron_lengths_dyn_int8",
    "pixels_dyn_int8",
)
"""Models whose rows or images are quantized as they are computed."""
THREADS = 3
INTEGER_SHARE = 0.03
"""Share of the largest output that an int8 model may differ by, as it rounds every result."""


def turned_back(model: Path, passes: tuple[str, ...], folder: Path) -> Path:
    done = optimize(
        model.read_bytes(),
        name=model.name,
        operators=operators(),
        passes=passes,
        external=[read_flat_tensor(each) for each in data_files(model)],
    )
    assert done.turned_back
    path = folder / model.name
    path.write_bytes(done.data)
    assert not any(method.delegates for method in read_model(path).methods)
    return path


@pytest.mark.parametrize("passes", [(), exact_passes(), FLOATING], ids=["none", "exact", "float"])
@pytest.mark.parametrize("model", lowered(), ids=lambda path: path.stem)
def test_model_that_is_turned_back_gives_what_executorch_gave(
    model: Path, passes: tuple[str, ...], runner: Path, tmp_path: Path
) -> None:
    found = outputs_of(runner, model, tmp_path, turned_back(model, passes, tmp_path))
    for outputs, case in zip(found, read_cases(model), strict=True):
        if model.stem not in STEP:
            check(outputs, case)
            continue
        for output, expected in zip(outputs, case.outputs, strict=True):
            got = elements(DType(output["dtype"]), Path(output["file"]).read_bytes())
            assert difference(got, expected["elements"]) <= STEP[model.stem]


@pytest.mark.parametrize(
    "model",
    [path for path in lowered() if re.search("int8|8da4w", path.stem) and path not in APART],
    ids=lambda path: path.stem,
)
def test_integers_are_close_to_those_of_executorch(
    model: Path, runner: Path, tmp_path: Path
) -> None:
    check_integers(
        outputs_of(runner, model, tmp_path, turned_back(model, DEFAULT, tmp_path)), model
    )


def check_integers(found: Iterable[Sequence[Mapping[str, Any]]], model: Path) -> None:
    for outputs, case in zip(found, read_cases(model), strict=True):
        for output, expected in zip(outputs, case.outputs, strict=True):
            got = elements(DType(output["dtype"]), Path(output["file"]).read_bytes())
            most = max(map(abs, expected["elements"]))
            assert difference(got, expected["elements"]) <= INTEGER_SHARE * most


def test_integer_weights_need_no_operators_of_our_own(runner: Path, tmp_path: Path) -> None:
    """A target may leave out the library that has them: ExecuTorch's own are taken then."""
    (model,) = (path for path in lowered() if path.stem == "perceptron_lengths_dyn_int8")
    others = {name: each for name, each in operators().items() if not name.startswith("kerf::")}
    done = optimize(model.read_bytes(), name=model.name, operators=others, passes=())
    path = tmp_path / model.name
    path.write_bytes(done.data)
    names = called_by(done.data)
    assert "quantized_decomposed::mixed_linear.out" in names
    assert not any(name.startswith("kerf::") for name in names)
    check_integers(outputs_of(runner, model, tmp_path, path), model)


def test_an_image_that_is_quantized_as_a_whole_is_convolved_as_it_is(tmp_path: Path) -> None:
    """XNNPACK's delegates quantize it as one row, which is viewed as an image then."""
    (model,) = (path for path in lowered() if path.stem == "pixels_dyn_int8")
    names = called_by(turned_back(model, DEFAULT, tmp_path).read_bytes())
    assert "kerf::integer_convolution.out" in names
    assert not any("dequantize" in name for name in names)


@pytest.mark.parametrize("isa", sorted(NATIVE))
def test_rows_that_are_quantized_are_multiplied_by_vectors_on_any_number_of_threads(
    isa: str, gcc: Compiler, tmp_path: Path
) -> None:
    """Prompts of five tokens and of one, in weights of four bits; others have int8, one images."""
    if missing := missing_features(isa):
        pytest.skip(f"this machine has no {', '.join(missing)}")
    written = {
        path: turned_back(path, DEFAULT, tmp_path) for path in lowered() if path.stem in ROWS
    }
    assert len(written) == len(ROWS)
    selections = [selection_of_model(read_model(each)) for each in written.values()]
    plan = plan_for(union(selections), threads=THREADS)
    flags = (*HOSTS[isa], *(f"-I{ROOT / ISA / each}" for each in (isa, "x86_64_v3")))
    fast = replace(gcc, flags=(*UNSANITIZED, "-Wno-error", "-O1", *flags))
    runner = fast.program("runner", fast.runtime(plan, "runner"), plan)
    for model, program in written.items():
        found = []
        for threads in (1, 2, THREADS):
            folder = tmp_path / f"{model.stem}-{threads}"
            folder.mkdir()
            outputs = outputs_of(runner, model, folder, program, threads=threads)
            check_integers(outputs, model)
            found.append([Path(each["file"]).read_bytes() for call in outputs for each in call])
        assert found[0] == found[1] == found[2]


def test_a_lowered_network_takes_what_the_same_one_takes_that_is_not_lowered() -> None:
    """MobileNetV2, quantized by PT2E before it was exported in either way."""

    def figures(name: str) -> tuple[int, int]:
        model = CONFIG_MODELS / f"{name}.pte"
        done = optimize(model.read_bytes(), name=model.name, operators=operators())
        last = done.after
        return last.instructions, last.planned_bytes

    assert figures("mv2_int8_xnnpack") == figures("mv2_035_96_int8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "model", [path for path in lowered() if cases_file(path).is_file()], ids=lambda path: path.stem
)
def test_compiled_model_that_was_lowered_gives_the_bytes_of_the_interpreter(
    model: Path,
    compiler: Compiler,
    minimal: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    written = turned_back(model, DEFAULT, tmp_path)
    plain = replace(compiler, flags=UNSANITIZED)
    program = application(plain, compiled_plan(written), written, tmp_path)
    assert_same_bytes(program, written, model, minimal, tmp_path)
