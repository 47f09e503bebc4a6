"""Names of linker symbols: the namespaces that one stands in, and a text that people can read."""

from __future__ import annotations

import re

import itanium_demangler

ANONYMOUS = "(anonymous)"

# Local entities, virtual tables and guards are named after what they belong to.
_MANGLED = re.compile(r"_Z(?:Z|G[VR]|T[VTISC])*(?P<nested>N[VKrRO]*)?(?=L?\d)")
_NAME_LENGTH = re.compile(r"L?(\d+)")
_KERNEL = re.compile(r"XadL_Z(?:N(?:S_)?)?(?=\d)")
_GLOBAL = "_GLOBAL__N_1"
_CONST_FIRST = re.compile(r" const\((.*)\)$")  # the demangler puts it before the parameters


def namespaces(symbol: str) -> tuple[str, ...] | None:
    """The names of which a C++ symbol is made, up to template arguments; None for any other.

    `_ZN4kerf6Method4loadEv` is kerf, Method, load; those of the standard library are no names.
    Source: Itanium C++ ABI, "Mangling", <nested-name> and <unscoped-name> of <source-name>s.
    """
    match = _MANGLED.match(symbol)
    if match is None:
        return None
    names = _names(symbol, match.end())
    return names if match["nested"] else names[:1]


def demangle(symbol: str) -> str:
    """The C++ name of a linker symbol, as short as it still says what it is.

    An adapter is named after its kernel, and what nobody demangles by its namespaces.
    """
    if not symbol.startswith("_Z"):
        return symbol
    names = namespaces(symbol) or ()
    if names[:2] == ("kerf", "adapter") and (kernel := _KERNEL.search(symbol)):
        inside = "kerf::" if kernel[0].endswith("S_") else ""
        return f"{inside}{'::'.join(_names(symbol, kernel.end()))} (adapter)"
    plain, dot, suffix = symbol.partition(".")
    return f"{_demangled(plain) or '::'.join(names) or plain}{dot}{suffix}"


def _demangled(symbol: str) -> str | None:
    try:
        parsed = itanium_demangler.parse(symbol)
    except (NotImplementedError, ValueError, IndexError, TypeError, AttributeError, RecursionError):
        return None
    if parsed is None:
        return None
    return _CONST_FIRST.sub(r"(\1) const", str(parsed).replace(_GLOBAL, ANONYMOUS))


def _names(symbol: str, at: int) -> tuple[str, ...]:
    names = []
    while length := _NAME_LENGTH.match(symbol, at):
        start = length.end()
        at = start + int(length[1])
        name = symbol[start:at]
        names.append(ANONYMOUS if name == _GLOBAL else name)
    return tuple(names)
