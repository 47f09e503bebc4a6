"""Calls of kernels as text, and the results of the kernels.

The text is that of `tests/data/kernels` (see `case_text.py` there).
"""

from __future__ import annotations

import math
import struct
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from codegen.dtype import DType, elements
from codegen.emit.families import facts_names
from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Argument, Call, Dynamism, ListArg, ScalarArg, TensorArg
from codegen.optimize.shifts import SHIFTS
from codegen.plan import Plan
from tasks.files import write_if_changed
from tests.runtime.sanitized import ENVIRONMENT, Compiler

FOLDER = Path(__file__).parent
DRIVER = tuple(sorted(FOLDER.glob("*.cpp")))
MOST_CRASHES = 20
"""After so many in one list of cases the rest is not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """A tensor: what a kernel must write, or has written."""

    sizes: str
    content: str
    """Elements in storage order, as hexadecimal digits; `-` where there are none."""

    def numbers(self, dtype: str) -> list[float]:
        """The elements as `dtype`; of a complex one each part."""
        return [*elements(DType(dtype), bytes.fromhex(self.content.removeprefix("-")))]


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
            if kind in ("out", "both"):
                yield words[0], Output(sizes=words[1], content=words[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a kernel returned and wrote."""

    error: str
    """The name of its error code; where a sanitizer or a signal ended it, that report."""
    outputs: tuple[Output, ...]


