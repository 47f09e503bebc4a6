"""The scale of the roundings of a sum: what a call gives of the absolute values, in Double.

A normalisation adds up x * rstd * weight, mean * rstd * weight and bias, and a variance squares of
deviations: their scale is computed from the numbers themselves. It is infinite where the squares
overflow the dtype in which PyTorch adds them up: what is left of a result then depends on the
order of that sum.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import torch

from dev.conformance.generate.samples import Sample

Tensors = list[torch.Tensor]


def magnitudes(sample: Sample, outputs: Tensors) -> list[torch.Tensor | None]:
    """For each output that is a sum what bounds its terms; None where nothing is known."""
    if not any(output.is_floating_point() or output.is_complex() for output in outputs):
        return [None] * len(outputs)
    base = sample.overload._schema.name.partition("::")[2]
    with contextlib.suppress(Exception):
        results = _OF.get(base, _of_absolutes)(sample)
        if [result.shape for result in results] == [output.shape for output in outputs]:
            return [result if result.dtype == torch.float64 else None for result in results]
    return [None] * len(outputs)


def _of_absolutes(sample: Sample) -> Tensors:
    return _run(sample, _absolute)


def _run(sample: Sample, change: Callable[[torch.Tensor], torch.Tensor]) -> Tensors:
    """What the call gives of changed tensors, in Double."""
    changed = sample.mapped(sample.name, change)
    keywords = {key: _wide(value) for key, value in changed.keywords.items()}
    result = changed.overload(*changed.arguments, **keywords)
    return list(result) if isinstance(result, tuple | list) else [result]


def _wide(value: Any) -> Any:
    return torch.float64 if isinstance(value, torch.dtype) and value.is_floating_point else value


def _absolute(tensor: torch.Tensor) -> torch.Tensor:
    real = tensor.abs() if tensor.is_complex() else tensor
    return real.double().abs() if real.is_floating_point() else tensor


def _double(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.double().clone() if tensor.is_floating_point() else tensor


def _of_spread(sample: Sample) -> Tensors:
    """A variance is a sum of squares, which are its own terms; a mean has those of its elements."""
    first, *means = _run(sample, _double)
    return [first, *_of_absolutes(sample)[1 : 1 + len(means)]]


def _of_norm(sample: Sample) -> Tensors:
    """Magnitudes of a normalisation with outputs (y, mean, rstd) by statistics of its own."""
    given = sample.arguments[0]
    rstd = _run(sample, _double)[2]
    mean = _of_absolutes(sample)[1]
    count = given.numel() // max(rstd.numel(), 1)
    most = torch.finfo(_accumulated(given.dtype)).max
    overflows = count / rstd.square() > most / 4
    terms = torch.where(_over(sample, overflows), torch.inf, _terms(sample, mean, rstd))
    return [terms, *(torch.where(overflows, torch.inf, each) for each in (mean, rstd))]


def _of_batch_norm(sample: Sample) -> Tensors:
    """Magnitudes of a normalisation by given statistics, which are no outputs."""
    _, _, _, mean, variance, _, eps = sample.arguments
    rstd = (variance.double() + eps).rsqrt()
    return [_terms(sample, _absolute(mean), rstd), *_of_absolutes(sample)[1:]]


def _terms(sample: Sample, mean: torch.Tensor, rstd: torch.Tensor) -> torch.Tensor:
    """The absolute terms: (|x| + |mean|) rstd |weight| + |bias|."""
    given = _absolute(sample.arguments[0])
    weight, bias = (_parameter(sample, name) for name in ("weight", "bias"))
    terms = (given + _over(sample, mean)) * _over(sample, rstd)
    terms = terms if weight is None else terms * weight
    return terms if bias is None else terms + bias


def _accumulated(dtype: torch.dtype) -> torch.dtype:
    return torch.float64 if dtype == torch.float64 else torch.float32


def _over(sample: Sample, statistic: torch.Tensor) -> torch.Tensor:
    """A statistic of each group as it broadcasts over the elements."""
    given = sample.arguments[0]
    base = sample.overload._schema.name.partition("::")[2]
    if base == "native_layer_norm":
        return statistic
    if base == "native_group_norm":
        statistic = statistic.repeat_interleave(given.shape[1] // statistic.shape[1], dim=1)
        return statistic.reshape(*given.shape[:2], *(1 for _ in given.shape[2:]))
    return statistic.reshape(-1, *(1 for _ in given.shape[2:]))


def _parameter(sample: Sample, name: str) -> torch.Tensor | None:
    """The absolute values of a weight or bias as they broadcast over the elements."""
    names = [argument.name for argument in sample.overload._schema.arguments]
    values = {**dict(zip(names, sample.arguments, strict=False)), **sample.keywords}
    if values.get(name) is None:
        return None
    parameter = _absolute(values[name])
    if "normalized_shape" in values:
        return parameter
    return parameter.reshape(-1, *(1 for _ in sample.arguments[0].shape[2:]))


def _of_largest(sample: Sample) -> Tensors:
    """The largest element along the dimension of a logarithm of softmax."""
    given = _absolute(sample.arguments[0])
    return [given.amax(sample.arguments[1], keepdim=True).expand(given.shape)]


def _of_transform(sample: Sample) -> Tensors:
    """Twice the sum of what a Fourier transform adds up: of a real result the input is half."""
    given, dims = _absolute(sample.arguments[0]), sample.arguments[1]
    result = sample.run()
    return [2 * given.sum(dims, keepdim=True).expand(result.shape)]


def _of_multiple(sample: Sample) -> Tensors:
    """The multiple that is added or subtracted; 0 where it is the element itself."""
    names = [argument.name for argument in sample.overload._schema.arguments]
    values = {**dict(zip(names, sample.arguments, strict=False)), **sample.keywords}
    alpha = values.get("alpha", 1)
    scaled = values["self" if sample.overload._schema.name == "aten::rsub" else "other"]
    terms = torch.as_tensor(scaled).double() * (0 if alpha == 1 else alpha)
    return [terms.abs().expand(sample.run().shape)]


def _of_quotient(sample: Sample) -> Tensors:
    """The quotient of which a remainder is left."""
    divided, divisor = (torch.as_tensor(each).double() for each in sample.arguments[:2])
    return [(divided / divisor).abs()]


_OF: dict[str, Callable[[Sample], Tensors]] = {
    **dict.fromkeys(("var", "std", "var_mean"), _of_spread),
    **dict.fromkeys(
        ("native_layer_norm", "native_group_norm", "_native_batch_norm_legit"), _of_norm
    ),
    "_native_batch_norm_legit_no_training": _of_batch_norm,
    "_log_softmax": _of_largest,
    **dict.fromkeys(("_fft_r2c", "_fft_c2r", "_fft_c2c"), _of_transform),
    **dict.fromkeys(("add", "sub", "rsub"), _of_multiple),
    "fmod": _of_quotient,
}
