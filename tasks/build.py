"""Builds a target: config, selection, plan, expansion, compilation, size; prints each stage.

Leaves in build/<target>/: plan.json, selected/, libkerf.a, include/, runner or runner.elf,
size.json, manifest.json.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from codegen.errors import BuildError
from tasks import cli
from tasks.building.compile import compile_products
from tasks.building.freshness import is_fresh, remember_build
from tasks.building.inputs import Digests
from tasks.building.manifest import write_manifest
from tasks.building.planning import Planned, plan_target
from tasks.building.sources import build_dir, products, programs
from tasks.building.stages import registry_line, selection_lines, toolchain_line
from tasks.building.write_sources import write_sources
from tasks.config import Target, load_target
from tasks.files import write_if_changed
from tasks.lock import locked
from tasks.size.baseline import read_baseline
from tasks.size.document import write_size
from tasks.size.fit import advice_to_fit
from tasks.size.gate import gate
from tasks.size.measure import measure
from tasks.size.overflow import overflow
from tasks.size.parts_table import parts_table
from tasks.size.read import read_size
from tasks.toolchain.choose import Toolchain, toolchain_for


def build(
    target: Target, *, executor: str | None = None, jobs: int | None = None
) -> Planned | None:
    """Brings build/<target>/ up to date, printing each stage as it is done.

    Returns what it is built from; None where it was up to date, so that nothing was planned.

    Raises:
        KerfError: of the stage that fails; earlier results stay, nothing half-written does.

    """
    folder = target.root / build_dir(target)
    with locked(folder):
        started_ns = time.time_ns()
        print(f"{target.name}: {target.description}")
        toolchain = toolchain_for(target, executor)
        _stage("toolchain", [toolchain_line(toolchain)])
        if is_fresh(target, toolchain, Digests(), executor):
            size = read_size(target)
            baseline = read_baseline(target, size.toolchain)
            _stage("size", parts_table(size, target, baseline))
            gate(size, target, baseline)
            _stage("results", [_results_line(target, toolchain)])
            print(f"nothing to do: {build_dir(target)} is up to date")
            return None
        planned, changed = _sources(target, toolchain)
        steps = _compile(planned, toolchain, jobs)
        size = measure(planned, toolchain)
        write_size(size, folder)
        changed = write_manifest(planned, toolchain, folder) or changed or bool(steps)
        baseline = read_baseline(target, size.toolchain)
        _stage("size", parts_table(size, target, baseline))
        advise = partial(advice_to_fit, target, executor=toolchain.executor, jobs=jobs)
        gate(size, target, baseline, advise=advise)
        remember_build(target, toolchain, started_ns, executor)
        _stage("results", [_results_line(target, toolchain)])
        if not changed:
            print(f"nothing to do: {build_dir(target)} is up to date")
        return planned


def write_target(target: Target, toolchain: Toolchain) -> Planned:
    """Brings the sources of a target up to date, and compiles nothing; prints each stage.

    Raises:
        KerfError: of the stage that fails.

    """
    with locked(target.root / build_dir(target)):
        print(f"{target.name}: {target.description}")
        _stage("toolchain", [toolchain_line(toolchain)])
        return _sources(target, toolchain)[0]


def _sources(target: Target, toolchain: Toolchain) -> tuple[Planned, bool]:
    """What the target is built from, in its build folder, and whether that has changed."""
    folder = target.root / build_dir(target)
    planned = plan_target(target, toolchain=toolchain.file)
    _stage("selection", selection_lines(planned))
    _stage("registry", [registry_line(planned.plan)])
    changed = write_if_changed(folder / "plan.json", planned.plan.to_json())
    written = write_sources(planned)
    _stage("expansion", [_expansion_line(folder, written, target.root)])
    return planned, changed or bool(written)


def _stage(name: str, lines: Sequence[str]) -> None:
    for index, line in enumerate(lines):
        print(f"{name if index == 0 else '':<11} {line}", flush=True)


def _compile(planned: Planned, toolchain: Toolchain, jobs: int | None) -> int:
    """The number of commands that were run."""
    wanted = products(planned.target, planned.plan, toolchain)
    _stage("compile", [f"{len(wanted.sources)} files of libkerf.a"])

    def say(line: str) -> None:
        _stage("", [line])

    try:
        root = planned.target.root
        steps = compile_products(toolchain, wanted, root, jobs=jobs, say=say).steps
    except BuildError as error:
        raise overflow(error, planned, toolchain, jobs) from None
    if steps == 0:
        _stage("", ["all up to date"])
    return steps


def _expansion_line(folder: Path, written: Sequence[Path], root: Path) -> str:
    selected = folder / "selected"
    changed = sum(path.parent == selected for path in written)
    what = f"{changed} file(s) changed" if changed else "up to date"
    return f"{selected.relative_to(root)}: {what}"


def _results_line(target: Target, toolchain: Toolchain) -> str:
    program = programs(target, toolchain)[-1]
    names = (program, "libkerf.a", "include/", "plan.json", "size.json", "manifest.json")
    return f"{build_dir(target)}/: {', '.join(names)}"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("build", __doc__)
    cli.add_target(parser)
    cli.add_executor(parser)
    cli.add_jobs(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    target = load_target(cli.required_target(options.target, options.root), options.root.resolve())
    build(target, executor=options.executor, jobs=options.jobs)
    return 0


if __name__ == "__main__":
    cli.run(main)
