"""Kernels of PyTorch for operators that ExecuTorch defines without one: what they stand for.

Source: the patterns in exir/passes/_quant_patterns_and_replacements.py of ExecuTorch.
"""

from __future__ import annotations

from typing import Any

import torch

NAMESPACE = "quantized_decomposed"


def define() -> None:
    """Gives PyTorch these kernels; each for every device, also that of shapes alone."""
    library = torch.library.Library(NAMESPACE, "IMPL")
    _KEPT.append(library)
    for name, function in (("add", add), ("mixed_mm", mixed_mm), ("mixed_linear", mixed_linear)):
        if getattr(torch.ops.quantized_decomposed, name, None) is not None:
            library.impl(name, function, "CompositeExplicitAutograd")


_KEPT: list[torch.library.Library] = []
"""A kernel is there as long as its library."""


def add(a: Any, *numbers: Any) -> Any:
    """The sum of two quantized tensors, quantized: each with scale, zero point and bounds."""
    own, b, other, result = numbers[:4], numbers[4], numbers[5:9], numbers[9:]
    operators = torch.ops.quantized_decomposed
    one = operators.dequantize_per_tensor(a, *own, a.dtype)
    two = operators.dequantize_per_tensor(b, *other, b.dtype)
    return operators.quantize_per_tensor(one + two, *result, a.dtype)


def mixed_mm(x: Any, weight: Any, scales: Any, zeros: Any) -> Any:
    """x[m,k] times integers of weight[k,n], whose rows have scales and zero points."""
    wide = _wide(x)
    whole = _without(weight, None if zeros is None else zeros[:, None], wide)
    return (x.to(wide) @ (whole * scales.to(wide)[:, None])).to(x.dtype)


def mixed_linear(x: Any, weight: Any, scales: Any, zeros: Any, dtype: Any = None) -> Any:
    """x[m,k] times integers of weight[n,k], whose rows, or groups of a row, have scales.

    A scale multiplies the sum of its group. Source: vec_ops.h of ExecuTorch's portable kernels.
    """
    wide, terms = _wide(x), weight.shape[1]
    scales = scales.reshape(len(scales), -1).to(wide)
    zeros = None if zeros is None else zeros.reshape(scales.shape)
    length = max(-(-terms // scales.shape[1]), 1)
    result = x.new_zeros(len(x), len(weight), dtype=wide)
    for group, start in enumerate(range(0, terms, length)):
        part = slice(start, start + length)
        whole = _without(weight[:, part], None if zeros is None else zeros[:, group, None], wide)
        result = result + x[:, part].to(wide) @ whole.T * scales[:, group]
    return result.to(dtype or x.dtype)


def _wide(x: Any) -> torch.dtype:
    return torch.float64 if x.dtype == torch.float64 else torch.float32


def _without(weight: Any, zeros: Any, wide: torch.dtype) -> Any:
    """`weight` less its zero points."""
    return weight.to(wide) if zeros is None else weight.to(wide) - zeros.to(wide)
