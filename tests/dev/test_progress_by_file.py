"""The quick gate shows which files of tests are done, with one process and with several."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import LONGEST, ROOT

GOOD = "def test_a(): pass\ndef test_b(): pass\n"
BAD = "def test_c(): assert False\ndef test_d(): pass\n"


@pytest.mark.parametrize("processes", [(), ("-n", "2", "--dist", "loadfile")], ids=["one", "two"])
def test_each_file_is_named_with_its_failures(tmp_path: Path, processes: tuple[str, ...]) -> None:
    (tmp_path / "pytest.ini").touch()  # these tests are not of our repository
    (tmp_path / "test_good.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "test_bad.py").write_text(BAD, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "dev.progress_by_file", *processes]
    done = subprocess.run([*command, str(tmp_path)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    lines = [line for line in done.stdout.splitlines() if line.startswith("[") and "gw" not in line]
    assert {line[7:] for line in lines} == {"test_good.py", "test_bad.py, 1 FAILED"}
    assert sorted(line[:6] for line in lines) == ["[ 50%]", "[100%]"]
    for name in ("test_good.py", "test_bad.py"):
        begins = done.stdout.index(f"       {name}: 2 tests ...\n")
        assert begins < done.stdout.index(next(line for line in lines if name in line))


@pytest.mark.parametrize("name", LONGEST)
def test_files_that_are_run_first_exist(name: str) -> None:
    assert (ROOT / name).is_file()
