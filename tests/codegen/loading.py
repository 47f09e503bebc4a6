"""How the runtime reads the table: as MethodLoader in runtime/executor/load.cpp does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from codegen import emit
from codegen.dtype import DType
from codegen.opinfo import Argument, Call, ListArg, TensorArg
from codegen.plan import Plan

LAST = 0x0100
"""Source: kLastArgument in runtime/executor/kernel.h."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the table, with the whole pool that its dtypes are in."""

    name: str
    pool: Sequence[int]
    start: int

    def takes(self, arguments: Sequence[Argument]) -> bool:
        """Whether all tensors of a call have dtypes of the row."""
        for offset, argument in enumerate(arguments):
            dtypes = self.pool[self.start + offset]
            if not _is_of(dtypes, argument):
                return False
            if dtypes & LAST:
                break
        return True


def table(plan: Plan) -> list[Row]:
    """The rows that are generated for `plan`, read back from their text."""
    text = re.sub(r"//.*", "", emit.argument_dtypes(plan))
    pool = [int(word, 0) for word in text.replace(",", " ").split()]
    found = re.findall(r'\{"([^"]+)", [\w:]+, kArgumentDtypes \+ (\d+)\}', emit.kernel_table(plan))
    assert len(found) == len(plan.kernels)
    return [Row(name=name, pool=pool, start=int(start)) for name, start in found]


def found_at_load(plan: Plan, call: Call) -> int | None:
    """The index of the row that runs `call`: the first of its name that takes it."""
    for index, row in enumerate(table(plan)):
        if row.name == call.operator and row.takes(call.arguments):
            return index
    return None


def bit(dtype: DType) -> int:
    """Source: dtype_bit in runtime/tensor/scalar_type.h."""
    return 1 << (dtype.number if dtype.number < 16 else dtype.number - 15)


def _is_of(dtypes: int, argument: Argument | int | float | None) -> bool:
    if isinstance(argument, TensorArg):
        return bool(dtypes & bit(argument.dtype))
    if isinstance(argument, ListArg):
        return all(_is_of(dtypes, item) for item in argument.items)
    return True
