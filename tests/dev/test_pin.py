"""Pins of Python packages: each with its hashes, as pip and our own reader take them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codegen.errors import BuildError
from dev.pin import WITHOUT_HASHES, hashed
from tasks.release.python_packages import read_pins

ROOT = Path(__file__).parents[2]
FILES = sorted(ROOT.glob("requirements*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_package_has_its_version_and_hashes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    names = re.findall(r"^([A-Za-z0-9._-]+)==\S+", text, re.M)
    assert list(read_pins(path)) == names
    for block in re.split(r"^(?=[A-Za-z])", text, flags=re.M)[1:]:
        found = re.findall(r"--hash=sha256:[0-9a-f]{64}\b", block)
        assert bool(found) is (path.name not in WITHOUT_HASHES), block


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    pins = {"a.b": "1.0", "C": "2026.1"}
    hashes = {("a.b", "1.0"): {"1" * 64, "0" * 64}, ("C", "2026.1"): {"2" * 64}}
    text = hashed(pins, hashes)
    assert text == (
        f"a.b==1.0 \\\n    --hash=sha256:{'0' * 64} \\\n    --hash=sha256:{'1' * 64}\n"
        f"C==2026.1 \\\n    --hash=sha256:{'2' * 64}\n"
    )
    (tmp_path / "x.txt").write_text(f"# head\n{text}", encoding="utf-8")
    assert read_pins(tmp_path / "x.txt") == pins


@pytest.mark.parametrize(
    "line",
    ["x", "x>=1", "x==1 --hash=md5:0", "-r other.txt", "x==1 \\", "x==1; python_version>'3'"],
)
def test_what_is_no_pin_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.txt").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(BuildError, match=r"^x\.txt:1: "):
        read_pins(tmp_path / "x.txt")
