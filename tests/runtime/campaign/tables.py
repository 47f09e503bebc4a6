"""Compiled programs as data: the tables that the driver in `compiled/` reads while it runs.

Its kernels are compiled once, for calls of which no word is known. The code of a program is
therefore written anew: each word in full, kernels by their numbers in that build.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from codegen.compiled.arenas import arenas_of
from codegen.compiled.compile import compile_programs
from codegen.compiled.tables import (
    NONE,
    OFFSET_BITS,
    Base,
    Compiled,
    CompiledKernel,
    CompiledMethod,
    CompiledPort,
    Weights,
)
from codegen.emit.compiled import scratch_of
from codegen.facts import NUMBER_KINDS
from codegen.operator_schema import parse_schema
from codegen.plan import Plan, PlannedKernel
from codegen.program import Plan as ProgramPlan
from codegen.program_value import TensorValue
from codegen.pte import ProgramFile
from codegen.signature import KernelForm, computes_number
from tasks.files import write_if_changed
from tests.runtime.campaign.campaign import BACKEND
from tests.runtime.sanitized import RUNTIME, Compiler, libraries

HERE = Path(__file__).parent
_CONTROL = ("move_tensor", "move_number", "jump_false_tensor", "jump_false_number", "et_view")
_KINDS = ("none", "int", "bool", "double", "tensor")
_ABSENT = 2**16 - 1
_GAP_BYTES = 64
"""Between planned memories, which no kernel may touch."""


def uniform(plan: Plan) -> Plan:
    """`plan` with a compiled form of all kernels, each of which reads all of its words."""
    kernels = [_uniform(row, kernel) for row, kernel in enumerate(plan.kernels)]
    functions = (*_CONTROL, *(["call_delegate"] if plan.backends else ()))
    control = [CompiledKernel(row=-1, function=name, words=()) for name in functions]
    called = [each for each in kernels if each is not None]
    return replace(plan, compiled=Compiled(kernels=(*called, *control)))


def _uniform(row: int, kernel: PlannedKernel) -> CompiledKernel | None:
    if kernel.form is KernelForm.CALL:
        return None
    schema = parse_schema(kernel.schema)
    count = len(schema.parameters) + computes_number(schema)
    return CompiledKernel(
        row=row,
        function="",
        words=(None,) * count,
        bases=(0,) * count,
        optional=(True,) * count,
    )


WITHOUT_UBSAN = "-fno-sanitize=undefined,float-cast-overflow"


class TableCompiler(Compiler):
    """A compiler of runtimes whose tables are read from files."""

    def objects(self, sources: Iterable[Path], plan: Plan) -> list[Path]:
        """Kernels without UBSan, with which the interpreter's driver computes the same calls."""
        every, selected = [*sources], self.selected(plan)
        kernels = [path for path in every if path.is_relative_to(selected)]
        fewer = replace(self, flags=(*self.flags, WITHOUT_UBSAN))
        rest = [path for path in every if path not in kernels]
        return [*Compiler.objects(fewer, kernels, plan), *Compiler.objects(self, rest, plan)]

    def selected(self, plan: Plan) -> Path:
        """The expansion of `plan` with the driver's own selected/program.h."""
        usual = Compiler.selected(self, plan)
        folder = usual.with_name(f"{usual.name}-tables")
        for path in (usual / "selected").iterdir():
            source = HERE / "compiled" / "program.h" if path.name == "program.h" else path
            (folder / "selected").mkdir(parents=True, exist_ok=True)
            write_if_changed(folder / "selected" / path.name, source.read_text(encoding="utf-8"))
        return folder


def table_driver(compiler: Compiler, plan: Plan) -> Path:
    """The program that runs a pack of compiled programs, of `plan`'s kernels."""
    tables = TableCompiler(command=compiler.command, flags=compiler.flags)
    unified = uniform(plan)
    sources = [*tables.runtime(unified), RUNTIME / "apps" / "runner" / "files.cpp"]
    sources += sorted((HERE / "compiled").glob("*.cpp"))
    sources += [BACKEND] if plan.backends else []
    return tables.program("compiled-programs", sources, unified)


