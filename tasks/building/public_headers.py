"""The headers for users of a built target: include/kerf/, with kerf.h and all that it includes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tasks.toolchain.file import ToolchainFile

FOLDER = "kerf"
"""The only folder of include/: users write `#include <kerf/kerf.h>`."""

UMBRELLAS = ("kerf.h", "c_api/kerf_c.h")
"""What users include, as <kerf/kerf.h> and <kerf/kerf_c.h>."""

OPTIONS = "core/options.h"
_PRAGMA = "#pragma once\n"
_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def public_headers(
    roots: Sequence[Path], toolchain: ToolchainFile, definitions: Sequence[str] = ()
) -> Mapping[str, str]:
    """The text of each public header by its path below include/, sorted.

    A header is read from the first of `roots` that has it. core/options.h holds the definitions by
    which the library is compiled, so that the headers mean the same to every user, and refuses to
    be compiled for another processor or by another calling convention.

    Raises:
        OSError: a header is missing or cannot be read.

    """
    texts: dict[str, str] = {}
    names = [*UMBRELLAS]
    while names:
        name = names.pop()
        if name not in texts:
            texts[name] = _path(roots, name).read_text(encoding="utf-8")
            names += _INCLUDE.findall(texts[name])
    defined = with_definitions(texts[OPTIONS], (*toolchain.define, *definitions))
    texts[OPTIONS] = defined + processor_check(toolchain)
    public = {name: posixpath.basename(name) if name in UMBRELLAS else name for name in texts}
    return {
        f"{FOLDER}/{public[name]}": with_relative_includes(public[name], text)
        for name, text in sorted(texts.items())
    }


def with_relative_includes(name: str, text: str) -> str:
    """Header `name`, which includes others by their path in runtime/, by relative paths instead.

    Compilers look there first, whatever folders a user's build names and whatever is in them.
    """
    folder = posixpath.dirname(name)
    return _INCLUDE.sub(
        lambda found: f'#include "{posixpath.relpath(found[1], folder or ".")}"', text
    )


def with_definitions(text: str, definitions: Iterable[str]) -> str:
    """A header with a macro for each of `definitions`, which are in the form of -D."""
    pairs = (definition.partition("=") for definition in definitions)
    lines = [f"#define {name} {value or '1'}\n" for name, _, value in pairs]
    before, pragma, after = text.partition(_PRAGMA)
    return "".join([before, pragma, *lines, after])


def processor_check(toolchain: ToolchainFile) -> str:
    """Lines that refuse to be compiled for another processor or by another calling convention."""
    if toolchain.requires is None:
        return ""
    used = toolchain.local or toolchain.zig
    flags = "" if used is None else " ".join(used.machine)
    return (
        f"\n#if !({toolchain.requires})\n"
        "#error \"Kerf's library was compiled for another processor or float ABI; "
        f'compile and link with {flags}"\n#endif\n'
    )


def _path(roots: Sequence[Path], name: str) -> Path:
    return next((root / name for root in roots if (root / name).is_file()), roots[-1] / name)
