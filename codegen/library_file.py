"""Reads a library: a folder with a `functions.yaml` that describes its kernels and backends.

An entry is an operator's schema (`func`) and the family that its kernel is in (`family: clamp`: a
template over facts in clamp.h), or, in ExecuTorch's format, a list `kernels` of plain functions,
each with `kernel_name` and `source`; or a backend of delegates (`backend: ID`).
docs/reference/functions-yaml.md describes every key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TypeVar

from codegen.c_names import KEYWORDS
from codegen.clearance import Clearance
from codegen.closeness import EXACT, RULES
from codegen.dtype import DTYPE_SETS, REAL_DTYPES, SUPPORTED_DTYPES, DType, in_order
from codegen.errors import SelectionError
from codegen.expression import ExpressionError
from codegen.library import BackendSpec, KernelSpec, Library, Move
from codegen.lipschitz import Lipschitz
from codegen.operator_schema import OperatorSchema, Parameter, parse_schema
from codegen.requires import Requires
from codegen.scratch import Scratch
from codegen.signature import KernelForm, cpp_signature, kernel_name
from codegen.sources.yaml_document import Element, parse_yaml
from codegen.takes import Takes

Parsed = TypeVar("Parsed")

FUNCTIONS_FILE = "functions.yaml"
_ENTRY = "a mapping with `func: ns::name.overload(...) -> ...`"
_TAKES_KEYS = (
    "dtypes",
    "inputs",
    "outputs",
    "arguments",
    "scratch",
    "requires",
    "converts",
    "compute",
    "unrounded",
    "random",
    "narrow",
    "in_place",
    "moves",
    "lipschitz",
    "close",
    "overlap",
    "macs",
    "walks",
)
ENTRY_KEYS = (
    *("func", "family", "kernels", "executor", "packed", "scaled", "variants"),
    *_TAKES_KEYS,
)
KERNEL_KEYS = ("arg_meta", "kernel_name", "source", "header", *_TAKES_KEYS)
_BACKEND_KEYS = ("backend", "class", "source", "header", "handle_bytes", "temp_bytes")
_BACKEND = re.compile(r"[A-Za-z0-9_.:-]+")
_COMPUTE = ("output", "promoted")
_ARGUMENT_KEYS = ("dtypes", "ranks", "dim_order", "values", "used")
MOST_IN_PLACE = 8
MOST_OUTPUTS = 31
"""Arguments, from the first on, that the first output may be; arguments from the first output to
the last tensor. Source: kInPlace and kMostOutputs in runtime/executor/kernel.h."""
FUNCTION = re.compile(r"(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*", re.ASCII)
_NAMESPACE = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PART = r"[A-Za-z0-9_][A-Za-z0-9_.+-]*"
_FILE = re.compile(rf"{_PART}(?:/{_PART})*")
"""What a file of a library may be called: its name is in `#include`, and in generated names."""


def read_library(folder: Path, *, prefix: str) -> Library:
    """The library in `folder`; its files are named `prefix` + file, as they are included.

    Templates are in the namespace of the folder's name, those of Kerf's own in `kerf::` as well.

    Raises:
        SelectionError: all faults of its functions.yaml, or a file that does not exist.

    """
    path = folder / FUNCTIONS_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SelectionError(
            f"{path}: cannot be read ({error}). A kernel library is a folder with a "
            f"{FUNCTIONS_FILE}."
        ) from None
    if not _NAMESPACE.fullmatch(folder.name) or folder.name in KEYWORDS:
        raise SelectionError(
            f"{folder}: the folder's name is the namespace of its kernels, and {folder.name!r} is "
            "not valid in C++. Use letters, digits and underscores."
        )
    entries = parse_yaml(text, str(path)).items("a list of operators")
    ours = prefix == f"kernels/{folder.name}/"
    namespace = f"kerf::{folder.name}" if ours else folder.name
    reader = _Reader(folder=folder, prefix=prefix, name=folder.name, namespace=namespace)
    kernels: list[KernelSpec] = []
    backends: list[BackendSpec] = []
    faults: list[str] = []
    operator_of: dict[str, str] = {}
    for entry in entries:
        try:
            if "backend" in entry.entries(_ENTRY):
                backends.append(reader.backend(entry.entries(_ENTRY)))
                continue
            for kernel in reader.entry(entry):
                kernels.append(kernel)
                _check_name(entry, kernel, operator_of)
        except SelectionError as error:
            faults += error.faults
    if faults:
        raise SelectionError(faults)
    return Library(name=folder.name, kernels=tuple(kernels), backends=tuple(backends))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    folder: Path
    prefix: str
    name: str
    namespace: str

    def entry(self, entry: Element) -> list[KernelSpec]:
        keys = entry.entries(_ENTRY)
        only(keys, ENTRY_KEYS)
        schema = schema_of(entry, keys)
        if sum(key in keys for key in ("family", "kernels", "executor")) != 1:
            raise entry.fault(
                f"{schema.name} needs `family` (a template over facts) or `kernels` (a list of "
                "plain functions), and not both."
            )
        if "family" in keys:
            family = keys["family"].text("the name of a header without its ending")
            function = f"{self.namespace}::{kernel_name(schema.name)}"
            header = self._file(keys["family"], f"{family}.h")
            return [kernel_spec(keys, schema, function, self.name, header)]
        if "executor" in keys:
            name = keys["executor"].text("the name of a header of the executor")
            header = f"executor/{_checked(keys['executor'], name)}.h"
            function = f"kerf::{kernel_name(schema.name)}"
            spec = kernel_spec(keys, schema, function, self.name, header)
            return [replace(spec, form=KernelForm.CALL)]
        kernels = keys["kernels"].items("a list of kernels")
        return [self._plain(kernel, schema) for kernel in kernels]

    def backend(self, keys: Mapping[str, Element]) -> BackendSpec:
        spec = backend_spec(keys, self.name)
        source, header = self._source_and_header(keys)
        return replace(spec, source=source, header=header)

    def _source_and_header(self, keys: Mapping[str, Element]) -> tuple[str, str]:
        source = keys["source"].text("the name of a C++ file")
        source_file = self._file(keys["source"], source)
        if "header" in keys:
            header = keys["header"].text("the name of a C++ header")
            return source_file, self._file(keys["header"], header)
        header = Path(source).with_suffix(".h").as_posix()
        if not (self.folder / header).is_file():
            raise keys["source"].fault(
                f"{self.folder / header} does not exist. It declares what is in {source}; "
                "`header` names another file."
            )
        return source_file, self.prefix + header

    def _plain(self, element: Element, schema: OperatorSchema) -> KernelSpec:
        keys = element.entries("a mapping with `kernel_name` and `source`")
        only(keys, KERNEL_KEYS)
        for needed in ("kernel_name", "source"):
            if needed not in keys:
                raise element.fault(f"the kernel of {schema.name} has no `{needed}`.")
        function = keys["kernel_name"].text("a C++ function with its namespace")
        if not FUNCTION.fullmatch(function):
            raise keys["kernel_name"].fault(
                f"{function!r} is not a C++ function (like my_ops::mul3_out)."
            )
        source, header = self._source_and_header(keys)
        return replace(
            kernel_spec(keys, schema, function, self.name, header),
            form=KernelForm.FUNCTION,
            source=source,
        )

    def _file(self, element: Element, name: str) -> str:
        if not (self.folder / _checked(element, name)).is_file():
            raise element.fault(f"{self.folder / name} does not exist.")
        return self.prefix + name


def kernel_spec(
    keys: Mapping[str, Element],
    schema: OperatorSchema,
    function: str,
    library: str,
    header: str,
    *,
    dtypes: tuple[DType, ...] = REAL_DTYPES,
) -> KernelSpec:
    """A template that `keys` of its entry describe; without a key for them it takes `dtypes`."""

    def given(key: str, read: Callable[[Element, OperatorSchema], Parsed]) -> Parsed | None:
        return read(keys[key], schema) if key in keys else None

    return KernelSpec(
        operator=schema.name,
        schema=schema,
        function=function,
        library=library,
        header=header,
        form=KernelForm.TEMPLATE,
        source=None,
        takes=_takes(keys, schema, dtypes),
        scratch=given("scratch", _scratch),
        ahead=given("scratch", partial(_scratch, result="ahead")),
        requires=given("requires", _requires),
        scaled=given("scaled", _requires),
        converts=given("converts", _tensors) or (),
        promotes="compute" in keys and _promotes(keys["compute"]),
        unrounded=given("unrounded", _tensors) or (),
        random="random" in keys and keys["random"].boolean(),
        narrow="narrow" in keys and keys["narrow"].boolean(),
        in_place=given("in_place", _in_place) or (),
        moves=given("moves", _moves),
        lipschitz=given("lipschitz", _lipschitz),
        macs=given("macs", _scratch),
        walks=given("walks", _scratch),
        close=RULES[_known(keys["close"], "rule", tuple(RULES))] if "close" in keys else EXACT,
        overlap=given("overlap", _overlap),
        packed=given("packed", _packed),
    )


def _checked(element: Element, name: str) -> str:
    """`name`, where it is one of a file in the library."""
    if not _FILE.fullmatch(name):
        raise element.fault(
            f"{name!r} cannot be the name of a kernel's file. Use letters, digits, `_`, `-`, `+` "
            "and `.`, with `/` between folders of the library."
        )
    return name


def _check_name(entry: Element, kernel: KernelSpec, operator_of: dict[str, str]) -> None:
    """Refuses a template with the name of another operator's: their facts would be confused."""
    other = operator_of.setdefault(kernel.function, kernel.operator)
    if kernel.form is not KernelForm.FUNCTION and other != kernel.operator:
        raise entry.fault(
            f"the kernels of {other} and {kernel.operator} would both be {kernel.function}. Put "
            "one of them into its own library."
        )


