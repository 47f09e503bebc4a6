"""Resolution: a need met by an ordered list of kernel libraries, or every reason why it is not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from codegen.dtype import DType, in_order
from codegen.facts import ArgumentFacts, joined, no_facts, widened
from codegen.features import FEATURES
from codegen.library import KernelSpec, Library
from codegen.operator_name import without_overload
from codegen.opinfo import Call, ModelInfo
from codegen.plan import (
    UNSELECTED_CAPACITY,
    MethodNeeds,
    Plan,
    PlannedKernel,
    RegistryForm,
)
from codegen.scratch import ScratchError
from codegen.selection import OperatorNeed, Origin, Origins, Selection, merge_origins
from codegen.signature import cpp_signature
from codegen.takes import (
    Form,
    Takes,
    dtypes_text,
    form_of_call,
    form_of_key,
    inputs_of,
    outputs_of,
)
from codegen.temp import largest, temp_needs
from codegen.traits import TRAITS, computes_doubles, traits_of
from codegen.unresolved import (
    Refused,
    Unresolvable,
    Unresolved,
    refused_form,
    shown,
    uncounted_scratch,
    unknown_delegates,
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
    faults = [f for model in need.models for f in unknown_delegates(model)]
    needs = _by_full_name(need, kernels)
    doubles = _doubles(needs, kernels)
    rows: list[PlannedKernel] = []
    kernel_of: dict[str, KernelSpec] = {}
    for operator in needs:
        if operator.name in kernels and not operator.all_overloads:
            resolver = _Resolver(operator, kernels[operator.name], doubles=doubles)
            rows += resolver.rows()
            faults += resolver.faults()
            kernel_of |= resolver.kernel_of
        else:
            faults.append(unknown_operator(operator, kernels))
    methods = [] if faults else _methods(need.models, kernel_of, faults)
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
        features=_features(need),
        methods=tuple(methods),
    )


def _by_operator(libraries: Sequence[Library]) -> Kernels:
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


def _doubles(needs: Sequence[OperatorNeed], kernels: Kernels) -> bool:
    """Whether a number that some call computes may be a double."""
    return any(
        computes_doubles(call, kernel.schema)
        for operator in needs
        for kernel in kernels.get(operator.name, ())
        for call, _ in operator.calls
    )


@dataclass(slots=True)
class _Taken:
    """What of one kernel is used."""

    forms: list[tuple[ArgumentFacts, ...]] = field(default_factory=list)
    traits: set[str] = field(default_factory=set)
    origins: list[Origin] = field(default_factory=list)


class _Resolver:
    """One operator against the kernels that have its name, in order of preference."""

    def __init__(self, need: OperatorNeed, kernels: Sequence[KernelSpec], *, doubles: bool) -> None:
        self.kernel_of: dict[str, KernelSpec] = {}
        self._need = need
        self._kernels = kernels
        self._doubles = doubles
        self._taken: dict[int, _Taken] = {}
        self._refused: dict[tuple[object, ...], tuple[Origins, Refused]] = {}
        self._calls: list[tuple[tuple[ArgumentFacts, ...], int]] = []
        self._left_out = set() if need.calls_complete else _replaceable(kernels)

    def rows(self) -> list[PlannedKernel]:
        """The runtime takes the first row that has a call's dtypes, and checks nothing else.

        A kernel whose row would hide the one that a call needs is left out.
        """
        self._take_all()
        while (hiding := self._hiding()) is not None:
            self._left_out.add(hiding)
            for known in (self.kernel_of, self._taken, self._refused, self._calls):
                known.clear()
            self._take_all()
        return [
            self._row(self._kernels[index], taken) for index, taken in sorted(self._taken.items())
        ]

    def _hiding(self) -> int | None:
        """A kernel whose row has the dtypes of a call that a later kernel takes."""
        rows = {index: _joined_all(taken.forms) for index, taken in sorted(self._taken.items())}
        for call, index in self._calls:
            for earlier, row in rows.items():
                if earlier < index and _has_dtypes(row, call):
                    return earlier
        return None

    def _take_all(self) -> None:
        if self._need.any_dtype:
            self._take_each([kernel.takes for kernel in self._kernels])
        self._take_calls()
        self._take_keys()
        if self._need.dtypes:
            self._take_dictionary()

    def _row(self, kernel: KernelSpec, taken: _Taken) -> PlannedKernel:
        arguments = _joined_all(taken.forms)
        traits = taken.traits
        if not self._need.calls_complete:
            traits = set(TRAITS)
            arguments = tuple(
                widened(facts, takes.ranks)
                for facts, takes in zip(arguments, kernel.takes, strict=True)
            )
        return PlannedKernel(
            operator=kernel.operator,
            schema=kernel.schema.text,
            signature=cpp_signature(kernel.schema),
            function=kernel.function,
            library=kernel.library,
            header=kernel.header,
            form=kernel.form,
            source=kernel.source,
            inputs=inputs_of(arguments),
            outputs=outputs_of(arguments),
            arguments=arguments,
            traits=tuple(sorted(traits)),
            needed_by=tuple(shown(merge_origins(taken.origins))),
        )

    def _take_calls(self) -> None:
        for call, origins in self._need.calls:
            index = self._take(
                [form_of_call(call, each.schema, doubles=self._doubles) for each in self._kernels],
                origins,
            )
            if index is not None:
                kernel = self.kernel_of[repr(call)] = self._kernels[index]
                self._taken[index].traits |= traits_of(call, kernel.schema)
                self._calls.append((self._taken[index].forms[-1], index))

    def _take_keys(self) -> None:
        """A kernel key has fewer facts than calls: it is left out where all its calls are known."""
        known = {origin for _, origins in self._need.calls for origin in origins}
        for key, origins in self._need.keys:
            if not known.issuperset(origins):
                self._take([form_of_key(key, each.schema) for each in self._kernels], origins)

    def _take(self, forms: Sequence[Form], origins: Origins) -> int | None:
        """The first kernel that takes its form of a call; the fault where none does."""
        refused = []
        for index, (kernel, form) in enumerate(zip(self._kernels, forms, strict=True)):
            refusals = form.refusals(kernel.takes)
            if not refusals and index in self._left_out:
                refusals = ("other calls of the same dtypes need another kernel",)
            if not refusals:
                self._use(index, form.within(kernel.takes), origins)
                return index
            refused.append((kernel, refusals))
        self._refuse(dtypes_text(forms[0].inputs, forms[0].outputs), refused, origins)
        return None

    def _refuse(self, dtypes: str, refused: Refused, origins: Origins) -> None:
        """One fault for all calls that are refused for the same reasons."""
        why = (dtypes, *(refusals for _, refusals in refused))
        known, text_of = self._refused.get(why, ((), refused))
        self._refused[why] = (merge_origins([*known, *origins]), text_of)

    def faults(self) -> list[Unresolved]:
        """Every call that no kernel takes, with the reasons; after rows()."""
        return [
            refused_form(self._need.name, str(why[0]), refused, origins)
            for why, (origins, refused) in self._refused.items()
        ]

    def _take_dictionary(self) -> None:
        """Each kernel for the dtypes of the dictionary: any tensor may have any of them."""
        wanted = {dtype for dtype, _ in self._need.dtypes}
        parts = [_cut_to(kernel, wanted) for kernel in self._kernels]
        self._take_each(parts)
        met = {dtype for part in parts for takes in part or () for dtype in takes.dtypes}
        for dtype, origins in self._need.dtypes:
            if dtype not in met:
                why = (f"no argument is {dtype}",)
                self._refuse(dtype, [(kernel, why) for kernel in self._kernels], origins)

    def _take_each(self, parts: Sequence[tuple[Takes, ...] | None]) -> None:
        """Of each kernel its part, unless there is none or an earlier kernel takes all of it."""
        taken: list[tuple[Takes, ...]] = []
        for index, part in enumerate(parts):
            if (
                part is None
                or index in self._left_out
                or any(_within(part, earlier) for earlier in taken)
            ):
                continue
            taken.append(part)
            parameters = self._kernels[index].schema.parameters
            facts = tuple(
                replace(no_facts(parameter), dtypes=takes.dtypes, empty=False)
                for parameter, takes in zip(parameters, part, strict=True)
            )
            self._use(index, facts, self._need.origins)

    def _use(self, index: int, facts: tuple[ArgumentFacts, ...], origins: Sequence[Origin]) -> None:
        taken = self._taken.setdefault(index, _Taken())
        taken.forms.append(facts)
        taken.origins += origins


def _joined_all(forms: Sequence[tuple[ArgumentFacts, ...]]) -> tuple[ArgumentFacts, ...]:
    """What holds in all of `forms`, by argument."""
    return tuple(joined(parts) for parts in zip(*forms, strict=True))


def _has_dtypes(row: Sequence[ArgumentFacts], call: Sequence[ArgumentFacts]) -> bool:
    pairs = zip(row, call, strict=True)
    return all(set(given.dtypes) <= set(facts.dtypes) for facts, given in pairs)


def _replaceable(kernels: Sequence[KernelSpec]) -> set[int]:
    """Kernels that take some ranks, layouts or values only, where another one takes all of theirs.

    They can be preferred only where all calls are known.
    """
    return {
        index
        for index, kernel in enumerate(kernels)
        if any(_form(takes) != _ANY_FORM for takes in kernel.takes)
        and any(
            all(_form(takes) == _ANY_FORM for takes in other.takes)
            and _within(kernel.takes, other.takes)
            for other in kernels
        )
    }


def _cut_to(kernel: KernelSpec, wanted: set[DType]) -> tuple[Takes, ...] | None:
    """What `kernel` takes of tensors of the dtypes `wanted`; None where it takes none of them.

    An argument that can have none of them, as an index or the result of a comparison, may have
    all that it can.
    """
    if not wanted & (set(kernel.inputs) or set(kernel.outputs)):
        return None
    return tuple(
        replace(takes, dtypes=in_order(wanted & set(takes.dtypes) or takes.dtypes))
        for takes in kernel.takes
    )


def _within(part: Sequence[Takes], other: Sequence[Takes]) -> bool:
    """Whether the kernel that takes `other` takes every call that `part` is for."""
    pairs = list(zip(part, other, strict=True))
    return all(
        set(mine.dtypes) <= set(theirs.dtypes) and _form(theirs) in (_ANY_FORM, _form(mine))
        for mine, theirs in pairs
    )


_ANY_FORM = (None, False, None)


def _form(takes: Takes) -> tuple[object, object, object]:
    return takes.ranks, takes.row_major, takes.values


def _conversions(
    rows: Sequence[PlannedKernel], kernels: Kernels
) -> tuple[tuple[DType, DType], ...]:
    """The pairs of dtypes from and to which kernels of `rows` may convert elements."""
    pairs: set[tuple[DType, DType]] = set()
    for row in rows:
        specs = [each for each in kernels[row.operator] if each.function == row.function]
        converts = {name for spec in specs for name in spec.converts}
        for facts in row.arguments:
            if facts.name in converts and "mixed_dtypes" in row.traits:
                pairs |= {(source, to) for source in facts.dtypes for to in row.outputs}
    return tuple(sorted(((a, b) for a, b in pairs if a != b), key=_by_number))


def _by_number(pair: tuple[DType, DType]) -> tuple[int, int]:
    return pair[0].number, pair[1].number


def _features(need: Selection) -> tuple[str, ...]:
    """What the models use of the format; all of it where a source is not a model.

    An operator that was named without a model can be in any program.
    """
    complete = not need.everything and all(n.calls_complete for n in need.operators)
    if not complete:
        return tuple(sorted(FEATURES))
    return tuple(
        sorted({f for model in need.models for method in model.methods for f in method.features})
    )


def _methods(
    models: tuple[ModelInfo, ...],
    kernel_of: Mapping[str, KernelSpec],
    faults: list[Unresolved],
) -> list[MethodNeeds]:
    """What each method needs; a kernel whose scratch cannot be counted is a fault."""
    found = []
    for model in models:
        for method in model.methods:
            temp = set()
            for call in method.calls:
                kernel = kernel_of[repr(replace(call, instruction=0))]
                try:
                    scratch = _scratch_bytes(kernel, call)
                except ScratchError as error:
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
                )
            )
    return found


def _scratch_bytes(kernel: KernelSpec, call: Call) -> int:
    if kernel.scratch is None:
        return 0
    names = [parameter.name for parameter in kernel.schema.parameters]
    return kernel.scratch.bytes_of(dict(zip(names, call.arguments, strict=False)))
