"""Exports models that passes of `optimize` change, with the outputs that PyTorch gives.

Run from the root with what requirements-conformance.txt lists, `.` in PYTHONPATH:
`python tests/data/optimized/export_models.py FOLDER [MODEL...]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
from executorch.exir import EdgeCompileConfig, to_edge
from executorch.kernels import quantized  # noqa: F401 - registers what quantizes and dequantizes
from torch import Tensor, nn
from torch._higher_order_ops.map import map as loop
from torch.export import export
from torch.nn import functional

from tasks.run.kerf_cases import write_cases

QUANTIZED = torch.ops.quantized_decomposed
INT8 = (-128, 127, torch.int8)


class Tied(nn.Module):
    """A language model whose last weights are those of its embedding."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding, self.inner = nn.Embedding(60, 12), nn.Linear(12, 12)
        self.last = nn.Linear(12, 60, bias=False)
        self.last.weight = self.embedding.weight

    def forward(self, tokens: Tensor) -> Tensor:
        logits: Tensor = self.last(functional.relu(self.inner(self.embedding(tokens))))
        return logits


class Attention(nn.Module):
    """Attention in two heads: of all positions, of the earlier ones, and with a mask as input."""

    def __init__(self) -> None:
        super().__init__()
        self.queries, self.keys, self.values = (nn.Linear(12, 12) for _ in range(3))

    def forward(self, x: Tensor, mask: Tensor) -> Any:
        def heads(y: Tensor) -> Tensor:
            return y.view(1, 6, 2, 6).transpose(1, 2)

        given = tuple(heads(each(x)) for each in (self.queries, self.keys, self.values))
        attend = functional.scaled_dot_product_attention
        return attend(*given), attend(*given, is_causal=True), attend(*given, attn_mask=mask)


class Repeated(nn.Module):
    """Batches of matrices times one matrix, which the exporter repeats."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("matrix", torch.randn(16, 10))
        self.linear = nn.Linear(16, 5)

    def forward(self, x: Tensor) -> Any:
        turned = x.transpose(1, 2)
        one = torch.bmm(x[0], x[0, :1].transpose(1, 2).expand(3, 16, 4))
        return torch.matmul(turned, self.matrix), self.linear(turned), one


class Weights(nn.Module):
    """int8 weights with a scale for each filter, in [least, most]."""

    def __init__(self, *sizes: int, least: int = -127, most: int = 127) -> None:
        super().__init__()
        count = sizes[0]
        integers = torch.randint(least, most + 1, sizes, dtype=torch.int8)
        self.register_buffer("weight", integers)
        self.register_buffer("scales", torch.rand(count) / 50 + 0.001)
        self.register_buffer("zeros", torch.zeros(count, dtype=torch.int64))
        self.register_buffer("bias", torch.randn(count))

    def forward(self) -> Any:
        options = (self.weight, self.scales, self.zeros, 0, -127, 127, torch.int8)
        return QUANTIZED.dequantize_per_channel(*options)


def by_tensor(x: Tensor) -> Tensor:
    """`x` after a quantization with one scale, which is computed."""
    scale, zero = QUANTIZED.choose_qparams.tensor(x, -128, 127, 1e-7, torch.int8)
    whole = QUANTIZED.quantize_per_tensor.tensor(x, scale, zero, *INT8)
    real: Tensor = QUANTIZED.dequantize_per_tensor.tensor(whole, scale, zero, *INT8)
    return real


def by_row(x: Tensor) -> Tensor:
    """`x` after a quantization with a scale for each row."""
    scale, zero = QUANTIZED.choose_qparams_per_token_asymmetric(x, torch.int8)
    whole = QUANTIZED.quantize_per_token(x, scale, zero, *INT8)
    real: Tensor = QUANTIZED.dequantize_per_token(whole, scale, zero, *INT8, torch.float32)
    return real


class Dynamic(nn.Module):
    """Products whose inputs are quantized with scales of the whole tensor, or of each row."""

    def __init__(self, *, least: int = -127, most: int = 127) -> None:
        super().__init__()
        self.one, self.other = (Weights(9, 21, least=least, most=most) for _ in range(2))

    def forward(self, x: Tensor) -> Any:
        whole, rows = by_tensor(x), by_row(x)
        return (
            functional.linear(whole, self.one(), self.one.bias),
            functional.linear(rows, self.other(), self.other.bias),
            functional.linear(rows, self.one()),
            functional.linear(x, self.other(), self.other.bias),
        )


class DynamicImages(nn.Module):
    """Convolutions whose inputs are quantized with a scale that is computed."""

    def __init__(self) -> None:
        super().__init__()
        self.full, self.depthwise = Weights(5, 4, 3, 3), Weights(8, 1, 3, 2)
        self.line = Weights(6, 2, 3)

    def forward(self, x: Tensor, y: Tensor) -> Any:
        image, line = by_tensor(x), by_tensor(y)
        return (
            functional.conv2d(image, self.full(), self.full.bias, (2, 1), (1, 2)),
            functional.conv2d(image, self.depthwise(), None, 1, (0, 1), (1, 2), 4),
            functional.conv1d(line, self.line(), self.line.bias, 1, 1, 1, 2),
        )


class FloatImages(nn.Module):
    """Convolutions of float images with int8 weights: of two dimensions and one, and in groups."""

    def __init__(self) -> None:
        super().__init__()
        self.full, self.depthwise = Weights(5, 4, 3, 3), Weights(8, 1, 3, 2)
        self.point, self.line = Weights(3, 8, 1, 1), Weights(6, 2, 3)

    def forward(self, x: Tensor, y: Tensor) -> Any:
        wide = functional.conv2d(x, self.depthwise(), self.depthwise.bias, (1, 2), (2, 0), 2, 4)
        return (
            functional.relu(functional.conv2d(x, self.full(), None, (2, 1), (1, 2))),
            functional.conv2d(wide, self.point(), self.point.bias),
            functional.conv1d(y, self.line(), self.line.bias, 2, 1, 1, 2),
        )


class Branches(nn.Module):
    """Two branches with convolutions and batch norms, each after the same first layer."""

    def __init__(self) -> None:
        super().__init__()
        self.first = self.layer(3, 8, 3)
        self.deep = nn.Sequential(self.layer(8, 8, 3), self.layer(8, 8, 3))
        self.flat, self.last = self.layer(8, 8, 1), nn.Linear(8, 5)

    @staticmethod
    def layer(inputs: int, outputs: int, size: int) -> nn.Module:
        norm = nn.BatchNorm2d(outputs)
        norm.running_mean, norm.running_var = torch.randn(outputs), torch.rand(outputs) + 0.5
        return nn.Sequential(nn.Conv2d(inputs, outputs, size, padding=size // 2), norm, nn.ReLU())

    def forward(self, x: Tensor) -> Any:
        y = self.first(x)
        z = torch.cond(
            y.mean() > 1, lambda t: self.deep(t).clone(), lambda t: self.flat(t).clone(), (y,)
        )
        return self.last((z + y).mean(dim=(2, 3)))


class Rows(nn.Module):
    """Each row of a tensor after products with int8 weights, in a loop with a branch in it."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.other = Weights(12, 21), Weights(7, 12)

    def forward(self, x: Tensor) -> Any:
        def row(given: Tensor) -> Tensor:
            inner = functional.relu(functional.linear(by_row(given), self.one(), self.one.bias))
            inner = torch.cond(
                inner.sum() > 20, lambda t: (t * 2.0).neg(), lambda t: t.abs() + t, (inner,)
            )
            result: Tensor = functional.linear(inner, self.other(), self.other.bias)
            return result

        return loop(row, x) + 1.0


