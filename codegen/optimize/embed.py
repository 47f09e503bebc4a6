"""Puts external data into the program: what a method finds by name becomes a constant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from codegen.errors import SelectionError
from codegen.flat_tensor import NamedTensor
from codegen.optimize.graph import Program, Tensor, Value


def embed_data(program: Program, named: Mapping[str, NamedTensor]) -> Program:
    """`program` whose external tensors have the data of `named`; others stay external.

    Raises:
        SelectionError: a tensor and its data differ in dtype, shape or dim order.

    """
    faults: list[str] = []

    def value_of(method: str, value: Value) -> Value:
        if not isinstance(value, Tensor) or not value.external or value.place is not None:
            return value
        found = named.get(value.name or "")
        if found is None:
            return value
        own, given = ((each.dtype, each.sizes, each.dim_order) for each in (value, found))
        if own != given:
            faults.append(
                f"{method}: {value.name} is {_text(*own)}, and in the .ptd {_text(*given)}. "
                "Give the file that was exported with the program."
            )
            return value
        return replace(value, data=found.data, external=False, name=None)

    embedded = program.with_methods(
        replace(method, values=tuple(value_of(method.name, each) for each in method.values))
        for method in program.methods
    )
    if faults:
        raise SelectionError(faults)
    return embedded


def _text(dtype: object, sizes: tuple[int, ...], order: tuple[int, ...]) -> str:
    return f"{dtype} {'x'.join(map(str, sizes))} in order {','.join(map(str, order))}"
