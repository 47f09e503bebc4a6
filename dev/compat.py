"""Builds the kernels of a checkout of ExecuTorch unchanged, and compares them with PyTorch.

All its operators are built for this machine, with every dtype, and run the programs of
tests/data/conformance that call them. A source that cannot be built is left out with its
operators. Elements are as close as our kernels' must be, or as ExecuTorch's own tests ask. A call
that ends wrong is explained where ExecuTorch's own build does not pass it either, as recorded with
the programs.
"""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path, PurePosixPath

from codegen.closeness import PRECISION, Closeness
from codegen.dtype import DType
from codegen.emit.families import source_family
from codegen.errors import BuildError, ConfigError, SelectionError, VerifyError
from codegen.executorch_library import CHECKOUT, IN_CHECKOUT
from codegen.library import KernelSpec
from codegen.opinfo import tensors_of
from codegen.pte import read_model
from codegen.signature import KernelForm
from dev.conformance.case_file import Call, CaseFile
from dev.conformance.compare import Status, Verdict, run_case_file
from dev.conformance.pack import ARCHIVE, unpack
from dev.conformance.tolerances import tolerance_of
from tasks import cli
from tasks.building.compile import compile_products
from tasks.building.planning import plan_target, read_libraries
from tasks.building.sources import build_dir, products
from tasks.building.write_sources import write_sources
from tasks.config import Target, load_target
from tasks.executors.runner import LOCAL
from tasks.files import write_if_changed
from tasks.markdown import table
from tasks.progress import log
from tasks.run.host_programs import HostRunner
from tasks.run.process import ILLEGAL
from tasks.toolchain.choose import toolchain_for

FOLDER = Path("build/compat")
SCRATCH_BYTES = 1 << 16
"""What one call may allocate: only topk does."""
LIBRARY = "-lstdc++"
"""Three kernels draw numbers from `std::random_device`; no other refers to the C++ library."""
PAGE = Path("docs/reference/executorch-sources.md")
PAGE_HEAD = """# ExecuTorch's kernels, compared

Written by `nox -s compat -- PATH --write`; do not edit it. Each source with kernels of a checkout
of ExecuTorch, [built unchanged](../how-to/use-executorch-kernels.md) with every dtype for this
machine, runs the programs of `tests/data/conformance` that call it, and is compared with PyTorch.

**{good} of {sources} sources give PyTorch's values** in every call that they take; of ExecuTorch's
own build, the package that made the programs, {theirs} do. Of all calls: {calls}. No call that
this build passes differs here; where one does, the command fails.

- *Values* are as close as [our kernels'](functions-yaml.md) must be, or as ExecuTorch's own tests
  of its kernels ask: 1e-5 of the number, 1e-3 of Half, 1e-2 of BFloat16. Its own build is held to
  our tolerances alone.
- *Refused* are calls that give an error, or that an `ET_CHECK` of the source ends.
- *Other layouts* are calls that do not pass, of tensors that are neither contiguous nor channels
  last: ExecuTorch supports no others, and many of its sources do not look at them.

"""
REASONS: Mapping[str, str] = {
    "op_bitwise_left_shift": "an int is shifted by more bits than it has, which C++ leaves open",
    "op_cumsum": "without a function that loads the dtype, a null pointer is called",
    "op_div": "complex numbers are divided without broadcasting, beyond the end of the divisor",
    "op_fmod": "a long is rounded to a double",
    "op_glu": "halves a tensor that is channels last as if it were contiguous",
    "op_grid_sampler_2d": "computes in Float what PyTorch computes in BFloat16",
    "op_max_pool2d_with_indices_backward": "reads what is channels last as if it were contiguous",
    "op_narrow_copy": "copies what is channels last as if it were contiguous",
    "op_pow": "integers are powers of doubles, which a long cannot hold",
    "op_remainder": "integers keep the sign of the dividend; a double is rounded to a float",
    "op_replication_pad3d": "pads what is channels last as if it were contiguous",
    "op_upsample_bilinear2d": "bytes are cut off, not rounded",
    "op_var": "sums of BFloat16 are rounded at each step",
    "op_var_mean": "sums of BFloat16 are rounded at each step",
    "quantized/op_choose_qparams": "a scale may be above the `eps`; rows are read as contiguous",
    "quantized/op_dequantize": "subtracts a zero point near 2^31 in 32 bits, and scales in Float",
    "quantized/op_mixed_linear": "sums of Half are rounded at each step; groups that no weight "
    "needs shift the scales; without terms it divides by zero",
    "quantized/op_mixed_mm": "sums of Half are rounded at each step",
    "quantized/op_quantize": "infinity becomes an integer, which C++ leaves open",
}
"""Why calls of a source differ, as its lines tell; each does so in ExecuTorch's own build too."""
_FAILED = re.compile(r"obj/selected/(\S+)\.o cannot be built:")


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A runner with the kernels of a checkout."""

    runner: Path
    kernels: tuple[KernelSpec, ...]
    """Maps each operator to the checkout's kernels."""
    failed: Mapping[str, str]
    """Maps a source that cannot be built to the reason."""


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
    toolchain = replace(toolchain, libraries=(*toolchain.libraries, LIBRARY))
    write_sources(planned)
    wanted = products(target, planned.plan, toolchain)
    log(f"{len(planned.plan.kernels)} kernels ({toolchain.reason})")
    compile_products(toolchain, wanted, target.root, jobs=jobs, say=lambda _: None)
    return target.root / build_dir(target) / "runner"


