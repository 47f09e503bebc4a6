"""What a call from Python costs over one from C++."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

import kerf
from tests.conftest import ROOT
from tests.python.cases import MODELS

pytestmark = pytest.mark.slow
ADD = MODELS / "add.pte"
MOST_US = 5.0
ROUNDS = 40


def test_a_call_of_add_takes_five_microseconds_more_than_in_cpp(tmp_path: Path) -> None:
    """The least of many rounds: what other processes take is not the call's."""
    method = kerf.load(ADD)["forward"]
    inputs = [np.ones(info.sizes, info.dtype) for info in method.info.inputs]
    for index, each in enumerate(inputs):
        each.tofile(tmp_path / f"{index}.bin")
    words = [word for i in range(len(inputs)) for word in ("--input", str(tmp_path / f"{i}.bin"))]
    runner = ROOT / "build" / "kerf-python" / "runner"
    done = subprocess.run(
        [runner, "--model", ADD, "--repeat", "9999", "--output-dir", tmp_path, *words],
        capture_output=True,
        check=True,
    )
    least = min(round_of(method, inputs) for _ in range(ROUNDS))
    assert least - json.loads(done.stdout)["time_ns"] / 1000 < MOST_US


def round_of(method: kerf.Method, inputs: list[object], calls: int = 500) -> float:
    begin = time.perf_counter()
    for _ in range(calls):
        method(*inputs)
    return (time.perf_counter() - begin) / calls * 1e6
