"""Compares every operator and dtype with PyTorch, element by element, and with ExecuTorch.

Programs of one operator each are made with PyTorch's own operator database, in an environment of
their own (requirements-conformance.txt), and run in build/reference/runner. With --cortex-m, the
programs of ExecuTorch's own Cortex-M tests are written instead, for nox -s run-models.
"""

from __future__ import annotations

import argparse
import fnmatch
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

from codegen.errors import BuildError, ConfigError, VerifyError
from dev.conformance.case_file import CaseFile, read_case_files
from dev.conformance.compare import Status, Verdict, run_case_file, upstream_verdicts
from dev.conformance.refusals import reason_of, refused
from dev.conformance.results import Results, Row, in_words, table, total, write_results
from tasks import cli
from tasks.building.manifest import compiled_by
from tasks.building.planning import known_operators
from tasks.environment import environment
from tasks.files import write_if_changed
from tasks.progress import log
from tasks.run.host_programs import HostRunner
from tasks.toolchain.choose import runner_for

FOLDER = Path("build/conformance")
RUNNER = Path("build/reference/runner")
RECORD = Path("tests/data/conformance/results.json")
REQUIREMENTS = ["requirements-conformance.txt"]
CORTEX_M = "requirements-cortex-m.txt"


def known_dtypes(root: Path) -> dict[str, tuple[str, ...]]:
    """Maps each operator that has a kernel in `root` to the dtypes that the kernel takes."""
    return {
        operator: tuple(sorted({*kernel.inputs, *kernel.outputs}))
        for operator, kernel in sorted(known_operators(root).items())
    }


def selects(operator: str, patterns: Sequence[str]) -> bool:
    """Whether one of `patterns` names the operator; with or without its namespace, or by glob."""
    names = (operator, operator.partition("::")[2])
    return not patterns or any(
        fnmatch.fnmatchcase(name, pattern) for name in names for pattern in patterns
    )


def generate(folder: Path, root: Path, options: argparse.Namespace) -> None:
    """Writes programs and PyTorch's results into `folder`, in the environment that has PyTorch."""
    folder.mkdir(parents=True, exist_ok=True)
    known = folder / "known.txt"
    write_if_changed(known, "".join(f"{name}\n" for name in known_dtypes(root)))
    command = ["dev.conformance.generate", str(folder), "--known", str(known)]
    command += ["--cases", str(root / "tests/data/kernels")]
    command += ["--limit", str(options.limit), "--jobs", str(options.jobs)]
    command += ["--only", *options.operators] if options.operators else []
    command += ["--dtype", *options.dtype] if options.dtype else []
    _torch(root, options, command)


def run_upstream(root: Path, case_files: Sequence[CaseFile], options: argparse.Namespace) -> None:
    """Runs the programs in ExecuTorch's runtime, as far as that is not known."""
    paths = [
        case_file.program.with_suffix(".json")
        for case_file in case_files
        if case_file.calls and not _is_newer(case_file)
    ]
    if paths:
        command = ["dev.conformance.generate.upstream", *map(str, paths)]
        _torch(root, options, [*command, "--jobs", str(options.jobs)])


def _is_newer(case_file: CaseFile) -> bool:
    results = case_file.program.with_suffix(".upstream.json")
    made = case_file.program.stat().st_mtime
    return results.is_file() and results.stat().st_mtime >= made


def write_cortex_m(root: Path, options: argparse.Namespace) -> None:
    """Writes the programs of ExecuTorch's Cortex-M tests and the outputs that they must give."""
    command = ["dev.conformance.generate.cortex_m", str(root / options.cortex_m)]
    command += ["--only", " or ".join(options.operators)] if options.operators else []
    _torch(root, options, command, [*REQUIREMENTS, CORTEX_M])
    print(f"`nox -s run-models -- {options.cortex_m}` builds and runs each of them.")


def _torch(
    root: Path,
    options: argparse.Namespace,
    command: Sequence[str],
    requirements: Sequence[str] = REQUIREMENTS,
) -> None:
    python = options.python or environment(root, requirements)
    done = subprocess.run([python, "-m", *command], cwd=root, check=False)
    if done.returncode:
        raise BuildError(f"{command[0]} exits with {done.returncode}; what it printed says why.")


def compare(
    case_files: Sequence[CaseFile], runner: HostRunner, *, jobs: int
) -> Iterator[tuple[CaseFile, tuple[Verdict, ...]]]:
    """The verdicts on each program, in order; each is logged with its name."""
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(run_case_file, case_file, runner) for case_file in case_files]
        for case_file, future in zip(case_files, futures, strict=True):
            verdicts = future.result()
            found = Counter(verdict.status for verdict in verdicts)
            log(f"{case_file.operator} {case_file.dtype}: {in_words(found)}")
            yield case_file, verdicts


