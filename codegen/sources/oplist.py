"""An operator list: `aten::add.out` or `add.out`, one on a line or separated by commas."""

from __future__ import annotations

from collections.abc import Sequence

from codegen.errors import SelectionError
from codegen.operator_name import full_name
from codegen.selection import OperatorNeed, Origin, Selection, union
from codegen.sources.collect import collect

INLINE = "inline list"


def selection_of_names(names: Sequence[str], *, source: str, where: str) -> Selection:
    """Each of `names` with any dtype, requested by `source`; `where` is for faults.

    Raises:
        SelectionError: a name is not an operator's.

    """
    return union(collect(names, lambda name: _selection(name, Origin(source=source), where)))


def read_inline(text: str) -> Selection:
    """The operators in `text`, separated by commas or spaces.

    Here a name has a namespace or an overload: a word alone is a file that does not exist.

    Raises:
        SelectionError: a name is not an operator's, or there is none.

    """
    names = text.replace(",", " ").split()
    words = [name for name in names if "." not in name and "::" not in name]
    if words or not names:
        raise SelectionError(
            f"{words[0] if words else text!r}: neither a file nor an operator (like add.out or "
            "my_ops::foo). Give a file, operators, or all."
        )
    return selection_of_names(names, source=INLINE, where=INLINE)


def read_oplist(text: str, *, source: str, where: str) -> Selection:
    """The operators in the lines of `text`; what follows a `#` is a comment.

    Raises:
        SelectionError: a line is not an operator name, or there is none.

    """
    lines = enumerate(text.splitlines(), start=1)
    names = [
        (number, name)
        for number, line in lines
        for name in line.partition("#")[0].replace(",", " ").split()
    ]
    if not names:
        raise SelectionError(f"{where}:1: no operator in the list. Name one, or leave it out.")
    origin = Origin(source=source)
    return union(collect(names, lambda item: _selection(item[1], origin, f"{where}:{item[0]}")))


def _selection(text: str, origin: Origin, where: str) -> Selection:
    try:
        name = full_name(text)
    except ValueError as error:
        raise SelectionError(f"{where}: {error}.") from None
    need = OperatorNeed(name=name, origins=(origin,), any_dtype=True)
    return Selection(operators=(need,))
