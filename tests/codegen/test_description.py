"""The description that a binary carries: small, read back whole, and found in any image."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen import description
from codegen.coverage import missing
from codegen.description import TargetSizes, encode, find_all, header, planned_description
from codegen.emit import plan_description
from codegen.library import BackendSpec
from codegen.plan import Plan
from codegen.pte import read_model
from codegen.selection import Selection
from codegen.sources.pte import selection_of_model
from codegen.unresolved import Unresolvable
from tests.codegen.model_files import CONFIG_MODELS, programs
from tests.codegen.selection_strategies import REPEATABLE
from tests.runtime.sanitized import libraries, plan_for

SIZES = TargetSizes(method_bytes=161, temp_bytes=64, slot=24, tensor=24, optional_tensor=28)
NUMBERS = struct.pack("<IIBBB", 161, 64, 24, 24, 28)
MODELS = list(programs().values())


def plan_of(path: Path) -> Plan | None:
    """The plan of a model; None where there is none."""
    try:
        return plan_for(selection_of_model(read_model(path)))
    except Unresolvable:
        return None


def image_of(plan: Plan) -> bytes:
    """What a compiler makes of the plan's identity."""
    return bytes.fromhex(plan.digest()) + header(plan) + NUMBERS + encode(plan)


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_the_description_of_a_model_s_plan_is_read_back(path: Path) -> None:
    if (plan := plan_of(path)) is not None:
        assert find_all(image_of(plan)) == (planned_description(plan, SIZES),)


@pytest.mark.parametrize("selection", [None, Selection()])
def test_everything_and_nothing_are_described(selection: Selection | None) -> None:
    plan = plan_for(selection)
    assert find_all(image_of(plan)) == (planned_description(plan, SIZES),)


def test_backends_are_read_back() -> None:
    backends = tuple(
        BackendSpec(
            id=name,
            class_name="none",
            library="none",
            header="none.h",
            source="none.cpp",
            handle_bytes=8,
            temp_bytes=0,
        )
        for name in ("EthosUBackend", "b" * 200)
    )
    plan = replace(plan_for(Selection()), backends=backends)
    (found,) = find_all(image_of(plan))
    assert found == planned_description(plan, SIZES)
    assert found.backends == tuple(backend.id for backend in backends)


def test_it_is_found_anywhere_in_an_image_and_decoys_are_not_taken_for_it() -> None:
    plan = plan_of(CONFIG_MODELS / "add_mul.pte")
    assert plan is not None
    decoys = description.MAGIC + b"\1\5\0" + description.MAGIC + b"\xff" * 7 + description.MAGIC
    image = b"\x7f" * 41 + decoys + image_of(plan) + decoys
    assert find_all(image) == (planned_description(plan, SIZES),)
    assert find_all(decoys * 20) == ()
    endless = description.MAGIC + b"\1\xff\xff" + NUMBERS + b"\0" + b"\xff" * 0xFFFF
    assert find_all(bytes(32) + endless) == ()


def test_all_descriptions_of_an_image_are_found_each_once() -> None:
    plans = [plan_of(CONFIG_MODELS / f"{name}.pte") for name in ("add_mul", "mv2")]
    first, second = (image_of(plan) for plan in plans if plan is not None)
    found = find_all(first + bytes(100) + second + first)
    assert found == (*find_all(first), *find_all(second))
    assert len(found) == 2


def test_mv2_is_described_in_few_bytes() -> None:
    plan = plan_of(CONFIG_MODELS / "mv2.pte")
    assert plan is not None
    assert len(image_of(plan)) - 32 < 400


def test_without_a_description_nothing_is_emitted() -> None:
    plan = plan_for(Selection())
    assert plan_description(plan) != ""
    object.__setattr__(plan, "describes_itself", False)
    assert plan_description(plan) == ""


@given(data=st.binary(max_size=200), cut=st.integers(0, 400))
@settings(REPEATABLE)
def test_damaged_images_have_none_or_another_one(data: bytes, cut: int) -> None:
    plan = plan_of(CONFIG_MODELS / "add_mul.pte")
    assert plan is not None
    whole = image_of(plan)
    find_all(whole[:cut] + data + whole[cut:])  # whatever it finds, it ends without an exception
    assert cut >= len(whole) or find_all(whole[:cut]) == ()


def test_a_description_with_any_byte_changed_gives_an_answer() -> None:
    path = CONFIG_MODELS / "add_mul.pte"
    model, plan = read_model(path), plan_of(path)
    assert plan is not None
    whole = image_of(plan)
    read = 0
    for at in range(description.DIGEST_BYTES, len(whole)):
        for byte in {0, 1, 0x7F, 0x80, 0xFF, *(whole[at] ^ 1 << bit for bit in range(8))}:
            for found in find_all(whole[:at] + bytes([byte]) + whole[at + 1 :]):
                for each in missing(model, found, libraries()):
                    assert each.text
                read += 1
    assert read > len(whole)
