"""Cases of Fourier transforms, and of sizes of complex numbers."""

from __future__ import annotations

import itertools
from typing import Any

import torch
from case_text import CHANNELS_LAST, COMPLEX, NAMES, Cases, Ordered, aten, values

PARTS = {torch.float32: torch.complex64, torch.float64: torch.complex128}
LENGTHS = (1, 2, 3, 4, 5, 7, 8, 12, 13, 30, 64, 80)


def make_fourier() -> Cases:
    cases = Cases()
    for real, complex_ in PARTS.items():
        _lines(cases, real, complex_)
        _planes(cases, real, complex_)
    _lengths(cases)
    return cases


def _r2c(x: torch.Tensor, dim: Any, normalization: int, onesided: bool) -> Any:
    return aten._fft_r2c(x, list(dim), normalization, onesided)


def _c2r(x: torch.Tensor, dim: Any, normalization: int, size: int) -> Any:
    return aten._fft_c2r(x, list(dim), normalization, size)


def _c2c(x: torch.Tensor, dim: Any, normalization: int, forward: bool) -> Any:
    return aten._fft_c2c(x, list(dim), normalization, forward)


def _lines(cases: Cases, real: torch.dtype, complex_: torch.dtype) -> None:
    for size in LENGTHS:
        name = f"{NAMES[real]}_{size}"
        x, z = values(2, size, dtype=real), values(2, size, dtype=complex_)
        half = values(2, size // 2 + 1, dtype=complex_)
        cases.add("aten::_fft_r2c.out", name, _r2c, x, (1,), 0, True)
        cases.add("aten::_fft_c2c.out", name, _c2c, z, (1,), 0, True)
        cases.add("aten::_fft_c2r.out", name, _c2r, half, (1,), 2, size)


def _planes(cases: Cases, real: torch.dtype, complex_: torch.dtype) -> None:
    name = NAMES[real]
    for normalization in (0, 1, 2):
        x, z = values(3, 6, 5, dtype=real), values(3, 6, 5, dtype=complex_)
        key = f"{name}_by_{normalization}"
        for dim in ((1,), (0,), (1, 2), (0, 2, 1)):
            at = "_".join(map(str, dim))
            cases.add("aten::_fft_r2c.out", f"{key}_{at}", _r2c, x, dim, normalization, True)
            cases.add("aten::_fft_r2c.out", f"{key}_{at}_two", _r2c, x, dim, normalization, False)
            for forward in (True, False):
                case = f"{key}_{at}_{forward}"
                cases.add("aten::_fft_c2c.out", case, _c2c, z, dim, normalization, forward)
            for size in (2 * x.shape[dim[-1]] - 2, 2 * x.shape[dim[-1]] - 1):
                case = f"{key}_{at}_{size}"
                cases.add("aten::_fft_c2r.out", case, _c2r, z, dim, normalization, size)
    image = Ordered(values(2, 3, 4, 5, dtype=real), CHANNELS_LAST)
    cases.add("aten::_fft_r2c.out", f"{name}_last", _r2c, image, (2, 3), 0, True)
    image = Ordered(values(2, 3, 4, 5, dtype=complex_), CHANNELS_LAST)
    cases.add("aten::_fft_c2c.out", f"{name}_last", _c2c, image, (1, 3), 0, True)
    cases.add("aten::_fft_c2r.out", f"{name}_last", _c2r, image, (2, 3), 0, 8)


def _lengths(cases: Cases) -> None:
    parts = (0.0, -0.0, 1.5, -3e38, 1e-38, float("inf"), -float("inf"), float("nan"))
    for dtype, name in COMPLEX.items():
        operator = "aten::abs.out"
        pairs = [complex(*pair) for pair in itertools.product(parts, repeat=2)]
        cases.add(operator, f"{name}_special", torch.abs, torch.tensor(pairs).to(dtype))
        cases.add(operator, f"{name}_random", torch.abs, values(4, 33, dtype=dtype))
        last = Ordered(values(2, 3, 4, 5, dtype=dtype), CHANNELS_LAST)
        cases.add(operator, f"{name}_last", torch.abs, last, out_order=CHANNELS_LAST)
        cases.add(operator, f"{name}_from_last", torch.abs, last)
        cases.add(operator, f"{name}_number", torch.abs, values(dtype=dtype))
        cases.add(operator, f"{name}_empty", torch.abs, values(0, 3, dtype=dtype))
