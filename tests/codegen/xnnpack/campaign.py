"""Mutated lowered programs: each must be turned back or refused, with what is wrong and where.

    python -m tests.codegen.xnnpack.campaign --mutations 20000 --seed 1

Each field of the payloads' tables, items of vectors, offsets and headers get other numbers, and
some bytes of the rest. So do those of the program around them: segments, delegates, their calls and
arguments, and data by name; and those of a `.ptd`. Small models have their payloads in older forms
as well. What is turned back then goes through the passes and is resolved. Prints how many of each
kind were refused; a traceback or a hang ends it.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from codegen.errors import ResolutionError, SelectionError
from codegen.flat_tensor import ExternalData, read_flat_tensor
from codegen.flatbuffer import FlatBuffer
from codegen.optimize.names import PassName
from codegen.optimize.pipeline import DEFAULT, optimize
from codegen.optimize.read import read_graph
from codegen.pte import read_model, read_program_file
from codegen.sources.pte import selection_of_model
from codegen.xnnpack.read import read_payload
from tests.codegen.model_files import DATA, ROOT
from tests.codegen.optimize.graphs import operators
from tests.codegen.xnnpack.payloads import Form, in_form
from tests.runtime.model_cases import data_files
from tests.runtime.sanitized import plan_for

FOLDER = DATA / "lowered"
SMALL_BYTES = 60_000
"""A larger model has its payloads in the form alone in which it was exported."""
TIMEOUT_S = 20
"""A mutation takes less CPU time."""
PASSES = tuple(name for name in DEFAULT if name is not PassName.PLAN)
"""All but the one that searches: for how long, no payload changes."""
SCRATCH = ROOT / "build" / "mutated"
HEADER = ((0, 4), (4, 4), (8, 2), (10, 4), (14, 4), (18, 4), (22, 8))
"""Where the numbers of a payload's header are."""
_WHERE = re.compile(r"\b(byte|delegate|instruction|value|constant|chain) -?\d")
_NUMBERS = (0, 1, 2, 3, 5, 7, 255, 4096, 2**31 - 1, 2**31, 2**32 - 2, 2**32 - 1)
_FLOATS = (0.0, -1.0, 1e-45, float("inf"), float("-inf"), float("nan"))


Place = tuple[int, int]
"""Position and size of a number in a file."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A model, and where the numbers are that are read to turn its delegates back."""

    path: Path
    data: bytes
    payloads: tuple[tuple[int, int], ...]
    """Where the payload of each delegate begins, and its size."""
    in_payloads: tuple[Place, ...]
    in_program: tuple[Place, ...]
    external: bytes = b""
    """The `.ptd` of the model, empty where it has none."""
    in_external: tuple[Place, ...] = ()
    blobs: tuple[ExternalData, ...] = field(default=(), repr=False)
    """What `external` holds."""


def lowered(folder: Path = FOLDER) -> tuple[Lowered, ...]:
    """The models in `folder` that have delegates, small ones in each form of a payload."""
    found = []
    SCRATCH.parent.mkdir(exist_ok=True)
    for path in sorted(folder.glob("*.pte")):
        data = path.read_bytes()
        forms = Form if len(data) < SMALL_BYTES else ()
        for each in dict.fromkeys((data, *(in_form(path, form) for form in forms))):
            if model := _lowered(path, each):
                found.append(model)
    return tuple(found)


def _lowered(path: Path, data: bytes) -> Lowered | None:
    graph = read_graph(data, name=path.name, operators=operators())
    payloads = [
        delegate.data
        for method in graph.methods
        for delegate in method.delegates
        if delegate.data is not None
    ]
    if not payloads:
        return None
    firsts = [data.index(each) for each in payloads]
    inside = [
        (first + at, size)
        for first, each in zip(firsts, payloads, strict=True)
        for at, size in (*HEADER, *_numbers(partial(_read, each)))
    ]
    program = SCRATCH.with_suffix(".pte")
    program.write_bytes(data)
    external = data_files(path)
    blobs: list[ExternalData] = []
    seen = _numbers(lambda: blobs.extend(map(read_flat_tensor, external)))
    return Lowered(
        path=path,
        data=data,
        payloads=tuple(zip(firsts, map(len, payloads), strict=True)),
        in_payloads=tuple(inside),
        in_program=tuple(_numbers(partial(read_program_file, program))),
        external=b"".join(each.read_bytes() for each in external[:1]),
        in_external=tuple(seen),
        blobs=tuple(blobs),
    )


def _read(payload: bytes) -> None:
    read_payload(payload, name="payload", named=lambda key: b"\x80\x3f" * (1 << 19))


