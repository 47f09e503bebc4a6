"""A target as one header and one source for any build, and its data: as people use SQLite's.

`kerf_<target>.h` declares the functions for C and, to C++17, the classes; of compiled programs the
functions of each model. `kerf_<target>.cpp` holds all that they need, and nothing that was not
selected. The data are the weights of compiled programs, else the models.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from codegen.c_names import c_name
from codegen.compiled.tables import Compiled
from codegen.emit.c_header import model_headers
from tasks.building.amalgamation import Amalgamation
from tasks.building.ninja_file import Products
from tasks.building.planning import Planned
from tasks.building.public_headers import UMBRELLAS, processor_check
from tasks.building.request_location import source_name
from tasks.building.sources import WEIGHTS, shipped_path
from tasks.building.symbols import target_symbols
from tasks.building.write_sources import stored_weights
from tasks.project import project_version
from tasks.toolchain.choose import Toolchain
from tasks.toolchain.file import read_flags

TEMPLATES = Path(__file__).parent / "templates"
ALIGNMENT = 16
_LAST = "functions.cpp"
"""The source that opens a namespace for all that follows it."""


class Data(StrEnum):
    """How models or weights come into a program."""

    ARRAY = "array"
    INCBIN = "incbin"
    BINARY = "binary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """Constant bytes of a program, and the symbol of their first."""

    symbol: str
    content: bytes
    section: str | None = None
    """Where they are linked, if not where all data are."""


def file_stem(target: str) -> str:
    """What the names of all files of `target` begin with: `kerf_mv2_arm`."""
    return target_symbols(target)[0].removeprefix("kerf=")


def single_file(
    planned: Planned, built: Products, toolchain: Toolchain, data: Data
) -> Mapping[str, bytes]:
    """The files of a built target by name.

    Raises:
        BuildError: a source includes what is not there.
        OSError: a file cannot be read.

    """
    stem = file_stem(planned.target.name)
    blobs = tuple(_blobs(planned))
    header, source = _texts(planned, built, toolchain, blobs)
    texts = {f"{stem}.h": header, f"{stem}.cpp": source}
    if blobs and data is not Data.BINARY:
        texts[f"{stem}_data.c"] = _data_source(stem, blobs, data)
    files = {name: text.encode() for name, text in texts.items()}
    if data is not Data.ARRAY:
        files |= {f"{blob.symbol}.bin": blob.content for blob in blobs}
    return files


def _texts(
    planned: Planned, built: Products, toolchain: Toolchain, blobs: tuple[Blob, ...]
) -> tuple[str, str]:
    """Header and source."""
    target, plan = planned.target, planned.plan
    root, stem = target.root, file_stem(target.name)
    file = planned.toolchain
    namespace, functions, weights = map(_define, target_symbols(target.name))
    builtins = (TEMPLATES / "builtins.h").read_text(encoding="utf-8")
    merged = Amalgamation(root=root, folders=built.include_dirs)
    sources = [name for name in built.sources if not name.endswith((f"/{WEIGHTS}", ".c"))]
    sources.sort(key=lambda name: name.endswith(f"/{_LAST}"))
    defined = "".join(_optional(definition) for definition in (*file.define, *target.definitions))
    head = _head(planned, toolchain)
    if plan.compiled is None:
        umbrella, c_umbrella = UMBRELLAS
        header = [
            *(head, "#pragma once\n\n", _ONE_TARGET, functions, "\n"),
            merged.parts([c_umbrella]),
            _declarations(blobs),
            "\n#if defined(__cplusplus) && __cplusplus >= 201703L\n",
            *(namespace, defined, processor_check(file).lstrip("\n"), builtins),
            *(merged.parts([umbrella]), "\n#endif  // C++17\n"),
        ]
        before = ""
    else:
        models = [f"include/{name}" for name in model_headers(plan)]
        header = [head, "#pragma once\n\n", merged.parts(models), _declarations(blobs)]
        before = "".join([namespace, weights, defined, processor_check(file), builtins])
    source = [
        *(head, f'#include "{stem}.h"\n\n', _PROLOGUE, before),
        merged.parts(sources),
    ]
    return "".join(header), "".join(source)


_ONE_TARGET = """\
#ifdef KERF_C_TARGET
#error "One source file includes the header of one of Kerf's targets"
#endif
"""
_PROLOGUE = """\
#if __cplusplus < 201703L
#error "Kerf needs C++17 (-std=c++17)"
#endif
#ifdef __FAST_MATH__
#error "Kerf's results depend on infinities, NaN and the order of sums: compile without -ffast-math"
#endif
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wfor-loop-analysis"
#pragma clang diagnostic ignored "-Wunneeded-internal-declaration"
#endif
// Identifies the plan that this was made from; every linker script has a place for it.
#ifndef KERF_PLAN_SECTION
#ifdef __APPLE__
#define KERF_PLAN_SECTION "__TEXT,__kerf_plan"
#else
#define KERF_PLAN_SECTION ".rodata.kerf_plan"
#endif
#endif
"""


_FAMILIES = {"gcc": "GCC", "clang": "Clang"}


def _define(definition: str) -> str:
    name, _, value = definition.partition("=")
    return f"#define {name} {value}\n"


def _optional(definition: str) -> str:
    return f"#ifndef {definition.partition('=')[0]}\n{_define(definition)}#endif\n"


def _head(planned: Planned, toolchain: Toolchain) -> str:
    """A comment: what this is, how it is compiled, its licence."""
    target = planned.target
    title = f"Kerf {project_version(target.root)} for {target.name}."
    how = f"Compile the .cpp with: {' '.join(compile_flags(target.root, toolchain))}"
    more = read_flags(target.root).one_source
    also = "; ".join(f"{_FAMILIES[family]} also with {' '.join(more[family])}" for family in more)
    licence = (target.root / "LICENSE").read_text(encoding="utf-8").splitlines()
    wrapped = textwrap.wrap(f"{how}. {also}.", 96, break_on_hyphens=False)
    lines = [title, "", *wrapped, "", *licence]
    return "".join(f"// {line}".rstrip() + "\n" for line in lines) + "\n"


def compile_flags(root: Path, toolchain: Toolchain) -> tuple[str, ...]:
    """What a user's GCC or Clang compiles the source with, so that it is as in our own builds."""
    flags = read_flags(root).compile
    return (
        *toolchain.machine,
        *toolchain.optimizations[toolchain.loops],
        *flags["language"],
        *flags["floating-point"],
        *("-ffunction-sections", "-fdata-sections"),
    )


