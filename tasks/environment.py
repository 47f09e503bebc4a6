"""The Python environment of the tasks: one for all sessions and projects, by its requirements.

Stdlib only: the noxfile imports it before anything is installed.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from codegen.errors import BuildError as BuildError  # both for the noxfile as well
from codegen.errors import NotVerified as NotVerified

ENVIRONMENTS = Path(".nox")
STAMP = "kerf-complete"
_UNREACHABLE = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|SSLError|"
    "Connection refused|Network is unreachable|Temporary failure in name resolution"
)


def environment(root: Path, requirements: Iterable[str]) -> Path:
    """The Python of the environment with the packages of the requirement files `requirements`.

    Its name is derived from its content. The checkout `root` may have its own; else it is in the
    user's cache, which all projects share. If it does not exist yet, it is made there, or in the
    checkout where the cache cannot be written, while other processes that need it wait.

    Raises:
        BuildError: the environment or its packages cannot be made; what pip printed is shown.

    """
    files = [root / name for name in requirements]
    own = environment_folder(root, files)
    if _is_complete(own):
        return own / "bin" / "python"
    fault: OSError | None = None
    for folder in (*shared_folders(own.name), own):
        try:
            return _made(folder, files)
        except OSError as error:  # no home, a full or read-only disk, no locks there
            fault = error
    raise BuildError(f"{own}: the Python environment cannot be made: {fault}")


def environment_folder(root: Path, files: Iterable[Path]) -> Path:
    """Where a checkout's own environment with the packages of the files is, or would be."""
    key = hashlib.sha256(sys.version.encode())
    for file in files:
        key.update(file.read_bytes())
    return root / ENVIRONMENTS / f"kerf-{key.hexdigest()[:12]}"


def shared_folders(name: str) -> tuple[Path, ...]:
    """Where the environment `name` is for all projects of the user; nowhere without a home.

    Machines that share a home have their own where they differ. Source: XDG Base Directory
    Specification; a relative path there is to be ignored.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not cache.is_absolute():
        try:
            cache = Path.home() / ".cache"
        except RuntimeError:
            return ()
    here = hashlib.sha256(f"{sys.base_prefix}\0{platform.machine()}".encode()).hexdigest()[:6]
    return (cache / "kerf" / "python" / f"{name}-{here}",)


def is_ours(prefix: Path) -> bool:
    """Whether the Python installed at `prefix` is an environment that was made here."""
    return (prefix / STAMP).is_file()


def _is_complete(folder: Path) -> bool:
    return (folder / STAMP).is_file() and (folder / "bin" / "python").exists()


def _made(folder: Path, files: list[Path]) -> Path:
    if not _is_complete(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with (folder.parent / f"{folder.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not _is_complete(folder):
                _make(folder, files)
    return folder / "bin" / "python"


def _make(folder: Path, files: list[Path]) -> None:
    print(f"making the Python environment {folder} ({', '.join(f.name for f in files)})")
    sys.stdout.flush()
    shutil.rmtree(folder, ignore_errors=True)
    if importlib.util.find_spec("ensurepip") is not None:
        venv.create(folder, with_pip=True)
    else:  # Debian has it in a separate package; nox depends on virtualenv, which does the same
        _run([sys.executable, "-m", "virtualenv", "--quiet", str(folder)], folder)
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries=2"]
    for arguments in install_arguments(files):
        _run([*pip, *arguments], folder)
    (folder / STAMP).write_text("")


def install_arguments(files: Iterable[Path]) -> Iterator[list[str]]:
    """What pip takes to install the pins of requirement files: once for those with hashes.

    Of these it installs what is pinned and nothing else, and refuses a file with another hash.
    """
    hashed: list[str] = []
    others: list[str] = []
    for file in files:
        pins = file.read_text(encoding="utf-8")
        (hashed if "--hash=" in pins else others).extend(("-r", str(file)))
    if hashed:
        yield ["--require-hashes", "--no-deps", *hashed]
    if others:
        yield others


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode == 0:
        return
    if _UNREACHABLE.search(done.stderr):
        others = sorted(path.parent.name for path in folder.parent.glob(f"kerf-*/{STAMP}"))
        here = f"; there are {', '.join(others)}" if others else ""
        raise BuildError(
            "the registry of Python packages cannot be reached, and the environment "
            f"{folder.name} is not made yet{here}. Offline: sessions whose environment was made "
            "before work, and all tasks as `python -m tasks.<verb>` in a Python that has the "
            "packages. Or take the packages from a folder of files: PIP_NO_INDEX=1 "
            "PIP_FIND_LINKS=FOLDER nox ..."
        )
    with suppress(OSError):
        sys.stderr.write(done.stderr)
    raise BuildError(
        f"the Python environment cannot be made ({' '.join(command[1:4])} ends with exit code "
        f"{done.returncode})"
    )