def read_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a file."""
    cases = []
    for block in path.read_text(encoding="ascii").split("end\n")[:-1]:
        head, *lines = block.splitlines()
        _, name, operator = head.split(" ")
        cases.append(Case(name=name, operator=operator, lines=tuple(lines)))
    return tuple(cases)


def with_byte_shifts(case: Case, schema: OperatorSchema) -> Case | None:
    """`case` with the shifts of scales in Char; None where it has none."""
    names = [parameter.name for parameter in schema.parameters]
    if SHIFTS not in names:
        return None
    place = names.index(SHIFTS)
    if not case.lines[place].startswith("tensor Int "):
        return None
    kind, _, sizes, order, content = case.lines[place].split(" ")
    numbers = bytes.fromhex(content)
    shifts = struct.unpack(f"<{len(numbers) // 4}i", numbers)
    line = " ".join((kind, "Char", sizes, order, struct.pack(f"<{len(shifts)}b", *shifts).hex()))
    return replace(case, lines=(*case.lines[:place], line, *case.lines[place + 1 :]))


def call_of(case: Case) -> Call:
    """The call of a case as the build knows it: its inputs are constants."""
    lines = iter(case.lines)
    arguments = tuple(_argument(line, lines) for line in lines)
    return Call(operator=case.operator, instruction=0, arguments=arguments)


def _argument(line: str, rest: Iterator[str]) -> Argument:
    kind, *words = line.split(" ")
    match kind:
        case "none":
            return ScalarArg(kind="none", value=None, computed=False)
        case "int":
            return ScalarArg(kind="int", value=int(words[0]), computed=False)
        case "bool":
            return ScalarArg(kind="bool", value=words[0] == "1", computed=False)
        case "double":
            return ScalarArg(kind="double", value=float(words[0]), computed=False)
        case "string":
            return ScalarArg(kind="string", value=words[0], computed=False)
        case "ints":
            return ListArg(kind="int_list", items=tuple(map(int, items_of(words[0]))))
        case "doubles":
            return ListArg(kind="double_list", items=tuple(map(float, items_of(words[0]))))
        case "bools":
            flags = tuple(each == "1" for each in items_of(words[0]))
            return ListArg(kind="bool_list", items=flags)
        case "list":
            items = [_argument(next(rest), rest) for _ in range(int(words[0]))]
            tensors = tuple(each if isinstance(each, TensorArg) else None for each in items)
            return ListArg(kind="optional_tensor_list", items=tensors)
    sizes, order = (tuple(map(int, items_of(text))) for text in words[1:3])
    return TensorArg(
        dtype=DType(words[0]),
        sizes=sizes,
        dim_order=order,
        dynamism=Dynamism.STATIC,
        constant=kind == "tensor",
    )


def items_of(text: str) -> list[str]:
    """The items of a list; `-` has none."""
    return [] if text == "-" else text.split(",")


def zeros(dtype: str, *sizes: int, order: Sequence[int] | None = None, kind: str = "tensor") -> str:
    """A tensor of nothing but zeros, or an output."""
    content = "00" * (math.prod(sizes) * DType(dtype).itemsize) or "-"
    dims = ",".join(map(str, range(len(sizes)) if order is None else order)) or "-"
    return f"{kind} {dtype} {','.join(map(str, sizes)) or '-'} {dims} {content}"


def output(dtype: str, *sizes: int, order: Sequence[int] | None = None) -> str:
    """The line of an output."""
    return zeros(dtype, *sizes, order=order, kind="out")


def driver(compiler: Compiler, plan: Plan) -> Path:
    """The program that runs cases on the kernels of `plan`, in a runtime for it.

    Those of prim take numbers, which the cases have no outputs for.
    """
    runs = compiler.selected(plan) / "runs" / "runs.cpp"
    runs.parent.mkdir(exist_ok=True)
    write_if_changed(runs, runs_source(plan))
    return compiler.program("call_kernels", (*DRIVER, *compiler.runtime(plan), runs), plan)


def runs_source(plan: Plan) -> str:
    """The source that finds an operator's typed kernel.

    It only declares the kernels: as nothing is inlined, the objects of their families have them.
    """
    declarations, rows = [], []
    for kernel, facts in zip(plan.kernels, facts_names(plan), strict=True):
        if kernel.library == "prim":
            continue
        namespace, _, function = kernel.function.rpartition("::")
        signature = kernel.signature.replace("(", f" {function}(", 1)
        own_namespace, _, own = facts.rpartition("::")
        declarations += [
            f"namespace {namespace} {{ template <typename Facts> {signature}; }}",
            f"namespace kerf::selected::{own_namespace} {{ struct {own}; }}",
        ]
        rows.append(
            f'      {{"{kernel.operator}", run<::{kernel.function}<::kerf::selected::{facts}>>}},'
        )
    return "\n".join(
        [
            "// Finds typed kernels. Generated by tests/runtime/kernels.",
            '#include "tests/runtime/kernels/kernel_run.h"',
            *declarations,
            "namespace kerf::test {",
            "Run find_run(const std::string& op) {",
            "  static const std::map<std::string, Run> kRuns = {",
            *rows,
            "  };",
            "  const auto found = kRuns.find(op);",
            "  return found == kRuns.end() ? nullptr : found->second;",
            "}",
            "}  // namespace kerf::test",
            "",
        ]
    )


def outcomes(program: Path, cases: Sequence[Case]) -> tuple[Outcome, ...]:
    """The outcomes of `cases`, in order.

    A case that a sanitizer or a signal ends has that report as its error; the cases after it run
    in a process of their own.
    """
    found: list[Outcome] = []
    crashes = 0
    while len(found) < len(cases):
        if crashes == MOST_CRASHES:
            found += [Outcome(error="not run: too many crashed", outputs=())] * (
                len(cases) - len(found)
            )
            break
        done = subprocess.run(
            [program],
            input="".join(case.text for case in cases[len(found) :]),
            capture_output=True,
            text=True,
            check=False,
            env=ENVIRONMENT,
        )
        found += _results(done.stdout)
        if len(found) < len(cases):
            report = f"exit code {done.returncode}\n{done.stderr[:4000]}\n"
            found.append(Outcome(error=report + cases[len(found)].text[:2000], outputs=()))
            crashes += 1
    return tuple(found)


def _results(text: str) -> Iterator[Outcome]:
    """The cases of which `text` has the end."""
    for block in text.split("end\n")[:-1]:
        head, *lines = block.splitlines()
        pairs = [line.split(" ") for line in lines]
        outputs = tuple(Output(sizes=sizes, content=content) for sizes, content in pairs)
        yield Outcome(error=head.split(" ")[1], outputs=outputs)
