"""The source that places the constants of compiled programs, straight from the models' files."""

from __future__ import annotations

from collections.abc import Mapping

from codegen.compiled.tables import Compiled

HEAD = """\
// The constants of the compiled programs: bytes of the models' files, placed by the linker.
__asm__(R"(
  .section .kerf_weights, "a", %progbits
  .balign 16
  .globl kerf_weights
  .type kerf_weights, %object
kerf_weights:
"""


def weights_source(compiled: Compiled, files: Mapping[str, str]) -> str:
    """The text of weights.cpp. `files`: the path of each model, as the assembler finds it."""
    lines = [HEAD]
    end = 0
    for run in compiled.runs:
        if run.offset > end:
            lines.append(f"  .zero {run.offset - end}\n")
        path = files[run.model].replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'  .incbin "{path}", {run.position}, {run.bytes}\n')
        end = run.offset + run.bytes
    lines.append('  .size kerf_weights, . - kerf_weights\n  .text\n)");\n')
    return "".join(lines)
