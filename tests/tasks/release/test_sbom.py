"""The bill of materials against CycloneDX's own schema, and what it lists."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from tasks.release.facts import Facts
from tasks.release.sbom import sbom_text
from tests.tasks.release.release_facts import FACTS, LOCAL

SCHEMAS = files("cyclonedx.schema").joinpath("_res")


def read_schema(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(SCHEMAS.joinpath(name).read_text(encoding="utf-8"))
    return schema


@pytest.mark.parametrize("facts", [FACTS, LOCAL], ids=["container", "local"])
def test_text_is_valid_by_the_schema_of_cyclonedx(facts: Facts) -> None:
    parts = ("spdx.SNAPSHOT.schema.json", "jsf-0.82.SNAPSHOT.schema.json")
    base = "http://cyclonedx.org/schema/"
    registry: Registry[Any] = Registry().with_resources(
        (f"{base}{name.replace('SNAPSHOT.', '')}", Resource.from_contents(read_schema(file)))
        for file in parts
        for name in (file, file.replace("SNAPSHOT", "SNAPSHOT.SNAPSHOT"))
    )
    schema = read_schema("bom-1.6.SNAPSHOT.schema.json")
    validator = jsonschema.Draft7Validator(schema, registry=registry)
    validator.validate(json.loads(sbom_text(facts)))


def test_the_same_facts_give_the_same_text_without_time() -> None:
    assert sbom_text(FACTS) == sbom_text(replace(FACTS))
    document = json.loads(sbom_text(FACTS))
    assert "timestamp" not in document["metadata"]
    assert document["serialNumber"] != json.loads(sbom_text(LOCAL))["serialNumber"]


def test_kerf_models_toolchain_and_packages_are_listed_with_their_sums() -> None:
    document = json.loads(sbom_text(FACTS))
    kerf = document["metadata"]["component"]
    assert (kerf["name"], kerf["version"]) == ("kerf-mv2-arm", FACTS.version)
    by_name = {each["name"]: each for each in document["components"]}
    model = by_name["ours.pte"]
    assert model["type"] == "machine-learning-model"
    assert model["hashes"] == [{"alg": "SHA-256", "content": "b" * 64}]
    compiler = by_name["arm-none-eabi-gcc"]
    assert compiler["version"] == "14.2.1"
    assert {"name": "kerf:image", "value": f"sha256:{'c' * 64}"} in compiler["properties"]
    package = by_name["gcc-arm-none-eabi"]
    assert package["version"] == "15:14.2.rel1-1"
    assert package["hashes"] == [{"alg": "SHA-256", "content": "d" * 64}]
    assert by_name["typing_extensions"]["purl"] == "pkg:pypi/typing-extensions@4.16.0"
    references = {each["bom-ref"] for each in document["components"]}
    depends = {each["ref"]: set(each.get("dependsOn", [])) for each in document["dependencies"]}
    assert depends["kerf"] == references
