"""The names of `executorch.runtime`, so that a script moves over by its import.

Outputs are PyTorch's tensors where PyTorch is loaded and no input is a NumPy array, else NumPy's.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import ml_dtypes
import numpy as np

from kerf import native, program, tools
from kerf.dtypes import BY_NUMBER
from kerf.errors import InvalidArgument
from kerf.profile import Profile
from kerf.program import ValueInfo, load


class Verification(IntEnum):
    """How far a program is checked before it is run: here always completely."""

    Minimal = 0
    InternalConsistency = 1


class TensorInfo:
    """An input or output as ExecuTorch describes it."""

    def __init__(self, info: ValueInfo) -> None:
        self._info = info

    def sizes(self) -> tuple[int, ...]:
        """The shape, at its largest."""
        return self._info.sizes

    def dtype(self) -> int:
        """ExecuTorch's number."""
        return next(n for n, (name, _) in BY_NUMBER.items() if name == self._info.name)

    def is_memory_planned(self) -> bool:
        """Whether the method has memory for it."""
        return self._info.planned

    def nbytes(self) -> int:
        """Bytes at its largest."""
        return self._info.nbytes

    def __repr__(self) -> str:
        return (
            f"TensorInfo(sizes={list(self.sizes())}, dtype={self._info.name}, "
            f"is_memory_planned={self.is_memory_planned()}, nbytes={self.nbytes()})"
        )


class MethodMeta:
    """A method as ExecuTorch describes it."""

    def __init__(self, info: program.MethodInfo) -> None:
        self._info = info

    def name(self) -> str:
        """Its name."""
        return self._info.name

    def num_inputs(self) -> int:
        """How many inputs it takes."""
        return len(self._info.inputs)

    def num_outputs(self) -> int:
        """How many outputs it returns."""
        return len(self._info.outputs)

    def input_tensor_meta(self, index: int) -> TensorInfo:
        """Input `index`, a tensor."""
        return _tensor(self._info.inputs, index, "input")

    def output_tensor_meta(self, index: int) -> TensorInfo:
        """Output `index`, a tensor."""
        return _tensor(self._info.outputs, index, "output")


class Method:
    """A loaded method."""

    def __init__(self, method: program.Method) -> None:
        self._method = method

    def execute(self, inputs: Sequence[Any]) -> list[Any]:
        """The outputs for `inputs`."""
        outputs = self._method.execute(inputs)
        torch = sys.modules.get("torch")
        if torch is None or any(isinstance(each, np.ndarray) for each in inputs):
            return outputs
        return [_as_torch(torch, each) for each in outputs]

    @property
    def metadata(self) -> MethodMeta:
        """What the program declares of it."""
        return MethodMeta(self._method.info)


class Program:
    """A loaded program."""

    def __init__(self, loaded: program.Program, *, etdump: bool = False) -> None:
        self._program = loaded
        self._etdump = etdump
        self._profiles: dict[str, Profile] = {}

    @property
    def method_names(self) -> set[str]:
        """The names of its methods."""
        return set(self._program.method_names)

    def load_method(self, name: str) -> Method:
        """The method of that name."""
        method = self._program.load_method(name)
        if self._etdump and name not in self._profiles:
            self._profiles[name] = method.profile()
        return Method(method)

    def metadata(self, method_name: str) -> MethodMeta:
        """What the program declares of a method, without loading it."""
        return MethodMeta(self._program.metadata(method_name))

    def write_etdump_result_to_file(
        self, etdump_path: str | Path, debug_buffer_path: str | Path | None = None
    ) -> None:
        """Writes the times of all runs so far; there is no debug buffer, so that it is empty."""
        if not self._etdump:
            raise InvalidArgument("the program was loaded without enable_etdump=True")
        tools.etdump([each.to_json() for each in self._profiles.values()], Path(etdump_path))
        if debug_buffer_path is not None:
            Path(debug_buffer_path).write_bytes(b"")


class BackendRegistry:
    """Backends that programs are delegated to: none, XNNPACK's are turned back by kerf.compile."""

    registered_backend_names: tuple[str, ...] = ()

    def is_available(self, backend_name: str) -> bool:
        """Whether there is a backend of that name."""
        return backend_name in self.registered_backend_names


class OperatorRegistry:
    """Operators that have a kernel."""

    @property
    def operator_names(self) -> set[str]:
        """Their names."""
        return native.library().operator_names()


class Runtime:
    """The runtime, of which there is one."""

    def __init__(self) -> None:
        self.backend_registry = BackendRegistry()
        self.operator_registry = OperatorRegistry()

    @staticmethod
    @cache
    def get() -> Runtime:
        """The only one."""
        return Runtime()

    def load_program(
        self,
        data: bytes | bytearray | BinaryIO | Path | str,
        *,
        verification: Verification = Verification.InternalConsistency,
        enable_etdump: bool = False,
        debug_buffer_size: int = 0,
        data_path: Path | str | None = None,
    ) -> Program:
        """The program of a file, of bytes, or of what `data.read()` returns."""
        del verification, debug_buffer_size
        if not isinstance(data, (bytes, bytearray, str, Path)):
            if not hasattr(data, "read"):
                raise TypeError(f"data: a path, bytes or a file, not {type(data).__name__}")
            data = data.read()
        files = () if data_path is None else (data_path,)
        return Program(load(data, data=files), etdump=enable_etdump)


def _tensor(values: tuple[ValueInfo, ...], index: int, what: str) -> TensorInfo:
    if not 0 <= index < len(values) or values[index].kind != "tensor":
        raise InvalidArgument(f"{what} {index} is no tensor")
    return TensorInfo(values[index])


def _as_torch(torch: Any, output: Any) -> Any:
    if not isinstance(output, np.ndarray):
        return output
    if output.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(output.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(output)
