"""The header of a compiled model: names that C takes and that no other input or output has."""

from __future__ import annotations

import itertools
import re
import struct
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.c_names import c_name, function_name
from codegen.compiled.tables import Compiled, CompiledMethod, CompiledPort
from codegen.dtype import DType
from codegen.emit.c_header import functions, model_headers
from codegen.plan import Plan
from codegen.quantized_ports import Quantized
from codegen.selection import Selection
from tests.runtime.sanitized import plan_for


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("x", "x"),
        ("layer.0.weight", "layer_0_weight"),
        ("3d", "m_3d"),
        ("_3d", "m_3d"),
        ("__x", "x"),
        ("_class", "class_"),
        ("bitand", "bitand_"),
        ("größe", "gr__e"),
        ("", "m_"),
        ("_", "m_"),
    ],
)
def test_any_text_becomes_an_identifier(text: str, name: str) -> None:
    assert c_name(text) == name


def port(name: str, *, given: bool) -> CompiledPort:
    return CompiledPort(
        name=name,
        input=given,
        word=0,
        kind="tensor",
        caller_memory=True,
        dtype=DType.Float,
        sizes=(2,),
        dim_order=(0,),
        dynamic=True,
        arena_offset=None,
    )


def method(
    model: str, name: str, inputs: tuple[str, ...], outputs: tuple[str, ...]
) -> CompiledMethod:
    return CompiledMethod(
        model=model,
        name=name,
        code=(0, 0),
        planned_bytes=0,
        dynamic_dims=0,
        inputs=tuple(port(each, given=True) for each in inputs),
        outputs=tuple(port(each, given=False) for each in outputs),
        slots=(0, 0),
        numbers=(0, 0),
        initial_data=(0, 0),
    )


def plan_with(*methods: CompiledMethod) -> Plan:
    return replace(plan_for(Selection()), compiled=Compiled(methods=methods))


def test_several_arenas_are_passed_together() -> None:
    two = replace(method("m.pte", "two", (), ()), more_planned_bytes=(64,))
    plan = plan_with(two, method("m.pte", "one", (), ()), method("n.pte", "other", (), ()))
    headers = model_headers(plan)
    assert (
        "typedef struct m_arenas {\n  void* arena_1;\n  void* arena_2;\n} m_arenas;"
        in (headers["m.h"])
    )
    assert "  m_two_arena_2_bytes = 64,\n" in headers["m.h"]
    assert "  m_one_arena_2_bytes = 0,\n" in headers["m.h"]
    assert "int m_one(m_arenas arenas);" in headers["m.h"]
    assert "int n_other(void* arena);" in headers["n.h"]
    assert "{{arenas.arena_1, arenas.arena_2}}" in functions(plan)


AWKWARD = ("input_1", "input_1", "class", "given", "arena", "_7", "x", "x_sizes", "x", "Scalar")


def test_inputs_and_outputs_have_names_of_their_own() -> None:
    plan = plan_with(method("m.pte", "forward", AWKWARD, ("wanted", "x", "kerf")))
    (header,) = model_headers(plan).values()
    (parameters,) = re.findall(r"^int m_forward\((.*)\);$", header, re.MULTILINE)
    names = [each.split()[-1] for each in parameters.split(",")]
    assert len(names) == len(set(names)) == 1 + 2 * (len(AWKWARD) + 3)
    assert not {"class", "given", "wanted", "Scalar", "kerf"} & set(names)
    assert f"int m_forward({parameters}) {{" in functions(plan)


def test_what_is_quantized_has_scale_and_zero_point() -> None:
    plain = method("m.pte", "forward", ("x", "y"), ("z",))
    first, second = plain.inputs
    form = Quantized(scale=0.04333763569593429, zero_point=-5)
    whole = Quantized(scale=2.0, zero_point=0)
    ports = (replace(first, quantized=form), replace(second, quantized=whole))
    (header,) = model_headers(plan_with(replace(plain, inputs=ports))).values()
    assert "  m_forward_x_zero_point = -5,\n" in header
    (scale,) = re.findall(r"static const float m_forward_x_scale = (\S+)f;", header)
    assert struct.pack("<f", float(scale)) == struct.pack("<f", form.scale)
    assert "static const float m_forward_y_scale = 2.0f;" in header
    assert "m_forward_z_scale" not in header
    assert "m_forward_z_zero_point" not in header


def _with_form(port: CompiledPort, form: Quantized) -> CompiledPort:
    return replace(port, quantized=form)


def test_the_header_is_one_of_c(require_tool: Callable[[str], str], tmp_path: Path) -> None:
    made = method("_3d.pte", "forward", AWKWARD, ("wanted", "x", "kerf"))
    forms = (Quantized(scale=scale, zero_point=3) for scale in itertools.cycle((1e-30, 1.5, 3e30)))
    ports = tuple(map(_with_form, made.inputs, forms))
    plan = plan_with(replace(made, inputs=ports))
    for name, text in model_headers(plan).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [require_tool("gcc"), "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]
    source = tmp_path / "main.c"
    source.write_text('#include "m_3d.h"\nint main(void) { return 0; }\n', encoding="utf-8")
    subprocess.run([*command, "-fsyntax-only", str(source)], check=True)


def test_models_whose_files_have_one_name_in_c_share_a_header() -> None:
    plan = plan_with(method("a-b.pte", "encode", (), ()), method("a_b.pte", "decode", (), ()))
    (header,) = model_headers(plan).values()
    for each in (function_name("a-b.pte", "encode"), function_name("a_b.pte", "decode")):
        assert f"int {each}(void* arena);" in header
