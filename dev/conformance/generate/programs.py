"""Programs that hold nothing but calls of one operator: a method for each call."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unittest import mock

import torch
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge
from executorch.exir._serialize._program import deserialize_pte_binary
from executorch.exir.program import _program
from torch.export import ExportedProgram
from torch.utils._pytree import tree_flatten, tree_unflatten

from dev.conformance.generate.operators import DIM_ORDER
from dev.conformance.generate.samples import Sample

MOST_OF_A_DIMENSION = 4096
"""The bound that a program states of an output whose shape depends on data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A `.pte` and the samples that its methods `m0`, `m1`, .. call."""

    content: bytes
    samples: tuple[Sample, ...]
    refused: Mapping[str, str]
    """Maps a sample to why it is not in the program."""


class _Call(torch.nn.Module):
    def __init__(self, sample: Sample) -> None:
        super().__init__()
        leaves, self._structure = tree_flatten((sample.arguments, dict(sample.keywords)))
        self._overload = sample.overload
        self._leaves = [None if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]
        self._places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]

    def forward(self, *tensors: torch.Tensor) -> Any:
        leaves = list(self._leaves)
        for place, tensor in zip(self._places, tensors, strict=True):
            leaves[place] = tensor
        arguments, keywords = tree_unflatten(leaves, self._structure)
        result = self._overload(*arguments, **keywords)
        for output in result if isinstance(result, tuple | list) else (result,):
            for size in output.shape:
                if not isinstance(size, int):
                    torch._check(size >= 0)
                    torch._check(size <= MOST_OF_A_DIMENSION)
        return result


def lower(operator: str, samples: Sequence[Sample]) -> Program:
    """The program with a method for each of `samples` that can be lowered."""
    refused: dict[str, str] = {}
    with _nothing_decomposed():
        try:
            content = _lowered(operator, samples)
        except Exception:  # whatever lowering does not like: find out in which sample
            samples = [sample for sample in samples if not _refusal(operator, sample, refused)]
            content = _lowered(operator, samples) if samples else b""
    return Program(content=content, samples=tuple(samples), refused=refused)


def _refusal(operator: str, sample: Sample, refused: dict[str, str]) -> bool:
    try:
        _lowered(operator, [sample])
    except Exception as error:
        text = f"{type(error).__name__}: {error}".partition("\n")[0]
        refused[sample.name] = text[:200]
    return sample.name in refused


def _lowered(operator: str, samples: Sequence[Sample]) -> bytes:
    exported = {f"m{index}": _export(sample) for index, sample in enumerate(samples)}
    edge = EdgeCompileConfig(_check_ir_validity=False, _skip_dim_order=operator not in DIM_ORDER)
    config = ExecutorchBackendConfig(remove_view_copy=False)
    content = bytes(to_edge(exported, compile_config=edge).to_executorch(config).buffer)
    _check_operators(operator, content)
    return content


def _export(sample: Sample) -> Any:
    return torch.export.export(_Call(sample), tuple(sample.tensors()), strict=False)


def _check_operators(operator: str, content: bytes) -> None:
    """Raises ValueError where a method calls other operators than `operator`."""
    for plan in deserialize_pte_binary(content).program.execution_plan:
        names = {
            f"{entry.name}{'.' * bool(entry.overload)}{entry.overload}" for entry in plan.operators
        }
        others = {name for name in names - {operator} if not _of_shapes(name)}
        if operator not in names or others:
            raise ValueError(f"is lowered to {', '.join(sorted(names)) or 'nothing'}")


def _of_shapes(name: str) -> bool:
    return name.startswith(("executorch_prim::", "aten::sym_"))


@contextlib.contextmanager
def _nothing_decomposed() -> Iterator[None]:
    """Lowering that keeps every operator as it is called."""
    with (
        mock.patch.object(ExportedProgram, "run_decompositions", lambda program, table: program),
        mock.patch.object(_program, "_get_aten_to_edge_passes", lambda config: ([], [])),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield
