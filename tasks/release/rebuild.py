"""Makes a bundle again from what it records: commit, toolchain, inputs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from codegen.errors import BuildError, NotVerified
from tasks import git
from tasks.environment import environment
from tasks.files import sha256
from tasks.release.copies import copy_input, repository_in
from tasks.release.facts import Input
from tasks.release.provenance import Recorded
from tasks.release.python_packages import REQUIREMENTS, check_installed, pinned_packages
from tasks.release.step import run_step
from tasks.toolchain.zig_package import REQUIREMENTS as ZIG_REQUIREMENTS
from tasks.toolchain.zig_package import ensure_zig

STEP = "tasks.release.bundle"


def rebuild(
    recorded: Recorded,
    root: Path,
    folder: Path,
    *,
    inputs: Iterable[Path] = (),
    executor: str | None = None,
    jobs: int | None = None,
) -> Path:
    """The bundle as the recorded commit's own tasks make it, in the empty folder `folder`.

    `inputs` are files, or folders to search, for what no commit contains.

    Raises:
        NotVerified: the commit or an input is not here, or the release was not made from a commit.
        BuildError, ContainerError: the recorded toolchain is not here, or the build fails.

    """
    recipe = recorded.recipe
    if recipe.uncommitted:
        raise NotVerified(
            f"{recorded.target} {recipe.version} was made from files that no commit contains "
            f"({', '.join(recipe.uncommitted)}): it cannot be made again."
        )
    if git.find_commit(root, recipe.commit) is None:
        raise NotVerified(
            f"the bundle was made from commit {recipe.commit}, which {root} does not have. "
            "Fetch it, or verify in a clone that has it."
        )
    repository = repository_in(folder, [input_.name for input_ in recorded.inputs])
    git.extract(root, recipe.commit, repository)
    if not (repository / f"{STEP.replace('.', '/')}.py").is_file():
        raise NotVerified(f"commit {recipe.commit} is from before there were releases.")
    _add_inputs(recorded.inputs, repository, _Search(root, tuple(inputs)))
    zig = (executor or recorded.toolchain.executor) == "zig"
    python = _python(repository, root, zig=zig)
    recipe_file, bundle = folder / "recipe.json", folder / "bundle"
    recipe_file.write_text(recipe.to_json(), encoding="utf-8")
    print(f"rebuild     commit {recipe.commit[:12]} in {repository}")
    arguments = [STEP, recorded.config, f"--recipe={recipe_file}", f"--out={bundle}"]
    arguments += [f"--executor={executor}"] if executor else []
    arguments += [f"--jobs={jobs}"] if jobs else []
    run_step(python, repository, arguments)
    return bundle


def _python(repository: Path, root: Path, *, zig: bool) -> Path:
    """A Python with the packages that the commit pins: this one where it has them."""
    files = [*REQUIREMENTS, *([ZIG_REQUIREMENTS] if zig else [])]
    try:
        check_installed(pinned_packages(repository))
        if zig:
            ensure_zig(root)
            check_installed(pinned_packages(repository, [ZIG_REQUIREMENTS]))
        return Path(sys.executable)
    except BuildError:
        print("python      making an environment of the packages that the commit pins")
    try:
        return environment(root, [str(repository / name) for name in files])
    except (subprocess.CalledProcessError, OSError) as error:
        raise BuildError(f"the commit's Python environment cannot be made: {error}") from error


def _add_inputs(inputs: Iterable[Input], repository: Path, search: _Search) -> None:
    """Puts the inputs that the commit does not contain where the target names them."""
    missing = []
    for input_ in inputs:
        place = Path(os.path.normpath(repository / input_.name))
        if place.is_file():  # of the commit: were it another, what is built would differ
            continue
        found = search.find(input_)
        if found is None:
            missing.append(f"{input_.name} (SHA-256 {input_.sha256})")
        else:
            copy_input(found, repository, input_.name)
    if missing:
        raise NotVerified(
            f"the commit does not contain {', '.join(missing)}: it is outside the repository, or "
            "git ignores it. Say where it is with --input FILE or FOLDER."
        )


@dataclass(slots=True)
class _Search:
    """Finds inputs by their sums: where they were relative to the repository, then in `places`."""

    root: Path
    places: tuple[Path, ...]
    _sums: dict[str, Path] | None = field(default=None, init=False)

    def find(self, input_: Input) -> Path | None:
        usual = self.root / input_.name
        if usual.is_file() and sha256(usual) == input_.sha256:
            return usual
        if self._sums is None:
            self._sums = {sha256(path): path for path in self._files()}
        return self._sums.get(input_.sha256)

    def _files(self) -> Iterable[Path]:
        for place in self.places:
            if place.is_dir():
                yield from (path for path in sorted(place.rglob("*")) if path.is_file())
            elif place.is_file():
                yield place
            else:
                raise NotVerified(f"--input {place}: no such file or folder.")
