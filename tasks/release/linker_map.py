"""A linker's map without the names of temporary files, which differ each time."""

from __future__ import annotations

import re

# GCC's and LLVM's objects between compiler and linker, in whatever folder for temporary files.
_TEMPORARY = re.compile(r"/\S*/(?:cc\w{6}|lto-llvm-\w{6})(?=[.\s(])")


def stable_map(text: str) -> str:
    """The map with temporary objects numbered in the order of their first appearance."""
    names: dict[str, str] = {}
    return _TEMPORARY.sub(lambda found: names.setdefault(found[0], f"lto{len(names)}"), text)
