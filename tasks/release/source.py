"""Which version a release has, and which commit it is made from."""

from __future__ import annotations

from pathlib import Path

from codegen.errors import ConfigError, VerifyError
from tasks.project import project_version, read_pin
from tasks.release.inputs import Inputs
from tasks.release.recipe import VERSION, Recipe
from tasks.revisions import git
from tasks.table import few
from tasks.targets import CHECKOUT, PIN, home

SHOWN_FILES = 10


def make_recipe(
    root: Path, inputs: Inputs, version: str | None, *, allow_dirty: bool = False
) -> Recipe:
    """Version and source of a release.

    The version is by default the commit of the user's project, which pins Kerf's; of Kerf itself
    its own version and commit.

    Raises:
        VerifyError: files are not as the commit has them, and that was not allowed; or the
            checked-out Kerf is not the pinned one.
        ConfigError: the version cannot be part of a file's name.

    """
    kerf, project = git.get_commit(root, "HEAD").id, home(root)
    own = git.get_commit(project, "HEAD").id if project != root else None
    if own is not None and (pinned := read_pin(project).revision) != kerf:
        raise VerifyError(
            f"{PIN} pins Kerf's commit {pinned[:12]}, {CHECKOUT} has {kerf[:12]} checked out. "
            "Release with nox, which checks out the pinned one."
        )
    if inputs.uncommitted and not allow_dirty:
        raise VerifyError(
            f"not as the commit {(own or kerf)[:12]} has them: "
            f"{few(inputs.uncommitted, SHOWN_FILES)}. Commit them, or try with --allow-dirty: "
            "the release is then marked, and cannot be verified."
        )
    if version is None:
        version = f"{project_version(root)}+g{kerf[:12]}" if own is None else f"g{own[:12]}"
        version += ".dirty" if inputs.uncommitted else ""
    if not VERSION.fullmatch(version):
        raise ConfigError(f"--version {version}: letters, digits and . _ + - only.")
    return Recipe(
        version=version,
        commit=kerf,
        project=own,
        uncommitted=inputs.uncommitted,
        in_no_commit=inputs.in_no_commit,
    )
