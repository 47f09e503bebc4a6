"""Exports models lowered to XNNPACK, with the outputs that ExecuTorch with XNNPACK gives as cases.

Run from the root with what requirements-conformance.txt lists, `.` in PYTHONPATH:
`python tests/data/lowered/export_models.py FOLDER [MODEL...]`. Models whose names begin with `xnn_`
are older; these are what they lack.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import (
    XnnpackDynamicallyQuantizedPartitioner,
    XnnpackPartitioner,
)
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import (
    XNNPACKQuantizer,
    get_symmetric_quantization_config,
)
from executorch.examples.models.llama.llama_transformer import construct_transformer
from executorch.examples.models.llama.model_args import ModelArgs
from executorch.examples.models.llama.source_transformation.custom_kv_cache import (
    replace_kv_cache_with_custom_kv_cache,
    replace_kv_cache_with_quantized_kv_cache,
)
from executorch.examples.models.llama.source_transformation.quantize import quantize
from executorch.examples.models.llama.source_transformation.sdpa import (
    replace_sdpa_with_custom_op,
    replace_sdpa_with_quantized_sdpa,
)
from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
from executorch.extension.llm.export.builder import DType
from executorch.runtime import Runtime
from torch import Tensor, nn
from torch.export import Dim, export
from torch.nn import functional
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

from tasks.run.kerf_cases import case_value, write_case_file

Inputs = Sequence[tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A module, the inputs of its cases, and how it is quantized: not, static or dynamic.

    One whose weights are already quantized is `rows`: its inputs are, row by row.
    """

    module: nn.Module
    inputs: Inputs
    quantized: str = ""
    dynamic_shapes: Any = None


class Function(nn.Module):
    """A module without weights."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *inputs: Tensor) -> Any:
        return self.function(*inputs)


def _unary(x: Tensor) -> Any:
    y = x.abs() + 0.1
    return (
        *(x.abs(), x.ceil(), x.cos(), x.exp(), x.floor(), y.log(), -x, y.rsqrt(), x.sigmoid()),
        *(x.sin(), y.sqrt(), x.tanh(), x * x, torch.pow(x, 2), functional.gelu(x)),
        *(functional.hardswish(x), functional.leaky_relu(x, 0.2), x.clamp(-0.5, 0.7)),
        *(functional.relu6(x), functional.hardtanh(x, -0.3, 0.4), x.clamp(min=0.2)),
    )


def _shapes(x: Tensor) -> Any:
    return (
        *(x.reshape(6, 20), x.permute(2, 0, 1, 3), x[:, 1:, :, 1:4]),
        *(functional.pad(x, (1, 2, 0, 3), value=0.5), torch.cat([x, x * 2, x[:, :, :1]], 2)),
        *(x.squeeze(0).unsqueeze(2), x.permute(0, 2, 3, 1).reshape(4, -1), x.transpose(1, 3) + 1),
    )


def _pools(x: Tensor) -> Any:
    return (
        functional.max_pool2d(x, 3, 2, 1),
        functional.max_pool2d(x, 2, 2, ceil_mode=True),
        functional.max_pool2d(x, (3, 2), (2, 1), (1, 0), dilation=(2, 1)),
        functional.avg_pool2d(x, 2),
        functional.avg_pool2d(x, 3, 2, 1, count_include_pad=False),
        x.mean((2, 3), keepdim=True),
        torch.amax(x, 2, True),
    )


def _resizes(x: Tensor) -> Any:
    return (
        functional.interpolate(x, (10, 14), mode="bilinear", align_corners=False),
        functional.interpolate(x, (9, 13), mode="bilinear", align_corners=True),
    )


def _concatenations(*x: Tensor) -> Any:
    return torch.cat(x, 1), torch.cat(x[:5], 1), torch.cat(x[:3], -1)


def _products(x: Tensor, y: Tensor) -> Any:
    scores = torch.softmax(torch.matmul(x, x.transpose(-1, -2)), -1)
    return torch.matmul(x, y), torch.matmul(x[0], y[0]), scores


class MixedLayouts(nn.Module):
    """Sums and products of images, and of operands that are expanded to them."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)
        self.channel = nn.Parameter(torch.randn(4, 1, 1))
        self.image = nn.Parameter(torch.randn(1, 4, 6, 7))
        self.row = nn.Parameter(torch.randn(7))

    def forward(self, x: Tensor, y: Tensor) -> Any:
        a = self.conv(x)
        return a + y, a * self.channel, (a + self.image) * self.row, torch.cat([a, y], 1), a - y


