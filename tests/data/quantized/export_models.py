"""Exports models that PT2E quantizes, without a delegate, with the outputs that PyTorch gives.

Run from the root with what requirements-conformance.txt lists, `.` in PYTHONPATH:
`python tests/data/quantized/export_models.py FOLDER [MODEL...]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import (
    XNNPACKQuantizer,
    get_symmetric_quantization_config,
)
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer_utils import QuantizationConfig
from executorch.exir import ExecutorchBackendConfig, to_edge
from executorch.exir.passes import MemoryPlanningPass
from executorch.kernels import quantized  # noqa: F401 - registers what quantizes and dequantizes
from torch import Tensor, nn
from torch.export import Dim, export
from torch.fx import GraphModule
from torch.nn import functional
from torchao.quantization.pt2e import HistogramObserver
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
from torchao.quantization.pt2e.quantizer import (
    QuantizationAnnotation,
    QuantizationSpec,
    Quantizer,
)

from tasks.run.kerf_cases import write_cases
from tests.data.lowered.export_models import Function

CALIBRATIONS = 8


class EveryTensor(Quantizer):
    """Quantizes each input and result, so that each operator is between quantized tensors."""

    SPEC = QuantizationSpec(
        dtype=torch.int8,
        observer_or_fake_quant_ctr=HistogramObserver.with_args(eps=2**-12),
        quant_min=-128,
        quant_max=127,
        qscheme=torch.per_tensor_affine,
    )

    def __init__(self, spec: QuantizationSpec = SPEC) -> None:
        super().__init__()
        self._spec = spec

    def annotate(self, model: GraphModule) -> GraphModule:
        for node in model.graph.nodes:
            if node.op in ("placeholder", "call_function"):
                node.meta["quantization_annotation"] = QuantizationAnnotation(
                    output_qspec=self._spec, _annotated=True
                )
        return model

    def validate(self, model: GraphModule) -> None:
        """Accepts any model."""


INT16 = QuantizationSpec(
    dtype=torch.int16,
    observer_or_fake_quant_ctr=HistogramObserver.with_args(eps=2**-16),
    quant_min=-(2**15),
    quant_max=2**15 - 1,
    qscheme=torch.per_tensor_symmetric,
)


def _int16(x: Tensor, y: Tensor) -> Any:
    return (
        *(x + y, torch.sub(x, y, alpha=0.5), x * y, x + y[:, :1], torch.maximum(x, y)),
        *(x.sigmoid(), x.tanh(), functional.silu(x), functional.gelu(x), functional.relu(x)),
        *(x.softmax(-1), x.softmax(1), torch.cat([x, y], 1), x.mean((2, 3)), x.mean(1)),
        *(functional.max_pool2d(x, 3, 2, 1), functional.max_pool2d(x, 2, ceil_mode=True)),
        *(functional.avg_pool2d(x, 2), functional.pad(x, (1, 2, 0, 3))),
    )


def _activations(x: Tensor) -> Any:
    return (
        *(x.sigmoid(), x.tanh(), functional.silu(x), functional.gelu(x), x.abs(), x.exp()),
        *(functional.gelu(x, approximate="tanh"), functional.hardswish(x), functional.elu(x, 1.3)),
        *(functional.hardsigmoid(x), functional.leaky_relu(x, 0.2), functional.mish(x)),
        *(functional.softplus(x), functional.selu(x), functional.celu(x, 0.7), x.square(), 1 - x),
    )


def _pairs(x: Tensor, y: Tensor) -> Any:
    return (
        *(x - y, torch.add(x, y, alpha=2.5), torch.sub(x, y, alpha=0.5), x * y),
        *(torch.maximum(x, y), torch.minimum(x, y), torch.cat([x, y], 1)),
    )


def _images(x: Tensor) -> Any:
    return (
        *(functional.pad(x, (1, 2, 0, 3)), functional.interpolate(x, scale_factor=2)),
        *(functional.max_pool2d(x, 3, 2, ceil_mode=True), functional.avg_pool2d(x, 2)),
        *(functional.avg_pool2d(x, 3, 2, 1), functional.adaptive_avg_pool2d(x, (3, 2))),
        *(functional.channel_shuffle(x, 2), functional.pixel_shuffle(x, 2)),
    )


class Norms(nn.Module):
    """Normalization of rows, with weights and without, and parts of what is split."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.other = nn.LayerNorm(12), nn.LayerNorm((5, 12), elementwise_affine=False)
        nn.init.normal_(self.one.weight)
        nn.init.normal_(self.one.bias)

    def forward(self, x: Tensor) -> Any:
        return self.one(x), self.other(x), *x.split((2, 3), 1), *x.chunk(3, 2)


