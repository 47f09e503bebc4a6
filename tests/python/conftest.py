"""The package runs on the library that its target builds, as an installed one does."""

from __future__ import annotations

import os

import pytest

from tasks.build import build
from tasks.config import load_target
from tests.conftest import ROOT

TARGET = "python/kerf-python.toml"


@pytest.fixture(scope="session", autouse=True)
def library() -> None:
    """Builds the library of this checkout; another one is not tested in its place."""
    os.environ.pop("KERF_LIBRARY", None)
    build(load_target(TARGET, ROOT))
