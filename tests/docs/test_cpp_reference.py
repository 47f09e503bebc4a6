"""The pages of the C++ API name every public member of the classes that users touch."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import ROOT

PAGES = ROOT / "docs" / "reference" / "cpp"
DOCUMENTED = {
    "program/program.h": "program.md",
    "program/method_meta.h": "method-meta.md",
    "program/flat_tensor.h": "flat-tensor.md",
    "executor/method.h": "method.md",
    "memory/memory_manager.h": "memory.md",
    "memory/arena.h": "memory.md",
    "tensor/tensor.h": "tensor.md",
    "tensor/value.h": "value.md",
    "core/result.h": "errors.md",
    "core/generator.h": "memory.md",
}
_FUNCTION = re.compile(r"^  (?!return)(?:[\w:<>*&, ]+[ *&])?(\w+)(?<!_)\(", re.MULTILINE)


def public_members(text: str) -> set[str]:
    """The functions that a class declares before its private part."""
    found = set()
    for body in re.findall(r"^class .*?\{\n(.*?)^\};", text, re.MULTILINE | re.DOTALL):
        public = body.partition("\n private:")[0]
        found |= set(_FUNCTION.findall(public)) - {
            "static_assert",
            "tag",
            "RandomSource",
            "Threads",
        }
    return found


@pytest.mark.parametrize("header", DOCUMENTED)
def test_every_public_member_is_on_its_page(header: str) -> None:
    members = public_members((ROOT / "runtime" / header).read_text(encoding="utf-8"))
    assert members
    page = (PAGES / DOCUMENTED[header]).read_text(encoding="utf-8")
    assert {name for name in members if not re.search(rf"\b{name}\b", page)} == set()


def test_every_page_is_in_the_index() -> None:
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in PAGES.glob("*.md")} - {"README.md"} == set(
        re.findall(r"\(([\w-]+\.md)\)", index)
    )
