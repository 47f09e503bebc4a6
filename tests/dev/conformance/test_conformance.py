"""Comparing calls with PyTorch: verdicts, counts, the packed selection and the page."""

from __future__ import annotations

import ast
import struct
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.dtype import DType
from dev.conformance.case_file import Call, CaseFile, Expected
from dev.conformance.compare import Status, difference, run_case_file
from dev.conformance.pack import ARCHIVE, pack, select, unpack
from dev.conformance.results import Results, Row, read_results, table, write_results
from dev.operators import PAGE, page
from tasks.executors.runner import LOCAL
from tasks.run.case import Kind, Value
from tasks.run.host_programs import HostRunner

ROOT = Path(__file__).parents[3]


def floats(*elements: float) -> Value:
    data = struct.pack(f"<{len(elements)}f", *elements)
    return Value(kind=Kind.TENSOR, dtype=DType.Float, sizes=(len(elements),), data=data)


def case_file(operator: str, *expected: float, magnitude: float | None = None) -> CaseFile:
    scale = None if magnitude is None else struct.pack(f"<{len(expected)}d", *[magnitude] * 2)
    output = Expected(value=floats(*expected), magnitude=scale)
    call = Call(method="m0", sample="s-0", text="", inputs=(), outputs=(output,))
    return CaseFile(
        program=Path("x.pte"),
        operator=operator,
        dtype="Float",
        versions={},
        values=True,
        calls=(call,),
        refused={},
    )


def wrong(case: CaseFile, *found: float) -> str:
    return difference(case, case.calls[0], [floats(*found)])


def test_an_operator_without_a_rule_must_give_the_same_bits() -> None:
    case = case_file("aten::relu.out", 1.0, 0.0)
    assert wrong(case, 1.0, 0.0) == ""
    assert wrong(case, 1.0, -0.0) == "element 1 is -0.0, expected 0.0 (1 of 2 elements)"
    assert "element 0" in wrong(case, 1.0 + 2.0**-23, 0.0)


def test_only_the_length_of_a_complex_number_may_be_rounded_otherwise() -> None:
    case = case_file("aten::abs.out", 1.0, 5.0)
    near = (1.0, 5.0 + 2.0**-21)
    assert wrong(replace(case, dtype="ComplexFloat"), *near) == ""
    assert wrong(case, *near) == "element 1 is 5.000000476837158, expected 5.0 (1 of 2 elements)"


def test_a_sum_may_differ_by_roundings_of_its_terms() -> None:
    case = case_file("aten::sum.IntList_out", 0.0, 0.0, magnitude=1024.0)
    assert wrong(case, 2.0**-12, -0.0) == ""
    assert "within" in wrong(case, 2.0**-10, 0.0)


def test_a_sum_of_terms_that_may_overflow_is_not_compared() -> None:
    case = case_file("aten::sum.IntList_out", 1.0, 1.0, magnitude=1e39)
    assert wrong(case, float("inf"), 1.0) == ""


def test_elements_that_follow_from_nothing_are_not_compared() -> None:
    case = replace(case_file("aten::empty.out", 1.0, 2.0), values=False)
    assert wrong(case, 7.0, 7.0) == ""
    assert wrong(case, 7.0) == "sizes [1], expected [2]"


def test_results_are_read_as_they_were_written() -> None:
    kerf, upstream = {Status.PASSED: 3, Status.WRONG: 1}, {Status.PASSED: 2, Status.CRASHED: 2}
    row = Row(kerf=Counter(kerf), upstream=Counter(upstream))
    results = Results(versions={"torch": "2"}, operators={"aten::add.out": {"Float": row}})
    assert read_results(write_results(results)) == results
    assert any("2 passed, 2 crashed" in line for line in table(results))


@pytest.mark.slow
def test_the_committed_selection_has_the_bytes_of_its_programs(tmp_path: Path) -> None:
    case_files = list(unpack(ROOT / ARCHIVE, tmp_path))
    assert pack(case_files) == (ROOT / ARCHIVE).read_bytes()
    assert (ROOT / ARCHIVE).stat().st_size <= 4_000_000


@pytest.mark.slow
def test_a_selection_shows_every_operator_first(tmp_path: Path) -> None:
    case_files = list(unpack(ROOT / ARCHIVE, tmp_path))
    few = select(case_files, 500_000)
    assert {each.operator for each in few} == {each.operator for each in case_files}
    assert len(few) < len(case_files)


def test_a_runner_that_dies_in_one_call_leaves_the_others(tmp_path: Path) -> None:
    case = next(each for each in unpack(ROOT / ARCHIVE, tmp_path) if len(each.calls) > 2)
    runner = tmp_path / "runner"
    line = '{"method": "m", "outputs": [], "memory": {"method": 0, "planned": 0, "temp": 0}, '
    runner.write_text(f"#!/bin/sh\necho '{line}\"time_ns\": 0}}'\nkill -SEGV $$\n")
    runner.chmod(0o755)
    statuses = [verdict.status for verdict in run_case_file(case, HostRunner(runner, LOCAL, 60))]
    assert statuses[:2] == [Status.WRONG, Status.CRASHED]
    assert len(statuses) == len(case.calls)


def test_a_runner_that_cannot_be_started_refuses_nothing(tmp_path: Path) -> None:
    case = next(unpack(ROOT / ARCHIVE, tmp_path))
    runner = tmp_path / "runner"
    runner.write_text("#!/bin/sh\necho 'libc.so.6: version not found' >&2\nexit 1\n")
    runner.chmod(0o755)
    verdicts = run_case_file(case, HostRunner(runner, LOCAL, 60))
    assert {verdict.status for verdict in verdicts} == {Status.CRASHED}


def test_the_page_of_operators_is_up_to_date() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == page(ROOT)


@pytest.mark.parametrize("path", sorted((ROOT / "dev/conformance").rglob("*.py")), ids=str)
def test_only_the_generator_imports_pytorch(path: Path) -> None:
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = {alias.name for node in tree if isinstance(node, ast.Import) for alias in node.names}
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names |= {node.module or "" for node in tree if isinstance(node, ast.ImportFrom)}
    inside = path.parent.name == "generate"
    ours = {name for name in names if name.startswith(("dev", "tasks", "codegen"))}
    outside = {name.partition(".")[0] for name in names - ours} - sys.stdlib_module_names
    if inside:
        allowed = ("dev.conformance.generate", "tasks.run.kerf_cases")  # it stands alone
        assert all(name.startswith(allowed) for name in ours)
    else:
        assert not outside & {"torch", "executorch"}
        assert not any(name.startswith("dev.conformance.generate") for name in ours)
