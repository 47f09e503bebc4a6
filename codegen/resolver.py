"""One operator against the kernels that have its name: which of them runs which calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from codegen.dtype import DType, in_order
from codegen.extras import NO_EXTRAS, Extras
from codegen.facts import ArgumentFacts, joined, no_facts, widened
from codegen.library import KernelSpec
from codegen.plan import PlannedKernel
from codegen.selection import OperatorNeed, Origin, Origins, merge_origins
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
from codegen.traits import IN_PLACE, TRAITS, traits_of
from codegen.unresolved import Refused, Unresolved, refused_form, shown


@dataclass(slots=True)
class _Taken:
    """What of one kernel is used."""

    forms: list[tuple[ArgumentFacts, ...]] = field(default_factory=list)
    traits: set[str] = field(default_factory=set)
    origins: list[Origin] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """The rows of one operator, and what no kernel takes."""

    rows: tuple[PlannedKernel, ...]
    faults: tuple[Unresolved, ...]
    kernel_of: Mapping[Origin, KernelSpec]
    """Maps where each call is to the kernel that runs it."""


def resolve_operator(
    need: OperatorNeed, kernels: Sequence[KernelSpec], *, doubles: bool, extras: Extras = NO_EXTRAS
) -> Resolved:
    """The kernels of the operator `need` among those of its name, in order of preference.

    A kernel with more dtypes than calls need can hide the one that another call needs. Where no
    other kernel replaces it, the operator has the dtypes of its calls only.
    """
    resolver = Resolver(need, kernels, doubles=doubles, extras=extras)
    rows = resolver.rows()
    faults = resolver.faults()
    if extras.all_dtypes and faults:
        narrow = replace(extras, all_dtypes=False)
        return resolve_operator(need, kernels, doubles=doubles, extras=narrow)
    return Resolved(rows=tuple(rows), faults=tuple(faults), kernel_of=resolver.kernel_of)


class Resolver:
    """One operator against the kernels that have its name, in order of preference."""

    def __init__(
        self,
        need: OperatorNeed,
        kernels: Sequence[KernelSpec],
        *,
        doubles: bool,
        extras: Extras,
    ) -> None:
        self.kernel_of: dict[Origin, KernelSpec] = {}
        self._need = replace(need, calls_complete=need.calls_complete and not extras.all_forms)
        self._extras = extras
        self._kernels = kernels
        self._doubles = doubles
        self._taken: dict[int, _Taken] = {}
        self._refused: dict[tuple[object, ...], tuple[Origins, Refused]] = {}
        self._calls: list[tuple[tuple[ArgumentFacts, ...], int]] = []
        self._uncalled: set[int] = set()
        self._left_out = set() if self._need.calls_complete else _replaceable(kernels)

    def rows(self) -> list[PlannedKernel]:
        """The runtime takes the first row that has a call's dtypes, and checks nothing else.

        A kernel whose row would hide the one that a call needs is left out.
        """
        self._take_all()
        while (hiding := self._hiding()) is not None:
            self._left_out.add(hiding)
            for known in (
                self.kernel_of,
                self._taken,
                self._refused,
                self._calls,
                self._uncalled,
            ):
                known.clear()
            self._take_all()
        return [
            self._row(self._kernels[index], taken, known=index not in self._uncalled)
            for index, taken in sorted(self._taken.items())
        ]

    def _hiding(self) -> int | None:
        """A kernel whose row has the dtypes of a call that a later kernel takes."""
        rows = {index: _joined_all(taken.forms) for index, taken in sorted(self._taken.items())}
        for call, index in self._calls:
            for earlier, row in rows.items():
                if earlier < index and has_dtypes(row, call):
                    return earlier
        return None

    def _take_all(self) -> None:
        if self._need.any_dtype:
            self._take_each([kernel.takes for kernel in self._kernels])
        self._take_calls()
        self._take_keys()
        if self._need.dtypes:
            self._take_dictionary()
        if self._extras.all_dtypes:
            self._take_uncalled()

    def _row(self, kernel: KernelSpec, taken: _Taken, *, known: bool) -> PlannedKernel:
        """The row of `kernel`; `known`: its forms are those of calls."""
        arguments = _joined_all(taken.forms)
        traits = taken.traits | set(self._extras.traits)
        if not (known and self._need.calls_complete):
            traits = {*TRAITS}
            arguments = tuple(
                widened(facts, takes.ranks, row_major=takes.row_major)
                for facts, takes in zip(arguments, kernel.takes, strict=True)
            )
        return PlannedKernel(
            operator=kernel.operator,
            schema=kernel.schema.text,
            signature=cpp_signature(kernel.schema, narrow=kernel.narrow),
            function=kernel.function,
            library=kernel.library,
            header=kernel.header,
            form=kernel.form,
            source=kernel.source,
            companions=kernel.companions,
            inputs=inputs_of(arguments),
            outputs=outputs_of(arguments),
            arguments=arguments,
            in_place=kernel.in_place if IN_PLACE in traits else (),
            traits=tuple(sorted(traits & kernel.traits)),
            needed_by=tuple(shown(merge_origins(taken.origins))),
        )

    def _take_calls(self) -> None:
        for call, origins in self._need.calls:
            forms = [
                form_of_call(call, each.schema, doubles=self._doubles) for each in self._kernels
            ]
            refused = [
                (
                    *(f"it requires {condition}" for condition in each.unmet(call)),
                    *each.overlap_refusals(call),
                )
                for each in self._kernels
            ]
            index = self._take(forms, origins, refused)
            if index is not None:
                kernel = self._kernels[index]
                self.kernel_of |= dict.fromkeys(origins, kernel)
                self._taken[index].traits |= traits_of(call, kernel.schema)
                self._calls.append((forms[index].arguments, index))

    def _take_keys(self) -> None:
        """A kernel key has fewer facts than calls: it is left out where all its calls are known."""
        known = {origin for _, origins in self._need.calls for origin in origins}
        for key, origins in self._need.keys:
            if not known.issuperset(origins):
                self._take([form_of_key(key, each.schema) for each in self._kernels], origins)

    def _take(
        self,
        forms: Sequence[Form],
        origins: Origins,
        unmet: Sequence[tuple[str, ...]] | None = None,
    ) -> int | None:
        """The first kernel that takes its form of a call; the fault where none does.

        `unmet` has for each kernel what else it refuses of the call.
        """
        refused = []
        for index, (kernel, form) in enumerate(zip(self._kernels, forms, strict=True)):
            refusals = form.refusals(kernel.takes)
            if not refusals and unmet is not None:
                refusals = unmet[index]
            if not refusals and index in self._left_out:
                refusals = ("other calls of the same dtypes need another kernel",)
            if not refusals:
                facts = form.within(kernel.takes)
                if self._extras.all_dtypes:
                    facts = _with_every_dtype(facts, kernel.takes)
                self._use(index, facts, origins)
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

    def _take_uncalled(self) -> None:
        """Each kernel that no call needs, unless another one that is taken does all of its work."""
        taken = [self._kernels[index].takes for index in self._taken]
        parts = [
            None
            if index in self._taken or any(_within(kernel.takes, other) for other in taken)
            else kernel.takes
            for index, kernel in enumerate(self._kernels)
        ]
        called = set(self._taken)
        self._take_each(parts)
        self._uncalled |= self._taken.keys() - called

    def _take_each(self, parts: Sequence[tuple[Takes, ...] | None]) -> None:
        """Takes each kernel's part, unless there is none or an earlier kernel takes all of it."""
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


def _with_every_dtype(
    arguments: Sequence[ArgumentFacts], takes: Sequence[Takes]
) -> tuple[ArgumentFacts, ...]:
    """`arguments`, tensors with all dtypes that the kernel takes; an absent one remains absent."""
    return tuple(
        replace(facts, dtypes=each.dtypes) if facts.dtypes else facts
        for facts, each in zip(arguments, takes, strict=True)
    )


def has_dtypes(row: Sequence[ArgumentFacts], call: Sequence[ArgumentFacts]) -> bool:
    """Whether a row of the registry takes the dtypes of `call`."""
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
