from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codegen.errors import SizeError
from tasks import baseline
from tasks.baseline import baseline_path, read_baseline, update
from tasks.config import Target, load_target
from tasks.toolchain import Toolchain
from tests.tasks.config_root import SMALL, make_root, write
from tests.tasks.toolchains import a_toolchain

SIZE = {
    "toolchain": {"name": "arm-none-eabi-gcc", "version": "12.2.1"},
    "flash_bytes": 100,
    "ram_bytes": 8,
    "parts": {"core": {"flash_bytes": 100, "ram_bytes": 8}},
    "symbols": [
        {"name": "kerf::f()", "flash_bytes": 60, "ram_bytes": 0},
        {"name": "kerf::f()", "flash_bytes": 30, "ram_bytes": 0},
        {"name": "kerf::x", "flash_bytes": 0, "ram_bytes": 8},
    ],
}


@pytest.fixture
def target(tmp_path: Path) -> Target:
    root = make_root(tmp_path)
    write(root, SMALL, name="m4")
    return load_target("m4", root)


def gcc(version: str = "12.2.1") -> Toolchain:
    return a_toolchain(compiler="arm-none-eabi-gcc", version=version)


def built(target: Target, **changes: Any) -> None:
    path = target.root / "build" / target.name / "size.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**SIZE, **changes}), encoding="utf-8")


def test_without_a_file_there_is_no_baseline(target: Target) -> None:
    assert read_baseline(target, gcc()) is None


def test_a_baseline_is_what_was_built(target: Target) -> None:
    built(target)
    assert update(target) == target.root / "configs" / "baselines" / "m4.json"
    read = read_baseline(target, gcc())
    assert read is not None
    assert (read.flash_bytes, read.ram_bytes) == (100, 8)
    assert read.parts == {"core": (100, 8)}
    assert read.symbols == {"kerf::f()": (90, 0), "kerf::x": (0, 8)}


def test_each_compiler_has_a_record_of_its_own(target: Target) -> None:
    built(target)
    update(target)
    assert read_baseline(target, gcc("14.2.0")) is None
    built(target, toolchain={"name": "arm-none-eabi-gcc", "version": "14.2.0"}, flash_bytes=90)
    update(target)
    old, new = read_baseline(target, gcc()), read_baseline(target, gcc("14.2.0"))
    assert old is not None
    assert new is not None
    assert (old.flash_bytes, new.flash_bytes) == (100, 90)


def test_the_file_is_canonical(target: Target) -> None:
    built(target)
    text = update(target).read_text(encoding="utf-8")
    assert text == json.dumps(json.loads(text), indent=1, sort_keys=True) + "\n"


def test_a_target_that_is_not_built_has_no_sizes_to_take_over(target: Target) -> None:
    with pytest.raises(SizeError, match="Build first: nox -s build-m4"):
        update(target)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"toolchain": {}}', '{"toolchain": 1}'])
def test_a_broken_size_json_is_told(target: Target, text: str) -> None:
    built(target)
    (target.root / "build" / "m4" / "size.json").write_text(text, encoding="utf-8")
    with pytest.raises(SizeError, match=r"size\.json: no sizes .*Build the target again"):
        update(target)


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', '{"arm-none-eabi-gcc 12.2.1": {}}'])
def test_a_broken_baseline_is_told_with_what_to_do(target: Target, text: str) -> None:
    path = baseline_path(target)
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SizeError, match=r"m4\.json: not a baseline .*tasks\.baseline m4"):
        read_baseline(target, gcc())


def test_a_broken_baseline_is_not_overwritten(target: Target) -> None:
    built(target)
    path = baseline_path(target)
    path.parent.mkdir()
    path.write_text("{", encoding="utf-8")
    with pytest.raises(SizeError, match="not a baseline"):
        update(target)
    assert path.read_text(encoding="utf-8") == "{"


def test_the_task_updates_every_target_that_is_named(
    target: Target, capsys: pytest.CaptureFixture[str]
) -> None:
    built(target)
    assert baseline.main(["m4", "--root", str(target.root)]) == 0
    assert capsys.readouterr().out == f"{baseline_path(target)}: updated\n"


def test_the_committed_baselines_can_be_read(root: Path) -> None:
    for path in sorted((root / "configs" / "baselines").glob("*.json")):
        for key in json.loads(path.read_text(encoding="utf-8")):
            compiler, _, version = key.rpartition(" ")
            record = read_baseline(
                load_target(path.stem, root), a_toolchain(compiler=compiler, version=version)
            )
            assert record is not None
            assert sum(flash for flash, _ in record.parts.values()) == record.flash_bytes
