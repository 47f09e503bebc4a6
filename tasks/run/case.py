"""The cases of a model as values: inputs and expected outputs, method by method."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from codegen.dtype import DType


class Kind(StrEnum):
    """What a value is; the order is that of ExecuTorch's KernelTypes, from 1."""

    NONE = "none"
    INT = "int"
    BOOL = "bool"
    DOUBLE = "double"
    TENSOR = "tensor"

    @property
    def number(self) -> int:
        """ExecuTorch's number of the kind, as in a calls block."""
        return tuple(Kind).index(self) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """An input or output. A tensor's `data` is little-endian elements in storage order."""

    kind: Kind
    scalar: int | bool | float | None = None
    dtype: DType | None = None
    sizes: tuple[int, ...] = ()
    data: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One call: its inputs, and the outputs that it must give, if the file knows them."""

    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    integer_steps: int  # by how much an integer output may differ, for quantized models
    expects: bool = True  # False: it only has to run; there are no `outputs`


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodCases:
    """The cases of a method; they run in order on one loaded method, which keeps its state."""

    name: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCases:
    """All cases of a model, and the files that it consists of."""

    path: Path
    model: Path
    data: tuple[Path, ...]  # .ptd
    methods: tuple[MethodCases, ...]