def kernel_numbers(plan: Plan) -> Mapping[object, int]:
    """Maps a row of `plan`, or a function of control flow, to its number in the driver's code."""
    compiled = uniform(plan).compiled
    assert compiled is not None
    return {
        (each.row, each.function) if each.row >= 0 else each.function: number
        for number, each in enumerate(compiled.kernels)
    }


def pack_of(file: ProgramFile, plan: Plan, numbers: Mapping[object, int]) -> bytes:
    """The tables of the program in `file`, for the driver of `plan`'s kernels with their `numbers`.

    Raises:
        ResolutionError: it cannot be compiled.

    """
    apart = replace(
        file,
        program=replace(file.program, plans=tuple(map(_with_gaps, file.program.plans))),
    )
    compiled = compile_programs({file.path.name: apart}, plan, libraries(), Weights.EXTERNAL)
    code: list[int] = []
    methods = [_recoded(compiled, method, numbers, code) for method in compiled.methods]
    tables = [*_tables(compiled, code, methods), file.path.read_bytes()]
    gaps = [_gaps(file.program.plans, apart.program.plans, each) for each in file.program.plans]
    tables.append(b"".join(struct.pack("<2I", *gap) for each in gaps for gap in each))
    ends = [sum(map(len, gaps[: n + 1])) for n in range(len(gaps))]
    tables.append(struct.pack(f"<{len(ends)}I", *ends))
    return b"".join(struct.pack("<I", len(table)) + table for table in tables)


def _with_gaps(plan: ProgramPlan) -> ProgramPlan:
    """`plan` with a memory that nothing is planned in after each of its own."""
    sizes = tuple(size for each in plan.planned_bytes for size in (each, _GAP_BYTES))
    values = tuple(
        replace(value, memory_id=2 * value.memory_id - 1)
        if isinstance(value, TensorValue) and value.planned
        else value
        for value in plan.values
    )
    return replace(plan, planned_bytes=sizes, values=values)


def _gaps(
    plans: Iterable[ProgramPlan], apart: Iterable[ProgramPlan], plan: ProgramPlan
) -> list[tuple[int, int]]:
    """Where the memories of `plan` end, and where the next ones begin."""
    places = [start for _, start in arenas_of(tuple(apart), 1).places]
    return [
        (places[2 * index] + size, places[2 * index + 1] + _GAP_BYTES)
        for index, size in enumerate(plan.planned_bytes)
        if size
    ]


@dataclass(slots=True)
class _Call:
    """A call of the code: where it begins, its kernel and its words, the last one a target."""

    at: int
    kernel: CompiledKernel
    words: list[int]
    target: int | None


def _calls(compiled: Compiled, method: CompiledMethod) -> Iterator[_Call]:
    """The calls in a method's code, whose words are relative or left out in part."""
    first, count = method.code
    code = compiled.code[first : first + count]
    absent = 2 ** (8 * compiled.word_bytes) - 1
    at = 0
    while at < count:
        kernel = compiled.kernels[code[at]]
        begin, words, target = at, [], None
        at += 1
        for always, base in zip(kernel.words, kernel.bases, strict=True):
            if always is not None:
                words.append(_ABSENT if always == NONE else always)
                continue
            words.append(_ABSENT if code[at] == absent else code[at] + base)
            at += 1
        if kernel.function.startswith("jump"):
            width = 4 // compiled.word_bytes
            parts = code[at : at + width]
            target = sum(part << (8 * compiled.word_bytes * n) for n, part in enumerate(parts))
            at += width
        yield _Call(begin, kernel, words, target)


