"""Finds what a program computes, element by element, from the numbers of one quantized tensor.

Such a result has at most as many values as there are numbers, whatever operators compute it:
activations as they are exported, decomposed or not, clamps, constants that are added or multiplied.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array
from codegen.optimize.dequantized import CLAMPS, Source, dequantized, is_alike, maker_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call
from codegen.optimize.integer_rewriter import Rewriter
from codegen.optimize.quantization import RANGES, numbers_of
from codegen.program_value import ScalarValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabled:
    """What a tensor has for each q of `source`, from the lowest on: Float or Bool."""

    source: Source
    values: Array


def tabled(rewriter: Rewriter, index: int, time: int) -> Tabled | None:
    """Float tensor `index` as a function of a tensor that is unchanged at `time`.

    None where it is no such function, or has values that are no numbers.
    """
    tables = _Tables(rewriter=rewriter, time=time)
    with np.errstate(all="ignore"):
        values = tables.values_of(index)
    source = tables.source
    if source is None or values is None or values.shape != tables.shape or np.isnan(values).any():
        return None
    return Tabled(source=source, values=values) if values.dtype == np.float32 else None


def _constant(edit: Edit, source: Source) -> Array | None:
    """The real numbers of a source that is constant."""
    array = edit.array(source.value)
    lowest = RANGES[source.form.dtype][0]
    return None if array is None else numbers_of(source.form)[array.astype(np.intp) - lowest]


@dataclass(slots=True)
class _Tables:
    """The values of tensors while those that they are computed from are followed."""

    rewriter: Rewriter
    time: int
    source: Source | None = None
    known: dict[int, Array | None] = field(default_factory=dict)

    @property
    def edit(self) -> Edit:
        return self.rewriter.edit

    @property
    def shape(self) -> tuple[int]:
        """One value for each number of the source's dtype."""
        low, high = RANGES[self.rewriter.dtype or DType.Char]
        return (high - low + 1,)

    def values_of(self, index: int) -> Array | None:
        """Values for those of the source, or the one of a constant."""
        if index not in self.known:
            self.known[index] = self._found(index)
        return self.known[index]

    def _found(self, index: int) -> Array | None:
        number, tensor = self.edit.number(index), self.edit.tensor(index)
        if number is not None:
            return np.full((), number, dtype=np.float32)
        if tensor is None:
            return None
        if tensor.constant:
            array = self.edit.array(index)
            if array is None or array.size != 1:
                return None
            return array.reshape(()).astype(np.float32)
        fixed = dequantized(self.edit, index, self.time)
        array = None if fixed is None else _constant(self.edit, fixed)
        if array is not None and array.size == 1:
            return array.reshape(())
        call = maker_of(self.edit, index)
        function = None if call is None else FUNCTIONS.get(call.operator)
        if call is None or function is None:
            return self._read(index)
        if tensor.dtype not in (DType.Float, DType.Bool):
            return None
        values = function(self, call)
        own = None if self.source is None else self.edit.tensor(self.source.value)
        if values is None or own is None or not is_alike(own, replace(tensor, dtype=own.dtype)):
            return None
        return values.astype(np.bool_ if tensor.dtype is DType.Bool else np.float32)

    def _read(self, index: int) -> Array | None:
        """The numbers of the source, which must be the same one wherever it is read."""
        rewriter, values = self.rewriter, self.edit.values
        moves = len(rewriter.pending)
        found, first = rewriter.source(index, self.time), self.source
        if found is None:
            return None
        if first is None:
            self.source = found
        else:
            same = found.form == first.form and values[found.value] == values[first.value]
            if not same or len(rewriter.pending) > moves:
                return None
        return numbers_of(found.form)

    def number(self, call: Call, name: str) -> np.float32 | None:
        """The number that a parameter always has."""
        found = self.edit.number(self.edit.named(call)[name])
        return None if found is None else np.float32(found)

    def text(self, call: Call, name: str) -> str | None:
        """The string that a parameter has."""
        value = self.edit.values[self.edit.named(call)[name]]
        return str(value.value) if isinstance(value, ScalarValue) else None


_Function = Callable[[_Tables, Call], Array | None]


def _of_one(function: Callable[[Array], Array]) -> _Function:
    """A function of the first argument alone."""

    def values(tables: _Tables, call: Call) -> Array | None:
        given = tables.values_of(call.arguments[0])
        return None if given is None else function(given)

    return values


def _of_two(function: Callable[[Array, Array], Array], *, scaled: bool = False) -> _Function:
    """A function of two arguments; `scaled`: the second one is multiplied by `alpha` before."""

    def values(tables: _Tables, call: Call) -> Array | None:
        one, other = (tables.values_of(index) for index in call.arguments[:2])
        alpha = tables.number(call, "alpha") if scaled else np.float32(1)
        if one is None or other is None or alpha is None:
            return None
        return np.broadcast_to(function(one, other * alpha if scaled else other), tables.shape)

    return values


