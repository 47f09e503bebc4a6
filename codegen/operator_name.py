"""Names of operators as people and files write them."""

from __future__ import annotations

import re

_NAME = re.compile(r"(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?", re.ASCII)


def full_name(text: str) -> str:
    """`text` with its namespace: a bare `add.out` means `aten::add.out`.

    Raises:
        ValueError: `text` is not an operator name.

    """
    if not _NAME.fullmatch(text):
        raise ValueError(
            f"{text!r} is not an operator name (like aten::add.out, my_ops::foo or add.out)"
        )
    return text if "::" in text else f"aten::{text}"


def name_of_schema(text: str) -> str:
    """The operator that the function schema `text` declares, with its namespace.

    `my_ops::mul3.out(Tensor input, *, Tensor(a!) output) -> Tensor(a!)` is `my_ops::mul3.out`.

    Raises:
        ValueError: `text` is not a function schema.

    """
    name, bracket, rest = text.partition("(")
    _, arrow, returned = rest.rpartition("->")
    if not bracket or not arrow or not returned.strip():
        raise ValueError(
            f"{text!r} is not a function schema (like aten::relu.out(Tensor self, *, "
            "Tensor(a!) out) -> Tensor(a!))"
        )
    return full_name(name.strip())


def identifier(name: str) -> str:
    """The C++ identifier of an operator: `aten::add.out` is `aten_add_out`."""
    return re.sub(r"\W", "_", name.replace("::", "_"), flags=re.ASCII)


def without_overload(name: str) -> str:
    """`aten::add` for `aten::add.out`."""
    return name.partition(".")[0]
