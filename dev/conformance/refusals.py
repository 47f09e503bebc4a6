"""Why Kerf refuses calls that PyTorch takes; a refusal without a reason here is a failure."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dev.conformance.compare import Status
from dev.conformance.results import Results


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Programs that are refused for one reason."""

    operators: tuple[str, ...]
    """Patterns of names."""
    reason: str
    dtypes: tuple[str, ...] = ()
    """Dtypes of the programs; empty for all."""
    lacks: bool = True
    """Whether the reason is a dtype that no kernel of the operator takes."""
    calls: str = ""
    """A regular expression, found in each call that is refused for it; empty for all."""

    def explains(self, operator: str, dtype: str, taken: Sequence[str], call: str | None) -> bool:
        """Whether this is why a `call` of `dtype` is refused; kernels take the dtypes `taken`."""
        named = any(fnmatch.fnmatchcase(operator, pattern) for pattern in self.operators)
        return (
            named
            and (not self.dtypes or dtype in self.dtypes)
            and not (self.lacks and dtype in taken)
            and (call is None or re.search(self.calls, call) is not None)
        )


_COMPLEX = "Complex numbers: ExecuTorch's kernel has none either, or drops the imaginary part."

REFUSALS = (
    Refusal(
        operators=("*",),
        dtypes=("ComplexHalf",),
        reason="No kernel takes ComplexHalf.",
    ),
    Refusal(
        operators=("aten::*",),
        dtypes=("ComplexFloat", "ComplexDouble"),
        reason=_COMPLEX,
    ),
    Refusal(
        operators=("cortex_m::maximum.out", "cortex_m::minimum.out"),
        reason="CMSIS-NN compares int8 alone.",
    ),
    Refusal(
        operators=("aten::scatter_reduce.two_out",),
        dtypes=("Bool",),
        reason="Bool is not reduced, as other sums; ExecuTorch has no kernel of the operator.",
    ),
    Refusal(
        operators=("aten::upsample_bilinear2d.vec_out",),
        dtypes=("Byte",),
        reason="PyTorch interpolates bytes with integer weights of its own, 1 away from what float "
        "gives for some elements; ExecuTorch in float.",
    ),
    Refusal(
        operators=("quantized_decomposed::embedding_?bit.out",),
        reason="The program has an output of Float, PyTorch gives one of the scales' dtype.",
        lacks=False,
    ),
    Refusal(
        operators=("aten::native_group_norm.out",),
        dtypes=("Float",),
        reason="With an input of BFloat16 and Float parameters PyTorch computes statistics in "
        "Float; its shape inference, and so the program, has them in BFloat16.",
        lacks=False,
    ),
    Refusal(
        operators=("aten::gather.out",),
        reason="PyTorch takes indices of Byte where there are none, and no others.",
        lacks=False,
        calls=r"Byte\[(\d+x)*0\]\)",
    ),
    Refusal(
        operators=("aten::masked_select.out",),
        reason="PyTorch's shape inference, and so the program, has memory for as many results as "
        "the input has elements; with a larger mask there are more.",
        lacks=False,
        calls="a resize beyond",
    ),
    Refusal(
        operators=("aten::pow.Tensor_Scalar_out",),
        dtypes=("Bool",),
        reason="A bool to the power of True is a bool; PyTorch's shape inference, and so the "
        "program, has Long.",
        lacks=False,
        calls=r"pow\(Bool\S+ True\)",
    ),
    Refusal(
        operators=("aten::where.self_out",),
        dtypes=("Bool",),
        reason=_COMPLEX,
        lacks=False,
        calls="Complex",
    ),
    Refusal(
        operators=("aten::repeat_interleave.Tensor_out",),
        dtypes=("Long",),
        reason="Without repeats PyTorch gives no elements, whatever output_size says; its shape "
        "inference, and so the program, has output_size of them.",
        lacks=False,
        calls=r"Long\[0\], output_size",
    ),
    Refusal(
        operators=("quantized_decomposed::*_per_token*",),
        reason="PyTorch's result has another number of dimensions than its shape inference, and "
        "so the program.",
        lacks=False,
        calls="changes the rank",
    ),
    Refusal(
        operators=("quantized_decomposed::*quantize_per_channel.out",),
        dtypes=("Long",),
        reason="The zero point is far from every quantised number: kernels compute in 32 bits.",
        lacks=False,
        calls="a zero point far",
    ),
)

_NUMBERS = "gives a number, and a program of one operator returns tensors"
_WITHIN = "is written by the exporter in place of others, and no function of PyTorch calls it"
_IN_PLACE = "works in place, and is lowered to another operator"
_BACKWARD = "is called by no function of the database, but by the gradients of some"

WITHOUT_CALLS = {
    "aten::_local_scalar_dense": _NUMBERS,
    "aten::_native_batch_norm_legit.out": "writes running statistics, and is lowered to another "
    "operator",
    "aten::allclose.out": "has no overload in PyTorch that writes a tensor: nothing is lowered to "
    "it",
    "aten::convolution_backward.out": _BACKWARD,
    "aten::copy_": _IN_PLACE,
    "aten::index_put_": _IN_PLACE,
    "aten::sym_numel": _NUMBERS,
    "aten::sym_size.int": _NUMBERS,
    "aten::sym_stride.int": _NUMBERS,
    "executorch_prim::et_copy_index.tensor": _WITHIN,
    "executorch_prim::et_view.default": _WITHIN,
}
"""Operators that the database has no call of, and why, those of `OUTSIDE` left out; they have calls
written by hand, in tests/data/kernels/ or tests/runtime/."""
OUTSIDE = {
    "kerf::": "are Kerf's own, written by `optimize`, and none of PyTorch",
    "llama::": "are written by ExecuTorch's exporters of language models, and none of PyTorch: "
    "they are compared with its own kernels",
}
"""Namespaces that PyTorch does not have, and where their operators come from."""


def reason_of(
    operator: str, dtype: str, taken: Sequence[str], call: str | None = None
) -> str | None:
    """Why a program of `operator` in `dtype` may be refused; None where it must not be.

    `call` is one of its calls with the fault; with "" the reason holds for all calls, without it
    for any.
    """
    found = (each.reason for each in REFUSALS if each.explains(operator, dtype, taken, call))
    return next(found, None)


def refused(
    results: Results, known: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Counts the refused calls of each operator by reason; "" where there is none."""
    found: dict[str, dict[str, int]] = {}
    for operator, rows in sorted(results.operators.items()):
        for dtype, row in rows.items():
            if refusals := row.kerf[Status.REFUSED]:
                reason = reason_of(operator, dtype, known.get(operator, ())) or ""
                counts = found.setdefault(reason, {})
                counts[operator] = counts.get(operator, 0) + refusals
    yield from found.items()
