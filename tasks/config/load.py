"""From a target's name to a checked target, or to all its faults at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from codegen.errors import ConfigError, collected
from tasks.config import validate
from tasks.config.document import read_document
from tasks.config.layers import Layers
from tasks.config.model import FOLDER_NAME, FORMS, Target, TargetFile, absolute
from tasks.config.schema import target_schema
from tasks.config.words import Finding, findings_of, guess, key_words
from tasks.targets import DEFAULTS, home, shown_path, target_names, target_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A target, and the files that its values come from."""

    target: Target
    layers: Layers


def load_target(name_or_path: str | Path, root: Path) -> Target:
    """The checked target `name` of `root/configs`, or the one in the TOML file at a path.

    Raises:
        ConfigError: with all faults of the file, each with file, line, key and what to do.

    """
    return load(name_or_path, root).target


def load(name_or_path: str | Path, root: Path) -> Loaded:
    """The checked target, as `load_target` gives it, with the files behind it."""
    root = root.resolve()
    path = find_target(name_or_path, root)
    layers = _read(path, root)
    merged = layers.merged()
    schema = target_schema(layers.defaults.data)
    findings: list[Finding] = []
    try:
        file = TargetFile.model_validate(_frozen(merged))
    except ValidationError as error:
        findings += findings_of(error, schema)
    findings += _further(merged, path.parent, root, findings)
    if findings:
        raise ConfigError(_faults(findings, layers))
    target = Target(**dict(file), name=path.stem, path=path, root=root)
    return Loaded(target=target, layers=layers)


def find_target(name_or_path: str | Path, root: Path) -> Path:
    """The absolute path of a target's file: of a name in `configs/`, else of a path.

    Raises:
        ConfigError: there is no such file, or its name cannot be that of a target.

    """
    written = str(name_or_path)
    is_path = isinstance(name_or_path, Path) or "/" in written or written.endswith(".toml")
    path = absolute(Path.cwd(), written) if is_path else target_path(root, written)
    shown = shown_path(path, root)
    if path == target_path(root, DEFAULTS):
        raise ConfigError(f"{shown}: has the defaults and is not a target.{_targets(root)}")
    if not path.is_file():
        meant = guess(path.stem, target_names(root))
        raise ConfigError(f"{shown}: no such target.{meant}{_targets(root)}")
    if not re.fullmatch(FOLDER_NAME, path.stem):
        raise ConfigError(f"{shown}: a target's file must have {FORMS[FOLDER_NAME]}. Rename it.")
    return path


def _targets(root: Path) -> str:
    names = target_names(root)
    return f" Targets: {', '.join(names)}." if names else f" {home(root)}/configs has no target."


def _read(path: Path, root: Path) -> Layers:
    """Both files; the faults of both when both are broken."""
    target, defaults = collected(
        (path, target_path(root, DEFAULTS)),
        lambda file: read_document(file, shown_path(file, root)),
        ConfigError,
    )
    return Layers(target=target, defaults=defaults)


def _further(
    merged: dict[str, Any], folder: Path, root: Path, found: list[Finding]
) -> list[Finding]:
    """Faults that types do not find, without those that only follow from one that they do."""
    findings = [
        *validate.check_paths(merged, folder, root),
        *validate.check_libraries(merged, root),
        *validate.check_backends(merged, folder, root),
        *validate.check_registry(merged),
        *validate.check_runtime(merged),
        *validate.check_toolchain(merged, root),
        *validate.check_board(merged, root),
    ]
    known = {path for path, _ in found}
    if not any(path[0] == "select" for path in known):
        findings += validate.check_selection(merged)
    return [finding for finding in findings if finding.path not in known]


def _faults(findings: list[Finding], layers: Layers) -> list[str]:
    def order(finding: Finding) -> tuple[bool, int, list[str]]:
        place = layers.place(finding.path)
        parts = [f"{part:06}" if isinstance(part, int) else part for part in finding.path]
        return (place.file == layers.defaults.shown, place.line, parts)

    return [
        f"{layers.place(path)}: {key_words(path)}: {text}"
        for path, text in sorted(findings, key=order)
    ]


def _frozen(value: Any) -> Any:
    """The value with tuples for lists, which is what strict frozen models take."""
    if isinstance(value, dict):
        return {key: _frozen(inner) for key, inner in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
