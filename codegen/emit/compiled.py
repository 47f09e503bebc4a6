"""Compiled programs: the tables, the kernels that their code calls, and the adapters."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterable, Iterator, Sequence

from codegen.c_names import function_name
from codegen.compiled.arenas import ALIGNMENT
from codegen.compiled.tables import (
    NONE,
    OFFSET_BITS,
    Compiled,
    CompiledMethod,
    CompiledPort,
    Range,
)
from codegen.emit.capacity import temp_rows
from codegen.emit.families import call_names, int64
from codegen.facts import NUMBER_KINDS
from codegen.plan import Plan

_KINDS = ("none", "int", "bool", "double", "tensor")
"""In the order of ExecuTorch's KernelTypes, from 1."""
_BEHIND = 2**16 - 1
"""Source: kBehind in runtime/compiled/table.h."""
_NONE = 2**16 - 1
"""Source: kNone in runtime/compiled/call.h."""


def program_tables(plan: Plan) -> str:
    """The tables of all methods; without compiled programs those of none."""
    return "".join(_tables(plan.compiled or Compiled()))


def compiled_kernels(plan: Plan) -> str:
    """A declaration of what runs each kernel, and the table of them."""
    names = call_names(plan)
    lines, rows = [], []
    for kernel in (plan.compiled or Compiled()).kernels:
        if kernel.function:
            rows.append(f"    compiled::{kernel.function},\n")
            continue
        space, _, name = names[kernel.row].partition("::")
        lines.append(f"namespace {space} {{ Error {name}(Call&); }}\n")
        rows.append(f"    selected::{space}::{name},\n")
    return (
        "namespace selected {\n"
        + "".join(lines)
        + "}\nconst compiled::KernelFunction compiled::kKernels[] = {\n"
        + ("".join(rows) or "    nullptr,\n")
        + "};\n"
    )


def compiled_kernel_names(plan: Plan) -> str:
    """What each of them is called: its operator, or the function that controls the program."""
    rows = [
        f'"{kernel.function or plan.kernels[kernel.row].operator}",\n'
        for kernel in (plan.compiled or Compiled()).kernels
    ]
    return "".join(rows) or "nullptr,\n"


def _tables(compiled: Compiled) -> Iterator[str]:
    word = f"uint{8 * compiled.word_bytes}_t"
    jumps = any(kernel.function.startswith("jump") for kernel in compiled.kernels)
    changes = jumps or bool(compiled.slots or compiled.changing_numbers)
    yield f"using Word = {word};\n"
    yield f"inline constexpr size_t kMethodCount = {len(compiled.methods)};\n"
    yield f"inline constexpr size_t kArenas = {compiled.arenas};\n"
    yield f"inline constexpr size_t kTensorCount = {len(compiled.locations)};\n"
    yield f"inline constexpr size_t kNumberCount = {len(compiled.numbers)};\n"
    yield f"inline constexpr size_t kIntListCount = {len(compiled.int_lists)};\n"
    yield f"inline constexpr size_t kWeightBytes = {compiled.weight_bytes};\n"
    yield f"inline constexpr bool kWeightsLinked = {str(compiled.linked).lower()};\n"
    comment = "a value does, or the code jumps"
    yield f"inline constexpr bool kChanges = {str(changes).lower()};  // {comment}\n"
    yield f"inline constexpr bool kJumps = {str(jumps).lower()};\n"
    planned = any(each.scratch_offset is not None for each in compiled.methods)
    yield f"inline constexpr bool kPlansScratch = {str(planned).lower()};\n"
    yield f"inline constexpr size_t kWeightRegions = {max(1, len(compiled.weight_regions))};\n"
    more = range(2, len(compiled.weight_regions) + 1)
    yield "".join(f'extern "C" const uint8_t KERF_WEIGHTS_OF({each})[];\n' for each in more)
    symbols = (f"KERF_WEIGHTS_OF({each})" for each in more)
    yield _array("const uint8_t* const", "kMoreWeights", symbols)
    bases = compiled.bases
    locations = (bases.index(base) << OFFSET_BITS | offset for base, offset in compiled.locations)
    yield _array("uint32_t", "kLocations", (f"0x{each:08x}" for each in locations))
    start = "uint8_t" if max(compiled.shape_of, default=0) < 2**8 else "uint16_t"
    yield _array(start, "kShapeOf", compiled.shape_of)
    yield _array("int32_t", "kShapes", compiled.shapes)
    yield _array("uint8_t", "kDimOrders", compiled.dim_orders)
    yield _array("int64_t", "kNumbers", (int64(bits) for _, bits in compiled.numbers))
    kinds = (NUMBER_KINDS.index(kind) for kind, _ in compiled.numbers)
    yield _array("uint8_t", "kNumberKinds", kinds)
    yield _array("int64_t", "kInts", map(int64, compiled.ints))
    yield _ranges("kIntLists", compiled.int_lists)
    yield _array("double", "kDoubles", map(_double, compiled.doubles))
    yield _ranges("kDoubleLists", compiled.double_lists)
    yield _array("bool", "kBools", (str(bool(each)).lower() for each in compiled.bools))
    yield _ranges("kBoolLists", compiled.bool_lists)
    characters = (f"static_cast<char>({each})" for each in compiled.characters)
    yield _array("char", "kCharacters", characters)
    yield _ranges("kStrings", compiled.strings)
    items = [_NONE if each == NONE else each for each in compiled.items]
    yield _array("uint8_t" if max(items, default=0) < 2**8 else "uint16_t", "kItems", items)
    yield _ranges("kComputedLists", compiled.computed_lists)
    yield _ranges("kTensorLists", compiled.tensor_lists)
    slots = (f"{{{tensor}, {str(dynamic).lower()}}}" for tensor, dynamic in compiled.slots)
    yield _array("TensorSlot", "kSlots", slots)
    yield _array("uint16_t", "kChangingNumbers", compiled.changing_numbers)
    specs = [spec for each in compiled.delegates for spec in each.specs]
    yield _array("Spec", "kSpecs", map(_range, specs))
    yield _array("DelegateRow", "kDelegates", _delegates(compiled))
    data = (f"{{{a}, {b}, {c}}}" for a, b, c in compiled.initial_data)
    yield _array("InitialData", "kInitialData", data)
    spans = [span for file in compiled.files for span in file.spans]
    yield _array("WeightRun", "kWeightRuns", map(_range, spans))
    yield _array("WeightFile", "kWeightFiles", _weight_files(compiled))
    models = [file.model for file in compiled.files]
    used = (models.index(each.model) for each in compiled.methods if each.model in models)
    yield _array("uint8_t", "kFileOfMethod", used)
    yield _array("Word", "kCode", compiled.code)
    yield from _methods(compiled)


