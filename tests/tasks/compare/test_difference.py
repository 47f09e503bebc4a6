"""What differs between two builds, and how it is shown."""

from __future__ import annotations

import json
from typing import Any

from tasks.compare.__main__ import shown
from tasks.compare.as_json import json_text
from tasks.compare.as_text import text
from tasks.compare.markdown import MOST_LETTERS, Comment, comment
from tasks.revisions.sizes import Sizes
from tasks.size.difference import Difference, Footprint, Kind, Level, difference, footprint_of
from tests.tasks.sizes import SYMBOLS, Symbols, document, size

TABLE = ("kerf::portable::needless", "kernel", "aten::add.out", 500, 0)


def sizes(symbols: Symbols = SYMBOLS, label: str = "x", **keys: Any) -> Footprint:
    return footprint_of(size(symbols, **keys), label)


def alone(**keys: Any) -> Sizes:
    return Sizes(label="x", size=size(**keys))


def without(name: str) -> Symbols:
    return tuple(symbol for symbol in SYMBOLS if symbol[0] != name)


def names(found: Difference, level: Level) -> list[tuple[str, Kind, int, int]]:
    return [(each.name, each.kind, each.flash, each.ram) for each in found.levels[level]]


def test_equal_builds_have_no_difference() -> None:
    found = difference(sizes(), sizes())
    assert found.empty
    assert "no difference: flash 1,000 B, RAM 48 B" in text(found)


def test_a_new_symbol_shows_at_every_level() -> None:
    found = difference(sizes(), sizes((*SYMBOLS, TABLE)))
    assert (found.total.flash, found.total.ram) == (500, 0)
    assert names(found, Level.SYMBOLS) == [("kerf::portable::needless", Kind.ADDED, 500, 0)]
    assert names(found, Level.OPERATORS) == [("aten::add.out", Kind.GROWN, 500, 0)]
    assert names(found, Level.PURPOSES) == [("kernel", Kind.GROWN, 500, 0)]
    assert names(found, Level.PARTS) == [("kernels", Kind.GROWN, 500, 0)]
    assert names(found, Level.SECTIONS) == [(".text", Kind.GROWN, 500, 0)]


def test_a_symbol_that_is_gone_is_removed_not_shrunk() -> None:
    found = difference(sizes(), sizes(without("memcpy")))
    assert names(found, Level.SYMBOLS) == [("memcpy", Kind.REMOVED, -60, 0)]


def test_changes_are_sorted_by_their_size_whatever_their_sign() -> None:
    after = (*without("kerf::Method::load"), TABLE, ("memset", "libc", None, 20, 0))
    found = difference(sizes(), sizes(after))
    assert [name for name, *_ in names(found, Level.SYMBOLS)] == [
        "kerf::portable::needless",
        "kerf::Method::load",
        "memset",
    ]


def test_flash_that_became_ram_has_moved() -> None:
    before, after = ("x", "core", None, 8, 0), ("x", "core", None, 0, 8)
    found = difference(sizes((before,)), sizes((after,)))
    assert names(found, Level.SYMBOLS) == [("x", Kind.MOVED, -8, 8)]


def test_symbols_of_one_name_in_two_files_are_distinguished() -> None:
    before, after = (document((TABLE, TABLE))["entries"] for _ in range(2))
    for one in (before, after):
        one[0]["source"], one[1]["source"] = "a.cpp", "b.cpp"
    after[1]["flash_bytes"] += 4
    found = difference(sizes(entries=before), sizes(entries=after))
    (change,) = found.levels[Level.SYMBOLS]
    assert (change.source, change.flash) == ("b.cpp", 4)


def test_measures_that_are_no_bytes_of_the_elf_are_compared_too() -> None:
    memory = {"method_bytes": 161, "planned_bytes": 4096, "temp_bytes": 64}
    found = difference(sizes(), sizes(memory=memory, registry={"rows": 3, **NO_BYTES}))
    assert {(each.name, each.change) for each in found.measures} == {
        ("planned memory", 2048),
        ("registry flash", -12),
        ("registry rows", 2),
    }


NO_BYTES = {"flash_bytes": 0, "ram_bytes": 0}


def model(digest: str, weights: int = 1000) -> dict[str, Any]:
    bytes_ = {"file_bytes": weights + 500, "program_bytes": 500, "weight_bytes": weights}
    return {"name": "kws.pte", "sha256": digest * 64, **bytes_}


def test_a_retrained_model_is_named_and_what_it_takes_is_compared() -> None:
    memory = {"method_bytes": 161, "planned_bytes": 2048 + 81_600, "temp_bytes": 64}
    before, after = (
        sizes(models=[model("a")]),
        sizes(models=[model("b", 74_440)], memory=memory),
    )
    found = difference(before, after)
    assert found.models == ("kws.pte",)
    assert {(each.name, each.change) for each in found.measures} == {
        ("weights", 73_440),
        ("planned memory", 81_600),
    }
    message = comment(Comment(base="main", differences=(found,), gate_faults=()))
    assert "weights +73,440; planned memory +81,600; models changed: kws.pte" in message
    assert "no target grew" not in message
    assert "models changed: kws.pte" in text(found)


