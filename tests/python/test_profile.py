"""Profiles from Python: every instruction, totals, a trace; nothing when they have ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import kerf
from codegen.profile import read_profile, totals
from tasks.environment import environment_folder
from tests.codegen.model_files import CONFIG_MODELS
from tests.conftest import ROOT

pytestmark = pytest.mark.slow
MODEL = CONFIG_MODELS / "dscnn.pte"


def method() -> tuple[kerf.Method, list[object]]:
    found = kerf.load(MODEL)["forward"]
    return found, [np.zeros(info.sizes, info.dtype) for info in found.info.inputs]


def test_a_profile_has_every_instruction_and_the_same_totals_as_its_file(tmp_path: Path) -> None:
    forward, inputs = method()
    with forward.profile() as profile:
        for _ in range(3):
            forward(*inputs)
    forward(*inputs)
    assert profile.runs == 3
    counts = {len([e for e in profile.events if e.run == run]) for run in range(3)}
    assert len(counts) == 1 and len(profile.events) == 3 * counts.pop()
    profile.save(tmp_path / "trace.json")
    read = read_profile(json.loads((tmp_path / "trace.json").read_text(encoding="utf-8")))
    assert [(t.operator, t.calls, t.took) for t in totals(read)] == [
        (t.operator, t.calls, t.ns) for t in profile.totals()
    ]
    assert "aten::convolution.out" in str(profile)


def test_one_profile_at_a_time_and_another_one_after_it() -> None:
    forward, inputs = method()
    with forward.profile(), pytest.raises(kerf.InvalidState):
        forward.profile()
    with forward.profile() as second:
        forward(*inputs)
    assert second.runs == 1


def test_a_profile_that_is_dropped_leaves_the_method_usable() -> None:
    forward, inputs = method()
    forward.profile()
    for _ in range(3):
        forward(*inputs)
    assert forward._profile is not None and forward._profile.runs == 3


def test_executorchs_inspector_reads_the_dump(tmp_path: Path) -> None:
    python = environment_folder(ROOT, [ROOT / "requirements-conformance.txt"]) / "bin" / "python"
    if not python.exists():
        pytest.skip("the environment of conformance, which has ExecuTorch, is not made")
    forward, inputs = method()
    with forward.profile() as profile:
        forward(*inputs)
    profile.save(tmp_path / "p.json")
    dump = tmp_path / "p.etdp"
    words = [sys.executable, "-m", "tasks.profile", str(tmp_path / "p.json"), "--etdump", str(dump)]
    subprocess.run(words, cwd=ROOT, check=True)
    script = (
        "import sys; from executorch.devtools import Inspector\n"
        "(block,) = Inspector(etdump_path=sys.argv[1]).event_blocks\n"
        "print([e.name for e in block.events])"
    )
    done = subprocess.run(
        [str(python), "-c", script, str(dump)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": ""},
        check=True,
    )
    names = [each.operator for each in profile.events]
    assert done.stdout.splitlines()[-1] == str(["Method::execute", *names])
