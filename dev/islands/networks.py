"""Small networks of the kinds that people put on microcontrollers, with random weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

Sizes = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """What makes a network, the shape of its input, and how it is quantized."""

    make: Callable[[], nn.Module]
    sizes: Sizes
    dynamic: bool = False
    """Activations are quantized while the program runs."""
    words: int = 0
    """Inputs are numbers of words below this one, unless it is 0."""


def _unit(
    inputs: int,
    outputs: int,
    kernel: int = 3,
    stride: int = 1,
    *,
    groups: int = 1,
    active: type[nn.Module] | None = nn.ReLU,
) -> nn.Sequential:
    """A convolution, a batch norm, and an activation unless that is None."""
    convolution = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False)
    ends = [] if active is None else [active()]
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), *ends)


class _Sum(nn.Module):
    """A body, added to its input."""

    def __init__(self, *body: nn.Module) -> None:
        super().__init__()
        self.body = nn.Sequential(*body)

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = x + self.body(x)
        return y


class _Joined(nn.Module):
    """Branches on one input, their channels one after the other; perhaps the input's first."""

    def __init__(self, *branches: nn.Module, first: bool = False) -> None:
        super().__init__()
        self.branches, self.first = nn.ModuleList(branches), first

    def forward(self, x: Tensor) -> Tensor:
        parts = [x] if self.first else []
        return torch.cat([*parts, *(each(x) for each in self.branches)], 1)


