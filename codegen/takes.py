"""What a kernel takes and what a call requires: compared when a target is resolved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from codegen.dtype import DType, in_order
from codegen.facts import ArgumentFacts, Number, facts_of, no_facts
from codegen.operator_schema import OperatorSchema, Parameter
from codegen.opinfo import Call
from codegen.selection import KernelKey, KeyTensor

MOST_DIMENSIONS = 16
"""The most that any tensor has. Source: kMaxRank of the runtime."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """What a kernel takes for one argument; None means anything."""

    name: str
    dtypes: tuple[DType, ...] = ()
    """Dtypes of a tensor or of the items of a list of tensors."""
    ranks: tuple[int, ...] | None = None
    row_major: bool = False
    values: tuple[Number, ...] | None = None
    used: bool = True
    """The kernel looks at it."""

    def refusal(self, facts: ArgumentFacts) -> str:
        """Why the kernel does not take an argument with `facts`; empty where it does."""
        missing = [dtype for dtype in facts.dtypes if dtype not in self.dtypes]
        if missing:
            return f"{self.name} is {', '.join(missing)}, not {one_of(self.dtypes)}"
        if facts.ranks and facts.ranks[-1] > MOST_DIMENSIONS:
            return f"{self.name} has rank {facts.ranks[-1]}, and the most is {MOST_DIMENSIONS}"
        if self.ranks is not None and facts.dtypes:
            if facts.ranks is None:
                return f"{self.name} has a rank that is not known, not {one_of(self.ranks)}"
            if wrong := [rank for rank in facts.ranks if rank not in self.ranks]:
                return f"{self.name} has rank {wrong[0]}, not {one_of(self.ranks)}"
        if self.row_major and facts.permuted:
            return f"{self.name} is not row-major"
        if self.values is not None and facts.value not in self.values and not facts.empty:
            known = "computed" if facts.value is None else facts.value
            return f"{self.name} is {known}, not {one_of(self.values)}"
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What one call, or one kernel key, requires of the kernel that runs it."""

    arguments: tuple[ArgumentFacts, ...]
    exact: bool
    """It is of a call. A key does not assign dtypes to arguments: each argument that is read may
    have any dtype of those that are read, and likewise for those that are written."""

    def refusals(self, takes: Sequence[Takes]) -> tuple[str, ...]:
        """Everything in this form that a kernel with `takes` does not take."""
        if self.exact:
            pairs = zip(takes, self.arguments, strict=True)
            return tuple(text for each, facts in pairs if (text := each.refusal(facts)))
        return tuple(
            f"{role} is {dtype}, not {one_of(have)}"
            for role, wanted, have in (
                ("an input", self.inputs, self._taken(takes, "read")),
                ("an output", self.outputs, self._taken(takes, "written")),
            )
            for dtype in wanted
            if dtype not in have
        )

    def within(self, takes: Sequence[Takes]) -> tuple[ArgumentFacts, ...]:
        """The facts of the arguments, cut to what the kernel takes where they are not exact."""
        if self.exact:
            return self.arguments
        return tuple(
            replace(facts, dtypes=tuple(d for d in facts.dtypes if d in each.dtypes))
            for facts, each in zip(self.arguments, takes, strict=True)
        )

    def _taken(self, takes: Sequence[Takes], use: str) -> tuple[DType, ...]:
        pairs = zip(takes, self.arguments, strict=True)
        return in_order(d for each, facts in pairs if getattr(facts, use) for d in each.dtypes)

    @property
    def inputs(self) -> tuple[DType, ...]:
        """The dtypes of the tensors that are read."""
        return inputs_of(self.arguments)

    @property
    def outputs(self) -> tuple[DType, ...]:
        """The dtypes of the tensors that are written."""
        return outputs_of(self.arguments)


def form_of_call(call: Call, schema: OperatorSchema, *, doubles: bool) -> Form:
    """The form of `call`; arguments beyond the schema's parameters are its result."""
    given = call.arguments[: len(schema.parameters)]
    facts = [
        facts_of(parameter, argument, doubles=doubles)
        for parameter, argument in zip(schema.parameters, given, strict=False)
    ]
    facts += [no_facts(parameter) for parameter in schema.parameters[len(given) :]]
    return Form(arguments=tuple(facts), exact=True)


def form_of_key(key: KernelKey, schema: OperatorSchema) -> Form:
    """The form of a call from its kernel key: of a list the first tensor, nothing of absent ones.

    Since absent optional tensors leave no trace, outputs are counted from the end. Where that is
    not exact, a dtype is both an input's and an output's.
    """
    tensors = [parameter for parameter in schema.parameters if parameter.tensor]
    written = [parameter for parameter in tensors if parameter.output and parameter.keyword_only]
    repeated = schema.returns_tensor or len(key.tensors) > len(tensors)
    start = max(len(key.tensors) - len(written) - (1 if repeated else 0), 0)
    in_place = [
        tensor
        for tensor, parameter in zip(key.tensors[:start], tensors, strict=False)
        if parameter.output
    ]
    outputs = [*key.tensors[start:], *in_place]
    return Form(
        arguments=tuple(
            _of_role(parameter, key.tensors[:start], outputs) for parameter in schema.parameters
        ),
        exact=False,
    )


def _of_role(
    parameter: Parameter, inputs: Sequence[KeyTensor], outputs: Sequence[KeyTensor]
) -> ArgumentFacts:
    facts = no_facts(parameter)
    if not parameter.tensor:
        return facts
    chosen = outputs if parameter.output else inputs
    return replace(facts, dtypes=in_order(tensor.dtype for tensor in chosen), empty=False)


def inputs_of(arguments: Iterable[ArgumentFacts]) -> tuple[DType, ...]:
    """The dtypes that tensors which are read have."""
    return in_order(dtype for facts in arguments if facts.read for dtype in facts.dtypes)


def outputs_of(arguments: Iterable[ArgumentFacts]) -> tuple[DType, ...]:
    """The dtypes that tensors which are written have."""
    return in_order(dtype for facts in arguments if facts.written for dtype in facts.dtypes)


def one_of(choices: Iterable[object]) -> str:
    """`Int, Long or Float`; `none of any kind` where there is none."""
    texts = [str(choice) for choice in choices]
    if len(texts) < 2:
        return texts[0] if texts else "of any dtype that it takes"
    return f"{', '.join(texts[:-1])} or {texts[-1]}"


def dtypes_text(inputs: Iterable[DType], outputs: Iterable[DType]) -> str:
    """The sets for people: `Int, Long -> Float`, or one of them where the other adds nothing."""
    read, written = ", ".join(in_order(inputs)), ", ".join(in_order(outputs))
    if not written or read == written:
        return read or "no tensor"
    return f"{read} -> {written}" if read else written
