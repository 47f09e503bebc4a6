"""Instructions of each call of a method: where a target's time goes, layer by layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from codegen.errors import NotVerified
from codegen.opinfo import Call, MethodInfo
from codegen.optimize.roles import Operators
from codegen.profile import Event, Profile
from codegen.pte import read_model
from tasks.bench.macs import is_int8, macs_of, shape_of
from tasks.bench.references import bound_of
from tasks.bench.target import Bench
from tasks.building.planning import known_operators
from tasks.run.outcome import Phase
from tasks.table import aligned

HEAD = ("call", "operator", "shape", "MACs", "instructions", "per MAC", "of bound", "est. cycles")
WORST = 5
"""How many layers are named below the table: those that lose most to the bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One call of a method, what it computes and what it took."""

    call: Call
    macs: int
    instructions: int
    cycles: int
    """The estimate; 0 where the core's timing is not known."""
    bound: float
    """MACs that one instruction computes at best; see peers.toml."""

    @property
    def share(self) -> float | None:
        """Instructions at the bound for each that it takes; None of what has no MACs."""
        return self.macs / self.bound / self.instructions if self.macs else None

    @property
    def lost(self) -> float:
        """Instructions beyond the bound."""
        return self.instructions - self.macs / self.bound if self.macs else 0


def layers_of(bench: Bench, model: Path, timeout_s: float) -> Iterator[tuple[str, list[Layer]]]:
    """Each method of a model that has cases, with its layers in the order of their calls.

    Raises:
        NotVerified: nothing can be counted here, or the method's calls are not known beforehand.
        VerifyError: the run takes too long or ends with a fault.

    """
    infos = {info.name: info for info in read_model(model).methods}
    operators = known_operators()
    for name, phases in executions(bench, model, timeout_s):
        yield name, list(_layers(infos[name], phases, bench.file.isa, operators))


def executions(
    bench: Bench, model: Path, timeout_s: float
) -> Iterator[tuple[str, Sequence[Phase]]]:
    """The phases of a run of the first case of each method that has any.

    Raises:
        NotVerified, VerifyError: see layers_of().

    """
    cases, minimal = bench.cases_of(model), replace(bench.minimal, timeout_s=timeout_s)
    for method in cases.methods:
        first = replace(method, cases=method.cases[:1])
        if bench.emulator is None:
            yield method.name, minimal.count_on_host(cases, first, kernels=True)
            continue
        run = minimal.emulation(cases, first, bench.emulator, kernels=True)
        if not run.phases:
            raise NotVerified(f"{bench.name}: instructions are not counted: {run.uncounted}")
        yield method.name, run.phases


def _layers(
    info: MethodInfo, phases: Sequence[Phase], isa: Sequence[str], operators: Operators
) -> Iterator[Layer]:
    """The calls with the instructions from each one's kernel to the next one's."""
    counts = list(execution(phases))[1:]
    if len(counts) != len(info.calls):
        raise NotVerified(
            f"{info.name}: {len(counts)} calls ran, the program lists {len(info.calls)}: layers of "
            "methods with control flow are not shown."
        )
    for call, phase in zip(info.calls, counts, strict=True):
        yield Layer(
            call=call,
            macs=macs_of(call, operators),
            instructions=phase.instructions,
            cycles=phase.cycles,
            bound=bound_of(isa, int8=is_int8(call)),
        )


def execution(phases: Iterable[Phase]) -> Iterator[Phase]:
    """The phases of the first execution: what precedes its kernels, then each of them."""
    executing = False
    for phase in phases:
        if executing and phase.name == "done":
            return
        executing = executing or phase.name == "execute"
        if executing:
            yield phase


def profile_of(method: str, layers: Sequence[Layer]) -> Profile:
    """The layers as a profile, one after the other, whose unit is instructions."""
    ends = list(accumulate(layer.instructions for layer in layers))
    return Profile(
        method=method,
        unit="instructions",
        events=tuple(
            Event(
                run=0,
                chain=0,  # instructions are counted over all of them
                instruction=layer.call.instruction,
                operator=layer.call.operator,
                begin=end - layer.instructions,
                end=end,
            )
            for layer, end in zip(layers, ends, strict=True)
        ),
    )


def table(layers: Sequence[Layer], *, cycles: bool = False) -> Iterator[str]:
    """The layers as lines, with estimated cycles if wanted, then those that lose most."""
    width = len(HEAD) if cycles else len(HEAD) - 1
    rows = [HEAD[:width]]
    for index, layer in enumerate(layers):
        share = "" if layer.share is None else f"{layer.share:.0%}"
        per_mac = f"{layer.instructions / layer.macs:.2f}" if layer.macs else ""
        macs = f"{layer.macs:,}" if layer.macs else ""
        name, shape = layer.call.operator, shape_of(layer.call)
        row = (str(index), name, shape, macs, f"{layer.instructions:,}", per_mac, share)
        rows.append((*row, f"{layer.cycles:,}")[:width])
    products = sum(layer.macs for layer in layers)
    total = sum(layer.instructions for layer in layers)
    mean = f"{total / products:.2f}" if products else ""
    estimate = sum(layer.cycles for layer in layers)
    everything = ("", "all", "", f"{products:,}", f"{total:,}", mean, "", f"{estimate:,}")
    yield from aligned("><<>>>>>"[:width], [*rows, everything[:width]])
    numbered = [(index, layer) for index, layer in enumerate(layers) if layer.lost > 0]
    for index, layer in sorted(numbered, key=lambda each: -each[1].lost)[:WORST]:
        yield (
            f"call {index}, {layer.call.operator}: {layer.lost:,.0f} instructions beyond the bound "
            f"of {layer.bound:g} MACs in one, {layer.lost / total:.0%} of all"
        )
