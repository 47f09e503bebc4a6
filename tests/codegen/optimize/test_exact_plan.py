"""Exact plans against every order in which the buffers of a small program can be stacked."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Sequence
from itertools import permutations

import pytest

from codegen.errors import ConfigError
from codegen.optimize.exact_plan import plan_exactly
from codegen.optimize.graph import Method
from codegen.optimize.layout import is_sound, memory_bytes
from codegen.optimize.liveness import intervals
from codegen.optimize.plan_memory import ALIGNMENT, least_bytes, plan_memory
from codegen.optimize.read import read_graph
from tests.codegen import program_builder as build
from tests.codegen.model_files import programs
from tests.codegen.optimize.graphs import call, graph_of, operators, planned, program_of

SEED_OF_GAP = 92
"""Of a program that greedy placement plans 16 bytes too high."""
needs_solver = pytest.mark.skipif(
    importlib.util.find_spec("ortools") is None, reason="requirements-exact.txt is not installed"
)


def drawn(seed: int) -> bytes:
    """A program of few tensors of some sizes, each read by some instructions after its own."""
    pick = random.Random(seed)
    count = pick.randrange(4, 8)
    units = [pick.randrange(1, 9) for _ in range(count)]
    values = [planned(1024 * i, (4 * each,)) for i, each in enumerate(units)]
    values.append(build.integer(1))
    steps = [
        call("add", pick.randrange(max(0, i - 3), i), pick.randrange(max(0, i - 4), i), count, i, i)
        for i in range(1, count)
    ]
    return program_of(values, steps, inputs=(0,), outputs=(count - 1,), memories=(16384,))


def lowest(method: Method) -> int:
    """The bytes of the lowest stack of the method's buffers.

    In the best plan, pushed down, each buffer is on top of those below it that it meets: so
    stacking them in the order of their offsets gives a plan that is as good.
    """
    used = intervals(method, operators())
    numbers = [n for n, buffer in enumerate(method.buffers) if buffer.nbytes and n in used]

    def height(order: Sequence[int]) -> int:
        ends: dict[int, int] = {}
        for number in order:
            own = used[number]
            met = [n for n in ends if used[n].first <= own.last and own.first <= used[n].last]
            below = [ends[other] for other in met]
            offset = -(-max(below, default=0) // ALIGNMENT) * ALIGNMENT
            ends[number] = offset + method.buffers[number].nbytes
        return max(ends.values(), default=0)

    return min(map(height, permutations(numbers)))


@needs_solver
@pytest.mark.parametrize("seed", range(40))
def test_no_order_of_the_buffers_gives_less(seed: int) -> None:
    given = read_graph(drawn(seed), name="drawn", operators=operators())
    done = plan_exactly(given, operators())
    (method,) = done.program.methods
    assert done.open == ()
    assert is_sound(method, operators())
    assert memory_bytes(method) == (lowest(method),)
    assert memory_bytes(method) >= least_bytes(method, operators())


@needs_solver
def test_it_is_better_where_greedy_placement_is_not_the_best() -> None:
    given = read_graph(drawn(SEED_OF_GAP), name="drawn", operators=operators())
    (greedy,) = plan_memory(given, operators()).methods
    (exact,) = plan_exactly(given, operators()).program.methods
    assert memory_bytes(exact) < memory_bytes(greedy)


@needs_solver
@pytest.mark.parametrize("name", ["plan_multi_arena", "kv_cache", "multi_method", "lstm"])
def test_plans_of_models_are_sound_and_always_the_same(name: str) -> None:
    given = graph_of(programs()[name])
    first, again = (plan_exactly(given, operators(), work=1).program for _ in range(2))
    assert first == again
    for greedy, exact in zip(plan_memory(given, operators()).methods, first.methods, strict=True):
        assert is_sound(exact, operators())
        assert memory_bytes(exact) <= memory_bytes(greedy)


@needs_solver
def test_a_plan_that_the_work_is_not_enough_for_is_reported() -> None:
    given = read_graph(drawn(SEED_OF_GAP), name="drawn", operators=operators())
    done = plan_exactly(given, operators(), work=0)
    assert done.open == ("forward",)
    assert is_sound(done.program.methods[0], operators())


def test_without_the_solver_the_error_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    given = read_graph(drawn(SEED_OF_GAP), name="drawn", operators=operators())
    with pytest.raises(ConfigError, match=r"requirements-exact\.txt"):
        plan_exactly(given, operators())
