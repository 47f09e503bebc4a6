"""Two targets of compiled programs, installed and linked into one program of C."""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.install.__main__ import main
from tasks.run.cases import read_cases
from tests.tasks.built_targets import ROOT, make_tree

pytestmark = pytest.mark.slow

MODEL = ROOT / "tests" / "data" / "models" / "linear.pte"
TARGET = """\
description = "compiled"
select.models = ["models/{model}.pte"]
runtime = {{ form = "compiled", prefix = "{prefix}" }}
toolchain.name = "host-gcc"
"""
PROGRAM = """\
#include <stdio.h>

#include "left{name}.h"
#include "right{name}.h"

#define LEFT(what) left{name}_forward##what
#define RIGHT(what) right{name}_forward##what

static _Alignas(16) unsigned char left[LEFT(_arena_bytes)];
static _Alignas(16) unsigned char right[RIGHT(_arena_bytes)];

int main(void) {{
  const float x[] = {{{inputs}}};
  float one[LEFT(_output_0_elements)], other[RIGHT(_output_0_elements)];
  printf("%d %d\\n", LEFT()(left, x, one), RIGHT()(right, x, other));
  for (int i = 0; i < LEFT(_output_0_elements); ++i) printf("%.9g %.9g\\n", one[i], other[i]);
  return 0;
}}
"""


@pytest.fixture(params=["of two models", "of one model"])
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A repository with targets `left` and `right`, whose functions begin with their names."""
    tree = make_tree(tmp_path / "tree")
    shutil.copy(ROOT / "pyproject.toml", tree)
    for name in ("left", "right"):
        model, prefix = (name, "") if request.param == "of two models" else ("", f"{name}_")
        shutil.copy(MODEL, tree / "configs" / "models" / f"{model or 'linear'}.pte")
        text = TARGET.format(model=model or "linear", prefix=prefix)
        (tree / "configs" / f"{name}.toml").write_text(text, encoding="utf-8")
    return tree


def linked(
    gcc: str, folder: Path, headers: list[Path], archives: list[Path]
) -> subprocess.CompletedProcess[str]:
    """The program of both targets' functions, linked into `folder`."""
    name = next(path.stem.removeprefix("left") for path in headers if path.stem.startswith("left"))
    case = read_cases(MODEL).methods[0].cases[0]
    x = struct.unpack("<9f", case.inputs[0].data)
    text = PROGRAM.format(inputs=", ".join(f"{number.hex()}f" for number in x), name=name)
    (folder / "main.c").write_text(text, encoding="utf-8")
    includes = [f"-I{header.parent}" for header in headers]
    command = [gcc, *dict.fromkeys(includes), "main.c", *map(str, archives), "-lm", "-o", "main"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_two_targets_with_weights_are_linked_into_one_program(
    require_tool: Callable[[str], str], tree: Path, tmp_path: Path
) -> None:
    prefix = tmp_path / "prefix"
    for name in ("left", "right"):
        arguments = [name, f"--prefix={prefix}", f"--root={tree}", "--executor=local"]
        assert main(arguments) == 0
    archives = sorted(prefix.glob("lib/kerf/*/libkerf-*.a"))
    assert len(archives) == 2
    done = linked(require_tool("gcc"), tmp_path, [*prefix.rglob("*.h")], archives)
    assert done.returncode == 0, done.stderr
    ran = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    errors, *rows = ran.stdout.splitlines()
    assert errors == "0 0"
    expected = struct.unpack("<9f", read_cases(MODEL).methods[0].cases[0].outputs[0].data)
    for row, wanted in zip(rows, expected, strict=True):
        assert [float(word) for word in row.split()] == pytest.approx([wanted] * 2, rel=1e-5)
    # Those of the build folders have their symbols in common.
    headers = [*(tree / "build").glob("*/include/*.h")]
    archives = sorted((tree / "build").glob("*/libkerf.a"))
    done = linked(require_tool("gcc"), tmp_path, headers, archives)
    assert done.returncode != 0
    assert "link_installed_libraries_where_a_program_has_several" in done.stderr
