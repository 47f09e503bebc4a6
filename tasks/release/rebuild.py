"""Makes a bundle again from what it records: commit, toolchain, inputs."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.machinery import all_suffixes
from pathlib import Path, PurePosixPath

from codegen.errors import BuildError, NotVerified, VerifyError
from tasks.environment import environment
from tasks.files import sha256
from tasks.release.facts import Input
from tasks.release.inputs import SHARED, copy_input
from tasks.release.provenance import Recorded
from tasks.release.python_packages import REQUIREMENTS, check_installed, pinned_packages
from tasks.release.recipe import Recipe
from tasks.release.step import STEP, make_bundle_of
from tasks.revisions import git
from tasks.targets import CHECKOUT, home
from tasks.toolchain.zig_package import REQUIREMENTS as ZIG_REQUIREMENTS
from tasks.toolchain.zig_package import ensure_zig


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
        VerifyError: a recorded path leaves the commit's folder, or is code that no commit has.
        BuildError, ContainerError: the recorded toolchain is not here, or the build fails.

    """
    recipe = recorded.recipe
    if recipe.uncommitted:
        raise NotVerified(
            f"{recorded.target} {recipe.version} was made from files that no commit contains "
            f"({', '.join(recipe.uncommitted)}): it cannot be made again."
        )
    repository = folder / "kerf"
    kerf = _check_out(recipe, root, repository)
    config = repository / recorded.config
    _add_inputs(recorded.inputs, repository, _Search(home(root), inputs))
    if not (_is_inside(config, repository) and config.is_file()):
        raise VerifyError(f"{recorded.config}: no file of the recorded commit, or outside of it.")
    zig = (executor or recorded.toolchain.executor) == "zig"
    python = _python(kerf, root, zig=zig)
    print(f"rebuild     commit {recipe.commit[:12]} in {kerf}")
    return make_bundle_of(config, kerf, folder, recipe, python=python, executor=executor, jobs=jobs)


def _check_out(recipe: Recipe, root: Path, repository: Path) -> Path:
    """Writes the files of the recorded commits to `repository`; where Kerf is in it.

    Raises:
        NotVerified: a commit is not here.
        VerifyError: a commit has a link out of its folder.

    """
    kerf = repository
    if recipe.project is not None:
        if home(root) == root:
            raise NotVerified(
                f"the bundle was made in a project of its own, from commit {recipe.project}. "
                "Verify in a clone of that project."
            )
        _extract(home(root), recipe.project, repository)
        kerf = repository / CHECKOUT
    _extract(root, recipe.commit, kerf)
    if not (kerf / f"{STEP.replace('.', '/')}.py").is_file():
        raise NotVerified(f"commit {recipe.commit} is from before there were releases.")
    return kerf


def _extract(repository: Path, commit: str, folder: Path) -> None:
    found = git.find_commit(repository, commit)
    if found is None:
        raise NotVerified(
            f"the bundle was made from commit {commit}, which {repository} does not have. "
            "Fetch it, or verify in a clone that has it."
        )
    with tempfile.TemporaryDirectory(prefix="kerf-index-") as place:
        git.check_out(repository, found, folder, Path(place, "index"))
    faults = [
        f"commit {commit}: the link {path.relative_to(folder)} leads out of its folder."
        for path in folder.rglob("*")
        if path.is_symlink() and not _is_inside(path, folder)
    ]
    if faults:
        raise VerifyError(faults)


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
    except BuildError as error:
        raise BuildError(f"the commit's Python environment cannot be made: {error}") from error


def _add_inputs(inputs: Iterable[Input], repository: Path, search: _Search) -> None:
    """Puts the inputs that the commit does not contain where the target names them."""
    missing, faults = [], []
    for input_ in inputs:
        place = repository / input_.name
        if not _is_inside(place, repository):
            faults.append(f"{input_.name}: a link of the recorded commit leads out of its folder.")
        elif place.is_file():  # of the commit: were it another, what is built would differ
            continue
        elif _may_run(input_.name):
            faults.append(f"{input_.name}: not in the recorded commit, and only a commit has code.")
        elif (found := search.find(input_)) is None:
            missing.append(f"{input_.name} (SHA-256 {input_.sha256})")
        else:
            copy_input(found, repository, input_.name)
    if faults:
        raise VerifyError(faults)
    if missing:
        raise NotVerified(
            f"the commit does not contain {', '.join(missing)}: git ignored it. Say where it is "
            "with --input FILE or FOLDER."
        )


def _is_inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _may_run(name: str) -> bool:
    """Whether a build might run a file of that name: Python, or what configures tasks and tools.

    Kerf's checkout in a project is among those whose names begin with a dot.
    """
    parts = PurePosixPath(name).parts
    return (
        name.endswith(tuple(all_suffixes()))
        or parts[-1].startswith("requirements")
        or parts[0] in SHARED
        or any(part.startswith(".") for part in parts)
    )


class _Search:
    """Finds inputs by their sums: where they were in the project, then in `places`."""

    def __init__(self, project: Path, places: Iterable[Path]) -> None:
        self.project = project
        self.places = tuple(places)

    def find(self, input_: Input) -> Path | None:
        usual = self.project / input_.name
        if usual.is_file() and sha256(usual) == input_.sha256:
            return usual
        return self._sums.get(input_.sha256)

    @cached_property
    def _sums(self) -> Mapping[str, Path]:
        return {sha256(path): path for path in self._files()}

    def _files(self) -> Iterable[Path]:
        for place in self.places:
            if place.is_dir():
                yield from (path for path in sorted(place.rglob("*")) if path.is_file())
            elif place.is_file():
                yield place
            else:
                raise NotVerified(f"--input {place}: no such file or folder.")
