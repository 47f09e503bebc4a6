"""Resolution: a need met by an ordered list of kernel libraries, or every reason why it is not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from codegen.call_dtypes import CallDtypes, dtypes_of_call, dtypes_of_key, in_order
from codegen.dtype import DType
from codegen.features import FEATURES
from codegen.library import KernelSpec, Library
from codegen.operator_name import identifier, without_overload
from codegen.opinfo import ModelInfo
from codegen.plan import (
    UNSELECTED_CAPACITY,
    MethodNeeds,
    Plan,
    PlannedKernel,
    RegistryForm,
)
from codegen.selection import OperatorNeed, Origin, Origins, Selection, merge_origins
from codegen.traits import computes_doubles, needed_traits
from codegen.unresolved import (
    Unresolvable,
    Unresolved,
    shown,
    unknown_delegates,
    unknown_dtypes,
    unknown_operator,
)

Kernels = Mapping[str, Sequence[KernelSpec]]
"""By operator, in order of preference."""


def resolve(
    need: Selection,
    libraries: Sequence[Library],
    *,
    target: str,
    form: RegistryForm,
    capacity: int | None,
) -> Plan:
    """The plan in which each needed operator has one kernel for each combination of dtypes.

    `capacity` is the user's choice of registry rows, None for the exact number.

    Raises:
        Unresolvable: all operators, dtypes and delegates without a kernel, each with who needs
            it and the nearest operator that exists.

    """
    kernels = _by_operator(libraries)
    faults = [*_alike(kernels), *(f for model in need.models for f in unknown_delegates(model))]
    needs = _spelt_out(need, kernels)
    doubles = _doubles(needs, kernels)
    rows: list[PlannedKernel] = []
    for operator in needs:
        if operator.name in kernels and not operator.all_overloads:
            resolver = _Resolver(operator, kernels[operator.name], doubles=doubles)
            rows += resolver.rows()
            faults += resolver.faults
        else:
            faults.append(unknown_operator(operator, kernels))
    if faults:
        raise Unresolvable(faults)
    chosen, why = _capacity(form, capacity, rows, everything=bool(need.everything))
    return Plan(
        target=target,
        form=form,
        capacity=chosen,
        capacity_from=why,
        operators=tuple(sorted(kernels)),
        kernels=tuple(rows),
        features=_features(need),
        methods=_methods(need.models),
    )


def _by_operator(libraries: Sequence[Library]) -> Kernels:
    kernels: dict[str, list[KernelSpec]] = defaultdict(list)
    for library in libraries:
        for kernel in library.kernels:
            kernels[kernel.operator].append(kernel)
    return dict(kernels)


def _alike(kernels: Kernels) -> list[Unresolved]:
    """Operators of the libraries whose C++ identifiers are the same."""
    by_identifier: dict[str, list[str]] = defaultdict(list)
    for name in sorted(kernels):
        by_identifier[identifier(name)].append(name)
    return [
        Unresolved(
            operator=None,
            origins=(),
            text=f"{' and '.join(names)} of the libraries would both be {same} in C++. "
            "Rename one, or leave its library out.",
        )
        for same, names in by_identifier.items()
        if len(names) > 1
    ]


def _capacity(
    form: RegistryForm, configured: int | None, rows: list[PlannedKernel], *, everything: bool
) -> tuple[int, str]:
    if form is RegistryForm.DYNAMIC and configured is not None:
        return configured, "configured"
    if form is RegistryForm.DYNAMIC and everything:
        return UNSELECTED_CAPACITY, "nothing selected"
    return len(rows), "exact"


def _spelt_out(need: Selection, kernels: Kernels) -> list[OperatorNeed]:
    """Each operator by its full name, sorted: "all" and "all overloads" as the names they mean.

    An operator whose overloads are asked for stays as it is where there is none of them.
    """
    needs = {operator.name: operator for operator in need.operators if not operator.all_overloads}
    unmet: list[OperatorNeed] = []
    extra: dict[str, list[Origin]] = defaultdict(list)
    for operator in need.operators:
        if not operator.all_overloads:
            continue
        overloads = [name for name in kernels if without_overload(name) == operator.name]
        for name in overloads:
            extra[name] += operator.origins
        if not overloads:
            unmet.append(operator)
        elif operator.keys or operator.dtypes:  # a source also needs the one without overload
            needs[operator.name] = replace(operator, all_overloads=False)
    for name in kernels if need.everything else ():
        extra[name] += need.everything
    for name, origins in extra.items():
        known = needs.get(name, OperatorNeed(name=name, origins=()))
        needs[name] = replace(
            known,
            origins=merge_origins([*origins, *known.origins]),
            any_dtype=True,
            calls_complete=False,
        )
    return sorted([*needs.values(), *unmet], key=lambda operator: operator.name)


def _doubles(needs: Sequence[OperatorNeed], kernels: Kernels) -> bool:
    """Whether a number that some call computes may be a double."""
    return any(
        computes_doubles(call, kernel.schema, kernel.traits)
        for operator in needs
        for kernel in kernels.get(operator.name, ())
        for call, _ in operator.calls
    )


@dataclass(slots=True)
class _Taken:
    """What of one kernel is used."""

    inputs: set[DType] = field(default_factory=set)
    outputs: set[DType] = field(default_factory=set)
    origins: list[Origin] = field(default_factory=list)


class _Resolver:
    """One operator against the kernels that have its name, in order of preference."""

    def __init__(self, need: OperatorNeed, kernels: Sequence[KernelSpec], *, doubles: bool) -> None:
        self.faults: list[Unresolved] = []
        self._need = need
        self._kernels = kernels
        self._doubles = doubles
        self._schema = next((kernel.schema for kernel in kernels if kernel.schema), None)
        self._taken: dict[KernelSpec, _Taken] = {}

    def rows(self) -> list[PlannedKernel]:
        if self._need.any_dtype:
            self._take_everything()
        for wanted, origins in self._combinations().items():
            self._take(wanted, origins)
        if self._need.dtypes:
            self._take_dictionary()
        rows: dict[str, PlannedKernel] = {}
        for kernel in self._kernels:
            if kernel in self._taken:
                row = self._row(kernel, self._taken[kernel])
                rows[row.function] = _joined(rows.get(row.function, row), row)
        return list(rows.values())

    def _row(self, kernel: KernelSpec, taken: _Taken) -> PlannedKernel:
        return PlannedKernel(
            operator=kernel.operator,
            function=kernel.function,
            library=kernel.library,
            source=kernel.source,
            header=kernel.header,
            inputs=in_order(taken.inputs),
            outputs=in_order(taken.outputs),
            traits=self._traits(kernel),
            needed_by=tuple(shown(merge_origins(taken.origins))),
        )

    def _combinations(self) -> dict[CallDtypes, list[Origin]]:
        """The combinations of dtypes that are asked for, and by whom.

        A call says more than its kernel key, which is left out where all its calls are known.
        """
        found: dict[CallDtypes, list[Origin]] = defaultdict(list)
        known: set[Origin] = set()
        for call, origins in self._need.calls:
            found[dtypes_of_call(call, self._schema)] += origins
            known.update(origins)
        for key, origins in self._need.keys:
            if not known.issuperset(origins):
                found[dtypes_of_key(key, self._schema)] += origins
        return found

    def _use(self, kernel: KernelSpec, wanted: CallDtypes, origins: Sequence[Origin]) -> None:
        taken = self._taken.setdefault(kernel, _Taken())
        taken.inputs |= wanted.inputs
        taken.outputs |= wanted.outputs
        taken.origins += origins

    def _take(self, wanted: CallDtypes, origins: Sequence[Origin]) -> None:
        """The first kernel that takes the dtypes of a call."""
        for kernel in self._kernels:
            if wanted.inputs <= set(kernel.inputs) and wanted.outputs <= set(kernel.outputs):
                self._use(kernel, wanted, origins)
                return
        self.faults.append(unknown_dtypes(self._need.name, wanted, self._kernels, origins))

    def _take_everything(self) -> None:
        """Every kernel in full, unless an earlier one leaves it no combination of dtypes."""
        parts = [
            CallDtypes(inputs=frozenset(kernel.inputs), outputs=frozenset(kernel.outputs))
            for kernel in self._kernels
        ]
        self._take_each(parts, self._need.origins)

    def _take_dictionary(self) -> None:
        """Each kernel for the dtypes of the dictionary: any tensor may have any of them.

        Where none of them can be an output (a comparison gives Bool), all outputs are meant.
        """
        wanted = {dtype for dtype, _ in self._need.dtypes}
        parts: list[CallDtypes | None] = []
        for kernel in self._kernels:
            inputs = frozenset(wanted & set(kernel.inputs))
            outputs = frozenset(wanted & set(kernel.outputs)) or frozenset(kernel.outputs)
            usable = inputs if kernel.inputs else wanted & outputs
            parts.append(CallDtypes(inputs=inputs, outputs=outputs) if usable else None)
        self._take_each(parts, self._need.origins)
        met = {dtype for part in parts if part for dtype in part.inputs | part.outputs}
        for dtype, origins in self._need.dtypes:
            if dtype not in met:
                alone = CallDtypes(inputs=frozenset({dtype}), outputs=frozenset({dtype}))
                self.faults.append(unknown_dtypes(self._need.name, alone, self._kernels, origins))

    def _take_each(self, parts: Sequence[CallDtypes | None], origins: Origins) -> None:
        """Of each kernel its part, unless there is none or an earlier kernel takes all of it."""
        taken: list[CallDtypes] = []
        for kernel, part in zip(self._kernels, parts, strict=True):
            if part is None or any(
                part.inputs <= earlier.inputs and part.outputs <= earlier.outputs
                for earlier in taken
            ):
                continue
            taken.append(part)
            self._use(kernel, part, origins)

    def _traits(self, kernel: KernelSpec) -> tuple[str, ...]:
        """What the known calls need of the kernel's traits; all where a call may be unknown."""
        if not self._need.calls_complete or kernel.schema is None:
            return kernel.traits
        needed: set[str] = set()
        for call, _ in self._need.calls:
            needed |= needed_traits(call, kernel.schema, kernel.traits, doubles=self._doubles)
        return tuple(sorted(needed))


def _joined(row: PlannedKernel, other: PlannedKernel) -> PlannedKernel:
    """One row for a function that its library describes twice, for different dtypes."""
    return replace(
        row,
        inputs=in_order([*row.inputs, *other.inputs]),
        outputs=in_order([*row.outputs, *other.outputs]),
        traits=tuple(sorted({*row.traits, *other.traits})),
        needed_by=tuple(dict.fromkeys([*row.needed_by, *other.needed_by])),
    )


def _features(need: Selection) -> tuple[str, ...]:
    """What the models use of the format; all of it where a source is no model.

    An operator that was named without a model can stand in any program.
    """
    complete = not need.everything and all(n.calls_complete for n in need.operators)
    if not complete:
        return tuple(sorted(FEATURES))
    return tuple(
        sorted({f for model in need.models for method in model.methods for f in method.features})
    )


def _methods(models: tuple[ModelInfo, ...]) -> tuple[MethodNeeds, ...]:
    return tuple(
        MethodNeeds(
            model=model.name,
            method=method.name,
            planned_bytes=method.planned_bytes,
            values=method.value_count,
            instructions=method.instruction_count,
            operators=method.operator_count,
            state=method.state,
        )
        for model in models
        for method in model.methods
    )
