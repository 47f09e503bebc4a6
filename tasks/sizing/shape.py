"""Whether a document has the shape of a size.json, so that those who read one need not look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import NoneType
from typing import Any

_TEXT_OR_NONE = (str, NoneType)
_BYTES = {"flash_bytes": int, "ram_bytes": int}

SHAPE: Mapping[str, Any] = {
    "target": str,
    "toolchain": {"name": str, "version": str},
    "program": {"name": str, "sha256": str},
    **_BYTES,
    "regions": [{"name": str, "capacity_bytes": int, "used_bytes": int, "free_bytes": int}],
    "registry": _BYTES,
    "memory": {"method_bytes": int, "planned_bytes": int, "temp_bytes": int},
    "models": [{"name": str, "program_bytes": int, "weight_bytes": int}],
    "kernels": {"linked": int, "needed": int},
    "parts": {},
    "entries": [
        {
            "section": str,
            "source": _TEXT_OR_NONE,
            "object": _TEXT_OR_NONE,
            "symbol": _TEXT_OR_NONE,
            "purpose": str,
            "part": str,
            "operator": _TEXT_OR_NONE,
            **_BYTES,
        }
    ],
}
"""What is read of a size.json: types, or several, of a value; a list has one shape for all."""

_COUNT = (int, NoneType)
_OPTIONAL: Mapping[str, Any] = {
    "image": {"loaded_bytes": int},
    "instructions": [
        {"model": str, "method": str, "program_load": _COUNT, "method_load": _COUNT}
        | {"execute": _COUNT}
    ],
}


def misshapen(document: Mapping[str, Any]) -> str | None:
    """What is wrong first, as `entries[3].symbol is missing`; None where it is a size.json."""
    optional = {key: shape for key, shape in _OPTIONAL.items() if key in document}
    faults = _faults(document, {**SHAPE, **optional}, "")
    fault = next(faults, None)
    if fault is None:
        parts = ((f"parts.{name}", part) for name, part in document["parts"].items())
        fault = next((each for at, part in parts for each in _faults(part, _BYTES, at)), None)
    return fault


def _faults(value: Any, shape: Any, at: str) -> Iterator[str]:
    if isinstance(shape, Mapping):
        if not isinstance(value, Mapping):
            yield f"{at} is no object"
            return
        for key, inner in shape.items():
            name = f"{at}.{key}" if at else key
            if key not in value:
                yield f"{name} is missing"
            else:
                yield from _faults(value[key], inner, name)
    elif isinstance(shape, Sequence) and not isinstance(shape, tuple):
        if not isinstance(value, list):
            yield f"{at} is no list"
            return
        for index, each in enumerate(value):
            yield from _faults(each, shape[0], f"{at}[{index}]")
    elif not isinstance(value, shape) or isinstance(value, bool):
        yield f"{at} is {value!r}"
