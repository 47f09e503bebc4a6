"""Sources in an inline namespace: what is inside, what stays, and that every source can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tasks.building.namespaced import in_namespace, namespace_of

ROOT = Path(__file__).parents[3]
FILES = sorted(path for path in (ROOT / "runtime").rglob("*") if path.suffix in (".h", ".cpp"))


def test_each_block_is_in_the_namespace_and_no_line_moves() -> None:
    text = "#pragma once\n\nnamespace kerf {\nint f();\n}  // namespace kerf\n"
    text += "namespace kerf::selected {\nint g();\n}  // namespace kerf::selected\n"
    assert in_namespace(text, "target_a") == (
        "#pragma once\n\nnamespace kerf { inline namespace target_a {\nint f();\n"
        "}}  // namespace kerf\n"
        "namespace kerf { inline namespace target_a { namespace selected {\nint g();\n"
        "}}}  // namespace kerf::selected\n"
    )


def test_a_generated_source_may_end_its_blocks_with_a_brace_only() -> None:
    text = "namespace kerf::selected::prim {\nint f();\n}\n"
    assert in_namespace(text, "t").endswith("int f();\n}}}\n")


def test_the_symbol_of_weights_has_the_name_and_their_section_has_not() -> None:
    text = '  .section .kerf_weights, "a", %progbits\n  .globl kerf_weights\nkerf_weights:\n'
    assert in_namespace(text, "target_a") == (
        '  .section .kerf_weights, "a", %progbits\n  .globl kerf_weights_target_a\n'
        "kerf_weights_target_a:\n"
    )


def test_the_name_is_an_identifier() -> None:
    assert namespace_of("mv2-arm.2") == "target_mv2_arm_2"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_source_keeps_its_braces_and_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    changed = in_namespace(text, "target_t")
    added = changed.count("{") - text.count("{")
    assert changed.count("}") - text.count("}") == added
    assert changed.count("\n") == text.count("\n")
    if path.suffix == ".h" and "\nnamespace kerf" in text:  # users see it inline
        assert "inline namespace target_t {" in changed
