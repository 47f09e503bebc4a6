"""The image's metadata, from the last stage of the Dockerfile."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from codegen.errors import ConfigError

FILE = "Dockerfile"


def read_configuration(root: Path) -> Mapping[str, Any]:
    """The last stage's LABEL, ENV, USER, WORKDIR and CMD, under the keys of an image's `config`.

    COPY is what `tasks.image` does itself. Source: Dockerfile reference; OCI image specification,
    "Image Configuration", config.

    Raises:
        ConfigError: the stage has an instruction that we cannot follow; with its line.

    """
    configuration: dict[str, Any] = {"Env": [], "Labels": {}}
    for number, instruction, rest in _last_stage((root / FILE).read_text(encoding="utf-8")):
        match instruction:
            case "LABEL":
                configuration["Labels"] |= dict(word.split("=", 1) for word in shlex.split(rest))
            case "ENV":
                configuration["Env"] += shlex.split(rest)
            case "USER":
                configuration["User"] = rest
            case "WORKDIR":
                configuration["WorkingDir"] = rest
            case "CMD":
                configuration["Cmd"] = json.loads(rest)
            case "COPY":
                pass
            case _:
                raise ConfigError(
                    f"{FILE}:{number}: {instruction} in the last stage: tasks/image knows only "
                    "COPY, LABEL, ENV, USER, WORKDIR and CMD there."
                )
    return configuration


def _last_stage(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, instruction and the rest of each instruction after the last FROM."""
    found: list[tuple[int, str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if parts := re.fullmatch(r"([A-Z]+)\s+(.*\S)\s*", line):
            if parts[1] == "FROM":
                found = []
            else:
                found.append((number, parts[1], parts[2]))
    yield from found
