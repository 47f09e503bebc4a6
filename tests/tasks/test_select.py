from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.codegen.model_files import OPLISTS, ROOT, programs

pytestmark = pytest.mark.slow

ADD = str(programs()["add"])
LSTM = str(programs()["lstm"])


def select(
    *arguments: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tasks.select", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | (environment or {}),
        check=False,
    )


def test_table_is_the_default_and_plain_when_piped() -> None:
    done = select(ADD, LSTM)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "aten::add.out" in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stdout.splitlines()[-1].endswith("from 2 sources")


def test_json() -> None:
    document = json.loads(select(ADD, "--format", "json").stdout)
    assert [need["name"] for need in document["operators"]] == ["aten::add.out"]


def test_output_does_not_depend_on_the_order_of_sources_or_hashes() -> None:
    first = select(ADD, LSTM, "relu.out", "--format", "json", environment={"PYTHONHASHSEED": "1"})
    second = select("relu.out", LSTM, ADD, "--format", "json", environment={"PYTHONHASHSEED": "2"})
    assert first.stdout == second.stdout != ""


def test_executorch_form_is_what_executorch_writes() -> None:
    assert select(LSTM, "--format", "executorch").stdout == (OPLISTS / "lstm.yaml").read_text()


def test_output_file_can_be_a_source_again(tmp_path: Path) -> None:
    file = tmp_path / "selected_operators.yaml"
    done = select(ADD, LSTM, "--format", "executorch", "--output", str(file))
    assert done.returncode == 0
    assert done.stdout.startswith(f"{file}: ")
    assert list(tmp_path.iterdir()) == [file]
    again = yaml.safe_load(select(str(file), "--format", "executorch").stdout)
    written = yaml.safe_load(file.read_text())
    assert again["et_kernel_metadata"] == written["et_kernel_metadata"]
    assert list(again["operators"]) == list(written["operators"])


def test_faults_of_all_sources_are_reported_with_exit_code_3(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pte"
    broken.write_bytes(Path(ADD).read_bytes()[:200])
    dtypes = tmp_path / "dtypes.yaml"
    dtypes.write_text("aten::add.out: [float]\n")
    done = select("missing.pte", str(broken), ADD, str(dtypes))
    assert done.returncode == 3
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert [line.partition(": ")[2].partition(":")[0] for line in lines] == [
        "missing.pte",
        str(broken),
        str(dtypes),
    ]
    assert "Traceback" not in done.stderr


def test_failure_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "out.yaml"
    file.write_text("as it was")
    done = select("missing.pte", "--format", "executorch", "--output", str(file))
    assert done.returncode == 3
    assert file.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_reports_sources_formats_and_examples(option: str) -> None:
    done = select(option)
    assert done.returncode == 0
    for word in (
        "SOURCE",
        "model.bpte",
        "selected_operators.yaml",
        "all",
        "examples:",
        "exit code",
    ):
        assert word in done.stdout


@pytest.mark.parametrize(("no_color", "styled"), [("", True), ("1", False)])
def test_terminal_gets_styles(no_color: str, styled: bool) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "tasks.select", ADD],
        cwd=ROOT,
        stdout=theirs,
        env=os.environ | {"TERM": "xterm", "NO_COLOR": no_color},
    ) as process:
        process.wait()
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert ("\x1b[1m" in shown) == styled
    assert "aten::add.out" in shown
