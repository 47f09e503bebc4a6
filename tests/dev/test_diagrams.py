"""The diagrams: what they show is in the data, and nothing is over anything else."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from codegen.optimize.graph import Method
from codegen.optimize.liveness import intervals
from codegen.optimize.plan_scratch import scratch_ranges
from codegen.optimize.roles import Operators
from dev.diagrams import ARROWS, PIPELINE, bars_svg, memory_svg, pipeline_svg, plans_svg
from dev.figures import SHOWN, record
from dev.memory_plans import operators_on
from tests.codegen.optimize.graphs import graph_of, operators
from tests.conftest import ROOT
from tests.tasks.report.browser import a_browser

MODEL = ROOT / "configs/models/dscnn_cortex_m.pte"
TEXTS_ON_EACH_OTHER = """() => {
  const box = (e) => e.getBoundingClientRect();
  const texts = [...document.querySelectorAll("text")];
  const page = box(document.querySelector(".page"));
  const aside = (a, b) => a.right <= b.left || b.right <= a.left;
  const meets = (a, b) => !aside(a, b) && a.top < b.bottom && b.top < a.bottom;
  const out = (a) => a.left < page.left || a.right > page.right || a.bottom > page.bottom;
  const wide = texts.filter((e) => out(box(e))).map((e) => e.textContent);
  texts.forEach((a, i) => texts.slice(i + 1).forEach((b) => {
    if (meets(box(a), box(b))) wide.push(a.textContent + " / " + b.textContent);
  }));
  return wide;
}"""


def diagrams() -> dict[str, str]:
    memory = memory_svg(MODEL, operators(), SHOWN, record(ROOT, SHOWN))
    bars = bars_svg(
        "bars",
        {"ours": "Ours", "balanced": "Balanced", "theirs": "Theirs"},
        {
            "RAM, B": {"net": {"ours": 12, "balanced": 14, "theirs": 120}},
            "flash": {"n": {"ours": 5, "theirs": 1}},
        },
    )
    plans = plans_svg("plans", {"one": method(), "other": method()}, loops())
    return {"pipeline": pipeline_svg(), "memory": memory, "bars": bars, "plans": plans}


def loops() -> Operators:
    return operators_on(ROOT, "cortex-m4")


@cache
def method() -> Method:
    (found,) = graph_of(MODEL).methods
    return found


def test_a_changed_baseline_changes_the_diagram_of_memory() -> None:
    known = record(ROOT, SHOWN)
    changed = memory_svg(MODEL, operators(), SHOWN, replace(known, flash_bytes=123_456))
    assert "123,456 B" in changed
    assert "123,456 B" not in diagrams()["memory"]


def test_each_tensor_is_a_rectangle_and_none_is_over_another() -> None:
    root = ElementTree.fromstring(diagrams()["memory"])
    found = [
        tuple(float(each.attrib[name]) for name in ("x", "y", "width", "height"))
        for each in root.iter("{http://www.w3.org/2000/svg}rect")
        if each.attrib["class"] in "abcd" and float(each.attrib["x"]) >= 408
    ]
    assert len(found) == len(intervals(method(), operators()))
    for (x, y, wide, high), (left, top, width, height) in combinations(found, 2):
        aside = x + wide <= left + 0.5 or left + width <= x + 0.5
        assert aside or y + high <= top + 0.5 or top + height <= y + 0.5


def test_the_scratch_of_each_call_is_a_rectangle_that_meets_no_tensor_of_it() -> None:
    ranges = scratch_ranges(method(), loops())
    used = intervals(method(), operators())
    assert any(first < end for first, end in ranges)
    for time, (first, end) in enumerate(ranges):
        for number, when in used.items():
            buffer = method().buffers[number]
            start = buffer.offset or 0
            if first < end and when.first <= time <= when.last and buffer.nbytes:
                assert end <= start or start + buffer.nbytes <= first
    drawn = ElementTree.fromstring(diagrams()["plans"])
    found = [each for each in drawn.iter() if each.attrib.get("class") == "given"]
    assert len(found) == 2 * len(ranges)


def test_arrows_are_between_boxes_and_go_to_the_right_or_down() -> None:
    for start, end in ARROWS:
        one, other = PIPELINE[start], PIPELINE[end]
        assert (one.column, one.row) < (other.column, other.row)
    columns = sorted({box.column for box in PIPELINE.values()})
    assert all(after - before == 1 for before, after in pairwise(columns))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["pipeline", "memory", "bars", "plans"])
def test_no_text_is_over_another_in_a_browser(name: str, scheme: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.svg"
    path.write_text(diagrams()[name], encoding="utf-8")
    with a_browser() as browser:
        page = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(path.as_uri())
        colour = page.evaluate("() => getComputedStyle(document.querySelector('.page')).fill")
        assert (colour == "rgb(255, 255, 255)") == (scheme == "light")
        assert page.evaluate(TEXTS_ON_EACH_OTHER) == []
