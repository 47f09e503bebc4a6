"""Exports a small network as PT2E quantizes it, to int8, without a delegate; and cases to check it.

Needs executorch and torch, and kerf_cases.py (tasks/run/ of Kerf) next to it.
"""

from pathlib import Path

import torch
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import (
    XNNPACKQuantizer,
    get_symmetric_quantization_config,
)
from executorch.exir import to_edge
from executorch.kernels import quantized  # noqa: F401 - registers what quantizes and dequantizes
from kerf_cases import write_cases
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

NAME = "kws_int8.pte"

torch.manual_seed(0)
network = torch.nn.Sequential(
    torch.nn.Conv2d(1, 8, 3, stride=2, padding=1),
    torch.nn.ReLU(),
    torch.nn.Conv2d(8, 16, 3, stride=2, padding=1),
    torch.nn.ReLU(),
    torch.nn.AdaptiveAvgPool2d(1),
    torch.nn.Flatten(),
    torch.nn.Linear(16, 4),
).eval()
calibration = [(torch.randn(1, 1, 32, 32),) for _ in range(8)]

# 1. Where PT2E observes ranges, and what it puts there: dequantize, compute in float, quantize.
quantizer = XNNPACKQuantizer().set_global(get_symmetric_quantization_config(is_per_channel=True))
prepared = prepare_pt2e(torch.export.export(network, calibration[0]).module(), quantizer)
for inputs in calibration:
    prepared(*inputs)
converted = convert_pt2e(prepared)

# 2. A program of those operators, no delegate.
program = to_edge(torch.export.export(converted, calibration[0])).to_executorch()
Path(NAME).write_bytes(program.buffer)

# 3. What it must give.
write_cases(NAME, converted, calibration[:2])