class FourBits(nn.Module):
    """Convolutions and products whose weights are quantized to four bits."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.point = nn.Conv2d(3, 9, 3, 2, 1), nn.Conv2d(9, 40, 1)
        self.depthwise = nn.Conv2d(40, 40, 3, padding=1, groups=40)
        self.multiplied = nn.Conv2d(40, 80, 3, 2, groups=40)
        self.grouped, self.last = nn.Conv2d(80, 6, 1, 2, groups=2), nn.Linear(6, 21)

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.point(functional.relu(self.first(x))))
        y = self.grouped(self.multiplied(functional.relu(self.depthwise(y))))
        z: Tensor = self.last(y.mean((2, 3)))
        return z


class Wide(nn.Module):
    """Convolutions and products whose activations are int16."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.point = nn.Conv2d(3, 8, 3, 2, 1), nn.Conv2d(8, 12, 1, bias=False)
        self.depthwise = nn.Conv2d(8, 16, (3, 5), padding=(1, 4), dilation=(1, 2), groups=8)
        self.grouped, self.line = nn.Conv2d(16, 8, 3, groups=2), nn.Conv1d(12, 12, 3, padding=1)
        self.norm, self.last = nn.BatchNorm2d(8), nn.Linear(12, 5)

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.depthwise(functional.relu(self.first(x))))
        y = functional.hardtanh(self.point(self.norm(self.grouped(y))), -0.5, 0.5)
        z: Tensor = self.last(functional.relu(self.line(y.mean(2))).mean(2))
        return z


class Lines(nn.Module):
    """Convolutions of one dimension, grouped, depthwise, dilated and transposed."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv1d(3, 8, 5, stride=2, padding=2)
        self.depthwise = nn.Conv1d(8, 8, 3, padding=2, dilation=2, groups=8)
        self.grouped = nn.Conv1d(8, 6, 1, groups=2)

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = self.grouped(functional.relu(self.depthwise(functional.relu(self.first(x)))))
        return y


class Decoder(nn.Module):
    """An image made smaller, gated by its means, and made larger again."""

    def __init__(self) -> None:
        super().__init__()
        self.down, self.gate = nn.Conv2d(3, 8, 3, stride=2, padding=1), nn.Conv2d(8, 8, 1)
        self.up = nn.ConvTranspose2d(8, 4, 3, stride=2, padding=1, output_padding=1)

    def forward(self, x: Tensor) -> Tensor:
        y = functional.hardswish(self.down(x))
        y = y * self.gate(functional.adaptive_avg_pool2d(y, 1)).sigmoid()
        z: Tensor = self.up(y)
        return z


class Gated(nn.Module):
    """Images that are added to, gated by their means, pooled and classified."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.point = nn.Conv2d(3, 8, 3, 2, 1), nn.Conv2d(8, 8, 1)
        self.depthwise = nn.Conv2d(8, 8, 3, padding=1, groups=8, bias=False)
        self.norm, self.gate = nn.BatchNorm2d(8), nn.Conv2d(8, 8, 1)
        self.middle, self.last = nn.Conv2d(8, 6, 1), nn.Linear(6, 5)

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.first(x))
        y = functional.hardswish(y + self.point(functional.relu(self.norm(self.depthwise(y)))))
        y = y * self.gate(functional.adaptive_avg_pool2d(y, 1)).sigmoid()
        y = self.middle(functional.avg_pool2d(functional.max_pool2d(y, 2), 2, 1))
        z: Tensor = self.last(y.mean((2, 3)))
        return z


class Rows(nn.Module):
    """Rows that are multiplied, convolved along their length, and classified."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.line = nn.Linear(12, 16), nn.Conv1d(16, 8, 3, padding=1)
        self.middle, self.last = nn.Linear(8 * 6, 20), nn.Linear(20, 5)

    def forward(self, x: Tensor) -> Tensor:
        y = self.line(functional.gelu(self.first(x)).transpose(1, 2))
        z: Tensor = self.last(functional.relu(self.middle(y.flatten(1))).tanh())
        return z


class Pixels(nn.Module):
    """Channels last, which a permutation of the input makes channels first."""

    def __init__(self) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(3, 4, 3)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(self.convolution(x.permute(0, 3, 1, 2)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A module, the inputs of its cases, and its quantizer; `dims`: those of inputs that vary."""

    module: nn.Module
    inputs: tuple[tuple[Tensor, ...], ...]
    quantizer: Quantizer
    dims: Mapping[int, Dim] | None = None
    planned: bool = True
    """Whether inputs and outputs are in planned memory."""


