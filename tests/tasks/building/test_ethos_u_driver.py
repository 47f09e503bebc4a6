"""`[backends.ethos-u] driver`: a checkout of the driver that is compiled and linked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import VerifyError
from tasks.build import build
from tasks.building.inputs import own_files
from tasks.cases import main as cases
from tasks.config import Target, load_target
from tasks.run.target import run_target
from tasks.toolchain.file import read_toolchain
from tests.runtime.test_ethos_u import STAND_IN, payload, program
from tests.tasks.run.npy_files import write_npy
from tests.tasks.small_repository import make_sources

RequireTool = Callable[[str], str]


def target(folder: Path, *, toolchain: str = "host-gcc", more: str = "", adds: int = 1) -> Target:
    """A model for the simulated processor, whose driver is next to the repository.

    Its case expects each of eight numbers, 0 to 7, plus `adds`.
    """
    root = folder / "repository"
    models = make_sources(root)
    shutil.copytree(STAND_IN / "driver", folder / "driver")
    (models / "npu.pte").write_bytes(program(payload(weights=b"\x03")))
    arrays = [models / "in.npy", models / "out.npy"]
    for path, first in zip(arrays, (0, adds), strict=True):
        write_npy(path, "|i1", (1, 2, 4), bytes(range(first, first + 8)))
    into, out = map(str, arrays)
    assert cases([str(models / "npu.pte"), "--inputs", into, "--expected", out]) == 0
    (root / "configs" / "npu.toml").write_text(
        f'description = "npu"\n{more}\n[select]\nmodels = ["models/npu.pte"]\n'
        '[backends.ethos-u]\ndriver = "../../driver"\n'
        f'[toolchain]\nname = "{toolchain}"\nexecutor = "local"\n',
        encoding="utf-8",
    )
    return load_target("npu", root)


@pytest.mark.parametrize(
    ("toolchain", "tools"),
    [
        pytest.param("host-gcc", ("gcc",), id="host"),
        pytest.param("host-clang", ("clang",), id="clang"),
        pytest.param("cortex-m55", ("arm-none-eabi-gcc", "qemu-system-arm"), id="cortex-m55"),
    ],
)
@pytest.mark.parametrize("form", ["interpreter", "compiled"])
@pytest.mark.slow
def test_a_model_runs_by_the_driver_that_the_target_names(
    tmp_path: Path, require_tool: RequireTool, toolchain: str, tools: tuple[str, ...], form: str
) -> None:
    for tool in tools:
        require_tool(tool)
    chosen = target(tmp_path, toolchain=toolchain, more=f'runtime.form = "{form}"', adds=3)
    build(chosen)
    run_target(chosen)
    size = json.loads((chosen.root / "build" / "npu" / "size.json").read_text(encoding="utf-8"))
    purposes = {each["symbol"]: each["purpose"] for each in size["entries"]}
    found = {symbol: purposes[symbol] for symbol in purposes if "ethosu" in (symbol or "")}
    assert set(found.values()) == {"delegate"}, found


@pytest.mark.slow
def test_another_answer_of_the_driver_is_a_fault(tmp_path: Path, require_tool: RequireTool) -> None:
    require_tool("gcc")
    chosen = target(tmp_path, adds=1)
    build(chosen)
    with pytest.raises(VerifyError):
        run_target(chosen)


def test_files_of_the_driver_are_inputs_of_the_build(tmp_path: Path) -> None:
    chosen = target(tmp_path)
    assert tmp_path / "driver" / "src" / "ethosu_driver.c" in own_files(
        chosen, read_toolchain(chosen.toolchain.name, chosen.root)
    )
