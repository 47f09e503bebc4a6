"""Names of models and methods in C."""

from __future__ import annotations

import re
from pathlib import PurePath

_KEYWORDS = frozenset(
    """
    alignas alignof and asm auto bool break case catch char class const constexpr continue default
    delete do double else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new not nullptr operator or private protected public register restrict
    return short signed sizeof static struct switch template this throw true try typedef typename
    union unsigned using virtual void volatile while xor
    """.split()  # noqa: SIM905 - a list of seventy strings reads worse
)


def model_name(file: str) -> str:
    """What functions and constants of the model in `file` begin with: `mv2` for `mv2.pte`."""
    return c_name(PurePath(file).stem)


def function_name(file: str, method: str) -> str:
    """The function that runs a method: `mv2_forward`."""
    return f"{model_name(file)}_{re.sub(r'[^0-9A-Za-z_]', '_', method)}"


def c_name(text: str) -> str:
    """`text` as an identifier of C and C++."""
    name = re.sub(r"[^0-9A-Za-z_]", "_", text)
    if not name or name[0].isdigit() or name in _KEYWORDS:
        return f"m_{name}" if name not in _KEYWORDS else f"{name}_"
    return name.lstrip("_") or "m_"
