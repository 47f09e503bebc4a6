"""The C interface of the shared library, as ctypes sees it.

Source: runtime/c_api/kerf_c.h and runtime/apps/shared/shared.cpp.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, Structure, Union, c_size_t, c_uint32, c_uint64, c_void_p
from functools import cache
from itertools import chain, count, takewhile
from pathlib import Path
from typing import Any

from kerf.errors import BY_CODE, Error, Internal, LibraryMissing

INTERFACE = 1
"""KERF_C_INTERFACE: a part of each symbol, so that another version has none of them."""

INSTRUCTION_SETS = (("x86-64-v3", "x86-64-v4"), ("aarch64-neon", "aarch64-dotprod"))
"""What there may be libraries for besides "base", of each family of processors.

Each set has all of the one before it. Source: kerf_host_instruction_set().
"""

NO_JUMP_LIMIT = 0xFFFFFFFF


class Tensor(Structure):
    """A kerf_tensor: a view that owns nothing."""

    _fields_ = (
        ("data", c_void_p),
        ("sizes", POINTER(ctypes.c_int32)),
        ("bound", POINTER(ctypes.c_int32)),
        ("dim_order", POINTER(ctypes.c_uint8)),
        ("dtype", ctypes.c_int8),
        ("rank", ctypes.c_uint8),
    )


class Member(Union):
    """What a kerf_value holds, by its kind."""

    _fields_ = (
        ("integer", ctypes.c_int64),
        ("boolean", ctypes.c_bool),
        ("real", ctypes.c_double),
        ("tensor", Tensor),
    )


class Value(Structure):
    """A kerf_value: an input or output."""

    NONE, INT, BOOL, DOUBLE, TENSOR, OTHER = range(6)
    KEPT = 255
    """Only kerf_host_call takes this kind: the input stays as it is."""

    _fields_ = (("member", Member), ("kind", ctypes.c_uint8))


class MethodInfo(Structure):
    """A kerf_method_info."""

    _fields_ = (("inputs", c_size_t), ("outputs", c_size_t), ("planned_memories", c_size_t))


class ValueInfo(Structure):
    """A kerf_value_info: what the program declares of an input or output."""

    _fields_ = (
        ("sizes", POINTER(ctypes.c_int32)),
        ("dim_order", POINTER(ctypes.c_uint8)),
        ("dtype", ctypes.c_int8),
        ("rank", ctypes.c_uint8),
        ("kind", ctypes.c_uint8),
        ("dynamic", ctypes.c_bool),
        ("planned", ctypes.c_bool),
    )


class InstructionInfo(Structure):
    """A kerf_instruction_info."""

    _fields_ = (("name", ctypes.c_char_p), ("overload", ctypes.c_char_p))


class Block(Structure):
    """A kerf_block: memory of the caller."""

    _fields_ = (("data", c_void_p), ("size", c_size_t))


class Generator(Structure):
    """A kerf_generator."""

    _fields_ = (("step", c_uint64), ("state", c_uint64))


class ParallelFor(Structure):
    """A kerf_parallel_for."""

    _fields_ = (
        ("run", c_void_p),
        ("threads", c_void_p),
        ("thread_count", c_uint32),
        ("least_work", c_uint32),
    )


class Memory(Structure):
    """A kerf_memory: what one method works with."""

    _fields_ = (
        ("method", Block),
        ("temp", Block),
        ("planned", POINTER(Block)),
        ("planned_count", c_size_t),
        ("generator", POINTER(Generator)),
        ("parallel_for", POINTER(ParallelFor)),
    )


class ProfileEvent(Structure):
    """A kerf_profile_event."""

    _fields_ = (
        ("chain", c_uint32),
        ("instruction", c_uint32),
        ("begin", c_uint64),
        ("end", c_uint64),
    )


class Profile(Structure):
    """A kerf_profile."""

    _fields_ = (
        ("ticks", c_void_p),
        ("clock", c_void_p),
        ("events", POINTER(ProfileEvent)),
        ("capacity", c_uint32),
        ("count", c_uint32),
        ("lost", c_uint32),
        ("chain", c_uint32),
    )


ProgramHandle = c_void_p * 9
MethodHandle = c_void_p * 36
DataHandle = c_void_p * 3


class Library:
    """The functions of the shared library at `path`, without the version in their names."""

    def __init__(self, path: Path, instruction_set: str) -> None:
        self.instruction_set = instruction_set
        try:
            self._library = ctypes.CDLL(os.fspath(path))
            self._declare()
        except (OSError, AttributeError) as fault:
            raise LibraryMissing(f"{path}: {fault}. Install the package again.") from None

    def _declare(self) -> None:
        pointer = c_void_p
        self.program_load = self._function("program_load", pointer, pointer, c_size_t)
        self.program_method_info = self._function("program_method_info", *(pointer,) * 3)
        self.program_planned_bytes = self._function(
            "program_planned_bytes", pointer, pointer, c_size_t, pointer
        )
        self.program_input_info = self._function(
            "program_input_info", pointer, pointer, c_size_t, pointer
        )
        self.program_output_info = self._function(
            "program_output_info", pointer, pointer, c_size_t, pointer
        )
        self.program_instruction = self._function(
            "program_instruction", pointer, pointer, c_size_t, c_size_t, pointer
        )
        self.data_load = self._function("data_load", pointer, pointer, c_size_t)
        self.method_load = self._function("method_load", *(pointer,) * 5, c_size_t)
        self.method_get_input = self._function("method_get_input", pointer, c_size_t, pointer)
        self.method_set_output_memory = self._function(
            "method_set_output_memory", pointer, c_size_t, pointer, c_size_t
        )
        self.method_profile = self._function("method_profile", pointer, pointer)
        self.method_count = self._function("program_method_count", pointer, result=c_size_t)
        self.method_name = self._function(
            "program_method_name", pointer, c_size_t, result=ctypes.c_char_p
        )
        self.seed = self._function("generator_seed", pointer, c_uint64, c_uint64, result=None)
        self.last_fault = self._function("last_fault", result=ctypes.c_char_p)
        # Without argtypes: arguments are made once for each method, and converted no more.
        self.call = self._library.kerf_host_call
        self.threads = self._library.kerf_host_threads
        self.threads.argtypes = (c_uint32, pointer)
        self._best = self._library.kerf_host_instruction_set
        self._best.restype = ctypes.c_char_p
        self._operator = self._library.kerf_host_operator
        self._operator.argtypes = (c_size_t,)
        self._operator.restype = ctypes.c_char_p
        self.ticks = ctypes.cast(self._library.kerf_host_ticks, c_void_p)

    def _function(self, name: str, *arguments: Any, result: Any = ctypes.c_int32) -> Any:
        function = getattr(self._library, f"kerf_{name}_interface_{INTERFACE}")
        function.argtypes = arguments
        function.restype = result
        return function

    def operator_names(self) -> set[str]:
        """The operators that have a kernel."""
        names = takewhile(lambda name: name is not None, map(self._operator, count()))
        return {name.decode() for name in names}

    def best_instruction_set(self) -> str:
        """The best of INSTRUCTION_SETS that the processor has, or "base"."""
        return str(self._best(), "utf-8")

    def check(self, code: int, what: str) -> None:
        """Raises the exception of `code`, if it is one, about `what`, with the runtime's words."""
        if code:
            raise self.fault(code, what)

    def fault(self, code: int, what: str) -> Error:
        """The exception of the last call, which returned `code`."""
        words = self.last_fault().decode(errors="replace")
        kind = BY_CODE.get(code, Internal)
        return kind(f"{what}: {words}" if words else f"{what}: {kind.__name__}")


