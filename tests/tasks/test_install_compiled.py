"""Two targets of compiled programs, installed and linked into one program of C."""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.install import main
from tasks.running.cases import read_cases
from tests.tasks.built_targets import ROOT, make_tree

pytestmark = pytest.mark.slow

MODEL = ROOT / "tests" / "data" / "models" / "linear.pte"
TARGET = """\
description = "compiled"
select.models = ["models/{name}.pte"]
runtime.form = "compiled"
toolchain.name = "host-gcc"
"""
PROGRAM = """\
#include <stdio.h>

#include "left.h"
#include "right.h"

static _Alignas(16) unsigned char left[left_forward_arena_bytes];
static _Alignas(16) unsigned char right[right_forward_arena_bytes];

int main(void) {{
  const float x[] = {{{inputs}}};
  float one[left_forward_output_0_elements], other[right_forward_output_0_elements];
  printf("%d %d\\n", left_forward(left, x, one), right_forward(right, x, other));
  for (int i = 0; i < left_forward_output_0_elements; ++i) printf("%.9g %.9g\\n", one[i], other[i]);
  return 0;
}}
"""


def test_two_targets_with_weights_are_linked_into_one_program(
    require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    gcc = require_tool("gcc")
    tree, prefix = make_tree(tmp_path / "tree"), tmp_path / "prefix"
    shutil.copy(ROOT / "pyproject.toml", tree)
    for name in ("left", "right"):
        shutil.copy(MODEL, tree / "configs" / "models" / f"{name}.pte")
        (tree / "configs" / f"{name}.toml").write_text(TARGET.format(name=name), encoding="utf-8")
        arguments = [name, f"--prefix={prefix}", f"--root={tree}", "--executor=local"]
        assert main(arguments) == 0
    case = read_cases(MODEL).methods[0].cases[0]
    x, expected = (struct.unpack("<9f", each[0].data) for each in (case.inputs, case.outputs))
    inputs = ", ".join(f"{number.hex()}f" for number in x)
    (tmp_path / "main.c").write_text(PROGRAM.format(inputs=inputs), encoding="utf-8")
    includes = [f"-I{header.parent}" for header in prefix.rglob("*.h")]
    archives = sorted(prefix.glob("lib/kerf/*/libkerf.a"))
    assert len(archives) == 2
    command = [gcc, *dict.fromkeys(includes), "main.c", *archives, "-lm", "-o", "main"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    errors, *rows = done.stdout.splitlines()
    assert errors == "0 0"
    for row, wanted in zip(rows, expected, strict=True):
        assert [float(word) for word in row.split()] == pytest.approx([wanted] * 2, rel=1e-5)
