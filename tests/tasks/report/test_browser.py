"""The page in a real browser, as a person uses it; screenshots go to build/tests/report/."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from codegen.profile import Event, Profile
from tasks.report.content import content
from tasks.report.page import page as page_of
from tasks.report.plans import MemoryPlan, MemoryPlans
from tests.conftest import ROOT
from tests.tasks.built_targets import Built
from tests.tasks.report.browser import Watched, a_browser
from tests.tasks.report.reported import commit, reported, rows

pytestmark = pytest.mark.slow
SHOTS = ROOT / "build" / "tests" / "report"
VIEWS = ("matrix", "target/arm", "compare?a=arm&b=riscv", "history")
PAPER = {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 24, 28)"}
HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as found:
        yield found


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A report, and the builds that it shows."""

    file: Path
    arm: Built
    riscv: Built
    new: str
    """A symbol of arm that its baseline lacks, the largest kernel."""

    @property
    def new_bytes(self) -> int:
        return sum(
            entry["flash_bytes"]
            for entry in self.arm.size["entries"]
            if entry["symbol"] == self.new
        )


PROFILE = Profile(
    method="forward",
    unit="cycles",
    events=tuple(
        Event(run=0, chain=0, instruction=i, operator=operator, begin=0, end=took)
        for i, (operator, took) in enumerate(
            [("aten::mm.out", 500), ("aten::add.out", 300), ("aten::mm.out", 100), ("move", 100)]
        )
    ),
)


EXPORTED = MemoryPlan(
    instructions=("aten::mm.out", "aten::relu.out"),
    memories=(64, 16),
    buffers=((1, 0, 32, -1, 0), (1, 32, 32, 0, 1), (2, 0, 16, 1, 2)),
    scratch=(),
)
PLANS = MemoryPlans(
    name="m.pte forward",
    exported=EXPORTED,
    shipped=replace(EXPORTED, memories=(48, 0), buffers=EXPORTED.buffers[:1], scratch=((48, 56),)),
)


@pytest.fixture(scope="module")
def shown(built_target: Callable[[str], Built], tmp_path_factory: pytest.TempPathFactory) -> Shown:
    arm, riscv = built_target("arm"), built_target("riscv")
    kernels = [entry for entry in arm.size["entries"] if entry["purpose"] == "kernel"]
    new = max(kernels, key=lambda entry: entry["flash_bytes"])["symbol"]
    flash = arm.size["flash_bytes"]
    history = [
        *rows(arm.sizes, {1: flash + 900, 2: flash + 400, 3: flash + 400, 4: flash}),
        *rows(riscv.sizes, {1: 8000, 4: 7900}),
    ]
    history[-1] = replace(history[-1], toolchain="riscv64-unknown-elf-gcc 99.0.0")
    first = replace(reported(arm, without=new), profiles={"m-forward": PROFILE}, plans=(PLANS,))
    shown = content(
        [first, reported(riscv)],
        history,
        head=commit(4),
        subjects={commit(day).id: commit(day).subject for day in range(1, 5)},
        unread={"broken": f"build/broken/size.json: {HOSTILE}"},
    )
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(page_of(shown), encoding="utf-8")
    return Shown(file=file, arm=arm, riscv=riscv, new=new)


@pytest.fixture
def watched(browser: Browser, shown: Shown) -> Iterator[Watched]:
    """A page that must have no errors and no requests outside."""
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    found = Watched(page, shown.file)
    yield found
    page.close()
    assert found.printed == []
    assert found.outside == []


def shoot(page: Page, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True, animations="disabled")


def table(page: Page, name: str) -> Locator:
    return page.get_by_role("table", name=name, exact=True)


def first_cells(page: Page, name: str) -> Locator:
    return table(page, name).locator("tbody tr td:first-child")


