"""What bytes are for, by the file that they were written in."""

from __future__ import annotations

from enum import StrEnum

from tasks.config import ethos_u


class Part(StrEnum):
    """A group of purposes."""

    KERNELS = "kernels"
    TABLES = "tables"
    CORE = "core"
    APPLICATION = "application"
    START_UP = "start-up"
    LIBC = "libc"
    OTHER = "other"
    WEIGHTS = "weights"


class Purpose(StrEnum):
    """What bytes are for. docs/reference/size.md describes each."""

    KERNEL = "kernel"
    ADAPTER = "adapter"
    TABLE = "table"
    PROGRAM_TABLES = "program tables"
    WEIGHTS = "weights"
    PROGRAM_CHECK = "program check"
    VERIFIER = "verifier"
    FLATBUFFER = "flatbuffer"
    PROGRAM = "program"
    EXTERNAL_DATA = "external data"
    LOADER = "loader"
    EXECUTOR = "executor"
    SLOTS = "slots"
    REGISTRY = "registry"
    DELEGATE = "delegate"
    TENSOR = "tensor"
    MEMORY = "memory"
    CORE = "core"
    DIAGNOSTICS = "diagnostics"
    C_API = "C API"
    APPLICATION = "application"
    START_UP = "start-up"
    PLATFORM = "platform"
    DYNAMIC_LINKING = "dynamic linking"
    LIBC = "libc"
    LIBGCC = "libgcc"
    STRINGS = "strings"
    PADDING = "padding"
    UNATTRIBUTED = "unattributed"

    @property
    def part(self) -> Part:
        """The group that it belongs to."""
        return _PARTS.get(self, Part.CORE)

    @property
    def explains(self) -> bool:
        """Whether texts in such files explain faults to a person, if they are texts at all."""
        return self.part in (Part.KERNELS, Part.CORE)

    @property
    def of_operators(self) -> bool:
        """Whether such bytes belong to an operator, or to several."""
        return self in (Purpose.KERNEL, Purpose.ADAPTER)


_PARTS = {
    Purpose.KERNEL: Part.KERNELS,
    Purpose.ADAPTER: Part.KERNELS,
    Purpose.TABLE: Part.TABLES,
    Purpose.PROGRAM_TABLES: Part.TABLES,
    Purpose.WEIGHTS: Part.WEIGHTS,
    Purpose.C_API: Part.APPLICATION,
    Purpose.APPLICATION: Part.APPLICATION,
    Purpose.START_UP: Part.START_UP,
    Purpose.PLATFORM: Part.START_UP,
    Purpose.DYNAMIC_LINKING: Part.START_UP,
    Purpose.LIBC: Part.LIBC,
    Purpose.LIBGCC: Part.LIBC,
    Purpose.STRINGS: Part.OTHER,
    Purpose.PADDING: Part.OTHER,
    Purpose.UNATTRIBUTED: Part.OTHER,
}

WEIGHTS = ".kerf_weights"
"""In the name of each section of weights, whose content no debug information describes."""

SELECTED_TABLES = (
    "arguments",
    "capacity",
    "conversions",
    "features",
    "identity",
    "kernels",
    "memory",
)
"""Files of selected/; the others bind the kernels of a family."""

_FILES = (
    ("runtime/kernels/", Purpose.KERNEL),
    ("runtime/isa/", Purpose.KERNEL),
    ("compat/", Purpose.ADAPTER),
    ("runtime/executor/argument", Purpose.ADAPTER),
    ("runtime/executor/adapter", Purpose.ADAPTER),
    ("runtime/executor/call", Purpose.ADAPTER),
    ("runtime/executor/load", Purpose.LOADER),
    ("runtime/executor/registry", Purpose.REGISTRY),
    ("runtime/executor/slots", Purpose.SLOTS),
    ("runtime/executor/", Purpose.EXECUTOR),
    ("runtime/program/check", Purpose.PROGRAM_CHECK),
    ("runtime/program/flat_tensor", Purpose.EXTERNAL_DATA),
    ("runtime/program/layout", Purpose.VERIFIER),  # the tables and fields that it checks
    ("runtime/program/", Purpose.PROGRAM),
    ("runtime/flatbuffer/verifier", Purpose.VERIFIER),
    ("runtime/flatbuffer/", Purpose.FLATBUFFER),
    ("runtime/delegate/", Purpose.DELEGATE),
    (f"{ethos_u.NAME}/", Purpose.DELEGATE),
    ("runtime/tensor/", Purpose.TENSOR),
    ("runtime/memory/", Purpose.MEMORY),
    ("runtime/core/fault", Purpose.DIAGNOSTICS),
    ("runtime/core/error.cpp", Purpose.DIAGNOSTICS),
    ("runtime/core/", Purpose.CORE),
    ("runtime/kerf.h", Purpose.CORE),
    ("selected/program.", Purpose.PROGRAM_TABLES),
    ("selected/functions.", Purpose.C_API),
    ("runtime/compiled/adapter", Purpose.ADAPTER),
    ("runtime/compiled/", Purpose.EXECUTOR),
    *((f"selected/{name}.", Purpose.TABLE) for name in SELECTED_TABLES),
    ("selected/", Purpose.ADAPTER),
    ("runtime/c_api/", Purpose.C_API),
    ("runtime/apps/", Purpose.APPLICATION),
    ("runtime/platform/freestanding/", Purpose.LIBC),
    ("runtime/platform/", Purpose.PLATFORM),
)
"""The first that a path begins with decides."""


def purpose_of(source: str) -> Purpose | None:
    """What a file of the runtime is for; None for a file that is not the runtime's."""
    if "/platform/" in source and source.rpartition("/")[2].startswith("startup."):
        return Purpose.START_UP
    inside = source.removeprefix("runtime/") if source.startswith("runtime/selected/") else source
    return next((purpose for start, purpose in _FILES if inside.startswith(start)), None)


_LINKING = (
    ".interp",
    ".dyn",
    ".gnu.hash",
    ".gnu.version",
    ".hash",
    ".rel",
    ".plt",
    ".got",
    ".eh_frame",
    ".note.",
    ".ARM.exidx",
)


def purpose_of_section(name: str) -> Purpose | None:
    """What a section is for that no source file writes: the dynamic loader's and start-up's."""
    if WEIGHTS in name:
        return Purpose.WEIGHTS
    if name.startswith(".relro_padding"):
        return Purpose.PADDING
    if name in (".init", ".fini", ".init_array", ".fini_array", ".preinit_array"):
        return Purpose.START_UP
    return Purpose.DYNAMIC_LINKING if name.startswith(_LINKING) else None


def purpose_of_library(archive: str | None, name: str) -> Purpose:
    """What an object that was not compiled here is for: `archive` and `name` are file names."""
    if name.startswith(("crt", "Scrt", "gcrt", "rcrt", "Mcrt")):
        return Purpose.START_UP
    if name == "support.o" or (archive or "").startswith(("libgcc", "libcompiler_rt", "libclang")):
        return Purpose.LIBGCC
    return Purpose.LIBC
