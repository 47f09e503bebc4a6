"""The C interface: the same values as the runner's, errors for all misuse, a header of plain C."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from codegen.plan import Plan
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.runtime import model_cases
from tests.runtime.runner_output import calls
from tests.runtime.sanitized import RUNTIME, SANITIZED, Compiler, run
from tests.tasks.small_repository import require_zig

HERE = Path(__file__).parent / "c_api"
C_FLAGS = ("-std=c99", "-pedantic", "-Wall", "-Wextra")
MODELS = sorted(path.stem for path in (DATA / "models").glob("*.cases.json"))
OPERATORS_OF_OTHERS = {"custom_op_mul3.cases", "neg_missing_op_shift_scalar.cases"}


@pytest.fixture(scope="session")
def program(
    compiler: Compiler, everything_plan: Plan, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Path]:
    """Links tests/runtime/c_api/<name>.c, compiled as C, with the whole runtime."""
    sanitizers = tuple(flag for flag in SANITIZED if "sanitize" in flag)
    command = "clang" if "clang" in compiler.command else "gcc"
    c_compiler = replace(compiler, command=command, flags=(*C_FLAGS, "-Werror", "-g1", *sanitizers))

    @cache
    def link(name: str) -> Path:
        library = compiler.objects(compiler.runtime(everything_plan), everything_plan)
        own = c_compiler.objects([HERE / f"{name}.c"], everything_plan)
        path = tmp_path_factory.mktemp("c_api") / name
        command = [compiler.command, *compiler.flags, *map(str, (*own, *library)), "-lm"]
        subprocess.run([*command, "-lpthread", "-o", path], check=True)
        return path

    return link


@pytest.mark.parametrize("name", sorted(set(MODELS) - OPERATORS_OF_OTHERS))
def test_c_gives_the_runners_outputs(
    name: str, program: Callable[[str], Path], runner: Path, tmp_path: Path
) -> None:
    model = DATA / "models" / f"{name.removesuffix('.cases')}.pte"
    case = model_cases.read_cases(model)[0]
    words = model_cases.runner_arguments(model, (case,), tmp_path)
    (line,) = calls(run(runner, *words))
    inputs = [word for before, word in pairwise(words) if before == "--input"]
    data = model_cases.data_files(model)
    done = run(program("run"), model, data[0] if data else "-", case.method, *inputs)
    assert done.exit_code == 0, done.stderr
    kinds = ("none", "int", "bool", "double", "tensor")
    for output, text in zip(line["outputs"], done.stdout.splitlines(), strict=True):
        kind, _, digits = text.partition(" ")
        assert kinds[int(kind)] == output["kind"]
        if output["kind"] == "tensor":
            assert bytes.fromhex(digits) == Path(output["file"]).read_bytes()
        elif output["kind"] != "none":
            form = {"int": "<q", "bool": "<?", "double": "<d"}[output["kind"]]
            assert struct.unpack(form, bytes.fromhex(digits)) == (output["value"],)


def test_misuse_gives_the_documented_error(program: Callable[[str], Path]) -> None:
    done = run(program("misuse"), CONFIG_MODELS / "add_mul.pte")
    assert (done.stdout, done.exit_code) == ("", 0)


@pytest.mark.parametrize("standard", ["c99", "c11", "c17", "c++11", "c++17"])
@pytest.mark.parametrize("command", ["gcc", "clang", "zig"])
def test_the_header_alone_is_clean(
    command: str, standard: str, require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    compiler = (
        [sys.executable, "-m", "ziglang", "cc"] if command == "zig" else [require_tool(command)]
    )
    if command == "zig":
        require_zig()
    language = "c++" if standard.startswith("c++") else "c"
    source = tmp_path / "alone.c"
    source.write_text('#include "c_api/kerf_c.h"\n', encoding="utf-8")
    flags = [
        f"-std={standard}",
        "-Wall",
        "-Wextra",
        "-pedantic",
        "-Werror",
        "-c",
        "-o",
        str(tmp_path / "alone.o"),
    ]
    subprocess.run([*compiler, *flags, f"-I{RUNTIME}", "-x", language, source], check=True)


def test_a_library_of_another_interface_does_not_link(
    compiler: Compiler, everything_plan: Plan, tmp_path: Path
) -> None:
    library = compiler.objects([RUNTIME / "c_api" / "kerf_c.cpp"], everything_plan)
    header = (RUNTIME / "c_api" / "kerf_c.h").read_text(encoding="utf-8")
    source = tmp_path / "newer.c"
    newer = re.sub(r"(#define KERF_C_INTERFACE) \d+", r"\1 99", header)
    source.write_text(f"{newer}\nint main(void) {{ return kerf_method_execute(0, 0); }}\n")
    objects = [*map(str, library), "-o", str(tmp_path / "newer")]
    command = ["gcc", "-no-pie", f"-I{RUNTIME}", str(source), *objects]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "undefined reference to `kerf_method_execute_interface_99'" in done.stderr