def crumbs(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Treemap").get_by_role("button")


def cell(page: Page, name: str) -> Locator:
    return page.locator(".treemap").get_by_role("button", name=re.compile(f"^{re.escape(name)}, "))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_opens_in_light_and_dark(watched: Watched, view: str, scheme: str) -> None:
    watched.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page = watched.open(f"#{view}")
    expect(page.locator("body")).to_have_css("background-color", PAPER[scheme])
    shoot(page, f"{re.match(r'[a-z]+', view).group()}-{scheme}")  # type: ignore[union-attr]


def test_colours_may_be_chosen_against_the_system(watched: Watched) -> None:
    watched.page.emulate_media(color_scheme="light")
    page = watched.open()
    page.get_by_label("Colours").select_option("dark")
    expect(page.locator("body")).to_have_css("background-color", PAPER["dark"])


def test_matrix_shows_the_sizes_of_each_target(watched: Watched, shown: Shown) -> None:
    page = watched.open()
    for built in (shown.arm, shown.riscv):
        row = table(page, "All targets").locator(
            "tr", has=page.get_by_role("link", name=built.target.name)
        )
        expect(row).to_contain_text(f"{built.size['flash_bytes']:,}")
    row = table(page, "All targets").locator("tr", has=page.get_by_role("link", name="arm"))
    expect(row).to_contain_text(f"+{shown.new_bytes:,}")  # since its baseline
    expect(row).to_contain_text("over")  # the baseline's gate
    expect(row.get_by_role("img", name="flash of arm")).to_be_visible()
    expect(page.get_by_text("grew by")).to_be_visible()


def test_what_could_not_be_read_is_reported_as_text(watched: Watched) -> None:
    page = watched.open()
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    assert page.locator("img[src=x]").count() == 0


def test_matrix_sorts_by_a_column_and_back(watched: Watched, shown: Shown) -> None:
    page = watched.open()
    by_flash = sorted(
        ("arm", "riscv"), key=lambda name: getattr(shown, name).size["flash_bytes"], reverse=True
    )
    header = table(page, "All targets").get_by_role("columnheader", name="used").first
    header.get_by_role("button").click()
    expect(header).to_have_attribute("aria-sort", "descending")
    expect(first_cells(page, "All targets")).to_contain_text(by_flash)
    header.get_by_role("button").click()
    expect(first_cells(page, "All targets")).to_contain_text(by_flash[::-1])


def test_filter_keeps_rows_that_have_all_words(watched: Watched) -> None:
    page = watched.open()
    page.get_by_label("Filter All targets").fill("RISCV gcc")
    expect(first_cells(page, "All targets").locator("a")).to_have_text(["riscv"])
    expect(page.get_by_text("1 of 2 rows")).to_be_visible()
    page.get_by_label("Filter All targets").fill("no such target")
    expect(first_cells(page, "All targets")).to_have_count(0)


def test_all_columns_of_the_matrix_fit_a_window_of_1400_pixels(watched: Watched) -> None:
    watched.page.set_viewport_size({"width": 1400, "height": 900})
    page = watched.open()
    region = page.get_by_role("region", name="All targets")
    assert region.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_the_first_column_stays_in_view(watched: Watched) -> None:
    watched.page.set_viewport_size({"width": 700, "height": 900})
    page = watched.open()
    page.get_by_role("region", name="All targets").evaluate("each => { each.scrollLeft = 300; }")
    box = first_cells(page, "All targets").first.bounding_box()
    assert box is not None
    assert 0 <= box["x"] < 40


def test_compare_opens_with_a_target_and_its_baseline(watched: Watched) -> None:
    page = watched.open("#compare")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("From arm, its baseline to arm")


def test_compare_keeps_its_differences_in_a_narrow_window(watched: Watched) -> None:
    watched.page.set_viewport_size({"width": 700, "height": 900})
    page = watched.open("#compare")
    headings = table(page, "Differences of symbols").locator("thead th[scope=col]")
    expect(headings.filter(visible=True)).to_contain_text(
        ["#", "symbol", "Δ flash", "Δ RAM", "what"]
    )
    region = page.get_by_role("region", name="Differences of symbols")
    assert region.evaluate("each => each.scrollWidth <= each.clientWidth")
    expect(page.get_by_text("1 row", exact=True).first).to_be_visible()


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("kerf::portable::softmax_of<kerf::Tensor>", "softmax_of<kerf::Tensor>"),
        ("kerf::Call::argument(unsigned int, kerf::Kind)", "argument(unsigned int, kerf::Kind)"),
        ("runtime/core/libc.h", "libc.h"),
        ("operator()", "operator()"),
        ("plain", "plain"),
    ],
)
def test_a_label_is_the_last_component_of_a_name(watched: Watched, name: str, last: str) -> None:
    script = "async name => (await import('report/treemap')).label(name)"
    assert watched.open().evaluate(script, name) == last


