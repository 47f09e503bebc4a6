"""How much Python a call of a method runs: its time depends on the machine, this does not."""

from __future__ import annotations

import cProfile
import pstats

import numpy as np

import kerf
from tests.python.cases import MODELS

MOST_CALLS = 21
"""Calls of functions, which take 3 to 5 µs in all where a call of `add` from C++ takes 0.3."""


def test_a_call_of_add_calls_few_functions() -> None:
    method = kerf.load(MODELS / "add.pte")["forward"]
    inputs = [np.ones(info.sizes, info.dtype) for info in method.info.inputs]
    method(*inputs)
    profile = cProfile.Profile()
    profile.runcall(method, *inputs)
    assert pstats.Stats(profile).total_calls <= MOST_CALLS
