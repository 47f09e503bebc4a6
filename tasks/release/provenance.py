"""The provenance of a release: an in-toto statement with a SLSA v1 predicate, and back again.

Source: in-toto attestation framework, "Statement v1"; SLSA v1.0, "Provenance".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from packageurl import PackageURL

from codegen.errors import VerifyError
from tasks import git
from tasks.config.model import EXECUTORS, FOLDER_NAME
from tasks.json_text import parsed_json
from tasks.release.facts import Facts, Input, Role
from tasks.release.recipe import Package, Recipe, UsedToolchain

NAME = "provenance.intoto.json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "https://slsa.dev/provenance/v1"
BUILD_TYPE = "urn:kerf:release:v1"
BUILDER = "urn:kerf:tasks.release:v1"
"""What built: these tasks. The key that signs identifies who ran them."""
LOCK = "toolchains/image.lock"
VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+_-]*")
_SHA256 = re.compile(r"[0-9a-f]{64}")


def statement_text(facts: Facts, subjects: Mapping[str, str]) -> str:
    """The statement: `subjects`, files by name and SHA-256, were made from what `facts` describes.

    The same facts give the same text, without time, machine or folder.
    """
    statement = {
        "_type": STATEMENT_TYPE,
        "subject": [
            {"name": name, "digest": {"sha256": digest}}
            for name, digest in sorted(subjects.items())
        ],
        "predicateType": PREDICATE_TYPE,
        "predicate": {
            "buildDefinition": {
                "buildType": BUILD_TYPE,
                "externalParameters": {
                    "target": facts.target,
                    "config": facts.config,
                    "version": facts.version,
                },
                "internalParameters": {
                    "toolchain": {
                        "name": facts.toolchain.name,
                        "version": facts.toolchain.version,
                        "executor": facts.toolchain.executor,
                        "image": facts.toolchain.image,
                    },
                    "uncommitted": list(facts.uncommitted),
                    "inNoCommit": list(facts.in_no_commit),
                },
                "resolvedDependencies": list(_dependencies(facts)),
            },
            "runDetails": {"builder": {"id": BUILDER}},
        },
    }
    return json.dumps(statement, indent=1, sort_keys=True) + "\n"


def _dependencies(facts: Facts) -> Iterator[dict[str, Any]]:
    yield {"name": "kerf", "digest": {"gitCommit": facts.commit}, **_role("source")}
    if facts.project is not None:
        yield {"name": "project", "digest": {"gitCommit": facts.project}, **_role("project")}
    for input_ in facts.inputs:
        sha256 = {"sha256": input_.sha256}
        yield {"name": input_.name, "digest": sha256, **_role(input_.role.value)}
    if facts.lock_sha256 is not None:
        yield {"name": LOCK, "digest": {"sha256": facts.lock_sha256}, **_role("lock")}
    for package in facts.toolchain.packages:
        digest = {"digest": {"sha256": package.sha256}} if package.sha256 else {}
        yield {"uri": package.purl, **digest, **_role("toolchain")}
    for name, version in facts.python_packages.items():
        yield {"uri": PackageURL("pypi", None, name, version).to_string(), **_role("python")}


def _role(role: str) -> dict[str, Any]:
    return {"annotations": {"role": role}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What a rebuild needs of a statement."""

    target: str
    config: str
    recipe: Recipe
    inputs: tuple[Input, ...]
    subjects: Mapping[str, str]
    """The SHA-256 of each file of the bundle that the statement is about, by name."""

    @property
    def toolchain(self) -> UsedToolchain:
        """What compiled."""
        assert self.recipe.toolchain is not None
        return self.recipe.toolchain


def read_statement(text: str) -> Recorded:
    """The content of the statement `text` of a release.

    Raises:
        VerifyError: it is not one of our statements, or has impossible values.

    """
    try:
        statement = parsed_json(text)
        if (statement["_type"], statement["predicateType"]) != (STATEMENT_TYPE, PREDICATE_TYPE):
            raise ValueError(f"{statement['predicateType']} of {statement['_type']}")
        definition = statement["predicate"]["buildDefinition"]
        if definition["buildType"] != BUILD_TYPE:
            raise ValueError(f"build type {definition['buildType']}")
        return _recorded(definition, _subjects(statement["subject"]))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        what = f"lacks {error}" if isinstance(error, KeyError) else str(error)
        raise VerifyError(f"{NAME}: not the provenance of a release: {what}") from error


def _subjects(listed: list[Mapping[str, Any]]) -> dict[str, str]:
    subjects = {
        _matching(_INSIDE, each["name"]): _matching(_SHA256, each["digest"]["sha256"])
        for each in listed
    }
    if len(subjects) != len(listed):
        raise ValueError("a file is named twice")
    return subjects


def _recorded(definition: Mapping[str, Any], subjects: Mapping[str, str]) -> Recorded:
    parameters, used = definition["externalParameters"], definition["internalParameters"]
    dependencies = definition["resolvedDependencies"]
    by_role: dict[str, list[Mapping[str, Any]]] = {}
    for each in dependencies:
        by_role.setdefault(each["annotations"]["role"], []).append(each)
    inputs = tuple(
        Input(
            name=_matching(_INSIDE, each["name"]),
            role=role,
            sha256=_matching(_SHA256, each["digest"]["sha256"]),
        )
        for role in Role
        for each in by_role.get(role.value, ())
    )
    toolchain = used["toolchain"]
    return Recorded(
        target=_matching(re.compile(FOLDER_NAME), parameters["target"]),
        config=_matching(_INSIDE, parameters["config"]),
        recipe=Recipe(
            version=_matching(VERSION, parameters["version"]),
            commit=_matching(git.COMMIT, by_role["source"][0]["digest"]["gitCommit"]),
            project=next(
                (
                    _matching(git.COMMIT, each["digest"]["gitCommit"])
                    for each in by_role.get("project", ())
                ),
                None,
            ),
            uncommitted=tuple(_matching(_TEXT, name) for name in used["uncommitted"]),
            in_no_commit=tuple(_matching(_TEXT, name) for name in used.get("inNoCommit", ())),
            toolchain=UsedToolchain(
                name=_matching(_WORD, toolchain["name"]),
                version=_matching(_WORD, toolchain["version"]),
                executor=_matching(_EXECUTOR, toolchain["executor"]),
                image=_optional(_IMAGE, toolchain["image"]),
                packages=tuple(
                    Package(
                        purl=_matching(_TEXT, each["uri"]),
                        sha256=_optional(_SHA256, each.get("digest", {}).get("sha256")),
                    )
                    for each in by_role.get("toolchain", ())
                ),
            ),
        ),
        inputs=tuple(sorted(inputs, key=lambda input_: input_.name)),
        subjects=subjects,
    )


_EXECUTOR = re.compile("|".join(EXECUTORS))
_IMAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]*")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+~-]*")
_PART = r"(?!\.\.?(?:/|$))[^/\x00-\x1f\x7f\ud800-\udfff]+"
_TEXT = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]+")
# A relative path without `.` or `..`.
_INSIDE = re.compile(rf"{_PART}(?:/{_PART})*")


def _matching(pattern: re.Pattern[str], value: object) -> str:
    """The value, where it is a text of that form: it will be part of a command or a path."""
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError(f"{value!r} is not a valid value")
    return value


def _optional(pattern: re.Pattern[str], value: object) -> str | None:
    return None if value is None else _matching(pattern, value)
