"""Libraries of kernels that are written for ExecuTorch, as its own YAML files describe them.

A library is a checkout of ExecuTorch, or a folder with `functions.yaml` or `custom_ops.yaml` of
that format: entries `op: add.out`, whose schema is that of another library's operator, or
`func: ...`, with `kernels`. The files name functions and no sources: a function is in the source
that has its name. Source: codegen/ and kernels/portable/README.md of ExecuTorch. In addition, an
entry `backend: ID` names a class and its source, as in Kerf's own libraries.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from codegen.c_names import KEYWORDS
from codegen.dtype import DTYPE_SETS
from codegen.errors import SelectionError, collected
from codegen.library import BackendSpec, KernelSpec, Library
from codegen.library_file import FUNCTION, KERNEL_KEYS, backend_spec, kernel_spec, only, schema_of
from codegen.operator_schema import OperatorSchema
from codegen.scratch import Scratch
from codegen.signature import KernelForm
from codegen.sources.yaml_document import Element, parse_yaml

CHECKOUT = "executorch"
"""The folder of a checkout: its sources include each other by that name."""
IN_CHECKOUT = ("kernels/portable/functions.yaml", "kernels/portable/custom_ops.yaml")
_IN_CHECKOUT_TOO = ("kernels/quantized/quantized.yaml",)
_IN_FOLDER = ("functions.yaml", "custom_ops.yaml")
_ENTRY = "a mapping with `op: add.out` or `func: ns::name.overload(...) -> ...`"
_INSERTED = "native"
"""The namespace that ExecuTorch's generator puts between that of `kernel_name` and the function."""
LIST_ITEM_BYTES = 144
"""Scratch for an item of a list of tensors. Source: kListItemBytes in compat/bridge/bind.h."""
HANDLE_BYTES = 40
ARGUMENT_BYTES = 184
"""What a backend takes for each delegate, and for each argument of a call.

Source: compat/bridge/backend.cpp.
"""
_BRIDGE = "bridge/backend"
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def descriptions(folder: Path) -> tuple[Path, ...]:
    """The YAML files that describe the library in `folder`; none where it is no library."""
    found = [folder / name for name in (*IN_CHECKOUT, *_IN_CHECKOUT_TOO)]
    if not found[0].is_file():
        found = [folder / name for name in _IN_FOLDER]
    return tuple(path for path in found if path.is_file())


