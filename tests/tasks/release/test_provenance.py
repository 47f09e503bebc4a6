"""The statement against the in-toto attestation framework's own definitions, and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict
from in_toto_attestation.predicates.provenance.v1 import provenance_pb2
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement

from codegen.errors import VerifyError
from tasks.release.facts import Facts
from tasks.release.provenance import read_statement, statement_text
from tests.tasks.release.release_facts import FACTS, LOCAL, OWN

SUBJECTS = {"libkerf.a": "1" * 64, "runner.elf": "2" * 64}
ALL = pytest.mark.parametrize("facts", [FACTS, LOCAL, OWN], ids=["container", "local", "own"])


@ALL
def test_statement_is_one_of_in_toto_with_slsa_provenance(facts: Facts) -> None:
    """The protobuf definitions of the framework know every key, and its checks pass."""
    document = json.loads(statement_text(facts, SUBJECTS))
    statement = Statement.copy_from_pb(ParseDict(document, statement_pb2.Statement()))
    statement.validate()
    provenance = ParseDict(document["predicate"], provenance_pb2.Provenance())
    assert document["predicateType"] == "https://slsa.dev/provenance/v1"
    definition = provenance.build_definition
    assert definition.build_type
    assert provenance.run_details.builder.id
    digests = [dict(each.digest) for each in definition.resolved_dependencies]
    assert {"gitCommit": FACTS.commit} in digests
    assert {"sha256": "b" * 64} in digests


def test_subjects_are_the_files_with_their_sums() -> None:
    document = json.loads(statement_text(FACTS, SUBJECTS))
    assert {each["name"]: each["digest"]["sha256"] for each in document["subject"]} == SUBJECTS


@ALL
def test_what_was_written_is_read_again(facts: Facts) -> None:
    recorded = read_statement(statement_text(facts, SUBJECTS))
    assert recorded.target == facts.target
    assert recorded.config == facts.config
    assert recorded.inputs == facts.inputs
    assert recorded.toolchain == facts.toolchain
    recipe = recorded.recipe
    assert (recipe.version, recipe.commit) == (facts.version, facts.commit)
    assert (recipe.project, recipe.in_no_commit) == (facts.project, facts.in_no_commit)
    assert recorded.subjects == SUBJECTS


def changed(path: str, value: object) -> str:
    """The text of a statement with another value at a path of keys and indices."""
    document: Any = json.loads(statement_text(FACTS, SUBJECTS))
    *way, last = (int(key) if key.isdigit() else key for key in path.split("/"))
    place = document
    for key in way:
        place = place[key]
    place[last] = value
    return json.dumps(document)


DEFINITION = "predicate/buildDefinition"
DEPENDENCIES = f"{DEFINITION}/resolvedDependencies"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("_type", "https://in-toto.io/Statement/v0.1"),
        ("predicateType", "https://slsa.dev/provenance/v0.2"),
        ("predicate", {}),
        ("predicate", None),
        (f"{DEFINITION}/buildType", "something else"),
        (f"{DEFINITION}/externalParameters/target", "--help"),
        (f"{DEFINITION}/externalParameters/target", "../up"),
        (f"{DEFINITION}/externalParameters/target", None),
        (f"{DEFINITION}/externalParameters/config", "/etc/passwd"),
        (f"{DEFINITION}/externalParameters/config", "configs/../../up.toml"),
        (f"{DEFINITION}/externalParameters/version", "a/b"),
        (f"{DEFINITION}/internalParameters/toolchain/executor", "--x y"),
        (f"{DEFINITION}/internalParameters/toolchain/name", ["gcc"]),
        (f"{DEPENDENCIES}/0/digest/gitCommit", "HEAD"),
        (f"{DEPENDENCIES}/0/digest/gitCommit", "--output=/tmp/x"),
        (f"{DEPENDENCIES}/1/name", "../../x/../y"),
        (f"{DEPENDENCIES}/1/name", "../x"),
        (f"{DEPENDENCIES}/1/name", "/x"),
        (f"{DEPENDENCIES}/1/name", "x\ny"),
        (f"{DEPENDENCIES}/1/name", "\ud800"),
        (f"{DEPENDENCIES}/4/uri", ["pkg"]),
        (f"{DEFINITION}/internalParameters/uncommitted", [1]),
        (f"{DEFINITION}/internalParameters/inNoCommit", 1),
        (f"{DEFINITION}/internalParameters/toolchain/image", "--rm"),
        ("subject", None),
        ("subject/0/name", "../x"),
        ("subject/0/name", "runner.elf"),
        ("subject/0/digest/sha256", "short"),
        (f"{DEFINITION}/externalParameters/config", "../up.toml"),
        (f"{DEPENDENCIES}/1/name", ".."),
        (f"{DEPENDENCIES}/1/name", "./x"),
        (f"{DEPENDENCIES}/1/name", "x\0y"),
        (f"{DEPENDENCIES}/1/digest/sha256", "short"),
        (DEPENDENCIES, []),
        (DEPENDENCIES, 3),
    ],
)
def test_hostile_or_broken_statement_is_refused(path: str, value: object) -> None:
    with pytest.raises(VerifyError, match="not the provenance of a release"):
        read_statement(changed(path, value))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", "1", '"x"', "[" * 100_000])
def test_what_is_no_statement_is_refused(text: str) -> None:
    with pytest.raises(VerifyError, match="not the provenance of a release"):
        read_statement(text)
