"""A kernel that a sanitizer ends does not affect the result of any other case."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from codegen.selection import Selection
from tests.runtime.kernels import portable_calls
from tests.runtime.kernels.portable_calls import DRIVER, Case, outcomes
from tests.runtime.sanitized import RUNTIME, Compiler, plan_for

KERNEL = """
#include "executor/registry.h"
#include "tests/runtime/kernels/kernel_run.h"
namespace kerf {
namespace test {
Error write_at(KernelContext&, int64_t index, Tensor& out) {
  out.mutable_data_ptr<uint8_t>()[index] = 7;
  return Error::Ok;
}
Run find_run(const std::string& op) {
  if (op == "test::write_at") return run<write_at>;
  return nullptr;
}
}  // namespace test
Span<const Kernel> registered_kernels() {
  static constexpr Kernel kKernels[] = {{"test::write_at", nullptr, kAnyDtypes}};
  return kKernels;
}
}  // namespace kerf
"""


@pytest.fixture(scope="module")
def writer(compiler: Compiler) -> Path:
    """A driver whose one kernel writes wherever a case specifies."""
    plan = replace(plan_for(Selection()), target="writer")
    kernel = compiler.selected(plan) / "writer.cpp"
    kernel.write_text(KERNEL, encoding="ascii")
    shared = [path for folder in ("core", "tensor") for path in (RUNTIME / folder).glob("*.cpp")]
    return compiler.program("writer", [*DRIVER, kernel, *sorted(shared)], plan)


def write_at(index: int) -> Case:
    return Case(
        name=f"at_{index}",
        operator="test::write_at",
        lines=(f"int {index}", "out Byte 2 0 -"),
    )


def test_the_culprit_alone_fails_with_its_report(writer: Path) -> None:
    found = outcomes(writer, [write_at(index) for index in (0, 2, 1, 3, 0)])
    assert [len(each.outputs) for each in found] == [1, 0, 1, 0, 1]
    assert [found[index].error for index in (0, 2, 4)] == ["Ok"] * 3
    assert found[2].outputs[0].content == "cd07"
    for index, name in ((1, "at_2"), (3, "at_3")):
        assert "heap-buffer-overflow" in found[index].error
        assert f"case {name} test::write_at" in found[index].error


def test_after_many_crashes_the_rest_is_not_run(
    writer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portable_calls, "MOST_CRASHES", 3)
    found = outcomes(writer, [write_at(2)] * 3 + [write_at(0)])
    assert all("heap-buffer-overflow" in each.error for each in found[:-1])
    assert found[-1].error == "not run: too many crashed"


def test_an_operator_without_a_kernel_is_missing(writer: Path) -> None:
    (outcome,) = outcomes(writer, [replace(write_at(0), operator="aten::add.out")])
    assert outcome.error == "OperatorMissing"
