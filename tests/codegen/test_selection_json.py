from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given

from codegen.selection import Selection, union
from codegen.selection_json import selection_json
from codegen.sources.detect import read_sources
from tests.codegen import program_builder as build
from tests.codegen.model_files import cases_file, programs
from tests.codegen.selection_strategies import selections


@given(selections, selections)
def test_text_does_not_depend_on_the_order_of_sources(a: Selection, b: Selection) -> None:
    assert selection_json(union([a, b])) == selection_json(union([b, a]))


@given(selections)
def test_text_is_json_with_sorted_keys(selection: Selection) -> None:
    text = selection_json(selection)
    document = json.loads(text, parse_constant=refuse)
    assert text == json.dumps(document, indent=1, sort_keys=True) + "\n"


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")


def test_every_call_has_its_arguments_and_origins() -> None:
    document = json.loads(selection_json(read_sources([str(programs()["add_mul"])])))
    add, mm = document["operators"]
    assert (add["name"], mm["name"]) == ("aten::add.out", "aten::mm.out")
    assert mm["keys"] == [
        {
            "key": "v1/6;0,1|6;0,1|6;0,1|6;0,1",
            "origins": [{"source": "add_mul.pte", "method": "forward", "instruction": 0}],
        }
    ]
    (call,) = add["calls"]
    assert call["origins"] == [{"source": "add_mul.pte", "method": "forward", "instruction": 1}]
    assert [argument["kind"] for argument in call["arguments"]] == [
        *("tensor", "tensor", "int", "tensor", "tensor"),
    ]
    assert call["arguments"][2] == {"kind": "int", "value": 1, "computed": False}


def test_methods_have_their_needs() -> None:
    path = programs()["plan_multi_arena"]
    document = json.loads(selection_json(read_sources([str(path)])))
    (model,) = document["models"]
    (method,) = model["methods"]
    described: dict[str, Any] = json.loads(cases_file(path).read_text())
    assert model["file_bytes"] == described["pte"]["size"]
    assert method["name"] == described["methods"][0]["name"]
    assert method["planned_bytes"] == [8192, 4096]
    assert method["inputs"][0]["sizes"] == described["methods"][0]["cases"][0]["inputs"][0]["shape"]
    assert method["state"]["slots"] == 0


def test_infinity_is_a_text(tmp_path: Path) -> None:
    path = tmp_path / "m.pte"
    values = [build.double(float("-inf")), build.double(float("nan")), build.tensor()]
    path.write_bytes(build.program(build.method(values, [build.kernel_call(0, 1, 2)])))
    document = json.loads(selection_json(read_sources([str(path)])), parse_constant=refuse)
    arguments = document["operators"][0]["calls"][0]["arguments"]
    assert [argument["value"] for argument in arguments[:2]] == ["-inf", "nan"]