class Slopes(nn.Module):
    """PReLU with a slope for each channel, and with one."""

    def __init__(self) -> None:
        super().__init__()
        self.conv, self.many, self.one = nn.Conv2d(3, 4, 3), nn.PReLU(4), nn.PReLU(1)
        self.many.weight.data = torch.tensor([0.1, 0.2, -0.3, 0.4])

    def forward(self, x: Tensor) -> Tensor:
        return self.one(self.many(self.conv(x)))


class Convolutions(nn.Module):
    """Groups, depthwise with a multiplier, dilation, one channel, one dimension."""

    def __init__(self) -> None:
        super().__init__()
        self.groups = nn.Conv2d(4, 6, 3, 2, 1, groups=2)
        self.depthwise = nn.Conv2d(4, 8, 3, padding=1, groups=4)
        self.column = nn.Conv2d(1, 3, (3, 1), padding=(1, 0))
        self.dilated = nn.Conv2d(4, 2, 3, dilation=2, bias=False)
        self.line = nn.Conv1d(4, 5, 3, padding=2, dilation=2)
        self.lines = nn.Conv1d(4, 4, 5, groups=4)

    def forward(self, x: Tensor) -> Any:
        return (
            *(self.groups(x), functional.relu(self.depthwise(x)), self.column(x[:, :1])),
            *(self.dilated(x), self.line(x[:, :, 0]), functional.relu6(self.lines(x[:, :, 1]))),
        )


class Transposed(nn.Module):
    """Transposed convolutions with groups, adjustments and one filter a channel."""

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.ConvTranspose2d(4, 6, 3, 2, 1, 1, groups=2)
        self.b = nn.ConvTranspose2d(6, 3, (2, 3), (1, 2))
        self.c = nn.ConvTranspose2d(3, 3, 2, 2, groups=3)

    def forward(self, x: Tensor) -> Tensor:
        return self.c(functional.relu(self.b(self.a(x))))


class Linears(nn.Module):
    """Products with weights, with and without bias, of several ranks, and of two values."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Linear(6, 5), nn.Linear(6, 4, bias=False)
        self.m, self.v = nn.Parameter(torch.randn(6, 3)), nn.Parameter(torch.randn(3))

    def forward(self, x: Tensor, y: Tensor) -> Any:
        return (
            *(functional.relu(self.a(x)), self.b(y), x @ self.m, torch.addmm(self.v, x, self.m)),
            *(x @ y[0].t(), torch.bmm(y, y.transpose(1, 2)), torch.softmax(self.a(y), -1)),
        )


class SqueezeExcite(nn.Module):
    """Scales channels by what a small network makes of their means."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.a, self.b = nn.Conv2d(channels, 4, 1), nn.Conv2d(4, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.a(functional.adaptive_avg_pool2d(x, 1)))
        return x * functional.hardsigmoid(self.b(y))


