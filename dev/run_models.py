"""Builds a target for each model and toolchain, runs it on the model's cases, shows one table.

A model `neg_*` must not build: its operator has no kernel, and the build must name it. What has
not changed since it last ran is not run again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from codegen.errors import (
    ConfigError,
    NotVerified,
    ResolutionError,
    SizeError,
    VerifyError,
)
from codegen.pte import read_model
from tasks import cli
from tasks.executors.runner import LOCAL, Job
from tasks.files import sha256, write_if_changed
from tasks.json_text import parsed_json
from tasks.kept import keep, kept
from tasks.progress import log
from tasks.run.cases import cases_path
from tasks.table import aligned

MODELS = Path("tests/data/models")
FOLDER = Path("build/run-models")
SANITIZED = "-sanitized"
"""Follows the name of a toolchain: the same with sanitizers."""

HOSTS = ("host-gcc", "host-clang", f"host-gcc{SANITIZED}")
BOARDS = (
    "cortex-m85",
    "cortex-m55",
    "cortex-m33",
    "cortex-m33-nofp",
    "cortex-m7",
    "cortex-m4",
    "cortex-m0plus",
    "rv32imc",
    "rv32imac",
    "rv32imafc",
)
NEGATIVE = "neg_"


class Verdict(StrEnum):
    """How a model ended on a toolchain."""

    PASSED = "passed"
    REFUSED = "refused, as it must be"
    MISSING = "no kernel"
    DOES_NOT_FIT = "does not fit"
    NOT_VERIFIED = "not verified"
    FAILED = "FAILED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One model on one toolchain; numbers are None where it did not run."""

    model: str
    toolchain: str
    verdict: Verdict
    text: str = ""
    passed: int | None = None
    cases: int | None = None
    difference: float | None = None
    method_bytes: int | None = None
    planned_bytes: int | None = None
    temp_bytes: int | None = None
    instructions: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    root: Path
    model: Path
    toolchain: str
    instructions: bool
    libraries: tuple[Path, ...]

    @property
    def name(self) -> str:
        return f"run-models-{self.toolchain}-{self.model.stem}"

    def row(self, *, fresh: bool) -> Row:
        """Builds and runs; unless `fresh` what is kept, where nothing has changed since."""
        path = self.root / FOLDER / f"{self.name}.toml"
        write_if_changed(path, self._config())
        built = self._task("build", str(path), "--jobs", "1")
        if self.model.name.startswith(NEGATIVE):
            return self._negative(built)
        if built.returncode:
            verdict = {
                ResolutionError.exit_code: Verdict.MISSING,
                SizeError.exit_code: Verdict.DOES_NOT_FIT,
            }.get(built.returncode, Verdict.FAILED)
            missing = verdict is Verdict.MISSING
            text = ", ".join(self._named(built)) if missing else _faults(built)
            return self._row(verdict, text=text)
        folder = self.root / "build" / self.name
        file, digest = folder / "run-models.json", self._digest(folder)
        if not fresh and (known := kept(file, digest, Row)) is not None:
            return known
        option = ["--instructions"] if self.instructions else []
        done = self._task("run", str(path), *option)
        verdict = {
            0: Verdict.PASSED,
            NotVerified.exit_code: Verdict.NOT_VERIFIED,
        }.get(done.returncode, Verdict.FAILED)
        row = self._row(verdict, text=_faults(done) if done.returncode else "")
        row = _with_figures(row, folder / "run.json")
        keep(file, digest, row)
        return row

    def _config(self) -> str:
        toolchain = self.toolchain.removesuffix(SANITIZED)
        lines = [
            f'description = "{self.model.stem}"',
            f"select.models = [{json.dumps(str(self.model))}]",
            f'toolchain.name = "{toolchain}"',
            'toolchain.executor = "local"',
            "optimize.passes = []",  # all that exporters write is to be run
        ]
        if self.libraries:
            lines.append(f"libraries.paths = {json.dumps(list(map(str, self.libraries)))}")
        if self.toolchain.endswith(SANITIZED):
            lines += ['toolchain.sanitize = ["address", "undefined"]', "toolchain.lto = false"]
        return "\n".join(lines) + "\n"

    def _negative(self, built: subprocess.CompletedProcess[str]) -> Row:
        if built.returncode == ResolutionError.exit_code and self._named(built):
            return self._row(Verdict.REFUSED)
        text = f"the build exits with {built.returncode} and must with 4, naming the operator"
        return self._row(Verdict.FAILED, text=text)

    def _named(self, built: subprocess.CompletedProcess[str]) -> list[str]:
        """The operators of the model that the build names."""
        methods = read_model(self.model).methods
        operators = {call.operator for method in methods for call in method.calls}
        return sorted(name for name in operators if f"{name} " in built.stderr)

    def _digest(self, folder: Path) -> str:
        program = folder / "runner"
        program = program if program.is_file() else folder / "runner.elf"
        cases = cases_path(self.model)
        parts = [sha256(path) for path in (program, self.model, cases) if path.is_file()]
        return "-".join(part[:16] for part in parts) + "-counted" * self.instructions

    def _row(self, verdict: Verdict, text: str = "") -> Row:
        return Row(model=self.model.stem, toolchain=self.toolchain, verdict=verdict, text=text)

    def _task(self, verb: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = (sys.executable, "-m", f"tasks.{verb}", *arguments)
        return LOCAL.run(Job(command=command, folder=self.root))


def _faults(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line.removeprefix("error: ") for line in done.stderr.splitlines() if line]
    more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
    return f"{lines[0]}{more}" if lines else f"exits with {done.returncode}"


def _with_figures(row: Row, path: Path) -> Row:
    """`row` with what run.json holds of the model; the sum or most of its methods."""
    if not path.is_file():
        return row
    methods = parsed_json(path.read_text(encoding="utf-8"))["methods"]
    if not methods:
        return row
    cases = [case for method in methods for case in method["cases"]]
    outputs = [output for case in cases for output in case["outputs"]]
    counted = [method["instructions"] for method in methods]
    good = [
        case
        for case in cases
        if case["fault"] is None and not any(output["fault"] for output in case["outputs"])
    ]
    executes = [count for each in counted if each for count in each["execute"] if count]
    return replace(
        row,
        passed=len(good),
        cases=len(cases),
        difference=max((output["difference"] or 0.0 for output in outputs), default=0.0),
        method_bytes=max(method["method_bytes"] for method in methods),
        planned_bytes=max(method["planned_bytes"] for method in methods),
        temp_bytes=max(method["temp_bytes"] for method in methods),
        instructions=sum(executes) if executes else None,
    )


def run_models(
    root: Path,
    models: Sequence[Path],
    toolchains: Sequence[str],
    *,
    jobs: int = 2,
    fresh: bool = False,
    instructions: bool = False,
    libraries: Sequence[Path] = (),
) -> tuple[Row, ...]:
    """A row for each model and toolchain, in that order; each is logged when it ends."""
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    work = [
        _Job(
            root=root,
            model=model,
            toolchain=toolchain,
            instructions=instructions,
            libraries=tuple(folder.resolve() for folder in libraries),
        )
        for toolchain in toolchains
        for model in models
    ]

    def one(job: _Job) -> Row:
        row = job.row(fresh=fresh)
        log(f"{row.model} on {row.toolchain}: {row.verdict}{': ' * bool(row.text)}{row.text}")
        return row

    with ThreadPoolExecutor(jobs) as pool:
        try:
            return tuple(pool.map(one, work))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The rows as a table; bytes are those of the largest method, instructions of all calls."""
    head = (
        "model",
        "toolchain",
        "cases",
        "difference",
        "method",
        "planned",
        "temp",
        "instructions",
    )
    lines: list[tuple[str, ...]] = [(*head, "")]
    for row in rows:
        cases = "" if row.cases is None else f"{row.passed}/{row.cases}"
        difference = "" if row.difference is None else f"{row.difference:.3g}"
        figures = (row.method_bytes, row.planned_bytes, row.temp_bytes, row.instructions)
        shown = ["" if figure is None else f"{figure:,}" for figure in figures]
        lines.append((row.model, row.toolchain, cases, difference, *shown, row.verdict.value))
    return aligned("<<>>>>>><", lines)


def _models(root: Path, folders: Sequence[Path], names: Sequence[str]) -> tuple[Path, ...]:
    found = [
        path.resolve()
        for folder in (folders or [root / MODELS])
        for path in sorted(folder.glob("*.pte"))
        if not names or path.stem in names
    ]
    if not found:
        raise ConfigError("no model: the folders have no .pte of these names.")
    return tuple(found)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("run-models", __doc__)
    parser.add_argument("folder", nargs="*", type=Path, help=f"with models (default: {MODELS})")
    parser.add_argument("--model", action="append", default=[], help="only this (repeatable)")
    parser.add_argument(
        "--toolchain",
        action="append",
        default=[],
        choices=(*HOSTS, *BOARDS),
        help="repeatable (default: host-gcc)",
    )
    parser.add_argument("--all", action="store_true", help="on every toolchain")
    parser.add_argument("--fresh", action="store_true", help="run what has not changed as well")
    parser.add_argument("--instructions", action="store_true", help="count them on hosts as well")
    parser.add_argument(
        "--library",
        action="append",
        default=[],
        type=Path,
        metavar="DIR",
        help="with kernels of your own (repeatable), as examples/custom-op/my_ops",
    )
    parser.add_argument("--jobs", "-j", type=int, default=2, help="models at once (default: 2)")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    toolchains = (*HOSTS, *BOARDS) if options.all else options.toolchain or ("host-gcc",)
    models = _models(root, options.folder, options.model)
    rows = run_models(
        root,
        models,
        toolchains,
        jobs=options.jobs,
        fresh=options.fresh,
        instructions=options.instructions,
        libraries=options.library,
    )
    print("\n".join(table(rows)))
    _raise(rows)
    return 0


def _raise(rows: Sequence[Row]) -> None:
    """What failed, else what could not be verified."""
    if failed := [row for row in rows if row.verdict is Verdict.FAILED]:
        raise VerifyError([f"{row.model} on {row.toolchain}: {row.text}" for row in failed])
    unverified = (Verdict.MISSING, Verdict.DOES_NOT_FIT, Verdict.NOT_VERIFIED)
    if left := [row for row in rows if row.verdict in unverified]:
        raise NotVerified(
            [f"{row.model} on {row.toolchain}: {row.verdict}: {row.text}" for row in left]
        )


if __name__ == "__main__":
    cli.run(main)
