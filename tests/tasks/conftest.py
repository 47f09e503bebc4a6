"""What several tests look at: a repository, releases, a container engine and an image for it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tasks.executors.engine import Engine
from tasks.lock import locked
from tests.tasks.built_targets import TOOLS, Built, build_in, make_tree, read_built
from tests.tasks.executors.engine import any_engine
from tests.tasks.executors.tiny_image import TinyImage, make_tiny_image
from tests.tasks.release_repository import (
    COMPILERS,
    Released,
    bundle_of,
    make_release_repository,
    release,
)


@pytest.fixture(scope="session")
def repository(
    require_tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A git repository with the present sources; tests do not change it."""
    require_tool("git")
    return filled_once(shared_folder(tmp_path_factory) / "kerf", make_release_repository)


@pytest.fixture(scope="session")
def released(
    repository: Path,
    require_tool: Callable[[str], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[str], Released]:
    """Gives the release of a small target; made on first use. Tests do not change it."""

    @cache
    def make(target: str) -> Released:
        require_tool(COMPILERS[target])

        def released(folder: Path) -> None:
            release(repository, target)
            folder.mkdir()

        filled_once(shared_folder(tmp_path_factory) / f"released-{target}", released)
        return Released(repository=repository, bundle=bundle_of(repository, target))

    return make


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """A container engine; without one a test is skipped on a user's machine, failed in CI."""
    with any_engine() as found:
        yield found


@pytest.fixture(scope="session")
def tiny_image(
    require_tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> TinyImage:
    """An image with one program."""
    return make_tiny_image(tmp_path_factory.mktemp("image"), require_tool("gcc"))


@pytest.fixture(scope="session")
def built_target(
    require_tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Built]:
    """Gives a target of `built_targets`, built on first use. Tests do not change it.

    The processes of a session build a target once: each has a tree of its own, and copies what
    another has built.
    """
    tree = make_tree(tmp_path_factory.mktemp("built") / "tree")

    @cache
    def make(name: str) -> Built:
        if TOOLS[name] != "zig":
            require_tool(TOOLS[name])

        def build_and_copy(folder: Path) -> None:
            shutil.copytree(build_in(tree, name).folder, folder)

        made = filled_once(shared_folder(tmp_path_factory) / f"built-{name}", build_and_copy)
        if not (tree / "build" / name).exists():
            shutil.copytree(made, tree / "build" / name)
        return read_built(tree, name)

    return make


def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the processes of this session of tests have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def filled_once(folder: Path, fill: Callable[[Path], object]) -> Path:
    """`folder`, which `fill` makes in the first process that wants it; others wait for that."""
    with locked(folder.with_name(f"{folder.name}.locked")):
        if not folder.exists():
            part = folder.with_name(f"{folder.name}.part")
            shutil.rmtree(part, ignore_errors=True)
            fill(part)
            part.rename(folder)
    return folder
