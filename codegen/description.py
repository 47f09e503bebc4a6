"""The description of a plan that a binary carries: what it runs, in a few hundred bytes.

`nox -s covers` reads it back from an ELF or a flash image alone. It follows the plan's SHA-256:

    magic 4, version 1, length of the rest 2                      little-endian, as all numbers
    method bytes 4, temp bytes 4                                  0xFFFFFFFF: no model is known
    sizeof Slot 1, Tensor 1, Optional<Tensor> 1                   of the target
    flags 1, features n, capacity n                               n: seven bits a byte, low first
    planned memories n, each n
    kernels n, each: name, traits 1, arguments n, each argument   see the code
    backends n, each: length n, id                                only where flags have 4
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from codegen.dtype import DType, in_order
from codegen.facts import NUMBER_KINDS, ArgumentFacts, Number
from codegen.features import FEATURES, KERNEL_FEATURES
from codegen.plan import Plan, PlannedKernel, RegistryForm
from codegen.traits import TRAITS

MAGIC = b"\xa9KRF"
VERSION = 2
DIGEST_BYTES = 32
UNKNOWN = 0xFFFFFFFF
_MOST_NUMBER_BYTES = 10
"""A number has at most 64 bits and a sign."""
_HEADER = struct.Struct("<4sBH")
_SIZES = struct.Struct("<IIBBB")
_FEATURES = (*FEATURES, *KERNEL_FEATURES)
_TRAITS = tuple(sorted(TRAITS))
_ATEN, _OUT = 1, 2
_BACKENDS = 4

_READ, _WRITTEN, _ABSENT, _PERMUTED, _ANY_RANK, _VALUE, _DIM, _EMPTY = (1 << i for i in range(8))


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetSizes:
    """Bytes that follow from the types of the target's compiler."""

    method_bytes: int | None
    """Size of the method arena; None where no model was selected, and the caller decides."""
    temp_bytes: int | None
    slot: int
    tensor: int
    optional_tensor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedKernel:
    """A row of the registry."""

    operator: str
    traits: tuple[str, ...]
    arguments: tuple[ArgumentFacts, ...]
    """In order of position: an argument is called by its number, but for `dim`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a binary runs."""

    digest: str
    """SHA-256 of its plan, in hexadecimal."""
    sizes: TargetSizes
    checks_programs: bool
    dynamic: bool
    """Its registry is an array that start-up fills."""
    capacity: int
    features: tuple[str, ...]
    planned_bytes: tuple[int, ...]
    """The most of each planned memory over the models that it was made for, memory id 1 first."""
    kernels: tuple[DescribedKernel, ...]
    backends: tuple[str, ...]
    """The backends that its delegates may name."""


def encode(plan: Plan) -> bytes:
    """What follows the target's sizes: a function of the plan."""
    flags = plan.checks_programs | (plan.form is RegistryForm.DYNAMIC) << 1
    flags |= _BACKENDS * bool(plan.backends)
    ids = [each.id.encode() for each in plan.backends]
    return b"".join(
        [
            bytes([flags]),
            _number(_mask(plan.features, _FEATURES)),
            _number(plan.capacity),
            _number(len(plan.planned_bytes)),
            *map(_number, plan.planned_bytes),
            _number(len(plan.kernels)),
            *map(_kernel, plan.kernels),
            *([_number(len(ids))] if ids else []),
            *(_number(len(name)) + name for name in ids),
        ]
    )


def header(plan: Plan) -> bytes:
    """Magic, version and length of everything after them."""
    return _HEADER.pack(MAGIC, VERSION, _SIZES.size + len(encode(plan)))


def find_all(image: bytes) -> tuple[Description, ...]:
    """The descriptions anywhere in an image, with the digest before each; each once.

    An image of one binary has at most one. The bytes need not be an image: what is no description
    is none.
    """
    found: dict[Description, None] = {}
    at = image.find(MAGIC, DIGEST_BYTES)
    while at >= 0:
        if (description := _decode(image, at)) is not None:
            found[description] = None
        at = image.find(MAGIC, at + 1)
    return tuple(found)


def planned_description(plan: Plan, sizes: TargetSizes) -> Description:
    """What the binary of `plan` carries, or would."""
    return Description(
        digest=plan.digest(),
        sizes=sizes,
        checks_programs=plan.checks_programs,
        dynamic=plan.form is RegistryForm.DYNAMIC,
        capacity=plan.capacity,
        features=tuple(name for name in _FEATURES if name in plan.features),
        planned_bytes=plan.planned_bytes,
        kernels=tuple(
            DescribedKernel(
                operator=kernel.operator,
                traits=kernel.traits,
                arguments=tuple(
                    _by_position(index, facts) for index, facts in enumerate(kernel.arguments)
                ),
            )
            for kernel in plan.kernels
        ),
        backends=tuple(backend.id for backend in plan.backends),
    )


def _by_position(index: int, facts: ArgumentFacts) -> ArgumentFacts:
    """`facts` as they are read back: of an argument without a name, and of what it is used for."""
    tensor = facts.read or facts.written
    name = "dim" if facts.name == "dim" else str(index)
    return replace(facts, name=name, type="Tensor" if tensor else "")


def _kernel(kernel: PlannedKernel) -> bytes:
    name = kernel.operator
    short = name.removeprefix("aten::").removesuffix(".out")
    form = _ATEN * name.startswith("aten::") | _OUT * name.endswith(".out")
    text = short.encode()
    return b"".join(
        [
            _number(len(text) << 2 | form),
            text,
            bytes([_mask(kernel.traits, _TRAITS)]),
            _number(len(kernel.arguments)),
            *map(_argument, kernel.arguments),
        ]
    )


