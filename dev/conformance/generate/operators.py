"""Operators by ExecuTorch's names, and the functional overloads that PyTorch calls."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import executorch
import torch
from executorch.exir.operator.convert import to_out_variant

from dev.conformance.generate.defined import define

REGISTRIES = (
    "executorch.exir.passes.dim_order_ops_registry",
    "executorch.exir.passes._device_copy_ops_registry",
    "torch.ao.quantization.fx._decomposed",
    "torchao.quantization.pt2e._affine_quantization",
    "executorch.kernels.quantized",
    "executorch.exir.passes._quant_patterns_and_replacements",
    "executorch.backends.cortex_m.passes",
)
"""Modules that register operators outside of `aten` when they are imported."""

LISTS = (
    "kernels/portable/functions.yaml",
    "kernels/portable/custom_ops.yaml",
    "kernels/portable/et_copy_ops.yaml",
    "kernels/quantized/quantized.yaml",
    "backends/cortex_m/ops/operators.yaml",
)
"""Upstream's lists of operators, in the package `executorch`."""

DIM_ORDER = {
    "dim_order_ops::_to_dim_order_copy.out": "aten::_to_copy",
    "dim_order_ops::_clone_dim_order.out": "aten::clone",
    "dim_order_ops::_empty_dim_order.out": "aten::empty.memory_format",
}
"""Maps an operator to the overload that lowering replaces by it."""

PLACEMENT = ("dtype", "device", "layout", "pin_memory")
"""Arguments that an operator that makes a tensor loses: the output says it."""

_ENTRY = re.compile(r"^- (?:op|func):\s*(?:([a-z_]+)::)?([\w.]+)", re.MULTILINE)


def register() -> None:
    """Imports whatever registers operators, as far as it is installed."""
    if importlib.util.find_spec("tosa_serializer") is None:  # only lowering to TOSA calls it
        sys.modules["tosa_serializer"] = mock.MagicMock()
    for module in REGISTRIES:
        with contextlib.suppress(ImportError, OSError, RuntimeError):
            importlib.import_module(module)
    define()


def upstream_operators() -> tuple[str, ...]:
    """The operators that ExecuTorch's own libraries have kernels for."""
    (folder,) = executorch.__path__
    names = set()
    for name in LISTS:
        path = Path(folder) / name
        if path.is_file():
            for namespace, operator in _ENTRY.findall(path.read_text(encoding="utf-8")):
                names.add(f"{namespace or 'aten'}::{operator}")
    return tuple(sorted(names))


@cache
def functional(operator: str) -> tuple[Any, ...]:
    """The overloads that become `operator` when they are lowered; none where there are none."""
    replaced = DIM_ORDER.get(operator)
    if replaced is not None:
        return (_overload(replaced),)
    namespace, _, name = operator.partition("::")
    base, _, overload = name.partition(".")
    packet = getattr(getattr(torch.ops, namespace), base, None)
    if packet is None:
        return ()
    if namespace != "aten":
        return tuple(_lowered_to(packet, overload))
    if overload not in packet.overloads():
        return ()
    wanted = _arguments(getattr(packet, overload))
    others = [getattr(packet, name) for name in packet.overloads() if name != overload]
    return tuple(
        other for other in others if not other._schema.is_mutable and wanted == _arguments(other)
    )


def _lowered_to(packet: Any, wanted: str) -> Iterator[Any]:
    """The overloads of an operator outside of `aten`, whose output variant may take more."""
    for name in packet.overloads():
        with contextlib.suppress(RuntimeError, AssertionError):
            out, _ = to_out_variant(getattr(packet, name))
            if out._overloadname == wanted and not getattr(packet, name)._schema.is_mutable:
                yield getattr(packet, name)


def _arguments(overload: Any) -> list[tuple[str, str]]:
    """Names and types of what an overload reads, without what only PyTorch has."""
    return [
        (argument.name, str(argument.type))
        for argument in overload._schema.arguments
        if not argument.is_out and argument.name not in PLACEMENT
    ]


def _overload(name: str) -> Any:
    namespace, _, rest = name.partition("::")
    base, _, overload = rest.partition(".")
    return getattr(getattr(getattr(torch.ops, namespace), base), overload or "default")
