from __future__ import annotations

from pathlib import Path

import pytest

from tasks.attribution.purpose import Part, Purpose, purpose_of

ROOT = Path(__file__).parents[3]
SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "runtime").rglob("*")
    if path.suffix in (".h", ".cpp")
)


def test_every_file_of_the_runtime_has_a_purpose() -> None:
    assert [source for source in SOURCES if purpose_of(source) is None] == []


def test_nothing_of_the_runtime_counts_as_other() -> None:
    purposes = {source: purpose_of(source) for source in SOURCES}
    assert [name for name, its in purposes.items() if its and its.part is Part.OTHER] == []


@pytest.mark.parametrize(
    ("source", "purpose"),
    [
        ("runtime/kernels/portable/arithmetic.h", Purpose.KERNEL),
        ("runtime/selected/portable_arithmetic.cpp", Purpose.ADAPTER),
        ("runtime/isa/scalar/loops/sums.h", Purpose.KERNEL),
        ("runtime/isa/helium/loops/map.h", Purpose.KERNEL),
        ("runtime/executor/adapter.h", Purpose.ADAPTER),
        ("runtime/executor/call.cpp", Purpose.ADAPTER),
        ("runtime/executor/method.cpp", Purpose.EXECUTOR),
    ],
)
def test_loops_and_what_unpacks_calls_count_as_kernels(source: str, purpose: Purpose) -> None:
    assert (ROOT / source).is_file()
    assert purpose_of(source) is purpose
    assert (purpose.part is Part.KERNELS) == (purpose is not Purpose.EXECUTOR)