def test_areas_of_the_treemap_are_bytes(watched: Watched, shown: Shown) -> None:
    page = watched.open("#target/arm")
    leaves = page.locator(".treemap .leaf")
    boxes = leaves.evaluate_all(
        "all => all.map(e => [e.getAttribute('aria-label'), e.offsetWidth * e.offsetHeight])"
    )
    sizes = [
        (int(re.search(r", ([\d,]+) B,", label).group(1).replace(",", "")), area)
        for label, area in boxes
    ]  # type: ignore[union-attr]
    large = sorted(sizes)[-12:]
    per_byte = [area / size for size, area in large]
    assert max(per_byte) / min(per_byte) < 1.6  # frames and titles take their room
    assert (
        sum(size for size, _ in sizes)
        <= shown.arm.size["flash_bytes"] + shown.arm.size["ram_bytes"]
    )


def test_pressing_a_group_goes_into_it_and_back_comes_out(watched: Watched, shown: Shown) -> None:
    page = watched.open("#target/arm")
    expect(page.locator(".crumbs span")).to_have_text(f"{shown.arm.size['flash_bytes']:,} B")
    cell(page, "FLASH").click(position={"x": 4, "y": 4})
    cell(page, "kernels").click(position={"x": 4, "y": 4})
    expect(crumbs(page)).to_have_text(["arm", "FLASH", "kernels"])
    kernels = shown.arm.size["parts"]["kernels"]["flash_bytes"]
    expect(page.locator(".crumbs span")).to_have_text(f"{kernels:,} B")
    expect(table(page, "Symbols").locator("tfoot")).to_contain_text(f"{kernels:,}")
    shoot(page, "target-kernels")
    page.reload()
    expect(page.locator(".crumbs span")).to_have_text(f"{kernels:,} B")
    page.go_back()
    page.go_back()
    expect(page.locator(".crumbs span")).to_have_text(f"{shown.arm.size['flash_bytes']:,} B")


