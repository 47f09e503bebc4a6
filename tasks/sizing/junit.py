"""JUnit XML, as CI systems show it.

Source: the schema of Jenkins' xunit plugin, junit-10.xsd: suites, cases, failure, skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A test; it passed where it neither failed nor was skipped."""

    name: str
    failure: str | None = None
    skipped: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Tests of one subject."""

    name: str
    cases: tuple[Case, ...]


def junit_text(suites: Iterable[Suite]) -> str:
    """The document, to be written in UTF-8: one form for one value, without times."""
    all_suites = tuple(suites)
    root = ElementTree.Element(
        "testsuites", _counts([case for suite in all_suites for case in suite.cases])
    )
    for suite in all_suites:
        element = ElementTree.SubElement(
            root, "testsuite", {"name": _text(suite.name), **_counts(suite.cases)}
        )
        for case in suite.cases:
            _add(element, suite.name, case)
    ElementTree.indent(root, " ")
    # Its own declaration would name the encoding of the locale.
    return f"{_DECLARATION}\n{ElementTree.tostring(root, encoding='unicode')}\n"


_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


def _counts(cases: Sequence[Case]) -> dict[str, str]:
    return {
        "tests": str(len(cases)),
        "failures": str(sum(case.failure is not None for case in cases)),
        "errors": "0",
        "skipped": str(sum(case.skipped is not None for case in cases)),
    }


def _add(suite: ElementTree.Element, classname: str, case: Case) -> None:
    element = ElementTree.SubElement(
        suite, "testcase", classname=_text(classname), name=_text(case.name)
    )
    for tag, said in (("failure", case.failure), ("skipped", case.skipped)):
        if said is not None:
            first = (said.splitlines() or [""])[0]
            ElementTree.SubElement(element, tag, message=_text(first)).text = _text(said)


# XML 1.0 has no form at all for these, not even an escaped one.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _text(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
