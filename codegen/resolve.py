"""Resolution: a need met by an ordered list of kernel libraries, or every reason why it is not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from codegen.dtype import DType
from codegen.errors import ResolutionError
from codegen.features import FEATURES
from codegen.library import SUPPORTED_DTYPES, KernelSpec, Library
from codegen.operator_name import without_overload
from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Argument, Call, ListArg, ModelInfo, TensorArg
from codegen.plan import (
    UNSELECTED_CAPACITY,
    MethodNeeds,
    Plan,
    PlannedKernel,
    RegistryForm,
)
from codegen.selection import KernelKey, OperatorNeed, Origins, Selection
from codegen.traits import needed_traits

_SHOWN_ORIGINS = 3


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
        ResolutionError: all operators, dtypes and delegates without a kernel, each with who needs
            it and the nearest operator that exists.
    """
    by_operator: dict[str, list[KernelSpec]] = defaultdict(list)
    for library in libraries:
        for kernel in library.kernels:
            by_operator[kernel.operator].append(kernel)
    faults = [fault for model in need.models for fault in _delegate_faults(model)]
    rows: list[PlannedKernel] = []
    for operator in _expanded(need, by_operator, faults):
        kernels = by_operator.get(operator.name)
        if not kernels:
            faults.append(_unknown_operator(operator, by_operator))
            continue
        rows += _Resolver(operator, kernels, faults).rows()
    if faults:
        raise ResolutionError(faults)
    chosen, why = _capacity(form, capacity, rows, everything=bool(need.everything))
    return Plan(
        target=target,
        form=form,
        capacity=chosen,
        capacity_from=why,
        operators=tuple(sorted(by_operator)),
        kernels=tuple(rows),
        features=_features(need),
        methods=_methods(need.models),
    )


def _capacity(
    form: RegistryForm, configured: int | None, rows: list[PlannedKernel], *, everything: bool
) -> tuple[int, str]:
    if form is RegistryForm.DYNAMIC and configured is not None:
        return configured, "configured"
    if form is RegistryForm.DYNAMIC and everything:
        return UNSELECTED_CAPACITY, "nothing selected"
    return len(rows), "exact"


def _expanded(
    need: Selection, by_operator: dict[str, list[KernelSpec]], faults: list[str]
) -> list[OperatorNeed]:
    """Each operator by its full name: "all" and "all overloads" spelt out, sorted."""
    needs: dict[str, OperatorNeed] = {}
    for operator in need.operators:
        if not operator.all_overloads:
            needs[operator.name] = operator
    extra: dict[str, Origins] = {}
    for operator in need.operators:
        if not operator.all_overloads:
            continue
        overloads = [name for name in by_operator if without_overload(name) == operator.name]
        if not overloads:
            faults.append(_unknown_operator(operator, by_operator))
        extra |= {name: (*extra.get(name, ()), *operator.origins) for name in overloads}
    if need.everything:
        extra |= {name: (*extra.get(name, ()), *need.everything) for name in by_operator}
    for name, origins in extra.items():
        known = needs.get(name)
        needs[name] = OperatorNeed(
            name=name,
            origins=(*origins, *(known.origins if known else ())),
            any_dtype=True,
            keys=known.keys if known else (),
            dtypes=known.dtypes if known else (),
            calls=known.calls if known else (),
        )
    return [needs[name] for name in sorted(needs)]


@dataclass(slots=True)
class _Taken:
    """What of one kernel is used."""

    inputs: set[DType] = field(default_factory=set)
    outputs: set[DType] = field(default_factory=set)
    origins: list[str] = field(default_factory=list)


