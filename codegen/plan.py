"""The plan: what one binary holds. Canonical JSON, the only input of the cog blocks."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import Any

from codegen.compiled.tables import Compiled
from codegen.dtype import DType
from codegen.facts import ArgumentFacts
from codegen.library import BackendSpec
from codegen.opinfo import StateCounts
from codegen.signature import KernelForm
from codegen.temp import TempNeeds

PLAN_VERSION = 3

UNSELECTED_CAPACITY = 2000
"""Slots of a dynamic registry where nothing is selected. Source: upstream's default."""


class RegistryForm(StrEnum):
    """How kernels are found at run time."""

    TABLE = "table"
    DYNAMIC = "dynamic"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedKernel:
    """One row of the registry: a kernel, bound to the facts of the calls that it runs."""

    operator: str
    schema: str
    """As the library writes it."""
    signature: str
    """The C++ function type that follows from the schema."""
    function: str
    library: str
    header: str
    form: KernelForm
    source: str | None
    """The source of a plain function."""
    companions: tuple[str, ...]
    """Sources that a kernel written for ExecuTorch is linked with, in addition to its own."""
    inputs: tuple[DType, ...]
    """That tensors which are read have: the union over `arguments`."""
    outputs: tuple[DType, ...]
    arguments: tuple[ArgumentFacts, ...]
    in_place: tuple[str, ...]
    """The arguments that the first output may be, where some call has the trait `in_place`."""
    traits: tuple[str, ...]
    """Traits of some call: names of `codegen.traits.TRAITS`, sorted."""
    needed_by: tuple[str, ...]
    """What needs it: "mv2.pte, forward, instruction 152" (at most three of each source)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DelegateNeeds:
    """What one delegate of a method needs."""

    backend: str
    spec_count: int
    arguments: int
    """The most that one of its calls takes."""
    handle_bytes: int
    """What the handle takes of the method arena, a multiple of 8."""
    temp_bytes: int
    """What a call takes of the temp arena, without the arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodNeeds:
    """What the runtime sets aside for one method of a model."""

    model: str
    method: str
    planned_bytes: tuple[int, ...]
    """Each planned memory, memory id 1 first."""
    values: int
    instructions: int
    operators: int
    state: StateCounts
    temp: tuple[TempNeeds, ...]
    """What its calls take from the temp arena: those that no other call exceeds."""
    delegates: tuple[DelegateNeeds, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything that code generation needs, and nothing that depends on a machine."""

    target: str
    form: RegistryForm
    capacity: int
    """Rows of the registry."""
    capacity_from: str
    """Why it is that: "exact", "configured" or "nothing selected"."""
    kernels: tuple[PlannedKernel, ...]
    """Sorted by operator; those of one operator in order of preference."""
    conversions: tuple[tuple[DType, DType], ...]
    """The pairs of dtypes from and to which kernels convert elements, sorted."""
    features: tuple[str, ...]
    """Names of `codegen.features`, sorted."""
    methods: tuple[MethodNeeds, ...]
    checks_programs: bool
    """Whether `Program::load` checks a program, or believes it."""
    describes_itself: bool
    """Whether the binary carries a description of the plan next to its digest."""
    threads: int = 1
    """The parts into which kernels divide a call, at most: 1 leaves no code for it."""
    backends: tuple[BackendSpec, ...] = ()
    """What runs the delegates of the models, sorted by id."""
    profile: bool = False
    """Whether the runtime can note when each instruction begins and ends."""
    compiled: Compiled | None = None
    """The tables of compiled programs; None where the target interprets them."""

    @property
    def table_rows(self) -> tuple[str, ...]:
        """The operator of each row of the kernel table; of compiled code also instructions."""
        if self.compiled is None:
            return tuple(kernel.operator for kernel in self.kernels)
        return tuple(
            self.kernels[kernel.row].operator if kernel.row >= 0 else kernel.function
            for kernel in self.compiled.kernels
        )

    def to_json(self) -> str:
        """Canonical JSON: sorted keys, one form for one value, a newline at the end."""
        document: dict[str, Any] = {"version": PLAN_VERSION, **asdict(self)}
        for kernel in document["kernels"]:
            if not kernel["companions"]:
                del kernel["companions"]
        if self.compiled is None:
            del document["compiled"]
        else:
            for key in ("packed", "folded"):
                if not document["compiled"][key]:
                    del document["compiled"][key]
            if not self.compiled.weight_regions:
                del document["compiled"]["weight_regions"]
                for run in document["compiled"]["runs"]:
                    del run["region"]
        if not self.backends:
            del document["backends"]
            if self.compiled is not None:
                del document["compiled"]["delegates"]
            for method in document["methods"]:
                del method["delegates"]
        if self.threads == 1:
            del document["threads"]
        if not self.profile:
            del document["profile"]
        return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"

    @property
    def planned_bytes(self) -> tuple[int, ...]:
        """The largest size of each planned memory over all methods, memory id 1 first."""
        sizes = zip_longest(*(needs.planned_bytes for needs in self.methods), fillvalue=0)
        return tuple(map(max, sizes))

    def digest(self) -> str:
        """SHA-256 of the canonical JSON, in hexadecimal: what the binary carries."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()
