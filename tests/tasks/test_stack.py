"""The bound of a target's stack: the deepest path, and what a run can measure against it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import BuildError
from tasks.config import load_target
from tasks.references.stack import ASSUMED_BYTES, Function, deepest
from tasks.run.target import run_target
from tasks.size.read import read_size
from tasks.stack import bound_of, lines
from tests.tasks.built_targets import Built

NAMES = "start main load run kernel row leaf"
FRAMES = {"start": 8, "main": 100, "load": 40, "run": 16, "kernel": 200, "row": 24, "leaf": 4}
AT = {name: 0x100 * place for place, name in enumerate(NAMES.split(), start=1)}
CALLS = (("start", "main"), ("main", "load"), ("main", "run"), ("kernel", "leaf"))
TABLE = 0x4000  # data


def functions(**frames: int | None) -> list[Function]:
    taken: dict[str, int | None] = {**FRAMES, **frames}
    return [
        Function(address=AT[name], end=AT[name] + 0x40, name=name, frame_bytes=taken[name])
        for name in AT
    ]


def edges(*pairs: tuple[str, str]) -> list[tuple[int, int]]:
    return [(AT[source] + 6, AT[target]) for source, target in pairs]


def names(found: list[Function] | tuple[Function, ...]) -> list[str]:
    return [function.name for function in found]


def test_the_deepest_path_of_calls_counts() -> None:
    bound = deepest(functions(), AT["start"], calls=edges(*CALLS), taken=[])
    assert names(bound.path) == ["start", "main", "load"]
    assert bound.bytes == 148
    assert (bound.unknown, bound.recursive) == ((), ())


def test_what_data_refer_to_may_be_called_at_the_deepest_point() -> None:
    taken = [(TABLE, AT["kernel"] | 1)]  # Thumb marks addresses of functions
    bound = deepest(functions(), AT["start"], calls=edges(*CALLS), taken=taken)
    assert names(bound.path) == ["start", "main", "load", "kernel", "leaf"]
    assert bound.bytes == 148 + 204


def test_an_address_that_is_handed_down_is_called_below_what_it_is_handed_to() -> None:
    taken = [(TABLE, AT["kernel"]), *edges(("kernel", "row"))]
    bound = deepest(functions(), AT["start"], calls=edges(*CALLS), taken=taken)
    assert names(bound.path) == ["start", "main", "load", "kernel", "leaf", "row"]


def test_a_frame_that_nothing_tells_is_assumed_and_named() -> None:
    bound = deepest(functions(load=None), AT["start"], calls=edges(*CALLS), taken=[])
    assert bound.bytes == 108 + ASSUMED_BYTES
    assert bound.unknown == ("load",)


def test_recursion_is_named() -> None:
    calls = edges(*CALLS, ("load", "main"))
    bound = deepest(functions(), AT["start"], calls=calls, taken=[])
    assert bound.recursive == ("main",)
    assert bound.bytes == 148


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arm", "riscv"])
def test_no_run_uses_more_than_the_bound(
    name: str, built_target: Callable[[str], Built], capsys: pytest.CaptureFixture[str]
) -> None:
    target = built_target(name).target
    run_target(target)
    (counts,) = read_size(target).instructions
    bound = bound_of(target)
    assert counts.stack_bytes is not None
    assert bound.recursive == ()
    assert bound.bytes / 2 < counts.stack_bytes <= bound.bytes
    text = "\n".join(lines(target, bound, counts.stack_bytes))
    assert f"measured in the emulator: {counts.stack_bytes:,} B" in text


def test_a_host_has_no_bound(root: Path) -> None:
    with pytest.raises(BuildError, match="of a host"):
        bound_of(load_target("add-mul-host", root))
