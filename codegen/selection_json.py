"""A selection as JSON: everything that it holds, the same bytes for the same selection.

Lists are in the selection's order and keys sorted. Numbers that JSON lacks are the strings "inf",
"-inf" and "nan". The calls of a model are with their operators, each with its origins.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict

from codegen.opinfo import Argument, MethodInfo, ModelInfo, ScalarArg, TensorArg
from codegen.selection import OperatorNeed, Origin, Origins, Selection

VERSION = 1  # of the structure; a reader refuses any other

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def selection_json(selection: Selection) -> str:
    """The text of `selection`, which ends with a newline."""
    document: Json = {
        "version": VERSION,
        "everything": _origins(selection.everything),
        "models": [_model(model) for model in selection.models],
        "operators": [_operator(need) for need in selection.operators],
    }
    return json.dumps(document, indent=1, sort_keys=True, allow_nan=False) + "\n"


def _operator(need: OperatorNeed) -> Json:
    return {
        "name": need.name,
        "origins": _origins(need.origins),
        "any_dtype": need.any_dtype,
        "all_overloads": need.all_overloads,
        "calls_complete": need.calls_complete,
        "keys": [{"key": str(key), "origins": _origins(origins)} for key, origins in need.keys],
        "dtypes": [{"dtype": str(each), "origins": _origins(where)} for each, where in need.dtypes],
        "calls": [
            {"arguments": _arguments(call.arguments), "origins": _origins(origins)}
            for call, origins in need.calls
        ],
    }


def _model(model: ModelInfo) -> Json:
    return {
        "name": model.name,
        "program_bytes": model.program_bytes,
        "file_bytes": model.file_bytes,
        "schema_version": model.schema_version,
        "external_data": model.external_data,
        "external_bytes": model.external_bytes,
        "methods": [_method(method) for method in model.methods],
    }


def _method(method: MethodInfo) -> Json:
    return {
        "name": method.name,
        "call_count": len(method.calls),
        "delegates": list(method.backends),
        "instruction_kinds": list(method.instruction_kinds),
        "planned_bytes": list(method.planned_bytes),
        "value_count": method.value_count,
        "instruction_count": method.instruction_count,
        "operator_count": method.operator_count,
        "inputs": _arguments(method.inputs),
        "outputs": _arguments(method.outputs),
        "features": list(method.features),
        "state": asdict(method.state),
    }


def _arguments(arguments: Iterable[Argument]) -> Json:
    return [_argument(argument) for argument in arguments]


def _argument(argument: Argument) -> Json:
    if isinstance(argument, TensorArg):
        return {
            "kind": "tensor",
            "dtype": str(argument.dtype),
            "dim_order": list(argument.dim_order),
            "sizes": list(argument.sizes),
            "dynamism": str(argument.dynamism),
            "constant": argument.constant,
        }
    if isinstance(argument, ScalarArg):
        value = _number(argument.value)
        return {"kind": argument.kind, "value": value, "computed": argument.computed}
    items = [_argument(i) if isinstance(i, TensorArg) else _number(i) for i in argument.items]
    return {"kind": argument.kind, "items": items}


def _number(value: int | bool | float | str | None) -> Json:
    return value if not isinstance(value, float) or math.isfinite(value) else str(value)


def _origins(origins: Origins) -> Json:
    return [_origin(origin) for origin in origins]


def _origin(origin: Origin) -> Json:
    return {field: value for field, value in asdict(origin).items() if value not in (None, "")}
