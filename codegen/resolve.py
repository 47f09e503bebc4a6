"""Resolution: a need met by an ordered list of kernel libraries, or every reason why it is not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from codegen.dtype import PART_OF, DType
from codegen.expression import ExpressionError
from codegen.extras import NO_EXTRAS, Extras
from codegen.features import COMPLEX_DTYPES, FEATURES, RANDOM
from codegen.library import BackendSpec, KernelSpec, Library
from codegen.operator_name import without_overload
from codegen.opinfo import DelegateInfo, ModelInfo
from codegen.plan import (
    UNSELECTED_CAPACITY,
    DelegateNeeds,
    MethodNeeds,
    Plan,
    PlannedKernel,
    RegistryForm,
)
from codegen.promotion import promotions
from codegen.resolver import resolve_operator
from codegen.selection import OperatorNeed, Origin, Selection, merge_origins
from codegen.temp import largest, temp_needs
from codegen.traits import computes_doubles
from codegen.unresolved import (
    Unresolvable,
    Unresolved,
    uncounted_scratch,
    unknown_delegates,
    unknown_operator,
)

Kernels = Mapping[str, Sequence[KernelSpec]]
"""Maps an operator to its kernels, in order of preference."""


def resolve(
    need: Selection,
    libraries: Sequence[Library],
    *,
    target: str,
    form: RegistryForm,
    capacity: int | None,
    extras: Extras = NO_EXTRAS,
    checks_programs: bool = True,
    describes_itself: bool = True,
    threads: int = 1,
    profile: bool = False,
) -> Plan:
    """The plan in which each needed operator has one kernel for each combination of dtypes.

    `capacity` is the user's choice of registry rows, None for the exact number; `extras` is what
    the binary supports although nothing needs it; `threads` is the parts of a call, at most;
    `profile` whether instructions can be timed.

    Raises:
        Unresolvable: all operators, dtypes and delegates without a kernel, each with who needs
            it and the nearest operator that exists.

    """
    kernels = kernels_by_operator(libraries)
    backends = _backends(need.models, libraries)
    ids = {backend.id for backend in backends}
    faults = [f for model in need.models for f in unknown_delegates(model, ids)]
    needs = _by_full_name(need, kernels)
    doubles = computes_any_double(needs, kernels)
    rows: list[PlannedKernel] = []
    kernel_of: dict[Origin, KernelSpec] = {}
    for operator in needs:
        if operator.name in kernels and not operator.all_overloads:
            resolved = resolve_operator(
                operator, kernels[operator.name], doubles=doubles, extras=extras
            )
            rows += resolved.rows
            faults += resolved.faults
            kernel_of |= resolved.kernel_of
        else:
            faults.append(unknown_operator(operator, kernels))
    methods = [] if faults else _methods(need.models, kernel_of, backends, faults)
    if faults:
        raise Unresolvable(faults)
    chosen, why = _capacity(form, capacity, rows, everything=bool(need.everything))
    return Plan(
        target=target,
        form=form,
        capacity=chosen,
        capacity_from=why,
        kernels=tuple(rows),
        conversions=_conversions(rows, kernels),
        features=tuple(sorted({*_features(need, rows, kernels), *extras.features})),
        methods=tuple(methods),
        checks_programs=checks_programs,
        describes_itself=describes_itself,
        threads=threads,
        backends=backends,
        profile=profile,
    )


def _backends(models: Iterable[ModelInfo], libraries: Sequence[Library]) -> tuple[BackendSpec, ...]:
    """The backends that delegates of `models` name; of several, that of the first library."""
    wanted = {id for model in models for method in model.methods for id in method.backends}
    found = {
        each.id: each
        for library in reversed(libraries)
        for each in reversed(library.backends)
        if each.id in wanted
    }
    return tuple(found[id] for id in sorted(found))


def kernels_by_operator(libraries: Sequence[Library]) -> Kernels:
    """The kernels of all `libraries`."""
    kernels: dict[str, list[KernelSpec]] = defaultdict(list)
    for library in libraries:
        for kernel in library.kernels:
            kernels[kernel.operator].append(kernel)
    return dict(kernels)


def _capacity(
    form: RegistryForm, configured: int | None, rows: list[PlannedKernel], *, everything: bool
) -> tuple[int, str]:
    if form is RegistryForm.DYNAMIC and configured is not None:
        return configured, "configured"
    if form is RegistryForm.DYNAMIC and everything:
        return UNSELECTED_CAPACITY, "nothing selected"
    return len(rows), "exact"


def _by_full_name(need: Selection, kernels: Kernels) -> list[OperatorNeed]:
    """Each operator by its full name, sorted: "all" and "all overloads" become the names meant.

    An operator whose overloads are requested remains as it is where it has none.
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


