"""The version of Kerf, from pyproject.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path


def project_version(root: Path) -> str:
    """The version, such as "0.1.0"."""
    with (root / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
