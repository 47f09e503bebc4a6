"""Mutated payloads: each must be turned back or refused, with what is wrong and where.

    python -m tests.codegen.xnnpack.campaign --mutations 20000 --seed 1

Each field of the tables, items of vectors, offsets and the header get other numbers, and some bytes
of the rest. Prints how many of each kind were refused; a traceback or a hang ends it.
"""

from __future__ import annotations

import argparse
import random
import signal
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.errors import SelectionError
from codegen.flat_tensor import read_flat_tensor
from codegen.flatbuffer import FlatBuffer
from codegen.optimize.pipeline import optimize
from tests.codegen.model_files import DATA
from tests.codegen.optimize.graphs import graph_of, operators
from tests.runtime.model_cases import data_files

FOLDER = DATA / "lowered"
TIMEOUT_S = 20
_NUMBERS = (0, 1, 2, 3, 5, 7, 255, 4096, 2**31 - 1, 2**31, 2**32 - 2, 2**32 - 1)
_FLOATS = (0.0, -1.0, 1e-45, float("inf"), float("-inf"), float("nan"))


@dataclass(frozen=True, slots=True)
class Payload:
    """The payload of a delegate, and where it is in the file of its model."""

    model: Path
    data: bytes
    first: int


def payloads(folder: Path = FOLDER) -> tuple[Payload, ...]:
    """Every payload of the models in `folder`."""
    found = []
    for model in sorted(folder.glob("*.pte")):
        whole = model.read_bytes()
        for method in graph_of(model).methods:
            for delegate in method.delegates:
                assert delegate.data is not None
                first = whole.index(delegate.data)
                found.append(Payload(model=model, data=delegate.data, first=first))
    return tuple(found)


def numbers_in(payload: Payload) -> list[tuple[int, int]]:
    """Position and size of each number of `payload` that reading it looks at."""
    seen: set[tuple[int, int]] = {(0, 4), (4, 4), (8, 2), (10, 4), (14, 4), (18, 4), (22, 8)}
    number, check = FlatBuffer.number, FlatBuffer.check

    def noting_number(self: FlatBuffer, kind: struct.Struct, position: int) -> Any:
        seen.add((position, kind.size))
        return number(self, kind, position)

    def noting_items(self: FlatBuffer, position: int, size: int, alignment: int) -> None:
        if size <= 256:
            seen.update((at, alignment) for at in range(position, position + size, alignment))
        check(self, position, size, alignment)

    from codegen.xnnpack.read import read_payload

    FlatBuffer.number, FlatBuffer.check = noting_number, noting_items
    try:
        read_payload(payload.data, name="payload", named=lambda key: b"\x80\x3f" * (1 << 19))
    finally:
        FlatBuffer.number, FlatBuffer.check = number, check
    return sorted(seen)


def mutations(payload: Payload, random_: random.Random) -> Iterator[bytes]:
    """Payloads with another number each, without end."""
    places = numbers_in(payload)
    while True:
        data = bytearray(payload.data)
        for _ in range(random_.choice((1, 1, 1, 2))):
            position, size = random_.choice(places)
            if random_.random() < 0.1:
                position, size = random_.randrange(len(data)), 1
            _mutate(data, position, size, random_)
        yield bytes(data)


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


def outcome(payload: Payload, mutated: bytes) -> str:
    """What becomes of a model with `mutated` in place of its payload.

    Raises:
        AssertionError: a refusal does not name the delegate.
        TimeoutError: it takes too long.

    """
    whole = bytearray(payload.model.read_bytes())
    whole[payload.first : payload.first + len(mutated)] = mutated
    signal.alarm(TIMEOUT_S)
    try:
        optimize(
            bytes(whole),
            name=payload.model.name,
            operators=operators(),
            passes=(),
            external=[read_flat_tensor(data) for data in data_files(payload.model)],
        )
    except SelectionError as error:
        (fault,) = error.faults
        assert f"{payload.model.name}: " in fault and ", delegate " in fault, fault
        return "refused"
    finally:
        signal.alarm(0)
    return "turned back"


def _late(*_: object) -> None:
    raise TimeoutError(f"more than {TIMEOUT_S} s")


def run(count: int, seed: int) -> Counter[str]:
    """The outcomes of `count` mutations, each payload in turn."""
    signal.signal(signal.SIGALRM, _late)
    random_ = random.Random(seed)
    sources = [(each, mutations(each, random_)) for each in payloads()]
    found: Counter[str] = Counter()
    for number in range(count):
        payload, source = sources[number % len(sources)]
        data = next(source)
        try:
            found[outcome(payload, data)] += 1
        except Exception as error:
            Path("build/mutated.bin").write_bytes(data)
            raise AssertionError(f"{payload.model.name}, mutation {number}: {error!r}") from error
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutations", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(dict(run(options.mutations, options.seed)))
