"""Runs a built target on the cases of its models and judges their outputs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from codegen.errors import BuildError, KerfError, NotVerified, VerifyError
from codegen.optimize.names import PortsName
from codegen.profile import profile_json
from codegen.pte import read_model
from codegen.quantized_ports import QuantizedPorts
from tasks.building.manifest import compiled_by
from tasks.building.optimized import exported_ports
from tasks.building.planning import read_libraries
from tasks.building.sources import is_changed, shipped_path
from tasks.config import Target
from tasks.files import relative, sha256, write_if_changed
from tasks.lock import locked
from tasks.run.case import ModelCases
from tasks.run.cases import read_cases
from tasks.run.host_runner import run_host
from tasks.run.minimal import Minimal, minimal_of
from tasks.run.outcome import MethodOutcome
from tasks.run.processor import require_processor
from tasks.run.quantized import dequantized_outcomes, quantized_cases
from tasks.run.verdict import MethodVerdict, document, judge, table
from tasks.targets import home
from tasks.toolchain.choose import runner_for
from tasks.toolchain.file import ToolchainFile, read_toolchain

RUN_VERSION = 1


def run_target(
    target: Target, *, executor: str | None = None, count: bool = False, layers: bool = False
) -> None:
    """Runs all cases of the target's models, prints a table, writes build/<target>/run.json.

    It runs where it was compiled, or as `executor` says: in the container or on this machine.
    Emulators count instructions anyway; with `count` the host does too, which takes long.
    With `layers` each call is compared with what it is of the model as it was exported.

    Raises:
        BuildError: the target is not built.
        VerifyError: an output differs, or a run fails; all that do.
        ContainerError: the container that it is to run in is missing, or its engine fails.
        NotVerified: nothing differs, but a model has no cases, or there is no emulator.

    """
    toolchain = read_toolchain(target.toolchain.name, target.root)
    minimal = minimal_of(target, toolchain)
    program = minimal.program
    where = executor or compiled_by(program.parent) or "local"
    minimal = replace(minimal, runner=runner_for(where, target.root))
    libraries = read_libraries(target, toolchain)
    verdicts: list[MethodVerdict] = []
    unverified: list[str] = []
    failed: list[str] = []
    with locked(program.parent):
        for model in target.model_paths:
            try:
                cases = replace(read_cases(model), model=_shipped(target, model))
                ports = exported_ports(target, model, libraries)
                outcomes = _outcomes(target, toolchain, minimal, cases, model, ports, count)
                print("".join(_without_cases(model, cases)), end="", flush=True)
                for verdict in judge(
                    cases,
                    outcomes,
                    tolerance=target.run.tolerance,
                    steps=target.run.steps,
                    ports=ports,
                ):
                    verdicts.append(verdict)
                    print("\n".join(table(verdict, _regions(target))), flush=True)
                if layers:
                    failed += _layers(target, replace(cases, model=model), outcomes)
            except NotVerified as reason:
                unverified += _shown(reason, target.root)
            except VerifyError as error:
                failed += _shown(error, target.root)
        write_if_changed(program.parent / "run.json", _json(target, verdicts, minimal.counted))
    if not target.model_paths:
        unverified.append(f"{target.name}: not verified: it selects no model to run.")
    unverified += filter(None, map(MethodVerdict.unverified, verdicts))
    faults = [fault for verdict in verdicts for fault in verdict.faults()]
    if faults or failed:
        raise VerifyError([*faults, *failed, *_advice(target, verdicts, layers=layers)])
    if unverified:
        raise NotVerified(unverified)
    verified = sum(len(verdict.cases) for verdict in verdicts)
    print(f"{target.name}: verified: {verified} case(s) give the expected outputs")


def _regions(target: Target) -> tuple[str, ...]:
    """The regions that the target names for weights."""
    return tuple(place.region for place in target.board.weights)


def _outcomes(
    target: Target,
    toolchain: ToolchainFile,
    minimal: Minimal,
    cases: ModelCases,
    model: Path,
    ports: Mapping[str, QuantizedPorts],
    count: bool,
) -> tuple[MethodOutcome, ...]:
    """What the program gives for `cases`, converted where its ports are quantized.

    `ports` are those of the model as it was exported.
    """
    if target.optimize.ports is PortsName.AS_EXPORTED:
        return _run(target, toolchain, minimal, cases, count)
    given = quantized_cases(cases, ports, model)
    outcomes = _run(target, toolchain, minimal, given, count)
    return dequantized_outcomes(outcomes, cases, ports)


def _layers(target: Target, cases: ModelCases, outcomes: Sequence[MethodOutcome]) -> list[str]:
    """Prints each call next to the exported program's; a fault for what differs first."""
    # NumPy takes longer to import than most targets to run.
    from tasks.accuracy.layers import compare_layers, conclusions, layer_table

    faults = []
    for method in compare_layers(target, cases, outcomes):
        print("\n".join(layer_table(method)), flush=True)
        if method.first is not None:
            faults += [f"{method.name}: {line}." for line in conclusions(method)]
    return faults