def _argument(facts: ArgumentFacts) -> bytes:
    tensor = facts.read or facts.written
    flags = (
        _READ * facts.read
        | _WRITTEN * facts.written
        | _ABSENT * facts.absent
        | _PERMUTED * facts.permuted
        | _ANY_RANK * (facts.ranks is None)
        | _VALUE * (facts.value is not None)
        | _DIM * (facts.name == "dim")
        | _EMPTY * facts.empty
    )
    parts = [bytes([flags])]
    if tensor:
        parts.append(_number(sum(1 << dtype.number for dtype in facts.dtypes)))
        if facts.ranks is not None:
            parts.append(_number(sum(1 << rank for rank in facts.ranks)))
    else:
        parts.append(bytes([_mask(facts.kinds, NUMBER_KINDS)]))
    if facts.value is not None:
        parts.append(_value(facts.value))
    return b"".join(parts)


def _value(value: Number) -> bytes:
    """A kind, then an integer with its sign in the lowest bit, or the eight bytes of a double."""
    if isinstance(value, float):
        return b"\2" + struct.pack("<d", value)
    return bytes([isinstance(value, bool)]) + _number(abs(value) << 1 | (value < 0))


def _number(value: int) -> bytes:
    parts = bytearray()
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def _mask(names: Iterable[str], known: tuple[str, ...]) -> int:
    return sum(1 << known.index(name) for name in names)


class _Reader:
    """Reads what the functions above write; IndexError or ValueError where it is not that."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def ended(self) -> bool:
        return self._at == len(self._data)

    def take(self, count: int) -> bytes:
        if self._at + count > len(self._data):
            raise IndexError
        self._at += count
        return self._data[self._at - count : self._at]

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        value = 0
        for index in range(_MOST_NUMBER_BYTES):
            byte = self.byte()
            value |= (byte & 0x7F) << 7 * index
            if byte < 0x80:
                return value
        raise ValueError

    def names(self, mask: int, known: tuple[str, ...]) -> tuple[str, ...]:
        if mask >> len(known):
            raise ValueError
        return tuple(name for index, name in enumerate(known) if mask >> index & 1)

    def kernel(self) -> DescribedKernel:
        length = self.number()
        name = self.take(length >> 2).decode()
        name = ("aten::" if length & _ATEN else "") + name + (".out" if length & _OUT else "")
        traits = self.names(self.byte(), _TRAITS)
        count = self.number()
        return DescribedKernel(
            operator=name,
            traits=traits,
            arguments=tuple(self.argument(index) for index in range(count)),
        )

    def argument(self, index: int) -> ArgumentFacts:
        flags = self.byte()
        tensor = bool(flags & (_READ | _WRITTEN))
        dtypes: tuple[DType, ...] = ()
        ranks: tuple[int, ...] | None = None if flags & _ANY_RANK else ()
        kinds: tuple[str, ...] = ()
        if tensor:
            dtypes = in_order(map(DType.from_number, _bits(self.number())))
            if not flags & _ANY_RANK:
                ranks = tuple(_bits(self.number()))
        else:
            kinds = self.names(self.byte(), NUMBER_KINDS)
        return ArgumentFacts(
            name="dim" if flags & _DIM else str(index),
            type="Tensor" if tensor else "",
            read=bool(flags & _READ),
            written=bool(flags & _WRITTEN),
            dtypes=dtypes,
            ranks=ranks,
            permuted=bool(flags & _PERMUTED),
            absent=bool(flags & _ABSENT),
            kinds=kinds,
            value=self.value() if flags & _VALUE else None,
            empty=bool(flags & _EMPTY),
        )

    def value(self) -> Number:
        kind = self.byte()
        if kind == 2:
            return float(struct.unpack("<d", self.take(8))[0])
        if kind > 2:
            raise ValueError
        coded = self.number()
        whole = -(coded >> 1) if coded & 1 else coded >> 1
        return bool(whole) if kind else whole


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def _decode(image: bytes, at: int) -> Description | None:
    try:
        _, version, length = _HEADER.unpack_from(image, at)
        start = at + _HEADER.size
        if version != VERSION or start + length > len(image):
            return None
        reader = _Reader(image[start : start + length])
        method, temp, slot, tensor, optional = _SIZES.unpack(reader.take(_SIZES.size))
        flags = reader.byte()
        features = reader.names(reader.number(), _FEATURES)
        capacity = reader.number()
        planned = tuple(reader.number() for _ in range(reader.number()))
        kernels = tuple(reader.kernel() for _ in range(reader.number()))
        count = reader.number() if flags & _BACKENDS else 0
        backends = tuple(reader.take(reader.number()).decode() for _ in range(count))
    except (IndexError, ValueError, KeyError, struct.error):
        return None
    if not reader.ended:
        return None
    return Description(
        digest=image[at - DIGEST_BYTES : at].hex(),
        sizes=TargetSizes(
            method_bytes=None if method == UNKNOWN else method,
            temp_bytes=None if temp == UNKNOWN else temp,
            slot=slot,
            tensor=tensor,
            optional_tensor=optional,
        ),
        checks_programs=bool(flags & 1),
        dynamic=bool(flags & 2),
        capacity=capacity,
        features=features,
        planned_bytes=planned,
        kernels=kernels,
        backends=backends,
    )
