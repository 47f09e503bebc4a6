"""Sources and headers of one target in an inline namespace of its own: `kerf::target_mv2_arm`.

Users write `kerf::Program` all the same. Two targets in one program then share no symbol, so that
each gets its own kernels, its own features and its own weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from tasks.building.ninja_file import Products
from tasks.files import write_if_changed

SOURCES = (".h", ".cpp", ".c")
_OPENING = re.compile(r"^namespace kerf((?:::\w+)*) \{$", re.MULTILINE)
_NAMED_END = re.compile(r"^\}  // namespace kerf[\w:]*$", re.MULTILINE)
_PLAIN_END = re.compile(r"^\}$", re.MULTILINE)
_WEIGHTS = re.compile(r"(?<![.\w])kerf_weights\b")
"""The symbol, which an assembler defines outside of any namespace; not the section of that name."""
_C_TARGET = re.compile(r"^#define KERF_C_TARGET$", re.MULTILINE)
"""Ends the names of the functions for C, which know no namespace."""


def namespace_of(target: str) -> str:
    """The inline namespace of a target's symbols."""
    return "target_" + re.sub(r"[^A-Za-z0-9]", "_", target)


def in_namespace(text: str, name: str) -> str:
    """A source or header with each `namespace kerf` block in the inline namespace `name` of it.

    A block begins on a line of its own; it ends with a line that repeats its name, or, in most
    generated sources, with the only lines that are one brace. Where neither holds, the block is
    of the namespace that the headers before it have made inline. The symbol of linked weights has
    the name at its end.
    """
    text = _WEIGHTS.sub(f"kerf_weights_{name}", text)
    text = _C_TARGET.sub(f"#define KERF_C_TARGET _{name}", text)
    blocks = [found[1] for found in _OPENING.finditer(text)]
    end = _NAMED_END if len(_NAMED_END.findall(text)) == len(blocks) else _PLAIN_END
    if len(end.findall(text)) != len(blocks):
        return _OPENING.sub(lambda line: f"namespace kerf::{name}{line[1]} {{", text)
    opened = iter(blocks)
    text = end.sub(lambda line: "}" * (2 if next(opened) else 1) + line[0], text)
    return _OPENING.sub(lambda line: _begin(line[1].removeprefix("::"), name), text)


def _begin(inner: str, name: str) -> str:
    rest = f" namespace {inner} {{" if inner else ""
    return f"namespace kerf {{ inline namespace {name} {{{rest}"


def namespaced(products: Products, root: Path, folder: str, name: str) -> Products:
    """The products built in `folder`, of copies of their sources in the inline namespace `name`.

    Sources of a user's own library stay where they are: what they include is in the namespace.
    """
    copies = f"{folder}/source"
    kept: set[Path] = set()
    for path in _sources(root, products):
        copy = root / copies / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(copy, in_namespace(path.read_text(encoding="utf-8"), name))
        kept.add(copy)
    for path in (root / copies).rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()

    def moved(path: str) -> str:
        return f"{copies}/{path}" if (root / copies / path).exists() else path

    optimize: Mapping[str, str] = {moved(path): how for path, how in products.optimize.items()}
    embeds = {moved(path): files for path, files in products.embeds.items()}
    return replace(
        products,
        build_dir=folder,
        sources=tuple(map(moved, products.sources)),
        include_dirs=tuple(map(moved, products.include_dirs)),
        executables=(),
        optimize=optimize,
        embeds=embeds,
    )


def _sources(root: Path, products: Products) -> Iterator[Path]:
    """Sources and headers of the runtime, and those that are generated for the target."""
    build = root / products.build_dir
    for folder in (root / "runtime", build / "selected", build / "include"):
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(root).parts
            if path.suffix in SOURCES and inside[:2] != ("runtime", "selected"):
                yield path
    yield from (root / path for path in products.embeds)
