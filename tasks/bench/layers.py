"""Instructions of each call of a method: where a target's time goes, layer by layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from codegen.c_names import function_name
from codegen.errors import NotVerified
from codegen.opinfo import Call, MethodInfo
from codegen.profile import Event, Profile
from codegen.pte import read_model
from tasks.bench.macs import is_int8, macs_of, shape_of
from tasks.bench.references import bound_of
from tasks.bench.target import Bench
from tasks.building.planning import known_operators
from tasks.running.callgrind import count_on_host
from tasks.running.calls_block import calls_block
from tasks.running.cases import MethodCases
from tasks.running.emulator import emulate
from tasks.running.outcome import Phase
from tasks.table import aligned

HEAD = ("call", "operator", "shape", "MACs", "instructions", "per MAC", "of bound")
WORST = 5
"""How many layers are named below the table: those that lose most to the bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One call of a method, what it computes and what it took."""

    call: Call
    macs: int
    instructions: int
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
    cases = bench.cases_of(model)
    infos = {info.name: info for info in read_model(model).methods}
    for method in cases.methods:
        only_first = MethodCases(name=_called(bench, model, method), cases=method.cases[:1])
        phases = _phases(bench, model, only_first, timeout_s)
        yield method.name, list(_layers(infos[method.name], phases, bench.isa))


def _called(bench: Bench, model: Path, method: MethodCases) -> str:
    """The name by which the application finds a method."""
    form = bench.target.runtime
    compiled = form.form == "compiled"
    return function_name(model.name, method.name, form.prefix) if compiled else method.name


def _phases(bench: Bench, model: Path, method: MethodCases, timeout_s: float) -> Sequence[Phase]:
    if bench.emulator is None:
        minimal = bench.program.with_name("minimal")
        return count_on_host(minimal, model, method, timeout_s=timeout_s, kernels=True)
    inputs = [case.inputs for case in method.cases]
    block = calls_block(method.name, inputs, model.stat().st_size)
    form = bench.target.runtime
    linked = form.form == "compiled" and form.weights == "linked"
    emulation = emulate(
        bench.emulator,
        bench.program,
        None if linked else model,
        block,
        root=bench.root,
        timeout_s=timeout_s,
        kernels=True,
    )
    if not emulation.phases:
        raise NotVerified(f"{bench.name}: instructions are not counted: {emulation.uncounted}")
    return emulation.phases


def _layers(info: MethodInfo, phases: Sequence[Phase], isa: Sequence[str]) -> Iterator[Layer]:
    """The calls with the instructions from each one's kernel to the next one's."""
    counts, operators = list(_kernels(phases)), known_operators()
    if len(counts) != len(info.calls):
        raise NotVerified(
            f"{info.name}: {len(counts)} calls ran, the program lists {len(info.calls)}: layers of "
            "methods with control flow are not shown."
        )
    for call, instructions in zip(info.calls, counts, strict=True):
        yield Layer(
            call=call,
            macs=macs_of(call, operators),
            instructions=instructions,
            bound=bound_of(isa, int8=is_int8(call)),
        )


def _kernels(phases: Iterable[Phase]) -> Iterator[int]:
    """The instructions of the kernels of the first execution."""
    executing = False
    for phase in phases:
        if phase.name == "execute":
            executing = True
        elif executing and phase.name == "done":
            return
        elif executing:
            yield phase.instructions


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


def table(layers: Sequence[Layer]) -> Iterator[str]:
    """The layers as lines, then those that lose most to the bound."""
    rows = [HEAD]
    for index, layer in enumerate(layers):
        share = "" if layer.share is None else f"{layer.share:.0%}"
        per_mac = f"{layer.instructions / layer.macs:.2f}" if layer.macs else ""
        macs = f"{layer.macs:,}" if layer.macs else ""
        name, shape = layer.call.operator, shape_of(layer.call)
        rows.append((str(index), name, shape, macs, f"{layer.instructions:,}", per_mac, share))
    products = sum(layer.macs for layer in layers)
    total = sum(layer.instructions for layer in layers)
    mean = f"{total / products:.2f}" if products else ""
    rows.append(("", "all", "", f"{products:,}", f"{total:,}", mean, ""))
    yield from aligned("><<>>>>", rows)
    numbered = [(index, layer) for index, layer in enumerate(layers) if layer.lost > 0]
    for index, layer in sorted(numbered, key=lambda each: -each[1].lost)[:WORST]:
        yield (
            f"call {index}, {layer.call.operator}: {layer.lost:,.0f} instructions beyond the bound "
            f"of {layer.bound:g} MACs in one, {layer.lost / total:.0%} of all"
        )