def backend_spec(keys: Mapping[str, Element], library: str) -> BackendSpec:
    """The backend that an entry of `library` describes, without its files.

    Raises:
        SelectionError: a key is unknown, missing or wrong.

    """
    only(keys, _BACKEND_KEYS)
    name = keys["backend"].text("the id of a backend, as it is in programs")
    if not _BACKEND.fullmatch(name):
        raise keys["backend"].fault(f"{name!r} is not the id of a backend.")
    for needed in ("class", "source"):
        if needed not in keys:
            raise keys["backend"].fault(f"the backend {name} has no `{needed}`.")
    class_name = keys["class"].text("a C++ class with its namespace")
    if not FUNCTION.fullmatch(class_name):
        raise keys["class"].fault(f"{class_name!r} is not a C++ class (like my_npu::Backend).")
    needs = (keys.get(key) for key in ("handle_bytes", "temp_bytes"))
    handle_bytes, temp_bytes = (0 if each is None else _bytes(each) for each in needs)
    return BackendSpec(
        id=name,
        class_name=class_name,
        library=library,
        header="",
        source="",
        handle_bytes=handle_bytes,
        temp_bytes=temp_bytes,
    )


def schema_of(entry: Element, keys: Mapping[str, Element]) -> OperatorSchema:
    """The schema that `func` of an entry has, one that a kernel can have."""
    if "func" not in keys:
        raise entry.fault(f"expected {_ENTRY}: the kernel's signature follows from it.")
    try:
        schema = parse_schema(keys["func"].text("a function schema"))
        cpp_signature(schema)
        _check_outputs(schema)
    except ValueError as error:
        raise keys["func"].fault(f"{error}.") from None
    return schema


