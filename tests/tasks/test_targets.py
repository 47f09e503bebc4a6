"""Targets are listed whatever their files contain."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tasks.targets import Listed, targets
from tests.tasks.config_root import ROOT


def test_targets_are_listed_by_name_with_their_description(tmp_path: Path) -> None:
    (tmp_path / "configs" / "models").mkdir(parents=True)
    for name, text in [("b", 'description = " b it is "'), ("a-1", 'description = "a"\n[zzz]')]:
        (tmp_path / "configs" / f"{name}.toml").write_text(text, encoding="utf-8")
    for name in ("defaults.toml", ".#a-1.toml", "notes.txt"):
        (tmp_path / "configs" / name).touch()
    assert targets(tmp_path) == (
        Listed(name="a-1", description="a"),
        Listed(name="b", description="b it is"),
    )


def test_broken_target_is_listed_with_the_cause(tmp_path: Path) -> None:
    configs = tmp_path / "configs"
    configs.mkdir()
    (configs / "bytes.toml").write_bytes(b"\xff")
    (configs / "deep.toml").write_bytes(b"a = " + b"[" * 50_000)
    (configs / "empty.toml").touch()
    (configs / "folder.toml").mkdir()
    (configs / "lines.toml").write_text('description = """\none\ntwo"""', encoding="utf-8")
    (configs / "number.toml").write_text("description = 1", encoding="utf-8")
    (configs / "syntax.toml").write_text('description = "x"\na = ', encoding="utf-8")
    listed = {target.name: target.description for target in targets(tmp_path)}
    assert listed["bytes"].startswith("(broken: ")
    assert listed["deep"].startswith("(broken: ")
    assert listed["folder"] == "(broken: Is a directory)"
    assert listed["syntax"] == "(broken: Invalid value (at end of document))"
    assert listed["empty"] == listed["number"] == "(no description)"
    assert listed["lines"] == "one"


def test_repository_without_configs_has_no_target(tmp_path: Path) -> None:
    assert targets(tmp_path) == ()


def test_import_needs_the_standard_library_only() -> None:
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import tasks.targets"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stderr) == (0, "")
