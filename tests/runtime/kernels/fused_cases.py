"""Calls of Kerf's own operators, of which no framework has results."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Iterator, Sequence
from math import prod

from tests.runtime.kernels.portable_calls import Case

GATE = "kerf::gate.out"
LAYER_NORM = "kerf::quantized_layer_norm.out"
SOFTMAX = "kerf::quantized_softmax.out"
MEAN = "kerf::quantized_mean.out"
LINEAR = "kerf::integer_linear.out"
CONVOLUTION = "kerf::integer_convolution.out"
HALF_LINEAR = "kerf::half_linear.out"
HALF_CONVOLUTION = "kerf::half_convolution.out"
INT16 = "kerf::int16_{}.out"


def cases() -> Iterator[Case]:
    """Each operator with its optional arguments and without."""
    source = random.Random(1)
    numbers = _tensor(
        "Float", (2, 5), struct.pack("<10f", *(source.gauss(0, 4) for _ in range(10)))
    )
    lines = (numbers, "double 3", "double 0", "double 6", "double 0.25", _out("Float", (2, 5)))
    yield Case(name="gate", operator=GATE, lines=lines)
    floats = _tensor("Float", (3,), struct.pack("<3f", 0.5, 1.5, -2.0))
    for number, given in enumerate((floats, "none")):
        rows = _int8(source, (4, 3))
        lines = (rows, "double 0.05", given, given, "int 3", "double 1e-05", "double 0.02")
        lines += ("int -4", "int -100", "int 100", _out("Char", (4, 3)))
        yield Case(name=f"rows{number}", operator=LAYER_NORM, lines=lines)
    numbers = struct.pack("<256f", *(math.exp(-0.05 * each) for each in range(256)))
    for dim in (-1, 1):
        given = (_int8(source, (3, 5, 4)), _tensor("Float", (256,), numbers), f"int {dim}")
        form = ("double 0.003", "int -120", "int -128", "int 127", _out("Char", (3, 5, 4)))
        yield Case(name=f"probabilities{dim}", operator=SOFTMAX, lines=(*given, *form))
    means = (*given[:2], "int 4", *form[:-1], _out("Char", (3, 4)))
    yield Case(name="means", operator=MEAN, lines=means)
    one, zero = _tensor("Float", (1,), struct.pack("<f", 0.1)), _tensor("Int", (1,), bytes(4))
    for number, (scale, zero_point) in enumerate(((one, zero), ("none", "none"))):
        weight = (_int8(source, (3, 2)), floats, floats if number else "none")
        given = (*_input(source, (4, 2), scale), zero_point)
        bounds = ("none", "double 1.5") if number else ("double -0.5", "none")
        lines = (*given, *weight, *bounds, _out("Float", (4, 3)))
        yield Case(name=f"linear{number}", operator=LINEAR, lines=lines)
        weight = (_int8(source, (3, 2, 2, 1)), *weight[1:])
        given = (*_input(source, (1, 2, 4, 3), scale), zero_point)
        lists = ("ints 1,1", "ints 0,0", "ints 1,1", "int 1")
        lines = (*given, *weight, *lists, *bounds, _out("Float", (1, 3, 3, 3)))
        yield Case(name=f"convolution{number}", operator=CONVOLUTION, lines=lines)
        given = (*_input(source, (1, 2, 5), scale), zero_point)
        weight = (_int8(source, (3, 2, 1, 3)), *weight[1:])
        rows = ("ints 1,2", "ints 0,1", "ints 1,1", "int 1", "none", "none")
        lines = (*given, *weight, *rows, _out("Float", (1, 3, 3)))
        yield Case(name=f"line{number}", operator=CONVOLUTION, lines=lines)
    bounds = ("double -1", "double 2.5")
    rows = (_input(source, (4, 2), "none")[0], _halves(source, (3, 2)))
    image = (_input(source, (1, 4, 4, 3), "none")[0], _halves(source, (6, 2, 2, 1)))
    bias = _tensor("Float", (6,), struct.pack("<6f", *range(6)))
    for number in range(2):
        lines = (*rows, floats if number else "none", *bounds, _out("Float", (4, 3)))
        yield Case(name=f"halves{number}", operator=HALF_LINEAR, lines=lines)
        lines = (*image, bias if number else "none", *lists[:-1], "int 2", *bounds)
        lines += (_out("Float", (1, 6, 3, 3)),)
        yield Case(name=f"half_image{number}", operator=HALF_CONVOLUTION, lines=lines)

    yield from _int16_cases(source)


def _int16_cases(source: random.Random) -> Iterator[Case]:
    """Each operator of int16, of one image whose channel is last in memory too."""
    x, y = (_int16(source, (2, 1, 4, 3)) for _ in "12")
    bounds, same = ("int -20000", "int 30000"), _out("Short", (2, 1, 4, 3))
    factor, other = "int 1073741824", "int -1500000000"
    for number, second in enumerate((y, _int16(source, (4, 1)))):
        lines = (x, factor, second, other, "int 31", *bounds, same)
        yield Case(name=f"sums{number}", operator=INT16.format("add"), lines=lines)
        lines = (x, second, factor, "int 45", *bounds, same)
        yield Case(name=f"products{number}", operator=INT16.format("mul"), lines=lines)
    lines = (x, other, "int 31", *bounds, same)
    yield Case(name="scaled", operator=INT16.format("rescale"), lines=lines)
    entries = struct.pack("<17i", *(source.randint(-(2**23), 2**23) for _ in range(17)))
    lines = (x, _tensor("Int", (17,), entries), *bounds, same)
    yield Case(name="lines", operator=INT16.format("lookup"), lines=lines)
    lines = (x, "ints 2", "ints 1", "ints 1", "bool 0", *bounds, _out("Short", (2, 1, 5, 4)))
    yield Case(name="largest", operator=INT16.format("max_pool2d"), lines=lines)
    numbers = _tensor("Int", (1,), struct.pack("<i", 2**30))
    for number, bias in enumerate((numbers, "none")):
        lists, out = ("ints 1,2", "ints 1,0", "ints 2,1"), _out("Short", (2, 1, 4, 1))
        for sizes in ((1, 2, 3, 1), (2, 3, 1)):
            weight = _int8(source, sizes)
            lines = (x, weight, bias, *lists, numbers, "int 38", *bounds, out)
            name = f"filters{number}_{len(sizes)}"
            yield Case(name=name, operator=INT16.format("conv2d"), lines=lines)
    powers = (math.exp(-0.001 * each * step) for step in (1, 256) for each in range(256))
    given = (_int16(source, (3, 5)), _tensor("Float", (512,), struct.pack("<512f", *powers)))
    form = ("double 3e-05", "int 0", "int -32768", "int 32767", _out("Short", (3, 5)))
    yield Case(name="fine", operator=SOFTMAX, lines=(*given, "int 1", *form))
    step = _tensor("Float", (1,), struct.pack("<f", 1e-4))
    lines = (_int16(source, (3, 5, 4)), step, "int 4", *form[:-1], _out("Short", (3, 4)))
    yield Case(name="fine_means", operator=MEAN, lines=lines)


def _int16(source: random.Random, sizes: Sequence[int]) -> str:
    return _tensor("Short", sizes, source.randbytes(2 * prod(sizes)))


def _input(source: random.Random, sizes: Sequence[int], scale: str) -> tuple[str, str]:
    """Integers that have a scale, or floats, with `scale`."""
    if scale != "none":
        return _int8(source, sizes), scale
    numbers = [source.gauss(0, 1) for _ in range(prod(sizes))]
    return _tensor("Float", sizes, struct.pack(f"<{len(numbers)}f", *numbers)), scale


def _halves(source: random.Random, sizes: Sequence[int]) -> str:
    numbers = [source.gauss(0, 1) for _ in range(prod(sizes))]
    return _tensor("Half", sizes, struct.pack(f"<{len(numbers)}e", *numbers))


def _int8(source: random.Random, sizes: Sequence[int]) -> str:
    return _tensor("Char", sizes, source.randbytes(prod(sizes)))


def _out(dtype: str, sizes: Sequence[int]) -> str:
    content = bytes(prod(sizes) * {"Float": 4, "Short": 2}.get(dtype, 1))
    return f"out {_tensor(dtype, sizes, content).partition(' ')[2]}"


def _tensor(dtype: str, sizes: Sequence[int], content: bytes) -> str:
    order = ",".join(map(str, range(len(sizes))))
    return f"tensor {dtype} {','.join(map(str, sizes))} {order} {content.hex()}"
