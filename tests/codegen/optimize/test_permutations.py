"""Two permutations after each other as one, compared with NumPy."""

from __future__ import annotations

import random

import numpy as np
import pytest

from codegen.optimize.permutations import Permutation
from codegen.optimize.pipeline import optimize
from tests.codegen.optimize.drawn_chains import drawn_chain
from tests.codegen.optimize.graphs import called_by, operators

SEEDS = 500


def test_one_permutation_moves_elements_as_two_do() -> None:
    for seed in range(SEEDS):
        source = random.Random(seed)
        sizes = tuple(source.choice((1, 2, 3, 4, 6, 8)) for _ in range(source.randint(1, 4)))
        dims = source.sample(range(len(sizes)), len(sizes))
        parts = list[int]()
        for size in (sizes[dim] for dim in dims):
            split = source.choice([each for each in (1, 2, 3, 4) if size % each == 0])
            parts += [split, size // split]
        first = source.randrange(len(parts))
        parts[first : first + 2] = [int(np.prod(parts[first : first + 2]))]
        turned = source.sample(range(len(parts)), len(parts))
        one = Permutation(sizes=sizes, dims=tuple(dims))
        both = one.then(Permutation(sizes=tuple(parts), dims=tuple(turned)))
        assert both is not None
        given = np.arange(np.prod(sizes))
        moved = given.reshape(sizes).transpose(dims).reshape(parts).transpose(turned)
        assert np.array_equal(
            given.reshape(both.sizes).transpose(both.dims).ravel(), moved.ravel()
        ), seed
        fewer = [each for each in both.sizes if each != 1]
        assert len(fewer) == len(both.sizes) <= len(parts) + len(sizes)


@pytest.mark.parametrize(("sizes", "other"), [((2, 3), (3, 2)), ((4, 6), (3, 8))])
def test_dims_that_begin_inside_others_have_no_permutation(
    sizes: tuple[int, ...], other: tuple[int, ...]
) -> None:
    one = Permutation(sizes=sizes, dims=(0, 1))
    assert one.then(Permutation(sizes=other, dims=(1, 0))) is None


def test_an_image_is_shuffled_with_its_channels_last() -> None:
    """No copy leads from one layout to the other but that of the input."""
    for seed in range(4):
        given, _ = drawn_chain("shuffled", random.Random(f"shuffled{seed}"))
        done = optimize(given, name="shuffled", operators=operators())
        calls = called_by(done.data)
        assert calls.count("dim_order_ops::_clone_dim_order.out") <= 2, calls
        assert calls.count("aten::permute_copy.out") <= 1, calls
