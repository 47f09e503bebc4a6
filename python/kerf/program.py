"""Programs and their methods: loaded, described, run on NumPy arrays."""

from __future__ import annotations

import ctypes
import math
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kerf import native
from kerf.arrays import aligned_zeros, as_array, data_address
from kerf.dtypes import BY_NUMBER
from kerf.errors import InvalidArgument, InvalidState, InvalidType, NotFound, NotSupported
from kerf.native import Value
from kerf.profile import EVENTS, Profile

METHOD_BYTES = 64 << 20
TEMP_BYTES = 256 << 20
"""Pages of these cost nothing until they are touched."""

_ALIGNMENT = 128
_KINDS = {Value.NONE: "none", Value.INT: "int", Value.BOOL: "bool", Value.DOUBLE: "double"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueInfo:
    """What a program declares of an input or output of a method."""

    kind: str
    """tensor, int, bool, double, none, or other (a list or a string)."""
    dtype: np.dtype[Any] | None = None
    """NumPy's dtype of a tensor; None for other kinds."""
    name: str = ""
    """ExecuTorch's name of the dtype: Float."""
    sizes: tuple[int, ...] = ()
    """The largest where the shape is dynamic."""
    dim_order: tuple[int, ...] = ()
    dynamic: bool = False
    planned: bool = False
    """Whether the method has memory for it, where an input is copied; else it is used in place."""

    @property
    def nbytes(self) -> int:
        """Bytes of the tensor at its largest."""
        return math.prod(self.sizes) * self.dtype.itemsize if self.dtype is not None else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodInfo:
    """What a program declares of a method."""

    name: str
    inputs: tuple[ValueInfo, ...]
    outputs: tuple[ValueInfo, ...]
    planned_bytes: tuple[int, ...]
    """Bytes of each planned memory."""


class Program:
    """A checked program: its methods by name, loaded when they are first used.

    Threads may share it. A method has its own memory, except for the state that methods of one
    program share, and one lock, so that calls from several threads wait for each other.
    """

    def __init__(
        self,
        image: np.ndarray[Any, Any],
        data: Sequence[np.ndarray[Any, Any]] = (),
        *,
        threads: int = 1,
        seed: int = 0,
        temp_bytes: int = TEMP_BYTES,
        name: str = "program",
    ) -> None:
        self._library = native.library()
        self._name = name
        self._image = image
        self._files = tuple(data)
        self._temp_bytes = temp_bytes
        self._handle = native.ProgramHandle()
        self._library.check(
            self._library.program_load(self._handle, data_address(image), image.nbytes), name
        )
        self._data = _load_data(self._library, self._files)
        self._parallel_for = parallel_for(threads)
        self._generator = native.Generator()
        self._library.seed(ctypes.byref(self._generator), seed & (2**64 - 1), 0)
        self._shared: list[np.ndarray[Any, Any]] = []
        self._methods: dict[str, Method] = {}
        self._lock = threading.RLock()
        count = self._library.method_count(self._handle)
        self._names = tuple(
            self._library.method_name(self._handle, i).decode() for i in range(count)
        )

    @property
    def method_names(self) -> tuple[str, ...]:
        """The names of the methods, as the program lists them."""
        return self._names

    @property
    def methods(self) -> Mapping[str, Method]:
        """Every method by its name; all of them are loaded."""
        return {name: self.load_method(name) for name in self._names}

    def metadata(self, method: str = "forward") -> MethodInfo:
        """What the program declares of `method`, without loading it.

        Raises:
            NotFound: there is no such method.

        """
        name, info = method.encode(), native.MethodInfo()
        what = f"{self._name}: method {method}"
        self._library.check(
            self._library.program_method_info(self._handle, name, ctypes.byref(info)), what
        )
        planned = []
        for index in range(info.planned_memories):
            size = ctypes.c_uint64()
            self._library.check(
                self._library.program_planned_bytes(self._handle, name, index, ctypes.byref(size)),
                what,
            )
            planned.append(size.value)
        return MethodInfo(
            name=method,
            inputs=tuple(self._values(self._library.program_input_info, name, info.inputs)),
            outputs=tuple(self._values(self._library.program_output_info, name, info.outputs)),
            planned_bytes=tuple(planned),
        )

    def load_method(self, name: str = "forward") -> Method:
        """The method of that name, loaded once; it keeps its state from call to call.

        Raises:
            Error: as kerf_method_load: NotFound, OperatorMissing, NotSupported and others.

        """
        with self._lock:
            if name not in self._methods:
                self._methods[name] = Method(self, name)
            return self._methods[name]

    def forward(self, *inputs: Any) -> list[Any]:
        """The outputs of the method `forward`."""
        return self.load_method("forward")(*inputs)

    __call__ = forward

    def __getitem__(self, name: str) -> Method:
        return self.load_method(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __repr__(self) -> str:
        return f"<kerf.Program {self._name}: {', '.join(self._names)}>"

    def _values(self, function: Any, method: bytes, count: int) -> Iterator[ValueInfo]:
        for index in range(count):
            info = native.ValueInfo()
            code = function(self._handle, method, index, ctypes.byref(info))
            self._library.check(code, f"{self._name}: method {method.decode()}")
            yield _described(info)

    def _planned(self, index: int, size: int) -> np.ndarray[Any, Any]:
        """Planned memory: those above the first are shared by methods that have one of its size.

        ExecuTorch places mutable buffers that methods share there.
        """
        if index:
            for block in self._shared:
                if block.nbytes == size:
                    return block
        block = aligned_zeros(size, _ALIGNMENT)
        if index:
            self._shared.append(block)
        return block


class Method:
    """A loaded method: call it with one argument for each input; it returns a list of outputs.

    An input is a NumPy array, whatever NumPy can read as one (PyTorch's tensors), a number, or
    None. A planned input is copied; any other is used in place and kept alive until the next call,
    and may be written where the program does so; one that is read-only or has gaps is copied once.
    Outputs are arrays of their own.
    """

    def __init__(self, program: Program, name: str) -> None:
        self._program = program
        self._library = program._library
        self.info = program.metadata(name)
        self._what = f"{program._name}: method {name}"
        self._planned = [
            program._planned(index, size) for index, size in enumerate(self.info.planned_bytes)
        ]
        shares = len(self._planned) > 1
        self._lock: Any = program._lock if shares else threading.RLock()
        self._profile: Profile | None = None
        self._state = aligned_zeros(METHOD_BYTES, _ALIGNMENT)
        self._temp = aligned_zeros(program._temp_bytes, _ALIGNMENT)
        self._handle = native.MethodHandle()
        self._load(name.encode())
        self._inputs = (Value * max(1, len(self.info.inputs)))()
        self._setters = [
            _Input(self, index, info, self._inputs[index])
            for index, info in enumerate(self.info.inputs)
        ]
        self._outputs = (Value * max(1, len(self.info.outputs)))()
        self._tensors = [output.member.tensor for output in self._outputs]
        self._fresh = [
            index
            for index, info in enumerate(self.info.outputs)
            if info.kind == "tensor" and not info.planned
        ]
        self._results: dict[int, np.ndarray[Any, Any]] = {}
        self._held: list[Any] = []
        self._views: dict[tuple[int, int], np.ndarray[Any, Any]] = {}
        self._at = ctypes.c_size_t()
        self._arguments = (
            self._handle,
            self._inputs,
            ctypes.c_size_t(len(self.info.inputs)),
            ctypes.c_uint32(native.NO_JUMP_LIMIT),
            self._outputs,
            ctypes.c_size_t(len(self.info.outputs)),
            ctypes.byref(self._at),
        )

    @property
    def name(self) -> str:
        """Its name in the program."""
        return self.info.name

    @property
    def program(self) -> Program:
        """The program that it is of."""
        return self._program

    def __call__(self, *inputs: Any) -> list[Any]:
        """The outputs for `inputs`.

        Raises:
            Error: an input does not fit, or a kernel fails; says which and why.

        """
        with self._lock:
            self._run(inputs)
            return [self._output(index, copy=True) for index in range(len(self.info.outputs))]

    forward = __call__

    def execute(self, inputs: Sequence[Any], *, copy: bool = True) -> list[Any]:
        """The outputs for a sequence of inputs, as `executorch.runtime` takes them.

        Without `copy`, outputs in planned memory are views of it, which the next call overwrites;
        they keep that memory alive.
        """
        with self._lock:
            self._run(inputs)
            return [self._output(index, copy=copy) for index in range(len(self.info.outputs))]

    def profile(self) -> Profile:
        """A profile of the runs that follow, in a `with`: after it, no more are noted.

        Raises:
            InvalidState: there is one already.
            NotSupported: the library was built without (`[runtime] profile`).

        """
        with self._lock:
            if self._profile is not None:
                raise InvalidState(f"{self._what} has a profile already. Leave its `with` first.")
            profile = Profile(self.name, self._operator, capacity=EVENTS, ended=self._end_profile)
            code = self._library.method_profile(self._handle, ctypes.byref(profile.native))
            self._library.check(code, self._what)
            self._profile = profile
            return profile

    def input(self, index: int) -> np.ndarray[Any, Any]:
        """The memory of planned input `index`, to be filled in place.

        An input that is passed this very array is not copied. Any run may overwrite it.

        Raises:
            InvalidArgument: there is no such input, or it has no planned memory of fixed shape.

        """
        info = self.info.inputs[index] if 0 <= index < len(self.info.inputs) else None
        if info is None or not info.planned or info.dynamic:
            raise InvalidArgument(f"{self._what}: input {index} has no memory of fixed shape")
        value = Value()
        with self._lock:
            code = self._library.method_get_input(self._handle, index, ctypes.byref(value))
            self._library.check(code, f"{self._what}: input {index}")
            tensor = value.member.tensor
            return self._view(info, tensor.data or 0, info.sizes)

    def __repr__(self) -> str:
        return f"<kerf.Method {self.name} of {self._program._name}>"

    def _end_profile(self) -> None:
        with self._lock:
            self._profile = None
            self._library.check(self._library.method_profile(self._handle, None), self._what)

    def _operator(self, chain: int, instruction: int) -> str:
        """What an instruction is called: aten::add.out."""
        info = native.InstructionInfo()
        code = self._library.program_instruction(
            self._program._handle, self.name.encode(), chain, instruction, ctypes.byref(info)
        )
        self._library.check(code, self._what)
        name, overload = info.name.decode(), info.overload.decode()
        return f"{name}.{overload}" if overload else name

    def _load(self, name: bytes) -> None:
        program = self._program
        blocks = (native.Block * max(1, len(self._planned)))(*map(_block, self._planned))
        self._blocks = blocks  # the method refers to them
        memory = native.Memory(
            method=_block(self._state),
            temp=_block(self._temp),
            planned=blocks,
            planned_count=len(self._planned),
            generator=ctypes.pointer(program._generator),
            parallel_for=program._parallel_for,
        )
        code = self._library.method_load(
            self._handle,
            program._handle,
            name,
            ctypes.byref(memory),
            program._data,
            len(program._files),
        )
        if code in (NotSupported.code, NotFound.code):
            fault = self._library.fault(code, self._what)
            if "delegate" in str(fault):
                raise type(fault)(f"{fault}. kerf.compile() turns XNNPACK's into operators.")
            raise fault
        self._library.check(code, self._what)

    def _run(self, inputs: Sequence[Any]) -> None:
        setters = self._setters
        if len(inputs) != len(setters):
            noun = "input" if len(setters) == 1 else "inputs"
            raise InvalidArgument(f"{self._what} takes {len(setters)} {noun}, given {len(inputs)}")
        held = [setter.set(value) for setter, value in zip(setters, inputs, strict=True)]
        if self._fresh:
            self._provide()
        code = self._library.call(*self._arguments)
        if self._profile is not None:
            self._profile.take()
        self._held = held  # what was used in place before may go only now
        if code:
            raise self._failed(code)

    def _failed(self, code: int) -> Exception:
        at, count = self._at.value, len(self.info.inputs)
        where = f": input {at}" if at < count else ""
        if count <= at < count + len(self.info.outputs):
            where = f": output {at - count}"
        return self._library.fault(code, f"{self._what}{where}")

    def _provide(self) -> None:
        """Gives each output without planned memory memory of its own."""
        for index in self._fresh:
            info = self.info.outputs[index]
            memory = aligned_zeros(info.nbytes, _ALIGNMENT, zero=False)
            code = self._library.method_set_output_memory(
                self._handle, index, data_address(memory), memory.nbytes
            )
            if code == InvalidArgument.code:  # it is a constant or an input
                continue
            self._library.check(code, f"{self._what}: output {index}")
            self._results[index] = memory

    def _output(self, index: int, *, copy: bool) -> Any:
        value = self._outputs[index]
        kind = value.kind
        if kind != Value.TENSOR:
            return _number(value, f"{self._what}: output {index}")
        info, tensor = self.info.outputs[index], self._tensors[index]
        address = tensor.data or 0
        own = self._results.get(index)
        if own is not None and data_address(own) == address:
            del self._results[index]
            return _shaped(own, info, tuple(tensor.sizes[: tensor.rank]))
        if not info.dynamic:
            view = self._views.get((index, address))
            if view is None:
                view = self._view(info, address, info.sizes)
                if info.planned:
                    self._views[index, address] = view
        else:
            view = self._view(info, address, tuple(tensor.sizes[: tensor.rank]))
        return view.copy(order="K") if copy else view

    def _view(self, info: ValueInfo, address: int, sizes: tuple[int, ...]) -> np.ndarray[Any, Any]:
        """The tensor at `address`, as a part of the memory that it is in, which it keeps alive."""
        assert info.dtype is not None
        size = math.prod(sizes) * info.dtype.itemsize
        if size == 0:
            return np.empty(sizes, info.dtype)
        kept = (self._program._image, *self._program._files, *self._held)
        for memory in (*self._planned, *self._results.values(), *kept):  # or another output's
            if not isinstance(memory, np.ndarray):
                continue
            offset = address - data_address(memory)
            if offset >= 0 and offset + size <= memory.nbytes:
                # An input that an output is: its elements are dense, in whatever order.
                flat = memory.ravel(order="K").view(np.uint8)
                return _shaped(flat[offset : offset + size], info, sizes)
        raise AssertionError(f"{self._what}: an output is outside of the method's memory")


class _Input:
    """Sets one input of a method."""

    def __init__(self, method: Method, index: int, info: ValueInfo, value: Value) -> None:
        self._method = method
        self._index = index
        self._info = info
        self._value = value
        self._member = value.member
        self._tensor = value.member.tensor
        self._in_place = 0
        row_major = info.dim_order == tuple(range(len(info.sizes)))
        self._order = None if row_major else info.dim_order
        self._dtype = info.dtype
        self._fixed = None if info.dynamic else info.sizes
        if info.kind != "tensor":
            return
        assert info.dtype is not None
        number = next(n for n, (name, _) in BY_NUMBER.items() if name == info.name)
        self._sizes = (ctypes.c_int32 * max(1, len(info.sizes)))(*info.sizes)
        self._dims = (ctypes.c_uint8 * max(1, len(info.sizes)))(*info.dim_order)
        self._tensor.sizes = self._sizes
        self._tensor.dim_order = self._dims
        self._tensor.dtype = number
        self._tensor.rank = len(info.sizes)
        if info.planned and not info.dynamic:
            current = Value()
            code = method._library.method_get_input(method._handle, index, ctypes.byref(current))
            if code == 0:
                self._in_place = current.member.tensor.data or 0

    def set(self, given: Any) -> Any:
        """Makes the value that of `given`, and returns what must live while it is used."""
        if self._info.kind != "tensor":
            return self._set_number(given)
        array = given if type(given) is np.ndarray else as_array(given, self._where())
        if array.dtype != self._dtype or array.shape != self._fixed:
            self._check(array)
        if self._order is not None:
            array = array.transpose(self._order)
        usable = array.flags.c_contiguous
        if not self._info.planned:
            flags = array.flags
            usable = usable and flags.writeable and flags.aligned
        if not usable:
            array = np.array(array, order="C")
        address = data_address(array)
        self._tensor.data = address
        self._value.kind = Value.KEPT if address == self._in_place else Value.TENSOR
        return array

    def _where(self) -> str:
        return f"{self._method._what}: input {self._index}"

    def _check(self, array: np.ndarray[Any, Any]) -> None:
        """Compares what may differ, and sets the sizes of a dynamic input."""
        info = self._info
        if array.dtype != info.dtype:
            raise InvalidArgument(
                f"{self._where()} takes {info.dtype}, given {array.dtype}. "
                f"Convert it: x.astype({str(info.dtype)!r})"
            )
        fits = len(array.shape) == len(info.sizes) and all(
            have <= most if info.dynamic else have == most
            for have, most in zip(array.shape, info.sizes, strict=True)
        )
        if not fits:
            most = "at most " if info.dynamic else ""
            raise InvalidArgument(
                f"{self._where()} has {most}the shape {info.sizes}, given {array.shape}"
            )
        self._sizes[: len(array.shape)] = array.shape

    def _set_number(self, given: Any) -> None:
        kind = self._info.kind
        value, member = self._value, self._member
        if kind == "none" and given is None:
            value.kind = Value.NONE
        elif kind == "bool" and isinstance(given, (bool, np.bool_)):
            member.integer = 0
            member.boolean = bool(given)
            value.kind = Value.BOOL
        elif kind == "int" and _is_integer(given):
            if not -(2**63) <= given < 2**63:
                raise InvalidArgument(f"{self._where()} takes 64 bits, given {given}")
            member.integer = int(given)
            value.kind = Value.INT
        elif kind == "double" and (isinstance(given, (float, np.floating)) or _is_integer(given)):
            member.real = float(given)
            value.kind = Value.DOUBLE
        else:
            raise InvalidType(f"{self._where()} takes {kind}, given {type(given).__name__}")


def load(
    path: str | os.PathLike[str] | bytes | bytearray | memoryview,
    *,
    data: Iterable[str | os.PathLike[str] | bytes] = (),
    threads: int = 1,
    seed: int = 0,
    temp_bytes: int = TEMP_BYTES,
) -> Program:
    """The program of a `.pte` file, or of its bytes.

    A file is mapped, not read; it must not change or shrink while the program is in use, else the
    process ends (SIGBUS). Bytes are copied once.

    Args:
        path: the file, or its bytes.
        data: `.ptd` files with tensors that are outside the program, or their bytes.
        threads: how many threads a call may use, up to those of the machine.
        seed: where random operators begin.
        temp_bytes: the most scratch that a call may use.

    Raises:
        InvalidProgram: it is no program, or a damaged one.
        InvalidExternalData: a file of `data` is none, or damaged.
        OSError: a file cannot be read.

    """
    named = path if isinstance(path, (str, os.PathLike)) else "program"
    return Program(
        _image(path),
        [_image(each) for each in data],
        threads=threads,
        seed=seed,
        temp_bytes=temp_bytes,
        name=Path(os.fspath(named)).name,
    )


def _image(source: str | os.PathLike[str] | bytes | bytearray | memoryview) -> Any:
    """The bytes of a file or a buffer, aligned."""
    if isinstance(source, (str, os.PathLike)):
        if Path(source).stat().st_size == 0:
            return aligned_zeros(0, _ALIGNMENT)
        return np.memmap(source, np.uint8, "r")
    given = np.frombuffer(source, np.uint8)
    image = aligned_zeros(given.nbytes, _ALIGNMENT, zero=False)
    image[:] = given
    return image


def _load_data(library: native.Library, files: Sequence[np.ndarray[Any, Any]]) -> Any:
    if not files:
        return None
    handles = (native.DataHandle * len(files))()
    for index, file in enumerate(files):
        code = library.data_load(ctypes.byref(handles[index]), data_address(file), file.nbytes)
        library.check(code, f"external data {index}")
    return handles


_started: list[native.ParallelFor] = []
_starting = threading.Lock()


def parallel_for(threads: int) -> Any:
    """What divides a call among `threads`, at most; None for one.

    Raises:
        InvalidArgument: the number is not positive.
        OutOfResources: the machine starts no more threads.

    """
    if threads < 1:
        raise InvalidArgument(f"threads: {threads} is not positive")
    most = min(os.cpu_count() or 1, 64)
    if threads == 1 or most == 1:
        return None
    library = native.library()
    with _starting:
        if not _started:  # once in a process: all programs share them
            made = native.ParallelFor()
            library.check(library.threads(most, ctypes.byref(made)), "threads")
            _started.append(made)
    base = _started[0]
    count = min(threads, most)
    return ctypes.pointer(native.ParallelFor(base.run, base.threads, count, base.least_work))


def _described(info: native.ValueInfo) -> ValueInfo:
    if info.kind != Value.TENSOR:
        return ValueInfo(kind=_KINDS.get(info.kind, "other"))
    name, dtype = BY_NUMBER[info.dtype]
    return ValueInfo(
        kind="tensor",
        dtype=dtype,
        name=name,
        sizes=tuple(info.sizes[: info.rank]),
        dim_order=tuple(info.dim_order[: info.rank]),
        dynamic=info.dynamic,
        planned=info.planned,
    )


def _block(memory: np.ndarray[Any, Any]) -> native.Block:
    return native.Block(data_address(memory), memory.nbytes)


def _shaped(
    memory: np.ndarray[Any, Any], info: ValueInfo, sizes: tuple[int, ...]
) -> np.ndarray[Any, Any]:
    """Bytes as a tensor of `sizes` whose elements are in the dim order of `info`."""
    assert info.dtype is not None
    count = math.prod(sizes) * info.dtype.itemsize
    stored = tuple(sizes[dim] for dim in info.dim_order)
    array = memory[:count].view(info.dtype).reshape(stored)
    return array.transpose(np.argsort(info.dim_order)) if info.dim_order else array


def _number(value: Value, where: str) -> Any:
    match value.kind:
        case Value.NONE:
            return None
        case Value.INT:
            return value.member.integer
        case Value.BOOL:
            return bool(value.member.boolean)
        case Value.DOUBLE:
            return value.member.real
    raise InvalidType(f"{where} is a list or a string")


def _is_integer(given: Any) -> bool:
    return isinstance(given, (int, np.integer)) and not isinstance(given, bool)
