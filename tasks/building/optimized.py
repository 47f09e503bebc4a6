"""Makes the models of a target as they are shipped, and as they were before its passes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from codegen.flat_tensor import read_flat_tensor
from codegen.library import Library
from codegen.lowered import Nodes
from codegen.optimize.names import PortsName, WeightsName
from codegen.optimize.roles import operators_of
from codegen.pte import ProgramFile, read_program_file
from codegen.quantized_ports import QuantizedPorts, quantized_ports
from tasks.building.sources import build_dir, is_changed, is_turned_back, shipped_path
from tasks.config import Target
from tasks.config.board import memory_sizes
from tasks.files import write_if_changed

if TYPE_CHECKING:
    from codegen.optimize.pipeline import Optimized

EXPORTED = "exported"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipped:
    """A model as it is shipped, and what became of its delegates."""

    path: Path
    exported: ProgramFile
    """The model before the passes of its target."""
    file: ProgramFile
    """What is at `path`."""
    nodes: Nodes = field(default_factory=dict)
    turned_back: str = ""
    remarks: tuple[str, ...] = ()


def optimize_model(target: Target, model: Path, libraries: tuple[Library, ...]) -> Shipped:
    """Makes the file of `shipped_path()`, with the operators that `libraries` have.

    Raises:
        SelectionError: the model cannot be read.
        SizeError: the model does not fit `optimize.memory-bytes`.

    """
    exported = read_program_file(model)
    path = shipped_path(target, model)
    if path == model:
        return Shipped(path=model, exported=exported, file=exported)
    done = optimized(target, model, libraries)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(path, done.data)
    return Shipped(
        path=path,
        exported=exported,
        file=read_program_file(path),
        nodes=done.origins,
        turned_back=done.turned_back,
        remarks=done.remarks,
    )


def optimized(
    target: Target, model: Path, libraries: tuple[Library, ...], *, shipped: bool = True
) -> Optimized:
    """What `target` makes of `model`, or would make if it were among its models.

    Unless it is `shipped`, nothing but its delegates is turned back.

    Raises:
        SelectionError: the model cannot be read.
        SizeError: the model does not fit `optimize.memory-bytes`.

    """
    # NumPy takes longer to import than a target without passes to plan.
    from codegen.optimize.pipeline import optimize, read_program

    options = target.optimize
    return optimize(
        read_program(model),
        name=str(model),
        operators=operators_of(libraries),
        passes=target.passes if shipped else (),
        memories=memory_sizes(target) if shipped else (),
        external=[read_flat_tensor(path) for path in target.data_paths],
        delegates=options.delegates,
        strips=options.strips,
        ports=options.ports if shipped else PortsName.AS_EXPORTED,
        weights=options.weights_dtype if shipped else WeightsName.AS_EXPORTED,
        scratch=target.runtime.form == "compiled",
        measures=False,
    )


def exported_path(target: Target, model: Path, libraries: tuple[Library, ...]) -> Path:
    """The program that the passes of `target` start from, which says how `model` is quantized.

    That is `model` itself; where its delegates are turned back, a file of their operators.

    Raises:
        SelectionError: the model cannot be read.

    """
    if not is_changed(target, model) or not is_turned_back(target, model):
        return model
    path = target.root / build_dir(target) / EXPORTED / shipped_path(target, model).name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(path, optimized(target, model, libraries, shipped=False).data)
    return path


def exported_ports(
    target: Target, model: Path, libraries: tuple[Library, ...], known: ProgramFile | None = None
) -> Mapping[str, QuantizedPorts]:
    """Maps each method to how `exported_path()` quantizes its inputs and outputs.

    `known` is the program in `model`, where it was read already.

    Raises:
        SelectionError: the model cannot be read.

    """
    path = exported_path(target, model, libraries)
    file = known if known is not None and path == model else read_program_file(path)
    operators = operators_of(libraries)
    return {plan.name: quantized_ports(plan, operators) for plan in file.program.plans}
