"""Each promise of the page on trust names a test that exists."""

from __future__ import annotations

import re

from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "explanation" / "trust.md"
ROW = re.compile(r"^\| (?P<promise>[^|]+) \| `(?P<file>tests/[^`:]+)(?:::(?P<name>\w+))?` \|$")


def test_every_promise_names_a_test_that_exists() -> None:
    _, _, promises = PAGE.read_text(encoding="utf-8").partition("## What holds these promises")
    rows = [line for line in promises.splitlines() if line.startswith("|")][2:]
    assert len(rows) > 10
    for row in rows:
        found = ROW.match(row)
        assert found, row
        source = (ROOT / found["file"]).read_text(encoding="utf-8")
        name = found["name"] or r"test_\w+"
        assert re.search(rf"^def {name}\(", source, re.MULTILINE), row
