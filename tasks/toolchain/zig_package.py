"""The zig compiler from PyPI: put into the tasks' own environment when it is first needed."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
from pathlib import Path

from codegen.errors import BuildError
from tasks.environment import install_arguments, is_ours
from tasks.lock import locked

REQUIREMENTS = "requirements-zig.txt"


def ensure_zig(root: Path) -> bool:
    """Whether the `ziglang` package can be imported; installed first where that is our business.

    It is where this Python is an environment that the noxfile made; a user's own Python is left
    alone.

    Raises:
        BuildError: pip fails; with the last line that it printed.

    """
    if _installed():
        return True
    prefix = Path(sys.prefix)
    if not is_ours(prefix) or not (root / REQUIREMENTS).is_file():
        return False
    with locked(prefix / "zig"):
        importlib.invalidate_caches()
        if not _installed():
            print("installing zig, because no other compiler is installed (101 MB, once)")
            _install(root)
    importlib.invalidate_caches()
    return _installed()


def _installed() -> bool:
    return importlib.util.find_spec("ziglang") is not None


def _install(root: Path) -> None:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    (arguments,) = install_arguments([root / REQUIREMENTS])
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["pip printed nothing"]
        raise BuildError(
            f"zig cannot be installed: {last[0]}. Install a compiler, or zig by hand: "
            f"{sys.executable} -m pip install -r {REQUIREMENTS}"
        )
