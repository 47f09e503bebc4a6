"""Writes the networks of dev/islands/networks.py as PT2E quantizes them: NAME.pte.

NAME_cortex_m.pte next to it is the same network of ExecuTorch's Cortex-M exporter, with inputs and
outputs of int8, if that exports it. Run with what requirements-conformance.txt lists:
`python -m dev.islands.export FOLDER [NAME...]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import (
    XNNPACKQuantizer,
    get_symmetric_quantization_config,
)
from executorch.exir import to_edge
from executorch.kernels import quantized  # noqa: F401 - registers what quantizes and dequantizes
from torch import Tensor, nn
from torch.export import export
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

from dev.gallery.export.programs import exported
from dev.islands.networks import NETWORKS, Network

EXPORTER = "_cortex_m"
"""How names of programs end that ExecuTorch's Cortex-M exporter wrote."""

CALIBRATIONS = 8


def by_pt2e(module: nn.Module, inputs: list[Tensor], dynamic: bool) -> bytes:
    """The program of `module` that PT2E quantizes, without a delegate.

    `dynamic`: activations are quantized while it runs.
    """
    config = get_symmetric_quantization_config(is_per_channel=True, is_dynamic=dynamic)
    quantizer = XNNPACKQuantizer().set_global(config)
    prepared = prepare_pt2e(export(module, (inputs[0],)).module(), quantizer)
    for each in inputs:
        prepared(each)
    program = export(convert_pt2e(prepared), (inputs[0],))
    buffer: bytes = to_edge(program).to_executorch().buffer
    return buffer


def write(name: str, folder: Path) -> None:
    """Writes the programs of network `name`, and prints why an exporter has none."""
    network = NETWORKS[name]
    exporters: dict[str, Callable[[nn.Module, list[Tensor]], bytes]]
    exporters = {"": partial(by_pt2e, dynamic=network.dynamic)}
    if not network.dynamic:  # the Cortex-M exporter quantizes in advance alone
        exporters[EXPORTER] = lambda module, inputs: exported(module, inputs)[0]
    for ending, exporter in exporters.items():
        torch.manual_seed(0)
        module, path = network.make().eval(), folder / f"{name}{ending}.pte"
        inputs = [_input(network) for _ in range(CALIBRATIONS)]
        try:
            path.write_bytes(exporter(module, inputs))
        except Exception as error:  # what exporters raise is not documented
            print(f"{path.name}: {type(error).__name__}: {next(iter(str(error).splitlines()), '')}")


def _input(network: Network) -> Tensor:
    if network.words:
        return torch.randint(network.words, network.sizes)
    return torch.randn(network.sizes)


if __name__ == "__main__":
    for each in sys.argv[2:] or NETWORKS:
        write(each, Path(sys.argv[1]))
