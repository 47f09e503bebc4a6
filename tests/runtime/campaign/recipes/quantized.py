"""Which shapes, dtypes and numbers of calls of the library `quantized` fit together."""

from __future__ import annotations

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.recipes.registry import RECIPES

REAL = (DType.Float, DType.Float, DType.Float, DType.Double, DType.Half, DType.BFloat16)
NARROW = (DType.Float, DType.Float, DType.Half, DType.BFloat16)
INTEGERS = (DType.Char, DType.Char, DType.Byte, DType.Short, DType.UInt16, DType.Int)
ENDS = {
    DType.Char: (-128, 127),
    DType.Byte: (0, 255),
    DType.Short: (-(2**15), 2**15 - 1),
    DType.UInt16: (0, 2**16 - 1),
    DType.Int: (-(2**31), 2**31 - 1),
}


def _range(call: Call, dtype: DType, prefix: str = "quant") -> Arguments:
    low, high = ENDS[dtype]
    return {f"{prefix}_min": call.number(low), f"{prefix}_max": call.number(high)}


def _real(call: Call, shape: tuple[int, ...]) -> int:
    return call.tensor(shape, call.random.choice((DType.Float, DType.Float, DType.Double)))


def _integer(call: Call, shape: tuple[int, ...]) -> int:
    """Zero points: constants, since what another call computes may be too far."""
    return call.tensor(shape, call.random.choice((DType.Long, DType.Int)), below=9)


def convert(call: Call) -> Arguments:
    """To or from quantized numbers."""
    name = call.schema.name.partition("::")[2]
    quantizes = name.startswith("quantize")
    integer, real = call.random.choice(INTEGERS), call.random.choice(REAL)
    shape = call.shape(1) if "per_channel" in name else call.shape()
    given = {
        "input": call.tensor(shape, real if quantizes else integer),
        "dtype": call.number(integer.number),
        "out_dtype": call.number(real.number),
        "output_dtype": call.number(real.number),
        "out": call.out(shape, integer if quantizes else real),
        **_range(call, integer),
    }
    if name.endswith("per_tensor.out"):
        zero = call.number(call.random.randint(0, 9))
        return {**given, "scale": call.number(0.25), "zero_point": zero}
    if "per_tensor" in name:
        one = call.random.choice(((), (1,)))
        scale = call.tensor(one, DType.Float, below=9)
        return {**given, "scale": scale, "zero_point": _integer(call, one)}
    axis = call.dim(len(shape))
    parts = (shape[axis],) if "per_channel" in name else (*shape[:-1], 1)[: len(shape)]
    given |= {"axis": call.number(axis), "scales": _real(call, parts)}
    absent = name.startswith("dequantize_per_channel") and call.random.random() < 0.3
    return {**given, "zero_points": call.number(None) if absent else _integer(call, parts)}


def add(call: Call) -> Arguments:
    call.dtype = call.random.choice(INTEGERS[:-1])
    shape = call.shape()
    given = {"a": call.tensor(shape), "b": call.tensor(call.part(shape)), "out": call.out(shape)}
    for name in ("a", "b", "out"):
        given |= _range(call, call.dtype, f"{name}_quant")
        given |= {f"{name}_scale": call.number(0.5), f"{name}_zero_point": call.number(3)}
    return given


def choose(call: Call) -> Arguments:
    call.dtype = call.random.choice(NARROW)
    shape = tuple(max(size, 1) for size in call.shape())
    rows = "per_token" in call.schema.name
    one = (*shape[:-1], *((1,) * min(len(shape), 1))) if rows else (1,)
    return {
        "input": call.tensor(shape),
        "dtype": call.number(DType.Char.number),
        "eps": call.number(1e-6),
        "scale_out": call.out(one, DType.Double),
        "zero_point_out": call.out(one, DType.Long),
        **_range(call, DType.Char),
    }


def embedding(call: Call) -> Arguments:
    name = call.schema.name.partition("::")[2]
    bits = 8 if "byte" in name else 4 if "4bit" in name else 2
    weight = call.random.choice((DType.Byte, DType.Char)) if bits == 8 else DType.Byte
    real, out = (call.random.choice(NARROW) for _ in "12")
    out = out if "dtype" in name else real
    rows, groups = max(call.size(), 1), call.random.choice((1, 2))
    columns = groups * call.random.choice((4, 8))
    shape, scales = call.shape(0, 2), (rows, groups)
    absent = call.random.random() < 0.5
    return {
        "weight": call.tensor((rows, columns * bits // 8), weight),
        "weight_scales": call.tensor(scales, real),
        "weight_zero_points": call.number(None) if absent else call.tensor(scales, real),
        "weight_quant_min": call.number(-(2 ** (bits - 1))),
        "weight_quant_max": call.number(2 ** (bits - 1) - 1),
        "indices": call.index(shape, rows),
        "dtype": call.number(out.number),
        "out": call.out((*shape, columns), out),
    }


def mixed(call: Call) -> Arguments:
    call.dtype = call.random.choice(REAL)
    m, k, n = call.sizes(3)
    linear = "linear" in call.schema.name
    out = call.random.choice(REAL) if linear else call.dtype
    weight = (n, k) if linear else (k, n)
    absent = call.random.random() < 0.5
    return {
        "input": call.tensor((m, k)),
        "weight": call.tensor(weight, DType.Char),
        "weight_scales": call.tensor(weight[:1]),
        "weight_zero_points": call.number(None) if absent else call.tensor(weight[:1]),
        "dtype": call.number(out.number),
        "out": call.out((m, n), out),
    }


_OF = {
    convert: (
        *("quantize_per_tensor.out", "quantize_per_tensor.Tensor_out"),
        *("quantize_per_channel.out", "quantize_per_token.out"),
        *("dequantize_per_tensor.out", "dequantize_per_tensor.Tensor_out"),
        *("dequantize_per_channel.out", "dequantize_per_token.out"),
    ),
    add: ("add.out",),
    choose: ("choose_qparams.Tensor_out", "choose_qparams_per_token_asymmetric.out"),
    embedding: tuple(
        f"embedding_{size}.{overload}"
        for size in ("byte", "4bit", "2bit")
        for overload in ("out", "dtype_out")
    ),
    mixed: ("mixed_mm.out", "mixed_linear.out"),
}
RECIPES.update(
    {f"quantized_decomposed::{name}": recipe for recipe, names in _OF.items() for name in names}
)
