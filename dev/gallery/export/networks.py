"""The four reference networks of MLPerf Tiny in PyTorch.

Source: https://github.com/mlcommons/tiny, benchmark/training: keyword_spotting, visual_wake_words,
image_classification, anomaly_detection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import nn


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """A network of the gallery: what makes it, and the shape of its one input."""

    make: Callable[[], nn.Module]
    shape: tuple[int, ...]


def keyword_spotting() -> nn.Module:
    """DS-CNN: 49 frames of 10 cepstral coefficients to the probabilities of 12 words."""
    layers: list[nn.Module] = [
        _convolution(1, 64, kernel=(10, 4), stride=2, padding=(5, 1)),
    ]
    for _ in range(4):
        layers += _separable(64, 64, stride=1)
    return nn.Sequential(*layers, *_classifier((25, 5), 64, 12))


def visual_wake_words() -> nn.Module:
    """MobileNetV1 of width 0.25: a colour image of 96x96 to the probabilities of two classes."""
    layers: list[nn.Module] = [_convolution(3, 8, kernel=3, stride=2, padding=1)]
    channels = 8
    for outputs, stride in (
        *((16, 1), (32, 2), (32, 1), (64, 2), (64, 1), (128, 2)),
        *((128, 1) for _ in range(5)),
        *((256, 2), (256, 1)),
    ):
        layers += _separable(channels, outputs, stride=stride)
        channels = outputs
    return nn.Sequential(*layers, *_classifier((3, 3), channels, 2))


def image_classification() -> nn.Module:
    """ResNet-8: a colour image of 32x32 to the probabilities of ten classes."""
    return nn.Sequential(
        _convolution(3, 16, kernel=3, stride=1, padding=1),
        Residual(16, 16, stride=1),
        Residual(16, 32, stride=2),
        Residual(32, 64, stride=2),
        *_classifier((8, 8), 64, 10),
    )


def anomaly_detection() -> nn.Module:
    """An autoencoder: five spectra of 128 bands to the same, by way of eight numbers."""
    widths = (640, 128, 128, 128, 128, 8, 128, 128, 128, 128)
    layers: list[nn.Module] = []
    for inputs, outputs in pairwise(widths):
        layers += [nn.Linear(inputs, outputs), nn.BatchNorm1d(outputs), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(widths[-1], widths[0]))


class Residual(nn.Module):
    """Two convolutions of 3x3, and what they add to: their input, by a 1x1 where shapes differ."""

    def __init__(self, inputs: int, outputs: int, *, stride: int) -> None:
        super().__init__()
        self.first = _convolution(inputs, outputs, kernel=3, stride=stride, padding=1)
        self.second = nn.Sequential(
            nn.Conv2d(outputs, outputs, 3, padding=1), nn.BatchNorm2d(outputs)
        )
        self.shortcut = nn.Conv2d(inputs, outputs, 1, stride) if stride > 1 else nn.Identity()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """[N, inputs, H, W] to [N, outputs, H / stride, W / stride]."""
        return torch.relu(self.second(self.first(x)) + self.shortcut(x))


NETWORKS = {
    "kws": Network(make=keyword_spotting, shape=(1, 1, 49, 10)),
    "vww": Network(make=visual_wake_words, shape=(1, 3, 96, 96)),
    "ic": Network(make=image_classification, shape=(1, 3, 32, 32)),
    "ad": Network(make=anomaly_detection, shape=(1, 640)),
}
"""Maps the name of a model's file to its network."""


def _convolution(
    inputs: int,
    outputs: int,
    *,
    kernel: int | tuple[int, int],
    stride: int,
    padding: int | tuple[int, int],
    groups: int = 1,
) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, padding, groups=groups),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    )


def _separable(inputs: int, outputs: int, *, stride: int) -> Iterator[nn.Module]:
    yield _convolution(inputs, inputs, kernel=3, stride=stride, padding=1, groups=inputs)
    yield _convolution(inputs, outputs, kernel=1, stride=1, padding=0)


def _classifier(window: tuple[int, int], channels: int, classes: int) -> tuple[nn.Module, ...]:
    return nn.AvgPool2d(window), nn.Flatten(), nn.Linear(channels, classes), nn.Softmax(dim=1)
