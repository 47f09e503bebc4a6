from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from codegen.errors import ExpansionError
from dev import gen
from tasks.building.expand import SELECTED

ROOT = Path(__file__).parents[2]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a current expansion."""
    for folder in ("runtime/selected", "runtime/kernels", "toolchains"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "configs").mkdir()
    for name in ("defaults.toml", "reference.toml"):
        shutil.copy(ROOT / "configs" / name, tmp_path / "configs")
    gen.main(["--root", str(tmp_path)])
    return tmp_path


def check(repository: Path) -> int:
    return gen.main(["--check", "--root", str(repository)])


@pytest.mark.slow
def test_a_refreshed_expansion_is_current(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    count = len(list((repository / SELECTED).iterdir()))
    capsys.readouterr()
    assert check(repository) == 0
    assert gen.main(["--root", str(repository)]) == 0
    assert capsys.readouterr().out == f"gen: {count} of {count} files were current\n" * 2


@pytest.mark.slow
def test_a_family_without_kernels_is_stale_and_goes(repository: Path) -> None:
    notes = repository / SELECTED / "notes.txt"
    notes.touch()
    family = (repository / SELECTED / "portable_clamp.cpp").read_text(encoding="utf-8")
    gone = repository / SELECTED / "portable_gone.cpp"
    gone.write_text(family.replace("portable_clamp", "portable_gone"), encoding="utf-8")
    with pytest.raises(ExpansionError, match=r"selected/portable_gone\.cpp: stale") as caught:
        check(repository)
    assert len(caught.value.faults) == 1
    assert gen.main(["--root", str(repository)]) == 0
    assert not gone.exists()
    assert notes.exists()


@pytest.mark.slow
def test_a_new_kernel_makes_it_stale_and_the_diff_is_shown(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = repository / "runtime/kernels/portable/functions.yaml"
    entry = library.read_text(encoding="utf-8").rpartition("\n- func: ")[2]
    new = re.sub(r"^\S+?\(", "aten::zz_new.out(", entry).replace("_copy_out", "_new_out")
    library.write_text(library.read_text(encoding="utf-8") + f"\n- func: {new}", encoding="utf-8")
    capsys.readouterr()
    before = {p.name: p.read_bytes() for p in (repository / SELECTED).iterdir()}
    with pytest.raises(
        ExpansionError, match=r"kernels\.cpp: stale.* Run `nox -s gen` and commit"
    ) as caught:
        check(repository)
    assert caught.value.exit_code == 5
    message = capsys.readouterr().out
    assert "--- runtime/selected/kernels.cpp" in message
    assert "\n+struct aten_zz_new_out {" in message
    assert {p.name: p.read_bytes() for p in (repository / SELECTED).iterdir()} == before
    assert gen.main(["--root", str(repository)]) == 0
    assert check(repository) == 0


def test_an_edit_by_hand_fails_the_check_and_gen_undoes_it(repository: Path) -> None:
    path = repository / SELECTED / "capacity.h"
    good = path.read_text(encoding="utf-8")
    edited = re.sub(r"(kKernelCapacity = )\d+", r"\g<1>1", good)
    assert edited != good
    path.write_text(edited, encoding="utf-8")
    with pytest.raises(ExpansionError, match="edited by hand") as caught:
        check(repository)
    assert caught.value.exit_code == 5
    assert path.read_text(encoding="utf-8") == edited
    gen.main(["--root", str(repository)])
    assert path.read_text(encoding="utf-8") == good
