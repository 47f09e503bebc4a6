"""How a program of the host ended, in words."""

from __future__ import annotations

import subprocess
from pathlib import Path
from signal import SIGILL, SIGSEGV

import pytest

from codegen.errors import NotVerified
from tasks.run import processor
from tasks.run.process import ending
from tasks.run.processor import processor_features, require_processor


@pytest.mark.parametrize(
    ("code", "printed", "words"),
    [
        (-SIGILL, "", "illegal instruction: this processor"),
        (-SIGSEGV, "", f"died of signal {SIGSEGV.value}"),
        (3, "", "exit code 3"),
        (16, "error: NotSupported (0x10): a feature\n", "NotSupported (0x10): a feature"),
    ],
)
def test_end_of_a_program_is_described(code: int, printed: str, words: str) -> None:
    done = subprocess.CompletedProcess(args=(), returncode=code, stdout="", stderr=printed)
    assert words in ending(done)


@pytest.mark.parametrize("key", ["flags\t\t", "Features\t"])
def test_features_are_those_that_linux_lists(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the name that it has for them on x86-64, and on AArch64."""
    info = tmp_path / "cpuinfo"
    info.write_text(f"processor\t: 0\n{key}: fp asimddp\nCPU part\t: 0xd08\n", encoding="utf-8")
    monkeypatch.setattr(processor, "_INFO", info)
    assert processor_features() == {"fp", "asimddp"}


def test_target_of_another_processor_is_not_verified() -> None:
    require_processor(processor_features() or (), Path("runner"))
    if processor_features() is not None:
        with pytest.raises(NotVerified, match="has no amx_of_tomorrow") as error:
            require_processor(["amx_of_tomorrow"], Path("runner"))
        assert len(error.value.faults) == 1
