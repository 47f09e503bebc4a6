"""Case files whose tensors are slices of one file: as committed, and as the script packs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.codegen.model_files import cases_file
from tests.data.pack_cases import pack, tensor_bytes, tensors
from tests.runtime.model_cases import models


@pytest.mark.parametrize("model", models(), ids=lambda path: path.stem)
def test_a_models_tensors_fill_one_file_without_gap(model: Path) -> None:
    document = json.loads(cases_file(model).read_text(encoding="utf-8"))
    slices = sorted({(each["offset"], each["nbytes"]) for each in tensors(document)})
    files = {each["file"] for each in tensors(document)}
    assert files == {f"io/{model.stem}.bin"}
    end = 0
    for offset, count in slices:
        assert offset == end
        end += count
    assert end == (model.parent / files.pop()).stat().st_size


def test_files_of_one_tensor_each_are_packed_into_one(tmp_path: Path) -> None:
    entries = []
    for index, content in enumerate((b"\1\2\3\4", b"", b"\5\6", b"\1\2\3\4")):
        (tmp_path / f"{index}.bin").write_bytes(content)
        entries.append({"kind": "tensor", "shape": [3, 1], "file": f"{index}.bin", "sha256": "s"})
    case = {"inputs": [*entries[:2], {"kind": "int", "value": 7}], "outputs": entries[2:]}
    source = tmp_path / "small.cases.json"
    source.write_text(json.dumps({"methods": [{"name": "forward", "cases": [case]}]}))
    pack(source, tmp_path / "packed")
    packed = json.loads((tmp_path / "packed" / "small.cases.json").read_text())
    assert (tmp_path / "packed" / "io" / "small.bin").read_bytes() == b"\1\2\3\4\5\6"
    assert [each["offset"] for each in tensors(packed)] == [0, 4, 4, 0]
    assert [tensor_bytes(each, tmp_path / "packed") for each in tensors(packed)] == [
        b"\1\2\3\4",
        b"",
        b"\5\6",
        b"\1\2\3\4",
    ]
    assert packed["methods"][0]["cases"][0]["inputs"][2] == {"kind": "int", "value": 7}
