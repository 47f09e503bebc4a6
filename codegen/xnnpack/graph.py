"""What XNNPACK computes, as its payload describes it: values and the nodes that make them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from codegen.dtype import DType
from codegen.optimize.arrays import Array

NO_VALUE = 0xFFFFFFFF
"""The number of a value or of an external that does not exist."""


class Datatype(IntEnum):
    """The type of a value's elements: `xnn_datatype_*` of XNNPACK.

    Source: XNNDatatype in backends/xnnpack/serialization/schema.fbs of ExecuTorch.
    """

    FP32 = 1
    FP16 = 2
    QINT8 = 3
    QUINT8 = 4
    QINT32 = 5
    QCINT8 = 6
    QCINT32 = 7
    QCINT4 = 8
    QDINT8 = 9
    QBINT4 = 10
    QPINT8 = 11
    INT32 = 12
    PFP32 = 13
    BF16 = 14

    @property
    def dtype(self) -> DType | None:
        """The dtype of its elements in memory; None where they are packed or XNNPACK's own."""
        return _DTYPES.get(self)

    @property
    def four_bits(self) -> bool:
        """Two elements are in a byte."""
        return self in (Datatype.QCINT4, Datatype.QBINT4)


_DTYPES: Mapping[Datatype, DType] = {
    Datatype.FP32: DType.Float,
    Datatype.FP16: DType.Half,
    Datatype.BF16: DType.BFloat16,
    Datatype.QINT8: DType.Char,
    Datatype.QCINT8: DType.Char,
    Datatype.QUINT8: DType.Byte,
    Datatype.QINT32: DType.Int,
    Datatype.QCINT32: DType.Int,
    Datatype.INT32: DType.Int,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PerTensor:
    """A real number is (q - zero_point) * scale."""

    scale: float
    zero_point: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PerChannel:
    """As `PerTensor` without zero point, with a scale for each index of dim `axis`."""

    axis: int
    scales: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PerGroup:
    """A scale for each `size` elements of a row, row by row."""

    size: int
    scales: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class PerToken:
    """Quantized while the program runs: a scale and zero point for each slice of the last dims."""

    dims: int


Quantization = PerTensor | PerChannel | PerGroup | PerToken


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A tensor; `dims` are in XNNPACK's order, upper bounds where shapes are dynamic."""

    id: int
    datatype: Datatype
    dims: tuple[int, ...]
    data: bytes | None
    """The elements of a constant, as stored."""
    external: int | None
    """Its position among the arguments of the delegate's call."""
    output: bool
    """An external value that the delegate writes."""
    quantization: Quantization | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An operation; `inputs`, `outputs` and what else it has are named as in the schema."""

    index: int
    kind: str
    """The table's name without XNN: `Conv2d`."""
    inputs: Mapping[str, int]
    outputs: Mapping[str, int]
    numbers: Mapping[str, int]
    floats: Mapping[str, float]
    vectors: Mapping[str, tuple[int, ...]]
    bounds: tuple[float, float] | None
    """What its result is clamped to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """A payload; every value that a node reads is a constant, an input, or was made before."""

    values: Mapping[int, Value]
    nodes: tuple[Node, ...]
    externs: int
    """How many arguments the delegate's call has at least."""