def test_a_model_of_the_same_size_has_changed_all_the_same() -> None:
    found = difference(sizes(models=[model("a")]), sizes(models=[model("b")]))
    assert not found.empty
    assert "1 target changed" in comment(Comment(base="main", differences=(found,)))


def test_an_elf_with_weights_is_compared_with_one_without_by_its_code() -> None:
    weights = ("kerf_weights", "weights", None, 50_000, 0)
    found = difference(sizes(), sizes((*SYMBOLS, weights)))
    assert found.total.flash == 0
    assert not any(found.levels.values())
    again = difference(sizes((*SYMBOLS, weights)), sizes((*SYMBOLS, weights, TABLE)))
    assert (again.total.before.flash, again.total.flash) == (1000, 500)  # type: ignore[union-attr]
    assert {each.name: each.change for each in again.measures} == {"code": 500}


def test_what_only_one_side_knows_has_no_change() -> None:
    counts = {"model": "m", "method": "f", "program_load": 1, "method_load": 2, "execute": 3}
    found = difference(sizes(), sizes(instructions=[counts]))
    assert [(each.before, each.after, each.change) for each in found.measures] == [
        (None, 1, None),
        (None, 2, None),
        (None, 3, None),
    ]
    assert found.empty


def test_what_the_device_holds_is_compared_by_region_where_a_board_has_them() -> None:
    def device(board: str | None, bytes_: int) -> dict[str, Any]:
        region = {"name": "flash", "kind": "flash", "used_bytes": bytes_, "holds": []}
        return {"board": board, "regions": [{**region, "capacity_bytes": 0, "free_bytes": 0}]}

    def measures(board: str | None) -> list[str]:
        found = difference(sizes(device=device(board, 1)), sizes(device=device(board, 3)))
        return [each.name for each in found.measures]

    assert measures(None) == ["device flash"]
    assert measures("b") == ["device flash", "flash of the device"]


def test_a_side_that_was_run_has_no_larger_device_than_one_that_was_not() -> None:
    region = {"name": "RAM", "kind": "ram", "capacity_bytes": 9000, "used_bytes": 100}
    device = {"board": "b", "regions": [{**region, "free_bytes": 8900, "holds": []}]}
    counts = {"model": "m", "method": "f", "program_load": 1, "method_load": 2, "execute": 3}
    ran = sizes(device=device, instructions=[{**counts, "stack_bytes": 900}])
    found = difference(sizes(device=device), ran)
    assert found.empty
    assert (found.device.flash, found.device.ram) == (0, 0)


def test_the_comment_leads_with_all_that_the_device_holds() -> None:
    def device(bytes_: int) -> dict[str, Any]:
        region = {"name": "FLASH", "kind": "flash", "capacity_bytes": 9000, "used_bytes": bytes_}
        return {"board": "b", "regions": [{**region, "free_bytes": 9000 - bytes_, "holds": []}]}

    found = difference(sizes(device=device(4000)), sizes(device=device(4700)))
    lines = comment(Comment(base="main", differences=(found,))).splitlines()
    assert lines[0] == "### Sizes: 1 target grew (most: m4 flash +700 B)"
    assert lines[2:5] == [
        "| target | device flash | +/- | device RAM | +/- | what changed |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
        "| m4 | 4,700 | +700 | 0 | = |  |",
    ]


def test_another_compiler_is_reported_as_drift_even_where_no_byte_differs() -> None:
    newer = {"name": "arm-none-eabi-gcc", "version": "13.2.1"}
    found = difference(sizes(), sizes(toolchain=newer))
    assert not found.empty
    message = "toolchain drift: from arm-none-eabi-gcc 12.2.1 to arm-none-eabi-gcc 13.2.1"
    assert message in text(found)
    assert message in comment(Comment(base="main", differences=(found,)))


def test_text_leaves_out_what_is_beyond_the_limit_and_says_so() -> None:
    many = tuple((f"f{n:02}", "core", None, 100 + n, 0) for n in range(30))
    found = difference(sizes(()), sizes(many))
    assert "... and 10 more (--all shows them)" in text(found)
    assert "f00" not in text(found)
    assert "f00" in text(found, None)


def test_json_holds_every_level() -> None:
    found = difference(sizes(label="a"), sizes((*SYMBOLS, TABLE), label="b"))
    content = json.loads(json_text([found]))
    (each,) = content["differences"]
    assert each["total"]["flash_change"] == 500
    assert each["a"]["label"] == "a"
    for level in Level:
        assert each[level.value][0]["flash_change"] == 500
    assert each["symbols"][0] == {
        "name": "kerf::portable::needless",
        "kind": "added",
        "before": None,
        "after": {"flash_bytes": 500, "ram_bytes": 0},
        "flash_change": 500,
        "ram_change": 0,
        "source": None,
        "purpose": "kernel",
        "operator": "aten::add.out",
    }


# The comment


