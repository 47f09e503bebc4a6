"""Permutations of elements in memory: of several after each other, the one that does the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Permutation:
    """Moves elements of a row-major tensor of `sizes`: dim i of the result is its dim `dims[i]`."""

    sizes: tuple[int, ...]
    dims: tuple[int, ...]

    def then(self, other: Permutation) -> Permutation | None:
        """The permutation that does this and, on what it leaves under other sizes, `other`.

        It has as few dims as possible. None where dims of the two begin or end inside each other.
        """
        between = [self.sizes[dim] for dim in self.dims]
        parts = _common_parts(between, other.sizes)
        if parts is None:
            return None
        sizes, ours, theirs = parts
        of_dim = dict(zip(self.dims, ours, strict=True))
        before = [part for dim in range(len(self.sizes)) for part in of_dim[dim]]
        behind = [part for dim in other.dims for part in theirs[dim]]
        return _merged([sizes[part] for part in before], [before.index(part) for part in behind])


def _common_parts(
    one: Sequence[int], other: Sequence[int]
) -> tuple[list[int], list[list[int]], list[list[int]]] | None:
    """Sizes of which the dims of two shapes of the same elements consist, and the parts of each."""
    sizes = list[int]()
    parts = [list[int]() for _ in one], [list[int]() for _ in other]
    left, at = [1, 1], [0, 0]
    while True:
        for side, shape in enumerate((one, other)):
            while left[side] == 1 and at[side] < len(shape):
                left[side], at[side] = shape[at[side]], at[side] + 1
        size = min(left)
        if size <= 1:  # at the end of both, or there are no elements
            return (sizes, *parts) if left == [1, 1] else None
        if left[0] % size or left[1] % size:
            return None
        for side in (0, 1):
            left[side] //= size
            parts[side][at[side] - 1].append(len(sizes))
        sizes.append(size)


def _merged(sizes: Sequence[int], dims: Sequence[int]) -> Permutation:
    """As `sizes` and `dims`, with dims that stay adjacent as one."""
    runs = [[dim] for dim in dims[:1]]
    for before, dim in pairwise(dims):
        if dim == before + 1:
            runs[-1].append(dim)
        else:
            runs.append([dim])
    total = {run[0]: 1 for run in runs}
    for run in runs:
        for dim in run:
            total[run[0]] *= sizes[dim]
    firsts = sorted(total)
    return Permutation(
        sizes=tuple(total[first] for first in firsts),
        dims=tuple(firsts.index(run[0]) for run in runs),
    )
