"""What the runtime refuses when it loads a program, the tools refuse when they read it.

Else a build would succeed whose device refuses the program, or a compiled target would make a
sound program of a damaged one. Both widths of the runtime agree as well.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from codegen.dtype import SUPPORTED_DTYPES
from codegen.errors import SelectionError
from codegen.opinfo import tensors_of
from codegen.pte import read_model_bytes
from tests.codegen import program_builder as build
from tests.codegen.model_files import DATA
from tests.conftest import SWEEPS
from tests.runtime.busy_program import busy_program
from tests.runtime.sanitized import ROOT, Compiler, plan_for, run

NAMES = ("add", "cond", "external_constants", "linear", "map", "multi_method", "mutable_counter")
MUTANTS = 6000 * SWEEPS
AT_ONCE = 1000
EDGES = (*range(9), 0x10, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x10000, 2**31 - 1, 2**31, 2**32 - 4)
FOLDERS = ("core", "tensor", "flatbuffer", "program", "apps/checker")
OF_THE_WIDTH = "NotSupported\ta tensor is larger than the address space"


@pytest.fixture(scope="module")
def mutants() -> list[bytes]:
    """Programs with one to three numbers changed, which mostly damages their structure."""
    chance = random.Random(24)
    whole = [(DATA / "models" / f"{name}.pte").read_bytes() for name in NAMES]
    whole.append(busy_program())
    return [mutant(chance, chance.choice(whole)) for _ in range(MUTANTS)]


def mutant(chance: random.Random, whole: bytes) -> bytes:
    data = bytearray(whole)
    for _ in range(chance.choice((1, 1, 2, 3))):
        width = chance.choice((1, 2, 4))
        at = chance.randrange(len(data) // width) * width
        other = chance.randrange(len(data) // width) * width
        old = int.from_bytes(data[at : at + width], "little")
        new = chance.choice(
            (
                old ^ 1 << chance.randrange(8 * width),
                old + chance.choice((-8, -4, -2, -1, 1, 2, 4, 8)),
                chance.choice(EDGES),
                int.from_bytes(data[other : other + width], "little"),
            )
        )
        data[at : at + width] = (new % (1 << 8 * width)).to_bytes(width, "little")
    return bytes(data)


def checker(compiler: Compiler) -> Path:
    """The program of `nox -s check`, with every feature."""
    sources = [path for name in FOLDERS for path in (ROOT / "runtime" / name).glob("*.cpp")]
    sources.append(ROOT / "runtime/apps/runner/files.cpp")
    return compiler.program("checker", sorted(sources), plan_for())


def verdicts(checker: Path, programs: list[bytes], folder: Path) -> list[str]:
    """What the runtime says of each program."""
    found = []
    for first in range(0, len(programs), AT_ONCE):
        part, words = bytearray(), []
        for program in programs[first : first + AT_ONCE]:
            words += [str(folder / "programs"), str(len(part)), str(len(program))]
            part += program + bytes(-len(program) % 16)
        (folder / "programs").write_bytes(part)
        done = run(checker, *words)
        assert done.exit_code == 0
        found += done.stdout.splitlines()
    assert len(found) == len(programs)
    return found


def refused(program: bytes) -> bool:
    """Whether the tools refuse it: when they read it, or since no kernel takes a dtype."""
    try:
        model = read_model_bytes(program, Path("mutant.pte"), name="mutant.pte")
    except SelectionError:
        return True
    return any(
        tensor.dtype not in SUPPORTED_DTYPES
        for method in model.methods
        for call in method.calls
        for tensor in tensors_of(call.arguments)
    )


def test_tools_refuse_every_program_that_the_runtime_refuses(
    compiler: Compiler, mutants: list[bytes], tmp_path: Path
) -> None:
    found = verdicts(checker(compiler), mutants, tmp_path)
    wrong = {
        verdict
        for verdict, program in zip(found, mutants, strict=True)
        if verdict != "Ok" and not refused(program)
    }
    assert not wrong
    assert MUTANTS // 10 < sum(verdict == "Ok" for verdict in found) < MUTANTS // 2


def test_a_runtime_of_32_bits_refuses_what_one_of_64_bits_does(
    compiler: Compiler, narrow: Compiler, mutants: list[bytes], tmp_path: Path
) -> None:
    wide = verdicts(checker(compiler), mutants, tmp_path)
    for one, other in zip(wide, verdicts(checker(narrow), mutants, tmp_path), strict=True):
        assert other in (one, OF_THE_WIDTH)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (build.tensor((2,), dtype=12), "a tensor of QInt8, a dtype that the runtime does not have"),
        (build.tensor((1 << 16, 1 << 15)), "which are more than 2^31 elements"),
        (build.tensor((1 << 16, 0, 1 << 15)), "which are more than 2^31 elements"),
    ],
)
def test_a_value_that_no_call_uses_is_checked(value: build.TableSpec, why: str) -> None:
    data = build.program(build.method([value], [], operators=()))
    with pytest.raises(SelectionError, match=re.escape(why)):
        read_model_bytes(data, Path("m.pte"), name="m.pte")
