"""Builds the kernels of a checkout of ExecuTorch unchanged, and compares them with PyTorch.

All its operators are built for this machine, with every dtype, and run the programs of
tests/data/conformance that call them. A source that cannot be built is left out with its
operators. A call that ends wrong is explained where ExecuTorch's own build does not pass either, as
tests/data/conformance/results.json records.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from codegen.emit.families import source_family
from codegen.errors import BuildError, ConfigError, SelectionError, VerifyError
from codegen.executorch_library import CHECKOUT, IN_CHECKOUT
from codegen.library import KernelSpec
from codegen.signature import KernelForm
from dev.conformance.__main__ import RECORD
from dev.conformance.case_file import CaseFile
from dev.conformance.compare import Status, Verdict, run_case_file
from dev.conformance.pack import ARCHIVE, unpack
from dev.conformance.results import Results, counts, read_results
from tasks import cli
from tasks.building.compile import compile_products
from tasks.building.planning import plan_target, read_libraries
from tasks.building.sources import build_dir, products
from tasks.building.write_sources import write_sources
from tasks.config import Target, load_target
from tasks.executors.runner import LOCAL
from tasks.files import write_if_changed
from tasks.progress import log
from tasks.run.host_programs import HostRunner
from tasks.toolchain.choose import toolchain_for

FOLDER = Path("build/compat")
SCRATCH_BYTES = 1 << 16
"""What one call may allocate: only topk does."""
_FAILED = re.compile(r"obj/selected/(\S+)\.o cannot be built:")
_NOT_LINKED = re.compile(r"\((\w+)\.o\): [^\n]*\n[^\n]*undefined reference to [`'](std::\w+)")
"""GNU ld: the archive's member, then on the next line what it lacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A runner with the kernels of a checkout."""

    runner: Path
    kernels: tuple[KernelSpec, ...]
    """Maps each operator to the checkout's kernels."""
    failed: Mapping[str, str]
    """Maps a source that cannot be built or linked to the reason."""


def build(
    checkout: Path,
    root: Path,
    jobs: int,
    executor: str | None = None,
    operators: Container[str] = (),
) -> Built:
    """Builds all operators of `checkout` whose sources compile; of `operators`, where it has any.

    Raises:
        ConfigError: it is no checkout, or has none of the operators.
        BuildError: nothing compiles.

    """
    if not (checkout / IN_CHECKOUT[0]).is_file() or checkout.name != CHECKOUT:
        raise ConfigError(f"{checkout}: no checkout of ExecuTorch, in a folder called {CHECKOUT}.")
    kernels = _kernels(_target(checkout, root, ()))
    if operators:
        kernels = tuple(kernel for kernel in kernels if kernel.operator in operators)
    if not kernels:
        raise ConfigError(f"{checkout}: has none of these operators. Write aten::add.out.")
    failed: dict[str, str] = {}
    while True:
        left = [k for k in kernels if not failed.keys() & {k.header, *k.companions}]
        if not left:
            raise BuildError([f"{source}: {why}" for source, why in failed.items()])
        target = _target(checkout, root, [kernel.operator for kernel in left])
        try:
            runner = _compile(target, jobs, executor)
        except BuildError as error:
            found = dict(_sources_of(error, kernels))
            if not found:
                raise
            failed |= found
            log("".join(f"{source}: {why}\n" for source, why in found.items()).rstrip())
            continue
        return Built(runner=runner, kernels=tuple(left), failed=failed)


def _target(checkout: Path, root: Path, operators: Sequence[str]) -> Target:
    """A target of this machine with these operators, of the checkout and no other library."""
    path = root / FOLDER / "compat.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    names = json.dumps(list(dict.fromkeys(operators)) or ["aten::add.out"])
    text = (
        'description = "The kernels of a checkout of ExecuTorch"\n'
        f'[select]\nops = {names}\nfeatures = "all"\n'
        f"[libraries]\nexecutorch = {json.dumps(str(checkout))}\n"
        'order = ["prim"]\n'
        f"scratch-bytes = {SCRATCH_BYTES}\n"
        '[toolchain]\nname = "host-gcc"\nlto = false\n'
    )
    write_if_changed(path, text)
    return load_target(path, root)


def _kernels(target: Target) -> tuple[KernelSpec, ...]:
    found = [kernel for library in read_libraries(target) for kernel in library.kernels]
    chosen = [kernel for kernel in found if kernel.form is KernelForm.EXECUTORCH]
    if not chosen:
        raise SelectionError("the checkout describes no kernel.")
    return tuple(sorted(chosen, key=lambda kernel: kernel.operator))


def _compile(target: Target, jobs: int, executor: str | None) -> Path:
    planned = plan_target(target)
    toolchain = toolchain_for(target, executor)
    write_sources(planned)
    wanted = products(target, planned.plan, toolchain)
    log(f"{len(planned.plan.kernels)} kernels ({toolchain.reason})")
    compile_products(toolchain, wanted, target.root, jobs=jobs, say=lambda _: None)
    return target.root / build_dir(target) / "runner"