def _sources_of(error: BuildError, kernels: Sequence[KernelSpec]) -> Iterator[tuple[str, str]]:
    """The sources of objects that cannot be built, each with the first reason."""
    sources = {each for kernel in kernels for each in (kernel.header, *kernel.companions)}
    families = {source_family(source): source for source in sorted(sources)}
    for fault in error.faults:
        failed = _FAILED.search(fault)
        if failed is not None and failed[1] in families:
            why = next((line for line in fault.splitlines() if "error:" in line), "")
            yield families[failed[1]], why.rpartition("error: ")[2]


class End(StrEnum):
    """How a call ended, judged as ExecuTorch judges its kernels."""

    PASSED = "passed"
    REFUSED = "refused"
    """The call ended with an error code, or an `ET_CHECK` stopped the program."""
    OUTSIDE = "outside"
    """It did not pass, and has a layout that ExecuTorch does not have."""
    WRONG = "wrong"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A call, how it ended and what was wrong."""

    case_file: CaseFile
    call: Call
    end: End
    text: str

    @property
    def explained(self) -> bool:
        """Whether it ends well, or is known not to pass in ExecuTorch's own build either."""
        bad = self.end in (End.WRONG, End.CRASHED)
        return not bad or self.call.upstream not in (None, Status.PASSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A source, and how the calls of its operators ended."""

    source: str
    calls: tuple[Judged, ...]

    def ended(self, *ends: End) -> list[Judged]:
        """The calls that ended so."""
        return [each for each in self.calls if each.end in ends]

    @property
    def good(self) -> bool:
        """Whether some call gives PyTorch's values, and none others."""
        return bool(self.ended(End.PASSED)) and not self.ended(End.WRONG, End.CRASHED)

    @property
    def good_upstream(self) -> bool:
        """The same of ExecuTorch's own build, where all is known."""
        known = {
            call.upstream
            for each in self.calls
            if each.end is not End.OUTSIDE
            for call in [each.call]
        }
        return Status.PASSED in known and not known & {None, Status.WRONG, Status.CRASHED}


@dataclass(frozen=True, slots=True, kw_only=True)
class AsTested(Closeness):
    """What a rule of ours allows, or what ExecuTorch's tests of its kernels do, if that is more.

    Source: runtime/core/exec_aten/testing_util/tensor_util.h, `kDefaultRtol` and what follows.
    """

    def allowed(self, dtype: str, right: float, magnitude: float) -> float:
        """Returns the larger of both."""
        if dtype not in PRECISION or not math.isfinite(right):
            return 0.0
        theirs = 1e-5 * abs(right) + {"Half": 1e-3, "BFloat16": 1e-2}.get(dtype, 1e-8)
        return max(Closeness.allowed(self, dtype, right, magnitude), theirs)


def as_tested(operator: str, dtype: DType, sample: str) -> Closeness:
    """How close the elements of a kernel of ExecuTorch are to be."""
    rule = tolerance_of(operator, dtype, sample)
    known = {each.name: getattr(rule, each.name) for each in fields(Closeness)}
    return AsTested(**{**known, "any_zero": True})


def compare(
    built: Built, programs: Mapping[str, Sequence[CaseFile]], jobs: int
) -> tuple[Compared, ...]:
    """How the calls of each source's operators end, by source."""
    by_source: dict[str, list[CaseFile]] = defaultdict(list)
    for kernel in built.kernels:
        by_source[kernel.header] += programs.get(kernel.operator, ())
    with ThreadPoolExecutor(jobs) as pool:
        futures = {
            source: [pool.submit(_judged, each, built.runner) for each in files]
            for source, files in sorted(by_source.items())
        }
        return tuple(
            Compared(source=source, calls=tuple(each for f in found for each in f.result()))
            for source, found in futures.items()
        )


def _judged(case_file: CaseFile, runner: Path) -> tuple[Judged, ...]:
    layouts = {
        method.name: [each.dim_order for each in tensors_of((*method.inputs, *method.outputs))]
        for method in read_model(case_file.program).methods
    }
    verdicts = run_case_file(case_file, HostRunner(runner, LOCAL, 120), as_tested)
    return tuple(
        Judged(
            case_file=case_file,
            call=each.call,
            end=_end(each, layouts[each.call.method]),
            text=each.text,
        )
        for each in verdicts
    )


def _end(verdict: Verdict, dim_orders: Sequence[Sequence[int]]) -> End:
    """Contiguous and channels last are the only layouts. Source: ExecuTorch's concepts.md."""
    if verdict.status is Status.PASSED:
        return End.PASSED
    known = all(
        tuple(order) in (tuple(range(len(order))), (0, 2, 3, 1), (0, 2, 3, 4, 1))
        for order in dim_orders
    )
    if not known:
        return End.OUTSIDE
    return End.REFUSED if verdict.text.startswith(ILLEGAL) else End(verdict.status.value)


def report(built: Built, compared: Sequence[Compared]) -> Iterator[str]:
    """What was found, line by line."""
    companions = {each for kernel in built.kernels for each in kernel.companions}
    sources = {each.source for each in compared} | companions
    good = [each for each in compared if each.good]
    without = [each for each in compared if not each.calls]
    yield f"{len(sources)} sources are built, {len(built.failed)} cannot be"
    yield from (f"  {_short(source)}: {why}" for source, why in sorted(built.failed.items()))
    others = len(compared) - len(good) - len(without)
    yield (
        f"of {len(compared)} sources of kernels, {len(good)} give PyTorch's values, "
        f"{others} do not in every call, {len(without)} have no program"
    )
    theirs = sum(each.good_upstream for each in compared)
    yield f"in ExecuTorch's own build {theirs} do by the same judgement, but to our tolerances"
    for each in compared:
        if not each.good and each.calls:
            yield f"  {_short(each.source)}: {_counted(each.calls)}"
            bad = each.ended(End.WRONG, End.CRASHED) or each.ended(End.REFUSED)
            for found in bad:
                why = "as in ExecuTorch's own build" if found.explained else "NEW"
                yield f"    {why}: {_line(found)}"
    if without:
        yield f"without a program: {', '.join(_short(each.source) for each in without)}"
    yield f"calls: {_counted([found for each in compared for found in each.calls])}"


def _line(found: Judged) -> str:
    where = f"{found.case_file.operator} {found.case_file.dtype}"
    return f"{where}: {found.call.text}: {found.text}"


def _counted(calls: Sequence[Judged]) -> str:
    ends = [each.end for each in calls]
    return ", ".join(f"{ends.count(end)} {end}" for end in End if end in ends)


def page(compared: Sequence[Compared]) -> str:
    """docs/reference/executorch-sources.md: the sources, their calls, and why some differ."""
    rows = []
    for each in compared:
        bad = len(each.ended(End.WRONG, End.CRASHED))
        numbers = [len(each.ended(end)) for end in (End.PASSED, End.REFUSED, End.OUTSIDE)]
        why = REASONS.get(_short(each.source), "**unexplained**") if bad else ""
        why = why or ("" if each.calls else "no program calls it")
        cells = (f"{number:,}" if number else "" for number in (*numbers, bad))
        rows.append((f"`{_short(each.source)}`", *cells, why))
    good = sum(each.good for each in compared)
    theirs = sum(each.good_upstream for each in compared)
    calls = _counted([found for each in compared for found in each.calls])
    head = PAGE_HEAD.format(sources=len(compared), good=good, theirs=theirs, calls=calls)
    columns = ("source", "passed", "refused", "other layouts", "differ or stop", "why")
    return head + "\n".join(table(columns, rows, "<>>>>")) + "\n"


def _short(source: str) -> str:
    path = PurePosixPath(source)
    return path.stem if "portable" in path.parts else f"{path.parts[-3]}/{path.stem}"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("compat", __doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of ExecuTorch: .../executorch")
    parser.add_argument(
        "operators", nargs="*", metavar="OPERATOR", help="such as aten::add.out (default: all)"
    )
    parser.add_argument("--write", action="store_true", help=f"write {PAGE}")
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
    compared = compare(built, programs, options.jobs)
    print("\n".join(report(built, compared)))
    if options.write:
        write_if_changed(root / PAGE, page(compared))
    new = [_line(found) for each in compared for found in each.calls if not found.explained]
    if new:
        raise VerifyError(new)
    return 0


if __name__ == "__main__":
    cli.run(main)
