"""The models of a target as they are shipped: optimised, where its file has passes."""

from __future__ import annotations

from pathlib import Path

from codegen.errors import SelectionError
from codegen.library import Library
from tasks.building.sources import build_dir
from tasks.config import Target
from tasks.files import write_if_changed


def shipped_path(target: Target, model: Path) -> Path:
    """Where the file of `model`, one of `target.model_paths`, is that is selected from and run.

    With passes it is in build/<target>/, under its own name; where that of another model is the
    same, with its number among the models.
    """
    if not target.optimize.passes:
        return model
    alike = [path for path in target.model_paths if path.name == model.name]
    number = f"{target.model_paths.index(model)}-" if len(set(alike)) > 1 else ""
    return target.root / build_dir(target) / f"{number}{model.name}"


def optimize_model(target: Target, model: Path, libraries: tuple[Library, ...]) -> Path:
    """Makes the file of `shipped_path()`, with the operators that `libraries` have.

    Raises:
        SelectionError: the model cannot be read.

    """
    path = shipped_path(target, model)
    if path == model:
        return model
    # NumPy takes longer to import than most targets, which have no passes, to plan.
    from codegen.optimize.pipeline import optimize
    from codegen.optimize.roles import operators_of

    try:
        data = model.read_bytes()
    except OSError as error:
        raise SelectionError(f"{model}: {error.strerror}. Give a .pte file.") from None
    operators = operators_of([library.kernels for library in libraries])
    done = optimize(data, name=str(model), operators=operators, passes=target.optimize.passes)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(path, done.data)
    return path
