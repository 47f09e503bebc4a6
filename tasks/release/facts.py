"""The facts of a release: everything that its documents contain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path

from tasks.building.inputs import own_files
from tasks.building.request_location import selected_files
from tasks.config import Target
from tasks.files import relative, sha256
from tasks.release.recipe import Inside, Recipe, Sha256, UsedToolchain
from tasks.targets import home
from tasks.toolchain.file import ToolchainFile


class Role(StrEnum):
    """What an input is for."""

    CONFIG = "config"
    MODEL = "model"
    SELECTION = "selection"
    LIBRARY = "library"


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A file that the target names, by its path relative to the project."""

    name: Inside
    role: Role
    sha256: Sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(Recipe):
    """A release, its source, its inputs and what made it."""

    target: str
    description: str
    config: str  # the target's file, relative to the project
    toolchain: UsedToolchain
    inputs: tuple[Input, ...]  # sorted by name
    lock_sha256: str | None  # of image.lock, where a container compiled
    python_packages: Mapping[str, str]  # name to version, sorted

    @property
    def name(self) -> str:
        """The name of the bundle's folder."""
        return bundle_name(self.target, self.version)


def bundle_name(target: str, version: str) -> str:
    """The name of the folder of a release."""
    return f"kerf-{target}-{version}"


def facts_of(
    target: Target,
    recipe: Recipe,
    file: ToolchainFile,
    toolchain: UsedToolchain,
    python_packages: Mapping[str, str],
    lock: Path | None,
) -> Facts:
    """The facts of a release of `target` that `toolchain` compiled; `file` is its description."""
    made_from = {each.name: getattr(recipe, each.name) for each in fields(recipe)}
    return Facts(
        **{**made_from, "toolchain": toolchain},
        target=target.name,
        description=target.description,
        config=relative(target.path, home(target.root)),
        inputs=_inputs(target, file),
        lock_sha256=None if lock is None else sha256(lock),
        python_packages=python_packages,
    )


def _inputs(target: Target, file: ToolchainFile) -> tuple[Input, ...]:
    roles = {target.path: Role.CONFIG}
    roles |= dict.fromkeys(selected_files(target), Role.SELECTION)
    roles |= dict.fromkeys((*target.model_paths, *target.data_paths), Role.MODEL)
    project = home(target.root)
    found = {
        relative(path, project): Input(
            name=relative(path, project),
            role=roles.get(path, Role.LIBRARY),
            sha256=sha256(path),
        )
        for path in own_files(target, file)
    }
    return tuple(found[name] for name in sorted(found))
