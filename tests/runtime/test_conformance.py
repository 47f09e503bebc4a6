"""Programs of one operator each, with PyTorch's results, on a runner that has every kernel.

`nox -s conformance` makes more of them than tests/data/conformance/programs.tar.xz holds.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dev.conformance.__main__ import RECORD, known_dtypes
from dev.conformance.case_file import CaseFile
from dev.conformance.compare import Status, run_case_file
from dev.conformance.refusals import OUTSIDE, WITHOUT_CALLS, reason_of, refused
from dev.conformance.results import read_results
from tasks.executors.runner import LOCAL
from tasks.run.host_programs import HostRunner
from tests.runtime.sanitized import JOBS, ROOT

KNOWN = known_dtypes(ROOT)


def test_operators_with_kernels_give_what_pytorch_gives(
    programs: dict[str, list[CaseFile]], runner: Path
) -> None:
    def wrong(operator: str, case_file: CaseFile) -> list[str]:
        lines = [
            (verdict.status, f"{operator}: {verdict.call.text}: {verdict.text}")
            for verdict in run_case_file(case_file, HostRunner(runner, LOCAL, 300))
            if verdict.status is not Status.PASSED
        ]
        return [
            line
            for status, line in lines
            if status is not Status.REFUSED
            or reason_of(operator, case_file.dtype, KNOWN[operator], line) is None
        ]

    known = sorted(programs.keys() & KNOWN.keys())
    with ThreadPoolExecutor(JOBS) as pool:
        futures = [
            pool.submit(wrong, operator, each) for operator in known for each in programs[operator]
        ]
    assert [text for future in futures for text in future.result()] == []


def test_record_has_no_failure_that_is_not_explained() -> None:
    results = read_results((ROOT / RECORD).read_text(encoding="utf-8"))
    assert "" not in dict(refused(results, KNOWN))
    failed = [
        f"{operator} {dtype}: {row.kerf}"
        for operator, rows in results.operators.items()
        for dtype, row in rows.items()
        if row.kerf[Status.WRONG] or row.kerf[Status.CRASHED]
    ]
    assert failed == []


def test_every_operator_with_tensors_has_calls_or_a_reason() -> None:
    results = read_results((ROOT / RECORD).read_text(encoding="utf-8"))
    outside = tuple(OUTSIDE)
    tensors = {name for name, dtypes in KNOWN.items() if dtypes and not name.startswith(outside)}
    assert tensors - results.operators.keys() == WITHOUT_CALLS.keys()


def test_operators_without_kernels_are_refused(
    programs: dict[str, list[CaseFile]], runner: Path
) -> None:
    accepted = [
        operator
        for operator in sorted(programs.keys() - KNOWN.keys())
        for verdict in run_case_file(programs[operator][0], HostRunner(runner, LOCAL, 300))[:1]
        if verdict.status is not Status.REFUSED
    ]
    assert accepted == []
