"""What a record says that its kernel moves is where PyTorch's results have the elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from codegen.dtype import DType
from codegen.library import Move
from tests.runtime.kernels.portable_calls import Case
from tests.runtime.kernels.portable_results import FAMILIES
from tests.runtime.sanitized import kernels_by_name

Array = npt.NDArray[Any]
KERNELS = kernels_by_name()
MOVING = {name: kernel.moves for name, kernel in KERNELS.items() if kernel.moves is not None}
VIEW = "executorch_prim::et_view.default"
"""Makes its result an alias of its argument, and has no cases."""


def array_of(line: str) -> Array:
    """The elements of a tensor, each as its bytes."""
    _, dtype, sizes_text, order_text, content = line.split(" ")
    sizes, order = (
        [] if text == "-" else [int(each) for each in text.split(",")]
        for text in (sizes_text, order_text)
    )
    stored = np.frombuffer(bytes.fromhex(content.removeprefix("-")), f"V{DType(dtype).itemsize}")
    shape = [sizes[dim] for dim in order]
    return stored.reshape(shape).transpose(np.argsort(order).tolist())


def permuted(case: Case, given: Array) -> Array:
    kinds = [line.split(" ") for line in case.lines[1:-1]]
    if not kinds:
        return given.transpose()
    if kinds[0][0] == "ints":
        dims = [] if kinds[0][1] == "-" else [int(dim) for dim in kinds[0][1].split(",")]
        return given.transpose(dims)
    one, other = (int(words[1]) for words in kinds)
    return given.swapaxes(one, other) if given.ndim else given


def is_part(given: Array, result: Array) -> bool:
    """Whether the elements of `result` are some of `given`, in the same order."""
    rest = iter(
        given.tobytes()[at : at + given.itemsize] for at in range(0, given.nbytes, given.itemsize)
    )
    found = result.tobytes()
    size = result.itemsize
    return all(found[at : at + size] in rest for at in range(0, result.nbytes, size))


def is_from(given: Array, result: Array) -> bool:
    return {each.tobytes() for each in result.ravel()} <= {each.tobytes() for each in given.ravel()}


def padded(case: Case, given: Array, result: Array) -> bool:
    lists = [line for line in case.lines if line.startswith("ints ")]
    if any(set(each.removeprefix("ints ").split(",")) - {"0", "-"} for each in lists):
        return True
    return given.tobytes() == result.tobytes()


Rule = Callable[[Case, Array, Array], bool]
RULES: Mapping[Move, Rule] = {
    Move.COPY: lambda case, given, result: bool(np.array_equal(given, result)),
    Move.VIEW: lambda case, given, result: given.tobytes() == result.tobytes(),
    Move.PERMUTE: lambda case, given, result: bool(np.array_equal(permuted(case, given), result)),
    Move.EXPAND: lambda case, given, result: bool(
        np.array_equal(np.broadcast_to(given, result.shape), result)
    ),
    Move.PART: lambda case, given, result: is_part(given, result),
    Move.PAD: padded,
    Move.OTHER: lambda case, given, result: is_from(given, result),
}


@pytest.mark.parametrize("operator", sorted(MOVING.keys() - {VIEW}))
def test_elements_are_where_the_record_says(operator: str) -> None:
    cases = [each for family in FAMILIES.values() for each in family if each.operator == operator]
    alike = [case for case in cases if case.lines[0].split(" ")[1] == case.lines[-1].split(" ")[1]]
    assert alike
    for case in alike:
        given, result = array_of(case.lines[0]), array_of(case.lines[-1])
        assert RULES[MOVING[operator]](case, given, result), (operator, case.name)