def _sources_of(error: BuildError, kernels: Sequence[KernelSpec]) -> Iterator[tuple[str, str]]:
    """The sources of objects that cannot be built, or linked, each with the first reason."""
    sources = {each for kernel in kernels for each in (kernel.header, *kernel.companions)}
    families = {source_family(source): source for source in sorted(sources)}
    for fault in error.faults:
        failed = _FAILED.search(fault)
        if failed is not None and failed[1] in families:
            why = next((line for line in fault.splitlines() if "error:" in line), "")
            yield families[failed[1]], why.rpartition("error: ")[2]
        for family, name in _NOT_LINKED.findall(fault):
            if family in families:
                yield families[family], f"needs the C++ library, for {name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A source, and how the calls of its operators ended."""

    source: str
    verdicts: tuple[tuple[CaseFile, Verdict], ...]

    def ended(self, *statuses: Status) -> list[tuple[CaseFile, Verdict]]:
        """The calls that ended so."""
        return [each for each in self.verdicts if each[1].status in statuses]

    @property
    def good(self) -> bool:
        """Whether some call gives PyTorch's values, and none others."""
        passed = self.ended(Status.PASSED)
        return bool(passed) and not self.ended(Status.WRONG, Status.CRASHED)


def compare(
    built: Built, programs: Mapping[str, Sequence[CaseFile]], jobs: int
) -> tuple[Compared, ...]:
    """How the calls of each source's operators end, by source."""
    by_source: dict[str, list[CaseFile]] = defaultdict(list)
    for kernel in built.kernels:
        by_source[kernel.header] += programs.get(kernel.operator, ())
    with ThreadPoolExecutor(jobs) as pool:
        futures = {
            source: [(each, pool.submit(_verdicts, each, built.runner)) for each in files]
            for source, files in sorted(by_source.items())
        }
        return tuple(
            Compared(
                source=source,
                verdicts=tuple((f, v) for f, future in pairs for v in future.result()),
            )
            for source, pairs in futures.items()
        )


def _verdicts(case_file: CaseFile, runner: Path) -> tuple[Verdict, ...]:
    return run_case_file(case_file, HostRunner(runner, LOCAL, 120))


def explained(case_file: CaseFile, results: Results) -> bool:
    """Whether ExecuTorch's own build does not pass every call of these programs either."""
    row = results.operators.get(case_file.operator, {}).get(case_file.dtype)
    theirs = None if row is None else row.upstream
    return theirs is not None and bool(theirs.wrong or theirs.crashed or theirs.refused)


def report(built: Built, compared: Sequence[Compared], results: Results) -> list[str]:
    """Prints what was found. Returns the calls that nothing explains."""
    companions = {each for kernel in built.kernels for each in kernel.companions}
    sources = {each.source for each in compared} | companions
    good = [each for each in compared if each.good]
    without = [each for each in compared if not each.verdicts]
    print(f"{len(sources)} sources are built, {len(built.failed)} cannot be")
    for source, why in sorted(built.failed.items()):
        print(f"  {_short(source)}: {why}")
    print(f"{len(good)} of {len(compared)} sources of kernels give PyTorch's values")
    unexplained = []
    print(f"{len(compared) - len(good) - len(without)} others, {len(without)} without a program")
    for each in compared:
        if each.good or not each.verdicts:
            continue
        print(f"  {_short(each.source)}: {counts(v.status for _, v in each.verdicts)}")
        bad = each.ended(Status.WRONG, Status.CRASHED) or each.ended(Status.REFUSED)
        for case_file, verdict in bad:
            why = "as in ExecuTorch's own build" if explained(case_file, results) else "NEW"
            line = f"{case_file.operator} {case_file.dtype}: {verdict.call.text}: {verdict.text}"
            print(f"    {why}: {line}")
            unexplained += [line] * (why == "NEW")
    if without:
        print(f"without a program: {', '.join(_short(each.source) for each in without)}")
    total = counts(v.status for each in compared for _, v in each.verdicts)
    print(f"calls: {total}")
    return unexplained


def _short(source: str) -> str:
    return PurePosixPath(source).stem


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("compat", __doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of ExecuTorch: .../executorch")
    parser.add_argument(
        "operators", nargs="*", metavar="OPERATOR", help="such as aten::add.out (default: all)"
    )
    parser.add_argument("--jobs", "-j", type=int, default=2, help="processes at once")
    cli.add_executor(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    checkout, operators = options.checkout.resolve(), options.operators
    built = build(checkout, root, options.jobs, options.executor, operators)
    programs: dict[str, list[CaseFile]] = defaultdict(list)
    for case_file in unpack(root / ARCHIVE, root / FOLDER / "programs"):
        programs[case_file.operator].append(case_file)
    results = read_results((root / RECORD).read_text(encoding="utf-8"))
    if failures := report(built, compare(built, programs, options.jobs), results):
        raise VerifyError(failures)
    return 0


if __name__ == "__main__":
    cli.run(main)
