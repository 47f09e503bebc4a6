"""Instructions of programs on a microcontroller: compiled into one image, run in its emulator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from pathlib import Path
from random import Random
from typing import Any, Final

from codegen.dtype import DType
from codegen.errors import BuildError, ResolutionError
from codegen.opinfo import Argument, TensorArg
from codegen.optimize.names import PortsName
from codegen.pte import read_model
from tasks.building.planning import plan_target
from tasks.building.sources import shipped_path
from tasks.config import Target, load_target
from tasks.run.case import Case, Kind, MethodCases, ModelCases, Value
from tasks.run.emulator import Emulation
from tasks.run.minimal import minimal_of
from tasks.size.trial import trial, trial_of
from tasks.toolchain.file import ToolchainFile, read_toolchain

LABEL: Final = "islands"
OPTIMIZE: Final = {"ports": PortsName.QUANTIZED}


def instructions(name: str, paths: Sequence[Path], root: Path) -> Mapping[Path, int]:
    """The instructions of one execution of each program in `paths`.

    All are in one image with the settings of the compiled target `name`, and share kernels. Their
    inputs and outputs are quantized; inputs of int8 are random, others zero. A program with a call
    that no kernel takes is left out, and why is printed.

    Raises:
        ConfigError: there is no such target.
        BuildError: it is interpreted, has no emulator, or does not compile.
        NotVerified: the emulator is not installed.
        VerifyError: a program takes too long or ends with a fault.

    """
    target = load_target(name, root)
    toolchain = read_toolchain(target.toolchain.name, root)
    if target.runtime.form != "compiled" or toolchain.emulator is None:
        raise BuildError(f"{name}: is not compiled for an emulator. Name a target like kws-m4.")
    models = _models(path for path in paths if _is_taken(target, path))
    trial(target, LABEL, select=models, optimize=OPTIMIZE)
    built = trial_of(target, LABEL, select=models, optimize=OPTIMIZE)
    return {path: count_of(run) for path, run in executed(built, toolchain).items()}


def executed(built: Target, toolchain: ToolchainFile) -> Mapping[Path, Emulation]:
    """One execution of each program of a compiled target that is built, in its emulator.

    Raises:
        BuildError: it has no emulator.
        NotVerified: the emulator is not installed.
        VerifyError: a program takes too long or dies.

    """
    if toolchain.emulator is None:
        raise BuildError(f"{built.name}: {built.toolchain.name} has no emulator.")
    minimal = minimal_of(built, toolchain)
    runs = {}
    for path in built.model_paths:
        model = shipped_path(built, path)
        (info,) = read_model(model).methods
        case = Case(inputs=tuple(map(_value, info.inputs)), outputs=(), integer_steps=0)
        method = MethodCases(name=info.name, cases=(case,))
        cases = ModelCases(path=path, model=model, data=(), methods=(method,))
        runs[path] = minimal.emulation(cases, method, toolchain.emulator)
    return runs


def count_of(run: Emulation) -> int:
    """The instructions of all executions in a run."""
    return sum(each.instructions for each in run.phases if each.name == "execute")


def _models(paths: Iterable[Path]) -> dict[str, Any]:
    return {"models": tuple(str(path.resolve()) for path in paths)}


def _is_taken(target: Target, path: Path) -> bool:
    """Whether the program in `path` has only calls that kernels take."""
    try:
        plan_target(trial_of(target, LABEL, select=_models([path]), optimize=OPTIMIZE))
    except ResolutionError as error:
        print(f"{path.name}: {error.faults[0]}")
        return False
    return True


def _value(port: Argument) -> Value:
    """A tensor for the input `port`."""
    assert isinstance(port, TensorArg)
    nbytes = prod(port.sizes) * port.dtype.itemsize
    is_int8 = port.dtype is DType.Char
    return Value(
        kind=Kind.TENSOR,
        dtype=port.dtype,
        sizes=port.sizes,
        data=Random(0).randbytes(nbytes) if is_int8 else bytes(nbytes),
    )
