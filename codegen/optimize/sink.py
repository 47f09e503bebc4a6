"""Computes what depends on constants alone when it is needed first, not before everything else.

An exporter that keeps quantized weights dequantizes all of them at the start of a method, so that
all are in memory at once.
"""

from __future__ import annotations

from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method
from codegen.optimize.plan_memory import least_bytes
from codegen.optimize.reuse import reuse_operands
from codegen.optimize.roles import VIEW, Operators, is_pure


def sink_constants(method: Method, operators: Operators) -> Method:
    """`method` with each call on constants alone right before the first that reads its results.

    It stays as it is where the tensors in use at a time would not become fewer bytes.
    """
    if method.fixed:
        return method
    edit = Edit(method, operators)
    alone = _on_constants(edit)
    before = list(range(edit.end))  # the instruction that each is right before, or itself
    for time in sorted(alone, reverse=True):
        readers = _readers(edit, time)
        if readers:
            before[time] = min(before[reader] for reader in readers)
    order = sorted(range(edit.end), key=lambda time: (before[time], time))
    edit.instructions = [edit.instructions[time] for time in order]
    edit.changed()
    sunk = edit.finish()
    return sunk if _bytes(sunk, operators) < _bytes(method, operators) else method


def _bytes(method: Method, operators: Operators) -> int:
    """The bytes that are in use at a time, with results over the operands that may hold them."""
    return sum(least_bytes(reuse_operands(method, operators), operators))


def _on_constants(edit: Edit) -> frozenset[int]:
    """The times of calls that need nothing but constants, and write memory of their own."""
    usage, found = edit.usage, set[int]()

    def is_constant(index: int) -> bool:
        if index in usage.computed or index in edit.method.inputs:
            return False
        storage = usage.storage(index)
        if storage is None or edit.tensor(index) is None:
            return True
        return usage.is_own(index) and usage.storage_writes[storage][0] in found

    for time, call in enumerate(edit.instructions):
        roles = usage.roles[time]
        if roles is None or call is None or not is_pure(call, edit.operators):
            continue
        if isinstance(call, Call) and call.operator == VIEW:
            continue
        if all(map(usage.is_own, roles.writes)) and all(map(is_constant, roles.reads)):
            found.add(time)
    return frozenset(found)


def _readers(edit: Edit, time: int) -> list[int]:
    """When results of the call at `time` are read; nothing where a read is not behind it."""
    roles = edit.usage.roles[time]
    assert roles is not None
    reads = [
        at
        for index in roles.writes
        if (storage := edit.usage.storage(index)) is not None
        for at in edit.usage.storage_reads[storage]
    ]
    if any(at <= time for at in reads):
        return []
    return [at for at in reads if at < edit.end]
