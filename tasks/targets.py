"""The targets of `configs/`, toolchains, and where they are: standard library, for the noxfile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from tasks.toml_text import parsed_toml

DEFAULTS = "defaults"
CHECKOUT = ".kerf"
PIN = "kerf.toml"
TOOLCHAIN = "toolchain.toml"
"""The file of each folder of `toolchains/`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A target as a list shows it."""

    name: str
    description: str


def home(root: Path) -> Path:
    """Where the targets of the checkout `root` are, with their models, baselines and history.

    A checkout named .kerf in a folder with a kerf.toml serves that folder, a project of its user's
    own (`nox -s new`). Any other has its targets itself.
    """
    around = root.parent
    return around if root.name == CHECKOUT and (around / PIN).is_file() else root


def of_project(root: Path, path: str) -> Path:
    """The file or folder at `path` in the project around the checkout `root`, else in Kerf."""
    own = home(root) / path
    return own if own.exists() else root / path


def found_names(root: Path, folder: str, pattern: str) -> dict[str, Path]:
    """What matches `pattern` in a folder of Kerf or of the project around it, by its path there."""
    found: dict[str, Path] = {}
    for place in dict.fromkeys((root, home(root))):
        inside = place / folder
        found |= {path.relative_to(inside).as_posix(): path for path in inside.glob(pattern)}
    return dict(sorted(found.items()))


def shown_path(path: Path, root: Path) -> str:
    """A path as messages name it: relative to the checkout `root`, or to the project around it."""
    for folder in (root, home(root)):
        if path.is_relative_to(folder):
            return str(path.relative_to(folder))
    return str(path)


def targets(root: Path) -> tuple[Listed, ...]:
    """Every target of the checkout `root`, by name; one whose TOML is broken is listed too."""
    return tuple(
        Listed(name=name, description=description(root, name)) for name in target_names(root)
    )


def target_names(root: Path) -> tuple[str, ...]:
    """The names of the targets of the checkout `root`, sorted."""
    return tuple(
        sorted(
            path.stem
            for path in (home(root) / "configs").glob("*.toml")
            if path.stem != DEFAULTS and not path.name.startswith(".")  # .# is an editor's lock
        )
    )


def toolchain_names(root: Path) -> tuple[str, ...]:
    """The toolchains of the checkout `root` and of the project around it, sorted."""
    found = found_names(root, "toolchains", f"*/{TOOLCHAIN}")
    return tuple(path.removesuffix(f"/{TOOLCHAIN}") for path in found)


def matches(name: str, globs: Iterable[str]) -> bool:
    """Whether any of `globs`, like `mv2-*`, is the name of that target."""
    return any(fnmatchcase(name, glob) for glob in globs)


def target_path(root: Path, name: str) -> Path:
    """Where the target of that name is, or would be."""
    return (root if name == DEFAULTS else home(root)) / "configs" / f"{name}.toml"


def description(root: Path, name: str) -> str:
    """The first line of what the target of that name says of itself, or why it says nothing."""
    try:
        text = target_path(root, name).read_text(encoding="utf-8")
        said = parsed_toml(text).get("description")
    except (OSError, ValueError) as error:  # building it reports line and cause
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return f"(broken: {reason or type(error).__name__})"
    if not isinstance(said, str) or not said.strip():
        return "(no description)"
    return said.strip().splitlines()[0]
