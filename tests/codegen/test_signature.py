from __future__ import annotations

import re

import pytest

from codegen.operator_schema import parse_schema
from codegen.signature import cpp_parameters, cpp_signature, kernel_name
from tests.codegen.resolving import ADD, CAT, COPY, DIV_NUMBERS, INDEX, ITEM, MEAN, SPLIT
from tests.golden.plans import ROOT


@pytest.mark.parametrize(
    ("operator", "name"),
    [
        ("aten::add.out", "add_out"),
        ("aten::add.Scalar_out", "add_scalar_out"),
        ("aten::_softmax.out", "softmax_out"),
        ("aten::copy_", "copy_"),
        ("dim_order_ops::_clone_dim_order.out", "clone_dim_order_out"),
        ("executorch_prim::et_view.default", "et_view"),
        ("executorch_prim::add.Scalar", "add_scalar"),
        ("my_ops::mul3", "mul3"),
        ("a::b::c.d", "c_d"),
    ],
)
def test_a_kernel_has_the_name_of_its_operator_without_namespace(operator: str, name: str) -> None:
    assert kernel_name(operator) == name


@pytest.mark.parametrize(
    ("schema", "parameters"),
    [
        (ADD, "const Tensor&, const Tensor&, const Scalar&, Tensor&"),
        (CAT, "Span<const Tensor>, int64_t, Tensor&"),
        (INDEX, "const Tensor&, Span<const Optional<Tensor>>, Tensor&"),
        (SPLIT, "const Tensor&, Span<const int64_t>, int64_t, Span<Tensor>"),
        (COPY, "Tensor&, const Tensor&, bool"),
        (ITEM, "const Tensor&, Scalar&"),
        (DIV_NUMBERS, "const Scalar&, const Scalar&, Scalar&"),
        (
            MEAN,
            "const Tensor&, const Optional<Span<const int64_t>>&, bool, "
            "const Optional<int64_t>&, Tensor&",
        ),
        (
            "a::b(Tensor? t, Scalar? s, str m, float f, float[] fs, bool[3] bs, Layout? l) -> ()",
            "const Optional<Tensor>&, const Optional<Scalar>&, Span<const char>, double, "
            "Span<const double>, Span<const bool>, const Optional<int64_t>&",
        ),
        ("a::now() -> int", "Scalar&"),
    ],
)
def test_each_type_of_a_schema_has_one_in_cpp(schema: str, parameters: str) -> None:
    assert cpp_parameters(parse_schema(schema)) == parameters
    assert cpp_signature(parse_schema(schema)) == f"Error(KernelContext&, {parameters})"


def test_a_kernel_without_parameters_takes_its_context() -> None:
    assert cpp_signature(parse_schema("a::b() -> ()")) == "Error(KernelContext&)"


@pytest.mark.parametrize(
    "kind",
    [
        "Generator",
        "Stream?",
        "Storage",
        "Dimname[]",
        "Tensor[]?",
        "Scalar[]",
        "str[]",
        "int?[]",
        "Tensor(a!)?",
        "Tensor(a!)?[]",
        "int(a!)",
    ],
)
def test_a_type_that_no_kernel_can_take_is_named(kind: str) -> None:
    plain = re.escape(kind.replace("(a!)", ""))
    with pytest.raises(ValueError, match=rf"a::b: no kernel can take {plain} x"):
        cpp_signature(parse_schema(f"a::b({kind} x) -> ()"))


def test_every_type_that_a_schema_may_name_can_be_read_by_the_adapter() -> None:
    adapter = (ROOT / "runtime/executor/argument.h").read_text(encoding="utf-8")
    known = set(re.findall(r"^struct Argument<Source, (.*?)>(?: .*)?$", adapter, re.MULTILINE))
    values = ["Scalar", "int", "SymInt", "ScalarType", "MemoryFormat", "Layout", "Device", "float"]
    kinds = [*values, "bool", "str", "Tensor", "Tensor(a!)", "Tensor(a!)[]", "Tensor[]"]
    kinds += ["Tensor?[]", "int[]", "SymInt[2]", "float[]", "bool[]"]
    for kind in kinds:
        assert cpp_parameters(parse_schema(f"a::b({kind} x) -> ()")) in known
        assert cpp_parameters(parse_schema(f"a::b({kind} x) -> ()"), narrow=True) in known
        if "Tensor[" not in kind and "!" not in kind and "?" not in kind:
            optional = cpp_parameters(parse_schema(f"a::b({kind}? x) -> ()"))
            assert re.fullmatch(r"const Optional<.*>&", optional)