def _recoded(
    compiled: Compiled,
    method: CompiledMethod,
    numbers: Mapping[object, int],
    code: list[int],
) -> CompiledMethod:
    """Appends the method's code in words of two bytes to `code`."""
    calls = list(_calls(compiled, method))
    start = len(code)
    begins = {}
    for call in calls:
        begins[call.at] = len(code) - start
        key = (call.kernel.row, "") if not call.kernel.function else call.kernel.function
        code += [numbers[key], *call.words, *([0, 0] if call.target is not None else [])]
    begins[method.code[1]] = len(code) - start
    for call in calls:
        if call.target is not None:
            at = start + begins[call.at] + 1 + len(call.words)
            to = begins[call.target]
            code[at : at + 2] = to & 0xFFFF, to >> 16
    return replace(method, code=(start, len(code) - start))


def _tables(compiled: Compiled, code: list[int], methods: list[CompiledMethod]) -> Iterator[bytes]:
    """In the order of Tables::read in compiled/tables.cpp."""
    bases = tuple(Base)
    locations = [bases.index(base) << OFFSET_BITS | offset for base, offset in compiled.locations]
    yield _numbers("I", locations)
    yield _numbers("H", compiled.shape_of)
    yield _numbers("i", compiled.shapes)
    yield bytes(compiled.dim_orders)
    yield _numbers("q", (bits for _, bits in compiled.numbers))
    yield bytes(NUMBER_KINDS.index(kind) for kind, _ in compiled.numbers)
    yield _numbers("q", compiled.ints)
    yield _rows("2H", compiled.int_lists)
    yield _numbers("q", compiled.doubles)
    yield _rows("2H", compiled.double_lists)
    yield bytes(compiled.bools)
    yield _rows("2H", compiled.bool_lists)
    yield bytes(compiled.characters)
    yield _rows("2H", compiled.strings)
    yield _numbers("H", (_ABSENT if each == NONE else each for each in compiled.items))
    yield _rows("2H", compiled.computed_lists)
    yield _rows("2H", compiled.tensor_lists)
    yield _rows("H?x", compiled.slots)
    yield _numbers("H", compiled.changing_numbers)
    yield _rows("3I", compiled.initial_data)
    yield _rows("2H", (spec for each in compiled.delegates for spec in each.specs))
    yield _rows("BxHHxxII2HII", _delegates(compiled))
    yield _numbers("H", code)
    ports: list[CompiledPort] = []
    rows = []
    for method in methods:
        inputs = (len(ports), len(method.inputs))
        ports += method.inputs
        outputs = (len(ports), len(method.outputs))
        ports += method.outputs
        ranges = (inputs, outputs, method.slots, method.numbers, method.initial_data)
        flat = [number for each in ranges for number in each]
        first, count = method.code
        its = method.planned_bytes, method.dynamic_dims, scratch_of(method)
        rows.append((first, first + count, *its, *flat))
    yield _rows("HB?", map(_port, ports))
    yield _rows("3I12H", rows)
    yield _rows(
        "5I",
        (
            (n.int_items, n.bool_items, n.tensors, n.optional_tensors, n.scratch_bytes)
            for n in compiled.temp
        ),
    )


def _delegates(compiled: Compiled) -> Iterator[tuple[int, ...]]:
    """As `DelegateRow` of the runtime has them."""
    first = 0
    for each in compiled.delegates:
        specs = (first, len(each.specs))
        place = each.payload, each.payload_bytes
        yield (each.backend, each.method, each.name, *place, *specs, *each.state)
        first += len(each.specs)


def _port(port: CompiledPort) -> tuple[int, int, bool]:
    word = _ABSENT if port.word == NONE else port.word
    return word, _KINDS.index(port.kind) + 1, port.caller_memory


def _numbers(kind: str, numbers: Iterable[int]) -> bytes:
    found = tuple(numbers)
    return struct.pack(f"<{len(found)}{kind}", *found)


def _rows(kind: str, rows: Iterable[tuple[int, ...]]) -> bytes:
    return b"".join(struct.pack(f"<{kind}", *row) for row in rows)
