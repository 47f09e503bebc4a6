"""Calls of portable kernels as text, and what the kernels made of them.

The text is that of `tests/data/kernels` (see `case_text.py` there).
"""

from __future__ import annotations

import math
import struct
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from codegen.plan import Plan
from tests.runtime.sanitized import ENVIRONMENT, RUNTIME, Compiler

FOLDER = Path(__file__).parent
PORTABLE = RUNTIME / "kernels" / "portable"
SOURCES = (
    *sorted(FOLDER.glob("*.cpp")),
    *sorted(PORTABLE.glob("*.cpp")),
    *sorted((RUNTIME / "tensor").glob("*.cpp")),
    *sorted((RUNTIME / "core").glob("*.cpp")),
)

FORMATS = {
    "Byte": "B",
    "Char": "b",
    "Short": "h",
    "Int": "i",
    "Long": "q",
    "Half": "e",
    "Float": "f",
    "Double": "d",
    "Bool": "?",
    "UInt16": "H",
    "UInt32": "I",
    "UInt64": "Q",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """A tensor: what a kernel must write, or has written."""

    sizes: str
    content: str
    """Elements in storage order, as hexadecimal digits; `-` where there are none."""

    def numbers(self, dtype: str) -> list[float]:
        """The elements as `dtype`."""
        content = bytes.fromhex(self.content.removeprefix("-"))
        if dtype == "BFloat16":  # the upper half of a float
            halves = struct.iter_unpack("<2s", content)
            return [struct.unpack("<f", b"\0\0" + half)[0] for (half,) in halves]
        return [number for (number,) in struct.iter_unpack("<" + FORMATS[dtype], content)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A call and the outputs that it must give."""

    name: str
    operator: str
    lines: tuple[str, ...]
    """Its text, without `case` and `end`."""

    @property
    def text(self) -> str:
        """The whole case as the driver reads it."""
        return "\n".join((f"case {self.name} {self.operator}", *self.lines, "end", ""))

    def outputs(self) -> Iterator[tuple[str, Output]]:
        """Dtype and content of each output."""
        for line in self.lines:
            kind, *words = line.split(" ")
            if kind == "out":
                yield words[0], Output(sizes=words[1], content=words[3])


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a kernel returned and wrote."""

    error: str
    outputs: tuple[Output, ...]


def read_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a file."""
    cases = []
    for block in path.read_text(encoding="ascii").split("end\n")[:-1]:
        head, *lines = block.splitlines()
        _, name, operator = head.split(" ")
        cases.append(Case(name=name, operator=operator, lines=tuple(lines)))
    return tuple(cases)


def zeros(dtype: str, *sizes: int, order: Sequence[int] | None = None, kind: str = "tensor") -> str:
    """A tensor of nothing but zeros, or an output."""
    content = "00" * (math.prod(sizes) * bytes_of(dtype)) or "-"
    dims = ",".join(map(str, range(len(sizes)) if order is None else order)) or "-"
    return f"{kind} {dtype} {','.join(map(str, sizes)) or '-'} {dims} {content}"


def output(dtype: str, *sizes: int, order: Sequence[int] | None = None) -> str:
    """The line of an output."""
    return zeros(dtype, *sizes, order=order, kind="out")


def bytes_of(dtype: str) -> int:
    """Bytes of one element."""
    return 2 if dtype == "BFloat16" else struct.calcsize("<" + FORMATS[dtype])


def driver(compiler: Compiler, plan: Plan) -> Path:
    """The program that runs cases, with kernels compiled for `plan`."""
    return compiler.program("call_kernels", SOURCES, plan)


def outcomes(program: Path, cases: Sequence[Case]) -> tuple[Outcome, ...]:
    """What the kernels made of `cases`, in order. Fails where a sanitizer or a signal ends them."""
    done = subprocess.run(
        [program],
        input="".join(case.text for case in cases),
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
    )
    results = tuple(_results(done.stdout.splitlines()))
    culprit = cases[len(results)].text if len(results) < len(cases) else ""
    assert done.returncode == 0, f"{done.stderr[:4000]}\n{culprit[:2000]}"
    return results


def _results(lines: Iterable[str]) -> Iterator[Outcome]:
    error: str | None = None
    outputs: list[Output] = []
    for line in lines:
        first, second = line.split(" ")
        if second[0].isupper():  # `NAME ERROR`, not `SIZES HEX`
            if error is not None:
                yield Outcome(error=error, outputs=tuple(outputs))
            error, outputs = second, []
        else:
            outputs.append(Output(sizes=first, content=second))
    if error is not None:
        yield Outcome(error=error, outputs=tuple(outputs))