def _check_outputs(schema: OperatorSchema) -> None:
    tensors = [index for index, each in enumerate(schema.parameters) if each.tensor]
    outputs = [index for index, each in enumerate(schema.parameters) if each.output]
    if outputs and tensors[-1] - outputs[0] >= MOST_OUTPUTS:
        raise ValueError(f"{schema.name} has more than {MOST_OUTPUTS} arguments from an output on")


def _takes(
    keys: Mapping[str, Element], schema: OperatorSchema, dtypes: tuple[DType, ...]
) -> tuple[Takes, ...]:
    """What each parameter takes: its own line under `arguments`, else the kernel's `dtypes`."""
    general = _dtypes(keys["dtypes"]) if "dtypes" in keys else dtypes
    inputs = _dtypes(keys["inputs"]) if "inputs" in keys else general
    outputs = _dtypes(keys["outputs"]) if "outputs" in keys else general
    special = keys["arguments"].entries("a mapping by argument") if "arguments" in keys else {}
    only(special, schema.names, "argument")
    return tuple(
        _takes_of(special.get(parameter.name), parameter, inputs if parameter.read else outputs)
        for parameter in schema.parameters
    )


def _takes_of(element: Element | None, parameter: Parameter, dtypes: tuple[DType, ...]) -> Takes:
    if not parameter.tensor:
        dtypes = ()
    if element is None:
        return Takes(name=parameter.name, dtypes=dtypes)
    keys = element.entries("a mapping of what the argument may be")
    only(keys, _ARGUMENT_KEYS)
    ranks = values = None
    if "ranks" in keys:
        items = keys["ranks"].items("a list of numbers of dimensions")
        ranks = tuple(sorted(_number(item) for item in items))
    if "values" in keys:
        values = tuple(map(_number, keys["values"].items("a list of numbers")))
    order = keys["dim_order"].text("a dim order") if "dim_order" in keys else None
    if order not in (None, "row_major"):
        raise keys["dim_order"].fault("the only dim order that can be required is row_major.")
    if "used" in keys and (parameter.output or not parameter.tensor):
        raise keys["used"].fault(f"{parameter.name} is not a tensor that is read.")
    return Takes(
        name=parameter.name,
        dtypes=_dtypes(keys["dtypes"]) if "dtypes" in keys else dtypes,
        ranks=ranks,
        row_major=order is not None,
        values=values,
        used="used" not in keys or keys["used"].boolean(),
    )


