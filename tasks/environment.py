"""The Python environment of the tasks: one for all sessions, made when its requirements change.

Stdlib only: the noxfile imports it before anything is installed.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

ENVIRONMENTS = Path(".nox")
STAMP = "kerf-complete"


def environment(root: Path, requirements: Iterable[str]) -> Path:
    """The Python of the environment with the packages of the requirement files `requirements`.

    It is in `root`/.nox under a name derived from its content. If it does not exist yet, it is
    made, while other processes that need it wait.

    Raises:
        subprocess.CalledProcessError: the environment or its packages cannot be made: what failed
            has printed why.

    """
    files = [root / name for name in requirements]
    folder = environment_folder(root, files)
    python = folder / "bin" / "python"
    if (folder / STAMP).is_file() and python.exists():
        return python
    folder.parent.mkdir(exist_ok=True)
    with (folder.parent / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / STAMP).is_file() or not python.exists():
            _make(folder, python, files)
    return python


def environment_folder(root: Path, files: Iterable[Path]) -> Path:
    """Where the environment with the packages of the requirement files `files` is, or will be."""
    key = hashlib.sha256(sys.version.encode())
    for file in files:
        key.update(file.read_bytes())
    return root / ENVIRONMENTS / f"kerf-{key.hexdigest()[:12]}"


def _make(folder: Path, python: Path, files: list[Path]) -> None:
    print(f"making the Python environment {folder.name} ({', '.join(f.name for f in files)})")
    shutil.rmtree(folder, ignore_errors=True)
    if importlib.util.find_spec("ensurepip") is not None:
        venv.create(folder, with_pip=True)
    else:  # Debian has it in a separate package; nox depends on virtualenv, which does the same
        subprocess.run([sys.executable, "-m", "virtualenv", "--quiet", folder], check=True)
    wanted = [argument for file in files for argument in ("-r", str(file))]
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted],
        check=True,
    )
    (folder / STAMP).write_text("")
