"""Names that a person reads, the same for a separate function and an inlined one.

Overloads and clones (`.constprop.0`) share a name: parameters, return types and anonymous
namespaces say little and change often.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import itanium_demangler


def qualified(path: Sequence[str]) -> str:
    """The name of what is in `path`: namespaces, classes and functions, outermost first.

    Each part is written as debug information has it, template arguments included; those that are
    long (functions, lambdas) are left out.
    """
    return "::".join(part for part in map(_part, path) if part)


@cache
def demangled(symbol: str) -> str:
    """The C++ name of a linker symbol; a symbol of C, or one not understood, as it is."""
    plain, _, _ = symbol.partition(".")
    if not plain.startswith("_Z"):
        return symbol if not plain or not _CLONE.search(symbol) else plain
    try:
        parsed = itanium_demangler.parse(plain)
    except (NotImplementedError, ValueError, IndexError, TypeError, AttributeError, RecursionError):
        parsed = None
    if parsed is not None:  # instances of function templates have a return type in front
        name = parsed.name if parsed.kind == "func" else parsed
        return qualified(_split(str(name), "::"))
    return qualified(namespaces(symbol) or ()) or symbol


def enclosing_function(symbol: str) -> str | None:
    """The name of the function whose static variable a linker symbol is; None for any other.

    Source: Itanium C++ ABI, <local-name>: `Z` <function encoding> `E` <entity name>.
    """
    if not symbol.startswith("_ZZ"):
        return None
    return demangled(f"_Z{symbol.removeprefix('_ZZ').rpartition('E')[0]}")


def namespaces(symbol: str) -> tuple[str, ...] | None:
    """The names of which a C++ symbol is made, up to template arguments; None for any other.

    `_ZN4kerf6Method4loadEv` is kerf, Method, load; those of the standard library are no names.
    Source: Itanium C++ ABI, "Mangling", <nested-name> and <unscoped-name> of <source-name>s.
    """
    match = _MANGLED.match(symbol)
    if match is None:
        return None
    names = _lengths(symbol, match.end())
    return names if match["nested"] else names[:1]


def _lengths(symbol: str, at: int) -> tuple[str, ...]:
    """The names from `at` on, each after its length."""
    names = []
    while length := _NAME_LENGTH.match(symbol, at):
        start = length.end()
        at = start + int(length[1])
        names.append(symbol[start:at])
    return tuple(names)


# Local entities, virtual tables and guards are named after what they belong to.
_MANGLED = re.compile(r"_Z(?:Z|G[VR]|T[VTISC])*(?P<nested>N[VKrRO]*)?(?=L?\d)")
_NAME_LENGTH = re.compile(r"L?(\d+)")
_CLONE = re.compile(r"\.(constprop|isra|part|cold|lto_priv|llvm|clone)\b")
_ANONYMOUS = frozenset({"(anonymous namespace)", "_GLOBAL__N_1", "<unnamed>"})
_CLOSURE = re.compile(r"<lambda|\{lambda|\$_\d|'lambda|__lambda|\{unnamed|'unnamed")
_SPELLINGS = (
    ("long long unsigned int", "unsigned long long"),
    ("long long int", "long long"),
    ("long unsigned int", "unsigned long"),
    ("short unsigned int", "unsigned short"),
    ("long int", "long"),
    ("short int", "short"),
)
_OPERATOR = re.compile(r"operator(?:\(\)|<=>|<<=?|<=?| [\w:]+|[^\w\s(<]+)")
_PLAIN = re.compile(r"[\w: ]+[*&]?$")
_CAST = re.compile(r"\(([\w: ]+)\)(-?\w+)$")
_SUFFIX = re.compile(r"\b(\d+)(?:UL?L?|LL?)$")
_NUMBERED = "kerf::Operator"
"""An enumeration whose numbers change with every operator that is added."""
_LONGEST = 48
"""Characters of the template arguments that are kept."""


@cache
def _part(part: str) -> str:
    """One part of a path, without parameters, return type and long template arguments."""
    part = part.strip()
    if not part or part in _ANONYMOUS or _CLOSURE.match(part):
        return ""
    if operator := _OPERATOR.match(part):
        return operator[0].strip()
    name, arguments = _template(part)
    name = name.removesuffix(" const").split(" ")[-1].strip("{}")
    kept = ", ".join(text for text in map(_argument, arguments) if text)
    if len(kept) > _LONGEST:
        kept = kept[: kept.rindex(",", 0, _LONGEST)] if "," in kept[:_LONGEST] else ""
    return f"{name}<{kept}>" if kept else name


def _template(part: str) -> tuple[str, list[str]]:
    """A part's own name and its template arguments."""
    at = next((index for index, letter in enumerate(part) if letter in "<("), len(part))
    if at == len(part) or part[at] == "(":
        return part[:at], []
    return part[:at], _split(part[at + 1 : part.rindex(">")], ",")


def _argument(text: str) -> str:
    """A template argument if it is short enough to be useful, else nothing."""
    text = text.strip().removeprefix("&")
    if cast := _CAST.match(text):
        text = "" if cast[1].strip() == _NUMBERED else cast[2]
    if not _PLAIN.match(text) or text.startswith(_NUMBERED):
        return ""
    text = _SUFFIX.sub(r"\1", text)
    for spelling, usual in _SPELLINGS:
        text = text.replace(spelling, usual)
    return text


_MARKS = {separator: re.compile(rf"[<({{\[>)}}\]]|{separator}") for separator in ("::", ",")}
"""Brackets and what is cut at."""


def _split(text: str, separator: str) -> list[str]:
    """`text` cut at the separators that no bracket encloses."""
    parts, depth, start = [], 0, 0
    for mark in _MARKS[separator].finditer(text):
        if mark[0] in "<({[":
            depth += 1
        elif mark[0] != separator:
            depth -= bool(depth)
        elif depth == 0:
            parts.append(text[start : mark.start()])
            start = mark.end()
    return [*parts, text[start:]]
