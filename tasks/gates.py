"""Checks every built target against its gates: regions, budget, baseline; --junit FILE for CI."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

from codegen.errors import SizeError
from tasks import cli
from tasks.building.inputs import Digests
from tasks.config import Target
from tasks.files import write_if_changed
from tasks.size.baseline import read_baseline
from tasks.size.built import built_targets
from tasks.size.gate import Gate, gate_faults, notes
from tasks.size.read import check_current, read_size
from tasks.table import aligned, few


class State(StrEnum):
    """The result of a gate."""

    PASSED = "passed"
    FAILED = "FAILED"
    SKIPPED = "no gate"  # nothing is set, or recorded, that could be exceeded


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One gate of one target; `text` says what is wrong, why there is no gate, or what it is."""

    target: str
    gate: str
    state: State
    text: str = ""
    notes: tuple[str, ...] = ()
    """What a reviewer should know, whether the gate fails or not."""


def check_gates(target: Target, digests: Digests) -> tuple[Result, ...]:
    """The gates of a built target; one failed result, of its measurement, where it has no sizes.

    That is also where its inputs have changed since; `digests` are shared by the targets.
    """
    try:
        check_current(target, digests)
        size = read_size(target)
        baseline = read_baseline(target, size.toolchain)
    except SizeError as error:
        return (Result(target=target.name, gate="measured", state=State.FAILED, text=str(error)),)
    faults = gate_faults(size, target, baseline)
    skipped = {}
    if not size.regions:
        skipped[Gate.REGIONS] = "a host: no memory to fill"
    if size.device is None or size.device.board is None:
        skipped[Gate.BOARD] = "no board is named"
    if all(limit is None for name, limit in target.budget if not name.startswith("tolerance")):
        skipped[Gate.BUDGET] = "no budget is set"
    applied = {}
    known = notes(size, baseline)
    if baseline is None or not baseline.exact:
        skipped[Gate.BASELINE] = "; ".join(known)
    else:
        record = f"record of {baseline.record.toolchain}"
        applied[Gate.BASELINE] = "; ".join((record, *known))
    return tuple(
        Result(
            target=target.name,
            gate=gate.value,
            state=State.FAILED
            if faults[gate]
            else State.SKIPPED
            if gate in skipped
            else State.PASSED,
            text="\n".join(faults[gate]) or skipped.get(gate, "") or applied.get(gate, ""),
            notes=known if gate is Gate.BASELINE else (),
        )
        for gate in Gate
    )


def failures(results: Sequence[Result]) -> list[str]:
    """The faults of the failed gates; each figure of a baseline is one."""
    return [
        fault for each in results if each.state is State.FAILED for fault in each.text.splitlines()
    ]


def remarks(results: Sequence[Result]) -> list[str]:
    """What is to be known of the gates, a line for each note; that of the fewest targets first."""
    found: dict[str, list[str]] = {}
    for each in results:
        for note in each.notes:
            found.setdefault(note.replace(f"-- {each.target}", "-- TARGET"), []).append(each.target)
    return [
        f"{few(names)}: {note}"
        for note, names in sorted(found.items(), key=lambda row: (len(row[1]), row[1]))
    ]


def junit_text(results: Iterable[Result]) -> str:
    """JUnit XML to be written in UTF-8: a suite for each target, a case for each gate; no times."""
    report = JUnitXml()
    for name, own in groupby(results, key=lambda each: each.target):
        suite = TestSuite(_xml(name))
        for each in own:
            case = TestCase(_xml(each.gate), classname=_xml(name))
            if (form := _OUTCOMES.get(each.state)) is not None:
                outcome = form(_xml(each.text.partition("\n")[0]))
                outcome.text = _xml(each.text)
                case.result = [outcome]
            elif each.text:
                case.system_out = _xml(each.text)
            suite.add_testcase(case)
        report.add_testsuite(suite)
    report.update_statistics()  # type: ignore[no-untyped-call]
    root = ElementTree.fromstring(report.tostring())  # type: ignore[no-untyped-call]
    ElementTree.indent(root, " ")
    # Its own declaration would name the encoding of the locale.
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


_OUTCOMES = {State.FAILED: Failure, State.SKIPPED: Skipped}

# XML 1.0 has no form at all for these, not even an escaped one.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _xml(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("gates", __doc__)
    parser.add_argument("target", nargs="*", help="built ones, like mv2-* (default: all)")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML as well")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    built = built_targets(options.target, root)
    digests = Digests()
    results = [result for target in built.targets for result in check_gates(target, digests)]
    results += [
        Result(target=name, gate="configured", state=State.FAILED, text=str(error))
        for name, error in built.broken.items()
    ]
    if options.junit is not None:
        options.junit.parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(options.junit, junit_text(results))
    for line in aligned("<<<", map(_row, results)):
        print(line)
    if not results:
        raise SizeError("no target is built: nox -s matrix")
    if faults := failures(results):
        raise SizeError(faults)
    return 0


def _row(each: Result) -> tuple[str, str, str]:
    why = f"  ({each.text})" if each.text and each.state is not State.FAILED else ""
    return each.target, each.gate, f"{each.state.value}{why}"


if __name__ == "__main__":
    cli.run(main)
