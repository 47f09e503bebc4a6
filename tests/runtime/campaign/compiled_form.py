"""The programs of a campaign in the compiled form: refused by the build, or the interpreter's
results.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from codegen.errors import ResolutionError, SelectionError
from codegen.plan import Plan
from codegen.program_value import ScalarValue
from codegen.pte import ProgramFile, read_model, read_program_file
from codegen.unresolved import unknown_delegates
from tests.runtime.campaign.campaign import Calls, write_pack
from tests.runtime.campaign.draft import Draft
from tests.runtime.campaign.programs import drawn, packs
from tests.runtime.campaign.tables import kernel_numbers, pack_of
from tests.runtime.sanitized import ENVIRONMENT, kernels_by_name

_HARNESS = ("OutOfResources", "MemoryAllocationFailed")
"""What the interpreter's driver ends with where a program wants more than it has for it."""
_AT_LOAD = "DelegateInvalidCompatibility"
"""How `Method::load` refuses a delegate, which a compiled program initialises where it calls it."""


@dataclass(slots=True, kw_only=True)
class Difference:
    """A program that was ended by a sanitizer, or whose results are not the interpreter's."""

    number: int
    what: str


@dataclass(slots=True, kw_only=True)
class CompiledOutcome(Calls):
    """How the programs of a campaign ended in the compiled form."""

    refused: Counter[str] = field(default_factory=Counter)
    """Reasons of the build, and how often."""
    ended: Counter[str] = field(default_factory=Counter)
    """Names of error codes of first runs, and how often."""
    differences: list[Difference] = field(default_factory=list)

    @property
    def ok_share(self) -> float:
        return self.ended["Ok"] / max(self.ended.total(), 1)


@dataclass(slots=True, kw_only=True)
class Drivers:
    """The programs that run packs: of files, and of tables made with the kernels of `plan`."""

    interpreter: Path
    compiled: Path
    plan: Plan
    numbers: Mapping[object, int] = field(init=False)

    def __post_init__(self) -> None:
        self.numbers = kernel_numbers(self.plan)


def compare(
    drivers: Drivers,
    folder: Path,
    *,
    seed: int,
    programs: range,
    most: int = 20,
    delegates: bool = False,
) -> CompiledOutcome:
    """Runs `programs` of `seed` in both forms, to `most` differences."""
    outcome = CompiledOutcome()
    for numbers in packs(programs):
        drafts = [(number, drawn(seed, number, delegates=delegates)) for number in numbers]
        _compare_pack(drivers, folder, drafts, outcome)
        if len(outcome.differences) >= most:
            break
    return outcome


def _compare_pack(
    drivers: Drivers,
    folder: Path,
    drafts: Sequence[tuple[int, Draft]],
    outcome: CompiledOutcome,
) -> None:
    kept: list[_Kept] = []
    for number, draft in drafts:
        file = folder / "program.pte"
        file.write_bytes(draft.finish())
        try:
            read = read_program_file(file)
            _refuse(file, drivers.plan)
            tables = pack_of(read, drivers.plan, drivers.numbers)
        except (ResolutionError, SelectionError) as error:
            outcome.refused.update({_reason(fault) for fault in error.faults})
            outcome.count(draft, ok=False)
            continue
        kept.append(_Kept(number, draft, file.read_bytes(), tables, _returns_numbers(read)))
    files = write_pack(folder, [each.file for each in kept])
    expected = run_lines(drivers.interpreter, files, len(kept), "first-runs")
    files.write_bytes(b"".join(each.tables for each in kept))
    found = run_lines(drivers.compiled, files, len(kept))
    files.unlink()
    for each, one, other in zip(kept, expected, found, strict=True):
        outcome.ended.update(_names(other))
        outcome.count(each.draft, ok="Ok" in _names(other))
        if what := _difference(one, other, each.returns_numbers, _is_empty(each.draft)):
            outcome.differences.append(Difference(number=each.number, what=what))


def _refuse(file: Path, plan: Plan) -> None:
    """Raises the ResolutionError of a build with the backends of `plan`, whose kernels take all but
    memory that is shared.
    """
    model = read_model(file)
    if unknown_delegates(model, {each.id for each in plan.backends}):
        raise ResolutionError("program: a delegate without a backend cannot be compiled")
    for method in model.methods:
        for call in method.calls:
            spec = kernels_by_name().get(call.operator)
            if spec and (refusals := spec.overlap_refusals(call)):
                raise ResolutionError(f"instruction {call.instruction}: {refusals[0]}")


@dataclass(frozen=True, slots=True)
class _Kept:
    """A program that can be compiled, and its tables."""

    number: int
    draft: Draft
    file: bytes
    tables: bytes
    returns_numbers: bool


def _returns_numbers(file: ProgramFile) -> bool:
    return any(
        isinstance(plan.values[index], ScalarValue)
        for plan in file.program.plans
        for index in plan.outputs
    )


def run_lines(driver: Path, pack: Path, count: int, *options: str) -> list[str]:
    """A line for each program of the pack; of one that was ended what its driver wrote."""
    lines: list[str] = []
    while len(lines) < count:
        done = subprocess.run(
            [driver, pack, str(len(lines)), *options],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            env=ENVIRONMENT,
        )
        lines += done.stdout.splitlines()[: count - len(lines)]
        if len(lines) < count:
            assert done.returncode != 0, done.stderr[-3000:]
            if lines and not done.stdout.endswith("\n"):
                lines.pop()
            lines.append(f"ended: {done.returncode}\n{done.stderr[-6000:]}")
    return lines


def _difference(expected: str, found: str, returns_numbers: bool, empty: bool) -> str:
    """What differs; empty where the results are the same. A function of C returns a number of the
    kind that the program declares, and no other that a kernel may have computed. `empty`: a
    delegate may write a constant without elements, which the interpreter alone refuses.
    """
    if found.startswith("ended"):
        return found
    ones, others = expected.split(), found.split()
    for one, other in zip(ones, others, strict=False):
        names = one.partition(":")[0], other.partition(":")[0]
        kind = returns_numbers and names == ("Ok", "InvalidType")
        nothing = empty and one.startswith("InvalidProgram:")
        if one != other and not kind and not nothing and not {*names} & {*_HARNESS, _AT_LOAD}:
            return f"interpreted {expected}, compiled {found}"
    return "" if len(ones) == len(others) else f"interpreted {expected}, compiled {found}"


def _is_empty(draft: Draft) -> bool:
    """Whether a delegate's call has a constant without elements, no bytes of compiled programs."""
    called = {index for step in draft.steps if step.kind == "delegate" for index in step.arguments}
    return any(
        draft.tensor(index).place == "constant" and not draft.tensor(index).nbytes
        for index in called & {*draft.tensors()}
    )


def _names(line: str) -> list[str]:
    return [each.partition(":")[0] for each in line.split()]


def _reason(fault: str) -> str:
    """A fault without the program, the method and the instruction."""
    return fault.partition(": ")[2].partition(" cannot be compiled")[0]