def read_executorch_libraries(
    folders: Sequence[Path],
    schemas: Mapping[str, OperatorSchema],
    *,
    provided: Path,
    scratch_bytes: int = 0,
) -> tuple[Library, ...]:
    """The libraries in `folders`, whose sources may include those of each other.

    Args:
        folders: each with a `functions.yaml`, or a checkout of ExecuTorch.
        schemas: of the operators that are named without one.
        provided: the folder with the headers that replace ExecuTorch's.
        scratch_bytes: what each call may allocate in addition to what its entry says.

    Raises:
        SelectionError: all faults of the descriptions.

    """
    sources = _Sources(folders=tuple(folders), provided=provided)
    readers = (
        _Reader(folder=folder, schemas=schemas, sources=sources, scratch_bytes=scratch_bytes)
        for folder in folders
    )
    libraries = collected(readers, _Reader.library, SelectionError)
    kernels = {kernel.header for library in libraries for kernel in library.kernels}
    companions = {kernel: sources.companions(kernel, kernels) for kernel in sorted(kernels)}
    return tuple(
        replace(
            library,
            kernels=tuple(
                replace(kernel, companions=companions[kernel.header]) for kernel in library.kernels
            ),
        )
        for library in libraries
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sources:
    """What C++ files of the libraries include."""

    folders: tuple[Path, ...]
    provided: Path
    known: dict[Path, tuple[Path, ...]] = field(default_factory=dict)

    def companions(self, kernel: str, kernels: Container[str]) -> tuple[str, ...]:
        """The sources of the headers that the source of a kernel includes, by name, sorted.

        `kernels`: the sources of all of them, which only their own kernels need.
        """
        source = self.path(kernel)
        seen = {source}
        pending = [source]
        while pending:
            path = pending.pop()
            for header in self._included(path):
                new = {header, *self._sources_of(header, kernels)} - seen
                seen |= new
                pending += new
        found = {path for path in seen - {source} if path.suffix == ".cpp"}
        return tuple(sorted(map(self.name, found)))

    def _sources_of(self, header: Path, kernels: Container[str]) -> Iterable[Path]:
        """Sources that define the functions of a header.

        This is the source of the same name in its folder, or else all sources there that include
        the header and have no kernel.
        """
        source = header.with_suffix(".cpp")
        if source.is_file():
            return [source]
        sources = sorted(header.parent.glob("*.cpp"))
        others = (each for each in sources if self.name(each) not in kernels)
        return [each for each in others if header in self._included(each)]

    def name(self, path: Path) -> str:
        """A file as it is included: `executorch/kernels/portable/cpu/op_add.cpp`."""
        folder = next(each for each in self.folders if path.is_relative_to(each))
        return path.relative_to(folder.parent).as_posix()

    def path(self, name: str) -> Path:
        """The file that is included as `name`."""
        folder = next(each for each in self.folders if name.startswith(f"{each.name}/"))
        return folder.parent / name

    def _included(self, path: Path) -> tuple[Path, ...]:
        """The headers of the libraries that a file includes."""
        if path not in self.known:
            self.known[path] = tuple(self._found_in(path))
        return self.known[path]

    def _found_in(self, path: Path) -> Iterator[Path]:
        for name in _INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace")):
            if (self.provided / name).is_file():
                continue
            near = path.parent / name
            if near.is_file():
                yield near
            for folder in self.folders:
                if name.startswith(f"{folder.name}/") and (folder.parent / name).is_file():
                    yield folder.parent / name


@dataclass(frozen=True, kw_only=True)
class _Reader:
    folder: Path
    schemas: Mapping[str, OperatorSchema]
    sources: _Sources
    scratch_bytes: int

    def library(self) -> Library:
        name = self.folder.name
        if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) or name in KEYWORDS:
            raise SelectionError(
                f"{self.folder}: the folder's name is that of its library, and {name!r} is not "
                "valid in C++. Use letters, digits and underscores."
            )
        paths = descriptions(self.folder)
        if not paths:
            raise SelectionError(
                f"{self.folder}: no {' or '.join(_IN_FOLDER)} describes its kernels, and it is no "
                f"checkout of ExecuTorch, which has {IN_CHECKOUT[0]}."
            )
        if paths[0].parent != self.folder and name != CHECKOUT:
            raise SelectionError(
                f"{self.folder}: the sources of a checkout include each other as {CHECKOUT}/... "
                f"Rename the folder to {CHECKOUT}."
            )
        specs = [spec for each in collected(paths, self._specs, SelectionError) for spec in each]
        return Library(
            name=name,
            kernels=tuple(each for each in specs if isinstance(each, KernelSpec)),
            backends=tuple(each for each in specs if isinstance(each, BackendSpec)),
        )

    def _specs(self, path: Path) -> list[KernelSpec | BackendSpec]:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SelectionError(f"{path}: cannot be read ({error}).") from None
        words = self._words(path.parent)
        entries = parse_yaml(text, str(path)).items("a list of operators")
        found = collected(entries, lambda entry: self._entry(entry, words), SelectionError)
        return [spec for each in found for spec in each]

    def _entry(
        self, entry: Element, words: Mapping[Path, frozenset[str]]
    ) -> Iterator[KernelSpec | BackendSpec]:
        keys = entry.entries(_ENTRY)
        if "backend" in keys:
            yield self._backend(keys, words)
            return
        schema = self._schema(entry, keys)
        if schema is None or not any(parameter.output for parameter in schema.parameters):
            return  # an operator that no program here can call
        for kernel in keys["kernels"].items("a list of kernels") if "kernels" in keys else ():
            yield self._kernel(kernel, schema, words)

    def _schema(self, entry: Element, keys: Mapping[str, Element]) -> OperatorSchema | None:
        if ("op" in keys) == ("func" in keys):
            which = "both" if "op" in keys else "neither"
            raise entry.fault(f"expected {_ENTRY}; it has {which} of op and func.")
        if "func" in keys:
            return schema_of(entry, keys)
        return self.schemas.get(keys["op"].operator(keys["op"].text("an operator name")))

    def _kernel(
        self, element: Element, schema: OperatorSchema, words: Mapping[Path, frozenset[str]]
    ) -> KernelSpec:
        keys = element.entries("a mapping with `kernel_name`")
        only(keys, KERNEL_KEYS)
        if "kernel_name" not in keys:
            raise element.fault(f"the kernel of {schema.name} has no `kernel_name`.")
        named = keys["kernel_name"].text("a C++ function with its namespace")
        if not FUNCTION.fullmatch(named):
            raise keys["kernel_name"].fault(f"{named!r} is not a C++ function (like ns::mul3_out).")
        space, _, name = named.rpartition("::")
        function = f"{space or 'at'}::{_INSERTED}::{name}"
        source = self._source(keys, name, words)
        spec = kernel_spec(
            keys,
            schema,
            function,
            self.folder.name,
            self.sources.name(source),
            dtypes=DTYPE_SETS["any"],
        )
        return replace(
            spec,
            form=KernelForm.EXECUTORCH,
            scratch=_with_lists(spec.scratch, schema, self.scratch_bytes),
        )

    def _backend(
        self, keys: Mapping[str, Element], words: Mapping[Path, frozenset[str]]
    ) -> BackendSpec:
        """A backend whose class is in `source`, and is called by the bridge."""
        spec = backend_spec(keys, self.folder.name)
        source = self.sources.name(self._source(keys, "", words))
        return replace(
            spec,
            header=f"{_BRIDGE}.h",
            source=f"{_BRIDGE}.cpp",
            handle_bytes=HANDLE_BYTES + spec.handle_bytes,
            argument_bytes=ARGUMENT_BYTES,
            implementations=(source, *self.sources.companions(source, ())),
        )

    def _source(
        self, keys: Mapping[str, Element], name: str, words: Mapping[Path, frozenset[str]]
    ) -> Path:
        """The source that an entry names, else the one that has the function's name."""
        if "source" in keys:
            source = self.folder / keys["source"].text("the name of a C++ file")
            if source not in words:
                raise keys["source"].fault(f"{source} is no source of this library.")
            return source
        having = [path for path, found in words.items() if name in found]
        named = [path for path in having if path.stem in _likely(name)]
        chosen = having if len(having) == 1 else named
        if len(chosen) != 1:
            what = (
                f"{' and '.join(map(str, having))} have"
                if having
                else f"no source in {self.folder} has"
            )
            raise keys["kernel_name"].fault(
                f"{what} the name {name}. Name its file: `source: FILE.cpp`."
            )
        return chosen[0]

    def _words(self, folder: Path) -> Mapping[Path, frozenset[str]]:
        """The words of each source in `folder`, without those of comments and of tests."""
        return {
            path: frozenset(
                re.findall(
                    r"\w+", _COMMENT.sub("", path.read_text(encoding="utf-8", errors="replace"))
                )
            )
            for path in sorted(folder.rglob("*.cpp"))
            if not {"test", "tests"} & {*path.relative_to(folder).parts}
        }


def _likely(function: str) -> Iterable[str]:
    """What a source with that function would be called: op_add for add_scalar_out."""
    parts = function.strip("_").split("_")
    return [f"op_{'_'.join(parts[:count])}" for count in range(len(parts), 0, -1)]


def _with_lists(own: Scratch | None, schema: OperatorSchema, more: int) -> Scratch | None:
    """The scratch of a kernel, of the lists of tensors that it gets, and `more` bytes."""
    lists = [p.name for p in schema.parameters if p.type in ("Tensor[]", "Tensor?[]")]
    terms = [f"{LIST_ITEM_BYTES} * length({name})" for name in lists]
    terms += [str(more)] if more else []
    if not terms:
        return own
    added = Scratch.parse(" + ".join(terms), frozenset(schema.names))
    return added if own is None else own.plus(added)
