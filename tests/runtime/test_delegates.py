"""Delegates of a program: initialised, called, suspended and destroyed by the runtime."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from codegen.compiled.compile import compile_programs
from codegen.compiled.tables import Weights
from codegen.executorch_library import read_executorch_libraries
from codegen.extras import NO_EXTRAS, Extras
from codegen.features import FEATURES
from codegen.flatbuffer import FlatBuffer
from codegen.plan import Plan, RegistryForm
from codegen.program import read_program
from codegen.pte import read_model, read_program_file
from codegen.resolve import resolve
from codegen.selection import Selection
from codegen.sources.pte import selection_of_model
from tasks.building.write_sources import weights_source
from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec
from tests.runtime import delegates
from tests.runtime.sanitized import ROOT, Compiler, libraries, run

COMPAT = ROOT / "compat"
CALLS = [build.delegate_call(0, 1), build.delegate_call(1, 2, delegate=1)]
TWICE = delegates.program(
    delegates.method(CALLS), delegates.payload(2), delegates.payload(3, polls=2)
)


def plan_of(need: Selection, extras: Extras = NO_EXTRAS) -> Plan:
    return resolve(
        need,
        (*libraries(), delegates.library()),
        target="tests",
        form=RegistryForm.TABLE,
        capacity=None,
        extras=extras,
    )


def application(compiler: Compiler, plan: Plan) -> Path:
    sources = [*compiler.runtime(plan), *delegates.FOLDER.glob("*.cpp")]
    sources += [delegates.FOLDER / "scale" / "backend.cpp"]
    return compiler.program("delegates", sources, plan)


def lines(compiler: Compiler, tmp_path: Path, data: bytes) -> list[str]:
    """What the application prints that is made for the program `data`."""
    path = tmp_path / "m.pte"
    path.write_bytes(data)
    plan = plan_of(selection_of_model(read_model(path)))
    done = run(application(compiler, plan), path)
    assert done.exit_code == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("data", [TWICE, delegates.in_segments(TWICE)], ids=["inline", "segment"])
def test_delegates_run_in_order_fail_and_wait(
    data: bytes, compiler: Compiler, tmp_path: Path
) -> None:
    numbers = "output 0: 6 12 18 24 30 36"
    failed = "AccessFailed, live 0: a delegate cannot be initialised: ScaleBackend"
    assert lines(compiler, tmp_path, data) == [
        f"fails first: {failed}",
        f"fails second: {failed}",
        "not available: NotFound, live 0: a backend is not available: ScaleBackend",
        "loads with 0 B less",
        "load: Ok, live 2",
        "execute: Ok, live 2",
        numbers,
        "steps: AWWAD",
        numbers,
        "waits: Ok, live 2",
        "waited 2 times",
        numbers,
        "unload: Ok, live 0",
        "load from C: Ok, live 2",
        "unload from C: Ok, live 0",
    ]


@pytest.mark.parametrize("form", ["interpreter", "compiled"])
def test_a_backend_that_is_written_for_executorch_runs_unchanged(
    form: str, compiler: Compiler, tmp_path: Path
) -> None:
    path = tmp_path / "m.pte"
    path.write_bytes(
        delegates.program(delegates.method(CALLS), delegates.payload(2), delegates.payload(3))
    )
    written = delegates.FOLDER / "executorch_scale"
    (library,) = read_executorch_libraries([written], {}, provided=COMPAT)
    includes = (f"-I{COMPAT}", f"-I{written.parent}")
    own = replace(compiler, flags=(*compiler.flags, *includes))
    plan = resolve(
        selection_of_model(read_model(path)),
        (*libraries(), library),
        target="tests",
        form=RegistryForm.TABLE,
        capacity=None,
    )
    bridge = COMPAT / "bridge" / "backend.cpp"
    if form == "compiled":
        done = run(compiled_application(own, path, plan, bridge))
        assert done.stdout.splitlines() == [
            f"0: 6 12 18 24 30 36, made -1, live 2, then {left}" for left in (2, 0, 0)
        ]
        return
    sources = [*own.runtime(plan), *delegates.FOLDER.glob("*.cpp"), bridge]
    done = run(own.program("delegates", sources, plan), path)
    numbers = "output 0: 6 12 18 24 30 36"
    failed = "AccessFailed, live 0: a delegate cannot be initialised: ScaleBackend"
    assert done.stdout.splitlines() == [
        f"fails first: {failed}",
        f"fails second: {failed}",
        "not available: NotFound, live 0: a backend is not available: ScaleBackend",
        "loads with 0 B less",
        "load: Ok, live 2",
        "execute: Ok, live 2",
        numbers,
        "steps: AAD",
        numbers,
        "waits: Ok, live 2",
        "waited 0 times",
        numbers,
        "unload: Ok, live 0",
        "load from C: Ok, live 2",
        "unload from C: Ok, live 0",
    ]


def values(**changed: TableSpec) -> list[TableSpec]:
    """Three tensors of six numbers, and after them the values `changed`."""
    return [*(build.tensor() for _ in range(3)), *changed.values()]


ONE = delegates.payload(2)
CALL = ", in instruction 0: delegate"
REFUSED = (
    "load: DelegateInvalidCompatibility, live 0: a delegate cannot be initialised: ScaleBackend"
)
HOSTILE: dict[str, tuple[TableSpec, tuple[bytes, ...], str]] = {
    "a_payload_that_is_cut": (
        delegates.method([build.delegate_call(0, 1)], [delegates.delegate()], output=1),
        (ONE[:15],),
        REFUSED,
    ),
    "no_payload": (
        delegates.method([build.delegate_call(0, 1)], [delegates.delegate(None)], output=1),
        (),
        REFUSED,
    ),
    "too_few_arguments": (
        delegates.method([build.delegate_call(0)], [delegates.delegate()]),
        (ONE,),
        "execute: InvalidProgram, live 1: a delegate call has fewer arguments than its payload"
        + CALL,
    ),
    "no_arguments": (
        delegates.method([build.delegate_call()], [delegates.delegate()]),
        (ONE,),
        "execute: InvalidProgram, live 1: a delegate call has fewer arguments than its payload"
        + CALL,
    ),
    "an_output_that_is_the_input": (
        delegates.method([build.delegate_call(0, 0)], [delegates.delegate()]),
        (ONE,),
        "execute: InvalidProgram, live 1: an output shares memory with another argument" + CALL,
    ),
    "an_output_that_is_a_number": (
        delegates.method(
            [build.delegate_call(0, 3)], [delegates.delegate()], values=values(a=build.integer(1))
        ),
        (ONE,),
        "execute: InvalidType, live 1: an argument of a delegate call is not a tensor" + CALL,
    ),
    "an_output_of_another_dtype": (
        delegates.method(
            [build.delegate_call(0, 3)],
            [delegates.delegate()],
            values=values(a=build.tensor(dtype=3)),
        ),
        (ONE,),
        "execute: InvalidType, live 1: a delegate failed" + CALL,
    ),
    "an_output_that_is_too_small": (
        delegates.method(
            [build.delegate_call(0, 3)],
            [delegates.delegate()],
            values=values(a=build.tensor((2, 2))),
        ),
        (ONE,),
        "execute: InvalidArgument, live 1: an output's static shape is not the shape of the result"
        + CALL,
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_delegate_cannot_run_is_an_error(
    name: str, compiler: Compiler, tmp_path: Path
) -> None:
    spec, payloads, expected = HOSTILE[name]
    found = lines(compiler, tmp_path, delegates.program(spec, *payloads))
    assert expected in found
    if "load: Ok, live 1" in found:  # whatever fails, all is destroyed
        assert "live 0" in found[-1]


def several(compiler: Compiler, tmp_path: Path, programs: Sequence[bytes]) -> list[list[str]]:
    """What the application made for `TWICE` prints of each of `programs`."""
    (tmp_path / "twice.pte").write_bytes(TWICE)
    need = selection_of_model(read_model(tmp_path / "twice.pte"))
    paths = [tmp_path / f"{number}.pte" for number in range(len(programs))]
    for path, data in zip(paths, programs, strict=True):
        path.write_bytes(data)
    extras = Extras(features=tuple(FEATURES))
    plan = plan_of(need, extras)
    done = run(application(compiler, plan), *paths)
    assert done.exit_code == 0, done.stderr
    parts = re.split(r"^/.*\.pte$", done.stdout, flags=re.MULTILINE)[1:]
    return [part.strip().splitlines() for part in parts]


def misaligned() -> bytes:
    """A program whose payload does not start at a multiple of 16."""
    for size in range(16, 32):
        data = build.program(
            delegates.method([], [delegates.delegate()]),
            slot_3=("tables", [{0: ("u8s", bytes(size))}]),
        )
        buffer = FlatBuffer(data, name="m.pte", start=0, size=len(data))
        payload = read_program(buffer).plans[0].delegates[0].payload
        assert payload is not None
        if payload[1] % 16:
            return data
    raise AssertionError


UNSOUND: dict[str, tuple[bytes, str]] = {
    "a_payload_that_does_not_exist": (
        delegates.program(delegates.method([], [delegates.delegate(1)]), ONE),
        "a delegate refers to data that do not exist",
    ),
    "a_segment_that_does_not_exist": (
        delegates.program(delegates.method([], [delegates.delegate(0, location=1)]), ONE),
        "a delegate refers to data that do not exist",
    ),
    "a_location_that_does_not_exist": (
        delegates.program(delegates.method([], [delegates.delegate(0, location=2)]), ONE),
        "a delegate refers to data that do not exist",
    ),
    "a_delegate_that_does_not_exist": (
        delegates.program(
            delegates.method([build.delegate_call(0, 1, delegate=1)], [delegates.delegate()]), ONE
        ),
        "an instruction refers to a value, operator or instruction that does not exist",
    ),
    "an_argument_that_does_not_exist": (
        delegates.program(
            delegates.method([build.delegate_call(0, 3)], [delegates.delegate()]), ONE
        ),
        "an instruction refers to a value, operator or instruction that does not exist",
    ),
    "a_delegate_without_an_id": (
        delegates.program(delegates.method([], [delegates.delegate(id="")]), ONE),
        "a delegate without an id",
    ),
    "a_payload_that_is_not_aligned": (misaligned(), "a constant is not aligned to its elements"),
}


def test_a_program_whose_delegates_are_unsound_is_refused(
    compiler: Compiler, tmp_path: Path
) -> None:
    found = several(compiler, tmp_path, [data for data, _ in UNSOUND.values()])
    for name, lines_of, (_, text) in zip(UNSOUND, found, UNSOUND.values(), strict=True):
        assert lines_of == [f"program: InvalidProgram, live 0: {text}"], name


def drawn(random: Random) -> bytes:
    """A program with delegates of which anything may be wrong."""
    count = random.randint(1, 5)
    kinds = [build.tensor((2, 3), dynamism=random.choice((0, 0, 1))) for _ in range(count)]
    others = [build.integer(1), build.boolean(True), build.none(), build.tensor((2, 2), dtype=3)]
    given = [*kinds, *(random.choice(others) for _ in range(random.randint(0, 2)))]

    def index() -> int:
        return random.randrange(len(given) + (random.random() < 0.02))

    delegate_count = random.randint(0, 3)
    steps: list[TableSpec] = []
    for _ in range(random.randint(0, 6)):
        match random.randrange(8):
            case 0:
                steps.append(build.jump_false_call(index(), random.randint(0, 6)))
            case 1:
                steps.append(build.move_call(index(), index()))
            case 2:
                steps.append(build.free_call(index()))
            case _:
                arguments = (index() for _ in range(random.choice((2, 2, 2, 2, 0, 1, 3))))
                number = random.randint(0, max(delegate_count - (random.random() < 0.9), 0))
                steps.append(build.delegate_call(*arguments, delegate=number))
    made = [
        delegates.delegate(
            random.choice((0, 0, 1, None)), id=random.choice((delegates.ID,) * 9 + ("X",))
        )
        for _ in range(delegate_count)
    ]
    payloads = [delegates.payload(2, polls=random.randint(0, 3)) for _ in range(2)]
    if random.random() < 0.1:
        payloads[0] = payloads[0][: random.randint(0, 16)]
    spec = delegates.method(steps, made, values=given, output=random.randrange(len(given)))
    return delegates.program(spec, *payloads)


def mutated(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randint(1, 3)):
        changed[random.randrange(len(changed))] = random.choice((0, 1, 2, 127, 128, 255))
    return bytes(changed)


@pytest.mark.parametrize("seed", range(2))
def test_hostile_programs_with_delegates_end_in_ok_or_an_error(
    seed: int, compiler: Compiler, tmp_path: Path
) -> None:
    random = Random(seed)
    sound = [TWICE, delegates.in_segments(TWICE)]
    programs = [drawn(random) for _ in range(400)]
    programs += [mutated(random, random.choice(sound)) for _ in range(400)]
    found = several(compiler, tmp_path, programs)
    assert len(found) == len(programs)
    for each in found:
        assert re.search("live 0(:|$)", each[-1]), each
    ends = Counter(each[-1].partition(":")[0] for each in found)
    assert ends["unload from C"] > 150, ends  # they were loaded
    assert ends["program"] > 50, ends


def compiled_application(compiler: Compiler, model: Path, plan: Plan, backend: Path) -> Path:
    """The application of the compiled form of `model`, with the source `backend`."""
    files = {model.name: read_program_file(model)}
    tables = compile_programs(files, plan, (), Weights.LINKED)
    plan = replace(plan, compiled=tables)
    weights = model.parent / "weights.cpp"
    weights.write_text(weights_source(tables, {model.name: str(model)}), encoding="utf-8")
    sources = [*compiler.runtime(plan), weights, delegates.FOLDER / "compiled" / "main.cpp"]
    return compiler.program("delegates_compiled", [*sources, backend], plan)


@pytest.mark.parametrize("data", [TWICE, delegates.in_segments(TWICE)], ids=["inline", "segment"])
@pytest.mark.parametrize("fault", ["", "payload", "arguments"])
def test_compiled_programs_call_delegates(
    data: bytes, fault: str, compiler: Compiler, tmp_path: Path
) -> None:
    if fault == "payload":
        data = data.replace(b"SCAL", b"SCAR")
    path = tmp_path / "m.pte"
    path.write_bytes(data)
    if fault == "arguments":
        path.write_bytes(
            delegates.program(
                delegates.method([build.delegate_call(0)], [delegates.delegate()]), ONE
            )
        )
    plan = plan_of(selection_of_model(read_model(path)))
    backend = delegates.FOLDER / "scale" / "backend.cpp"
    done = run(compiled_application(compiler, path, plan, backend))
    zeros = "0 0 0 0 0 0"
    assert (
        done.stdout.splitlines()
        == {
            "": [
                "0: 6 12 18 24 30 36, made 2, live 2, then 2",
                "0: 6 12 18 24 30 36, made 2, live 2, then 0",
                "0: 6 12 18 24 30 36, made 4, live 2, then 0",
            ],
            "payload": [f"48: {zeros}, made 0, live 0, then 0"] * 3,
            "arguments": [
                f"35: {zeros}, made 1, live 1, then 1",
                f"35: {zeros}, made 1, live 1, then 0",
                f"35: {zeros}, made 2, live 1, then 0",
            ],
        }[fault]
    )
