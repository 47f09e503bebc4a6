"""The reference networks of MLPerf Tiny: their programs, and the page that shows what they take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A network as the page shows it."""

    title: str
    layers: str


NETWORKS = {
    "kws": Shown(title="Keyword spotting", layers="DS-CNN, 49x10 to 12 words"),
    "vww": Shown(title="Visual wake words", layers="MobileNetV1 0.25, 96x96x3 to 2 classes"),
    "ic": Shown(title="Image classification", layers="ResNet-8, 32x32x3 to 10 classes"),
    "ad": Shown(title="Anomaly detection", layers="autoencoder, 640 to 640 by way of 8"),
}
"""Maps the name of a model's file, with which its targets begin, to what it is."""

CORES = {
    "m55": "Cortex-M55",
    "m4": "Cortex-M4",
    "m0plus": "Cortex-M0+",
    "rv32imc": "RV32IMC",
}
"""Maps the end of a target's name to its processor."""


BALANCED = ("m55", "m4")
"""The processors for which a network also has a target that optimises for speed at a small price in
flash."""


def target_of(network: str, core: str, *, balanced: bool = False) -> str:
    """The target of a network for a processor."""
    return f"{network}-{core}-balanced" if balanced else f"{network}-{core}"


TARGETS = frozenset(
    target_of(network, core, balanced=balanced)
    for network in NETWORKS
    for cores, balanced in ((CORES, False), (BALANCED, True))
    for core in cores
)
