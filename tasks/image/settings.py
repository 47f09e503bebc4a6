"""The values of `toolchains/image.toml`: the suite, the packages, the files left out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from tasks.config.model import Table
from tasks.config.table_file import read_table

FILE = "toolchains/image.toml"

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9+.-]+$")]


class Settings(Table):
    """The image as its author describes it; image.lock is made from this."""

    suite: Name
    components: Annotated[tuple[Name, ...], Field(min_length=1)]
    architecture: Name
    epoch: Annotated[int, Field(ge=0, lt=2**33)]
    packages: Annotated[tuple[Name, ...], Field(min_length=1)]
    paths: tuple[Annotated[str, Field(pattern=r"^[-+] /\S+$")], ...]

    @property
    def dpkg_options(self) -> tuple[str, ...]:
        """The path filters as dpkg reads them in its configuration."""
        kinds = {"-": "path-exclude", "+": "path-include"}
        return tuple(f"{kinds[rule[0]]}={rule[2:]}" for rule in self.paths)


def read_settings(root: Path) -> Settings:
    """The settings of `toolchains/image.toml`.

    Raises:
        ConfigError: the file cannot be read or is wrong.

    """
    return read_table(Settings, root, FILE)