def test_treemap_is_used_without_a_mouse(watched: Watched) -> None:
    page = watched.open("#target/arm")
    cell(page, "FLASH").focus()
    page.keyboard.press("Enter")
    expect(crumbs(page)).to_have_text(["arm", "FLASH"])
    cell(page, "kernels").focus()
    expect(page.locator(".pointed")).to_contain_text("kernels")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".pointed strong")).not_to_have_text("kernels")
    expect(page.locator(".treemap button[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(crumbs(page)).to_have_text(["arm"])


def test_bytes_group_by_where_they_lie(watched: Watched, shown: Shown) -> None:
    page = watched.open("#target/arm?by=place")
    for section in shown.arm.size["sections"]:
        if section["flash_bytes"] > 400:
            expect(cell(page, section["name"])).to_be_visible()
    expect(cell(page, "libkerf.a").first).to_be_visible()


def test_growth_since_the_baseline_colours_what_is_new(watched: Watched, shown: Shown) -> None:
    page = watched.open("#target/arm?colour=growth")
    expect(page.get_by_label("since")).to_have_value("arm@baseline")
    expect(page.locator(".legend")).to_contain_text("grown")
    expect(page.locator(".legend")).to_contain_text("as before")
    cell(page, shown.new).first.hover()
    expect(page.locator(".pointed")).to_contain_text(f"+{shown.new_bytes:,} B")
    shoot(page, "target-growth")


def test_symbols_filter_and_their_sum_follows(watched: Watched, shown: Shown) -> None:
    page = watched.open("#target/arm")
    page.get_by_label("Filter Symbols").fill("ADD.OUT adapter")
    keys = ("symbol", "purpose", "operator", "source", "inlined_into", "section", "object")
    wanted = []
    for entry in shown.arm.size["entries"]:
        text = " ".join(entry[key] or "" for key in keys).lower()
        if "add.out" in text and "adapter" in text:
            wanted.append(entry["flash_bytes"])
    assert wanted
    expect(table(page, "Symbols").locator("tbody tr")).to_have_count(len(wanted))
    expect(table(page, "Symbols").locator("tfoot")).to_contain_text(f"{sum(wanted):,}")


def test_two_targets_are_compared_at_every_level(watched: Watched, shown: Shown) -> None:
    page = watched.open("#compare")
    page.get_by_role("combobox", name="A", exact=True).select_option("arm")
    page.get_by_role("combobox", name="B", exact=True).select_option("riscv")
    growth = shown.riscv.size["flash_bytes"] - shown.arm.size["flash_bytes"]
    signed = f"{'+' if growth > 0 else '−'}{abs(growth):,}"
    expect(page.locator(".headline")).to_contain_text(signed)
    expect(page.get_by_text("Toolchains differ")).to_be_visible()
    for level in ("parts", "symbols"):
        expect(table(page, f"Differences of {level}").locator("tfoot")).to_contain_text(signed)
    page.get_by_role("button", name="Swap").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("From riscv to arm")


def test_a_target_is_compared_with_its_baseline(watched: Watched, shown: Shown) -> None:
    page = watched.open("#target/arm")
    page.get_by_role("link", name="Compare it").click()
    first = table(page, "Differences of symbols").locator("tbody tr").first
    expect(first).to_contain_text(shown.new)
    expect(first).to_contain_text("added")
    expect(first).to_contain_text(f"+{shown.new_bytes:,}")


def test_history_has_a_chart_for_each_target_and_marks_compilers(watched: Watched) -> None:
    page = watched.open("#history")
    expect(page.locator(".chart")).to_have_count(2)
    expect(page.locator(".chart", has_text="riscv").locator(".other-toolchain")).to_have_count(1)
    page.get_by_label("Measure").select_option("method_bytes")
    expect(page.locator(".chart figcaption").first).to_contain_text(re.compile(r"\d B"))
    page.locator(".chart", has_text="arm").click()
    expect(table(page, "Commits that changed flash").locator("tbody tr")).to_have_count(3)
    expect(table(page, "Commits that changed flash")).to_contain_text("Commit of day 2")


@pytest.mark.parametrize(
    "address",
    [
        "#nonsense",
        "#target/nobody?zoom=%ZZ/x",
        "#compare?a=x&b=y",
        "#history?measure=x",
        "#%E0%A4%A",
    ],
)
def test_addresses_that_nobody_gave_show_something(watched: Watched, address: str) -> None:
    expect(watched.open(address).get_by_role("heading", level=1)).to_be_visible()


def test_prints_without_controls_on_white(watched: Watched) -> None:
    watched.page.emulate_media(media="print", color_scheme="dark")
    page = watched.open("#target/arm")
    expect(page.get_by_label("Filter Symbols")).to_be_hidden()
    expect(page.get_by_label("Colours")).to_be_hidden()
    expect(page.locator("body")).to_have_css("background-color", PAPER["light"])
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.pdf(path=SHOTS / "target.pdf", prefer_css_page_size=True)


def test_narrow_windows_scroll_tables_and_not_the_page(watched: Watched) -> None:
    watched.page.set_viewport_size({"width": 480, "height": 800})
    for view in VIEWS:
        page = watched.open(f"#{view}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 480, view


def test_tensors_are_drawn_at_their_bytes_over_the_instructions(watched: Watched) -> None:
    page = watched.open("#target/arm")
    exported, second, shipped, _ = (page.locator(".plan").nth(number) for number in range(4))
    expect(exported.locator("figcaption")).to_have_text(
        "memory 1 as exported: 64 B, 2 instructions"
    )
    expect(second.locator("figcaption")).to_contain_text("memory 1 as shipped: 48 B")
    expect(second.locator("figcaption")).to_contain_text("with scratch 56 B")
    expect(shipped.locator("figcaption")).to_contain_text("memory 2 as exported: 16 B")
    titles = exported.locator("rect title")
    expect(titles).to_have_text(
        [
            "32 B from 0: the inputs to 0 aten::mm.out",
            "32 B from 32: 0 aten::mm.out to 1 aten::relu.out",
        ]
    )
    below, above = (exported.locator("rect").nth(number).bounding_box() for number in range(2))
    assert below is not None
    assert above is not None
    assert below["y"] == pytest.approx(above["y"] + above["height"], abs=1)
    assert above["x"] == pytest.approx(below["x"] + below["width"] / 2, abs=1)
    shoot(page, "plans")


def test_areas_of_the_flame_view_are_shares_of_the_method(watched: Watched, shown: Shown) -> None:
    page = watched.open(f"#target/{shown.arm.target.name}")
    flame = page.locator(".flame")
    whole = flame.bounding_box()
    first = flame.get_by_title("instruction 0, aten::mm.out: 500 cycles, 50 %").bounding_box()
    assert whole is not None and first is not None
    assert first["width"] == pytest.approx(whole["width"] / 2, abs=3)
    names = first_cells(page, "Operators of m-forward")
    assert names.all_inner_texts() == ["aten::mm.out", "aten::add.out", "move"]
    last = flame.get_by_title("instruction 3, move: 100 cycles, 10 %").bounding_box()
    assert last is not None
    assert last["x"] + last["width"] == pytest.approx(whole["x"] + whole["width"], abs=3)
    shoot(page, "flame")