def _blobs(planned: Planned) -> Iterator[Blob]:
    """Linked weights of compiled programs, or the models that are interpreted."""
    target, compiled = planned.target, planned.plan.compiled
    if compiled is not None:
        if compiled.linked and compiled.runs:
            symbol = target_symbols(target.name)[2].removeprefix("kerf_weights=")
            places = compiled.weight_regions
            contents = _weights(planned, compiled)
            for number, content in enumerate(contents, start=1):
                name = symbol if number == 1 else f"{symbol}_{number}"
                held = content or bytes(ALIGNMENT)  # an array has elements
                yield Blob(
                    symbol=name,
                    content=held,
                    section=places[number - 1].section if places else None,
                )
        return
    for model in target.model_paths:
        path = shipped_path(target, model)
        symbol = f"{file_stem(target.name)}_{c_name(path.stem)}_pte"
        yield Blob(symbol=symbol, content=path.read_bytes())


def _weights(planned: Planned, compiled: Compiled) -> Sequence[bytes]:
    target = planned.target
    files = {source_name(target, each): shipped_path(target, each) for each in target.model_paths}
    return stored_weights(compiled, files)


def _declarations(blobs: tuple[Blob, ...]) -> str:
    """The data for C and C++."""
    lines = [
        f"extern const unsigned char {blob.symbol}[];\n"
        f"enum {{ {blob.symbol}_bytes = {len(blob.content)} }};\n"
        for blob in blobs
    ]
    return (
        "".join(
            [
                f"\n// Data of the {'models' if len(blobs) > 1 else 'model'}, at a multiple of "
                f"{ALIGNMENT}.\n",
                '#ifdef __cplusplus\nextern "C" {\n#endif\n',
                *lines,
                "#ifdef __cplusplus\n}\n#endif\n",
            ]
        )
        if blobs
        else ""
    )


_DATA = """\
// Data of {stem}.h. KERF_DATA_SECTION: a section that the linker script places, instead of .rodata.
#include "{stem}.h"

"""
_ARRAYS = """\
#ifdef __GNUC__
#ifdef KERF_DATA_SECTION
#define KERF_DATA __attribute__((aligned(16), section(KERF_DATA_SECTION)))
#else
#define KERF_DATA __attribute__((aligned(16)))
#endif
#else
#define KERF_DATA _Alignas(16)  // C11
#endif
"""
_INCBIN = """\
// The assembler looks for the files in folders that -I names: GNU's, Clang's, Arm Compiler 6's.
#ifndef KERF_DATA_SECTION
#define KERF_DATA_SECTION ".rodata.kerf_data"
#endif
"""


def _data_source(stem: str, blobs: tuple[Blob, ...], data: Data) -> str:
    """C source that defines the data."""
    parts = [_DATA.format(stem=stem), _ARRAYS if data is Data.ARRAY else _INCBIN]
    for blob in blobs:
        parts += _array(blob) if data is Data.ARRAY else _incbin(blob)
    return "".join(parts)


def _array(blob: Blob) -> Iterator[str]:
    attributes = "KERF_DATA"
    yield "\n"
    if blob.section is not None:
        attributes = f"KERF_DATA_{blob.symbol}"
        own = f'__attribute__((aligned({ALIGNMENT}), section("{blob.section}")))'
        yield f"#ifdef __GNUC__\n#define {attributes} {own}\n"
        yield f"#else\n#define {attributes} KERF_DATA\n#endif\n"
    yield f"{attributes} const unsigned char {blob.symbol}[{blob.symbol}_bytes] = {{\n"
    for at in range(0, len(blob.content), 24):
        yield f"{','.join(map(str, blob.content[at : at + 24]))},\n"
    yield "};\n"


def _incbin(blob: Blob) -> Iterator[str]:
    place, flags = blob.section or '" KERF_DATA_SECTION "', "a"
    if place.startswith(".data"):
        flags = "aw"
    lines = (
        f'.section {place}, \\"{flags}\\", %progbits',
        f".balign {ALIGNMENT}",
        f".globl {blob.symbol}",
        f".type {blob.symbol}, %object",
        f"{blob.symbol}:",
        f'.incbin \\"{blob.symbol}.bin\\"',
        f".size {blob.symbol}, . - {blob.symbol}",
        ".text",
    )
    yield "\n__asm__(\n"
    yield from (f'    "{line}\\n"\n' for line in lines)
    yield ");\n"
