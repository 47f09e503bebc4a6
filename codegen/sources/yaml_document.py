"""YAML whose every element knows its line and key path; no object is ever constructed from it.

JSON is read as the YAML that it is. Duplicate keys are faults.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

import yaml

from codegen.errors import SelectionError
from codegen.operator_name import full_name

_KINDS = {
    "tag:yaml.org,2002:str": "a string",
    "tag:yaml.org,2002:int": "a number",
    "tag:yaml.org,2002:float": "a number",
    "tag:yaml.org,2002:bool": "true or false",
    "tag:yaml.org,2002:null": "nothing",
    "tag:yaml.org,2002:map": "a mapping",
    "tag:yaml.org,2002:seq": "a list",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One element of the file `name`, reached by the keys in `path`."""

    name: str
    path: str
    node: yaml.Node

    @property
    def kind(self) -> str:
        """What it is, as named in faults: "a list", "a string", ..."""
        return _KINDS.get(self.node.tag, f"something tagged {self.node.tag}")

    def fault(self, what: str) -> SelectionError:
        """The error that `what` is wrong here."""
        path = f"{self.path}: " if self.path else ""
        return SelectionError(f"{self.name}:{self.node.start_mark.line + 1}: {path}{what}")

    def items(self, what: str) -> tuple[Element, ...]:
        """The elements of a list; `what` describes the expected list."""
        if not isinstance(self.node, yaml.SequenceNode) or self.kind != "a list":
            raise self.fault(f"expected {what}, not {self.kind}.")
        return tuple(
            Element(name=self.name, path=f"{self.path}[{index}]", node=node)
            for index, node in enumerate(self.node.value)
        )

    def entries(self, what: str) -> dict[str, Element]:
        """Key and element of a mapping in their order; `what` describes the expected mapping."""
        if not isinstance(self.node, yaml.MappingNode) or self.kind != "a mapping":
            raise self.fault(f"expected {what}, not {self.kind}.")
        found: dict[str, Element] = {}
        faults = []
        for key, value in self.node.value:
            here = Element(name=self.name, path=self.path, node=key)
            if not isinstance(key, yaml.ScalarNode):
                faults.append(here.fault(f"expected {what}, but a key is {here.kind}.").faults[0])
                continue
            path = f"{self.path}.{key.value}" if self.path else key.value
            if key.value in found:
                first = found[key.value].node.start_mark.line + 1
                faults.append(
                    here.fault(f"{key.value} is listed twice (first in line {first}).").faults[0]
                )
            found[key.value] = Element(name=self.name, path=path, node=value)
        if faults:
            raise SelectionError(faults)
        return found

    def text(self, what: str) -> str:
        """A string; `what` describes the expected one."""
        if not isinstance(self.node, yaml.ScalarNode) or self.kind != "a string":
            raise self.fault(f"expected {what}, not {self.kind}.")
        return str(self.node.value)

    def scalar(self, what: str) -> str:
        """A string, or a number as written in the file; `what` describes the expected one."""
        if not isinstance(self.node, yaml.ScalarNode) or self.kind not in ("a string", "a number"):
            raise self.fault(f"expected {what}, not {self.kind}.")
        return str(self.node.value)

    def operator(self, name: str) -> str:
        """The full name of the operator that is called `name` here."""
        try:
            return full_name(name.strip())
        except ValueError as error:
            raise self.fault(f"{error}.") from None

    def boolean(self) -> bool:
        """True or false."""
        if not isinstance(self.node, yaml.ScalarNode) or self.kind != "true or false":
            raise self.fault(f"expected true or false, not {self.kind}.")
        return str(self.node.value).lower() in ("true", "yes", "on")


def _compose(text: str) -> yaml.Node | None:
    """The document, by the parser in C where there is one; the other explains what is wrong."""
    with suppress(yaml.YAMLError, ValueError, OverflowError):
        return yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return yaml.compose(text, Loader=yaml.SafeLoader)


@lru_cache(maxsize=8)  # a library is read for each target and is the same for all
def parse_yaml(text: str, name: str) -> Element:
    """The root element of the one document in `text`; `name` is the file's, for faults.

    Raises:
        SelectionError: `text` is not YAML, or not exactly one document.

    """
    try:
        node = _compose(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
        raise SelectionError(
            f"{name}:{line}: not YAML: {error.problem or error.context}."
        ) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise SelectionError(
            f"{name}:{line}: not YAML: the character #x{error.character:04x} is not allowed there."
        ) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise SelectionError(f"{name}:1: not YAML: {error}.") from None
    except RecursionError:
        raise SelectionError(f"{name}:1: nested too deeply for a list of operators.") from None
    if node is None:
        raise SelectionError(f"{name}:1: the file is empty. Name operators, or leave it out.")
    return Element(name=name, path="", node=node)
