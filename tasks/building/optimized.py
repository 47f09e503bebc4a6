"""Makes the models of a target as they are shipped: optimised, where its file has passes."""

from __future__ import annotations

from pathlib import Path

from codegen.library import Library
from tasks.building.sources import shipped_path
from tasks.config import Target
from tasks.config.board import memory_sizes
from tasks.files import write_if_changed


def optimize_model(target: Target, model: Path, libraries: tuple[Library, ...]) -> Path:
    """Makes the file of `shipped_path()`, with the operators that `libraries` have.

    Raises:
        SelectionError: the model cannot be read.
        SizeError: the model does not fit `optimize.memory-bytes`.

    """
    path = shipped_path(target, model)
    if path == model:
        return model
    # NumPy takes longer to import than most targets, which have no passes, to plan.
    from codegen.optimize.pipeline import optimize_file
    from codegen.optimize.roles import operators_of

    operators = operators_of([library.kernels for library in libraries])
    done = optimize_file(
        model,
        operators=operators,
        passes=target.passes,
        memories=memory_sizes(target),
        external=target.data_paths,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(path, done.data)
    return path
