"""The networks of the models in `configs/models`, in PyTorch, with seeded random weights."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import nn

SEED = 0

Network = tuple[nn.Module, tuple[torch.Tensor, ...]]
"""A module in evaluation mode, and inputs of it."""


class InvertedResidual(nn.Module):
    """Expands channels, convolves each of them, and projects; adds its input where it fits."""

    def __init__(self, inputs: int, outputs: int, stride: int, factor: int) -> None:
        super().__init__()
        hidden = inputs * factor
        expand = [] if factor == 1 else [_convolution(inputs, hidden, kernel=1)]
        self.adds = stride == 1 and inputs == outputs
        self.layers = nn.Sequential(
            *expand,
            _convolution(hidden, hidden, stride=stride, groups=hidden),
            nn.Conv2d(hidden, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """[N, inputs, H, W] to [N, outputs, H / stride, W / stride]."""
        return x + self.layers(x) if self.adds else self.layers(x)


def _convolution(
    inputs: int, outputs: int, *, kernel: int = 3, stride: int = 1, groups: int = 1
) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU6(),
    )


class MobileNetV2(nn.Module):
    """MobileNetV2.   Source: Sandler et al., 2018, table 2; channels as torchvision rounds them."""

    BLOCKS = (
        (1, 16, 1, 1),
        (6, 24, 2, 2),
        (6, 32, 3, 2),
        (6, 64, 4, 2),
        (6, 96, 3, 1),
        (6, 160, 3, 2),
        (6, 320, 1, 1),
    )
    """Expansion, outputs, how often, and the stride of the first."""

    def __init__(self, *, width: float, classes: int) -> None:
        super().__init__()
        channels = _scaled(32, width)
        layers: list[nn.Module] = [_convolution(3, channels, stride=2)]
        for factor, outputs, count, stride in self.BLOCKS:
            for index in range(count):
                first = channels
                channels = _scaled(outputs, width)
                step = stride if index == 0 else 1
                layers.append(InvertedResidual(first, channels, step, factor))
        layers.append(_convolution(channels, 1280, kernel=1))
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Linear(1280, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """[N, 3, H, W] to [N, classes]."""
        return self.classifier(self.features(x).mean([2, 3]))


def _scaled(channels: int, width: float) -> int:
    """`channels` times `width`, a multiple of 8 at least nine tenths of it."""
    wanted = channels * width
    rounded = max(8, int(wanted + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * wanted else rounded


class Block(nn.Module):
    """Causal attention and two linear layers, each after a normalisation and added to its input."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before_attention = nn.LayerNorm(width)
        self.queries_keys_values = nn.Linear(width, 3 * width)
        self.attention_out = nn.Linear(width, width)
        self.before_layers = nn.LayerNorm(width)
        self.layers = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """[N, T, width] to the same."""
        n, t, width = x.shape
        parts = self.queries_keys_values(self.before_attention(x)).split(width, dim=2)
        q, k, v = (part.view(n, t, self.heads, -1).transpose(1, 2) for part in parts)
        found = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.attention_out(found.transpose(1, 2).reshape(n, t, width))
        return x + self.layers(self.before_layers(x))


class Transformer(nn.Module):
    """A decoder: the probabilities of the next word at each position."""

    def __init__(self, *, words: int, positions: int, width: int, heads: int, blocks: int) -> None:
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.positions = nn.Embedding(positions, width)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(blocks)))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, words, bias=False)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """[N, T] of Long to [N, T, words]."""
        x = self.words(tokens) + self.positions(torch.arange(tokens.size(1)))
        return self.head(self.norm(self.blocks(x))).softmax(dim=-1)


def mobilenet_v2() -> Network:
    """Width 0.35, an image of 96x96, two classes: as mv2.pte and mv2_cortex_m.pte."""
    return _seeded(lambda: MobileNetV2(width=0.35, classes=2), lambda: (torch.randn(1, 3, 96, 96),))


def transformer() -> Network:
    """Two blocks of width 64 with 4 heads, 16 tokens of 256 words: as transformer.pte."""
    return _seeded(
        lambda: Transformer(words=256, positions=32, width=64, heads=4, blocks=2),
        lambda: (torch.randint(0, 256, (1, 16)),),
    )


def _seeded(
    make: Callable[[], nn.Module], inputs: Callable[[], tuple[torch.Tensor, ...]]
) -> Network:
    torch.manual_seed(SEED)
    return make().eval(), inputs()


NETWORKS: dict[str, Callable[[], Network]] = {
    "mobilenet_v2": mobilenet_v2,
    "transformer": transformer,
}
"""Maps the name that `tasks/bench/peers.toml` gives a model's network to what makes it."""