def models() -> Mapping[str, Callable[[], tuple[nn.Module, list[tuple[Tensor, ...]]]]]:
    """What makes each model and the inputs of its cases, by its name."""

    def tokens() -> Tensor:
        return torch.randint(0, 60, (1, 7))

    def masks() -> tuple[Tensor, Tensor]:
        open_, row = torch.zeros(6, 6), torch.zeros(6, 6)
        row[2] = -torch.inf  # a row that is masked as a whole
        return open_, row

    return {
        "attention": lambda: (Attention(), [(torch.randn(1, 6, 12), each) for each in masks()]),
        "branches": lambda: (Branches(), [(k * torch.randn(1, 3, 6, 6),) for k in (0.1, 4)]),
        "dynamic": lambda: (Dynamic(), [(3 * torch.randn(2, 3, 21),) for _ in range(2)]),
        "dynamic_images": lambda: (
            DynamicImages(),
            [(torch.randn(2, 4, 7, 6) + 1, torch.randn(1, 4, 9)) for _ in range(2)],
        ),
        "dynamic_int4": lambda: (Dynamic(least=-8, most=7), [(torch.randn(2, 3, 21),)]),
        "float_images": lambda: (
            FloatImages(),
            [(torch.randn(2, 4, 7, 6), torch.randn(1, 4, 9)) for _ in range(2)],
        ),
        "repeated": lambda: (Repeated(), [(torch.randn(2, 3, 4, 16),)]),
        "rows": lambda: (Rows(), [(torch.randn(5, 2, 21),) for _ in range(2)]),
        "tied": lambda: (Tied(), [(tokens(),) for _ in range(2)]),
    }


def write(name: str, folder: Path) -> None:
    """Writes the program of model `name` and its cases."""
    torch.manual_seed(0)
    module, inputs = models()[name]()
    module = module.eval()
    config = EdgeCompileConfig(_check_ir_validity=False)
    program = to_edge(export(module, inputs[0]), compile_config=config).to_executorch()
    path = folder / f"{name}.pte"
    path.write_bytes(program.buffer)
    write_cases(path, module, inputs)


def main(folder: Path, names: list[str]) -> None:
    """Writes the models `names`, all of them where there are none."""
    for name in names or models():
        write(name, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
