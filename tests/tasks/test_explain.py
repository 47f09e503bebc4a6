"""Each effective value, and the line that sets it."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from codegen.errors import ConfigError
from tasks.explain import __main__ as explain
from tests.tasks.config_root import ROOT, SMALL, make_root, write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_root(tmp_path)


def explained(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert explain.main(["x", "--root", str(root), *arguments]) == 0
    return capsys.readouterr().out


def test_each_value_is_on_the_line_that_is_named(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, SMALL + "lto = false\n[libraries]\norder = [\n'prim',\n]\n")
    values = json.loads(explained(root, capsys, "--format", "json"))["values"]
    assert {value["file"] for value in values} == {"configs/x.toml", "configs/defaults.toml", None}
    for value in values:
        if value["file"] is None:
            assert value["value"] is value["line"] is None
            continue
        line = (root / value["file"]).read_text(encoding="utf-8").splitlines()[value["line"] - 1]
        key, _, text = line.partition(" = ")
        assert value["key"].endswith(key)
        if key != "order":  # its list has several lines
            assert tomllib.loads(f"key = {text}") == {"key": value["value"]}


def test_values_of_the_target_and_of_the_defaults_are_distinguished(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, SMALL + "lto = false\n")
    document = json.loads(explained(root, capsys, "--format", "json"))
    values = {value["key"]: value for value in document["values"]}
    assert document["target"] == "x"
    lto, sanitize = values["toolchain.lto"], values["toolchain.sanitize"]
    assert (lto["value"], lto["file"], lto["line"]) == (False, "configs/x.toml", 6)
    assert (sanitize["value"], sanitize["file"]) == ([], "configs/defaults.toml")


def test_table_is_aligned_and_complete(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, SMALL)
    rows = explained(root, capsys).splitlines()
    defaults = (root / "configs" / "defaults.toml").read_text(encoding="utf-8")
    line = defaults[: defaults.index("order =")].count("\n") + 1
    order = '["portable", "quantized", "cortex_m", "llama", "fused", "prim"]'
    width = len("budget.tolerance-instructions")
    at = width + 2 + len(order) + 2
    value = '"small"'.ljust(len(order))
    assert rows[0] == f"{'description':{width}}  {value}  configs/x.toml:1"
    assert f"{'libraries.order':{width}}  {order}  configs/defaults.toml:{line}" in rows
    assert f"{'registry.capacity':{width}}  (not set)" in rows
    assert any(row.startswith(f"{'select.models':{width}}  []  ") for row in rows)
    assert {row.index("configs/") for row in rows if "configs/" in row} == {at}


def test_long_list_has_a_row_and_a_line_for_each_item(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ops = (
        '[\n"aten::add.out", "aten::mean.out",\n"aten::permute_copy.out", "aten::convolution.out"]'
    )
    write(root, SMALL.replace("all = true", f"ops = {ops}"))
    rows = [row.split() for row in explained(root, capsys).splitlines()]
    start = next(index for index, row in enumerate(rows) if row[0] == "select.ops")
    assert rows[start : start + 4] == [
        ["select.ops", '"aten::add.out"', "configs/x.toml:4"],
        ['"aten::mean.out"', "configs/x.toml:4"],
        ['"aten::permute_copy.out"', "configs/x.toml:5"],
        ['"aten::convolution.out"', "configs/x.toml:5"],
    ]


def test_long_table_has_a_row_for_each_key(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        SMALL + '[select.dtypes]\n"aten::add.out" = ["Float", "Int"]\n"aten::mm.out" = ["Float"]\n'
    )
    write(root, text)
    rows = explained(root, capsys).splitlines()
    assert any(r.split("  ")[-1].strip() == "configs/x.toml:7" and "add.out" in r for r in rows)
    assert any(r.split("  ")[-1].strip() == "configs/x.toml:8" and "mm.out" in r for r in rows)


def test_wrong_target_is_reported_and_nothing_printed(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, SMALL + "zzz = 1\n")
    with pytest.raises(ConfigError):
        explain.main(["x", "--root", str(root)])
    assert capsys.readouterr().out == ""


def test_command_ends_with_2_and_a_line_for_each_fault(root: Path) -> None:
    write(root, SMALL + "zzz = 1\nyyy = 2\n")
    done = subprocess.run(
        [sys.executable, "-m", "tasks.explain", "x", "--root", str(root)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 2
    assert [line.split(": ")[:3] for line in done.stderr.splitlines()] == [
        ["error", "configs/x.toml:6", "toolchain.zzz"],
        ["error", "configs/x.toml:7", "toolchain.yyy"],
    ]
