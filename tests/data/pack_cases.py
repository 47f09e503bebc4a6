"""Copies a case file into a folder with all its tensors in one file, `io/<model>.bin`.

    python -m tests.data.pack_cases SOURCE.cases.json FOLDER

Equal tensors are stored once. The model and its data files are not copied.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_NUMBERS = re.compile(r"\[[\s\d,]+\]")  # a shape or a dim order


def pack(source: Path, folder: Path) -> None:
    """Writes `source` and its tensors into `folder`; each tensor becomes a slice of one file."""
    document = json.loads(source.read_text(encoding="utf-8"))
    name = source.name.removesuffix(".cases.json")
    file = f"io/{name}.bin"
    packed = bytearray()
    offsets: dict[bytes, int] = {}
    for tensor in tensors(document):
        data = tensor_bytes(tensor, source.parent)
        if data not in offsets:
            offsets[data] = len(packed)
            packed += data
        digest = tensor.pop("sha256")
        tensor.update(nbytes=len(data), file=file, offset=offsets[data], sha256=digest)
    if packed:
        (folder / "io").mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(packed)
    text = _NUMBERS.sub(_on_one_line, json.dumps(document, indent=1))
    (folder / source.name).write_text(text, encoding="utf-8")


def tensors(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The entries of all tensors of a case file, in order."""
    for method in document["methods"]:
        for case in method["cases"]:
            for value in (*case["inputs"], *case["outputs"]):
                if value["kind"] == "tensor":
                    yield value


def tensor_bytes(tensor: dict[str, Any], folder: Path) -> bytes:
    """The elements that `tensor` refers to, relative to `folder`."""
    data = (folder / tensor["file"]).read_bytes()
    if "offset" not in tensor:
        return data
    return data[tensor["offset"] :][: tensor["nbytes"]]


def _on_one_line(found: re.Match[str]) -> str:
    return f"[{', '.join(re.findall('[0-9]+', found[0]))}]"


if __name__ == "__main__":
    pack(Path(sys.argv[1]), Path(sys.argv[2]))
