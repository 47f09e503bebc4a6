"""Programs of networks for ExecuTorch's XNNPACK backend."""

from __future__ import annotations

import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import (
    XNNPACKQuantizer,
    get_symmetric_quantization_config,
)
from executorch.exir import to_edge_transform_and_lower
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

from tasks.bench.peers.networks import Network

CALIBRATIONS = 4


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