def _number(element: Element) -> int:
    text = element.scalar("a whole number")
    try:
        return int(text)
    except ValueError:
        raise element.fault(f"{text} is not a whole number.") from None


def _bytes(element: Element) -> int:
    number = _number(element)
    if not 0 <= number < 1 << 31:
        raise element.fault(f"{number} is not a number of bytes.")
    return number


def _scratch(element: Element, schema: OperatorSchema, result: str = "bytes") -> Scratch | None:
    """The expression `result` of a scratch; a scratch that is no mapping is `bytes` alone."""
    like = "4 * size(input, 1)"
    if element.kind != "a mapping":
        alone = element.scalar("a number of bytes")
        parsed = _parsed(element, schema, lambda names: Scratch.parse(alone, names), like)
        return parsed if result == "bytes" else None
    texts = _texts(element)
    if "bytes" not in texts:
        raise element.fault(
            f"a mapping of expressions has one that is called `bytes`. Like: {like}."
        )
    results = {each: texts.pop(each) for each in ("bytes", "ahead") if each in texts}
    if result not in results:
        return None
    return _parsed(
        element, schema, lambda names: Scratch.parse(results[result], names, texts), like
    )


def _texts(element: Element) -> dict[str, str]:
    entries = element.entries("a mapping of expressions")
    return {name: part.scalar("an expression") for name, part in entries.items()}


def _parsed(
    element: Element,
    schema: OperatorSchema,
    parse: Callable[[frozenset[str]], Parsed],
    like: str,
) -> Parsed:
    """What `parse` makes of the arguments' names; a fault of `element` shows an example, `like`."""
    try:
        return parse(frozenset(schema.names))
    except ExpressionError as error:
        raise element.fault(f"{error}. Like: {like}.") from None


def _requires(element: Element, schema: OperatorSchema) -> Requires:
    conditions, definitions = [], []
    several = element.kind == "a list"
    for item in element.items("a list of conditions") if several else (element,):
        if item.kind == "a mapping":
            named = item.entries("a name and its expression").items()
            definitions += [(name, part.scalar("an expression")) for name, part in named]
        else:
            conditions.append(item.scalar("a condition"))
    like = "value(dim) < rank(input)"
    return _parsed(
        element, schema, lambda names: Requires.parse(conditions, definitions, names), like
    )