def test_comment_names_the_needless_table_first() -> None:
    grown = (*SYMBOLS, TABLE, ("memset", "libc", None, 20, 0))
    found = difference(sizes(), sizes(grown))
    lines = comment(Comment(base="main (1234)", differences=(found,))).splitlines()
    assert lines[0] == "### Sizes: 1 target grew (most: m4 flash +520 B)"
    rows = [line for line in lines if line.startswith("| `")]
    assert rows[0].startswith("| `kerf::portable::needless` | +500 | = | added | aten::add.out |")


def test_comment_joins_a_cause_that_several_targets_share() -> None:
    found = [
        difference(sizes(target=name), sizes((*SYMBOLS, TABLE), target=name)) for name in ("a", "b")
    ]
    message = comment(Comment(base="main", differences=found))
    assert "2 targets grew" in message
    rows = [line for line in message.splitlines() if "needless" in line and "a, b" in line]
    assert len(rows) == 1


def test_comment_collapses_what_did_not_change() -> None:
    same = difference(sizes(target="same"), sizes(target="same"))
    grown = difference(sizes(), sizes((*SYMBOLS, TABLE)))
    message = comment(Comment(base="main", differences=(same, grown), alone=(alone(target="new"),)))
    before, _, after = message.partition("<details><summary>1 unchanged</summary>")
    assert "same" in after
    assert "same" not in before
    assert "<details><summary>1 new</summary>" in after
    assert message.count("<details>") == message.count("</details>")


def test_comment_says_that_nothing_changed() -> None:
    same = difference(sizes(), sizes())
    message = comment(Comment(base="main", differences=(same,), gate_faults=()))
    assert message.startswith("### Sizes: no target grew or shrank")
    assert "baseline): none fails." in message


def test_every_format_reports_failed_gates() -> None:
    fault = "m4: flash is 2 B over its budget"
    content = Comment(base="main", differences=(), gate_faults=(fault,))
    assert all(fault in shown(content, form, None) for form in ("text", "json", "markdown"))
    assert json.loads(shown(content, "json", None))["gate_faults"] == [fault]
    unchecked = Comment(base="main", differences=())
    assert json.loads(shown(unchecked, "json", None))["gate_faults"] is None


def test_comment_reports_failed_gates_and_targets() -> None:
    message = comment(
        Comment(
            base="main",
            differences=(),
            failed={"m7": "in the base: no compiler\nsecond line"},
            gate_faults=("m4: flash is 2 B over its budget",),
        )
    )
    assert "**Gates: 1 fault.**" in message
    assert "m4: flash is 2 B over its budget" in message
    assert "**m7** could not be compared: in the base: no compiler" in message


def test_comment_has_a_line_for_each_fault_and_what_to_do_once() -> None:
    again = "If it is meant: nox -s rebaseline -- m4"
    grown = tuple(f"m4: {what} grew by 2 B. {again}" for what in ("code", "weights"))
    message = comment(Comment(base="main", differences=(), gate_faults=grown))
    assert "**Gates: 2 faults.**" in message
    assert "\n- m4: code grew by 2 B.\n- m4: weights grew by 2 B. If it is" in message


def test_comment_shows_names_as_they_are() -> None:
    odd = ("f<a|b>(`x`)", "core", None, 8, 0)
    message = comment(Comment(base="@me <b>", differences=(difference(sizes(()), sizes((odd,))),)))
    assert "`` f<a\\|b>(`x`) ``" in message
    assert "&lt;b&gt;" in message
    assert "@me" not in message  # it would call somebody


def test_comment_stays_within_what_github_takes() -> None:
    def many(prefix: str) -> Symbols:
        return tuple((f"{prefix}{'x' * 80}{n}", "core", None, n + 1, 0) for n in range(50))

    found = [
        difference(sizes(many("a"), target=f"t{n}"), sizes(many("b"), target=f"t{n}"))
        for n in range(40)
    ]
    message = comment(Comment(base="main", differences=found))
    assert len(message) < MOST_LETTERS + 2000
    assert "more target(s) in full" in message
    assert message.count("<details>") == message.count("</details>")


def test_comment_without_a_base_says_so_and_reports_the_sizes() -> None:
    note = "Nothing to compare with: main is not in this clone."
    message = comment(
        Comment(base="none", differences=(), alone=(alone(),), no_base=True, notes=(note,))
    )
    assert message.startswith(f"### Sizes: no base to compare with\n\n> {note}\n")
    assert "- m4: flash 1,000 B, RAM 48 B" in message


def test_every_format_shows_of_a_target_without_a_base_what_the_device_holds() -> None:
    held = [
        {"name": name, "kind": name, "used_bytes": 4000, "holds": []} for name in ("flash", "ram")
    ]
    regions = [{**each, "capacity_bytes": 9000, "free_bytes": 5000} for each in held]
    new = alone(device={"board": "b", "regions": regions})
    content = Comment(base="main", differences=(), alone=(new,))
    for form in ("text", "json", "markdown"):
        assert "flash 4,000 B, RAM 4,000 B" in shown(content, form, None)