class _Gated(nn.Module):
    """Channels times what their means give."""

    def __init__(self, channels: int, active: type[nn.Module], gate: type[nn.Module]) -> None:
        super().__init__()
        few = max(channels // 4, 4)
        self.gate = nn.Sequential(
            nn.AdaptiveAvgPool2d(1),
            nn.Conv2d(channels, few, 1),
            active(),
            nn.Conv2d(few, channels, 1),
            gate(),
        )

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = x * self.gate(x)
        return y


class _Shuffled(nn.Module):
    """Half of the channels as they are, the others convolved, then mixed."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        half = channels // 2
        self.body = nn.Sequential(
            _unit(half, half, 1),
            _unit(half, half, groups=half, active=None),
            _unit(half, half, 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        one, other = x.chunk(2, 1)
        return functional.channel_shuffle(torch.cat([one, self.body(other)], 1), 2)


class _Skipped(nn.Module):
    """An image made smaller and larger again, next to the image."""

    def __init__(self, channels: int, inner: nn.Module, larger: nn.Module) -> None:
        super().__init__()
        self.inner = nn.Sequential(nn.MaxPool2d(2), inner, larger)
        self.last = _unit(2 * channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = self.last(torch.cat([x, self.inner(x)], 1))
        return y


class _Attention(nn.Module):
    """Attention of rows with several heads, and what is multiplied after it."""

    def __init__(self, width: int, heads: int, wider: int = 2) -> None:
        super().__init__()
        self.heads, self.norms = heads, nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.parts, self.joined = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide = nn.Sequential(
            nn.Linear(width, wider * width), nn.GELU(), nn.Linear(wider * width, width)
        )

    def forward(self, x: Tensor) -> Tensor:
        batches, rows, width = x.shape
        parts = self.parts(self.norms[0](x)).chunk(3, -1)
        shape = (batches, rows, self.heads, width // self.heads)
        q, k, v = (each.reshape(shape).transpose(1, 2) for each in parts)
        weights = (q @ k.transpose(-1, -2) * shape[-1] ** -0.5).softmax(-1)
        x = x + self.joined((weights @ v).transpose(1, 2).reshape(batches, rows, width))
        y: Tensor = x + self.wide(self.norms[1](x))
        return y


class _Embedded(nn.Module):
    """Words as rows, each with what its place adds."""

    def __init__(self, words: int, rows: int, width: int) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Parameter(torch.randn(rows, width))
        self.norm = nn.LayerNorm(width)

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = self.norm(self.words(x) + self.places)
        return y


class _Step(nn.Module):
    """A function of a tensor as a layer."""

    def __init__(self, function: Callable[[Tensor], Tensor]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Tensor) -> Tensor:
        return self.function(x)


def _means() -> nn.Module:
    """Means of what is behind the first two dims."""
    return _Step(lambda x: x.flatten(2).mean(2))


def _classes(channels: int, count: int = 10) -> tuple[nn.Module, ...]:
    return nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, count)


def _inverted(channels: int, active: type[nn.Module], *gates: nn.Module) -> nn.Module:
    wide = 4 * channels
    return _Sum(
        _unit(channels, wide, 1, active=active),
        _unit(wide, wide, groups=wide, active=active),
        *gates,
        _unit(wide, channels, 1, active=None),
    )


def _separable(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    depthwise = _unit(inputs, inputs, 3, stride, groups=inputs)
    return nn.Sequential(depthwise, _unit(inputs, outputs, 1))


def _lines(inputs: int, outputs: int, dilation: int = 1) -> nn.Sequential:
    line = nn.Conv1d(inputs, outputs, 3, padding=dilation, dilation=dilation)
    return nn.Sequential(line, nn.ReLU())


def _autoencoder() -> nn.Module:
    pairs = [(128, 64), (64, 8), (8, 64)]
    layers = [each for pair in pairs for each in (nn.Linear(*pair), nn.ReLU())]
    return nn.Sequential(*layers, nn.Linear(64, 128))


def _conv_autoencoder() -> nn.Module:
    small = nn.Sequential(_unit(1, 8, 3, 2), _unit(8, 16, 3, 2))
    large = [nn.ConvTranspose2d(a, b, 2, 2) for a, b in ((16, 8), (8, 1))]
    return nn.Sequential(small, large[0], nn.ReLU(), large[1], nn.Sigmoid())


def _convnext() -> nn.Module:
    def block() -> nn.Module:
        depthwise = nn.Conv2d(16, 16, 7, padding=3, groups=16)
        norm = nn.GroupNorm(1, 16)
        return _Sum(depthwise, norm, nn.Conv2d(16, 64, 1), nn.GELU(), nn.Conv2d(64, 16, 1))

    return nn.Sequential(nn.Conv2d(3, 16, 4, 4), block(), block(), *_classes(16))


def _densenet() -> nn.Module:
    grown = [_Joined(_unit(16 + 8 * n, 8), first=True) for n in range(3)]
    between = nn.Sequential(_unit(40, 16, 1), nn.AvgPool2d(2))
    again = [_Joined(_unit(16 + 8 * n, 8), first=True) for n in range(3)]
    return nn.Sequential(_unit(3, 16, 3, 2), *grown, between, *again, *_classes(40))


def _squeezenet() -> nn.Module:
    def fire(inputs: int) -> nn.Module:
        return nn.Sequential(_unit(inputs, 8, 1), _Joined(_unit(8, 16, 1), _unit(8, 16)))

    pools = [nn.MaxPool2d(3, 2, ceil_mode=True) for _ in range(2)]
    ends = nn.Conv2d(32, 10, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()
    return nn.Sequential(_unit(3, 16, 3, 2), pools[0], fire(16), fire(32), pools[1], *ends)


def _unet(larger: Callable[[int], nn.Module]) -> nn.Module:
    inner = _Skipped(16, _unit(16, 16), larger(16))
    return nn.Sequential(_unit(1, 16), _Skipped(16, inner, larger(16)), nn.Conv2d(16, 1, 1))


def _yolo() -> nn.Module:
    body = [_unit(a, b, 3, 2, active=nn.LeakyReLU) for a, b in ((3, 8), (8, 16), (16, 32))]
    pools = [nn.MaxPool2d(k, 1, k // 2) for k in (3, 5)]
    return nn.Sequential(
        *body, _Joined(*pools, first=True), _unit(96, 32, 1, active=nn.SiLU), nn.Conv2d(32, 18, 1)
    )


def _bert() -> nn.Module:
    blocks = [_Attention(64, 4, wider=4) for _ in range(6)]
    ends = _Step(lambda x: x[:, 0]), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 2)
    return nn.Sequential(_Embedded(BERT_WORDS, 16, 64), *blocks, *ends)


def _image_transformer() -> nn.Module:
    blocks = [_Attention(32, 4) for _ in range(2)]
    rows_of_pixels = _Step(lambda x: x.flatten(2).transpose(1, 2))
    mean_of_rows = _Step(lambda x: x.mean(1))
    first, last = nn.Conv2d(3, 32, 8, 8), nn.Linear(32, 10)
    return nn.Sequential(first, rows_of_pixels, *blocks, mean_of_rows, last)


IMAGE = (1, 3, 32, 32)
BERT_WORDS = 200
NETWORKS: Mapping[str, Network] = {
    "autoencoder": Network(make=_autoencoder, sizes=(1, 128)),
    "bert_dynamic": Network(make=_bert, sizes=(1, 16), dynamic=True, words=BERT_WORDS),
    "conv_autoencoder": Network(make=_conv_autoencoder, sizes=(1, 1, 28, 28)),
    "convnext": Network(make=_convnext, sizes=IMAGE),
    "densenet": Network(make=_densenet, sizes=IMAGE),
    "dscnn": Network(
        make=lambda: nn.Sequential(
            _unit(1, 16, 3, 2), *(_separable(16, 16) for _ in range(3)), *_classes(16, 12)
        ),
        sizes=(1, 1, 49, 10),
    ),
    "efficientnet": Network(
        make=lambda: nn.Sequential(
            _unit(3, 16, 3, 2, active=nn.SiLU),
            *(_inverted(16, nn.SiLU, _Gated(64, nn.SiLU, nn.Sigmoid)) for _ in range(2)),
            *_classes(16),
        ),
        sizes=IMAGE,
    ),
    "kws_conv1d": Network(
        make=lambda: nn.Sequential(
            _lines(10, 24), nn.MaxPool1d(2), _lines(24, 24), _means(), nn.Linear(24, 12)
        ),
        sizes=(1, 10, 50),
    ),
    "mlp": Network(
        make=lambda: nn.Sequential(
            *(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 10))
        ),
        sizes=(1, 64),
    ),
    "mlp_dynamic": Network(
        make=lambda: nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10)),
        sizes=(1, 64),
        dynamic=True,
    ),
    "mobilenet_v1": Network(
        make=lambda: nn.Sequential(
            *(_unit(3, 8, 3, 2), _separable(8, 16), _separable(16, 32, 2), _separable(32, 32)),
            *_classes(32, 2),
        ),
        sizes=(1, 3, 48, 48),
    ),
    "mobilenet_v2": Network(
        make=lambda: nn.Sequential(
            _unit(3, 16, 3, 2, active=nn.ReLU6),
            *(_inverted(16, nn.ReLU6) for _ in range(3)),
            *_classes(16),
        ),
        sizes=IMAGE,
    ),
    "mobilenet_v3": Network(
        make=lambda: nn.Sequential(
            _unit(3, 16, 3, 2, active=nn.Hardswish),
            *(_inverted(16, nn.Hardswish, _Gated(64, nn.ReLU, nn.Hardsigmoid)) for _ in range(2)),
            *_classes(16),
        ),
        sizes=IMAGE,
    ),
    "resnet": Network(
        make=lambda: nn.Sequential(
            *(_unit(3, 16), _Sum(_unit(16, 16), _unit(16, 16, active=None)), nn.ReLU()),
            *(_unit(16, 32, 3, 2), _Sum(_unit(32, 32), _unit(32, 32, active=None)), nn.ReLU()),
            *_classes(32),
        ),
        sizes=IMAGE,
    ),
    "shufflenet": Network(
        make=lambda: nn.Sequential(
            *(_unit(3, 16, 3, 2), _Shuffled(16), _Shuffled(16), _unit(16, 32, 3, 2)),
            *(_Shuffled(32), *_classes(32)),
        ),
        sizes=IMAGE,
    ),
    "squeezenet": Network(make=_squeezenet, sizes=IMAGE),
    "super_resolution": Network(
        make=lambda: nn.Sequential(
            *(nn.Conv2d(1, 16, 5, padding=2), nn.ReLU(), nn.Conv2d(16, 9, 3, padding=1)),
            nn.PixelShuffle(3),
        ),
        sizes=(1, 1, 16, 16),
    ),
    "tcn": Network(
        make=lambda: nn.Sequential(
            *(_lines(8, 16), _Sum(_lines(16, 16, 2)), _Sum(_lines(16, 16, 4)), _means()),
            nn.Linear(16, 6),
        ),
        sizes=(1, 8, 64),
    ),
    "unet_transposed": Network(
        make=lambda: _unet(lambda n: nn.ConvTranspose2d(n, n, 2, 2)), sizes=(1, 1, 32, 32)
    ),
    "unet_upsampled": Network(
        make=lambda: _unet(lambda n: nn.Upsample(scale_factor=2)), sizes=(1, 1, 32, 32)
    ),
    "vit": Network(make=_image_transformer, sizes=IMAGE),
    "yolo": Network(make=_yolo, sizes=(1, 3, 48, 48)),
}
"""The networks of the table, each under its name."""