def _without_cases(model: Path, cases: ModelCases) -> Iterator[str]:
    """A line for each method of `model` that no case calls."""
    called = {method.name for method in cases.methods if method.cases}
    for method in read_model(model).methods:
        if method.name not in called:
            yield f"{model.name} {method.name}: has no case, nothing is verified of it\n"


def _advice(target: Target, verdicts: Sequence[MethodVerdict], *, layers: bool) -> list[str]:
    """What to do about outputs that differ of models whose numbers the target rounds."""
    found = []
    differing = {verdict.model for verdict in verdicts if verdict.differs}
    for model in target.model_paths:
        if model.name not in differing or not is_changed(target, model):
            continue
        before, after = map(_operators, (model, _shipped(target, model)))
        if any(name.startswith("kerf::half_") for name in after - before):
            found.append(
                f"{model.name}: its weights are rounded to 16 bits. Set [run] tolerance to what "
                "you accept, or leave out [optimize] weights-dtype."
            )
        if any(name.startswith("cortex_m::") for name in after - before):
            where = "" if layers else f"`nox -s run -- {target.name} --layers` shows where. "
            found.append(
                f"{model.name}: the pass integers rounds each of its results up to one step "
                f"differently from the model as it was exported, which adds up. {where}Set [run] "
                "steps to what you accept, and tolerance for outputs whose steps are unknown, or "
                "leave integers out of [optimize] passes."
            )
    return found


def _operators(model: Path) -> set[str]:
    return {call.operator for method in read_model(model).methods for call in method.calls}


def _shipped(target: Target, model: Path) -> Path:
    """The file of `model` that the build selected from.

    Raises:
        BuildError: it is gone.

    """
    path = shipped_path(target, model)
    if path != model and not path.is_file():
        raise BuildError(f"{path} does not exist. Build it: `nox -s build-{target.name}`.")
    return path


def _run(
    target: Target, toolchain: ToolchainFile, minimal: Minimal, cases: ModelCases, count: bool
) -> tuple[MethodOutcome, ...]:
    if minimal.on_board:
        if cases.data and not target.optimize.data:
            raise NotVerified(
                f"{cases.model}: not verified: bare metal has no place for its .ptd. Name it in "
                "optimize.data: its tensors become constants of the program."
            )
        if toolchain.emulator is None:
            raise NotVerified(f"{target.name}: not verified: its toolchain has no emulator.")
    if toolchain.emulator is not None:
        return minimal.emulated(cases, toolchain.emulator)
    require_processor(toolchain.processor, minimal.program)
    if minimal.compiled is not None:
        return minimal.on_host(cases)
    timeout_s = target.run.timeout_s
    outcomes = run_host(cases, minimal.program, timeout_s=timeout_s, runner=minimal.runner)
    if not count:
        return outcomes
    return tuple(
        outcome.counted(minimal.count_on_host(cases, method))
        for outcome, method in zip(outcomes, cases.methods, strict=True)
    )


def _shown(error: KerfError, root: Path) -> list[str]:
    """The faults with files of the repository as a person names them."""
    folders = (f"{root}/", f"{home(root)}/")
    return [fault.replace(folders[0], "").replace(folders[1], "") for fault in error.faults]


def _json(target: Target, verdicts: Sequence[MethodVerdict], counted: Path) -> str:
    """run.json; it names the program that sizes are of and instructions were counted in."""
    content = {
        "version": RUN_VERSION,
        "measured_sha256": sha256(counted) if counted.is_file() else None,
        "target": target.name,
        "tolerance": target.run.tolerance,
        "steps": target.run.steps,
        "methods": [document(verdict, _regions(target)) for verdict in verdicts],
    }
    return json.dumps(content, indent=1, sort_keys=True) + "\n"


def profile_target(target: Target) -> None:
    """Counts each call of the first case of each method, where the target runs, and prints totals.

    Writes build/<target>/profile-<model>-<method>.json, which trace viewers open.

    Raises:
        BuildError: the target is not built, or its toolchain has no emulator.
        NotVerified: nothing can be counted, or a method's calls are not known beforehand.
        VerifyError: a run takes too long or ends with a fault.

    """
    from tasks.bench.layers import layers_of, profile_of
    from tasks.bench.target import bench_of
    from tasks.profile import table as profile_table

    bench = bench_of(str(target.path), target.root)
    for stem, path in bench.models:
        for method, layers in layers_of(bench, path, target.run.timeout_s):
            profile = profile_of(method, layers)
            file = bench.minimal.program.with_name(f"profile-{stem}-{method}.json")
            write_if_changed(file, json.dumps(profile_json(profile)) + "\n")
            print(f"{target.name}: {stem}, {method}: {relative(file, target.root)}")
            print("\n".join(f"  {line}" for line in profile_table(profile)), flush=True)
