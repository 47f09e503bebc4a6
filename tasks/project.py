"""Which Kerf: the version of this one, and the revision that a user's own project pins."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import Field

from tasks.config.model import ONE_LINE, Table
from tasks.config.table_file import read_table
from tasks.targets import PIN


def project_version(root: Path) -> str:
    """The version, such as "0.1.0"."""
    with (root / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


class Pin(Table):
    """The Kerf that a project builds with."""

    url: Annotated[str, Field(pattern=ONE_LINE)]
    """What `git clone` takes."""
    revision: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    """The full name of a commit."""


def read_pin(project: Path) -> Pin:
    """The pin of the project in that folder.

    Raises:
        ConfigError: its kerf.toml cannot be read or is wrong.

    """
    return read_table(Pin, project, PIN)
