"""A toolchain that was not looked for: for what only needs its name, port or script."""

from __future__ import annotations

from typing import Any

from tasks.executors.runner import LocalRunner
from tasks.toolchain.choose import Toolchain
from tasks.toolchain.file import ToolchainFile


def a_toolchain(**changes: Any) -> Toolchain:
    """A toolchain of the host with `changes`."""
    fields: dict[str, Any] = {
        "name": "host-gcc",
        "file": ToolchainFile(description="a host", port=("runtime/platform/host",)),
        "executor": "local",
        "runner": LocalRunner(),
        "compiler": "gcc",
        "version": "12.2.0",
        "reason": "gcc 12.2.0 at /usr/bin, installed",
        "compile": ("gcc",),
        "optimize": ("-Os",),
        "loops": "size",
        "optimizations": {"size": ("-Os",), "speed": ("-O2",)},
        "link": ("gcc",),
        "libraries": ("-lm",),
        "archive": ("ar",),
        "support": None,
        "map_from_stdout": False,
        "environment": {},
        "port_sources": ("runtime/platform/host/port.cpp",),
        "isa": ("scalar",),
        "linker_script": None,
        "machine": (),
        "memory": {},
        "emulator": None,
    }
    return Toolchain(**{**fields, **changes})
