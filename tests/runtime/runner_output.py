"""What the runner prints: JSON lines of calls, and the error line."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.runtime.sanitized import Finished

INTERNAL = 0x01
INVALID_STATE = 0x02
INVALID_ARGUMENT = 0x12
INVALID_TYPE = 0x13
NOT_FOUND = 0x20
ACCESS_FAILED = 0x22
INVALID_PROGRAM = 0x23
INVALID_EXTERNAL_DATA = 0x24

# Source: docs/reference/runner.md.
CALL_KEYS = {"method", "outputs", "memory", "time_ns"}
MEMORY_KEYS = {"method", "planned", "temp"}
TENSOR_KEYS = {"kind", "dtype", "sizes", "dim_order", "file"}
NUMBER_KEYS = {"kind", "value"}
CASE_KEYS = {"method", "case", "passed", "max_abs_diff"}
ERROR_LINE = re.compile(r"error: ([A-Z]\w+) \(0x([0-9a-f]{2})\): (.+)\n")


def expect_error(done: Finished, code: int, name: str, *words: str) -> None:
    """One line on stderr with the name, the number and these words; the number as exit code."""
    match = ERROR_LINE.fullmatch(done.stderr)
    assert match is not None, done.stderr
    assert (match[1], int(match[2], 16), done.exit_code) == (name, code, code)
    for word in words:
        assert word in match[3]


def calls(done: Finished) -> list[dict[str, Any]]:
    """The JSON objects of the calls, each with exactly the documented keys."""
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    for line in lines:
        assert set(line) == CALL_KEYS
        assert set(line["memory"]) == MEMORY_KEYS
        assert line["time_ns"] >= 0
        for output in line["outputs"]:
            keys = {"tensor": TENSOR_KEYS, "none": {"kind"}}.get(output["kind"], NUMBER_KEYS)
            assert set(output) == keys
    return lines
