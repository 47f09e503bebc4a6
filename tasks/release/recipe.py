"""What a bundle is made from, in addition to the files of its folder: the input of a rebuild.

A later version of Kerf rebuilds by running the tasks of the recorded commit, so that the JSON form
is a contract between versions: keys are added, never renamed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, TypeAdapter

from tasks.config.model import EXECUTORS, FOLDER_NAME
from tasks.revisions import git


def _of_form(pattern: str | re.Pattern[str]) -> AfterValidator:
    """The whole text must match: it may become part of a command or a path."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError("it has another form")
        return text

    return AfterValidator(check)


VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+_-]*")
_PART = r"(?!\.\.?(?:/|$))[^/\x00-\x1f\x7f\ud800-\udfff]+"

Text = Annotated[str, _of_form(r"[^\x00-\x1f\x7f\ud800-\udfff]+")]
Word = Annotated[str, _of_form(r"[A-Za-z0-9][A-Za-z0-9._+~-]*")]
FolderName = Annotated[str, _of_form(FOLDER_NAME)]
Inside = Annotated[str, _of_form(rf"{_PART}(?:/{_PART})*")]
"""A relative path without `.` or `..`."""
Commit = Annotated[str, _of_form(git.COMMIT)]
Sha256 = Annotated[str, _of_form(r"[0-9a-f]{64}")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package of the toolchain, as the distribution names it."""

    purl: Text  # "pkg:deb/debian/gcc-12@12.2.0-14?arch=amd64"
    sha256: Sha256 | None = None  # of the package's file, where a lock knows it


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedToolchain:
    """What compiled: recorded in a release, compared before a rebuild."""

    name: Word  # of the compiler: "arm-none-eabi-gcc"
    version: Word
    executor: Annotated[str, _of_form("|".join(EXECUTORS))]
    image: Annotated[str, _of_form(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]*")] | None = None
    """The ID of the container image."""
    packages: tuple[Package, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A release's version, source and, in a rebuild, the toolchain that is to be used."""

    version: Annotated[str, _of_form(VERSION)]
    commit: Commit
    """Commit of Kerf."""
    project: Commit | None = None
    """The commit of the user's project that has the target; None where Kerf's own has it."""
    uncommitted: tuple[Text, ...] = ()
    """Files that differ from their commit: what they make is not a release."""
    in_no_commit: tuple[Text, ...] = ()
    """Inputs that git ignores: known by their sums alone."""
    toolchain: UsedToolchain | None = None

    def to_json(self) -> str:
        """The recipe as text."""
        return f"{_RECIPE.dump_json(self, indent=1).decode()}\n"


_RECIPE = TypeAdapter(Recipe)


def recipe_from_json(text: str) -> Recipe:
    """The recipe in `text`; unknown keys are from a later version and are ignored.

    Raises:
        ValueError: it is not a recipe.

    """
    return _RECIPE.validate_json(text)
