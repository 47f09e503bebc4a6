"""Every gate is reported, as text and as JUnit XML."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from codegen.errors import SizeError
from tasks.config import load_target
from tasks.files import sha256
from tasks.gates import Result, State, failures, junit_text, main, remarks
from tasks.rebaseline import rebaseline
from tasks.size.baseline import record_of, write_records
from tests.tasks.config_root import SMALL, make_root, write
from tests.tasks.sizes import document, size

REGION = {"name": "FLASH", "origin": 0, "capacity_bytes": 4096, "gap_bytes": 0}


def build(root: Path, name: str, budget: str, used: int = 1000) -> None:
    write(root, f"{SMALL}[budget]\n{budget}\n", name=name)
    folder = root / "build" / name
    folder.mkdir(parents=True)
    (folder / "runner.elf").write_bytes(b"the program")
    content = document() | {
        "target": name,
        "program": {"name": "runner.elf", "sha256": sha256(folder / "runner.elf")},
        "regions": [{**REGION, "used_bytes": used, "free_bytes": 4096 - used}],
    }
    (folder / "size.json").write_text(json.dumps(content), encoding="utf-8")


def cases(junit: Path) -> dict[tuple[str, str], str]:
    """The result of each gate of each target, as a reader of the XML sees it."""
    found = {}
    for suite in ElementTree.parse(junit).getroot():
        for case in suite:
            outcome = next((each.tag for each in case if each.tag != "system-out"), "passed")
            found[suite.attrib["name"], case.attrib["name"]] = outcome
    return found


def test_gates_that_hold_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = make_root(tmp_path)
    build(root, "m4", "flash-bytes = 1000")
    junit = tmp_path / "out" / "gates.xml"
    assert main([f"--root={root}", f"--junit={junit}"]) == 0
    assert cases(junit) == {
        ("m4", "regions"): "passed",
        ("m4", "board"): "skipped",
        ("m4", "budget"): "passed",
        ("m4", "baseline"): "skipped",
    }
    assert "no baseline for arm-none-eabi-gcc 12.2.1" in capsys.readouterr().out


def test_gates_of_a_build_whose_inputs_changed_fail(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    build(root, "m4", "flash-bytes = 1000")
    (root / "runtime").mkdir(exist_ok=True)
    source = root / "runtime" / "add.cpp"
    source.write_text("// as it was\n")
    inputs = {"runtime/add.cpp": sha256(source), "tasks/table.py": "of another Kerf"}
    manifest = root / "build" / "m4" / "manifest.json"
    manifest.write_text(json.dumps({"inputs": inputs}), encoding="utf-8")
    assert main([f"--root={root}"]) == 0
    source.write_text("// as it is\n")
    message = r"^m4: built before runtime/add.cpp changed. Build it again: nox -s build-m4$"
    with pytest.raises(SizeError, match=message):
        main([f"--root={root}"])
    with pytest.raises(SizeError, match=message):
        rebaseline(load_target("m4", root), "it is larger")


def test_each_failed_gate_is_a_failure_that_names_what_grew(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    build(root, "m4", "flash-bytes = 900", used=5000)
    build(root, "m7", "")
    smaller = record_of(size((("memcpy", "libc", None, 60, 0),)))
    write_records(load_target("m4", root), {smaller.toolchain: smaller})
    junit = tmp_path / "gates.xml"
    with pytest.raises(SizeError) as caught:
        main([f"--root={root}", f"--junit={junit}"])
    assert caught.value.exit_code == 7
    assert cases(junit) == {
        ("m4", "regions"): "failure",
        ("m4", "board"): "skipped",
        ("m4", "budget"): "failure",
        ("m4", "baseline"): "failure",
        ("m7", "regions"): "passed",
        ("m7", "board"): "skipped",
        ("m7", "budget"): "skipped",
        ("m7", "baseline"): "skipped",
    }
    failures = [each.text or "" for each in ElementTree.parse(junit).iter("failure")]
    assert any("904 B over its" in text or "too many" in text for text in failures)
    assert all("kerf::portable::add_out" in text for text in failures[1:])


def test_other_toolchain_is_no_baseline_but_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_root(tmp_path)
    build(root, "m4", "")
    older = record_of(size(toolchain={"name": "arm-none-eabi-gcc", "version": "9.1"}))
    write_records(load_target("m4", root), {older.toolchain: older})
    assert main([f"--root={root}"]) == 0
    assert "toolchain drift" in capsys.readouterr().out


def test_each_compiler_has_a_record_and_the_gate_names_the_one_that_it_applies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_root(tmp_path)
    build(root, "m4", "")
    here, there = record_of(size()), record_of(size((("memcpy", "libc", None, 60, 0),)))
    other = replace(there, toolchain="arm-none-eabi-gcc 14.2.1")
    write_records(load_target("m4", root), {each.toolchain: each for each in (here, other)})
    junit = tmp_path / "gates.xml"
    assert main([f"--root={root}", f"--junit={junit}"]) == 0
    assert "passed  (record of arm-none-eabi-gcc 12.2.1)" in capsys.readouterr().out
    assert cases(junit)["m4", "baseline"] == "passed"
    (named,) = ElementTree.parse(junit).iter("system-out")
    assert named.text == "record of arm-none-eabi-gcc 12.2.1"
    # Built by the other compiler, it is held to the smaller sizes.
    document_path = root / "build" / "m4" / "size.json"
    content = json.loads(document_path.read_text(encoding="utf-8"))
    content["toolchain"]["version"] = "14.2.1"
    document_path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(SizeError, match=r"grew.* since the record of arm-none-eabi-gcc 14\.2\.1"):
        main([f"--root={root}"])


def test_program_that_was_not_measured_is_a_failure(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    build(root, "m4", "")
    (root / "build" / "m4" / "runner.elf").write_bytes(b"another")
    with pytest.raises(SizeError, match="no ELF at all"):
        main([f"--root={root}", "m4"])


def test_broken_config_fails_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = make_root(tmp_path)
    build(root, "m4", "flash-bytes = 1000")
    build(root, "m7", "flash = 1000")
    write(root, "not built, and no TOML", name="none")
    junit = tmp_path / "gates.xml"
    with pytest.raises(SizeError, match="flash: unknown key"):
        main([f"--root={root}", f"--junit={junit}"])
    found = cases(junit)
    assert found[("m4", "budget")] == "passed"
    assert found[("m7", "configured")] == "failure"
    assert {name for name, _ in found} == {"m4", "m7"}
    assert capsys.readouterr().err == "not built: none\n"


def test_globs_name_targets_that_are_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_root(tmp_path)
    for name in ("m4", "m7", "other"):
        build(root, name, "")
    write(root, SMALL, name="m33")
    assert main([f"--root={root}", "m*"]) == 0
    printed = capsys.readouterr()
    assert {line.split()[0] for line in printed.out.splitlines()} == {"m4", "m7"}
    assert printed.err == "not built: m33\n"
    with pytest.raises(SizeError, match="nox -s build-m33"):
        main([f"--root={root}", "m33"])


def test_without_builds_nothing_passes(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    write(root, SMALL, name="m4")
    with pytest.raises(SizeError, match="no target is built"):
        main([f"--root={root}"])


def test_junit_is_utf_8_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("locale.getpreferredencoding", lambda _=True: "ISO-8859-1")
    monkeypatch.setattr("locale.getencoding", lambda: "ISO-8859-1")
    result = Result(target="größer", gate="budget", state=State.PASSED)
    (element,) = ElementTree.fromstring(junit_text([result]).encode())
    assert element.attrib["name"] == "größer"


def test_junit_counts_and_escapes() -> None:
    results = [
        Result(
            target="a<b",
            gate="x",
            state=State.FAILED,
            text='it grew: "f<int>" & \x1b[31m\nsecond',
        ),
        Result(target="a<b", gate="y", state=State.SKIPPED, text="none"),
        Result(target="a<b", gate="z", state=State.PASSED),
    ]
    root = ElementTree.fromstring(junit_text(results))
    (element,) = root
    assert {key: root.attrib[key] for key in ("tests", "failures", "skipped")} == {
        "tests": "3",
        "failures": "1",
        "skipped": "1",
    }
    counts = {key: element.attrib[key] for key in ("name", "tests", "failures", "skipped")}
    assert counts == {"name": "a<b", "tests": "3", "failures": "1", "skipped": "1"}
    failure = element[0][0]
    assert failure.attrib["message"] == 'it grew: "f<int>" & \ufffd[31m'
    assert failure.text == 'it grew: "f<int>" & \ufffd[31m\nsecond'


def test_remarks_name_what_several_targets_share_once_and_last() -> None:
    def result(target: str, *notes: str) -> Result:
        return Result(target=target, gate="baseline", state=State.PASSED, notes=notes)

    lacks = "not counted: stack: nox -s run -- {}"
    results = [result(name, lacks.format(name)) for name in ("a", "b", "c", "d", "e")]
    results.append(result("kws", "changed since the baseline: kws.pte", lacks.format("kws")))
    assert remarks(results) == [
        "kws: changed since the baseline: kws.pte",
        "a, b, c and 3 more: not counted: stack: nox -s run -- TARGET",
    ]


def test_each_figure_that_grew_is_a_fault_of_its_own() -> None:
    grown = Result(target="a", gate="baseline", state=State.FAILED, text="code grew\nweights grew")
    known = Result(target="a", gate="budget", state=State.SKIPPED, text="no budget is set")
    assert failures([grown, known]) == ["code grew", "weights grew"]
