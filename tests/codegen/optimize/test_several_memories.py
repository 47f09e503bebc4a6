"""Buffers in several memories: what fits into the first is there, and nothing collides."""

from __future__ import annotations

import pytest

from codegen.errors import SizeError
from codegen.optimize.layout import is_sound, memory_bytes
from codegen.optimize.pipeline import optimize
from codegen.optimize.plan_memory import plan_memory
from codegen.optimize.read import read_graph
from codegen.optimize.several_memories import fit_memories
from tests.codegen.model_files import programs
from tests.codegen.optimize.graphs import operators
from tests.codegen.optimize.test_placement import drawn


@pytest.mark.parametrize("seed", range(6))
def test_what_does_not_fit_the_first_memory_is_in_the_second(seed: int) -> None:
    program = plan_memory(read_graph(drawn(seed), name="p", operators=operators()), operators())
    (whole,) = memory_bytes(program.methods[0])
    assert fit_memories(program, operators(), (whole,)).methods[0].buffers == (
        program.methods[0].buffers
    )
    sizes = (whole - 16, whole)
    (method,) = fit_memories(program, operators(), sizes).methods
    first, second = memory_bytes(method)
    assert second > 0
    assert first <= sizes[0]
    assert is_sound(method, operators())


@pytest.mark.parametrize(
    ("sizes", "text"),
    [
        ((1000, 100), "more than all memories have"),
        ((7000, 7000, 7000), "is in one memory: enlarge one by"),
        ((7700, 5000), "No plan was found"),
    ],
)
def test_what_does_not_fit_says_what_would_help(sizes: tuple[int, ...], text: str) -> None:
    path = programs()["dscnn_cortex_m"]
    with pytest.raises(SizeError, match=text):
        optimize(
            path.read_bytes(),
            name=path.name,
            operators=operators(),
            memories=sizes,
        )
