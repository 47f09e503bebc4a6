"""Writes the programs of ExecuTorch's own Cortex-M tests, with the outputs that they must give.

The package contains its tests. Each one that would run a program on a simulated device writes the
program instead, with its inputs and what the operators' reference in Python makes of them. Runs in
the environment of requirements-cortex-m.txt.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import torch
from executorch.backends.test.harness.stages import StageType

from tasks.run.kerf_cases import write_cases

TESTS = ("ops", "misc", "models")
TOSA = ("tosa_serializer", "tosa", "tosa.TosaGraph")
"""The tests import the Arm backend, which imports tosa-tools to delegate to TOSA: none of these
programs does, and what tosa-tools requires contradicts what executorch requires."""


class Writer:
    """Writes what a tester exports, under the name of the test that runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written: list[Path] = []
        self._test = ""
        self._inputs: tuple[Any, ...] = ()
        self._outputs: Any = None

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Called by pytest before each test."""
        name = item.name.removeprefix("test_implementation_").replace("cortex-m55-", "")
        self._test = re.sub(r"[^A-Za-z0-9]+", "_", f"{item.path.stem[5:]}_{name}").strip("_")

    def refer(self, its: Any) -> None:
        """Keeps what the reference gives: the passes after it change its graph."""
        module = its.stages[StageType.RUN_PASSES].artifact.exported_program().module()
        self._inputs = copied(its.example_inputs)
        with torch.no_grad():
            self._outputs = module(*copied(its.example_inputs))

    def write(self, its: Any) -> Any:
        """Writes the program instead of running it."""
        path = self.folder / f"{self._test}.pte"
        path.write_bytes(its.stages[StageType.TO_EXECUTORCH].artifact.buffer)
        write_cases(path, lambda *_: self._outputs, [self._inputs])
        self.written.append(path)
        return its


def copied(values: Sequence[Any]) -> tuple[Any, ...]:
    """`values`, tensors with elements of their own."""
    return tuple(each.clone() if isinstance(each, torch.Tensor) else each for each in values)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m dev.conformance.generate.cortex_m")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="an expression of pytest's -k")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    writer = Writer(options.folder.resolve())
    sys.modules |= {name: mock.MagicMock() for name in TOSA if name not in sys.modules}
    from executorch.backends.cortex_m.test import tester

    root = Path(tester.__file__).parent
    chosen = f"implementation and ({options.only})" if options.only else "implementation"
    command = ["-q", "-p", "no:cacheprovider", "--continue-on-collection-errors", "-k", chosen]
    command += [str(root / name) for name in TESTS]
    lower = tester.CortexMTester.to_executorch

    def to_executorch(its: Any, *stages: Any) -> Any:
        writer.refer(its)
        return lower(its, *stages)

    replaced: dict[str, Any] = {
        "to_executorch": to_executorch,
        "serialize": lambda its, *_: its,
        "run_method_and_compare_outputs": lambda its, **_: writer.write(its),
    }
    with mock.patch.multiple(tester.CortexMTester, **replaced):
        pytest.main(command, plugins=[writer])
    print(f"{len(writer.written)} programs in {options.folder}", file=sys.stderr)
    return 0 if writer.written else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
