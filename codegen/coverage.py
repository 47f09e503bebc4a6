"""Coverage: whether a binary, by its description alone, runs a model; else everything missing.

A yes is a proof: each call finds a kernel that was made for calls like it. A no means that the
binary was not made for a call, even where its kernel happens not to need what is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import zip_longest

from codegen.argument_check import argument_faults
from codegen.description import DescribedKernel, Description, TargetSizes
from codegen.expression import ExpressionError
from codegen.facts import ArgumentFacts
from codegen.features import KERNEL_FEATURES, STATE_FEATURES
from codegen.library import KernelSpec, Library
from codegen.operator_schema import OperatorSchema, Parameter
from codegen.opinfo import Call, MethodInfo, ModelInfo
from codegen.resolve import kernels_by_operator
from codegen.selection import Origin, Origins, merge_origins
from codegen.state import memory_bytes
from codegen.takes import form_of_call, one_of
from codegen.temp import temp_bytes, temp_needs
from codegen.traits import TRAITS, computes_doubles, traits_of

_NONE = "none: "
_ALL_FORMS = '[select] traits = "all"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """One thing that a model needs and a binary does not have."""

    kind: str
    """`operator`, `dtype`, `argument`, `trait`, `feature`, `capacity`, `delegate`,
    `planned memory`, `method memory` or `scratch`."""
    text: str
    change: str
    """The TOML that adds it, or what else to do."""
    origins: Origins

    @property
    def addable(self) -> bool:
        """Whether a target can have it."""
        return not self.change.startswith(_NONE)


def missing(
    model: ModelInfo, description: Description, libraries: Sequence[Library]
) -> tuple[Missing, ...]:
    """All that the binary of `description` lacks to run `model`; empty where it runs it.

    `libraries` give names of parameters and scratch of kernels; operators that they do not have are
    compared by position, and their scratch is not known.
    """
    kernels: dict[str, list[DescribedKernel]] = {}
    for kernel in description.kernels:
        kernels.setdefault(kernel.operator, []).append(kernel)
    specs = kernels_by_operator(libraries)
    doubles = any(
        computes_doubles(call, spec.schema)
        for method in model.methods
        for call in method.calls
        for spec in specs.get(call.operator, ())[:1]
    )
    found: list[Missing] = []
    for method in model.methods:
        whole = Origin(source=model.name, method=method.name)
        found += _at(whole, _delegates(method, description))
        found += _at(whole, _features(method, description))
        for call in method.calls:
            rows, known = kernels.get(call.operator, ()), specs.get(call.operator, ())
            origin = Origin.of(call, model=model.name, method=method.name)
            found += _at(origin, _of_call(call, rows, known, doubles))
        found += _at(whole, _memory(model, method, description, specs, doubles))
    merged = _merged(found)
    return (*merged, *_capacity(merged, description, model))


def _at(origin: Origin, found: Iterable[Missing]) -> list[Missing]:
    return [replace(each, origins=(origin,)) for each in found]


def _merged(found: Iterable[Missing]) -> tuple[Missing, ...]:
    """Each once, with the origins of all that are the same."""
    origins: dict[Missing, list[Origin]] = {}
    for each in found:
        origins.setdefault(replace(each, origins=()), []).extend(each.origins)
    return tuple(replace(each, origins=merge_origins(of)) for each, of in origins.items())


def _delegates(method: MethodInfo, description: Description) -> Iterator[Missing]:
    for delegate in method.backends:
        if delegate not in description.backends:
            change = f"{_NONE}link a library with this backend, or export without lowering to it"
            yield _lack("delegate", f"delegate {delegate}", change)


def _features(method: MethodInfo, description: Description) -> Iterator[Missing]:
    for name in method.features:
        if name not in description.features:
            kernel = name in KERNEL_FEATURES
            change = "a kernel with such dtypes" if kernel else f'[select] features = ["{name}"]'
            yield _lack("feature", f"{name} of the program format", change)


def _of_call(
    call: Call, rows: Sequence[DescribedKernel], specs: Sequence[KernelSpec], doubles: bool
) -> Iterator[Missing]:
    name = call.operator
    if not rows:
        yield _lack("operator", name, f'[select] ops = ["{name}"]')
        return
    faults = argument_faults(call, specs[0].schema) if specs else ()
    if faults:
        for text in faults:
            yield _lack(
                "argument", f"{name}: {text}", f"{_NONE}no kernel takes it; export it again"
            )
        return
    names = specs[0].schema.names if specs else []
    refusals = []
    for row in rows:
        facts = _facts(call, row, doubles)
        wrong = list(_dtypes(row, facts, names))
        if not wrong:
            yield from _forms(call, row, facts, names)
            possible = specs[0].traits if specs else frozenset(TRAITS)
            yield from _traits(call, row, possible)
            return
        refusals.append(wrong)
    for argument, dtypes in min(refusals, key=len):
        change = ", ".join(f'"{dtype}"' for dtype in dtypes)
        yield _lack(
            "dtype",
            f"{name}: {argument} of {', '.join(dtypes)}",
            f'[select] dtypes = {{ "{name}" = [{change}] }}',
        )


def _lack(kind: str, text: str, change: str) -> Missing:
    return Missing(kind=kind, text=text, change=change, origins=())


def _schema(row: DescribedKernel) -> OperatorSchema:
    """What a description records of the operator's schema."""
    parameters = tuple(
        Parameter(
            name=facts.name,
            type=facts.type,
            output=facts.written,
            keyword_only=facts.written and not facts.read,
        )
        for facts in row.arguments
    )
    return OperatorSchema(name=row.operator, text="", parameters=parameters, returned="")


