"""A bundle made in a folder of its own, by the tasks of that folder, and how that ended."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from codegen.errors import KerfError
from tasks.building.parallel_builds import STOP_S, faults_of, own_environment
from tasks.release.recipe import Recipe

STEP = "tasks.release.bundle"

# No cache: a release is compiled, and a second build that came out of a cache would prove nothing.
_SET = {"CCACHE_DISABLE": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def make_bundle_of(
    config: Path,
    kerf: Path,
    folder: Path,
    recipe: Recipe,
    *,
    python: str | Path = sys.executable,
    executor: str | None = None,
    jobs: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> Path:
    """The bundle of the target `config`, in `folder`, as the tasks in the folder `kerf` make it.

    Its output is shown immediately.

    Raises:
        KerfError: of the class and with the faults that it ended with.

    """
    recipe_file, bundle = folder / "recipe.json", folder / "bundle"
    recipe_file.write_text(recipe.to_json(), encoding="utf-8")
    command = [str(python), "-m", STEP, str(config), f"--recipe={recipe_file}", f"--out={bundle}"]
    command += [f"--executor={executor}"] if executor else []
    command += [f"--jobs={jobs}"] if jobs else []
    sys.stdout.flush()
    process = subprocess.Popen(
        command,
        cwd=kerf,
        env={**own_environment(), **_SET, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    try:
        printed = process.communicate()[1]
    except BaseException:
        _stop(process)
        raise
    faults, rest = faults_of(printed)
    if rest:
        print(rest, file=sys.stderr)
    if process.returncode != 0:
        raise _error(process.returncode)(
            faults or f"{STEP} ended with exit code {process.returncode}"
        )
    return bundle


def _stop(process: subprocess.Popen[str]) -> None:
    """Ends the step, which a terminal has interrupted as well as us; a kill has not."""
    for wait_s, number in ((1, signal.SIGINT), (STOP_S, signal.SIGKILL)):
        try:
            process.wait(wait_s)
            return
        except subprocess.TimeoutExpired:
            process.send_signal(number)
    process.wait()


def _error(code: int) -> type[KerfError]:
    known = {error.exit_code: error for error in KerfError.__subclasses__()}
    return known.get(code, KerfError)
