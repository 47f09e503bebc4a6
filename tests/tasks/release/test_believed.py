"""Releases for devices that believe their programs: none without the whole check."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.errors import ConfigError, SelectionError
from tasks.config import load_target
from tasks.release.__main__ import release

ROOT = Path(__file__).parents[3]


def target_file(folder: Path, select: str) -> Path:
    path = folder / "believed.toml"
    path.write_text(
        f'description = "believed"\n[select]\n{select}\n[program]\ncheck = "never"\n'
        "[optimize]\npasses = []\n"
        '[toolchain]\nname = "host-gcc"\n',
        encoding="utf-8",
    )
    return path


def test_a_target_that_names_no_program_is_refused(tmp_path: Path) -> None:
    target = load_target(target_file(tmp_path, 'ops = ["aten::add.out"]'), ROOT)
    with pytest.raises(ConfigError, match=r'select\.models: with program\.check = "never"'):
        release(target)


def test_a_damaged_program_is_refused(tmp_path: Path) -> None:
    whole = (ROOT / "configs/models/mv2.pte").read_bytes()
    (tmp_path / "cut.pte").write_bytes(whole[:-4096])
    target = load_target(target_file(tmp_path, 'models = ["cut.pte"]'), ROOT)
    with pytest.raises(SelectionError, match=r"cut\.pte: .*segment 0 .* damaged or truncated"):
        release(target, executor="local")
