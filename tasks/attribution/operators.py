"""The operator that a function or file belongs to, by the plan and the call graph."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from codegen.dtype import DType
from codegen.emit.families import facts_names
from codegen.plan import Plan
from codegen.signature import KernelForm
from tasks.attribution.debug import Origin

Operators = frozenset[str]
NONE: Operators = frozenset()

_CPP = {
    "float": DType.Float,
    "double": DType.Double,
    "bool": DType.Bool,
    "signed char": DType.Char,
    "unsigned char": DType.Byte,
    "short": DType.Short,
    "unsigned short": DType.UInt16,
    "int": DType.Int,
    "long long": DType.Long,
    "kerf::Half": DType.Half,
    "kerf::BFloat16": DType.BFloat16,
    "kerf::ComplexFloat": DType.ComplexFloat,
    "kerf::ComplexDouble": DType.ComplexDouble,
}
_COMPLEX = re.compile(r"kerf::Complex<(float|double)>")
_ARGUMENTS = re.compile(r"<([^<>]*)>")


class OperatorIndex:
    """Finds operators by a plan and the calls of an image."""

    def __init__(
        self, plan: Plan, calls: Mapping[str, frozenset[str]], *, long_is_64: bool
    ) -> None:
        self._by_name: dict[str, str] = {}
        self._by_function: dict[str, set[str]] = defaultdict(set)
        self._by_source: dict[str, set[str]] = defaultdict(set)
        self._dtypes: dict[str, set[DType]] = defaultdict(set)
        for kernel, name in zip(plan.kernels, facts_names(plan), strict=True):
            self._by_name[name] = kernel.operator
            if kernel.form is not KernelForm.TEMPLATE:
                self._by_function[kernel.function].add(kernel.operator)
            for file in (kernel.header, kernel.source):
                if file is not None:
                    self._by_source[file].add(kernel.operator)
            self._dtypes[kernel.operator] |= {*kernel.inputs, *kernel.outputs}
        self._by_end: dict[str, list[str]] = defaultdict(list)
        for source in self._by_source:
            self._by_end[source.rpartition("/")[2]].append(source)
        self._foreign = {
            kernel.header.partition("/")[0]
            for kernel in plan.kernels
            if kernel.form is KernelForm.EXECUTORCH
        }
        self._folders = {source.rpartition("/")[0] for source in self._by_source}
        self._calls = calls
        self._known: dict[str, Operators] = {}
        self._named_operators: dict[str, Operators] = {}
        self._named_dtypes: dict[str, frozenset[DType]] = {}
        self._cpp = {**_CPP, "long": DType.Long if long_is_64 else DType.Int}

    def kernel_source(self, path: str) -> str | None:
        """A kernel's header or source as the plan names it, for a path as a compiler names it."""
        ends = self._by_end.get(path.rpartition("/")[2], ())
        return next((each for each in ends if _ends_with(path, each)), None)

    def library_file(self, path: str) -> str | None:
        """Any file of a library that is written for ExecuTorch, as its kernels include it."""
        parts = path.split("/")
        places = [place for place, part in enumerate(parts[:-1]) if part in self._foreign]
        return "/".join(parts[places[0] :]) if places else None

    def is_of_kernels(self, path: str) -> bool:
        """Whether a file outside the runtime is in the folder of a kernel of the plan."""
        return any(_ends_with(path.rpartition("/")[0], folder) for folder in self._folders)

    def operators(self, frames: Sequence[Origin]) -> Operators:
        """The operators of the innermost of `frames`; each was inlined into the one before.

        Those of the function itself if it is a kernel, bound to its facts, or runs one; else of
        what it was inlined into; else of its callers; else of the kernels of its file.
        """
        for frame in reversed(frames):
            if found := self._direct(frame.name):
                return found
        if not frames:
            return NONE
        return self._of_callers(frames[0].name, frozenset()) or self.of_source(frames[-1].source)

    def of_source(self, source: str | None) -> Operators:
        """The operators whose kernels are in a file."""
        known = None if source is None else self.kernel_source(source)
        return NONE if known is None else frozenset(self._by_source[known])

    def dtype(self, operators: Operators, frames: Sequence[Origin]) -> DType | None:
        """The one dtype that `frames` compute for, if it is one."""
        selected: set[DType] = set()
        for operator in operators:
            selected |= self._dtypes[operator]
        if len(selected) == 1:
            return next(iter(selected))
        for frame in reversed(frames):
            if named := self._named(frame.name) & selected:
                return next(iter(named)) if len(named) == 1 else None
        return None

    def _named(self, name: str) -> frozenset[DType]:
        """The dtypes among the template arguments of a function."""
        found = self._named_dtypes.get(name)
        if found is None:
            found = self._named_dtypes[name] = frozenset(
                self._cpp[word]
                for arguments in _ARGUMENTS.findall(_without_complex(name))
                for word in map(str.strip, arguments.split(","))
                if word in self._cpp
            )
        return found

    def _direct(self, name: str) -> Operators:
        """The operators that `name` says: a facts type in it, or a plain function."""
        found = self._named_operators.get(name)
        if found is None:
            found = self._named_operators[name] = self._read_direct(name)
        return found

    def _read_direct(self, name: str) -> Operators:
        known = {
            self._by_name[f"{library}::{operator}"]
            for library, operator in _BOUND.findall(name)
            if f"{library}::{operator}" in self._by_name
        }
        return frozenset(known) or frozenset(self._by_function[name.partition("::operator()")[0]])

    def _of_callers(self, name: str, seen: frozenset[str]) -> Operators:
        if name in self._known:
            return self._known[name]
        found: set[str] = set()
        for caller in sorted(self._calls.get(name, NONE) - seen - {name}):
            found |= self._direct(caller) or self._of_callers(caller, seen | {name})
        if not seen:
            self._known[name] = frozenset(found)
        return frozenset(found)


def bound(names: Iterable[str]) -> frozenset[str]:
    """The facts types that these names of functions have: `portable::aten_relu_out`."""
    return frozenset("::".join(match) for name in names for match in _BOUND.findall(name))


def _without_complex(name: str) -> str:
    """`name` with complex types that have no template argument."""
    return _COMPLEX.sub(lambda match: f"kerf::Complex{match[1].title()}", name)


_BOUND = re.compile(r"selected::(\w+)::(?:call_|bound_)?(\w+)")


def _ends_with(path: str, end: str) -> bool:
    return path == end or path.endswith(f"/{end}")