def _clamped(tables: _Tables, call: Call) -> Array | None:
    given = tables.values_of(call.arguments[0])
    bounds = CLAMPS[call.operator](tables.edit, tables.edit.named(call))
    if given is None or bounds is None:
        return None
    return np.clip(given, np.float32(bounds[0]), np.float32(bounds[1]))


def _where(tables: _Tables, call: Call) -> Array | None:
    parts = [tables.values_of(index) for index in call.arguments[:3]]
    condition, one, other = parts
    if condition is None or one is None or other is None:
        return None
    return np.broadcast_to(np.where(condition.astype(np.bool_), one, other), tables.shape)


def _leaky_relu(tables: _Tables, call: Call) -> Array | None:
    given, slope = tables.values_of(call.arguments[0]), tables.number(call, "negative_slope")
    return None if given is None or slope is None else np.where(given > 0, given, given * slope)


def _elu(tables: _Tables, call: Call) -> Array | None:
    given = tables.values_of(call.arguments[0])
    numbers = [tables.number(call, name) for name in ("alpha", "scale", "input_scale")]
    alpha, scale, inner = numbers
    if given is None or alpha is None or scale is None or inner is None:
        return None
    return np.where(given > 0, given * scale, np.expm1(given * inner) * (alpha * scale))


def _gelu(tables: _Tables, call: Call) -> Array | None:
    given, form = tables.values_of(call.arguments[0]), tables.text(call, "approximate")
    if given is None or form not in ("none", "tanh"):
        return None
    x = given.astype(np.float64)
    if form == "tanh":
        part: Array = np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))
    else:
        part = _erf(x / math.sqrt(2))
    scaled: Array = x / 2 * (1 + part)
    return scaled


def _erf(x: Array) -> Array:
    return np.array([math.erf(each) for each in x.ravel()]).reshape(x.shape)


FUNCTIONS: Mapping[str, _Function] = {
    **dict.fromkeys(CLAMPS, _clamped),
    "aten::abs.out": _of_one(np.abs),
    "aten::add.out": _of_two(np.add, scaled=True),
    "aten::add.Scalar_out": _of_two(np.add, scaled=True),
    "aten::cos.out": _of_one(np.cos),
    "aten::div.out": _of_two(np.divide),
    "aten::div.Scalar_out": _of_two(np.divide),
    "aten::elu.out": _elu,
    "aten::erf.out": _of_one(_erf),
    "aten::exp.out": _of_one(np.exp),
    "aten::expm1.out": _of_one(np.expm1),
    "aten::ge.Scalar_out": _of_two(np.greater_equal),
    "aten::ge.Tensor_out": _of_two(np.greater_equal),
    "aten::gelu.out": _gelu,
    "aten::gt.Scalar_out": _of_two(np.greater),
    "aten::gt.Tensor_out": _of_two(np.greater),
    "aten::le.Scalar_out": _of_two(np.less_equal),
    "aten::le.Tensor_out": _of_two(np.less_equal),
    "aten::leaky_relu.out": _leaky_relu,
    "aten::log.out": _of_one(np.log),
    "aten::log1p.out": _of_one(np.log1p),
    "aten::lt.Scalar_out": _of_two(np.less),
    "aten::lt.Tensor_out": _of_two(np.less),
    "aten::maximum.out": _of_two(np.maximum),
    "aten::minimum.out": _of_two(np.minimum),
    "aten::mul.out": _of_two(np.multiply),
    "aten::mul.Scalar_out": _of_two(np.multiply),
    "aten::neg.out": _of_one(np.negative),
    "aten::pow.Tensor_Scalar_out": _of_two(np.power),
    "aten::pow.Tensor_Tensor_out": _of_two(np.power),
    "aten::reciprocal.out": _of_one(np.reciprocal),
    "aten::rsqrt.out": _of_one(lambda x: 1 / np.sqrt(x)),
    "aten::sigmoid.out": _of_one(lambda x: 1 / (1 + np.exp(-x.astype(np.float64)))),
    "aten::sin.out": _of_one(np.sin),
    "aten::sqrt.out": _of_one(np.sqrt),
    "aten::sub.out": _of_two(np.subtract, scaled=True),
    "aten::sub.Scalar_out": _of_two(np.subtract, scaled=True),
    "aten::tanh.out": _of_one(np.tanh),
    "aten::where.self_out": _where,
}
"""For each operator that works element by element how it computes its values."""