def _delegates(compiled: Compiled) -> Iterator[str]:
    start = 0
    for each in compiled.delegates:
        specs = _range((start, len(each.specs)))
        place = f"{each.payload}, {each.payload_bytes}, {specs}, {each.state[0]}, {each.state[1]}"
        yield f"{{{each.backend}, {each.method}, {each.name}, {place}}}"
        start += len(each.specs)


def _methods(compiled: Compiled) -> Iterator[str]:
    ports: list[CompiledPort] = []
    rows, names = [], []
    for method in compiled.methods:
        inputs = (len(ports), len(method.inputs))
        ports += method.inputs
        outputs = (len(ports), len(method.outputs))
        ports += method.outputs
        code, count = method.code
        ranges = map(_range, (inputs, outputs, method.slots, method.numbers, method.initial_data))
        rows.append(
            f"{{{code}, {code + count}, {method.planned_bytes}, {method.dynamic_dims}, "
            f"{scratch_of(method)}, {', '.join(ranges)}}}"
        )
        names.append(f'"{function_name(method.model, method.name, compiled.prefix)}"')
    yield _array("Port", "kPorts", map(_port, ports))
    yield _array("Method", "kMethods", rows)
    more = (_more_planned_bytes(method, compiled.arenas) for method in compiled.methods)
    yield _array("uint32_t", "kMorePlannedBytes", itertools.chain.from_iterable(more))
    yield _array("const char* const", "kMethodNames", names)


def scratch_of(method: CompiledMethod) -> int:
    """Where scratch begins, as `Method` of the runtime has it."""
    offset = method.scratch_offset
    return _BEHIND if offset is None else offset // ALIGNMENT


def _more_planned_bytes(method: CompiledMethod, arenas: int) -> Iterator[int]:
    """Sizes of the arenas after the first, 0 for those that the method does not have."""
    unused = arenas - 1 - len(method.more_planned_bytes)
    return itertools.chain(method.more_planned_bytes, itertools.repeat(0, unused))


def _weight_files(compiled: Compiled) -> Iterator[str]:
    start = 0
    for file in compiled.files:
        yield f"{{{{{start}, {len(file.spans)}}}, UINT64_C({file.sum})}}"
        start += len(file.spans)


def _port(port: CompiledPort) -> str:
    word = _NONE if port.word == NONE else port.word
    return f"{{{word}, {_KINDS.index(port.kind) + 1}, {str(port.caller_memory).lower()}}}"


def compiled_temp(plan: Plan) -> str:
    """Rows of TempNeeds: the calls of compiled programs that no other call exceeds."""
    return temp_rows((plan.compiled or Compiled()).temp)


def _ranges(name: str, ranges: Sequence[Range]) -> str:
    return _array("Range", name, map(_range, ranges))


def _range(items: Range) -> str:
    return f"{{{items[0]}, {items[1]}}}"


def _array(kind: str, name: str, entries: Iterable[object]) -> str:
    """An array, with an entry that is never read where there is none."""
    texts = [str(entry) for entry in entries] or ["{}"]
    lines: list[str] = []
    line = "   "
    for text in texts:
        if len(line) + len(text) + 2 > 100:
            lines.append(line)
            line = "   "
        line += f" {text},"
    lines.append(line)
    return f"inline constexpr {kind} {name}[] = {{\n" + "\n".join(lines) + "\n};\n"


def _double(bits: int) -> str:
    (value,) = struct.unpack("<d", struct.pack("<q", bits))
    if value != value:
        return '__builtin_nan("")'
    if abs(value) == float("inf"):
        return f"{'-' if value < 0 else ''}__builtin_inf()"
    return str(value.hex())
