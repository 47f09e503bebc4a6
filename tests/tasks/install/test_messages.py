"""Errors in words on a device, through the application, with operator and instruction."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.codegen.model_files import DATA
from tests.tasks.install.test_single_file import ARM, BOARD, FLAGS, M4, SECTIONS, run
from tests.tasks.release_repository import LOCAL, clone, task

pytestmark = pytest.mark.slow

RequireTool = Callable[[str], str]

TARGET = """\
description = "Errors in words"
[select]
models = ["{model}"]
[runtime]
form = "{form}"
messages = {messages}
[toolchain]
name = "cortex-m4"
"""
PRINT = "void kerf_message(const char* text) { fputs(text, stdout); }\n"
INTERPRETED = """\
#include <stdio.h>
#include <string.h>
#include "kerf_words.h"
static KERF_ALIGNED uint8_t planned[KERF_ARRAY(KERF_PLANNED_BYTES_1)];
static KERF_ALIGNED uint8_t state[KERF_ARRAY(KERF_METHOD_BYTES)];
static KERF_ALIGNED uint8_t temp[KERF_ARRAY(KERF_TEMP_BYTES)];
static int fill(kerf_method* method, size_t index) {
  kerf_value value;
  if (kerf_method_get_input(method, index, &value) != KERF_OK) return 0;
  const int integer = value.as.tensor.dtype == KERF_LONG;
  memset(value.as.tensor.data, integer ? 0x33 : 0, kerf_tensor_bytes(&value.as.tensor));
  return 1;
}
int main(void) {
  static kerf_program program;
  static kerf_method method;
  const kerf_block blocks[] = {{planned, sizeof planned}};
  const kerf_memory memory = {{state, sizeof state}, {temp, sizeof temp}, blocks, 1, NULL, NULL};
  kerf_program_load(&program, lowered, sizeof lowered);
  kerf_program_load(&program, kerf_words_ops_index_pte, kerf_words_ops_index_pte_bytes);
  kerf_method_load(&method, &program, "no\\033such", &memory, NULL, 0);
  kerf_method_load(&method, &program, "forward", &memory, NULL, 0);
  kerf_method_info info;
  kerf_program_method_info(&program, "forward", &info);
  for (size_t i = 0; i < info.inputs; ++i) fill(&method, i);
  return kerf_method_execute(&method, UINT32_MAX);
}
"""


def interpreted() -> str:
    """Loads a program that is lowered, then runs the target's own with an index out of range."""
    data = (DATA / "lowered" / "xnn_add_mul.pte").read_bytes()
    array = f"static const KERF_ALIGNED uint8_t lowered[] = {{{', '.join(map(str, data))}}};\n"
    return INTERPRETED.replace("static int fill", f"{array}static int fill")


def compiled(header: str) -> str:
    """Calls the function of a header with zeros, and with integers that are no index."""
    name, parameters = re.findall(r"^int (\w+_forward)\(void\* arena, (.*)\);$", header, re.M)[0]
    lines, words = [], []
    for parameter in parameters.split(", "):
        (kind, word), *_ = re.findall(r"(?:const )?(\w+)\* (\w+)$", parameter)
        lines.append(f"static {kind} {word}[{name}_{word}_elements];\n")
        if kind == "int64_t" and word.startswith("in"):
            words.append(f"  memset({word}, 0x33, sizeof {word});\n")
    arguments = ", ".join(["arena", *(each.split()[-1] for each in parameters.split(", "))])
    return (
        '#include <stdio.h>\n#include <string.h>\n#include "kerf_words.h"\n'
        f"static uint8_t arena[{name}_arena_bytes] __attribute__((aligned(16)));\n"
        f"{''.join(lines)}int main(void) {{\n{''.join(words)}  return {name}({arguments});\n}}\n"
    )


@pytest.fixture(scope="module")
def folders(
    repository: Path, require_tool: RequireTool, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with the single file of a model in each form, with messages and without."""
    require_tool(ARM)
    folder = tmp_path_factory.mktemp("messages")
    own = clone(repository, folder / "kerf")
    model = DATA / "models" / "ops_index.pte"
    for form in ("interpreter", "compiled"):
        for messages in ("true", "false"):
            text = TARGET.format(model=model, form=form, messages=messages)
            (own / "configs" / "words.toml").write_text(text, encoding="utf-8")
            prefix = f"--prefix={folder / form / messages}"
            done = task(own, "tasks.install", "words", "--form=single-file", prefix, LOCAL)
            assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("form", ["interpreter", "compiled"])
def test_device_prints_what_failed_and_where(
    folders: Path, require_tool: RequireTool, tmp_path: Path, form: str
) -> None:
    qemu = require_tool("qemu-system-arm")
    folder = folders / form / "true"
    header = (folder / "kerf_words.h").read_text(encoding="utf-8")
    main = interpreted() if form == "interpreter" else compiled(header)
    (tmp_path / "main.c").write_text(main + PRINT, encoding="utf-8")
    words = (*FLAGS[:1], "-fno-exceptions", *M4, *SECTIONS, *BOARD, f"-I{folder}")
    run(ARM, *words, "main.c", *folder.glob("*.c*"), "-o", "x.elf", folder=tmp_path)
    board = ("-M", "mps2-an386", "-nographic", "-semihosting-config", "enable=on")
    done = subprocess.run(
        [qemu, *board, "-kernel", "x.elf"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0x12
    lines = (done.stdout + done.stderr).splitlines()
    if form == "interpreter":
        assert lines.pop(0).startswith(
            "NotSupported: the program is lowered to XNNPACK. `nox -s optimize -- IN.pte OUT.pte` "
            "turns it back into operators"
        )
        assert lines.pop(0) == "NotFound: the program has no method: no?such"
    assert lines == [
        "InvalidArgument: an index that is out of range",
        "InvalidArgument in instruction 0: aten::index.Tensor_out",
    ]


@pytest.mark.parametrize("form", ["interpreter", "compiled"])
def test_no_word_and_no_port_is_in_a_binary_without(
    folders: Path, tmp_path: Path, form: str
) -> None:
    folder = folders / form / "false"
    common = (*FLAGS, *M4, *SECTIONS, f"-I{folder}", "-c", folder / "kerf_words.cpp")
    run("arm-none-eabi-g++", *common, "-o", "x.o", folder=tmp_path)
    content = (tmp_path / "x.o").read_bytes()
    assert b"kerf_message" not in content
    assert b"XNNPACK" not in content
    assert b"out of range" not in content