def _facts(call: Call, row: DescribedKernel, doubles: bool) -> tuple[ArgumentFacts, ...]:
    """The facts of the call's arguments; of a number whose schema is not known, of its kind."""
    return form_of_call(call, _schema(row), doubles=doubles).arguments


def _dtypes(
    row: DescribedKernel, facts: Sequence[ArgumentFacts], names: Sequence[str]
) -> Iterator[tuple[str, list[str]]]:
    """The arguments that have dtypes which the row does not take, and these dtypes."""
    for index, (have, wanted) in enumerate(zip(row.arguments, facts, strict=True)):
        if lacking := [str(dtype) for dtype in wanted.dtypes if dtype not in have.dtypes]:
            yield _named(index, names), lacking


def _named(index: int, names: Sequence[str]) -> str:
    return names[index] if index < len(names) else f"argument {index}"


def _forms(
    call: Call, row: DescribedKernel, facts: Sequence[ArgumentFacts], names: Sequence[str]
) -> Iterator[Missing]:
    """What the kernel that runs the call was not made for, apart from dtypes."""
    for index, (have, wanted) in enumerate(zip(row.arguments, facts, strict=True)):
        for text in _argument(have, wanted):
            what = f"{call.operator}: {_named(index, names)} {text}"
            yield _lack("argument", what, _ALL_FORMS)


def _traits(call: Call, row: DescribedKernel, possible: Set[str]) -> Iterator[Missing]:
    """The traits of the call that no selected one had; `possible` are those that matter to it."""
    for trait in sorted((traits_of(call, _schema(row)) & possible) - set(row.traits)):
        yield _lack("trait", f"{call.operator}: {trait}", f'[select] traits = ["{trait}"]')


def _argument(have: ArgumentFacts, wanted: ArgumentFacts) -> Iterator[str]:
    """In which ways an argument differs from those of all calls that were selected."""
    known = have.ranks if have.ranks is not None else wanted.ranks or ()
    if strange := [rank for rank in wanted.ranks or () if rank not in known]:
        yield f"has rank {strange[0]}, not {one_of(known)}"
    if wanted.permuted and not have.permuted:
        yield "is not row-major"
    if wanted.absent and not have.absent:
        yield "is absent"
    if have.empty and not wanted.empty and not (have.read or have.written):
        yield "has a value"
    elif kinds := [kind for kind in wanted.kinds if kind not in have.kinds]:
        yield f"is of kind {kinds[0]}, not {one_of(have.kinds)}"
    elif not wanted.empty and have.value is not None and repr(have.value) != repr(wanted.value):
        shown = "computed or of several values" if wanted.value is None else wanted.value
        yield f"is {shown}, not {have.value}"


def _memory(
    model: ModelInfo,
    method: MethodInfo,
    description: Description,
    specs: Mapping[str, Sequence[KernelSpec]],
    doubles: bool,
) -> Iterator[Missing]:
    """Memory beyond that of the models that the binary was made for."""
    sizes = description.sizes
    if sizes.method_bytes is None:
        return  # made for no model: the caller decides how much there is
    change = f'[select] models = ["{model.name}"]'
    pairs = zip_longest(method.planned_bytes, description.planned_bytes, fillvalue=0)
    for number, (wanted, there) in enumerate(pairs, start=1):
        if wanted > there:
            text = f"memory {number}: {wanted:,} B, and {there:,} B were planned"
            yield _lack("planned memory", text, change)
    wanted = method_bytes(method, description)
    if wanted > sizes.method_bytes:
        text = f"method arena: {wanted:,} B, and {sizes.method_bytes:,} B were planned"
        yield _lack("method memory", text, change)
    try:
        temp = max((_temp(call, specs, sizes, doubles) for call in method.calls), default=0)
    except ExpressionError as error:
        yield _lack("scratch", f"temp arena: {error}", f"{_NONE}no target takes the model")
        return
    if sizes.temp_bytes is not None and temp > sizes.temp_bytes:
        text = f"temp arena: {temp:,} B, and {sizes.temp_bytes:,} B were planned"
        yield _lack("scratch", text, change)


def method_bytes(method: MethodInfo, description: Description) -> int:
    """What `Method::load` takes from a method arena."""
    stateless = STATE_FEATURES.isdisjoint(description.features)
    return memory_bytes(
        instructions=method.instruction_count,
        operators=method.operator_count,
        capacity=description.capacity,
        values=None if stateless else method.value_count,
        state=method.state,
        slot=description.sizes.slot,
    )


def _temp(
    call: Call,
    specs: Mapping[str, Sequence[KernelSpec]],
    sizes: TargetSizes,
    doubles: bool,
) -> int:
    """What a call takes from the temp arena. Raises ExpressionError where it cannot be counted."""
    for spec in specs.get(call.operator, ()):
        if not form_of_call(call, spec.schema, doubles=doubles).refusals(spec.takes):
            needs = temp_needs(call, spec.schema, spec.scratch_bytes(call))
            return temp_bytes(needs, tensor=sizes.tensor, optional_tensor=sizes.optional_tensor)
    return 0


def _capacity(
    found: Sequence[Missing], description: Description, model: ModelInfo
) -> Iterator[Missing]:
    """Whether the rows of the missing operators fit into a registry of a capacity that was set."""
    rows = len(description.kernels)
    wanted = rows + sum(each.kind in ("operator", "dtype") for each in found)
    chosen = description.dynamic and description.capacity != rows
    if chosen and wanted > description.capacity:
        yield Missing(
            kind="capacity",
            text=f"{wanted} rows in the registry, which has {description.capacity}",
            change=f"[registry] capacity = {wanted}",
            origins=(Origin(source=model.name),),
        )