def conformance(root: Path, options: argparse.Namespace) -> None:
    """Generates, runs, compares, prints and writes the results.

    Raises:
        ConfigError: no operator has the given names.
        BuildError: the reference runner is not built, or PyTorch's part fails.
        VerifyError: a result is wrong, a call crashes, or is refused without a reason.

    """
    folder = root / options.folder
    program = root / options.runner
    if not program.is_file():
        raise BuildError(f"{options.runner} does not exist. Build it: `nox -s build-reference`.")
    if not options.reuse:
        generate(folder, root, options)
    known = known_dtypes(root)
    case_files = [
        case_file
        for case_file in read_case_files(folder)
        if selects(case_file.operator, options.operators)
        and (not options.dtype or case_file.dtype in options.dtype)
    ]
    if not case_files:
        raise ConfigError(f"{' '.join(options.operators)}: no operator of that name has a sample.")
    present = [case_file for case_file in case_files if case_file.operator in known]
    if options.upstream:
        run_upstream(root, present, options)
    where = runner_for(compiled_by(program.parent) or "local", root)
    runner = HostRunner(program=program, runner=where, timeout_s=options.timeout)
    rows: dict[str, dict[str, Row]] = {}
    failures: list[str] = []
    refusals: list[str] = []
    for case_file, verdicts in compare(present, runner, jobs=options.jobs):
        upstream = upstream_verdicts(case_file) if options.upstream else None
        by_dtype = rows.setdefault(case_file.operator, {})
        row = _row(verdicts, upstream)
        before = [by_dtype[case_file.dtype]] if case_file.dtype in by_dtype else []
        by_dtype[case_file.dtype] = total([*before, row])
        theirs = {verdict.call.method: verdict.status for verdict in upstream or ()}
        for verdict in verdicts:
            line = _line(case_file, verdict, theirs.get(verdict.call.method))
            if verdict.status in (Status.WRONG, Status.CRASHED):
                failures.append(line)
            elif verdict.status is Status.REFUSED:
                refusals.append(line)
                taken = known[case_file.operator]
                if not reason_of(case_file.operator, case_file.dtype, taken, line):
                    failures.append(line)
    results = Results(versions=_versions(present), operators=rows)
    print("\n".join(table(results)))
    _list("refused", list(_refused(results, known)))
    _list("without a kernel", sorted({file.operator for file in case_files} - known.keys()))
    write_if_changed(folder / "results.json", write_results(results))
    write_if_changed(
        folder / "failures.txt",
        "".join(f"{line}\n" for line in dict.fromkeys(chain(failures, refusals))),
    )
    if failures:
        raise VerifyError(failures)
    if options.write:
        write_if_changed(root / RECORD, write_results(results))


def _row(verdicts: Sequence[Verdict], upstream: Sequence[Verdict] | None) -> Row:
    return Row(
        kerf=Counter(verdict.status for verdict in verdicts),
        upstream=None if upstream is None else Counter(verdict.status for verdict in upstream),
    )


def _line(case_file: CaseFile, verdict: Verdict, upstream: Status | None) -> str:
    other = "" if upstream is None else f" [upstream: {upstream}]"
    return (
        f"{case_file.operator} {case_file.dtype}: {verdict.status}: {verdict.call.text} "
        f"({verdict.call.sample}): {verdict.text}{other}"
    )


def _refused(results: Results, known: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for reason, counted in refused(results, known):
        yield f"{sum(counted.values())} calls: {reason or 'WITHOUT A REASON'}"
        yield f"  {', '.join(counted)}"


def _list(title: str, lines: Sequence[str]) -> None:
    if lines:
        print(f"\n{title}:")
        print("\n".join(f"  {line}" for line in lines))


def _versions(case_files: Sequence[CaseFile]) -> Mapping[str, str]:
    return next((dict(case_file.versions) for case_file in case_files), {})


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("conformance", __doc__)
    parser.add_argument("operators", nargs="*", help="names or patterns: aten::add.out, 'aten::*'")
    parser.add_argument("--dtype", action="append", default=[], help="only this dtype (repeatable)")
    parser.add_argument("--limit", type=int, default=12, help="calls of each operator and dtype")
    parser.add_argument("--list", action="store_true", help="print operators with their dtypes")
    parser.add_argument(
        "--upstream",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="run ExecuTorch's runtime as well (default)",
    )
    parser.add_argument("--write", action="store_true", help=f"record the counts in {RECORD}")
    parser.add_argument("--reuse", action="store_true", help="take the programs that are there")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"default: {FOLDER}")
    parser.add_argument("--runner", type=Path, default=RUNNER, help=f"default: {RUNNER}")
    parser.add_argument("--python", help="a Python that has requirements-conformance.txt")
    parser.add_argument(
        "--cortex-m",
        type=Path,
        metavar="DIR",
        help="write the programs of ExecuTorch's Cortex-M tests (-- sub: of those only) into DIR",
    )
    parser.add_argument("--jobs", "-j", type=int, default=2, help="processes at once")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for a program")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    if options.list:
        for operator, dtypes in known_dtypes(root).items():
            if selects(operator, options.operators):
                print(f"{operator}: {', '.join(dtypes)}")
        return 0
    if options.cortex_m:
        write_cortex_m(root, options)
        return 0
    conformance(root, options)
    return 0


if __name__ == "__main__":
    cli.run(main)
