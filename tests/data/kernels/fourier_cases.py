"""Cases of Fourier transforms, and of sizes of complex numbers."""

from __future__ import annotations

import itertools

import torch
from case_text import CHANNELS_LAST, COMPLEX, NAMES, Case, Cases, Ordered, aten, values

PARTS = {torch.float32: torch.complex64, torch.float64: torch.complex128}
LENGTHS = (1, 2, 3, 4, 5, 7, 8, 12, 13, 30, 64, 80)


def make_fourier() -> Cases:
    cases = Cases()
    for real, complex_ in PARTS.items():
        _lines(cases, real, complex_)
        _planes(cases, real, complex_)
    _lengths(cases)
    return cases


def _transforms(cases: Cases) -> tuple[Case, Case, Case]:
    r2c, c2r, c2c = (
        cases.of(f"aten::_fft_{kind}.out", getattr(aten, f"_fft_{kind}"))
        for kind in ("r2c", "c2r", "c2c")
    )
    return r2c, c2r, c2c


def _lines(cases: Cases, real: torch.dtype, complex_: torch.dtype) -> None:
    r2c, c2r, c2c = _transforms(cases)
    for size in LENGTHS:
        name = f"{NAMES[real]}_{size}"
        x, z = values(2, size, dtype=real), values(2, size, dtype=complex_)
        half = values(2, size // 2 + 1, dtype=complex_)
        r2c(name, x, (1,), 0, True)
        c2c(name, z, (1,), 0, True)
        c2r(name, half, (1,), 2, size)


def _planes(cases: Cases, real: torch.dtype, complex_: torch.dtype) -> None:
    r2c, c2r, c2c = _transforms(cases)
    name = NAMES[real]
    for normalization in (0, 1, 2):
        x, z = values(3, 6, 5, dtype=real), values(3, 6, 5, dtype=complex_)
        key = f"{name}_by_{normalization}"
        for dim in ((1,), (0,), (1, 2), (0, 2, 1)):
            at = "_".join(map(str, dim))
            r2c(f"{key}_{at}", x, dim, normalization, True)
            r2c(f"{key}_{at}_two", x, dim, normalization, False)
            for forward in (True, False):
                c2c(f"{key}_{at}_{forward}", z, dim, normalization, forward)
            for size in (2 * x.shape[dim[-1]] - 2, 2 * x.shape[dim[-1]] - 1):
                c2r(f"{key}_{at}_{size}", z, dim, normalization, size)
    image = Ordered(values(2, 3, 4, 5, dtype=real), CHANNELS_LAST)
    r2c(f"{name}_last", image, (2, 3), 0, True)
    image = Ordered(values(2, 3, 4, 5, dtype=complex_), CHANNELS_LAST)
    c2c(f"{name}_last", image, (1, 3), 0, True)
    c2r(f"{name}_last", image, (2, 3), 0, 8)


def _lengths(cases: Cases) -> None:
    parts = (0.0, -0.0, 1.5, -3e38, 1e-38, float("inf"), -float("inf"), float("nan"))
    case = cases.of("aten::abs.out", torch.abs)
    for dtype, name in COMPLEX.items():
        pairs = [complex(*pair) for pair in itertools.product(parts, repeat=2)]
        case(f"{name}_special", torch.tensor(pairs).to(dtype))
        case(f"{name}_random", values(4, 33, dtype=dtype))
        last = Ordered(values(2, 3, 4, 5, dtype=dtype), CHANNELS_LAST)
        case(f"{name}_last", last, out_order=CHANNELS_LAST)
        case(f"{name}_from_last", last)
        case(f"{name}_number", values(dtype=dtype))
        case(f"{name}_empty", values(0, 3, dtype=dtype))
