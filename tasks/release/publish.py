"""Puts a finished bundle into its place: all or nothing, also with several writers."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from codegen.errors import BuildError
from tasks.lock import locked
from tasks.release import checksums, signing
from tasks.release.difference import folder_differences

DIST = Path("dist")

_OF_THE_SIGNATURE = {signing.NAME, checksums.NAME}


def publish(made: Path, final: Path) -> bool:
    """Makes `final` equal to `made`; False where it already did, signed or not.

    It is copied under another name and renamed, so that no reader sees half of it. An existing
    release may gain a signature; nothing else of it changes.

    Raises:
        BuildError: another release is there.
        OSError: the folder or the disk refuses; then `final` is as it was.

    """
    final.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(dir=final.parent, prefix=f".{final.name}."))
    try:
        shutil.copytree(made, staging / "new")
        with locked(final.parent):
            if final.is_dir():
                if not _adds_signature(made, final):
                    return False
                final.rename(staging / "old")
            (staging / "new").rename(final)
        return True
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _adds_signature(made: Path, final: Path) -> bool:
    """Whether `made` is the release `final` with a signature that it lacks.

    Raises:
        BuildError: it is another release.

    """
    different = folder_differences(final, made)
    others = sorted(different.keys() - _OF_THE_SIGNATURE)
    if others:
        raise BuildError(
            f"{final}: exists already and differs from what was made now ({', '.join(others)} "
            "differ). Remove it, or give this one another --version."
        )
    return bool(different) and (made / signing.NAME).is_file()