def _tensors(element: Element, schema: OperatorSchema) -> tuple[str, ...]:
    tensors = tuple(p.name for p in schema.parameters if p.tensor and p.read)
    return tuple(
        _known(item, "tensor argument", tensors) for item in element.items("a list of arguments")
    )


def _in_place(element: Element, schema: OperatorSchema) -> tuple[str, ...]:
    """The arguments that the first output may be."""
    if not any(parameter.output for parameter in schema.parameters):
        raise element.fault(f"{schema.name} has no output that could be one of its arguments.")
    known = [
        p.name
        for p in schema.parameters[:MOST_IN_PLACE]
        if p.read and not p.output and p.type in ("Tensor", "Tensor?")
    ]
    items = element.items("a list of arguments")
    what = f"tensor among the first {MOST_IN_PLACE} arguments"
    return tuple(_known(item, what, known) for item in items)


def _moves(element: Element, schema: OperatorSchema) -> Move:
    tensors = [index for index, each in enumerate(schema.parameters) if each.tensor]
    if tensors != [0, len(schema.parameters) - 1] or not schema.parameters[-1].output:
        raise element.fault(f"{schema.name} does not move its first argument to its last.")
    return Move(_known(element, "kind of move", tuple(Move)))


def _lipschitz(element: Element, schema: OperatorSchema) -> Lipschitz:
    text = element.scalar("a number or an expression")
    return _parsed(element, schema, lambda names: Lipschitz.parse(text, names), "0.25")


def _overlap(element: Element, schema: OperatorSchema) -> Clearance:
    has_output = any(parameter.output for parameter in schema.parameters)
    first = schema.parameters[0]
    if not has_output or first.type != "Tensor" or first.output:
        raise element.fault(f"{schema.name} has no first argument that an output could overlap.")
    texts, like = _texts(element), "ahead: size(out, -1)"
    return _parsed(element, schema, lambda names: Clearance.parse(texts, names), like)


def _packed(element: Element, schema: OperatorSchema) -> tuple[str, Scratch]:
    entries = element.entries("a mapping from an argument to an expression")
    read = [p.name for p in schema.parameters if p.type == "Tensor" and not p.output]
    if len(entries) != 1 or not entries.keys() <= set(read):
        raise element.fault(f"{schema.name} has one tensor of weights, of {', '.join(read)}.")
    ((name, condition),) = entries.items()
    text, like = condition.scalar("an expression"), "loops(int8_packed, 0)"
    return name, _parsed(condition, schema, lambda names: Scratch.parse(text, names), like)


def _promotes(element: Element) -> bool:
    return _known(element, "dtype of computation", _COMPUTE) == "promoted"


def only(keys: Mapping[str, Element], known: Sequence[str], what: str = "key") -> None:
    """Refuses the first of `keys` that is not `known`."""
    for key, element in keys.items():
        if key not in known:
            raise element.fault(f"unknown {what}.{_hint(key, known)}")


def _dtypes(element: Element) -> tuple[DType, ...]:
    """The named set of dtypes, or those of the list `element`, in order of their numbers."""
    if element.kind != "a list":
        return DTYPE_SETS[_known(element, "set of dtypes", tuple(DTYPE_SETS))]
    names = tuple(dtype.value for dtype in SUPPORTED_DTYPES)
    return in_order(DType(_known(item, "dtype", names)) for item in element.items("dtypes"))


def _known(element: Element, what: str, known: Sequence[str]) -> str:
    name = element.text(f"a {what}")
    if name not in known:
        raise element.fault(f"unknown {what} {name}.{_hint(name, known)}")
    return name


def _hint(name: str, known: Sequence[str]) -> str:
    nearest = get_close_matches(name, known, n=1)
    return f" Did you mean {nearest[0]}?" if nearest else f" Known: {', '.join(known)}."
