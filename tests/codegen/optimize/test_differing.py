"""The share of results that integer operators round otherwise than float."""

from __future__ import annotations

import numpy as np

from codegen.optimize.differing import Wanted, addition, convolution, multiplication, rescale
from codegen.optimize.integers import differing_results
from codegen.optimize.quantization import Quantization, fixed_point
from tests.codegen.model_files import programs
from tests.codegen.optimize.graphs import graph_of, operators

WANTED = Wanted(form=Quantization(scale=0.1, zero_point=3), low=-128, high=127)


def test_rescaling_is_that_of_the_kernels() -> None:
    sums = np.array([3, -3, 5, -5, 1000, -1000])
    whole, shift = np.array(2**30), np.array(0)  # a half: halves up
    assert rescale(sums, whole, shift).tolist() == [2, -1, 3, -2, 500, -500]
    # An eighth, rounded twice: halves up, then away from zero.
    assert rescale(sums, whole, np.array(-2)).tolist() == [1, 0, 1, -1, 125, -125]


def test_the_given_scales_differ_rarely_and_others_differ_much() -> None:
    one = Quantization(scale=0.05, zero_point=-7)
    exact = fixed_point(one.scale * one.scale / WANTED.form.scale)
    assert exact is not None
    right = multiplication(one, one, exact, WANTED)()
    wrong = multiplication(one, one, (exact[0] // 4 * 3, exact[1]), WANTED)()
    assert right.count == wrong.count == 256**2
    assert right.share < 0.02 and right.steps <= 1
    assert wrong.share > 0.3 and wrong.steps > 1


def test_a_wrong_bias_is_seen() -> None:
    filters, units = np.ones((2, 1, 1, 1), dtype=np.int8), np.full(2, 0.05)
    source = Quantization(scale=1.0, zero_point=0)
    scale = fixed_point(0.5)
    assert scale is not None
    start = np.array([0, 40], dtype=np.int32)
    bias = np.array([0, 2], dtype=np.float32)
    zero = np.zeros(2, dtype=np.float32)
    weight = filters, units
    assert convolution(weight, start, bias, source, [scale] * 2, WANTED)().steps <= 1
    assert convolution(weight, start, zero, source, [scale] * 2, WANTED)().steps > 1


def test_models_differ_by_one_step_at_most() -> None:
    for name in ("linear_int8",):
        found = differing_results(graph_of(programs()[name]), operators())
        assert found.count > 1000
        assert found.steps <= 1


def test_sums_of_all_pairs_are_compared() -> None:
    form = Quantization(scale=0.1, zero_point=0)
    half = fixed_point(0.5)
    last = fixed_point(2.0**-19)
    assert half is not None and last is not None
    found = addition(form, form, [half, half, last], 20, WANTED)()
    assert found.count == 256**2
    assert found.steps <= 1
