"""What a bundle is made from, in addition to the files of its folder: the input of a rebuild.

A later version of Kerf rebuilds by running the tasks of the recorded commit, so that the JSON form
is a contract between versions: keys are added, never renamed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tasks.json_text import parsed_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package of the toolchain, as the distribution names it."""

    purl: str  # "pkg:deb/debian/gcc-12@12.2.0-14?arch=amd64"
    sha256: str | None = None  # of the package's file, where a lock knows it


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedToolchain:
    """What compiled: recorded in a release, compared before a rebuild."""

    name: str  # of the compiler: "arm-none-eabi-gcc"
    version: str
    executor: str
    image: str | None = None  # the ID of the container image
    packages: tuple[Package, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A release's version, source and, in a rebuild, the toolchain that is to be used."""

    version: str
    commit: str
    """Commit of Kerf."""
    project: str | None = None
    """The commit of the user's project that has the target; None where Kerf's own has it."""
    uncommitted: tuple[str, ...] = ()
    """Files that differ from their commit: what they make is not a release."""
    in_no_commit: tuple[str, ...] = ()
    """Inputs that git ignores: known by their sums alone."""
    toolchain: UsedToolchain | None = None

    def to_json(self) -> str:
        """The recipe as text."""
        return json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"


def recipe_from_json(text: str) -> Recipe:
    """The recipe in `text`.

    Raises:
        ValueError, KeyError, TypeError: it is not a recipe.

    """
    data: dict[str, Any] = parsed_json(text)
    toolchain = data["toolchain"]
    return Recipe(
        version=data["version"],
        commit=data["commit"],
        project=data.get("project"),
        uncommitted=tuple(data["uncommitted"]),
        in_no_commit=tuple(data.get("in_no_commit", ())),
        toolchain=None if toolchain is None else toolchain_from(toolchain),
    )


def toolchain_from(data: Mapping[str, Any]) -> UsedToolchain:
    """The toolchain in a JSON object; unknown keys are from a later version and are ignored.

    Raises:
        KeyError, TypeError: it is not a toolchain.

    """
    return UsedToolchain(
        name=data["name"],
        version=data["version"],
        executor=data["executor"],
        image=data.get("image"),
        packages=tuple(
            Package(purl=each["purl"], sha256=each.get("sha256")) for each in data["packages"]
        ),
    )