def _numbers(read: Callable[[], object]) -> list[Place]:
    """Where the numbers are that `read` looks at in a flatbuffer."""
    seen: set[Place] = set()
    number, check = FlatBuffer.number, FlatBuffer.check

    def noting_number(self: FlatBuffer, kind: struct.Struct, position: int) -> Any:
        seen.add((position, kind.size))
        return number(self, kind, position)

    def noting_items(self: FlatBuffer, position: int, size: int, alignment: int) -> None:
        if size <= 256:
            seen.update((at, alignment) for at in range(position, position + size, alignment))
        check(self, position, size, alignment)

    FlatBuffer.number, FlatBuffer.check = noting_number, noting_items
    try:
        read()
    finally:
        FlatBuffer.number, FlatBuffer.check = number, check
    return sorted(seen)


def mutations(model: Lowered, random_: random.Random) -> Iterator[tuple[bytes, bytes]]:
    """A program and its `.ptd` with one or two other numbers, without end."""
    while True:
        data, external = bytearray(model.data), bytearray(model.external)
        for _ in range(random_.choice((1, 1, 1, 2))):
            if external and random_.random() < 0.3:
                _mutate(external, *random_.choice(model.in_external), random_)
                continue
            places = random_.choice((model.in_payloads,) * 3 + (model.in_program,))
            position, size = random_.choice(places)
            if random_.random() < 0.1:
                first, count = random_.choice(model.payloads)
                position, size = first + random_.randrange(count), 1
            _mutate(data, position, size, random_)
        yield bytes(data), bytes(external)


def _mutate(data: bytearray, position: int, size: int, random_: random.Random) -> None:
    old = int.from_bytes(data[position : position + size], "little")
    kind = random_.randrange(5)
    if kind == 0 and size == 4:
        data[position : position + 4] = struct.pack("<f", random_.choice(_FLOATS))
        return
    new = {
        1: old + random_.choice((-4, -2, -1, 1, 2, 4)),
        2: old ^ 1 << random_.randrange(8 * size),
        3: random_.getrandbits(8 * size),
    }.get(kind, random_.choice(_NUMBERS))
    data[position : position + size] = (new % 256**size).to_bytes(size, "little")


def outcome(model: Lowered, mutated: bytes, external: bytes) -> str:
    """What becomes of the file `mutated`, which was `model`, and its `.ptd`.

    Raises:
        AssertionError: a refusal does not name the model, or where what is wrong is.
        TimeoutError: it takes too long.

    """
    signal.setitimer(signal.ITIMER_VIRTUAL, TIMEOUT_S)
    data = SCRATCH.with_suffix(".ptd")
    name = rf"{re.escape(model.path.name)}|{re.escape(str(data))}"
    try:
        blobs = model.blobs
        if external != model.external:
            data.write_bytes(external)
            blobs = (read_flat_tensor(data),)
        done = _optimized(model, mutated, blobs, passes=())
    except SelectionError as error:
        for fault in error.faults:
            where = re.match(rf"(?:{name}): (.+)", fault)
            assert where and _WHERE.search(where[1]), fault
        return "refused"
    else:
        return _resolved(_optimized(model, mutated, blobs, passes=PASSES), done)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _optimized(
    model: Lowered, data: bytes, blobs: Sequence[ExternalData], passes: Sequence[str]
) -> bytes:
    name, known = model.path.name, operators()
    return optimize(data, name=name, operators=known, passes=passes, external=blobs).data


def _resolved(*programs: bytes) -> str:
    """How the build takes what was turned back, with passes and without."""
    path = SCRATCH.with_suffix(".pte")
    for data in programs:
        path.write_bytes(data)
        try:
            plan_for(selection_of_model(read_model(path)))
        except ResolutionError:
            return "without a kernel"
    return "turned back"


def _late(*_: object) -> None:
    raise TimeoutError(f"more than {TIMEOUT_S} s")


def run(count: int, seed: int) -> Counter[str]:
    """The outcomes of `count` mutations, of each model in turn."""
    signal.signal(signal.SIGVTALRM, _late)
    random_ = random.Random(seed)
    sources = [(each, mutations(each, random_)) for each in lowered()]
    found: Counter[str] = Counter()
    for number in range(count):
        model, source = sources[number % len(sources)]
        data, external = next(source)
        try:
            found[outcome(model, data, external)] += 1
        except Exception as error:
            SCRATCH.with_suffix(".pte").write_bytes(data)
            raise AssertionError(f"{model.path.name}, mutation {number}: {error!r}") from error
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutations", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(dict(run(options.mutations, options.seed)))
