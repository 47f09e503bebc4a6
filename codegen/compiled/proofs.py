"""Proofs: what the build knows of all calls of a compiled kernel, which then does not check it.

The names are those of `Proof` in runtime/kernels/facts.h, which defines them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from codegen.expression import expanded
from codegen.library import KernelSpec
from codegen.opinfo import Call, Dynamism, tensors_of

FACTS, EXPANDED, ROW = "facts", "expanded", "row"
CHECKED, PACKED, FOLDED, SCALED = "checked", "packed", "folded", "scaled"


def proofs_of(call: Call, kernel: KernelSpec, data: Mapping[str, Sequence[int]]) -> frozenset[str]:
    """What is proven of `call` of `kernel`, none of whose arguments changes from run to run.

    `data` has the numbers of constant tensors of integers, by the names of their parameters.
    """
    schema, arguments = kernel.schema, kernel.arguments_of(call)
    read = [p.name for p in schema.parameters if p.tensor and p.read and not p.output]
    written = [p.name for p in schema.parameters if p.output]
    operands, outputs = ([*tensors_of(map(arguments.get, names))] for names in (read, written))
    if any(each.dynamism is not Dynamism.STATIC for each in (*operands, *outputs)):
        return frozenset()
    found = {FACTS}
    shape = expanded([each.sizes for each in operands])
    if shape is not None and all(each.sizes == shape for each in outputs):
        found.add(EXPANDED)
    if all(prod(each.sizes[:-1]) == 1 for each in outputs):
        found.add(ROW)
    if kernel.requires is not None and kernel.requires.are_met(arguments, data):
        found.add(CHECKED)
    if kernel.scaled is not None and kernel.scaled.are_met(arguments, data):
        found.add(SCALED)
    return frozenset(found)
