"""Estimated cycles of the sequences whose cycles Arm's Technical Reference Manuals state.

Source: Cortex-M4, load and store timings, and the instruction sets of Cortex-M4 and Cortex-M0+.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.executors.runner import LOCAL
from tasks.run.emulator import HEADLESS, read_symbols
from tasks.run.instruction_count import plugin_arguments, plugins, read_counts
from tasks.toolchain.file import Timing

ROOT = Path(__file__).parents[3]

REFILL = 2
"""Cycles of a taken branch beyond the first, of the 1 to 3 that Cortex-M4's manual allows."""

M4 = {
    "ldr r0, [r1]; ldr r1, [r2]": 3,
    "ldr r0, [r1, r2]; str r0, [r3, #20]": 3,
    "ldr r0, [r1, r2]; str r1, [r3, r2]": 3,
    "ldr r0, [r1, r5]; ldr r1, [r2]; ldr r2, [r3, #4]": 4,
    "ldr r4, [r1]; ldr r0, [r4]": 4,
    "str r0, [r1, #4]; str r0, [r1, #8]": 2,
    "str r0, [r1, r5]; ldr r0, [r2]": 4,
    "str.w r0, [r1, r5]": 2,
    "ldr.w r10, [r1, #4]; ldrsb.w r9, [r2, #1]": 3,
    "ldr r0, [r1], #4; add r0, r0, #1": 3,
    "ldm r1, {r0, r4, r6, r7}": 5,
    "ldm.w r1, {r0, r4, r8-r10}": 6,
    "ldrd r4, r6, [r1]": 3,
    "strd r4, r6, [r1], #8": 3,
    "push {r0, r4, lr}; add sp, #12": 5,
    "smlad r0, r4, r6, r0; smull r0, r4, r6, r7; mla r0, r4, r6, r7; mul r0, r4, r6": 4,
    "udiv r0, r4, r6": 7,
    "ssat r0, #8, r4; qadd r0, r0, r4; sxtab16 r0, r4, r6, ror #8": 3,
    "b.n 1f; nop; 1: nop": 1 + REFILL + 1,
    "bl leaf": (1 + REFILL) + (1 + REFILL),
    "movs r0, #2; 1: subs r0, #1; bne 1b": 1 + 2 * 2 + REFILL,
    "b.w 1f; .pool; .balign 4096; .space 4092; 1: ldr.w r0, [r1]; ldr.w r4, [r2]": 1 + REFILL + 3,
    "b.w 1f; .pool; .balign 4096; .space 4092; 1: ldr.w r1, [r1]; ldr.w r4, [r1]": 1 + REFILL + 4,
    "vadd.f32 s0, s1, s2; vmul.f32 s0, s1, s2": 2,
    "vmla.f32 s0, s1, s2; vfma.f32 s0, s1, s2": 6,
    "vdiv.f32 s0, s1, s2; vsqrt.f32 s0, s1": 28,
    "vldr s0, [r1]": 2,
    "vldm r1, {s0-s3}": 5,
    "vmov s0, r0; vmov r0, r4, s0, s1": 3,
}

M0PLUS = {
    "ldr r0, [r1]; ldr r4, [r2]": 4,
    "str r0, [r1, #4]; ldrsb r0, [r1, r5]": 4,
    "ldm r2!, {r0, r4, r6}": 4,
    "push {r0, r4}; pop {r0, r4}": 6,
    "muls r0, r4; adds r0, #1; sxtb r0, r0": 3,
    "b 1f; nop; 1: nop": 2 + 1,
    "movs r0, #2; 1: subs r0, #1; bne 1b": 1 + (1 + 2) + (1 + 1),
    "bl leaf": 3 + 2,
    "bl far_leaf": 3 + 2,
    "dmb; mrs r0, msp": 6,
}

START = """
.syntax unified
.thumb
.word 0x20010000
.word start + 1
.macro prepare
  ldr r1, =0x20000100
  ldr r2, =0x20000200
  ldr r3, =0x20000300
  movs r5, #8
  nop
.endm
.thumb_func
start:
{fpu}
  ldr r1, =0x20000100
  str r1, [r1]
"""

END = """
  movs r0, #0x18
  ldr r1, =0x20026
  bkpt 0xab
.pool
.thumb_func
leaf: bx lr
.space 0x300000 + 0x100
.thumb_func
far_leaf: bx lr
"""

ENABLE_FPU = """
  ldr r0, =0xE000ED88
  ldr r1, =0xF00000
  str r1, [r0]
  dsb
  isb
"""


def estimates(
    sequences: list[str], timing: Timing, machine: list[str], board: str, folder: Path
) -> dict[str, int]:
    """The estimate for each sequence as the plugin makes it, executed in the emulator."""
    text = [START.format(fpu=ENABLE_FPU if timing is Timing.CORTEX_M4 else "")]
    names = []
    for index, sequence in enumerate(sequences):
        names += [f"sequence_{index}", f"after_{index}"]
        lines = "\n".join(sequence.split("; "))
        text.append(f"prepare\nsequence_{index}:\n{lines}\nafter_{index}:\nnop\nb 1f\n.pool\n1:")
    source, program = folder / "sequences.s", folder / "sequences.elf"
    source.write_text("\n".join([*text, END]), encoding="utf-8")
    command = ["arm-none-eabi-gcc", *machine, "-nostdlib", "-Wl,-Ttext=0,-estart"]
    subprocess.run([*command, str(source), "-o", str(program)], check=True)
    symbols = read_symbols(program)
    phases = {name: symbols[name] & ~1 for name in names}
    log = folder / "counts"
    for plugin in plugins(ROOT, LOCAL):
        arguments = plugin_arguments(plugin, None, phases, str(log), timing)
        emulator = ["qemu-system-arm", "-M", board, *HEADLESS, "-kernel", str(program)]
        run = subprocess.run(
            [*emulator, *arguments], capture_output=True, text=True, check=False, timeout=60
        )
        if "plugin" not in run.stderr:
            assert run.returncode == 0, run.stderr
            break
    counted, _ = read_counts(log.read_text(), names)
    found = {phase.name: phase.cycles for phase in counted}
    return {sequence: found[f"sequence_{index}"] for index, sequence in enumerate(sequences)}


@pytest.mark.parametrize(
    ("timing", "documented", "machine", "board"),
    [
        (
            Timing.CORTEX_M4,
            M4,
            ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"],
            "mps2-an386",
        ),
        (Timing.CORTEX_M0PLUS, M0PLUS, ["-mcpu=cortex-m0plus", "-mthumb"], "mps2-an385"),
    ],
)
def test_sequences_take_the_cycles_that_the_manual_states(
    require_tool: Callable[[str], str],
    tmp_path: Path,
    timing: Timing,
    documented: dict[str, int],
    machine: list[str],
    board: str,
) -> None:
    require_tool("arm-none-eabi-gcc")
    require_tool("qemu-system-arm")
    assert estimates(list(documented), timing, machine, board, tmp_path) == documented
