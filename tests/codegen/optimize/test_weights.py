"""What becomes of weights: none is stored twice, or expanded before it is needed."""

from __future__ import annotations

import random
import tracemalloc
from pathlib import Path

import numpy as np

from codegen.dtype import DType
from codegen.optimize.graph import Call, Method, Tensor
from codegen.optimize.pipeline import optimize, read_program
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import called_by, operators
from tests.codegen.optimize.quantized_draft import Draft, program_of

LAYERS, WIDTH = 6, 40
PLANS = ("unused", "plan")


def layers() -> bytes:
    """Products one after the other, whose weights are all dequantized before the first."""
    draft = Draft(source=random.Random(1))
    x = given = draft.planned((2, WIDTH))
    weights = [draft.weight((WIDTH, WIDTH)) for _ in range(LAYERS)]
    for weight in weights:
        y = draft.planned((2, WIDTH))
        draft.call(("aten::linear", "out"), x, weight, draft.bias(WIDTH), y, y)
        x = y
    return program_of(draft, (given,), (x,))


def planned(data: bytes, *passes: str) -> int:
    done = optimize(data, name="drawn", operators=operators(), passes=passes)
    return sum(map(sum, (sizes for _, sizes in done.memories)))


def test_dequantized_weights_are_in_memory_one_after_the_other() -> None:
    one = 4 * WIDTH * WIDTH
    assert planned(layers(), *PLANS) >= LAYERS * one
    assert planned(layers(), "sink", *PLANS) < 2 * one
    assert planned(layers(), "integers", *PLANS) < one


def test_a_weight_is_computed_before_the_first_of_all_that_read_it() -> None:
    """Its turned form, which nothing needs before the second product, reads it as well."""
    draft = Draft(source=random.Random(1))
    x = given = draft.planned((2, WIDTH))
    weights = [draft.weight((WIDTH, WIDTH)) for _ in range(LAYERS)]
    forms = []
    for weight in weights:
        turned = draft.planned((WIDTH, WIDTH))
        draft.call(("aten::permute_copy", "out"), weight, draft.ints(1, 0), turned, turned)
        forms += [weight, turned]
    for form in forms:
        y = draft.planned((2, WIDTH))
        draft.call(("aten::linear", "out"), x, form, draft.bias(WIDTH), y, y)
        x = y
    data = program_of(draft, (given,), (x,))
    passes = ("unused", "sink")
    done = optimize(data, name="drawn", operators=operators(), passes=passes, keep_steps=True)
    sunk, method = (step.program.methods[0] for step in (done.steps[-1], done.steps[0]))
    calls = [each for each in sunk.instructions if isinstance(each, Call)]
    assert called_by(sunk)[:2] != called_by(method)[:2]
    written = {given}
    for call in calls:
        values = (sunk.values[index] for index in call.arguments[:-1])
        reads = {
            index
            for index, value in zip(call.arguments, values, strict=False)
            if isinstance(value, Tensor) and not value.constant and index != call.arguments[-1]
        }
        assert reads <= written, call.operator
        written.add(call.arguments[-1])


def products(*, turned: bool, scale: float = 1.0) -> Method:
    """Two products with one weight, of which the first turns it."""
    draft = Draft(source=random.Random(1))
    given, y, z = (draft.planned((3, WIDTH)) for _ in range(3))
    weight = draft.constant((WIDTH, WIDTH), DType.Float, bytes(4 * WIDTH * WIDTH))
    matrix = draft.planned((WIDTH, WIDTH))
    draft.call(("aten::permute_copy", "out"), weight, draft.ints(1, 0), matrix, matrix)
    one, factor = draft.add(build.integer(1)), draft.add(build.double(scale))
    bias = draft.bias(WIDTH)
    draft.call(("aten::addmm", "out"), bias, given, matrix, one, factor, y, y)
    other = matrix if turned else weight
    draft.call(("aten::mm", "out"), y, other, z, z)
    data = program_of(draft, (given,), (z,))
    passes = ("fold", "unused")
    done = optimize(data, name="drawn", operators=operators(), passes=passes, keep_steps=True)
    return done.steps[-1].program.methods[0]


def stored(method: Method) -> int:
    """Bytes of its different constants."""
    return sum(
        len(data)
        for data in {v.data for v in method.values if isinstance(v, Tensor) and v.constant}
        if data is not None
    )


def test_a_weight_that_is_needed_as_it_is_is_not_stored_turned_as_well() -> None:
    for turned, expected in ((True, "aten::addmm.out"), (False, "aten::linear.out")):
        method = products(turned=turned)
        assert called_by(method) == [expected, "aten::mm.out"]
        assert stored(method) == 4 * WIDTH * WIDTH + 4 * WIDTH


def test_a_scaled_product_turns_its_weight_itself() -> None:
    names = called_by(products(turned=False, scale=0.5))
    assert names == ["aten::permute_copy.out", "aten::addmm.out", "aten::mm.out"]


def test_weights_are_in_memory_twice_at_most(tmp_path: Path) -> None:
    """As those of the file and those that passes make of them; then the latter and the result."""
    draft, width = Draft(source=random.Random(1)), 1000
    x = given = draft.planned((2, width))
    for number in range(2):
        numbers = np.full((width, width), number, dtype=np.float32)
        weight, turned = (
            draft.constant((width, width), DType.Float, numbers.tobytes()),
            draft.planned((width, width)),
        )
        draft.call(("aten::permute_copy", "out"), weight, draft.ints(1, 0), turned, turned)
        y = draft.planned((2, width))
        draft.call(("aten::mm", "out"), x, turned, y, y)
        x = y
    path = tmp_path / "drawn.pte"
    path.write_bytes(program_of(draft, (given,), (x,)))
    del draft
    known = operators()
    tracemalloc.start()
    done = optimize(read_program(path), name="drawn", operators=known)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert not done.steps
    assert peak_bytes < 2.1 * path.stat().st_size
