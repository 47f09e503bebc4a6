"""Elements of a tensor in the order of another memory layout."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TypeVar

Element = TypeVar("Element")


def reordered(
    elements: Sequence[Element], sizes: Sequence[int], stored: Sequence[int], wanted: Sequence[int]
) -> list[Element]:
    """`elements` of a tensor of `sizes`, in storage order of dim order `stored`, as in `wanted`.

    Both orders are permutations of the dimensions, outermost first.
    """
    strides = {
        dim: math.prod(sizes[inner] for inner in stored[place + 1 :])
        for place, dim in enumerate(stored)
    }
    rows = (range(0, sizes[dim] * strides[dim], strides[dim] or 1) for dim in wanted)
    return [elements[sum(offsets)] for offsets in itertools.product(*rows)]
