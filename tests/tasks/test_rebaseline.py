"""Baselines: what is recorded, for which toolchain, why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codegen.errors import ConfigError, SizeError
from tasks import rebaseline as task
from tasks.config import Target, load_target
from tasks.files import sha256
from tasks.rebaseline import rebaseline
from tasks.size.baseline import baseline_path, read_baseline, read_records
from tasks.size.document import Toolchain
from tests.tasks.config_root import SMALL, make_root, write
from tests.tasks.sizes import SYMBOLS, Symbols, document

GCC_12 = Toolchain(name="arm-none-eabi-gcc", version="12.2.1")
GCC_14 = Toolchain(name="arm-none-eabi-gcc", version="14.2.0")
ZIG = Toolchain(name="zig", version="0.17.1")


@pytest.fixture
def target(tmp_path: Path) -> Target:
    root = make_root(tmp_path)
    write(root, SMALL, name="m4")
    return load_target("m4", root)


def built(target: Target, symbols: Symbols = SYMBOLS, **changes: Any) -> None:
    """A size.json next to a program."""
    folder = target.root / "build" / target.name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "runner.elf").write_bytes(b"program")
    size = document(symbols) | changes
    size["program"] = {"name": "runner.elf", "sha256": sha256(folder / "runner.elf")}
    (folder / "size.json").write_text(json.dumps(size), encoding="utf-8")


def test_without_a_file_there_is_no_baseline(target: Target) -> None:
    assert read_baseline(target, GCC_12) is None


def test_a_baseline_is_what_was_built(target: Target) -> None:
    built(target)
    rebaseline(target, "first")
    read = read_baseline(target, GCC_12)
    assert read is not None
    assert read.exact
    assert (read.record.flash_bytes, read.record.ram_bytes) == (1000, 48)
    assert read.record.parts["kernels"] == (600, 0)
    assert read.record.operators == {"aten::add.out": (600, 0)}
    assert read.record.symbols == {name: (flash, ram) for name, _, _, flash, ram in SYMBOLS}
    assert read.record.measures["planned_bytes"] == 2048


def test_each_update_keeps_its_reason_and_the_totals(target: Target) -> None:
    built(target)
    rebaseline(target, "first")
    built(target, (*SYMBOLS, ("kerf::more", "core", None, 24, 0)))
    message = rebaseline(target, "more\n of it ")
    assert "flash 1,024 B, RAM 48 B (code +24 B)" in message
    (record,) = read_records(baseline_path(target)).values()
    assert record.history == (
        {"reason": "first", "flash_bytes": [None, 1000], "ram_bytes": [None, 48]},
        {"reason": "more of it", "flash_bytes": [1000, 1024], "ram_bytes": [48, 48]},
    )


def test_what_has_not_changed_is_not_recorded_twice(target: Target) -> None:
    built(target)
    rebaseline(target, "first")
    before = baseline_path(target).read_bytes()
    assert rebaseline(target, "again") == "m4: arm-none-eabi-gcc 12.2.1: as recorded"
    assert baseline_path(target).read_bytes() == before


def test_counts_of_a_run_stay_until_bytes_change(target: Target) -> None:
    built(target)
    run = {"measured_sha256": sha256(target.root / "build" / "m4" / "runner.elf")}
    counted = {"program_load": 9, "method_load": 8, "execute": [7]}
    method = {"model": "a.pte", "method": "forward", "instructions": counted}
    ran = target.root / "build" / "m4" / "run.json"
    ran.write_text(json.dumps(run | {"methods": [method]}), encoding="utf-8")
    rebaseline(target, "first")
    ran.unlink()
    assert rebaseline(target, "not run here").endswith(": as recorded")
    built(target, SYMBOLS[1:])
    rebaseline(target, "smaller")
    (record,) = read_records(baseline_path(target)).values()
    assert "execute_instructions" not in record.measures


def test_each_compiler_version_has_a_record_of_its_own(target: Target) -> None:
    built(target)
    rebaseline(target, "first")
    built(target, SYMBOLS[1:], toolchain=GCC_14.model_dump())
    rebaseline(target, "a new compiler")
    old, new = read_baseline(target, GCC_12), read_baseline(target, GCC_14)
    assert old is not None
    assert new is not None
    assert (old.record.flash_bytes, new.record.flash_bytes) == (1000, 400)


def test_the_nearest_record_is_the_same_compiler_then_any(target: Target) -> None:
    built(target, toolchain=ZIG.model_dump())
    rebaseline(target, "zig")
    other = read_baseline(target, GCC_12)
    assert other is not None
    assert not other.exact
    assert other.record.toolchain == "zig 0.17.1"
    built(target, toolchain=GCC_14.model_dump())
    rebaseline(target, "gcc")
    near = read_baseline(target, GCC_12)
    assert near is not None
    assert near.record.toolchain == "arm-none-eabi-gcc 14.2.0"


def test_the_file_is_canonical(target: Target) -> None:
    built(target)
    rebaseline(target, "first")
    text = baseline_path(target).read_text(encoding="utf-8")
    assert text.endswith("}\n")
    assert list(json.loads(text)) == sorted(json.loads(text))
    assert '\n    "memcpy": [60, 0]' in text


# What is wrong


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_a_reason_is_wanted(target: Target, reason: str) -> None:
    built(target)
    with pytest.raises(ConfigError, match="a reason is required"):
        rebaseline(target, reason)


def test_a_target_that_is_not_built_has_no_sizes_to_take_over(target: Target) -> None:
    with pytest.raises(SizeError, match="Build first: nox -s build-m4"):
        rebaseline(target, "why not")


def test_sizes_of_another_program_are_not_taken_over(target: Target) -> None:
    built(target)
    (target.root / "build" / "m4" / "runner.elf").write_bytes(b"another")
    with pytest.raises(SizeError, match=r"runner\.elf: .* build again: nox -s build-m4"):
        rebaseline(target, "why not")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"version": 2}', '{"version": 1}'])
def test_a_broken_size_json_is_reported(target: Target, text: str) -> None:
    built(target)
    (target.root / "build" / "m4" / "size.json").write_text(text, encoding="utf-8")
    with pytest.raises(SizeError, match=r"size\.json: .*Build the target again"):
        rebaseline(target, "why not")


BROKEN = (
    *("", "{", "[]", '"x"', "{}", '{"version": 1, "toolchains": {}}'),
    '{"version": 2, "toolchains": {}}',
    '{"version": 3, "toolchains": {"gcc 1": {}}}',
    '{"version": 3, "toolchains": []}',
)


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_baseline_is_reported_with_what_to_do_and_is_not_overwritten(
    target: Target, text: str
) -> None:
    built(target)
    path = baseline_path(target)
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SizeError, match=r"m4\.json: not a baseline .*nox -s rebaseline -- m4"):
        read_baseline(target, GCC_12)
    with pytest.raises(SizeError, match="not a baseline"):
        rebaseline(target, "why not")
    assert path.read_text(encoding="utf-8") == text


def test_the_task_updates_every_target_that_is_named(
    target: Target, capsys: pytest.CaptureFixture[str]
) -> None:
    built(target)
    assert task.main(["m4", "--reason", "first", "--root", str(target.root)]) == 0
    assert capsys.readouterr().out == (
        "m4: arm-none-eabi-gcc 12.2.1: flash 1,000 B, RAM 48 B (new) in configs/baselines/m4.json\n"
    )


def test_a_target_that_cannot_be_recorded_stops_no_other(target: Target) -> None:
    for name in ("a", "b"):
        write(target.root, SMALL, name=name)
    built(target)
    with pytest.raises(SizeError) as caught:
        task.main(["a", "m4", "b", "--reason", "first", "--root", str(target.root)])
    assert [fault.rpartition(": ")[2] for fault in caught.value.faults] == [
        "nox -s build-a",
        "nox -s build-b",
    ]
    assert baseline_path(target).is_file()


def test_the_committed_baselines_can_be_read(root: Path) -> None:
    for path in sorted((root / "configs" / "baselines").glob("*.json")):
        for record in read_records(path).values():
            assert sum(flash for flash, _ in record.parts.values()) == record.flash_bytes
            assert record.history, path
