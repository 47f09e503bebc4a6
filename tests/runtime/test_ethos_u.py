"""Ethos-U: payloads read by the tools and the runtime, run with a simulated driver."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from codegen.errors import SelectionError
from codegen.ethos_u import scratch_bytes
from codegen.library_file import read_library
from codegen.plan import Plan, RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.sources.pte import selection_of_model
from tests.codegen import program_builder as build
from tests.runtime import delegates
from tests.runtime.sanitized import RUNTIME, Compiler, libraries, run

ID = "EthosUBackend"
GLUE = RUNTIME / "delegate" / "ethos_u"
STAND_IN = delegates.FOLDER / "ethos_u"
SIZES = (1, 2, 4)
CHAR = 1
SCRATCH = 64


def block(name: str, data: bytes = b"", *, external: int = 0) -> bytes:
    padding = bytes(-len(data) % 16)
    return struct.pack("<16sIB11x", name.encode(), len(data), external) + data + padding


def port(offset: int, last: int = 4) -> bytes:
    return struct.pack("<I9i", 1, 0, 0, 0, 1, 2, last, 1, offset, 1)


def payload(
    *, fails: int = 0, scratch: int = SCRATCH, output: bytes | None = None, weights: bytes = b""
) -> bytes:
    """What adds 1, or the first of `weights`, to eight bytes."""
    commands = struct.pack("<4s4I", b"COP1", 0, 32, 16 if output else 8, fails)
    blocks = [
        block("vela_bin_stream"),
        block("cmd_data", commands),
        block("weight_data", weights),
        block("scratch_size", struct.pack("<I", scratch)),
        block("inputs", port(0)),
        block("outputs", output or port(32)),
        block("vela_end_stream"),
    ]
    return b"".join(blocks)


def program(data: bytes) -> bytes:
    values = [build.tensor(SIZES, dtype=CHAR), build.tensor(SIZES, dtype=CHAR)]
    spec = delegates.method(
        [build.delegate_call(0, 1)], [delegates.delegate(id=ID)], values=values, output=1
    )
    return delegates.program(spec, data)


def printed(compiler: Compiler, folder: Path, programs: Sequence[bytes]) -> list[list[str]]:
    """What the application prints of each of `programs`, which is made for the first."""
    paths = [folder / f"{number}.pte" for number in range(len(programs))]
    for path, data in zip(paths, programs, strict=True):
        path.write_bytes(data)
    plan = planned(paths[0])
    sources = [*compiler.runtime(plan), *STAND_IN.glob("*.cpp"), GLUE / "backend.cpp"]
    done = run(compiler.program("ethos_u", sources, plan), *paths)
    assert done.exit_code == 0, done.stdout[-2000:]
    parts = re.split(r"^/.*\.pte$", done.stdout, flags=re.MULTILINE)[1:]
    return [part.strip().splitlines() for part in parts]


def planned(path: Path) -> Plan:
    glue = read_library(GLUE, prefix="delegate/ethos_u/")
    need = selection_of_model(read_model(path))
    form = RegistryForm.TABLE
    return resolve(need, (*libraries(), glue), target="tests", form=form, capacity=None)


def test_the_processor_runs_while_the_method_waits(compiler: Compiler, tmp_path: Path) -> None:
    padded = port(32, last=8)
    programs = [payload(), payload(weights=b"\x05"), payload(output=padded), payload(fails=1)]
    found = printed(compiler, tmp_path, [program(each) for each in (*programs, payload(fails=2))])
    zeros, call = " 0 0 0 0 0 0 0 0", ", in instruction 0: delegate"
    assert found == [
        ["WWAD 1 2 3 4 5 6 7 8"] * 2,
        ["WWAD 5 6 7 8 9 10 11 12"] * 2,
        ["WWAD 1 2 3 4 1 1 1 1"] * 2,  # rows of eight bytes, of which the tensor has four
        [f"step: InvalidState: the Ethos-U refuses its commands{call}", zeros] * 2,
        [f"WWstep: InvalidState: the Ethos-U has failed{call}", zeros] * 2,
    ]


def test_the_plan_counts_the_scratch_of_a_payload(tmp_path: Path) -> None:
    path = tmp_path / "m.pte"
    path.write_bytes(program(payload(scratch=4096)))
    (needs,) = planned(path).methods[0].delegates
    assert needs.temp_bytes == 4096 + 8


WRONG = {
    "no_stream": (block("cmd_data", b"COP1"), "byte 0 of its payload: a block 'cmd_data'"),
    "cut": (payload()[:-1], "the stream ends within a block"),
    "more": (payload() + bytes(16), "more after its end"),
    "commands": (payload().replace(b"COP1", b"COP3"), "no commands of an Ethos-U"),
    "scratch": (payload(scratch=39), r"outputs\[0\] is outside the scratch of 39 bytes"),
    "port": (payload(output=port(-1)), r"outputs\[0\] is outside"),
    "ports": (payload(output=port(32)[:-1]), "outputs that are cut off"),
    "key": (
        payload().replace(block("weight_data"), block("weight_data", b"k", external=1)),
        "a key of 1 characters",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_payload_is_refused_with_what_and_where(name: str, tmp_path: Path) -> None:
    data, text = WRONG[name]
    path = tmp_path / "m.pte"
    path.write_bytes(program(data))
    with pytest.raises(
        SelectionError, match=rf"m\.pte: forward, delegate 0: byte \d+ .*{text}|{text}"
    ):
        read_model(path)


def test_the_runtime_refuses_what_the_tools_refuse(compiler: Compiler, tmp_path: Path) -> None:
    """Not all: what Vela never writes may be there, as a block that nothing reads."""
    random = Random(0)
    sound = payload(weights=b"\x05")
    changed = []
    for _ in range(600):
        damaged = bytearray(sound)
        for _ in range(random.randint(1, 3)):
            damaged[random.randrange(len(damaged))] = random.choice((0, 1, 2, 16, 127, 128, 255))
        changed.append(bytes(damaged))
    found = printed(compiler, tmp_path, [program(each) for each in (sound, *changed)])[1:]
    ends: Counter[tuple[bool, bool]] = Counter()
    for data, lines in zip(changed, found, strict=True):
        try:
            scratch_bytes(data, where="m")
            taken = True
        except SelectionError:
            taken = False
        ends[taken, lines[0].startswith("load: DelegateInvalidCompatibility")] += 1
    assert ends[False, True] > 50, ends
    assert ends[True, False] > 50, ends
