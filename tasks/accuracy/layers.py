"""Where an optimised program leaves the one that was exported: both run here, call by call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from codegen.errors import NotVerified, VerifyError
from codegen.opinfo import MethodInfo, TensorArg
from codegen.optimize.observe import Layer
from codegen.optimize.pipeline import observed_file
from codegen.optimize.roles import Operators, operators_of
from codegen.pte import read_model, read_program_file
from codegen.quantized_ports import quantized_ports
from tasks.accuracy.data_set import elements_of
from tasks.accuracy.measure import Difference, difference
from tasks.bench.macs import shape_of
from tasks.building.planning import read_libraries
from tasks.building.sources import build_dir
from tasks.config import Target
from tasks.files import write_if_changed
from tasks.lock import locked
from tasks.run.case import MethodCases, ModelCases, Value
from tasks.run.host_programs import HostRunner, host_runner, most_cases
from tasks.run.outcome import MethodOutcome
from tasks.run.output_difference import compare
from tasks.table import aligned

FOLDER = "layers"


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerDifference:
    """A call of the optimised method next to what the exported one gives there."""

    layer: Layer
    own: Difference
    """Difference of the call on the inputs that the exported program has there."""
    together: Difference
    """After all calls before it, whose differences add up."""
    allowed: float
    """What the call alone may differ by: one step."""

    @property
    def differs(self) -> bool:
        """It is further away by its own than it may be."""
        return not self.own.largest_difference <= self.allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedMethod:
    """A method of both programs, in the order of its calls."""

    name: str
    layers: tuple[LayerDifference, ...]
    info: MethodInfo
    """The exported method: its calls are those that `Layer.origin` counts."""
    same_as_device: bool | None
    """Whether the optimised program gives here what the target gave; None if that gave nothing."""

    @property
    def first(self) -> LayerDifference | None:
        """The first call that differs beyond its steps."""
        return next((each for each in self.layers if each.differs), None)


def compare_layers(
    target: Target, cases: ModelCases, outcomes: Sequence[MethodOutcome]
) -> Iterator[ComparedMethod]:
    """Each method of `cases`, whose model is the exported one; `outcomes` are the target's.

    Raises:
        NotVerified: the target changes nothing of its models, or a method cannot be compared.
        KerfError: the runner of this machine cannot be built, or fails.

    """
    if not target.passes:
        raise NotVerified(
            f"{target.name}: its models run as they were exported, so that there are no two "
            "programs to compare."
        )
    model = cases.model
    operators = operators_of(read_libraries(target))
    seen = observed_file(
        model,
        operators=operators,
        passes=target.passes,
        external=target.data_paths,
        weights=target.optimize.weights_dtype,
    )
    folder = target.root / build_dir(target) / FOLDER
    programs = Programs(*(folder / f"{model.stem}-{what}.pte" for what in FORMS))
    with locked(target.root / build_dir(target)):
        folder.mkdir(parents=True, exist_ok=True)
        for form, path in zip(FORMS, programs, strict=True):
            write_if_changed(path, getattr(seen, form))
    runner = host_runner(target, programs, FOLDER)
    for method, outcome in zip(cases.methods, outcomes, strict=True):
        layers = seen.layers.get(method.name, ())
        if not layers:
            raise NotVerified(
                f"{model.name} {method.name}: has control flow, or an operator that no library "
                "describes: its layers are not compared."
            )
        run = _Run(
            target=target,
            operators=operators,
            cases=cases,
            method=method,
            runner=runner,
            programs=programs,
        )
        given, optimised = run.of(programs.given), run.of(programs.optimised)
        corrected = run.of(programs.corrected, [case.outputs for case in given.cases])
        info = _method(programs.given, method.name)
        own_outputs = len(info.outputs) - len(layers)
        yield ComparedMethod(
            name=f"{model.name} {method.name}",
            layers=tuple(_differences(run, layers, [given, optimised, corrected])),
            info=info,
            same_as_device=_is_same(outcome, optimised, own_outputs, target),
        )


class Programs(NamedTuple):
    """The files of an `Observed`."""

    given: Path
    optimised: Path
    corrected: Path


FORMS = Programs._fields


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """How the programs of a model are run here, on the cases of one method."""

    target: Target
    operators: Operators
    cases: ModelCases
    method: MethodCases
    runner: HostRunner
    programs: Programs

    def of(self, program: Path, right: Sequence[Sequence[Value]] | None = None) -> MethodOutcome:
        """What `program` gives; `right` are for each case the results of all layers.

        At most as many cases as one process of the runner takes.
        """
        corrected = _method(self.programs.corrected, self.method.name)
        chosen = self.method.cases[: most_cases(len(corrected.inputs))]
        if right is not None:
            chosen = tuple(
                replace(case, inputs=(*case.inputs, *self._right(results, corrected)))
                for case, results in zip(chosen, right, strict=True)
            )
        only = replace(self.method, cases=chosen)
        wanted = replace(self.cases, model=program, methods=(only,))
        (outcome,) = self.runner.run(wanted)
        for index, case in enumerate(outcome.cases):
            if case.fault is not None:
                raise VerifyError(f"{program.name} {self.method.name}, case {index}: {case.fault}.")
        return outcome

    def _right(self, results: Sequence[Value], corrected: MethodInfo) -> Iterator[Value]:
        """The results of layers as inputs: in the layout of the optimised program."""
        given = _method(self.programs.given, self.method.name).outputs
        wanted = corrected.inputs[len(self.method.cases[0].inputs) :]
        first = len(results) - len(wanted)
        for value, planned, argument in zip(results[first:], given[first:], wanted, strict=True):
            assert isinstance(argument, TensorArg)
            row = elements_of(value, planned).reshape(argument.sizes)
            data = np.ascontiguousarray(row.transpose(argument.dim_order)).tobytes()
            yield replace(value, sizes=argument.sizes, data=data)


def _differences(
    run: _Run, layers: Sequence[Layer], runs: Sequence[MethodOutcome]
) -> Iterator[LayerDifference]:
    name, settings = run.method.name, run.target.run
    plans = read_program_file(run.programs.given).program.plans
    plan = next(plan for plan in plans if plan.name == name)
    steps = quantized_ports(plan, run.operators).steps
    infos = [_method(program, name) for program in run.programs]
    for output, layer in enumerate(layers, len(steps) - len(layers)):
        if not layer.has_content:
            continue
        wanted, together, own = (
            np.stack(
                [elements_of(case.outputs[output], info.outputs[output]) for case in each.cases]
            )
            for each, info in zip(runs, infos, strict=True)
        )
        step = steps[output]
        finite = np.abs(wanted[np.isfinite(wanted)].astype(np.float64))
        largest = float(finite.max(initial=0.0)) if wanted.dtype.kind == "f" else 0.0
        yield LayerDifference(
            layer=layer,
            own=difference(layer.number, wanted, own, step),
            together=difference(layer.number, wanted, together, step),
            allowed=(step or 0.0) + settings.tolerance * largest,
        )


def _method(path: Path, name: str) -> MethodInfo:
    return next(method for method in read_model(path).methods if method.name == name)


def _is_same(
    device: MethodOutcome, here: MethodOutcome, outputs: int, target: Target
) -> bool | None:
    """Whether this machine gives what the target gave of the same program."""
    pairs = [
        (mine, its)
        for case, other in zip(here.cases, device.cases, strict=False)
        for mine, its in zip(case.outputs[:outputs], other.outputs, strict=False)
    ]
    tolerance = target.run.tolerance
    same = (
        compare(mine, its, tolerance=tolerance, integer_steps=0).fault is None
        for mine, its in pairs
    )
    return all(same) if pairs else None


def layer_table(found: ComparedMethod) -> Iterator[str]:
    """The calls as lines; then the first that differs beyond its steps, and what that means."""
    yield f"{found.name}: each call next to the program as it was exported"
    calls = {call.instruction: call for call in found.info.calls}
    head = ("call", "operator", "instead of", "shape", "equal", "own", "allowed", "", "together")
    rows = [head]
    for each in found.layers:
        layer, own = each.layer, each.own
        given = calls[layer.origin]
        rows.append(
            (
                str(layer.number),
                layer.call.operator,
                f"{layer.origin} {given.operator}",
                shape_of(given),
                f"{100 * own.equal:.2f} %",
                own.shown(own.largest_difference),
                own.shown(each.allowed),
                "DIFFERS" if each.differs else "ok",
                own.shown(each.together.largest_difference),
            )
        )
    for line in aligned("><<<>>><>", rows):
        yield f"  {line}"
    yield from (f"  {line}" for line in conclusions(found))


def conclusions(found: ComparedMethod) -> Iterator[str]:
    """The first call that differs beyond its steps, and whether this machine shows the fault."""
    first = found.first
    if first is None:
        yield "no call differs beyond its own step: where outputs differ, the calls together do"
    else:
        worst = first.own.worst
        yield (
            f"first beyond its steps: call {first.layer.number}, {first.layer.call.operator} "
            f"(instruction {first.layer.origin} of the exported program, "
            f"{first.layer.given.operator}): case {worst.sample}, element {worst.element}: "
            f"expected {worst.expected:.9g}, got {worst.actual:.9g} (difference "
            f"{first.own.shown(first.own.largest_difference)}, allowed "
            f"{first.own.shown(first.allowed)})"
        )
    if found.same_as_device is False:
        yield (
            "this machine gives other outputs than the target, of the same program: the fault is "
            "in the target's kernels or its compiler, not in the passes"
        )
