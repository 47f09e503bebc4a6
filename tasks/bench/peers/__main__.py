"""Runs a model's peers on demand: `PEER COUNT` on stdin runs PEER so often.

Answers with the median time of a run in nanoseconds. Before that, one line with what was loaded:
an object of peer to version. Everything runs on one thread.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from statistics import median

import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import (
    XNNPACKQuantizer,
    get_symmetric_quantization_config,
)
from executorch.exir import to_edge_transform_and_lower
from executorch.extension.pybindings import portable_lib
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

from tasks.bench.peers.networks import NETWORKS, Network

CALIBRATIONS = 4

Run = Callable[[], object]


def peers(network: Network, *, int8: bool, model: Path | None) -> Iterator[tuple[str, str, Run]]:
    """Name, version and run of each peer; `model` is what the portable runtime runs."""
    module, inputs = network
    executorch = f"ExecuTorch {version('executorch')}"
    buffer = xnnpack_program(network, int8=int8)  # what is loaded refers to it
    program = portable_lib._load_for_executorch_from_buffer(buffer)

    def delegated(_: bytes = buffer) -> object:
        return program.run_method("forward", inputs)

    yield "xnnpack", f"{executorch}, XNNPACK", delegated
    if model is not None:
        portable = portable_lib._load_for_executorch(str(model))
        yield "portable", f"{executorch}, portable", lambda: portable.run_method("forward", inputs)
    if not int8:

        def eager() -> object:
            with torch.inference_mode():
                return module(*inputs)

        yield "eager", f"PyTorch {version('torch')}, eager", eager


def xnnpack_program(network: Network, *, int8: bool) -> bytes:
    """A .pte in which XNNPACK computes all that it can; with `int8` a scale for each channel."""
    module, inputs = network
    if int8:
        module = _quantized(module, inputs)
    exported = torch.export.export(module, inputs, strict=False)
    lowered = to_edge_transform_and_lower(exported, partitioner=[XnnpackPartitioner()])
    return bytes(lowered.to_executorch().buffer)


def _quantized(module: torch.nn.Module, inputs: tuple[torch.Tensor, ...]) -> torch.nn.Module:
    config = get_symmetric_quantization_config(is_per_channel=True)
    quantizer = XNNPACKQuantizer().set_global(config)
    exported = torch.export.export(module, inputs, strict=False).module()
    prepared = prepare_pt2e(exported, quantizer)
    torch.manual_seed(1)
    for _ in range(CALIBRATIONS):
        prepared(*(torch.randn_like(each) for each in inputs))
    converted: torch.nn.Module = convert_pt2e(prepared)
    return converted


def median_ns(run: Run, count: int) -> int:
    """The median time of `count` runs."""
    times = []
    for _ in range(count):
        start = time.process_time_ns()
        run()
        times.append(time.process_time_ns() - start)
    return int(median(times))


def main() -> None:
    """Loads the peers, then answers until stdin ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=sorted(NETWORKS))
    parser.add_argument("--int8", action="store_true", help="of XNNPACK, quantized")
    parser.add_argument("--portable", type=Path, help="a .pte for the portable runtime")
    options = parser.parse_args()
    torch.set_num_threads(1)
    portable_lib._unsafe_reset_threadpool(1)
    runs = {}
    versions = {}
    network = NETWORKS[options.network]()
    for name, about, run in peers(network, int8=options.int8, model=options.portable):
        run()
        runs[name] = run
        versions[name] = about
    print(json.dumps(versions), flush=True)
    for line in sys.stdin:
        name, count = line.split()
        print(median_ns(runs[name], int(count)), flush=True)


if __name__ == "__main__":
    main()
