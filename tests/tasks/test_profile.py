"""`nox -s profile`: totals by operator, an ETDump, and files that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegen.errors import VerifyError
from codegen.profile import Event, Profile, profile_json
from tasks.profile import main


def test_totals_are_printed_and_the_dump_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = Event(run=0, chain=0, instruction=0, operator="aten::add.out", begin=5, end=1505)
    profile = Profile(method="forward", unit="cycles", events=(event,), lost=2)
    path = tmp_path / "p.json"
    path.write_text(json.dumps(profile_json(profile)), encoding="utf-8")
    assert main([str(path), "--etdump", str(tmp_path / "p.etdp")]) == 0
    out = capsys.readouterr().out
    assert "aten::add.out      1   1,500  100.0%" in out
    assert "2 instructions did not fit" in out
    assert b"aten::add.out" in (tmp_path / "p.etdp").read_bytes()


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"kerf": {"version": 9}}', "\0"])
def test_a_file_that_is_no_profile_is_named(content: str, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(VerifyError, match=r"p\.json"):
        main([str(path)])
