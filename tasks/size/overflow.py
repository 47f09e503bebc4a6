"""A program that does not fit its board: measured nevertheless, to report what is too large."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from codegen.errors import BuildError, KerfError, SizeError
from tasks.attribution.regions import FILLED
from tasks.building.ninja_file import LINK_SCRIPT, link_script
from tasks.building.planning import Planned
from tasks.building.relink import relink
from tasks.building.sources import products, size_executable
from tasks.files import write_if_changed
from tasks.size.baseline import read_baseline
from tasks.size.document import Size
from tasks.size.fit import advice_to_fit
from tasks.size.gate import Gate, gate_faults
from tasks.size.measure import measure
from tasks.toolchain.choose import Toolchain
from tasks.toolchain.file import Region

FOLDER = "overflow"
"""In the build folder."""

# GNU ld: region `FLASH' overflowed by 12 bytes
# LLVM lld: section '.text' will not fit in region 'FLASH': overflowed by 12 bytes
_OVERFLOW = re.compile(r"region [`'](\w+)':? overflowed by (\d+) bytes")


def overflow(
    error: BuildError, planned: Planned, toolchain: Toolchain, jobs: int | None = None
) -> KerfError:
    """What to raise for a build that failed: the error, or where the program is too large, why.

    To find out, the program is linked as if the board had more memory, and measured.
    """
    found = _OVERFLOW.findall(str(error))
    if not found or toolchain.linker_script is None:
        return error
    try:
        size = _measured(planned, toolchain)
        by_gate = gate_faults(size, planned.target, read_baseline(planned.target, size.toolchain))
        on_board = by_gate[Gate.BOARD]
        # What the board lacks is what counts; the emulator's regions are only those of its class.
        faults = on_board or [fault for each in by_gate.values() for fault in each]
        if faults:
            advice = advice_to_fit(planned.target, on_board, executor=toolchain.executor, jobs=jobs)
            return SizeError([*faults, *advice])
    except (BuildError, OSError):
        pass  # the linker's message has to be enough
    name = planned.target.name
    return SizeError(
        [
            f"{name}: {region} of the toolchain {toolchain.name} overflows by {int(by):,} B."
            for region, by in found
        ]
    )


def _measured(planned: Planned, toolchain: Toolchain) -> Size:
    root, wanted = planned.target.root, products(planned.target, planned.plan, toolchain)
    roomy = replace(toolchain, memory=_roomy(toolchain))
    script = f"{wanted.build_dir}/{FOLDER}/{LINK_SCRIPT}"
    (root / script).parent.mkdir(exist_ok=True)
    body = (root / str(toolchain.linker_script)).read_text(encoding="utf-8")
    write_if_changed(root / script, link_script(roomy, body))
    output = size_executable(toolchain)
    elf = relink(toolchain, wanted, output, FOLDER, root, script=script)
    return measure(planned, toolchain, elf)


def _roomy(toolchain: Toolchain) -> dict[str, Region]:
    """The toolchain's memory, FLASH and RAM up to the next region, weights where there are most
    addresses.
    """
    roomy = dict(toolchain.memory)
    origins = sorted({region.origin for region in roomy.values()})
    ends = dict(pairwise([*origins, ADDRESSES]))
    for name in roomy.keys() & FILLED:
        origin = roomy[name].origin
        roomy[name] = Region(origin=origin, bytes=ends[origin] - origin)
    return {**roomy, **({WEIGHTS: FAR} if WEIGHTS in roomy else {})}


ADDRESSES = 2**32
"""The address space of the processors that have such memory."""
WEIGHTS = "MODEL"
"""The region of linked weights."""
FAR = Region(origin=0x4000_0000, bytes=0x1000_0000)
"""Addresses that no toolchain has memory at."""
