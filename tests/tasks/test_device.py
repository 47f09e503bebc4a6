"""Weights of a target in RAM, internal and external flash: built, counted, run in an emulator."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile

from codegen.errors import SizeError
from tasks.build import build
from tasks.config import Target, load_target
from tasks.device import device_lines
from tasks.run.target import run_target
from tasks.size.read import read_size
from tests.tasks.built_targets import copy_sources

pytestmark = pytest.mark.slow

TARGET = """\
description = "Weights in several regions"
[select]
models = ["models/dscnn_cortex_m.pte"]
[runtime]
form = "compiled"
[toolchain]
name = "cortex-m4"
executor = "local"
optimize = "balanced"
[board]
stack-bytes = 1024
[board.memory]
FLASH = { kind = "flash", bytes = 65_536 }
QSPI = { kind = "flash", bytes = 65_536 }
RAM = { kind = "ram", bytes = 65_536 }
"""
PLACES = "".join(
    f'[[board.weights]]\nregion = "{name}"\n{f"bytes = {size}" if size else ""}\n'
    for name, size in (("RAM", 4096), ("FLASH", 9000), ("QSPI", 0))
)


@dataclass(frozen=True, slots=True)
class Divided:
    root: Path
    target: Target
    run: dict[str, Any]


def tree(folder: Path, require_tool: Callable[[str], str]) -> Path:
    require_tool("arm-none-eabi-gcc")
    require_tool("qemu-system-arm")
    return copy_sources(folder)


@pytest.fixture(scope="module")
def divided(
    tmp_path_factory: pytest.TempPathFactory, require_tool: Callable[[str], str]
) -> Divided:
    root = tree(tmp_path_factory.mktemp("device"), require_tool)
    (root / "configs" / "divided.toml").write_text(f"{TARGET}{PLACES}", encoding="utf-8")
    target = load_target("divided", root)
    build(target)
    run_target(target)
    content = (root / "build" / "divided" / "run.json").read_text(encoding="utf-8")
    return Divided(root, target, json.loads(content))


def held(target: Target) -> dict[str, dict[str, int]]:
    device = read_size(target).device
    assert device is not None
    return {
        region.name: {each.name: each.bytes for each in region.holds} for region in device.regions
    }


def test_each_region_holds_its_weights_and_no_others(divided: Divided) -> None:
    found, size = held(divided.target), read_size(divided.target)
    assert 0 < found["RAM"]["weights"] <= 4096
    assert found["FLASH"]["weights for RAM"] == found["RAM"]["weights"]
    assert 8000 < found["FLASH"]["weights"] <= 9000
    total = sum(each["weights"] for each in found.values())
    assert total == size.weights_bytes
    assert found["FLASH"]["code"] == size.flash_bytes - total
    assert "data and bss" not in found["RAM"]
    assert size.parts["weights"].ram_bytes == found["RAM"]["weights"]


def test_the_linker_places_each_region_in_a_memory_of_its_own(divided: Divided) -> None:
    with (divided.root / "build" / "divided" / "runner.elf").open("rb") as file:
        elf = ELFFile(file)
        symbols = {each.name: each for each in elf.get_section_by_name(".symtab").iter_symbols()}
        sections = [each.name for each in elf.iter_sections()]
        weights = [symbols[f"kerf_weights{end}"] for end in ("", "_2", "_3")]
        places = [sections[each["st_shndx"]] for each in weights]
    assert places == [".data", ".rodata", ".kerf_weights"]
    bytes_ = [each["st_size"] for each in weights]
    found = held(divided.target)
    assert bytes_ == [found[name]["weights"] for name in ("RAM", "FLASH", "QSPI")]


def test_faster_regions_are_read_more_for_each_byte(divided: Divided) -> None:
    (method,) = divided.run["methods"]
    read, sizes = method["weights_read"], held(divided.target)
    per_byte = [read[name][0] / sizes[name]["weights"] for name in ("RAM", "FLASH", "QSPI")]
    assert per_byte == sorted(per_byte, reverse=True)
    assert per_byte[0] > 1.5 * per_byte[2]
    assert len(read["RAM"]) == len(method["instructions"]["execute"])


def test_an_inference_reads_as_much_wherever_weights_are(divided: Divided) -> None:
    one = '[[board.weights]]\nregion = "QSPI"\n'
    (divided.root / "configs" / "one.toml").write_text(f"{TARGET}{one}", encoding="utf-8")
    target = load_target("one", divided.root)
    build(target)
    run_target(target)
    content = (divided.root / "build" / "one" / "run.json").read_text(encoding="utf-8")
    (method,) = json.loads(content)["methods"]
    (before,) = divided.run["methods"]
    sums = [sum(column) for column in zip(*before["weights_read"].values(), strict=True)]
    assert method["weights_read"] == {"QSPI": sums}
    now, then = (each["instructions"]["execute"] for each in (method, before))
    differences = [b - a for a, b in zip(now, then, strict=True)]
    assert max(map(abs, differences)) <= 50


def test_the_build_knows_about_how_much_an_inference_reads(divided: Divided) -> None:
    lines = [line.split() for line in device_lines(divided.target) if "::" in line]
    rows = [[int(number.replace(",", "")) for number in line[2:4]] for line in lines]
    (method,) = divided.run["methods"]
    counted = sum(cases[0] for cases in method["weights_read"].values())
    assert 0.7 < sum(bytes_ * walks for bytes_, walks in rows) / counted < 1.4


def test_device_says_which_layer_reads_from_where(divided: Divided) -> None:
    lines = list(device_lines(divided.target))
    assert lines[0].startswith("device: divided")
    layers = [line.split() for line in lines if "cortex_m::" in line]
    assert {"RAM", "FLASH", "QSPI"} <= {word for layer in layers for word in layer}
    walks = [int(layer[3].replace(",", "")) for layer in layers]
    assert max(walks) > 50


def test_weights_that_do_not_fit_are_refused_with_what_they_need(divided: Divided) -> None:
    few = PLACES.replace('"QSPI"\n', '"QSPI"\nbytes = 1000\n')
    (divided.root / "configs" / "few.toml").write_text(f"{TARGET}{few}", encoding="utf-8")
    with pytest.raises(SizeError, match=r"no room for .* RAM 4,096 B, FLASH 9,000 B, QSPI 1,000 B"):
        build(load_target("few", divided.root))


def test_a_region_too_small_for_program_and_weights_is_named(divided: Divided) -> None:
    small = f"{TARGET}{PLACES}".replace("bytes = 9000", "bytes = 20_000")
    small = small.replace(
        'FLASH = { kind = "flash", bytes = 65_536', 'FLASH = { kind = "flash", bytes = 30_000'
    )
    (divided.root / "configs" / "small.toml").write_text(small, encoding="utf-8")
    with pytest.raises(SizeError, match="FLASH of small has 30,000 B and needs") as error:
        build(load_target("small", divided.root))
    assert "Let board.weights have fewer bytes there" in str(error.value)
