"""Models that are lowered to XNNPACK, read as the operators that they are turned back into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from codegen.errors import SelectionError
from codegen.opinfo import ModelInfo
from codegen.optimize.roles import Operators
from codegen.pte import read_model, read_model_bytes, read_program_file
from codegen.xnnpack import BACKEND

Nodes = Mapping[str, Sequence[str]]
"""Maps a method to the node of a delegate that each instruction was; empty where it was none."""


def is_lowered(path: Path) -> bool:
    """Whether the model in `path` calls a delegate of XNNPACK; False where it cannot be read."""
    try:
        status = path.stat()
        return _is_lowered(path, status.st_size, status.st_mtime_ns)
    except (OSError, SelectionError):
        return False


@lru_cache(maxsize=256)
def _is_lowered(path: Path, size: int, mtime_ns: int) -> bool:
    return any(
        delegate.id == BACKEND
        for plan in read_program_file(path).program.plans
        for delegate in plan.delegates
    )


def read_turned_back(
    path: Path, *, operators: Operators, name: str | None = None, passes: Sequence[str] = ()
) -> ModelInfo:
    """As `read_model()`; a model that is lowered after its delegates were turned back.

    `operators` are those by which calls are understood, `passes` are run on a lowered model.

    Raises:
        SelectionError: the file is missing, no model, or damaged.

    """
    if not is_lowered(path):
        return read_model(path, name=name)
    # NumPy takes longer to import than most models to read.
    from codegen.optimize.pipeline import optimize, read_program

    done = optimize(
        read_program(path), name=str(path), operators=operators, passes=passes, measures=False
    )
    model = read_model_bytes(done.data, path, name=name or path.name)
    return with_nodes(model, done.origins, done.turned_back)


def with_nodes(model: ModelInfo, nodes: Nodes, turned_back: str) -> ModelInfo:
    """`model` whose calls know what they were in a delegate."""
    if not turned_back:
        return model
    methods = tuple(
        replace(
            method,
            calls=tuple(
                replace(call, node=nodes[method.name][call.instruction]) for call in method.calls
            ),
        )
        for method in model.methods
    )
    return replace(model, methods=methods, turned_back=turned_back)
