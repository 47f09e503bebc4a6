"""The recorded flash of operators next to what one may add."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codegen.library_file import read_library
from dev.operator_sizes import SIZES, operator_sizes, read_sizes
from tests.runtime.sanitized import ROOT
from tests.tasks.small_repository import make_sources

SAMPLE, RECORDED_BY = "aten::relu.out", "12.2.1"

ELEMENTWISE_BYTES = 260
REDUCTION_BYTES = 400
ELEMENTWISE = (
    "activations",
    "arithmetic",
    "bitwise",
    "clamp",
    "comparison",
    "division",
    "exponentials",
    "powers",
    "predicates",
    "rounding",
    "signs",
    "trigonometry",
)
REDUCTIONS = ("cumulative", "extremes", "reduction", "variance")

_FUNCTION = "brings its function of loops/maths.h"
_FORMULA = "its formula is long or calls a function, and its neighbours have others"
_ROUNDS = "rounds a quotient or takes a remainder, each in its own way"

LARGER: dict[str, str] = {
    **dict.fromkeys(
        (
            "aten::acosh.out",
            "aten::atan2.out",
            "aten::cos.out",
            "aten::cosh.out",
            "aten::erf.out",
            "aten::log.out",
            "aten::log10.out",
            "aten::log1p.out",
            "aten::log2.out",
            "aten::sin.out",
            "aten::sinh.out",
            "aten::tan.out",
            "aten::tanh.out",
        ),
        _FUNCTION,
    ),
    **dict.fromkeys(
        (
            "aten::elu.out",
            "aten::gelu.out",
            "aten::logit.out",
            "aten::pow.Tensor_Scalar_out",
        ),
        _FORMULA,
    ),
    **dict.fromkeys(
        (
            "aten::div.Scalar_mode_out",
            "aten::div.out_mode",
            "aten::floor_divide.out",
            "aten::remainder.Tensor_out",
        ),
        _ROUNDS,
    ),
    "aten::clamp.out": "checks that its bounds, which may be left out, fit the dtype",
    "aten::clamp.Tensor_out": "walks two operands; its neighbours walk one",
    "aten::div.Scalar_out": "divides; its neighbours take remainders",
    "aten::glu.out": "gives the output half the shape; its neighbours keep it",
}
"""Operators that add more, and why."""


def test_an_operator_adds_what_its_family_may_or_has_a_reason() -> None:
    library = read_library(ROOT / "runtime/kernels/portable", prefix="kernels/portable/")
    headers = {
        kernel.operator: kernel.header.removeprefix("kernels/portable/").removesuffix(".h")
        for kernel in library.kernels
    }
    most = dict.fromkeys(ELEMENTWISE, ELEMENTWISE_BYTES)
    most |= dict.fromkeys(REDUCTIONS, REDUCTION_BYTES)
    assert set(most) <= set(headers.values())
    larger = {
        operator
        for operator, size in read_sizes(ROOT / SIZES).items()
        if size.added_bytes is not None
        and size.added_bytes > most.get(headers.get(operator, ""), size.added_bytes)
    }
    assert larger == LARGER.keys()


@pytest.mark.slow
def test_the_recorded_flash_is_that_of_today(tmp_path: Path) -> None:
    """One operator shows what all images share. If it grew: `nox -s operator-sizes -- --fresh`."""
    version = subprocess.run(
        ["arm-none-eabi-gcc", "-dumpfullversion"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if version != RECORDED_BY:
        pytest.skip(f"the sizes are those of GCC {RECORDED_BY}, this is {version}")
    make_sources(tmp_path)
    (tmp_path / SIZES).parent.mkdir(parents=True)
    operator_sizes(tmp_path, [SAMPLE])
    today, recorded = (read_sizes(root / SIZES)[SAMPLE] for root in (tmp_path, ROOT))
    assert abs(today.flash_bytes - recorded.flash_bytes) <= 0.01 * recorded.flash_bytes
