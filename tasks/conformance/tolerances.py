"""How close each operator must be to PyTorch; one that is not here gives PyTorch's bits."""

from __future__ import annotations

from tasks.conformance.closeness import EXACT, Closeness

SUMS = Closeness(ulps=1, sums=True)
"""Adds up in an order of its own."""

TOLERANCES = {
    "aten::mean": SUMS,
    "aten::mm": SUMS,
    "aten::addmm": SUMS,
    "aten::avg_pool2d": SUMS,
    "aten::convolution": Closeness(ulps=1, sums=True, floor={"Half": 2.0**-11}),
    "aten::mul": Closeness(ulps=1),
    "aten::_softmax": Closeness(ulps=2),
}
"""By operator without its overload."""


def tolerance_of(operator: str) -> Closeness:
    """The rule for the elements of `operator`."""
    return TOLERANCES.get(operator.partition(".")[0], EXACT)
