"""Calls of operators, drawn from PyTorch's operator database.

Each sample of the database runs once while all overloads that it calls are recorded, those of
composite operators and what they consist of; so an operator gets the arguments of all functions of
PyTorch that use it.
"""

from __future__ import annotations

import contextlib
import itertools
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from unittest import mock

import torch
from torch.testing._internal import common_utils
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

from dev.conformance.generate.names import DTYPES

MOST_ELEMENTS = 600
"""Limits all tensors of a call together: a program is small, and so is what is committed."""

MOST_SAMPLES = 60
"""Limits one function and dtype; some have thousands that differ in little."""

PLACEMENT = ("device", "layout", "pin_memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A call of an overload."""

    name: str
    overload: Any
    arguments: tuple[Any, ...]
    keywords: Mapping[str, Any]

    def tensors(self) -> list[torch.Tensor]:
        """The tensors among its arguments, in order."""
        leaves, _ = tree_flatten((self.arguments, dict(self.keywords)))
        return [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]

    def run(self) -> Any:
        """What PyTorch gives."""
        return self.overload(*self.arguments, **self.keywords)

    def mapped(self, name: str, change: Any) -> Sample:
        """The call with each tensor replaced by `change` of it."""
        arguments, keywords = tree_map(
            lambda leaf: change(leaf) if isinstance(leaf, torch.Tensor) else leaf,
            (self.arguments, dict(self.keywords)),
        )
        return replace(self, name=name, arguments=tuple(arguments), keywords=keywords)


class Recorder(TorchDispatchMode):
    """Keeps the calls of chosen overloads."""

    def __init__(self, chosen: Mapping[Any, Any]) -> None:
        super().__init__()
        self.chosen = chosen
        self.calls: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = []

    def __torch_dispatch__(
        self, function: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Notes the call, then runs what it consists of, or itself."""
        kwargs = kwargs or {}
        wanted = self.chosen.get(function)
        if wanted is not None:
            kept = {key: value for key, value in kwargs.items() if key not in PLACEMENT}
            copied = tree_map(_copied, (args, kept))
            self.calls.append((wanted, copied[0], copied[1]))
        if torch._C._dispatch_has_kernel_for_dispatch_key(
            function.name(), torch._C.DispatchKey.CompositeImplicitAutograd
        ):
            with self:
                result = function.decompose(*args, **kwargs)
            if result is not NotImplemented:
                return result
        return function(*args, **kwargs)


def with_views(overloads: Iterable[Any]) -> dict[Any, Any]:
    """The overloads to record, each with what it counts as: a view as its copy."""
    chosen = {}
    for overload in overloads:
        chosen[overload] = overload
        name = overload._schema.name.removeprefix("aten::")
        packet = getattr(torch.ops.aten, name.removesuffix("_copy"), None)
        if name.endswith("_copy") and packet is not None:
            view = getattr(packet, overload._overloadname, None)
            if view is not None:
                chosen[view] = overload
    return chosen


def database_names() -> tuple[str, ...]:
    """The functions of the database, each once with its variant."""
    return tuple(_database())


@cache
def _database() -> dict[str, Any]:
    return {
        f"{info.name}{'.' * bool(info.variant_test_name)}{info.variant_test_name}": info
        for info in op_db
    }


def database_dtypes(name: str) -> tuple[str, ...]:
    """The dtypes in which PyTorch's CPU has the function `name`, by ExecuTorch's names."""
    supported = _database()[name].supported_dtypes("cpu")
    return tuple(text for dtype, text in DTYPES.items() if dtype in supported)


def recorded(name: str, dtype: torch.dtype, chosen: Mapping[Any, Any]) -> Iterator[Sample]:
    """The calls of `chosen` overloads that the samples of function `name` make."""
    info = _database()[name]
    direct = [
        overload
        for overload in set(chosen.values())
        if overload._schema.name.partition("::")[2].strip("_") == info.name.rpartition(".")[2]
    ]
    torch.manual_seed(0)
    try:
        given = list(itertools.islice(_given(info, dtype), MOST_SAMPLES))
    except Exception:  # a sample that this build of PyTorch cannot make
        return
    for number, sample in enumerate(given):
        calls = []
        with Recorder(chosen) as recorder, contextlib.suppress(Exception), _quiet():
            info.op(sample.input, *sample.args, **sample.kwargs)
        calls += recorder.calls
        for overload in direct:
            with contextlib.suppress(Exception), _quiet():
                overload(sample.input, *sample.args, **sample.kwargs)
                calls.append((overload, (sample.input, *sample.args), sample.kwargs))
        for index, (overload, arguments, keywords) in enumerate(calls):
            yield Sample(
                name=f"{name}-{number}{f'-{index}' if index else ''}",
                overload=overload,
                arguments=tuple(arguments),
                keywords=dict(keywords),
            )


def _given(info: Any, dtype: torch.dtype) -> Iterator[Any]:
    with mock.patch.object(common_utils, "extract_test_fn", lambda: None):  # walks the stack
        yield from info.sample_inputs("cpu", dtype, requires_grad=False)
        with contextlib.suppress(Exception):
            yield from info.reference_inputs("cpu", dtype, requires_grad=False)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings(), torch.inference_mode():
        warnings.simplefilter("ignore")
        yield


def samples_of(
    overloads: Iterable[Any],
    functions: Iterable[str],
    dtype: torch.dtype,
    limit: int,
    *,
    written: Iterable[Sample] = (),
    special: bool = True,
) -> list[Sample]:
    """At most `limit` calls of one operator, those that differ most from one another first."""
    chosen = with_views(overloads)
    found: dict[Any, list[Sample]] = {}
    database = (sample for name in functions for sample in recorded(name, dtype, chosen))
    for sample in itertools.chain(database, written):
        dtypes = {tensor.dtype for tensor in sample.tensors()}
        if dtype not in (dtypes or {sample.keywords.get("dtype", dtype)}):
            continue
        if sum(tensor.numel() for tensor in sample.tensors()) > MOST_ELEMENTS:
            continue
        if not _typed(sample) or any(not _plain(tensor) for tensor in sample.tensors()):
            continue
        found.setdefault(_signature(sample), []).append(sample.mapped(sample.name, _dense))
    kept = [samples[0] for samples in found.values()]
    if len(kept) < limit:
        kept += [sample for samples in found.values() for sample in samples[1:3]]
    kept = _spread(kept, max(1, limit - 4))
    return [*kept, *_variants(kept, dtype, special)][:limit]


def _spread(samples: list[Sample], count: int) -> list[Sample]:
    """`count` of the samples, evenly."""
    if len(samples) <= count:
        return samples
    return [samples[index * len(samples) // count] for index in range(count)]


def _variants(samples: list[Sample], dtype: torch.dtype, special: bool) -> Iterator[Sample]:
    """Other layouts in memory, and numbers at the ends of the dtype; cortex_m has one layout."""
    samples = [s for s in samples if s.overload.namespace != "cortex_m"]
    for change, name in ((_channels_last, "channels-last"), (_reversed, "reversed")):
        for sample in samples:
            changed = sample.mapped(f"{sample.name}-{name}", change)
            if any(
                a.stride() != b.stride() and a.numel() > 1
                for a, b in zip(sample.tensors(), changed.tensors(), strict=True)
            ):
                yield changed
                break
    most = [s for s in samples if any(t.dtype == dtype and t.numel() > 3 for t in s.tensors())]
    for sample in most[:: max(1, len(most) // 2)][:2] if special else ():
        yield sample.mapped(f"{sample.name}-special", lambda t: _with_special(t, dtype))


def _channels_last(tensor: torch.Tensor) -> torch.Tensor:
    formats = {4: torch.channels_last, 5: torch.channels_last_3d}
    if tensor.dim() not in formats:
        return tensor
    return tensor.contiguous(memory_format=formats[tensor.dim()])


def _reversed(tensor: torch.Tensor) -> torch.Tensor:
    """Returns the tensor with its first dimension innermost in memory."""
    dims = tuple(reversed(range(tensor.dim())))
    return tensor.permute(dims).contiguous().permute(dims)


def _with_special(tensor: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    if tensor.dtype != dtype or dtype == torch.bool or tensor.dtype.is_complex:
        return tensor
    if dtype.is_floating_point:
        ends = torch.finfo(dtype)
        numbers = [
            float("nan"),
            float("inf"),
            -float("inf"),
            -0.0,
            0.0,
            ends.max,
            ends.min,
            ends.tiny,
            ends.smallest_normal / 4,
            0.5,
            -0.5,
            1.5,
            2.5,
        ]
    else:
        limits = torch.iinfo(dtype)
        numbers = [limits.max, limits.min, 0, 1, limits.max - 1]
    special = torch.tensor(numbers, dtype=dtype)  # UInt64 takes its largest in this way alone
    changed = _dense(tensor.clone())
    flat = (
        changed.view(-1)
        if changed.is_contiguous()
        else changed.permute(tuple(reversed(range(changed.dim())))).reshape(-1)
    )
    for index in range(0, flat.numel(), 2):
        flat[index] = special[index // 2 % len(numbers)]
    return changed


def _typed(sample: Sample) -> bool:
    """Whether no number is given for a tensor, which PyTorch accepts and programs do not."""
    given = zip(sample.overload._schema.arguments, sample.arguments, strict=False)
    return not any(
        str(argument.type) == "Tensor" and not isinstance(value, torch.Tensor)
        for argument, value in given
    )


def _plain(tensor: torch.Tensor) -> bool:
    return (
        tensor.layout == torch.strided
        and tensor.device.type == "cpu"
        and tensor.dtype in DTYPES
        and not tensor.is_conj()
        and not tensor.is_neg()
    )


def _copied(leaf: Any) -> Any:
    return leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf


def _dense(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor in memory of its own, without gaps, outside of inference mode."""
    strides = sorted(zip(tensor.stride(), tensor.shape, strict=True), reverse=True)
    step = tensor.numel()
    for stride, size in strides:
        if size == 1:
            continue
        step //= max(size, 1)
        if stride != step:
            return tensor.detach().clone(memory_format=torch.contiguous_format)
    return tensor.detach().clone()


def _signature(sample: Sample) -> Any:
    """What two calls that are alike have in common."""
    leaves, structure = tree_flatten((sample.arguments, dict(sample.keywords)))
    shapes = [leaf.shape for leaf in leaves if isinstance(leaf, torch.Tensor)]
    return (
        str(structure),
        tuple(_leaf_signature(leaf) for leaf in leaves),
        len(set(shapes)) > 1,
    )


def _leaf_signature(leaf: Any) -> Any:
    if isinstance(leaf, torch.Tensor):
        ones = any(size == 1 for size in leaf.shape)
        return (leaf.dtype, leaf.dim(), leaf.numel() == 0, ones, leaf.is_contiguous())
    if isinstance(leaf, float):
        return ("float", leaf > 0, leaf.is_integer() if leaf == leaf else None)
    if isinstance(leaf, int) and not isinstance(leaf, bool):
        return ("int", max(-2, min(3, leaf)))
    return repr(leaf)
