"""What several tests look at: a repository, releases, a container engine and an image for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tasks.executors.engine import Engine
from tasks.release.provenance import read_statement
from tasks.release.rebuild import rebuild
from tests.tasks.built_targets import TOOLS, Built, build_in, make_tree
from tests.tasks.executors.engine import any_engine
from tests.tasks.executors.tiny_image import TinyImage, make_tiny_image
from tests.tasks.release_repository import (
    COMPILERS,
    Released,
    make_release_repository,
    release,
)


@pytest.fixture(scope="session")
def repository(
    require_tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A git repository with the present sources; tests do not change it."""
    require_tool("git")
    return make_release_repository(tmp_path_factory.mktemp("repository") / "kerf")


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
        bundle = release(repository, target)
        recorded = read_statement((bundle / "provenance.intoto.json").read_text(encoding="utf-8"))
        again = rebuild(recorded, repository, tmp_path_factory.mktemp("again"))
        return Released(repository=repository, bundle=bundle, again=again)

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
    """Gives a target of `built_targets`, built on first use. Tests do not change it."""
    tree = make_tree(tmp_path_factory.mktemp("built") / "tree")

    @cache
    def make(name: str) -> Built:
        if TOOLS[name] != "zig":
            require_tool(TOOLS[name])
        return build_in(tree, name)

    return make
