"""How close each operator must be to PyTorch: by its record, and what PyTorch leaves open."""

from __future__ import annotations

from functools import cache

from codegen.closeness import EXACT, RULES, Closeness
from codegen.dtype import PARTS, DType
from tasks.building.planning import known_operators

_operators = cache(known_operators)

STEPS = Closeness(ulps=1, sums=True, floor={"Half": 2.0**-10, "BFloat16": 2.0**-7})
"""In other dim orders than row-major and channels last, PyTorch rounds the difference, both
products and the sum of a batch norm to the dtype: four half units of their magnitude."""

_REVERSED = {"aten::_native_batch_norm_legit_no_training.out": STEPS}
"""For samples in such dim orders."""


def tolerance_of(operator: str, dtype: DType, sample: str = "") -> Closeness:
    """The rule for the elements of `operator` in the call `sample` of inputs of `dtype`."""
    if sample.endswith("-reversed") and operator in _REVERSED:
        return _REVERSED[operator]
    kernel = _operators().get(operator)
    if kernel is None or (kernel.close is RULES["lengths"] and dtype not in PARTS):
        return EXACT
    return kernel.close


def left_open(operator: str, output: int) -> bool:
    """Whether PyTorch leaves the elements of an output open: which of equal ones comes first."""
    return output == 1 and operator in ("aten::sort.values", "aten::topk.values")
