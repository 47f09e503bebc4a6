"""A build.ninja: what is compiled, archived and linked, from which sources, by which commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from codegen.errors import BuildError
from tasks.toolchain.choose import Toolchain


@dataclass(frozen=True, slots=True, kw_only=True)
class Executable:
    """A program: its own sources (the application, a port), linked with the archive."""

    output: str  # relative to the build folder: "runner.elf"
    sources: tuple[str, ...]
    measured: bool = False
    """With LTO it is linked with the archive of machine code as well, for its size."""
    shared: bool = False
    """Whether it is a library that programs load: then `sources` are all that is in it."""

    @property
    def map(self) -> str:
        """The linker's map of it, relative to the build folder."""
        return f"{self.output}.map"


@dataclass(frozen=True, slots=True, kw_only=True)
class Products:
    """What one target builds. Paths of sources and folders are relative to the repository."""

    build_dir: str  # "build/mv2-arm"
    sources: tuple[str, ...]  # of the archive
    include_dirs: tuple[str, ...]
    executables: tuple[Executable, ...]
    archive: str = "libkerf.a"  # of machine code, relative to the build folder
    reads: tuple[str, ...] = ("runtime",)
    """Folders with sources and headers, all that a compiler may see with the build folder."""
    embeds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For a source the files whose bytes its object holds."""
    optimize: Mapping[str, str] = field(default_factory=dict)
    """For a source with another optimization than the target's: its name in flags.toml."""


LINK_SCRIPT = "link.ld"
STAMP = "toolchain.txt"
"""Files in the build folder that `tasks.building.compile` writes; steps depend on them."""
FOR_LTO = "for-lto"
"""Folder in the build folder: with LTO, the archive that programs are linked with is there."""
MACHINE_CODE = "machine-code"
"""Folder in the build folder: with LTO, what becomes of the archive for any linker is there."""
ROOMY = f"{MACHINE_CODE}/{LINK_SCRIPT}"
"""The linker script for it: what fits the board with LTO fits twice its memory without."""


def ninja_text(toolchain: Toolchain, products: Products) -> str:
    """The text of a build.ninja that is run in the repository, so that all paths are relative."""
    return "\n".join(_lines(toolchain, products)) + "\n"


def link_script(toolchain: Toolchain, body: str, times: int = 1) -> str:
    """The linker script of a board: `times` its memory, then the body of the layout."""
    regions = "".join(
        f"  {name} : ORIGIN = 0x{region.origin:08x}, LENGTH = 0x{times * region.bytes:x}\n"
        for name, region in toolchain.memory.items()
    )
    return f"MEMORY\n{{\n{regions}}}\n\n{body}"


def _lines(toolchain: Toolchain, products: Products) -> Iterator[str]:
    folder = products.build_dir
    stamp = f"{folder}/{STAMP}"
    yield "ninja_required_version = 1.8"
    yield f"builddir = {_path(folder)}"
    yield f"optimize = {_words(toolchain.optimize)}"
    includes = " ".join(_quoted(f"-I{path}") for path in products.include_dirs)
    yield from _rule(
        "compile",
        f"{_words(toolchain.compile)} $optimize {includes} -MD -MF $out.d -c $in -o $out",
        "$in",
        "  deps = gcc",
        "  depfile = $out.d",
    )
    yield from _rule("archive", f"rm -f $out && {_words(toolchain.archive)} $out $in", "$out")
    tail = f"$in {_words(toolchain.libraries)} -o $out"
    captured = " > $map" if toolchain.map_from_stdout else ""
    yield from _rule("link", f"{_words(toolchain.link)} $shared {tail}{captured}", "$out")
    support: tuple[str, ...] = ()
    if toolchain.support is not None:
        support = (f"{folder}/obj/support.o",)
        yield from _rule("support", _words(toolchain.support), "$out")
        yield from _edge("support", support, (), (stamp,))

    archive = linked_archive(toolchain, products)
    objects: dict[str, str] = {}
    for executable in products.executables:
        objects.update(objects_of(folder, executable.sources))
    objects.update(objects_of(folder, products.sources))
    for source, output in objects.items():
        own = _optimization(toolchain, products, source)
        flags = {"optimize": own} if own != toolchain.optimize else {}
        needs = (stamp, *products.embeds.get(source, ()))
        yield from _edge("compile", (output,), (source,), needs, flags)
    yield from _edge("archive", (archive,), [objects[each] for each in products.sources], (stamp,))
    if toolchain.lto:
        yield from _machine_code(toolchain, products, archive, stamp)
    links = [(each, "", archive, LINK_SCRIPT) for each in products.executables]
    if toolchain.lto:
        other = f"{folder}/{products.archive}"
        measured = (each for each in products.executables if each.measured)
        links += [(each, f"{MACHINE_CODE}/", other, ROOMY) for each in measured]
    for executable, inner, library, script_file in links:
        output, map_file = (
            f"{folder}/{inner}{name}" for name in (executable.output, executable.map)
        )
        script = () if toolchain.linker_script is None else (f"{folder}/{script_file}",)
        inputs = (*(objects[each] for each in executable.sources), library, *support)
        shared = toolchain.shared if executable.shared else ()
        needs = (stamp, *script, *((f"{folder}/{executable.output}",) if inner else ()))
        variables = {"map": (map_file,), "script": script, "shared": shared}
        yield from _edge("link", (output, map_file), inputs, needs, variables)


