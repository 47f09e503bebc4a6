"""Cases of Float for a program whose ports are quantized, and its outputs as Float again.

A caller of such a program converts with the scale and the zero point of each port; so does this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from codegen.dtype import DType
from codegen.errors import NotVerified
from codegen.opinfo import Argument, TensorArg
from codegen.pte import read_model
from codegen.quantized_ports import Quantized, QuantizedPorts
from tasks.run.case import MethodCases, ModelCases, Value
from tasks.run.cases import as_planned
from tasks.run.outcome import MethodOutcome

_STORED = {DType.Char: "<i1", DType.Short: "<i2"}
"""How NumPy names the dtypes of quantized ports."""


def quantized_cases(
    cases: ModelCases, ports: Mapping[str, QuantizedPorts], exported: Path
) -> ModelCases:
    """`cases` with integers, in the shipped program's order, for each Float input that it has so.

    `exported` is the model as it was before the passes, whose order the inputs of `cases` have.

    Raises:
        NotVerified: the scale of such an input is not known.

    """
    shipped, before = (
        {method.name: method.inputs for method in read_model(path).methods}
        for path in (cases.model, exported)
    )

    def method(given: MethodCases) -> MethodCases:
        name = given.name
        rows = [*zip(ports[name].inputs, before[name], shipped[name], strict=True)]
        return replace(
            given,
            cases=tuple(
                replace(
                    case,
                    inputs=tuple(
                        _quantized(value, *row)
                        for value, row in zip(case.inputs, rows, strict=True)
                    ),
                )
                for case in given.cases
            ),
        )

    return replace(cases, methods=tuple(map(method, cases.methods)))


def dequantized_outcomes(
    outcomes: Sequence[MethodOutcome], cases: ModelCases, ports: Mapping[str, QuantizedPorts]
) -> tuple[MethodOutcome, ...]:
    """`outcomes` with Float for each output of integers where `cases` have Float."""

    def method(given: MethodOutcome, expected: MethodCases) -> MethodOutcome:
        forms = ports[expected.name].outputs
        pairs = zip(given.cases, expected.cases, strict=False)
        return replace(
            given,
            cases=tuple(
                replace(
                    outcome,
                    outputs=tuple(
                        _dequantized(*each)
                        for each in zip(outcome.outputs, case.outputs, forms, strict=False)
                    ),
                )
                for outcome, case in pairs
            ),
        )

    return tuple(map(method, outcomes, cases.methods))


def _quantized(value: Value, form: Quantized | None, before: Argument, shipped: Argument) -> Value:
    """Source: quantize_per_tensor_out() in runtime/kernels/cortex_m/quantize.h."""
    import numpy as np  # takes longer than most targets to run

    if value.dtype is not DType.Float:
        return value
    if not isinstance(before, TensorArg) or not isinstance(shipped, TensorArg):
        return value
    if shipped.dtype not in _STORED:
        return value
    if form is None:
        raise NotVerified(
            f"an input is {shipped.dtype.name} in the shipped program, and by what scale is not "
            'known: not verified. Set optimize.ports = "as-exported".'
        )
    inverse = np.float32(1) / np.float32(form.scale)
    scaled = np.frombuffer(value.data, "<f4") * inverse
    steps = np.rint(np.nan_to_num(scaled, nan=0.0, posinf=2.0**30, neginf=-(2.0**30)))
    stored = np.dtype(_STORED[shipped.dtype])
    limits = np.iinfo(stored)
    whole = np.clip(steps.astype(np.float64) + form.zero_point, limits.min, limits.max)
    quantized = replace(value, dtype=shipped.dtype, data=whole.astype(stored).tobytes())
    return as_planned(quantized, before.dim_order, shipped)


def _dequantized(value: Value, expected: Value, form: Quantized | None) -> Value:
    import numpy as np

    if form is None or value.dtype not in _STORED or expected.dtype is not DType.Float:
        return value
    whole = np.frombuffer(value.data, _STORED[value.dtype]).astype(np.int32) - form.zero_point
    data = whole.astype("<f4") * np.float32(form.scale)
    return replace(value, dtype=DType.Float, data=data.astype("<f4").tobytes())
