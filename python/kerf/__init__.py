"""Runs ExecuTorch's programs with Kerf's runtime, and Kerf's tools, on NumPy arrays.

load() runs a program as it was exported, compile() as firmware does; compare() says how far that is
from a reference. build(), sizes() and select() are the tools that nox runs. kerf.runtime has the
names of executorch.runtime.
"""

from __future__ import annotations

from kerf.device import (
    Comparison,
    LayerDifference,
    OutputDifference,
    compare,
    compile,
)
from kerf.errors import (
    Error,
    Internal,
    InvalidArgument,
    InvalidExternalData,
    InvalidProgram,
    InvalidState,
    InvalidType,
    LibraryMissing,
    MemoryAllocationFailed,
    NotFound,
    NotSupported,
    OperatorMissing,
    OutOfResources,
)
from kerf.native import instruction_set
from kerf.profile import Event, Profile, Total
from kerf.program import Method, MethodInfo, Program, ValueInfo, load
from kerf.tools import Build, Selection, Sizes, ToolError, build, optimize, select, sizes

__all__ = [
    "Build",
    "Comparison",
    "Error",
    "Event",
    "Internal",
    "InvalidArgument",
    "InvalidExternalData",
    "InvalidProgram",
    "InvalidState",
    "InvalidType",
    "LayerDifference",
    "LibraryMissing",
    "MemoryAllocationFailed",
    "Method",
    "MethodInfo",
    "NotFound",
    "NotSupported",
    "OperatorMissing",
    "OutOfResources",
    "OutputDifference",
    "Profile",
    "Program",
    "Selection",
    "Sizes",
    "ToolError",
    "Total",
    "ValueInfo",
    "build",
    "compare",
    "compile",
    "instruction_set",
    "load",
    "optimize",
    "select",
    "sizes",
]