def linked_archive(toolchain: Toolchain, products: Products) -> str:
    """The archive that programs are linked with, relative to the repository."""
    inner = f"{FOR_LTO}/" if toolchain.lto else ""
    return f"{products.build_dir}/{inner}{products.archive}"


def _machine_code(
    toolchain: Toolchain, products: Products, linked: str, stamp: str
) -> Iterator[str]:
    """The archive for any linker: of one object that LTO made, else of sources compiled again."""
    folder = f"{products.build_dir}/{MACHINE_CODE}"
    if toolchain.merge:
        objects = [f"{folder}/kerf.o"]
        yield from _rule("merge", f"{_words(toolchain.merge)} $in -o $out", "$out")
        yield from _edge("merge", objects, (linked,), (stamp,))
    else:
        objects = []
        for source, output in objects_of(products.build_dir, products.sources).items():
            objects.append(f"{folder}/{output.removeprefix(f'{products.build_dir}/obj/')}")
            needs = (stamp, *products.embeds.get(source, ()))
            own = _optimization(toolchain, products, source)
            flags = {"optimize": (*own, *toolchain.no_lto)}
            yield from _edge("compile", (objects[-1],), (source,), needs, flags)
    archive = f"{products.build_dir}/{products.archive}"
    yield from _edge("archive", (archive,), objects, (stamp,))


def _optimization(toolchain: Toolchain, products: Products, source: str) -> tuple[str, ...]:
    wanted = products.optimize.get(source)
    return toolchain.optimize if wanted is None else toolchain.optimizations[wanted]


def objects_of(folder: str, sources: Sequence[str]) -> dict[str, str]:
    """The object of each source: `obj/` repeats the folders of the repository."""
    return {source: f"{folder}/obj/{_inside(source, folder)}.o" for source in sources}


def _inside(source: str, folder: str) -> str:
    path = PurePosixPath(source)
    generated = path.is_relative_to(folder)
    parts = (path.relative_to(folder) if generated else path).with_suffix("").parts
    named = ["outside" if part == ".." else part.strip("/") for part in parts]
    return "/".join(part for part in named if part)


def _rule(name: str, command: str, subject: str, *more: str) -> Iterator[str]:
    yield ""
    yield f"rule {name}"
    yield f"  command = {command}"
    yield f"  description = {name} {subject}"
    yield from more


def _edge(
    rule: str,
    outputs: Sequence[str],
    inputs: Sequence[str],
    implicit: Sequence[str] = (),
    variables: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[str]:
    first, *others = map(_path, outputs)
    more = f" | {' '.join(others)}" if others else ""
    needs = f" | {' '.join(map(_path, implicit))}" if implicit else ""
    yield ""
    yield f"build {first}{more}: {' '.join([rule, *map(_path, inputs)])}{needs}"
    for key, words in (variables or {}).items():
        yield f"  {key} = {_words(words)}"


_STEP = {"{unit}": "$out", "{output}": "$out", "{map}": "$map", "{script}": "$script"}


def _words(arguments: Sequence[str]) -> str:
    """The arguments as a shell reads them, within a ninja variable."""
    return " ".join(map(_word, arguments))


def _word(argument: str) -> str:
    for placeholder, variable in _STEP.items():
        before, found, after = argument.partition(placeholder)
        if found:
            return f"{_word(before)}{variable}{_word(after)}" if before or after else variable
    return _quoted(argument) if argument else ""


def _quoted(argument: str) -> str:
    return shlex.quote(argument).replace("$", "$$")


def _path(path: str) -> str:
    """A path as ninja reads it in a build line.

    Raises:
        BuildError: ninja has no form for it.

    """
    if re.search(r"[|\x00-\x1f]", path):
        raise BuildError(f"{path!r}: ninja takes no `|` or control character in a path. Rename it.")
    return path.replace("$", "$$").replace(" ", "$ ").replace(":", "$:")
