"""The minimal application of a host that fails: what is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.errors import VerifyError
from tasks.executors.runner import LOCAL
from tasks.run.cases import read_cases
from tasks.run.minimal import Minimal
from tasks.run.process import OUTPUT
from tests.tasks.small_repository import ROOT


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (f"printf KRES > {OUTPUT}; kill -SEGV $$", "no results: died of signal 11"),
        ("exit 3", "no results: exit code 3"),
        ("echo error: no such model >&2; exit 1", "no results: no such model"),
    ],
)
def test_how_it_ended_is_reported(script: str, message: str, tmp_path: Path) -> None:
    program = tmp_path / "minimal"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    cases = read_cases(ROOT / "tests" / "data" / "models" / "add.pte")
    with pytest.raises(VerifyError, match=message):
        Minimal(program=program, root=tmp_path, timeout_s=10, runner=LOCAL).on_host(cases)
