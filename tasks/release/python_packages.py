"""The Python packages that a release is made with: those pinned, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from codegen.errors import BuildError

REQUIREMENTS = ("requirements.txt", "requirements-release.txt")

_PIN = re.compile(r"([A-Za-z0-9._-]+)==(\S+)((?: --hash=sha256:[0-9a-f]{64})*)")


def pinned_packages(root: Path, files: Sequence[str] = REQUIREMENTS) -> dict[str, str]:
    """The version of each package that the requirement files pin, by name, sorted.

    Raises:
        BuildError: a line is no pin.

    """
    found = {name: pin for file in files for name, pin in read_pins(root / file).items()}
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))


def read_pins(path: Path) -> dict[str, str]:
    """The version of each package that a requirements file pins, by name.

    Raises:
        BuildError: a line is no pin, with or without hashes.

    """
    found: dict[str, str] = {}
    text, number = "", 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = " ".join([text, *line.partition("#")[0].split()]).strip()
        if text.endswith("\\"):
            text = text.removesuffix("\\").rstrip()
            continue
        if text and (pin := _PIN.fullmatch(text)) is None:
            raise BuildError(f"{path.name}:{number}: {text!r} is no pin. Write name==version.")
        if text and pin is not None:
            found[pin[1]] = pin[2]
        text = ""
    if text:
        raise BuildError(f"{path.name}:{number}: ends in a backslash.")
    return found


def check_installed(pinned: Mapping[str, str]) -> None:
    """Nothing, where this Python has every pinned package in that very version.

    Raises:
        BuildError: it does not, so that a release would not be made by what it records.

    """
    faults = []
    for name, wanted in pinned.items():
        present = _installed(name)
        if present != wanted:
            has = f"has {present}" if present else "does not have it"
            faults.append(f"{name} {wanted} is pinned, this Python {has}")
    if faults:
        raise BuildError(
            [
                *faults,
                "Release with `nox`, which makes an environment of the pinned packages, or: "
                f"python -m pip install {' '.join(f'-r {file}' for file in REQUIREMENTS)}",
            ]
        )


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
