"""A finished bundle in its place: all of it or nothing, whoever else does the same."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from tasks.lock import locked
from tasks.release.difference import folder_differences

DIST = Path("dist")


def publish(made: Path, final: Path) -> bool:
    """Makes `final` hold what `made` does; False where it already did.

    It is copied beside under another name and renamed, so that nobody sees half of it. What stood
    there before goes.

    Raises:
        OSError: the folder or the disk refuses; then `final` is as it was.

    """
    final.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(dir=final.parent, prefix=f".{final.name}."))
    try:
        shutil.copytree(made, beside / "new")
        with locked(final.parent):
            if final.is_dir() and not folder_differences(final, made):
                return False
            if final.exists():
                final.rename(beside / "old")
            (beside / "new").rename(final)
        return True
    finally:
        shutil.rmtree(beside, ignore_errors=True)
