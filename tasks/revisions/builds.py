"""Sizes of other revisions: checked out and built in a tree of their own, by their own tasks.

All revisions share one folder, build/revisions/tree. Going from one to another writes only the
files that differ, so that each build compiles no more than that. Git's list of worktrees, HEAD and
index stay as they are, also when we are killed. Sizes are kept per commit and compiler.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from importlib import metadata
from pathlib import Path

from codegen.errors import BuildError, KerfError, SizeError
from tasks.building.parallel_builds import build_targets
from tasks.building.planning import plan_target
from tasks.config import load_target
from tasks.environment import environment
from tasks.executors.runner import LOCAL, Say
from tasks.kept import keep, kept
from tasks.lock import locked
from tasks.progress import progress
from tasks.project import read_pin
from tasks.revisions.git import Commit, check_out, files_of, get_commit
from tasks.revisions.sizes import Sizes, read_sizes
from tasks.size.document import VERSION, Size
from tasks.size.measure import measure
from tasks.targets import CHECKOUT, DEFAULTS, PIN, home, target_names
from tasks.toolchain.choose import toolchain_for
from tasks.toolchain.file import read_compilers

FOLDER = Path("build/revisions")
REQUIREMENTS = "requirements.txt"


class Revisions:
    """Builds revisions of the repository `root`, `jobs` targets at once."""

    def __init__(
        self, root: Path, *, jobs: int = 2, executor: str | None = None, say: Say = print
    ) -> None:
        self._root = root
        self._folder = root / FOLDER
        self._home = home(root)
        self._around = self._folder / "tree"
        self._tree = self._around if self._home == root else self._around / CHECKOUT
        self._jobs = jobs
        self._executor = executor
        self._say = say

    def with_executor(self, executor: str) -> Revisions:
        """Returns these revisions, built with another executor."""
        return Revisions(self._root, jobs=self._jobs, executor=executor, say=self._say)

    def sizes(
        self, commit: Commit, wanted: Sequence[str] | None = None
    ) -> tuple[dict[str, Sizes], dict[str, str]]:
        """The sizes of the targets `wanted`, or of all, in `commit`; why others have none.

        A target that the commit does not have is in neither.

        Raises:
            BuildError: the commit cannot be checked out, or knows no builds.

        """
        with self._checked_out(commit) as names:
            chosen = [name for name in names if wanted is None or name in wanted]
            found = {name: self._kept(commit, name) for name in chosen}
            sizes = {name: each for name, each in found.items() if each is not None}
            missing = [name for name in chosen if name not in sizes]
            if not missing:
                return sizes, {}
            self._say(f"building {len(missing)} target(s) of {commit.short}")
            built, faults = self._build(commit, missing)
        return {name: {**sizes, **built}[name] for name in chosen if name not in faults}, faults

    def target_names(self, commit: Commit) -> tuple[str, ...]:
        """The targets that the commit has, without checking it out."""
        paths = map(Path, files_of(self._home, commit.id, "configs"))
        names = (path.stem for path in paths if path.suffix == ".toml")
        return tuple(sorted(name for name in names if name != DEFAULTS))

    @contextmanager
    def _checked_out(self, commit: Commit) -> Iterator[tuple[str, ...]]:
        """The names of the commit's targets, while its files are in the tree."""
        with locked(self._folder, lambda _: self._say("waiting for a build of revisions")):
            index = self._folder / "index"
            index.with_name("index.lock").unlink(missing_ok=True)  # a killed one's
            check_out(self._home, commit, self._around, index)
            if self._tree != self._around:
                check_out(
                    self._root, self._pinned(commit), self._tree, index.with_name("index.kerf")
                )
            yield target_names(self._tree)

    def _pinned(self, commit: Commit) -> Commit:
        """The commit of Kerf that a project's `commit` builds with."""
        if not (self._around / PIN).is_file():
            raise BuildError(f"{commit.short}: a commit from before there was a {PIN}.")
        return get_commit(self._root, read_pin(self._around).revision)

    def _build(
        self, commit: Commit, names: Sequence[str]
    ) -> tuple[dict[str, Sizes], dict[str, str]]:
        if not (self._tree / "tasks" / "build.py").is_file():
            raise BuildError(f"{commit.short}: a commit from before there were builds.")
        outcomes = build_targets(
            names,
            self._tree,
            progress(names, sys.stderr, prefix=f"{commit.short}:"),
            python=str(self._python()),
            jobs=self._jobs,
            executor=self._executor,
            check_first=False,  # its tasks, not ours, know when it is up to date
        )
        sizes: dict[str, Sizes] = {}
        faults: dict[str, str] = {}
        for outcome in outcomes:
            if outcome.code not in (0, SizeError.exit_code):  # over budget: built all the same
                faults[outcome.target] = "\n".join(outcome.faults) or f"exit code {outcome.code}"
                continue
            try:
                sizes[outcome.target] = self._keep(commit, outcome.target)
            except KerfError as error:
                faults[outcome.target] = str(error)
        return sizes, faults

    def _python(self) -> Path:
        """A Python with what the commit requires: this one where it requires the same."""
        theirs = self._tree / REQUIREMENTS
        if theirs.read_bytes() == (self._root / REQUIREMENTS).read_bytes():
            return Path(sys.executable)
        try:
            with redirect_stdout(sys.stderr):  # ours may be a document
                return environment(self._root, [str(theirs)])
        except BuildError as error:
            raise BuildError(f"the commit's Python environment cannot be made: {error}") from error

    def _keep(self, commit: Commit, name: str) -> Sizes:
        label = f"{commit.short}:{name}"
        try:
            size: Size | None = read_sizes(self._tree / "build" / name, label).size
        except SizeError:  # of a form that is no longer read
            size = None
        if size is None or size.version != VERSION:  # measured by us, as ours are
            target = load_target(name, self._tree)
            size = measure(plan_target(target), toolchain_for(target, self._executor))
        keep(*self._place(commit, name), size)
        return Sizes(label=label, size=size)

    def _kept(self, commit: Commit, name: str) -> Sizes | None:
        size = kept(*self._place(commit, name), Size)
        return None if size is None else Sizes(label=f"{commit.short}:{name}", size=size)

    def _place(self, commit: Commit, name: str) -> tuple[Path, str]:
        """The file in which a size is kept, and under which key."""
        made_by = f"{VERSION} {self._executor} {compilers_key(self._root)}"
        key = hashlib.sha256(made_by.encode()).hexdigest()
        return self._folder / "sizes" / commit.id / f"{name}-{key[:12]}.json", key


def compilers_key(root: Path) -> str:
    """Changes whenever a compiler that could build here does."""
    found = []
    known = read_compilers(root) if (root / "toolchains" / "compilers.toml").is_file() else {}
    for name, compiler in sorted(known.items()):
        program = LOCAL.find(compiler.command[0])
        found.append(f"{name} {program.key if program else None}")
    with suppress(metadata.PackageNotFoundError):
        found.append(f"ziglang {metadata.version('ziglang')}")
    lock = root / "toolchains" / "image.lock"
    if lock.is_file():
        found.append(f"image {hashlib.sha256(lock.read_bytes()).hexdigest()}")
    return "\n".join(found)
