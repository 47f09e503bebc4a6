"""Estimated cycles of the sequences whose cycles are published.

Source: Arm's Technical Reference Manuals of Cortex-M4 (load and store timings, instruction set) and
Cortex-M0+; for Cortex-M7, M33 and M55 see toolchains/qemu/cortex_m_pipeline.h.
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
    "b.w 1f; .pool; .balign 4096; .space 4092; 1: mov r4, r6; add.w r0, r4, r6": 1 + REFILL + 2,
    "b.w 1f; .pool; .balign 4096; .space 4090; 1: mov.w r0, r4; mov.w r0, r6": 1 + REFILL + 2,
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

LOOP = "movs r4, #3; dls lr, r4; 1: vldrw.u32 q0, [r1], #16; vmla.s32 q1, q2, r5; le lr, 1b"

# Cycles until the last instruction has issued.
M55 = {
    "vldrw.u32 q0, [r1]; vadd.i32 q1, q2, q3; vmul.i32 q4, q2, q3; vstrw.32 q5, [r2]": 4,
    "vldrw.u32 q0, [r1]; vldrb.u8 q1, [r2]; vadd.i32 q2, q0, q1; vstrw.32 q2, [r3]": 1 + 2 + 1 + 1,
    "vldrb.u8 q0, [r1], #16; vmladava.s8 r4, q0, q1; vldrb.u8 q0, [r2]; vmladava.s8 r6, q0, q1": 4,
    "vmul.i32 q0, q1, q2; vadd.i32 q3, q0, q0": 1 + 2,
    "vmul.i32 q0, q1, q2; vstrw.32 q0, [r2]": 2,
    "vmovnb.i32 q0, q1; vstrw.32 q0, [r2]": 1 + 3,
    "vmladava.s8 r4, q0, q1; add.w r0, r4, r4": 1 + 2,
    "vdup.32 q0, r4; vmul.f32 q1, q2, r4; vfma.f32 q3, q2, q2": 1 + 1 + 2,
    "vidup.u32 q6, r4, #1; vldrw.u32 q0, [r1, q6, uxtw #2]": 1 + 5,
    "vcmp.s32 gt, q0, q1; vpsel q2, q0, q1": 2,
    "vpst; vaddt.i32 q0, q1, q2; vctp.8 r4": 3,
    "ldr r4, [r1]; adds r4, r4, r6": 1 + 2,
    "mul r4, r6, r7; add.w r0, r4, r4; ubfx r4, r6, #1, #2; add.w r0, r4, r4": 6,
    "add r4, r6; mov r0, r7; sxtb r4, r6; add r0, r7": 2,
    "add r4, r6; add r0, r7; add.w r4, r4, r6; mov r0, r7": 4,
    "vadd.f32 s0, s1, s2; vmul.f32 s3, s0, s1; vmla.f32 s4, s1, s2; vadd.f32 s0, s4, s4": 8,
    "ldrd r4, r6, [r1]; ldm.w r1, {r0, r4, r6, r7}": 1 + 2,
    "movs r0, #2; 1: subs r0, #1; bne 1b": 1 + 1 + 3 + 1,
    "b.w 1f; .pool; .balign 4096; .space 4092; 1: mov r4, r6; add.w r0, r6, r7": (1 + 3) + 2,
    LOOP: 1 + 1 + 3 * 2 + (1 + 3),
    f"movs r0, #2; 2: {LOOP}; subs r0, #1; bne 2b": 1 + 2 * (1 + 3 * 2 + (1 + 3) + 1) + 3 + 1,
}

M33 = {
    "ldr r4, [r1]; adds r4, r4, r6": 1 + 2,
    "ldr r4, [r1]; str r4, [r2]; ldr.w r4, [r1]; mla r0, r6, r7, r4": 4,
    "ldrd r4, r6, [r1]; strd r4, r6, [r2]; ldm r1, {r0, r4, r6, r7}": 2 + 2 + 4,
    "mul r4, r6, r7; mla r0, r6, r7, r4; add.w r0, r0, r6": 1 + 1 + 2,
    "smlad r4, r6, r7, r4; smlad r4, r6, r7, r4": 2,
    "add.w r4, r6, r7, lsl #2; add.w r0, r4, r4": 2,
    "add.w r4, r6, r7, ror #2; add.w r0, r4, r4; uadd16 r4, r6, r7; add.w r0, r4, r4": 6,
    "ubfx r4, r6, #1, #2; bfi r4, r6, #1, #2; adds r4, r4, r6": 3,
    "add r4, r6; mov r0, r7": 2,
    "movs r0, #2; 1: subs r0, #1; bne 1b": 1 + (1 + REFILL) + 1,
    "movs r0, #2; 1: subs.w r0, r0, #1; bne.w 1b": 1 + (2 + REFILL) + 2,
    "vfma.f32 s0, s1, s2; mov.w r4, r6; mov.w r4, r6; vfma.f32 s0, s1, s0": 4,
    "vfma.f32 s0, s1, s2; vadd.f32 s3, s1, s2": 4,
}

M7 = {
    "add.w r4, r6, r7; add.w r0, r6, r7; add.w r4, r4, r0; mov.w r6, r4": 3,
    "ldr.w r4, [r1]; ldr.w r6, [r1, #4]": 1,
    "ldr.w r4, [r1]; ldr.w r6, [r1, #8]": 2,
    "ldr.w r4, [r1]; add.w r0, r4, r4": 2,
    "ldr.w r4, [r1]; mul r0, r4, r4; ldrb.w r4, [r1]; add.w r0, r4, r4": 5,
    "ldr.w r4, [r1]; str.w r4, [r2]; str.w r4, [r3]": 2,
    "add.w r1, r1, #4; ldr.w r0, [r1]": 1 + 2,
    "mul r4, r6, r7; add.w r0, r4, r4": 1 + 2,
    "smlad r4, r6, r7, r4; smlad r4, r6, r7, r4; mov.w r0, r6": 2,
    "mul r4, r6, r7; str.w r6, [r2]": 2,
    "sxtb16 r4, r6; sxtb16 r0, r6; mov.w r7, r6; uxtb16 r4, r6": 3,
    "add.w r4, r6, r7, lsl #2; eor.w r0, r6, r7, ror #2": 2,
    "ldrd r4, r6, [r1]; ldm r1, {r0, r4, r6, r7}; mov.w r0, r7": 1 + 2 + 1,
    "vmul.f32 s0, s1, s2; vadd.f32 s3, s0, s0": 1 + 3,
    "vfma.f32 s0, s1, s2; vfma.f32 s0, s1, s2; vmul.f32 s3, s0, s0": 1 + 3 + 5,
    "vadd.f32 s0, s1, s2; vldr s4, [r1]; vfma.f32 s5, s1, s2; vldr s6, [r1]": 3,
    "vdiv.f32 s0, s1, s2; udiv r0, r4, r6": 16 + 7,
    "movs r0, #2; 1: subs r0, #1; bne 1b": 1 + 2 * 2,
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
  dmb
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
    text = [START.format(fpu="" if timing is Timing.CORTEX_M0PLUS else ENABLE_FPU)]
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
    phases = {name: symbols[name].start & ~1 for name in names}
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


FLOATS = ("-mthumb", "-mfloat-abi=hard")


@pytest.mark.parametrize(
    ("timing", "published", "machine", "board"),
    [
        (Timing.CORTEX_M0PLUS, M0PLUS, ["-mcpu=cortex-m0plus", "-mthumb"], "mps2-an385"),
        (Timing.CORTEX_M4, M4, ["-mcpu=cortex-m4", *FLOATS], "mps2-an386"),
        (Timing.CORTEX_M7, M7, ["-mcpu=cortex-m7", *FLOATS], "mps2-an500"),
        (Timing.CORTEX_M33, M33, ["-mcpu=cortex-m33", *FLOATS], "mps3-an547"),
        (Timing.CORTEX_M55, M55, ["-mcpu=cortex-m55", *FLOATS], "mps3-an547"),
    ],
)
def test_sequences_take_the_cycles_that_are_published(
    require_tool: Callable[[str], str],
    tmp_path: Path,
    timing: Timing,
    published: dict[str, int],
    machine: list[str],
    board: str,
) -> None:
    require_tool("arm-none-eabi-gcc")
    require_tool("qemu-system-arm")
    assert estimates(list(published), timing, machine, board, tmp_path) == published