class MobileNetV3(nn.Module):
    """Hardswish, a depthwise convolution of 5x5, squeeze and excite."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(nn.Conv2d(3, 8, 3, 2, 1), nn.Hardswish(), nn.Conv2d(8, 16, 1), nn.Hardswish()),
            *(nn.Conv2d(16, 16, 5, 2, 2, groups=16), SqueezeExcite(16)),
            *(nn.Conv2d(16, 8, 1), nn.Hardswish(), nn.AdaptiveAvgPool2d(1), nn.Flatten()),
            nn.Linear(8, 5),
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.layers(x)


class Shuffle(nn.Module):
    """Channels of groups that are shuffled, then split."""

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Conv2d(8, 8, 1, groups=2)
        self.b = nn.Conv2d(8, 8, 3, padding=1, groups=8)
        self.c = nn.Conv2d(8, 8, 1)

    def forward(self, x: Tensor) -> Tensor:
        y = self.a(x)
        n, c, h, w = y.shape
        y = y.reshape(n, 2, c // 2, h, w).transpose(1, 2).reshape(n, c, h, w)
        left, right = self.c(self.b(y)).chunk(2, 1)
        return torch.cat([left, functional.relu(right)], 1)


class UNet(nn.Module):
    """A transposed convolution next to what was skipped."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Conv2d(2, 4, 3, padding=1), nn.Conv2d(4, 8, 3, padding=1)
        self.up, self.c = nn.ConvTranspose2d(8, 4, 2, 2), nn.Conv2d(8, 3, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        a = functional.relu(self.a(x))
        b = functional.relu(self.b(functional.max_pool2d(a, 2)))
        return self.c(torch.cat([a, self.up(b)], 1))


class Attention(nn.Module):
    """A block of a transformer."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(16)
        self.attention = nn.MultiheadAttention(16, 4, batch_first=True)
        self.network = nn.Sequential(
            nn.LayerNorm(16), nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16)
        )

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return x + self.network(x)


class Perceptron(nn.Module):
    """Three layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(nn.Linear(12, 24), nn.ReLU(), nn.Linear(24, 16), nn.Sigmoid(), nn.Linear(16, 4))
        )

    def forward(self, x: Tensor) -> Tensor:
        return functional.softmax(self.layers(x), -1)


class Block(nn.Module):
    """A residual block with batch norms."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.a = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.n, self.m = nn.BatchNorm2d(outputs), nn.BatchNorm2d(outputs)
        self.b = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        plain = inputs == outputs and stride == 1
        self.s = nn.Identity() if plain else nn.Conv2d(inputs, outputs, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(self.m(self.b(functional.relu(self.n(self.a(x))))) + self.s(x))


class ResNet(nn.Module):
    """Two blocks and a classifier."""

    def __init__(self) -> None:
        super().__init__()
        self.f = nn.Sequential(
            *(nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), nn.MaxPool2d(3, 2, 1), Block(8, 8)),
            *(Block(8, 16, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 10)),
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.f(x)


class Control(nn.Module):
    """A condition between delegates."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x: Tensor, condition: Tensor) -> Tensor:
        x = torch.cond(condition, lambda x: x.sin() * 2, lambda x: x - 1, (self.a(x),))
        return functional.relu(self.b(x))


