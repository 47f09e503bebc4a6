"""Programs of one operator each, with PyTorch's results, on a runner that has every kernel.

`nox -s conformance` makes more of them than tests/data/conformance/programs.tar.xz holds.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tasks.conformance.__main__ import known_operators
from tasks.conformance.case_file import Call, CaseFile
from tasks.conformance.compare import Status, run_case_file
from tasks.conformance.pack import ARCHIVE, unpack
from tests.runtime.sanitized import ENVIRONMENT, ROOT

KNOWN = known_operators(ROOT)
OPEN = {
    "aten::_native_batch_norm_legit.no_stats_out",  # BFloat16: rounded as PyTorch, not rerun yet
    "aten::addmm.out",  # complex sums: no magnitude in the selection yet
    "aten::grid_sampler_2d.out",  # BFloat16: PyTorch rounds in between
    "aten::native_group_norm.out",  # inf and NaN among the elements
    "cortex_m::quantize_per_tensor.out",  # NaN as an int8: 0 now, not rerun yet
}
"""Known differences: to be removed one by one."""


@pytest.fixture(autouse=True)
def options_of_the_sanitizers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of every other test: looking for leaks takes longer than the programs themselves."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[CaseFile]]:
    """By operator its programs."""
    found: dict[str, list[CaseFile]] = {}
    for case_file in unpack(ROOT / ARCHIVE, tmp_path_factory.mktemp("programs")):
        found.setdefault(case_file.operator, []).append(case_file)
    return found


def takes(operator: str, call: Call) -> bool:
    """Whether functions.yaml has every dtype of the call among those of the operator.

    Operators of cortex_m take images whose channels are adjacent and row-major matrices alone.
    """
    if operator.startswith("cortex_m::") and call.sample.endswith(("-reversed", "-channels-last")):
        return False
    tensors = (*call.inputs, *(output.value for output in call.outputs))
    return all(tensor.dtype in KNOWN[operator] for tensor in tensors)


@pytest.mark.slow
def test_operators_with_kernels_give_what_pytorch_gives(
    programs: dict[str, list[CaseFile]], runner: Path
) -> None:
    wrong = []
    for operator in sorted((programs.keys() & KNOWN.keys()) - OPEN):
        for case_file in programs[operator]:
            for verdict in run_case_file(case_file, runner, timeout_s=300):
                refused = verdict.status is Status.REFUSED
                if refused and not takes(operator, verdict.call):
                    continue
                if verdict.status is not Status.PASSED:
                    wrong.append(f"{operator}: {verdict.call.text}: {verdict.text}")
    assert wrong == []


def test_operators_without_kernels_are_refused(
    programs: dict[str, list[CaseFile]], runner: Path
) -> None:
    accepted = [
        operator
        for operator in sorted(programs.keys() - KNOWN.keys())
        for verdict in run_case_file(programs[operator][0], runner, timeout_s=300)[:1]
        if verdict.status is not Status.REFUSED
    ]
    assert accepted == []
