"""Makes the models of a target as they are shipped: optimised, where its file has passes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from codegen.library import Library
from codegen.lowered import Nodes
from tasks.building.sources import shipped_path
from tasks.config import Target
from tasks.config.board import memory_sizes
from tasks.files import write_if_changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipped:
    """A model as it is shipped, and what became of its delegates."""

    path: Path
    nodes: Nodes = field(default_factory=dict)
    turned_back: str = ""


def optimize_model(target: Target, model: Path, libraries: tuple[Library, ...]) -> Shipped:
    """Makes the file of `shipped_path()`, with the operators that `libraries` have.

    Raises:
        SelectionError: the model cannot be read.
        SizeError: the model does not fit `optimize.memory-bytes`.

    """
    path = shipped_path(target, model)
    if path == model:
        return Shipped(path=model)
    # NumPy takes longer to import than a target without passes to plan.
    from codegen.optimize.pipeline import optimize_file
    from codegen.optimize.roles import operators_of

    operators = operators_of([library.kernels for library in libraries])
    done = optimize_file(
        model,
        operators=operators,
        passes=target.passes,
        memories=memory_sizes(target),
        external=target.data_paths,
        delegates=target.optimize.delegates,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(path, done.data)
    return Shipped(path=path, nodes=done.origins, turned_back=done.turned_back)
