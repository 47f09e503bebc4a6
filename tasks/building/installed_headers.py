"""The headers of a built target as a user gets them: with the library's options written in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from tasks.toolchain.file import read_toolchain

OPTIONS = "core/options.h"
_PRAGMA = "#pragma once\n"


def installed_headers(include: Path, toolchain: str, root: Path) -> Mapping[str, bytes]:
    """The headers below `include` by the path they are included by, sorted.

    Each definition by which `toolchain` compiled the library is in core/options.h, so that the
    headers mean the same to every user.

    Raises:
        ConfigError: the toolchain's file is wrong.
        OSError: a header cannot be read.

    """
    paths = sorted(include.rglob("*.h"))
    headers = {path.relative_to(include).as_posix(): path.read_bytes() for path in paths}
    options = _with_definitions(headers[OPTIONS].decode(), read_toolchain(toolchain, root).define)
    return {**headers, OPTIONS: options.encode()}


def _with_definitions(text: str, definitions: Iterable[str]) -> str:
    pairs = (definition.partition("=") for definition in definitions)
    lines = [f"#define {name} {value or '1'}\n" for name, _, value in pairs]
    before, pragma, after = text.partition(_PRAGMA)
    return "".join([before, pragma, *lines, after])
