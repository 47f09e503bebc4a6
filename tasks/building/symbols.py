"""What keeps the libraries of several targets apart in one program: the name of their namespace."""

from __future__ import annotations

import re


def target_symbols(target: str) -> tuple[str, str, str]:
    """Definitions, in the form of -D, that give everything of `target` symbols of its own.

    The namespace `kerf`, which sources and users write, is `kerf_<target>`; functions for C and
    the weights of compiled programs, which no namespace holds, end in the name.
    """
    name = re.sub(r"[^A-Za-z0-9-]", lambda other: f"_{ord(other[0]):x}_", target).replace("-", "_")
    return f"kerf=kerf_{name}", f"KERF_C_TARGET=_{name}", f"kerf_weights=kerf_weights_{name}"
