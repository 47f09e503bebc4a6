"""The JSON Schema of a target's file, from the model and the defaults, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from tasks.config.model import ALL, TargetFile

Schema = Mapping[str, Any]
FEW = 8  # choices that a message or a table lists


def target_schema(defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema (draft 7) of what a person writes; `defaults` are those of defaults.toml.

    It has no references, so that every editor can complete from it. A key with a default, or
    one that may be absent, is optional.
    """
    generated = _of_the_model()
    root = _plain(generated, generated.get("$defs", {}))
    for name, node in root["properties"].items():
        _add_default(node, defaults.get(name))
    root["required"] = _required(root, defaults)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A target of Kerf (configs/<target>.toml)",
        **root,
    }


@cache
def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of another of our TOML files, without references."""
    generated = model.model_json_schema()
    plain: dict[str, Any] = _plain(generated, generated.get("$defs", {}))
    return plain


@cache
def _of_the_model() -> dict[str, Any]:
    return TargetFile.model_json_schema()


def _plain(node: Any, definitions: Mapping[str, Any]) -> Any:
    """The node without references, titles, and the null that TOML does not have."""
    if isinstance(node, list):
        return [_plain(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "anyOf" in node:
        [only] = [choice for choice in node["anyOf"] if choice != {"type": "null"}]
        node = {**only, **node}
    if "$ref" in node:
        node = {**definitions[node["$ref"].rpartition("/")[2]], **node}
    plain = {
        key: (
            {name: _plain(inner, definitions) for name, inner in value.items()}
            if key in ("properties", "patternProperties")
            else _plain(value, definitions)
        )
        for key, value in node.items()
        if key not in ("$ref", "$defs", "anyOf", "title", "default")
    }
    if isinstance(description := plain.get("description"), str):
        plain["description"] = " ".join(description.split())
    if "patternProperties" in plain:  # editors know the plain form better
        [(pattern, item)] = plain.pop("patternProperties").items()
        plain |= {"propertyNames": {"pattern": pattern}, "additionalProperties": item}
    return dict(sorted(plain.items()))  # pydantic's order of keywords differs between versions


def _add_default(node: dict[str, Any], default: Any) -> None:
    if not isinstance(default, dict) or "properties" not in node:
        return
    for name, inner in node["properties"].items():
        if name in default:
            inner["default"] = default[name]
    node["required"] = _required(node, default)
    if not node["required"]:
        del node["required"]


def _required(node: Schema, defaults: Mapping[str, Any]) -> list[str]:
    """What must be written: keys without default, tables that must not be empty."""
    return [
        name
        for name in node.get("required", [])
        if name not in defaults or {"required", "minProperties"} & node["properties"][name].keys()
    ]


def node_at(schema: Schema, path: tuple[str | int, ...]) -> Schema:
    """The schema of the value at `path`, or an empty one where the model knows none."""
    node = schema
    for part in path:
        if isinstance(part, int):
            node = node.get("items", {})
        elif "properties" in node:
            node = node["properties"].get(part, {})
        else:
            node = node.get("additionalProperties", {})
    return node


def type_words(node: Schema, *, many: bool = False) -> str:
    """What a value must be, for a person: "a list of strings", "true or false"."""
    match node.get("type"):
        case [other, "string"]:
            string = '"all"' if node["pattern"] == f"^{ALL}$" else "a string"
            return f"{type_words({**node, 'type': other}, many=many)}, or {string}"
        case "array":
            items = type_words(node["items"], many=True)
            return f"lists of {items}" if many else f"a list of {items}"
        case "object" if "properties" not in node:
            return f"a table of {type_words(node['additionalProperties'], many=True)}"
        case "object":
            return "tables" if many else "a table"
        case "boolean":
            return "true or false"
        case "integer":
            return "a whole number"
        case "number":
            return "a number"
        case _ if len(node.get("enum", ())) in range(1, FEW + 1) and not many:
            return "one of " + ", ".join(f'"{choice}"' for choice in node["enum"])
        case _:
            return "strings" if many else "a string"
