"""Names of models and methods in C."""

from __future__ import annotations

import re
from pathlib import PurePath

KEYWORDS = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t
    char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires restrict
    return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using
    virtual void volatile wchar_t while xor xor_eq
    """.split()  # noqa: SIM905 - a list of a hundred strings reads worse
)
"""Source: lex.key and lex.digraph of C++20, 6.4.1 of C23."""
_MACROS = frozenset({"NULL", "EOF", "errno", "assert", "linux", "unix", "i386", "arm"})
"""Names that a C library or a compiler may define as macros."""


def model_name(file: str, prefix: str = "") -> str:
    """What functions and constants of the model in `file` begin with: `mv2` for `mv2.pte`.

    `prefix`, an identifier, precedes it: `small_mv2` with `small_`.
    """
    return c_name(prefix + PurePath(file).stem)


def function_name(file: str, method: str, prefix: str = "") -> str:
    """The function that runs a method: `mv2_forward`."""
    return f"{model_name(file, prefix)}_{re.sub(r'[^0-9A-Za-z_]', '_', method)}"


def c_name(text: str) -> str:
    """`text` as an identifier of C and C++."""
    name = re.sub(r"[^0-9A-Za-z_]", "_", text).lstrip("_")
    if name in KEYWORDS or name in _MACROS:
        return f"{name}_"
    return name if name and not name[0].isdigit() else f"m_{name}"
