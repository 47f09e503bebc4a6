"""What targets are compared with: `peers.toml`, typed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("peers.toml")
SCALAR = "scalar"


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """A network of `tasks/bench/peers/networks.py` with the architecture of a model."""

    name: str
    int8: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What a peer's kernels take for a model on a processor."""

    peer: str
    instructions: int
    kernels_bytes: int | None
    """None where it was not measured."""


@cache
def _content() -> Mapping[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def network_of(model: str) -> Network | None:
    """The network of the model of that name; None where there is none to run."""
    found = _content()["network"].get(model)
    return found and Network(name=found["name"], int8=found.get("int8", False))


def figure_of(model: str, toolchain: str) -> Figure | None:
    """The committed figure of a model on a toolchain's processor, where there is one."""
    peer = _content()["cmsis-nn"]
    found = peer.get(model, {}).get(toolchain)
    return found and Figure(
        peer=peer["name"],
        instructions=found["instructions"],
        kernels_bytes=found.get("kernels-bytes"),
    )


def bound_of(isa: Sequence[str], *, int8: bool) -> float:
    """The MACs that one instruction computes at best on a processor with these instruction sets."""
    bounds = _content()["bound"]
    kind = "int8" if int8 else "float"
    return float(max(bounds[name][kind] for name in (*isa, SCALAR) if name in bounds))
