"""Exports overlap.pte: a method that is compiled for TimerBackend, and one of operators.

Run with the packages of requirements-conformance.txt: `python examples/async/export.py`.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, final

import torch
from executorch.exir import to_edge
from executorch.exir.backend.backend_api import to_backend
from executorch.exir.backend.backend_details import BackendDetails, PreprocessResult
from torch import nn
from torch.export import export

TICKS = 2_000_000


@final
class TimerBackend(BackendDetails):
    """Doubles a tensor after so many ticks of a timer."""

    @staticmethod
    def preprocess(edge_program: Any, compile_specs: Any) -> PreprocessResult:
        """The payload: ticks, factor."""
        return PreprocessResult(processed_bytes=struct.pack("<If", TICKS, 2.0))


class Slow(nn.Module):
    """What the backend does."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:  # noqa: D102 - torch calls it
        return x * 2


class Work(nn.Module):
    """What the processor does in the meantime."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:  # noqa: D102 - torch calls it
        y = x
        for _ in range(8):
            y = y + x
        return y


class Lowered(nn.Module):
    """A method that is one delegate."""

    def __init__(self, delegate: nn.Module) -> None:
        super().__init__()
        self.delegate = delegate

    def forward(self, x: torch.Tensor) -> torch.Tensor:  # noqa: D102 - torch calls it
        return self.delegate(x)


if __name__ == "__main__":
    inputs = (torch.ones(16),)
    delegate = to_backend("TimerBackend", to_edge(export(Slow(), inputs)).exported_program(), [])
    methods = {"slow": export(Lowered(delegate), inputs), "work": export(Work(), inputs)}
    program = to_edge(methods).to_executorch()
    Path(__file__).with_name("overlap.pte").write_bytes(program.buffer)