@cache
def library() -> Library:
    """The shared library of the best instruction set that is here and that the processor has.

    $KERF_ISA names another of these instruction sets, $KERF_LIBRARY any library by its path.

    Raises:
        LibraryMissing: there is none, or it is of another version.

    """
    if path := os.environ.get("KERF_LIBRARY"):
        return Library(Path(path), path)
    found = _libraries()
    name = os.environ.get("KERF_ISA") or [*found][-1]
    if name not in found:
        raise LibraryMissing(
            f"KERF_ISA={name}: this package has no such library, or the processor lacks some of "
            f"its instructions. Here are {', '.join(found)}."
        )
    return Library(found[name], name)


def instruction_set() -> str:
    """What the library in use was compiled for: "base", or one of INSTRUCTION_SETS.

    Of a library that $KERF_LIBRARY names it is the path.

    Raises:
        LibraryMissing: as library().

    """
    return library().instruction_set


def _libraries() -> dict[str, Path]:
    """The libraries that this processor runs, by their instruction sets, the best one last."""
    base = _path("base")
    if not base.exists():
        raise LibraryMissing(
            "there is no libkerf.so: `pip install ./python` builds it, and in a clone "
            "`nox -s build -- python/kerf-python.toml`."
        )
    best = Library(base, "base").best_instruction_set()
    better = [sets[: sets.index(best) + 1] for sets in INSTRUCTION_SETS if best in sets]
    names = ("base", *chain(*better))
    return {name: path for name in names if (path := _path(name)).exists() and _fits(path, base)}


def _fits(path: Path, base: Path) -> bool:
    """Whether a library is of the sources of the base one: in a clone that may be built alone."""
    inside = path.parent == Path(__file__).parent
    return inside or path.stat().st_mtime_ns >= base.stat().st_mtime_ns


def _path(name: str) -> Path:
    """Where a library is, if anywhere: in the installed package, or built in the clone around."""
    here, suffix = Path(__file__).parent, "" if name == "base" else f"-{name}"
    inside = here / f"libkerf{suffix}.so"
    built = here.parent.parent / "build" / f"kerf-python{suffix}" / "libkerf.so"
    return inside if inside.exists() else built
