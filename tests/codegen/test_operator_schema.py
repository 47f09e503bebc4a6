from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from codegen.operator_schema import parse_schema
from tests.codegen.resolving import ADD, COPY, INDEX, ITEM, POOL, SPLIT

LIBRARIES = sorted((Path(__file__).parents[2] / "runtime" / "kernels").glob("*/functions.yaml"))


def test_parameters_have_name_type_and_place() -> None:
    schema = parse_schema(ADD)
    assert schema.name == "aten::add.out"
    assert [(p.name, p.type, p.output, p.keyword_only) for p in schema.parameters] == [
        ("self", "Tensor", False, False),
        ("other", "Tensor", False, False),
        ("alpha", "Scalar", False, True),
        ("out", "Tensor", True, True),
    ]


def test_a_tensor_that_is_changed_in_place_is_an_output_but_not_keyword_only() -> None:
    (self, *_) = parse_schema(COPY).parameters
    assert (self.output, self.keyword_only) == (True, False)


def test_lists_and_optionals_keep_their_brackets_without_lengths() -> None:
    assert [p.type for p in parse_schema(POOL).parameters] == [
        "Tensor",
        "int[]",
        "int[]",
        "int[]",
        "int[]",
        "bool",
        "Tensor",
        "Tensor",
    ]
    assert [p.type for p in parse_schema(INDEX).parameters] == ["Tensor", "Tensor?[]", "Tensor"]
    assert [p.name for p in parse_schema(POOL).parameters if p.tensor] == ["self", "out", "indices"]


@pytest.mark.parametrize(
    ("schema", "returned", "tensor"),
    [
        (ADD, "Tensor", True),
        (POOL, "(Tensor, Tensor)", True),
        (SPLIT, "()", False),
        (ITEM, "Scalar", False),
        ("aten::max.dim(Tensor self) -> (Tensor values, Tensor indices)", None, True),
        ("aten::sym_size.int(Tensor self, int dim) -> SymInt", "SymInt", False),
    ],
)
def test_results_lose_their_aliases(schema: str, returned: str | None, tensor: bool) -> None:
    parsed = parse_schema(schema)
    assert parsed.returns_tensor is tensor
    assert returned is None or parsed.returned == returned


def test_defaults_may_hold_commas_brackets_and_quotes() -> None:
    schema = parse_schema(
        'aten::x.out(Tensor self, str mode="a, (b", int[2] k=[1, 2], *, Tensor(a!) out) -> Tensor'
    )
    assert [p.name for p in schema.parameters] == ["self", "mode", "k", "out"]


def test_an_operator_without_parameters_has_none() -> None:
    assert parse_schema("my_ops::now() -> int").parameters == ()


@pytest.mark.parametrize(
    "text",
    [
        "aten::add.out",
        "aten::add.out(Tensor self",
        "aten::add.out(Tensor self) ->",
        "aten::add.out(Tensor) -> Tensor",
        "aten::add.out(Tensor self, ) - > Tensor",
        "add out(Tensor self) -> Tensor",
        "aten::add.out Tensor self) -> Tensor",
    ],
)
def test_what_is_not_a_schema_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"schema|operator name|parameter"):
        parse_schema(text)


@pytest.mark.parametrize("file", LIBRARIES, ids=lambda path: path.parent.name)
def test_every_schema_of_our_libraries_declares_its_outputs(file: Path) -> None:
    for entry in yaml.safe_load(file.read_text(encoding="utf-8")):
        schema = parse_schema(entry["func"])
        if schema.name.endswith("out"):
            assert any(p.output and p.keyword_only for p in schema.parameters), schema.name
            assert schema.returns_tensor or schema.returned == "()", schema.name