class _Resolver:
    """One operator against the kernels that have its name, in order of preference."""

    def __init__(self, need: OperatorNeed, kernels: list[KernelSpec], faults: list[str]) -> None:
        self._need = need
        self._kernels = kernels
        self._faults = faults
        self._taken: dict[KernelSpec, _Taken] = {}

    def rows(self) -> list[PlannedKernel]:
        if self._need.any_dtype:
            self._take_everything()
        for key, origins in self._need.keys:
            inputs, outputs = _split_key(key, self._kernels[0].schema)
            self._take(inputs, outputs, origins)
        if self._need.dtypes:
            self._take_dictionary()
        return [
            PlannedKernel(
                operator=kernel.operator,
                function=kernel.function,
                library=kernel.library,
                source=kernel.source,
                header=kernel.header,
                inputs=_in_order(self._taken[kernel].inputs),
                outputs=_in_order(self._taken[kernel].outputs),
                traits=self._traits(kernel),
                needed_by=tuple(dict.fromkeys(self._taken[kernel].origins)),
            )
            for kernel in self._kernels
            if kernel in self._taken
        ]

    def _use(self, kernel: KernelSpec, origins: Origins) -> _Taken:
        taken = self._taken.setdefault(kernel, _Taken())
        taken.origins += shown(origins)
        return taken

    def _take_everything(self) -> None:
        """Every kernel in full, a later one only for input dtypes that no earlier one has."""
        covered: set[DType] = set()
        for kernel in self._kernels:
            fresh = set(kernel.inputs) - covered
            if fresh or not covered:
                taken = self._use(kernel, self._need.origins)
                taken.inputs |= fresh
                taken.outputs |= set(kernel.outputs)
            covered |= set(kernel.inputs)

    def _take(self, inputs: set[DType], outputs: set[DType], origins: Origins) -> None:
        """The first kernel that takes the dtypes of one kernel key."""
        for kernel in self._kernels:
            if inputs <= set(kernel.inputs) and outputs <= set(kernel.outputs):
                taken = self._use(kernel, origins)
                taken.inputs |= inputs
                taken.outputs |= outputs
                return
        wanted = ", ".join(_in_order(inputs | outputs))
        has = "; ".join(
            f"{kernel.library} has {', '.join(_in_order(set(kernel.inputs) | set(kernel.outputs)))}"
            for kernel in self._kernels
        )
        self._faults.append(
            f"no kernel for {self._need.name} ({wanted}), needed by {_who(origins)}. {has}. "
            "Export the model with one of these dtypes, or add a kernel."
        )

    def _take_dictionary(self) -> None:
        """Each kernel for the dtypes of the dictionary that it has and no earlier one took."""
        wanted = {dtype for dtype, _ in self._need.dtypes}
        left = set(wanted)
        for kernel in self._kernels:
            inputs = left & set(kernel.inputs)
            outputs = wanted & set(kernel.outputs)
            if inputs and outputs:
                taken = self._use(kernel, self._need.origins)
                taken.inputs |= inputs
                taken.outputs |= outputs
                left -= inputs | outputs
        for dtype, origins in self._need.dtypes:
            if dtype in left:
                self._take({dtype}, {dtype}, origins)

    def _traits(self, kernel: KernelSpec) -> tuple[str, ...]:
        """What the known calls need of the kernel's traits; all where a call may be unknown."""
        if not self._need.calls_complete or kernel.schema is None:
            return kernel.traits
        needed: set[str] = set()
        for call, _ in self._need.calls:
            needed |= needed_traits(call, kernel.schema, kernel.traits)
        return tuple(sorted(needed))


def _split_key(key: KernelKey, schema: OperatorSchema | None) -> tuple[set[DType], set[DType]]:
    """Dtypes of the inputs and of the outputs; the result stands at the end, after the outputs.

    An absent optional tensor is not in a key, so that outputs are counted from the end.
    """
    dtypes = [tensor.dtype for tensor in key.tensors]
    if schema is None:
        outputs = 2 if len(dtypes) > 1 else 1
    else:
        in_order = [parameter for parameter in schema.parameters if parameter.output]
        keyword_outputs = 0
        for parameter in reversed(schema.parameters):
            if not parameter.output:
                break
            keyword_outputs += 1
        outputs = keyword_outputs + (1 if schema.returns_tensor else 0)
        if in_order and keyword_outputs == 0:  # in place: aten::copy_(Tensor(a!) self, ...)
            return set(dtypes[: len(dtypes) - outputs]), {dtypes[0], *dtypes[-outputs:]}
    split = max(len(dtypes) - outputs, 0)
    return set(dtypes[:split]), set(dtypes[split:])


def _in_order(dtypes: Iterable[DType]) -> tuple[DType, ...]:
    return tuple(sorted(dtypes, key=lambda dtype: dtype.number))


def _unknown_operator(need: OperatorNeed, known: dict[str, list[KernelSpec]]) -> str:
    name = need.name
    candidates = list(known)
    bare = {without_overload(candidate) for candidate in candidates}
    overloads = [c for c in candidates if without_overload(c) == without_overload(name)]
    nearest = overloads or get_close_matches(name, [*candidates, *bare], n=3)
    hint = f" Nearest that exists: {', '.join(nearest)}." if nearest else ""
    dtypes = sorted({str(t.dtype) for key, _ in need.keys for t in key.tensors})
    what = f"{name} ({', '.join(dtypes)})" if dtypes else name
    return (
        f"no kernel for {what}, needed by {_who(need.origins)}.{hint} "
        "Add a kernel library that has it, or drop the operator."
    )


def _who(origins: Origins) -> str:
    texts = shown(origins)
    more = len(origins) - len(texts)
    return "; ".join(texts) + (f" and {more} more" if more > 0 else "")


def shown(origins: Origins) -> list[str]:
    """The first few origins of each source as text."""
    count: dict[str, int] = defaultdict(int)
    texts = []
    for origin in origins:
        count[origin.source] += 1
        if count[origin.source] <= _SHOWN_ORIGINS:
            texts.append(str(origin))
    return texts


def _delegate_faults(model: ModelInfo) -> list[str]:
    return [
        f"no delegate {delegate}, needed by {model.name}, {method.name}. Kerf runs operators "
        "itself: export the model without lowering it to a backend."
        for method in model.methods
        for delegate in method.delegates
    ]


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
