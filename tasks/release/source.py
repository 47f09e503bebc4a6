"""Which version a release has, and which commit it is made from."""

from __future__ import annotations

from pathlib import Path

from codegen.errors import ConfigError, VerifyError
from tasks import git
from tasks.project import project_version
from tasks.release import provenance
from tasks.release.inputs import Inputs
from tasks.release.recipe import Recipe

SHOWN_FILES = 10


def make_recipe(
    root: Path, inputs: Inputs, version: str | None, *, allow_dirty: bool = False
) -> Recipe:
    """Version and source of a release: by default the project's version and the commit.

    Raises:
        VerifyError: files are not as the commit has them, and that was not allowed.
        ConfigError: the version cannot be part of a file's name.

    """
    commit = git.get_commit(root, "HEAD").id
    if inputs.uncommitted and not allow_dirty:
        shown = ", ".join(inputs.uncommitted[:SHOWN_FILES])
        more = len(inputs.uncommitted) - SHOWN_FILES
        raise VerifyError(
            f"not as the commit {commit[:12]} has them: {shown}"
            f"{f' and {more} more' if more > 0 else ''}. Commit them, or try with --allow-dirty: "
            "the release is then marked, and cannot be verified."
        )
    if version is None:
        version = f"{project_version(root)}+g{commit[:12]}"
        version += ".dirty" if inputs.uncommitted else ""
    if not provenance.VERSION.fullmatch(version):
        raise ConfigError(f"--version {version}: letters, digits and . _ + - only.")
    return Recipe(version=version, commit=commit, uncommitted=inputs.uncommitted)
