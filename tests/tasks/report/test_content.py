"""The page's content is that of size.json, baselines and history, in less space."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from codegen.profile import Event, Profile
from tasks.config import Target
from tasks.report.content import NUMBERS, TEXTS, Build, content
from tasks.report.page import page
from tasks.size.baseline import Baseline, record_of
from tasks.size.document import Size
from tests.tasks.built_targets import Built
from tests.tasks.report.reported import commit, reported, rows
from tests.tasks.sizes import SYMBOLS, size


@pytest.fixture(scope="module")
def target(built_target: Callable[[str], Built]) -> Target:
    return built_target("arm").target


def decoded(shown: dict[str, Any], number: int = 0) -> list[dict[str, Any]]:
    columns, strings = shown["targets"][number]["entries"], shown["strings"]
    texts = [[strings[i] for i in columns[key]] for key in TEXTS]
    numbers = [columns[key] for key in NUMBERS]
    keys = (*TEXTS, *NUMBERS)
    return [dict(zip(keys, row, strict=True)) for row in zip(*texts, *numbers, strict=True)]


@pytest.mark.slow
def test_entries_are_those_of_size_json(built_target: Callable[[str], Built]) -> None:
    built = [built_target("arm"), built_target("host")]
    shown = content([reported(each) for each in built], [])
    for number, each in enumerate(built):
        assert decoded(shown, number) == each.size["entries"]


@pytest.mark.slow
def test_baseline_reports_what_differs_and_nothing_else(target: Target) -> None:
    now = size()
    before = size((*SYMBOLS[1:], ("gone", "kernel", "aten::sub.out", 70, 0)))
    baseline = Baseline(record=record_of(before), exact=True)
    shown = content([Build(target=target, size=now, baseline=baseline)], [])
    strings, since = shown["strings"], shown["targets"][0]["before"]
    assert {strings[name]: sizes for name, *sizes in since["symbols"]} == {
        "kerf::portable::add_out": [0, 0],
        "gone": [70, 0],
    }
    assert {strings[name]: sizes for name, *sizes in since["operators"]} == {
        "aten::add.out": [0, 0],
        "aten::sub.out": [70, 0],
    }
    assert since["flash_bytes"] == before.flash_bytes


@pytest.mark.slow
def test_gates_that_fail_are_reported(target: Target) -> None:
    record = record_of(size(SYMBOLS[1:]))
    build = Build(target=target, size=size(), baseline=Baseline(record=record, exact=True))
    (fault,) = content([build], [])["targets"][0]["faults"]
    assert "grew by" in fault


def test_commits_that_change_nothing_are_left_out_of_a_history_but_not_its_ends() -> None:
    history = rows(size(), {1: 900, 2: 900, 3: 950, 4: 950, 5: 950})
    shown = content([], history)
    assert [day for _, day, _ in shown["commits"]] == [
        f"2026-11-0{d}T00:00:00Z" for d in range(1, 6)
    ]
    assert shown["history"]["m4"]["commit"] == [0, 2, 4]
    assert shown["history"]["m4"]["flash_bytes"] == [900, 950, 950]


def test_another_compiler_stays_in_a_history_though_no_byte_changed() -> None:
    history = rows(size(), {1: 900, 2: 900, 3: 900})
    history[1] = replace(history[1], toolchain="arm-none-eabi-gcc 13.1.0")
    history[2] = replace(history[2], toolchain="arm-none-eabi-gcc 13.1.0")
    shown = content([], history)
    names = [shown["strings"][number] for number in shown["history"]["m4"]["toolchain"]]
    assert names == ["arm-none-eabi-gcc 12.2.1"] + 2 * ["arm-none-eabi-gcc 13.1.0"]


def test_subjects_of_commits_are_reported_where_they_are_known() -> None:
    shown = content([], rows(size(), {1: 900, 2: 901}), subjects={commit(2).id: "kernels: Grow"})
    assert [subject for _, _, subject in shown["commits"]] == ["", "kernels: Grow"]


@pytest.mark.slow
def test_the_same_builds_give_the_same_bytes(built_target: Callable[[str], Built]) -> None:
    pages = {page(content([reported(built_target("arm"))], [])) for _ in range(2)}
    assert len(pages) == 1


@pytest.mark.slow
def test_twelve_targets_that_share_no_symbol_take_less_than_a_megabyte(
    built_target: Callable[[str], Built],
) -> None:
    builds = []
    for number in range(12):
        built = built_target(("arm", "riscv", "host")[number % 3])
        text = json.dumps(built.size).replace("kerf::", f"kerf{number}::")
        builds.append(
            Build(target=built.target, size=Size.model_validate_json(text), baseline=None)
        )
    shown = page(content(builds, []))
    assert len(shown.encode()) < 1_000_000


@pytest.mark.slow
def test_a_profile_has_what_each_instruction_took_in_all_runs(target: Target) -> None:
    def event(run: int, instruction: int, operator: str, took: int) -> Event:
        return Event(
            run=run, chain=0, instruction=instruction, operator=operator, begin=9, end=9 + took
        )

    events = (
        *(event(0, 0, "aten::mm.out", 30), event(0, 1, "aten::add.out", 5)),
        *(event(1, 0, "aten::mm.out", 32), event(1, 1, "aten::add.out", 7)),
    )
    profile = Profile(method="forward", unit="cycles", events=events, lost=3)
    build = Build(target=target, size=size(), baseline=None, profiles={"m-forward": profile})
    shown = content([build], [])
    (found,) = shown["targets"][0]["profiles"]
    assert [shown["strings"][i] for i in found["operator"]] == ["aten::mm.out", "aten::add.out"]
    assert (found["instruction"], found["took"]) == ([0, 1], [62, 12])
    assert (found["runs"], found["lost"]) == (2, 3)