class Pixels(nn.Module):
    """A convolution of single pixels, which XNNPACK makes a product of, behind a larger one."""

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Conv2d(3, 8, 3, padding=1)
        self.b, self.c = nn.Conv2d(8, 6, 1), nn.Conv2d(6, 4, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        return self.c(functional.relu(self.b(functional.relu(self.a(x)))))


class Counter(nn.Module):
    """State that is written between delegates."""

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.register_buffer("sum", torch.zeros(2, 4))

    def forward(self, x: Tensor) -> Tensor:
        self.sum.add_(self.a(x))
        return functional.relu(self.sum) + x


class Decoder(nn.Module):
    """A Llama with ExecuTorch's own operators for its caches and the attention to them."""

    def __init__(self, *replaced: Callable[[nn.Module], nn.Module], width: int = 16) -> None:
        super().__init__()
        arguments = ModelArgs(
            dim=width,
            n_layers=1,
            n_heads=4,
            n_kv_heads=2,
            vocab_size=24,
            hidden_dim=width // 2 * 3,
            max_batch_size=1,
            max_seq_len=12,
            max_context_len=12,
            use_kv_cache=True,
            enable_dynamic_shape=True,
            generate_full_logits=True,
        )
        self.network = construct_transformer(arguments)
        for replace in (*replaced, replace_sdpa_with_custom_op):
            self.network = replace(self.network)

    def forward(self, tokens: Tensor, position: Tensor) -> Any:
        return self.network(tokens, {"input_pos": position})


def _weights_of_four_bits(network: nn.Module) -> nn.Module:
    return quantize(network, "8da4w", DType.fp32, checkpoint_dtype=DType.fp32, group_size=32)


def _same_outputs(x: Tensor, y: Tensor) -> Any:
    z = x + y
    return z, functional.relu(z), z.permute(1, 0), z.permute(1, 0) * 2, x


def _scalars(x: Tensor, y: Tensor) -> Any:
    return (x * y).sum(), x * y, y + y


def _module(kind: type[nn.Module]) -> nn.Module:
    torch.manual_seed(0)
    return kind().eval()


def _drawn(*sizes: int) -> Tensor:
    return torch.randn(*sizes)


def _channels_last(*sizes: int) -> Tensor:
    return torch.randn(*sizes).to(memory_format=torch.channels_last)


def models() -> Mapping[str, Callable[[], Model]]:
    """What makes each model, by its name."""

    def function(made: Callable[..., Any], *inputs: Tensor) -> Callable[[], Model]:
        return lambda: Model(module=Function(made).eval(), inputs=[inputs])

    def network(kind: type[nn.Module], *sizes: tuple[int, ...], quantized: str = "") -> Any:
        return lambda: Model(
            module=_module(kind),
            inputs=[tuple(_drawn(*each) for each in sizes)],
            quantized=quantized,
        )

    def lengths(rows: int, quantized: str) -> Callable[[], Model]:
        return lambda: Model(
            module=_module(Perceptron),
            inputs=[(_drawn(rows, count, 12),) for count in (8, 3)],
            quantized=quantized,
            dynamic_shapes=({1: Dim("length", min=2, max=8)},),
        )

    def decoder(
        *replaced: Callable[[nn.Module], nn.Module], width: int = 16, quantized: str = ""
    ) -> Callable[[], Model]:
        first = (1, 5, 9, 4, 6) if quantized else (1, 5, 9)
        length = len(first)
        prompts = ((0, first), (length, (7,)), (length + 1, (2, 3)), (length + 3, (8,)))
        return lambda: Model(
            module=Decoder(*replaced, width=width).eval(),
            inputs=[(torch.tensor([tokens]), torch.tensor([at])) for at, tokens in prompts],
            dynamic_shapes=({1: Dim("tokens", max=11)}, None),
            quantized=quantized,
        )

    batch = {0: Dim("batch", min=1, max=4)}
    truth = torch.tensor(True), torch.tensor(False)
    return {
        "attention": network(Attention, (1, 7, 16)),
        "attention_dyn_int8": network(Attention, (1, 7, 16), quantized="dynamic"),
        "attention_int8": network(Attention, (1, 7, 16), quantized="static"),
        "concatenations": function(_concatenations, *(_drawn(2, 3) for _ in range(6))),
        "control": lambda: Model(
            module=_module(Control), inputs=[(_drawn(2, 4), each) for each in truth]
        ),
        "convolutions": network(Convolutions, (1, 4, 9, 8)),
        "counter": lambda: Model(
            module=_module(Counter), inputs=[(_drawn(2, 4),) for _ in range(3)]
        ),
        "decoder": decoder(replace_kv_cache_with_custom_kv_cache),
        "decoder_8da4w": decoder(
            replace_kv_cache_with_custom_kv_cache,
            _weights_of_four_bits,
            width=64,
            quantized="rows",
        ),
        "decoder_quantized_attention": decoder(
            replace_sdpa_with_custom_op,
            replace_kv_cache_with_quantized_kv_cache,
            replace_sdpa_with_quantized_sdpa,
        ),
        "decoder_quantized_cache": decoder(replace_kv_cache_with_quantized_kv_cache),
        "linears": network(Linears, (4, 6), (2, 3, 6)),
        "mixed_layouts": network(MixedLayouts, (2, 3, 6, 7), (2, 4, 6, 7)),
        "mobilenet_v3": network(MobileNetV3, (1, 3, 24, 24)),
        "mobilenet_v3_int8": network(MobileNetV3, (1, 3, 24, 24), quantized="static"),
        "perceptron_dyn_int8": network(Perceptron, (3, 12), quantized="dynamic"),
        "perceptron_int8": network(Perceptron, (2, 3, 12), quantized="static"),
        "perceptron_length_dyn_int8": lengths(1, "dynamic"),
        "perceptron_length_int8": lengths(1, "static"),
        "perceptron_lengths_dyn_int8": lengths(3, "dynamic"),
        "perceptron_lengths_int8": lengths(3, "static"),
        "pixels_dyn_int8": network(Pixels, (1, 3, 8, 8), quantized="dynamic"),
        "pools": function(_pools, _drawn(1, 3, 9, 11)),
        "products": function(_products, _drawn(2, 3, 4, 5), _drawn(2, 3, 5, 6)),
        "resizes": function(_resizes, _drawn(1, 3, 5, 7)),
        "resnet_batch": lambda: Model(
            module=_module(ResNet),
            inputs=[(_drawn(count, 3, 32, 32),) for count in (2, 4, 1)],
            dynamic_shapes=(batch,),
        ),
        "resnet_channels_last": lambda: Model(
            module=_module(ResNet), inputs=[(_channels_last(1, 3, 32, 32),)]
        ),
        "resnet_half": lambda: Model(
            module=_module(ResNet).half(), inputs=[(_drawn(1, 3, 32, 32).half(),)]
        ),
        "resnet_int8": network(ResNet, (1, 3, 32, 32), quantized="static"),
        "same_outputs": function(_same_outputs, _drawn(3, 4), _drawn(3, 4)),
        "scalars": function(_scalars, _drawn(3), torch.tensor(2.0)),
        "shapes": function(_shapes, _drawn(1, 6, 4, 5)),
        "shuffle_int8": network(Shuffle, (1, 8, 6, 7), quantized="static"),
        "slopes": network(Slopes, (1, 3, 8, 9)),
        "transposed": network(Transposed, (1, 4, 5, 6)),
        "unary": function(_unary, _drawn(2, 3, 5)),
        "unet_int8": network(UNet, (1, 2, 12, 16), quantized="static"),
    }


def quantized(model: Model) -> nn.Module:
    """The module of `model` after PT2E, calibrated with the inputs of its cases."""
    config = get_symmetric_quantization_config(
        is_per_channel=True, is_dynamic=model.quantized == "dynamic"
    )
    program = export(
        model.module, model.inputs[0], dynamic_shapes=model.dynamic_shapes, strict=True
    )
    prepared = prepare_pt2e(program.module(), XNNPACKQuantizer().set_global(config))
    for inputs in model.inputs:
        prepared(*inputs)
    return convert_pt2e(prepared)


def write(model: Model, path: Path) -> None:
    """Exports `model` to `path`, and runs it on its inputs with ExecuTorch."""
    calibrated = model.quantized in ("static", "dynamic")
    module = quantized(model) if calibrated else model.module
    program = export(module, model.inputs[0], dynamic_shapes=model.dynamic_shapes, strict=True)
    partitioners: list[Any] = [XnnpackPartitioner()]
    if model.quantized in ("dynamic", "rows"):
        partitioners.insert(0, XnnpackDynamicallyQuantizedPartitioner())
    config = EdgeCompileConfig(_check_ir_validity=False)
    lowered = to_edge_transform_and_lower(
        program, partitioner=partitioners, compile_config=config
    ).to_executorch()
    path.write_bytes(lowered.buffer)
    method = Runtime.get().load_program(path).load_method("forward")
    cases = []
    for inputs in model.inputs:
        given = [case_value(each) for each in inputs]
        cases.append((given, [case_value(each.clone()) for each in method.execute(list(inputs))]))
    write_case_file(path, "forward", cases)


def main(folder: Path, names: Sequence[str]) -> None:
    """Writes the models that are named, or all."""
    torch.set_num_threads(1)
    torch.manual_seed(1)  # for the inputs that are drawn here
    for name, make in models().items():
        if not names or name in names:
            torch.manual_seed(1)
            write(make(), folder / f"{name}.pte")
            print(name, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
