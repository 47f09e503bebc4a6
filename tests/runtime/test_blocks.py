"""Random programs with branches and loops through all exact passes, bit for bit."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from codegen.optimize.pipeline import optimize
from codegen.optimize.read import read_graph
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import exact_passes, operators, planned, program_of, variants
from tests.codegen.program_builder import TableSpec
from tests.conftest import SWEEPS
from tests.runtime.sanitized import run
from tests.runtime.test_optimize import outputs

GRAPHS = 12 * SWEEPS
SIZE = 12
OPERATORS = (
    ("aten::add", "out"),
    ("aten::relu", "out"),
    ("aten::clone", "out"),
    ("aten::neg", "out"),
    ("aten::copy_", ""),
    ("executorch_prim::add", "Scalar"),
    ("executorch_prim::eq", "Scalar"),
    ("executorch_prim::sub", "Scalar"),
)
ADD, RELU, CLONE, NEG, COPY, COUNT, EQUAL, RESET = range(len(OPERATORS))


@dataclass(slots=True)
class Drawing:
    """A program while it is drawn; what may be read at a place is in `known`."""

    source: random.Random
    values: list[TableSpec] = field(default_factory=list)
    steps: list[TableSpec] = field(default_factory=list)
    flags: tuple[int, ...] = ()
    used: set[int] = field(default_factory=set)
    """The flags that a branch depends on: what nothing uses is no input that changes."""
    numbers: dict[int, int] = field(default_factory=dict)
    none: int = 0
    no: int = 0
    room: int = 0

    def add(self, value: TableSpec) -> int:
        self.values.append(value)
        return len(self.values) - 1

    def number(self, number: int) -> int:
        if number not in self.numbers:
            self.numbers[number] = self.add(build.integer(number))
        return self.numbers[number]

    def tensor(self) -> int:
        self.room += 1
        return self.add(planned(64 * (self.room - 1), (SIZE,)))

    def call(self, operator: int, *arguments: int) -> None:
        self.steps.append(build.kernel_call(*arguments, operator=operator))

    def calls(self, known: list[int], count: int) -> list[int]:
        """`count` calls in a row; `known` and their results."""
        known = list(known)
        for _ in range(count):
            a, b = self.source.choice(known), self.source.choice(known)
            out = self.tensor()
            match self.source.randrange(4):
                case 0:
                    self.call(ADD, a, b, self.number(1), out, out)
                case 1:
                    self.call(RELU, a, out, out)
                case 2:
                    self.call(CLONE, a, self.none, out, out)
                case _:
                    self.call(NEG, a, out, out)
            known.append(out)
        return known

    def body(self, known: list[int], depth: int) -> list[int]:
        """Calls, and branches and loops among them; `known` and what can be read after them."""
        known = self.calls(known, self.source.randint(0, 3))
        for _ in range(self.source.randint(1, 2) if depth else 0):
            draw = self.source.choice((self.branch, self.loop))
            known = self.calls([*known, draw(known, depth - 1)], self.source.randint(0, 3))
        return known

    def branch(self, known: list[int], depth: int) -> int:
        """What one of two bodies gives, as a move of each has it."""
        result, condition = self.tensor(), self.source.choice(self.flags)
        self.used.add(condition)
        start = self.jump(condition)
        self._moved(self.body(known, depth), result)
        end = self.jump(self.no)
        self.land(start)
        self._moved(self.body(known, depth), result)
        self.land(end)
        return result

    def _moved(self, known: list[int], result: int) -> None:
        self.steps.append(build.move_call(self.source.choice(known[-3:]), result))

    def loop(self, known: list[int], depth: int) -> int:
        """What a body makes of a tensor two or three times; the counter is reset."""
        carried, counter = self.tensor(), self.add(build.integer(0))
        times, done = self.number(self.source.randint(2, 3)), self.add(build.boolean(False))
        self.call(COPY, carried, self.source.choice(known), self.no, carried)
        head = len(self.steps)
        inner = self.body([*known, carried], depth)
        self.call(COPY, carried, self.source.choice(inner[-3:]), self.no, carried)
        self.call(COUNT, counter, self.number(1), counter)
        self.call(EQUAL, counter, times, done)
        self.steps.append(build.jump_false_call(done, head))
        self.call(RESET, counter, times, counter)
        return carried

    def jump(self, condition: int) -> int:
        """The number of a jump whose target land() gives."""
        self.steps.append(build.jump_false_call(condition, 0))
        return len(self.steps) - 1

    def land(self, jump: int) -> None:
        self.steps[jump][1][1][1] = ("i32", len(self.steps))


def random_program(source: random.Random) -> tuple[bytes, int]:
    """A program of two tensors and flags, with two levels of branches and loops; how many flags."""
    drawing = Drawing(source)
    inputs = [drawing.tensor(), drawing.tensor()]
    drawing.flags = tuple(drawing.add(build.boolean(False)) for _ in range(2))
    drawing.none, drawing.no = drawing.add(build.none()), drawing.add(build.boolean(False))
    known = drawing.body(inputs, 2)
    results = source.sample(known, min(2, len(known)))
    data = program_of(
        drawing.values,
        drawing.steps,
        inputs=(*inputs, *sorted(drawing.used)),
        outputs=(*dict.fromkeys((*results, known[-1])),),
        memories=(64 * drawing.room,),
        known=OPERATORS,
    )
    return data, len(drawing.used)


@pytest.mark.parametrize("seed", range(GRAPHS))
def test_random_programs_keep_every_bit(seed: int, runner: Path, tmp_path: Path) -> None:
    source = random.Random(seed)
    data, count = random_program(source)
    single = source.choice(exact_passes())
    distinct = variants(data, single)
    numbers = [source.uniform(-1, 1) for _ in range(2 * SIZE)]
    found = {}
    for program, name in distinct.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "graph.pte").write_bytes(program)
        arguments: list[str | Path] = ["--model", folder / "graph.pte", "--output-dir", folder]
        for index in range(2):
            part = numbers[SIZE * index :][:SIZE]
            (folder / f"in-{index}").write_bytes(struct.pack(f"<{SIZE}f", *part))
        for flags in range(2**count):
            arguments += ["--call", "forward"]
            for index in range(2):
                arguments += ["--input", folder / f"in-{index}"]
            for index in range(count):
                arguments += ["--input", f"bool:{'true' if flags >> index & 1 else 'false'}"]
        found[name] = outputs(run(runner, *arguments))
    assert all(each == found[distinct[data]] for each in found.values()), (seed, single)


def test_random_programs_gain_and_are_understood_again() -> None:
    """Not one is left alone, and a second time changes nothing."""
    fewer, smaller = 0, 0
    for seed in range(GRAPHS):
        data, _ = random_program(random.Random(seed))
        done = optimize(data, name="graph", operators=operators())
        before, after = done.before, done.after
        assert not done.fixed, (seed, done.fixed)
        assert after.planned_bytes <= before.planned_bytes
        fewer += after.instructions < before.instructions
        smaller += after.planned_bytes < before.planned_bytes
        (method,) = read_graph(done.data, name="graph", operators=operators()).methods
        assert not method.fixed, (seed, method.fixed)
    assert fewer > GRAPHS // 2
    assert smaller > GRAPHS // 2
