"""Models that passes change, each with what must be gone, against what PyTorch gives."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

from codegen.optimize.pipeline import Optimized, optimize
from tests.codegen.model_files import DATA
from tests.codegen.optimize.graphs import called_by, exact_passes, operators
from tests.runtime.model_cases import outputs_of, read_cases, runner_arguments
from tests.runtime.sanitized import run
from tests.runtime.test_models import check
from tests.runtime.test_optimize import outputs

FOLDER = DATA / "optimized"
EXACT = ("attention", "branches", "repeated", "rows", "tied")
GONE = {
    "attention": (),
    "branches": ("batch_norm", "clone", "permute", "relu"),
    "dynamic": ("dequantize", "linear_clamp", "addmm", "permute"),
    "dynamic_images": ("dequantize", "aten::convolution"),
    "dynamic_int4": ("dequantize", "addmm", "permute"),
    "float_images": ("dequantize", "aten::convolution"),
    "repeated": ("expand", "bmm"),
    "rows": ("dequantize", "addmm", "permute"),
    "tied": ("permute", "aten::mm"),
}
"""Parts of the names of operators that the passes replace."""


def optimized(name: str, passes: Collection[str] | None = None) -> Optimized:
    data = (FOLDER / f"{name}.pte").read_bytes()
    if passes is None:
        return optimize(data, name=name, operators=operators())
    return optimize(data, name=name, operators=operators(), passes=tuple(passes))


@pytest.mark.parametrize("name", GONE)
def test_results_are_those_of_pytorch(name: str, runner: Path, tmp_path: Path) -> None:
    model, path = FOLDER / f"{name}.pte", tmp_path / f"{name}.pte"
    path.write_bytes(optimized(name).data)
    names = called_by(path.read_bytes())
    assert not [each for each in names if any(part in each for part in GONE[name])]
    found = outputs_of(runner, model, tmp_path, path)
    for each, case in zip(found, read_cases(model), strict=True):
        check(each, case)


@pytest.mark.parametrize("name", EXACT)
def test_passes_that_are_exact_keep_every_bit(name: str, runner: Path, tmp_path: Path) -> None:
    model, path = FOLDER / f"{name}.pte", tmp_path / f"{name}.pte"
    cases = read_cases(model)
    expected = outputs(run(runner, *runner_arguments(model, cases, tmp_path)))
    path.write_bytes(optimized(name, exact_passes()).data)
    assert outputs(run(runner, *runner_arguments(model, cases, tmp_path, path))) == expected


@pytest.mark.parametrize("name", GONE)
def test_no_file_grows_and_a_second_time_changes_nothing(name: str) -> None:
    done = optimized(name)
    assert len(done.data) <= (FOLDER / f"{name}.pte").stat().st_size
    again = optimize(done.data, name=name, operators=operators())
    assert again.data == done.data


def test_rows_that_no_mask_covers_need_no_zeros() -> None:
    """Two of three: what the third one masks is an input."""
    names = called_by(optimized("attention").data)
    assert names.count("aten::_softmax.out") == 3
    assert names.count("aten::eq.Scalar_out") == 1


def test_weights_of_four_bits_take_half_a_byte() -> None:
    whole, halves = (optimized(name).after for name in ("dynamic", "dynamic_int4"))
    assert whole.weights_bytes - halves.weights_bytes == 2 * 9 * (21 - 11)
