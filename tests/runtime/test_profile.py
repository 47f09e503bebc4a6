"""The runner's profile: a trace with every instruction of every run, under the sanitizers."""

from __future__ import annotations

import json
from pathlib import Path

from codegen.profile import read_profile, totals
from codegen.pte import read_model
from tests.codegen.model_files import CONFIG_MODELS
from tests.runtime import model_cases
from tests.runtime.sanitized import run

MODEL = CONFIG_MODELS / "lstm.pte"


def test_a_profile_has_each_instruction_of_each_run(runner: Path, tmp_path: Path) -> None:
    case = model_cases.read_cases(MODEL)[0]
    words = model_cases.runner_arguments(MODEL, (case,), tmp_path)
    file = tmp_path / "profile.json"
    assert run(runner, *words, "--repeat", "2", "--profile", str(file)).exit_code == 0
    profile = read_profile(json.loads(file.read_text(encoding="utf-8")))
    (method,) = read_model(MODEL).methods
    wanted = [(call.instruction, call.operator) for call in method.calls]
    for number in (0, 1):
        found = [(e.instruction, e.operator) for e in profile.events if e.run == number]
        assert found == wanted
    assert (profile.method, profile.unit, profile.lost) == ("forward", "ns", 0)
    begins = [event.begin for event in profile.events]
    assert begins == sorted(begins)
    assert sum(total.calls for total in totals(profile)) == 2 * len(wanted)


def test_a_profile_that_cannot_be_written_is_an_error(runner: Path, tmp_path: Path) -> None:
    words = ("--model", str(MODEL), "--profile", str(tmp_path / "nowhere" / "p.json"))
    done = run(runner, *words)
    assert done.exit_code != 0
    assert "nowhere/p.json" in done.stderr
