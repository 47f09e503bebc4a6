"""Programs of drawn calls with what they must give, as targets that are built and run."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from pathlib import Path

from codegen.dtype import DType
from tasks.cases import main as write_cases
from tasks.config import Target, load_target
from tests.codegen import program_builder
from tests.codegen.optimize.quantized_draft import Draft, program_of
from tests.tasks.built_targets import copy_sources
from tests.tasks.run.npy_files import write_npy

Sizes = tuple[int, ...]
Numbers = Sequence[float]
Port = tuple[int, Sizes, Numbers]
"""A value, its sizes and its numbers."""


@dataclass(slots=True)
class DrawnProgram:
    """A program while it is drawn: what it is given, and what it gives by its definitions."""

    draft: Draft
    dtype: DType = DType.Char
    """Inputs and outputs have it."""
    given: list[Port] = field(default_factory=list)
    expected: list[Port] = field(default_factory=list)

    @property
    def source(self) -> random.Random:
        return self.draft.source

    def drawn(self, count: int) -> list[int]:
        """Numbers of eight bits, of which the least and the largest are frequent."""
        draw = self.source
        return [draw.choice((draw.randint(-128, 127), -128, 127)) for _ in range(count)]

    def input(self, sizes: Sizes) -> tuple[int, list[int]]:
        numbers = self.drawn(prod(sizes))
        return self.takes(sizes, numbers), numbers

    def takes(self, sizes: Sizes, numbers: Numbers) -> int:
        """An input of these numbers."""
        index = self.draft.planned(sizes, self.dtype)
        self.given.append((index, sizes, numbers))
        return index

    def gives(self, index: int, sizes: Sizes, numbers: Numbers) -> None:
        """Makes a value an output."""
        self.expected.append((index, sizes, numbers))

    def constant(self, dtype: DType, numbers: Numbers, *sizes: int) -> int:
        """A constant of these numbers, a row unless it has other sizes."""
        return self.draft.constant(sizes or (len(numbers),), dtype, _stored(dtype, numbers))

    def integers(self, *numbers: int) -> tuple[int, ...]:
        return tuple(self.draft.add(program_builder.integer(each)) for each in numbers)

    def target_in(self, folder: Path, text: str) -> Target:
        """The target of `text` in a copy of the repository; `models/drawn.pte` is the program."""
        tree = copy_sources(folder / "tree")
        model = tree / "configs" / "models" / "drawn.pte"
        inputs, outputs = (tuple(i for i, *_ in ports) for ports in (self.given, self.expected))
        model.write_bytes(program_of(self.draft, inputs, outputs))
        (tree / "configs" / "drawn.toml").write_text(text, encoding="utf-8")
        given, expected = self._files(folder, "in"), self._files(folder, "out")
        assert write_cases([str(model), "--inputs", *given, "--expected", *expected]) == 0
        return load_target("drawn", tree)

    def _files(self, folder: Path, name: str) -> Iterator[str]:
        kind = f"{'|' if self.dtype.itemsize == 1 else '<'}{self.dtype.numpy_name}"
        for number, (_, sizes, numbers) in enumerate(self.given if name == "in" else self.expected):
            path = folder / f"{name}{number}.npy"
            yield str(write_npy(path, kind, sizes, _stored(self.dtype, numbers)))


def _stored(dtype: DType, numbers: Numbers) -> bytes:
    return struct.pack(f"<{len(numbers)}{dtype.struct_code}", *numbers)