def models() -> Mapping[str, Callable[[], Model]]:
    """What makes each model by its name."""
    config = get_symmetric_quantization_config(is_per_channel=True)
    wide = QuantizationConfig(INT16, INT16, config.weight, config.bias)
    narrow = get_symmetric_quantization_config(is_per_channel=True, weight_qmin=-7, weight_qmax=7)

    def every(
        function: Callable[..., Any],
        *sizes: tuple[int, ...],
        spec: QuantizationSpec = EveryTensor.SPEC,
    ) -> Any:
        inputs = tuple(torch.randn(each) for each in sizes)
        module = Function(function).eval()
        return lambda: Model(module=module, inputs=(inputs,), quantizer=EveryTensor(spec))

    def network(
        kind: type[nn.Module],
        *sizes: int,
        weights: Any = config,
        dims: Mapping[int, Dim] | None = None,
        others: Sequence[tuple[int, ...]] = (),
        planned: bool = True,
    ) -> Any:
        return lambda: Model(
            module=kind().eval(),
            inputs=tuple((torch.randn(each),) for each in (sizes, *others)),
            quantizer=XNNPACKQuantizer().set_global(weights),
            dims=dims,
            planned=planned,
        )

    def norms() -> Any:
        inputs = ((torch.randn(2, 5, 12),),)
        return Model(module=Norms().eval(), inputs=inputs, quantizer=EveryTensor())

    batch = {0: Dim("batch", min=1, max=6)}
    any_size = {2: Dim("rows", min=11, max=16), 3: Dim("columns", min=11, max=18)}
    return {
        "any_size": network(
            Gated,
            *(2, 3, 14, 12),
            dims={**batch, **any_size},
            others=((1, 3, 16, 18), (6, 3, 11, 13), (3, 3, 12, 17)),
        ),
        "batches": network(
            Gated, 3, 3, 12, 10, dims=batch, others=((1, 3, 12, 10), (6, 3, 12, 10))
        ),
        "batches_of_rows": network(Rows, 3, 6, 12, dims=batch, others=((1, 6, 12), (6, 6, 12))),
        "activations": every(_activations, (2, 3, 5, 4)),
        "decoder": network(Decoder, 1, 3, 8, 6),
        "four_bits": network(FourBits, 1, 3, 12, 10, weights=narrow),
        "int16": every(_int16, (2, 4, 7, 6), (2, 4, 7, 6), spec=INT16),
        "int16_network": network(Wide, 2, 3, 12, 10, weights=wide),
        "images": every(_images, (1, 4, 9, 6)),
        "lines": network(Lines, 1, 3, 24),
        "norms": norms,
        "pairs": every(_pairs, (2, 3, 5, 4), (2, 3, 5, 4)),
        "unplanned": network(Pixels, 1, 5, 6, 3, planned=False),
    }


def write(name: str, folder: Path) -> None:
    """Writes the program of model `name` and its cases."""
    torch.manual_seed(0)
    model = models()[name]()
    inputs = model.inputs[0]
    shapes = None if model.dims is None else tuple(model.dims for _ in inputs)
    exported = export(model.module, inputs, dynamic_shapes=shapes)
    prepared = prepare_pt2e(exported.module(), model.quantizer)
    for _ in range(CALIBRATIONS):
        prepared(*(torch.randn(each.shape) for each in inputs))
    converted = convert_pt2e(prepared)
    plan = MemoryPlanningPass(alloc_graph_input=model.planned, alloc_graph_output=model.planned)
    config = ExecutorchBackendConfig(memory_planning_pass=plan)
    program = to_edge(export(converted, inputs, dynamic_shapes=shapes)).to_executorch(config)
    path = folder / f"{name}.pte"
    path.write_bytes(program.buffer)
    write_cases(path, lambda *given: _row_major(converted(*given)), model.inputs)


def _row_major(result: Any) -> Any:
    """The results as the program's memory has them, whatever strides PyTorch gives them."""
    if isinstance(result, Tensor):
        return result.contiguous()
    return [_row_major(each) for each in result]


def main(folder: Path, names: list[str]) -> None:
    """Writes the models `names`, all of them where there are none."""
    for name in names or models():
        write(name, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
