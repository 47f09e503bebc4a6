"""The generated reference is current and matches the model."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from codegen.errors import ExpansionError
from dev import schema
from tasks.config import target_names
from tasks.config.model import TargetFile
from tests.tasks.config_root import ROOT, SMALL

DOCUMENTS = (
    "docs/reference/configuration.md",
    "docs/reference/target.schema.json",
    "docs/reference/command-line.md",
)
SCHEMA: dict[str, Any] = json.loads((ROOT / DOCUMENTS[1]).read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)


def is_valid(text: str) -> bool:
    return bool(VALIDATOR.is_valid(tomllib.loads(text)))


def test_schema_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", target_names(ROOT))
def test_committed_target_is_valid_and_names_the_schema(name: str) -> None:
    path = ROOT / "configs" / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    VALIDATOR.validate(tomllib.loads(text))
    first = text.splitlines()[0]
    assert first.startswith("#:schema ")
    assert (path.parent / first.removeprefix("#:schema ")).resolve() == ROOT / DOCUMENTS[1]


def test_defaults_are_valid_but_for_what_a_target_must_say() -> None:
    defaults = tomllib.loads((ROOT / "configs" / "defaults.toml").read_text(encoding="utf-8"))
    errors = [(list(error.path), error.validator) for error in VALIDATOR.iter_errors(defaults)]
    assert errors == [(["toolchain"], "required"), ([], "required")]


@pytest.mark.parametrize(
    "change",
    [
        ("[select]\nall = true\n", ""),
        ("[select]\nall = true\n", "[select]\n"),
        ('description = "small"\n', ""),
        ('name = "cortex-m4"\n', ""),
        ('"cortex-m4"', '"../m4"'),
        ("all = true", "al = true"),
        ("all = true", 'all = "true"'),
        ("all = true", 'models = "m.pte"'),
        ("all = true", "models = [1]"),
        ("all = true", 'dtypes = { "aten::mm.out" = ["Flaot"] }'),
        ("all = true", 'dtypes = { "aten::mm.out" = [] }'),
        ("all = true", 'dtypes = { "aten mm" = ["Float"] }'),
        ("[toolchain]", '[registry]\nform = "tabel"\n[toolchain]'),
        ("[toolchain]", "[registry]\ncapacity = 0\n[toolchain]"),
        ("[toolchain]", "[run]\ntimeout-s = 0\n[toolchain]"),
        ("[toolchain]", "[budget]\nflash-bytes = -1\n[toolchain]"),
        ("[toolchain]", "[budget]\nflash-bytes = 1.5\n[toolchain]"),
        ("[toolchain]", "[budget]\nflash_bytes = 1\n[toolchain]"),
        ("[toolchain]", "[zzz]\n[toolchain]"),
        ("[toolchain]", '[toolchain]\nsanitize = ["adress"]'),
    ],
)
def test_schema_refuses_what_the_model_refuses(change: tuple[str, str]) -> None:
    assert is_valid(SMALL)
    assert change[0] in SMALL
    assert not is_valid(SMALL.replace(*change))


def test_each_key_of_the_model_is_described_with_type_and_example() -> None:
    assert list(SCHEMA["properties"]) == list(TargetFile.model_fields)
    for table in SCHEMA["properties"].values():
        assert table["description"]
        for key, node in table.get("properties", {}).items():
            assert key == key.lower() and "_" not in key
            assert node["description"] and node["examples"] and node["type"]
            for example in node["examples"]:
                jsonschema.Draft7Validator(node).validate(example)


def test_defaults_of_the_schema_are_those_of_the_file() -> None:
    defaults = tomllib.loads((ROOT / "configs" / "defaults.toml").read_text(encoding="utf-8"))
    found = {
        name: {
            key: node["default"] for key, node in table["properties"].items() if "default" in node
        }
        for name, table in SCHEMA["properties"].items()
        if "properties" in table
    }
    assert found == defaults


def test_schema_has_no_references() -> None:
    assert "$ref" not in json.dumps(SCHEMA)


def test_examples_of_the_page_make_one_valid_target_with_every_key() -> None:
    page = (ROOT / DOCUMENTS[0]).read_text(encoding="utf-8")
    target = tomllib.loads("\n".join(re.findall(r"```toml\n(.*?)```", page, re.S)))
    VALIDATOR.validate(target)
    for name, table in SCHEMA["properties"].items():
        assert set(target[name]) == set(table["properties"]) if "properties" in table else True


def test_stale_document_is_shown_and_then_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "configs").mkdir()
    defaults = (ROOT / "configs" / "defaults.toml").read_text(encoding="utf-8")
    (tmp_path / "configs" / "defaults.toml").write_text(defaults, encoding="utf-8")
    arguments = ["--root", str(tmp_path)]
    assert schema.main(arguments) == 0
    assert schema.main([*arguments, "--check"]) == 0
    page = tmp_path / DOCUMENTS[0]
    page.write_bytes(page.read_bytes().replace(b"`[run]`", b"`[\xff]`"))
    capsys.readouterr()
    with pytest.raises(ExpansionError) as caught:
        schema.main([*arguments, "--check"])
    assert caught.value.faults == (
        f"{DOCUMENTS[0]}: stale, or edited by hand. Run `nox -s schema` and commit.",
    )
    assert "+## `[run]`" in capsys.readouterr().out.splitlines()
    assert schema.main(arguments) == 0
    assert capsys.readouterr().out == (
        f"written: {DOCUMENTS[0]}\nschema: 2 of 3 files were current\n"
    )


def test_changed_default_makes_both_documents_stale(tmp_path: Path) -> None:
    (tmp_path / "configs").mkdir()
    path = tmp_path / "configs" / "defaults.toml"
    defaults = (ROOT / "configs" / "defaults.toml").read_text(encoding="utf-8")
    path.write_text(defaults, encoding="utf-8")
    schema.main(["--root", str(tmp_path)])
    path.write_text(defaults.replace("timeout-s = 120", "timeout-s = 121"), encoding="utf-8")
    with pytest.raises(ExpansionError) as caught:
        schema.main(["--root", str(tmp_path), "--check"])
    assert len(caught.value.faults) == 2
