"""What ExecuTorch's own runtime gave for a program, judged like Kerf's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tasks.conformance.case_file import Call, CaseFile, tensor
from tasks.conformance.compare import Status, Verdict, difference


def upstream_verdicts(case_file: CaseFile) -> tuple[Verdict, ...] | None:
    """A verdict for each call; None where upstream has not run the program."""
    path = case_file.program.with_suffix(".upstream.json")
    if not path.is_file():
        return None
    results = json.loads(path.read_text(encoding="utf-8"))
    return tuple(_verdict(case_file, call, results.get(call.method)) for call in case_file.calls)


def _verdict(case_file: CaseFile, call: Call, result: Mapping[str, Any] | None) -> Verdict:
    if result is None or "crash" in result:
        text = "was not reached" if result is None else result["crash"]
        return Verdict(call=call, status=Status.CRASHED, text=text)
    if "error" in result:
        return Verdict(call=call, status=Status.REFUSED, text=result["error"])
    text = difference(case_file, call, [tensor(entry) for entry in result["outputs"]])
    return Verdict(call=call, status=Status.WRONG if text else Status.PASSED, text=text)
