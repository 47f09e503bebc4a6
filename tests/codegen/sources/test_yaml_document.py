from __future__ import annotations

import pytest

from codegen.errors import SelectionError
from codegen.sources.yaml_document import parse_yaml


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "ops.yaml:1: the file is empty"),
        ("# only a comment\n", "ops.yaml:1: the file is empty"),
        ("a: 1\nb: [1, 2\n", "ops.yaml:3: not YAML: "),
        ("a: 1\n\tb: 2\n", "ops.yaml:2: not YAML: "),
        ("a: b: c\n", "ops.yaml:1: not YAML: mapping values are not allowed here"),
        ("a: *nowhere\n", "ops.yaml:1: not YAML: found undefined alias"),
        ("a: 1\n---\nb: 1\n", "not YAML: but found another document"),
        ("a: 1\n\x01\n", "ops.yaml:2: not YAML: the character #x0001 is not allowed there"),
        ('"\\UFFFFFFFF": 1\n', "ops.yaml:1: not YAML"),
        ("[" * 5000, "ops.yaml:1: nested too deeply"),
    ],
)
def test_invalid_yaml_is_reported_with_its_line(text: str, fault: str) -> None:
    with pytest.raises(SelectionError) as caught:
        parse_yaml(text, "ops.yaml")
    assert fault in caught.value.faults[0]


def test_no_object_is_made_from_a_tag() -> None:
    root = parse_yaml("!!python/object/apply:os.system ['true']\n", "ops.yaml")
    with pytest.raises(SelectionError, match="expected a list, not something tagged"):
        root.items("a list")


def test_element_that_contains_itself_ends() -> None:
    root = parse_yaml("&a [*a]\n", "ops.yaml")
    (inner,) = root.items("a list")
    assert inner.path == "[0]"
    assert inner.kind == "a list"


def test_words_that_yaml_takes_for_true_and_false() -> None:
    entries = parse_yaml("{a: Yes, b: off, c: TRUE}", "ops.yaml").entries("a mapping")
    assert [each.boolean() for each in entries.values()] == [True, False, True]