def computes_any_double(needs: Iterable[OperatorNeed], kernels: Kernels) -> bool:
    """Whether a number that some call computes may be a double."""
    return any(
        computes_doubles(call, kernel.schema)
        for operator in needs
        for kernel in kernels.get(operator.name, ())
        for call, _ in operator.calls
    )


def _conversions(
    rows: Sequence[PlannedKernel], kernels: Kernels
) -> tuple[tuple[DType, DType], ...]:
    """The pairs of dtypes from and to which kernels of `rows` may convert elements."""
    pairs: set[tuple[DType, DType]] = set()
    for row in rows:
        for spec in kernels[row.operator]:
            if spec.function == row.function and "mixed_dtypes" in row.traits:
                pairs |= _converted(row, spec)
    # Complex elements are converted as their parts.
    pairs = {(a, b) for a, b in pairs if a != b}
    pairs |= {(PART_OF.get(a, a), PART_OF.get(b, b)) for a, b in pairs}
    distinct = ((a, b) for a, b in pairs if a != b)
    return tuple(sorted(distinct, key=lambda pair: (pair[0].number, pair[1].number)))


def _converted(row: PlannedKernel, spec: KernelSpec) -> set[tuple[DType, DType]]:
    operands = [facts for facts in row.arguments if facts.name in spec.converts]
    if spec.promotes:
        numbers = [facts for facts in row.arguments if facts.kinds and facts.type == "Scalar"]
        return promotions(operands, numbers)
    pairs = {(source, to) for facts in operands for source in facts.dtypes for to in row.outputs}
    small = [to for to in row.outputs if to in (DType.Half, DType.BFloat16)]
    for facts in operands:
        if facts.name in spec.unrounded:
            pairs |= {(source, DType.Float) for source in facts.dtypes if set(small) - {source}}
    return pairs


def _features(need: Selection, rows: Sequence[PlannedKernel], kernels: Kernels) -> tuple[str, ...]:
    """What the models use of the format; all of it where a source is not a model.

    An operator that was named without a model can be in any program, but only with the dtypes and
    the generator of the kernels that are there, and without delegates: models name the backends.
    """
    found = {f for model in need.models for method in model.methods for f in method.features}
    if need.everything or not all(n.calls_complete for n in need.operators):
        found |= set(FEATURES) - {"delegate_call"}
    if need.everything:  # a program with delegates is refused by the id of its backend
        found.add("delegate_call")
    if any(dtype in PART_OF for row in rows for facts in row.arguments for dtype in facts.dtypes):
        found.add(COMPLEX_DTYPES)
    if any(
        spec.random and spec.function == r.function for r in rows for spec in kernels[r.operator]
    ):
        found.add(RANDOM)
    return tuple(sorted(found))


def _methods(
    models: tuple[ModelInfo, ...],
    kernel_of: Mapping[Origin, KernelSpec],
    backends: Sequence[BackendSpec],
    faults: list[Unresolved],
) -> list[MethodNeeds]:
    """What each method needs; a kernel whose scratch cannot be counted is a fault."""
    found = []
    backend_of = {backend.id: backend for backend in backends}
    for model in models:
        for method in model.methods:
            temp = set()
            for call in method.calls:
                kernel = kernel_of[Origin.of(call, model=model.name, method=method.name)]
                try:
                    scratch = kernel.scratch_bytes(call)
                except ExpressionError as error:
                    faults.append(uncounted_scratch(call, str(error), model.name, method.name))
                    continue
                temp.add(temp_needs(call, kernel.schema, scratch))
            found.append(
                MethodNeeds(
                    model=model.name,
                    method=method.name,
                    planned_bytes=method.planned_bytes,
                    values=method.value_count,
                    instructions=method.instruction_count,
                    operators=method.operator_count,
                    state=method.state,
                    temp=largest(temp),
                    delegates=tuple(
                        _delegate_needs(delegate, backend_of[delegate.id])
                        for delegate in method.delegates
                    ),
                )
            )
    return found


def _delegate_needs(delegate: DelegateInfo, backend: BackendSpec) -> DelegateNeeds:
    arguments = max((count for _, count in delegate.calls), default=0)
    temp_bytes = backend.temp_bytes + backend.argument_bytes * arguments
    return DelegateNeeds(
        backend=delegate.id,
        spec_count=delegate.spec_count,
        arguments=arguments,
        handle_bytes=-(-backend.handle_bytes // 8) * 8,
        # Scratch is aligned to 16 in an arena that is to 8.
        temp_bytes=-(-temp_bytes // 8) * 8
        + (8 + -(-delegate.scratch_bytes // 8) * 8 if delegate.scratch_bytes else 0),
    )
