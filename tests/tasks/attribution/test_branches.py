"""Direct calls, against what objdump of the same machine reads."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tasks.attribution.branches import called
from tasks.attribution.image import read_image
from tests.tasks.built_targets import Built

Make = Callable[[str], Built]
CALLS = {
    "arm": ("arm-none-eabi-objdump", r"blx?\t([0-9a-f]+) <"),
    "riscv": ("riscv64-unknown-elf-objdump", r"jal(?:r?)\t.*?\b([0-9a-f]{8}) <"),
    "zig-riscv": ("riscv64-unknown-elf-objdump", r"jal(?:r?)\t.*?\b([0-9a-f]{8}) <"),
    "host": ("objdump", r"call\s+([0-9a-f]+) <"),
    "aarch64": ("aarch64-linux-gnu-objdump", r"bl\t([0-9a-f]+) <"),
}
_LINE = re.compile(r"\s*([0-9a-f]+):\t((?:[0-9a-f]{2,8} ?)+)\s*\t(.*)")


def disassembled(objdump: str, elf: Path, call: str) -> Iterator[tuple[int, int]]:
    """The address behind each direct call, and the one that it goes to."""
    printed = subprocess.run([objdump, "-d", str(elf)], capture_output=True, text=True, check=True)
    for line in printed.stdout.splitlines():
        found = _LINE.match(line)
        if found is not None and (goes := re.match(call, found[3])) is not None:
            yield int(found[1], 16) + len(found[2].replace(" ", "")) // 2, int(goes[1], 16)


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_calls_go_where_objdump_says(
    built_target: Make, require_tool: Callable[[str], str], name: str
) -> None:
    objdump, call = CALLS[name]
    program = built_target(name).program
    image, _ = read_image(program)
    code = [section for section in image.sections if section.data]
    calls = list(disassembled(require_tool(objdump), program, call))
    assert len(calls) > 50
    for after, goes in calls:
        (section,) = (each for each in code if each.address < after <= each.end)
        assert called(image.machine, section.data, section.address, after) == goes, hex(after)


@pytest.mark.parametrize("machine", ["EM_X86_64", "EM_ARM", "EM_AARCH64", "EM_RISCV", "EM_MIPS"])
@pytest.mark.parametrize("length", range(9))
def test_bytes_that_are_no_call_go_nowhere(machine: str, length: int) -> None:
    assert called(machine, bytes(length), 0x1000, 0x1000 + length) is None
    assert called(machine, bytes(length), 0x1000, 0x1000) is None
    assert called(machine, bytes(length), 0x1000, 0x1001 + length) is None
