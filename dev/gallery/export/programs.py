"""Networks as programs in int8, by ExecuTorch's Cortex-M quantizer and exporter, with cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from executorch.backends.cortex_m.edge_compile_config import cortex_m_edge_compile_config
from executorch.backends.cortex_m.passes.cortex_m_pass_manager import CortexMPassManager
from executorch.backends.cortex_m.quantizer.quantizer import CortexMQuantizer
from executorch.exir import to_edge_transform_and_lower
from executorch.exir.passes.quantize_io_pass import QuantizeInputs, QuantizeOutputs
from torch import Tensor, nn
from torch.export import export
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

from dev.gallery.export.networks import NETWORKS
from dev.gallery.export.weights import draw_weights, folded, load_weights, read_inputs
from tasks.run.kerf_cases import write_cases

SEED = 0
CALIBRATIONS = 16
CASES = 2


def write(name: str, folder: Path, weights: Path | None) -> None:
    """Writes the program of the network `name`, int8 from input to output, and its cases.

    Weights are those of the file `weights`, with inputs to calibrate by if it has any; seeded
    random ones without a file. Expected outputs are those of ExecuTorch's reference in Python of
    the quantized operators.

    Raises:
        ValueError: the file does not fit the network.

    """
    network = NETWORKS[name]
    generator = torch.Generator().manual_seed(SEED)
    inputs = None if weights is None else read_inputs(weights, network.shape)
    if inputs is None:
        inputs = [torch.randn(network.shape, generator=generator) for _ in range(CALIBRATIONS)]
    module = network.make().eval()
    if weights is None:
        draw_weights(module, inputs, generator)
    else:
        load_weights(module, weights)
    program, reference, quantized = exported(folded(module), inputs)
    path = folder / f"{name}.pte"
    path.write_bytes(program)
    write_cases(path, reference, [(quantized(each),) for each in inputs[:CASES]])


def exported(
    module: nn.Module, inputs: Sequence[Tensor]
) -> tuple[bytes, Callable[[Tensor], Any], Callable[[Tensor], Tensor]]:
    """The program of `module`, calibrated by `inputs`; its reference; what quantizes an input."""
    module = module.to(memory_format=torch.channels_last)
    inputs = [_channels_last(each) for each in inputs]
    prepared = prepare_pt2e(
        export(module, (inputs[0],)).module(check_guards=False), CortexMQuantizer()
    )
    for each in inputs:
        prepared(each)
    converted = export(convert_pt2e(prepared), (inputs[0],))
    edge = to_edge_transform_and_lower(converted, compile_config=cortex_m_edge_compile_config())
    first, last = QuantizeInputs(edge, [0]), QuantizeOutputs(edge, [0])
    edge = edge.transform([first, last])
    scale, zero = first.quant_args[0][:2]
    (edge._config_methods or {}).clear()  # methods that return scales, which a device has
    edge._edge_programs["forward"] = CortexMPassManager(edge.exported_program()).transform()
    reference = edge.exported_program().module()

    def quantized(x: Tensor) -> Tensor:
        return ((_channels_last(x) / scale).round() + zero).clamp(-128, 127).to(torch.int8)

    return edge.to_executorch().buffer, reference, quantized


def _channels_last(x: Tensor) -> Tensor:
    return x.to(memory_format=torch.channels_last) if x.dim() == 4 else x
