"""Packs a selection of the programs in a folder into one file, for tests that have no PyTorch.

    python -m dev.conformance.pack build/conformance

The same programs give the same bytes.
"""

from __future__ import annotations

import argparse
import io
import json
import lzma
import tarfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from codegen.dtype import DType
from codegen.errors import VerifyError
from dev.conformance.case_file import CaseFile, read_case_file, read_case_files
from dev.conformance.compare import upstream_verdicts
from dev.conformance.tolerances import tolerance_of
from tasks import cli

ARCHIVE = Path("tests/data/conformance/programs.tar.xz")
BUDGET = 2_000_000
"""Bytes of the archive, of which each program is counted as it compresses alone."""

Feature = tuple[object, ...]


def features(case_file: CaseFile) -> set[Feature]:
    """What a program shows of its operator."""
    operator = case_file.operator
    found: set[Feature] = {(operator,), (operator, case_file.dtype)}
    for call in case_file.calls:
        outputs = [output.value for output in call.outputs]
        dtypes = tuple(value.dtype for value in (*call.inputs, *outputs))
        found.add((operator, "dtypes", dtypes))
        found.add((operator, "ranks", tuple(len(value.sizes) for value in call.inputs)))
        found.add((operator, "empty", any(0 in value.sizes for value in call.inputs)))
        found.add((operator, "variant", call.sample.rpartition("-")[2]))
    return found


def select(case_files: Sequence[CaseFile], budget: int) -> tuple[CaseFile, ...]:
    """Programs within `budget` bytes: every operator, then what shows most per byte."""
    left = {case_file.program: case_file for case_file in case_files if case_file.calls}
    shows = {path: features(case_file) for path, case_file in left.items()}
    costs = {path: len(zlib.compress(_document(left[path]), 9)) for path in left}
    costs = {path: cost + len(zlib.compress(path.read_bytes(), 9)) for path, cost in costs.items()}
    chosen = []
    seen: set[Feature] = set()
    while left:
        new = {path: shows[path] - seen for path in left}
        path = max(left, key=lambda path: (*_worth(new[path], costs[path]), path.name))
        case_file = left.pop(path)
        if new[path] and costs[path] <= budget:
            budget -= costs[path]
            seen |= new[path]
            chosen.append(case_file)
    return tuple(sorted(chosen, key=lambda case_file: case_file.program.name))


def _worth(new: set[Feature], cost: int) -> tuple[bool, float]:
    """Operators first, then their dtypes and the rest, by what a byte shows."""
    worth = sum(50 if len(feature) == 2 else 1 for feature in new)
    return any(len(feature) == 1 for feature in new), worth / cost


def _document(case_file: CaseFile) -> bytes:
    """The JSON of a program, without what its operator's rule does not use.

    How each call ended in ExecuTorch's runtime is added, where that has run the program.
    """
    path = case_file.program.with_suffix(".json")
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if not tolerance_of(case_file.operator, DType(case_file.dtype)).sums:
        for call in content["calls"]:
            for output in call["outputs"]:
                output.pop("magnitude", None)
    for call, verdict in zip(content["calls"], upstream_verdicts(case_file) or (), strict=False):
        call["upstream"] = verdict.status.value
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()


def pack(case_files: Sequence[CaseFile]) -> bytes:
    """An archive of the programs: the same bytes for the same programs."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for case_file in case_files:
            for name, content in (
                (case_file.program.with_suffix(".json").name, _document(case_file)),
                (case_file.program.name, case_file.program.read_bytes()),
            ):
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return lzma.compress(stream.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def unpack(archive: Path, folder: Path) -> Iterator[CaseFile]:
    """The programs of an archive, written into `folder`."""
    with tarfile.open(archive, mode="r:xz") as file:
        # Debian 12's Python takes no filter yet; the archive is ours.
        file.extraction_filter = getattr(tarfile, "data_filter", None)
        file.extractall(folder)
    for path in sorted(folder.glob("*.pte")):
        yield read_case_file(path.with_suffix(".json"))


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = argparse.ArgumentParser(prog="python -m dev.conformance.pack", description=__doc__)
    parser.add_argument("folder", type=Path, help="with programs, as `nox -s conformance` leaves")
    parser.add_argument("--output", type=Path, default=ARCHIVE, help=f"default: {ARCHIVE}")
    parser.add_argument("--budget", type=int, default=BUDGET, help="bytes (default: 2,000,000)")
    options = parser.parse_args(arguments)
    case_files = read_case_files(options.folder)
    if not case_files:
        raise VerifyError(f"{options.folder}: has no programs. Make them: `nox -s conformance`.")
    chosen = select(case_files, options.budget)
    content = pack(chosen)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_bytes(content)
    operators = {case_file.operator for case_file in chosen}
    calls = sum(len(case_file.calls) for case_file in chosen)
    print(
        f"{options.output}: {len(content):,} B, {len(chosen)} programs, {calls} calls of "
        f"{len(operators)} operators"
    )
    return 0


if __name__ == "__main__":
    cli.run(main)
