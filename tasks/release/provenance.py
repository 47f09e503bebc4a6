"""The provenance of a release: an in-toto statement with a SLSA v1 predicate, and back again.

Source: in-toto attestation framework, "Statement v1"; SLSA v1.0, "Provenance".
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from packageurl import PackageURL
from pydantic import TypeAdapter, ValidationError

from codegen.errors import VerifyError
from tasks.json_text import fault_in_words, parsed_json
from tasks.release.facts import Facts, Input, Role
from tasks.release.recipe import (
    FolderName,
    Inside,
    Recipe,
    Sha256,
    UsedToolchain,
)

NAME = "provenance.intoto.json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "https://slsa.dev/provenance/v1"
BUILD_TYPE = "urn:kerf:release:v1"
BUILDER = "urn:kerf:tasks.release:v1"
"""What built: these tasks. The key that signs identifies who ran them."""
LOCK = "toolchains/image.lock"


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

    target: FolderName
    config: Inside
    recipe: Recipe
    inputs: tuple[Input, ...]
    subjects: Mapping[Inside, Sha256]
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
        subjects = {each["name"]: each["digest"]["sha256"] for each in statement["subject"]}
        if len(subjects) != len(statement["subject"]):
            raise ValueError("a file is named twice")
        return TypeAdapter(Recorded).validate_python(_recorded(definition, subjects))
    except ValidationError as error:
        what = fault_in_words(error)
    except KeyError as error:
        what = f"lacks {error}"
    except (ValueError, IndexError, TypeError, AttributeError) as error:
        what = str(error)
    raise VerifyError(f"{NAME}: not the provenance of a release: {what}")


def _recorded(definition: Mapping[str, Any], subjects: Mapping[str, str]) -> dict[str, Any]:
    """The values of a `Recorded`."""
    parameters, used = definition["externalParameters"], definition["internalParameters"]
    by_role: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for each in definition["resolvedDependencies"]:
        by_role[each["annotations"]["role"]].append(each)
    packages = [
        {"purl": each["uri"], "sha256": each.get("digest", {}).get("sha256")}
        for each in by_role["toolchain"]
    ]
    projects = [each["digest"]["gitCommit"] for each in by_role["project"]]
    inputs = [
        {"name": each["name"], "role": role, "sha256": each["digest"]["sha256"]}
        for role in Role
        for each in by_role[role.value]
    ]
    return {
        "target": parameters["target"],
        "config": parameters["config"],
        "recipe": {
            "version": parameters["version"],
            "commit": by_role["source"][0]["digest"]["gitCommit"],
            "project": projects[0] if projects else None,
            "uncommitted": used["uncommitted"],
            "in_no_commit": used.get("inNoCommit", ()),
            "toolchain": {**used["toolchain"], "packages": packages},
        },
        "inputs": sorted(inputs, key=lambda each: each["name"]),
        "subjects": subjects,
    }
