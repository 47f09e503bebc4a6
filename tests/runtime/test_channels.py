"""Programs without constant channels: the same bits as with them, for any input."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from codegen.optimize.graph import Tensor
from codegen.optimize.pipeline import optimize
from codegen.optimize.read import read_graph
from tests.codegen.optimize.drawn_channels import drawn_network
from tests.codegen.optimize.graphs import exact_passes, operators
from tests.runtime.sanitized import run

NETWORKS = 50
INPUTS = 3
LEAST_SHARE = 0.4
"""Measured on the networks that lose channels."""


def weights_bytes(data: bytes) -> int:
    (method,) = read_graph(data, name="drawn.pte", operators=operators()).methods
    return sum(len(v.data) for v in method.values if isinstance(v, Tensor) and v.data is not None)


def results(runner: Path, program: bytes, inputs: list[bytes], folder: Path) -> list[bytes]:
    path = folder / "drawn.pte"
    path.write_bytes(program)
    words = ["--model", str(path), "--output-dir", str(folder)]
    for number, data in enumerate(inputs):
        (folder / f"{number}.bin").write_bytes(data)
        words += ["--call", "forward", "--input", str(folder / f"{number}.bin")]
    done = run(runner, *words)
    assert done.exit_code == 0, done.stderr
    return [
        Path(value["file"]).read_bytes()
        for line in done.stdout.splitlines()
        for value in json.loads(line)["outputs"]
    ]


@pytest.mark.slow
def test_networks_without_their_constant_channels_give_the_same_bits(
    runner: Path, tmp_path: Path
) -> None:
    smaller = 0
    for seed in range(NETWORKS):
        source = random.Random(seed)
        program, count = drawn_network(source, source.randint(1, 6))
        inputs = [source.randbytes(count) for _ in range(INPUTS)]
        inputs += [bytes([value]) * count for value in (128, 127)]
        expected = results(runner, program, inputs, tmp_path)
        before = optimize(program, name="drawn.pte", operators=operators(), passes=("copies",))
        for passes in (("copies", "channels"), ("channels",), exact_passes()):
            done = optimize(program, name="drawn.pte", operators=operators(), passes=passes)
            assert results(runner, done.data, inputs, tmp_path) == expected, (seed, passes)
            if passes == ("copies", "channels"):
                smaller += weights_bytes(done.data) < weights_bytes(before.data)
    assert smaller >= LEAST_SHARE * NETWORKS
