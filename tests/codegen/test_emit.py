from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegen import emit
from codegen.dtype import SUPPORTED_DTYPES, DType, in_order
from codegen.emit.families import call_names, dtype_mask, facts_names
from codegen.operator_name import identifier
from codegen.operator_schema import parse_schema
from codegen.opinfo import Argument, StateCounts
from codegen.plan import MethodNeeds, Plan, RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.selection import everything
from codegen.signature import KernelForm
from codegen.sources.pte import selection_of_model
from codegen.temp import TempNeeds
from tasks.building.expand import expand
from tests.codegen.loading import LAST, bit, table
from tests.codegen.model_files import programs
from tests.codegen.resolving import (
    ABSENT,
    ADD,
    COMPUTED,
    COPY,
    ITEM,
    POOL,
    RELU,
    SPLIT,
    call,
    called,
    ints,
    kernel,
    library,
    listed,
    number,
    plan_of,
    tensor,
)
from tests.codegen.selection_strategies import REPEATABLE
from tests.golden.plans import GOLDEN, ROOT, golden_text, plans

SCALAR = ROOT / "runtime" / "isa" / "scalar"
PLANS = plans()
F = DType.Float
NO_STATE = StateCounts(slots=0, dynamic_dims=0)


def method(
    *planned: int, model: str = "m.pte", name: str = "forward", temp: tuple[TempNeeds, ...] = ()
) -> MethodNeeds:
    return MethodNeeds(
        model=model,
        method=name,
        planned_bytes=planned,
        values=1,
        instructions=2,
        operators=3,
        state=NO_STATE,
        temp=temp,
    )


def empty_plan() -> Plan:
    """The model calls nothing."""
    model = selection_of_model(read_model(programs()["passthrough_scalars"]))
    return resolve(model, (), target="empty", form=RegistryForm.TABLE, capacity=None)


@pytest.mark.parametrize("name", PLANS)
def test_the_expansion_is_the_golden_one(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert golden_text(PLANS[name]) == golden, "review, then python -m tests.golden.refresh"


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        ("aten::add.out", "aten_add_out"),
        ("aten::_softmax.out", "aten__softmax_out"),
        ("my_ops::mul3", "my_ops_mul3"),
        ("a::b::c.d", "a_b_c_d"),
    ],
)
def test_identifiers_are_names_with_underscores(operator: str, expected: str) -> None:
    assert identifier(operator) == expected


def test_a_set_of_dtypes_is_the_number_that_the_runtime_reads() -> None:
    """Each dtype's bit as runtime/tensor/scalar_type.h numbers it, all in 16 bits."""
    header = (ROOT / "runtime/tensor/scalar_type.h").read_text(encoding="utf-8")
    numbers = {name: int(n) for name, n in re.findall(r"^  (\w+) = (\d+),$", header, re.M)}
    masks = {}
    for dtype in SUPPORTED_DTYPES:
        number = numbers[dtype.value]
        masks[dtype] = dtype_mask([dtype])
        assert masks[dtype] == 1 << (number if number < 16 else number - 15)
    assert len(set(masks.values())) == len(SUPPORTED_DTYPES)
    assert dtype_mask(SUPPORTED_DTYPES) == sum(masks.values()) < 1 << 16


# Rows


def test_two_kernels_of_one_operator_are_two_rows_with_names_of_their_own() -> None:
    narrow, wide = kernel(RELU, (DType.Float,), library="mine"), kernel(RELU)
    other = kernel(RELU, (DType.Int,), library="mine", function="mine::slow_relu")
    plan = plan_of(listed("aten::relu.out"), libraries=(library(narrow, other), library(wide)))
    assert call_names(plan) == (
        "mine::call_aten_relu_out",
        "mine::call_aten_relu_out_2",
        "portable::call_aten_relu_out",
    )
    assert emit.kernel_table(plan).count('"aten::relu.out"') == 3


def test_operators_that_are_the_same_in_cpp_have_names_of_their_own() -> None:
    one = kernel("my_ops::f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)")
    other = kernel("my_ops::f_out(Tensor self) -> Tensor")
    plan = plan_of(
        listed("my_ops::f.out"), listed("my_ops::f_out"), libraries=(library(one, other),)
    )
    assert facts_names(plan) == ("portable::my_ops_f_out", "portable::my_ops_f_out_2")


KINDS = ("Tensor", "Scalar", "Tensor?", "int[]")
SCHEMAS = st.lists(st.sampled_from(KINDS), max_size=4).map(
    lambda kinds: ", ".join(f"{kind} a{index}" for index, kind in enumerate(kinds))
)
SOME = st.sets(st.sampled_from([DType.Float, DType.Int, DType.Bool])).map(in_order)
POOLS = st.lists(st.tuples(SCHEMAS, SOME, SOME, st.booleans()), min_size=1, max_size=8)


@REPEATABLE
@given(POOLS, st.sampled_from(RegistryForm))
def test_rows_say_the_dtypes_of_their_own_kernel_wherever_they_overlap(
    described: list[tuple[str, tuple[DType, ...], tuple[DType, ...], bool]], form: RegistryForm
) -> None:
    kernels = []
    for index, (parameters, inputs, outputs, has_out) in enumerate(described):
        out = ", *, Tensor(a!) out" if has_out else ""
        schema = f"my_ops::f{index}({parameters}{out if parameters else out[2:]}) -> ()"
        kernels.append(kernel(schema, inputs, outputs))
    plan = plan_of(everything(), libraries=(library(*kernels),), form=form)
    for row, planned in zip(table(plan), plan.kernels, strict=True):
        tensors = [i for i, facts in enumerate(planned.arguments) if facts.type[:6] == "Tensor"]
        last = tensors[-1] if tensors else 0
        for index in range(last + 1):
            entry = row.pool[row.start + index]
            assert bool(entry & LAST) == (index == last)
            if index in tensors:
                assert entry & ~LAST == sum(map(bit, planned.arguments[index].dtypes))
            elif form is RegistryForm.DYNAMIC:
                assert entry & ~LAST == 0xFEFF


@pytest.mark.parametrize("form", RegistryForm)
def test_rows_end_in_what_their_kernel_writes(form: RegistryForm) -> None:
    """Bits 0 to 7: what the output may be; 9 to 13: arguments from it on; 15: it alone is one."""
    view = "executorch_prim::et_view.default(Tensor(a) self, int[] size, *, Tensor(a!) out) -> ()"
    kernels = library(
        replace(kernel(ADD), in_place=("self", "other")),
        replace(kernel(COPY), in_place=("src",)),
        *(kernel(POOL), kernel(SPLIT), kernel(ITEM), kernel(view, form=KernelForm.CALL)),
    )
    plan = plan_of(everything(), libraries=(kernels,), form=form)
    words = {}
    for row, planned in zip(table(plan), plan.kernels, strict=True):
        at = row.start
        while not row.pool[at] & LAST:
            at += 1
        words[planned.operator] = row.pool[at + 1]
    assert words == {
        "aten::_local_scalar_dense": 0,
        "aten::add.out": 1 << 9 | 0b11,
        "aten::copy_": 1 << 15 | 2 << 9 | 0b10,
        "aten::max_pool2d_with_indices.out": 2 << 9,
        "aten::split_with_sizes_copy.out": 1 << 9,
        "executorch_prim::et_view.default": 0,
    }
    believed = replace(plan, checks_programs=False)
    assert len(emit.argument_dtypes(believed).split()) < len(emit.argument_dtypes(plan).split())


def test_rows_of_a_table_share_their_dtypes_those_of_a_dynamic_registry_where_they_are_equal() -> (
    None
):
    """A sum of floats has all that a unary operator on floats needs."""
    kernels = library(kernel(RELU, (DType.Float,)), kernel(ADD, (DType.Float,)))
    texts = [
        emit.argument_dtypes(plan_of(everything(), libraries=(kernels,), form=form)).split()
        for form in (RegistryForm.TABLE, RegistryForm.DYNAMIC)
    ]
    assert list(map(len, texts)) == [5, 8]


# Facts


def facts_text(schema: str, *arguments: Argument) -> str:
    operator = parse_schema(schema).name
    plan = plan_of(called(call(operator, *arguments)), libraries=(library(kernel(schema)),))
    return emit.family(plan, "portable_family")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "Known::integer, INT64_C(0)"),
        (-7, "Known::integer, INT64_C(-7)"),
        (2**63 - 1, "Known::integer, INT64_C(9223372036854775807)"),
        (-(2**63), "Known::integer, INT64_MIN"),
        (True, "Known::integer, INT64_C(1)"),
        (0.1, "Known::real, 0, 0x1.999999999999ap-4"),
        (-0.0, "Known::real, 0, -0x0.0p+0"),
        (float("inf"), "Known::no"),
        (float("nan"), "Known::no"),
    ],
)
def test_a_value_that_is_known_is_written_exactly(value: float, text: str) -> None:
    assert f"false, {text}}};" in facts_text("my_ops::f(Scalar a) -> ()", number(value))


@pytest.mark.parametrize("evil", ['"\\"', '"ü"', '"*/"', '"[[[end]]]"', '"]]]"'], ids=ascii)
def test_a_schema_stays_in_its_comment(evil: str) -> None:
    text = facts_text(f"my_ops::f(str a={evil},\n  int b=1) -> ()\\", number(1), number(1))
    (comment,) = [line for line in text.splitlines() if line.startswith("// ")]
    assert "int b=1) -> ()" in comment
    assert not comment.endswith("\\")
    assert comment.isascii()


WANTED = """\
#include "kernels/facts.h"
namespace kerf {
using Error = int;
struct Call;
template <typename Signature> using FunctionOf = Signature*;
template <typename Bound> Error adapt(Call&);
struct KernelContext;
struct Tensor;
struct Scalar;
template <typename T> struct Span;
template <typename T> struct Optional;
}  // namespace kerf
using namespace kerf;
"""


def test_facts_answer_the_queries_of_kernels(
    tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    """Each question of runtime/kernels/facts.h, answered by the compiler."""
    schema = (
        "my_ops::f(Tensor self, Tensor? default, Scalar traits, Scalar? operator, int[] steps, "
        "float eps, *, Tensor(a!) out) -> Tensor(a!)"
    )
    wide, flat = tensor(DType.Int, 1, 2, 3, dim_order=(0, 2, 1)), tensor(DType.Float, 4)
    plan = plan_of(
        called(
            call("my_ops::f", wide, ABSENT, number(2), ABSENT, ints(2, 2), number(0.5), flat),
            call("my_ops::f", flat, ABSENT, COMPUTED, number(3), ints(2), number(0.5), flat),
        ),
        libraries=(library(kernel(schema)),),
    )
    text = emit.family(plan, "portable_family").replace('#include "portable/family.h"\n', "")
    template = (
        "namespace portable { template <typename F> Error f(KernelContext&, const Tensor&, "
        "const Optional<Tensor>&, const Scalar&, const Optional<Scalar>&, Span<const int64_t>, "
        "double, Tensor&); }\n"
    )
    truths = [
        "F::self.dtypes == 0x48",
        "F::self.may_have_rank(1) && !F::self.may_have_rank(2) && F::self.may_have_rank(3)",
        "F::self.permuted && !F::self.absent && F::self.present()",
        "!F::default_.present() && F::default_.absent",
        "!F::out.permuted && F::out.dtypes == 0x40",
        "F::traits_.known == Known::no && !F::traits_.may_be_double()",
        "F::operator_.is(3) && F::operator_.absent",
        "F::steps.is(2) && !F::steps.is(3)",
        "F::eps.known == Known::real && F::eps.value == 0.5 && F::eps.may_be_double()",
        "needs<F>(Trait::broadcast) && needs<F>(Trait::mixed_dtypes)",
        "needs<F>(Trait::mixed_layouts) && !needs<F>(Trait::outer_reduction)",
    ]
    lines = [f"static_assert({truth});" for truth in truths]
    asserts = "using F = kerf::selected::portable::my_ops_f;\n" + "\n".join(lines)
    (tmp_path / "facts.cpp").write_text(f"{WANTED}{template}{text}{asserts}\n", encoding="utf-8")
    result = compiled(require_tool("g++"), tmp_path / "facts.cpp")
    assert result.returncode == 0, result.stderr


# The rest


def test_one_loop_reads_arguments_where_kernels_have_many() -> None:
    calls = call("aten::add.out", tensor(F), tensor(F), number(1), tensor(F))
    few = plan_of(called(calls), libraries=(library(kernel(ADD)),))
    assert emit.argument_types(few) == ""
    many = replace(few, kernels=few.kernels * 3)
    types = [line.strip(" ,") for line in emit.argument_types(many).splitlines()]
    assert types == ["const Tensor&", "Tensor&", "const Scalar&"]


@pytest.mark.parametrize(("scale", "converted"), [(1.5, False), (1, True), (True, True)])
def test_integers_are_read_as_doubles_where_a_call_passes_one(
    scale: float, *, converted: bool
) -> None:
    schema = "my::scale.out(Tensor self, float by, *, Tensor(a!) out) -> Tensor(a!)"
    needs = called(call("my::scale.out", tensor(F), number(scale), tensor(F)))
    plan = plan_of(needs, libraries=(library(kernel(schema)),))
    expected = f"inline constexpr bool kIntegersAsReals = {'true' if converted else 'false'};\n"
    assert emit.integers_as_reals(plan) == expected
    assert "true" in emit.integers_as_reals(replace(plan, form=RegistryForm.DYNAMIC))


def test_conversions_are_at_the_place_of_the_dtype_that_they_make() -> None:
    plan = replace(
        PLANS["tiny"],
        conversions=((DType.Int, DType.Float), (DType.Bool, DType.Float), (DType.Half, DType.Bool)),
    )
    rows = emit.conversions(plan).splitlines()
    assert len(rows) == 16
    assert rows[6].strip() == "0x0808,  // Int, Bool to Float"
    assert rows[11].strip() == "0x0020,  // Half to Bool"
    assert rows[15].strip() == "0x0000,  // nothing to BFloat16"


def test_the_temp_arena_fits_the_largest_calls_of_all_methods() -> None:
    small, ints_, bytes_ = (
        TempNeeds(int_items=1),
        TempNeeds(int_items=4, tensors=1),
        TempNeeds(scratch_bytes=96),
    )
    plan = replace(
        PLANS["tiny"], methods=(method(temp=(small, bytes_)), method(temp=(ints_, bytes_)))
    )
    rows = emit.temp_needs(plan).split("\n")
    assert [row.strip() for row in rows] == ["{0, 0, 0, 0, 96},", "{4, 0, 1, 0, 0},", ""]


def test_each_planned_memory_is_as_large_as_the_method_that_needs_most() -> None:
    plan = replace(PLANS["tiny"], methods=(method(64, 8), method(32, 128, 16), method()))
    assert emit.planned_memory(plan).split() == ["64,", "128,", "16,"]


@pytest.mark.parametrize("evil", ["a\\", "a\nint x;", "a\r\nint x;", "a??/", "[[[end]]]", "ü", ""])
def test_a_name_from_a_file_stays_in_its_comment(evil: str) -> None:
    plan = replace(PLANS["tiny"], methods=(method(1, model=evil, name=evil), method(2)))
    first, second, rest = emit.method_needs(plan).split("\n")
    assert first.startswith("    {1, 0, 0, 2, 3},  // ")
    assert not first.endswith("\\")
    assert first.isascii()
    assert second.startswith("    {1, ")
    assert rest == ""


def test_features_are_constants_and_their_set() -> None:
    text = emit.feature_flags(replace(PLANS["tiny"], features=("move_call", "string")))
    assert "constexpr bool move_call = true;" in text
    assert "constexpr bool free_call = false;" in text
    assert "feature_set(Feature::move_call) |\n    feature_set(Feature::string);" in text
    assert "kState = true;" in text  # a move gives a value a slot
    assert "constexpr bool random = false;" in text
    other = emit.feature_flags(replace(PLANS["tiny"], features=("complex_dtypes", "random")))
    assert "constexpr bool random = true;" in other
    assert "constexpr bool complex_dtypes = true;" in other
    assert "Feature::" not in other  # no program says that it needs them
    assert "kState = false;" in emit.feature_flags(replace(PLANS["tiny"], features=("string",)))


def test_the_digest_is_that_of_the_plan() -> None:
    plan = PLANS["mv2"]
    numbers = re.findall(r"0x([0-9a-f]{2}),", emit.plan_digest(plan))
    assert "".join(numbers) == plan.digest()


@pytest.mark.parametrize("name", [*PLANS, "empty"])
@pytest.mark.parametrize("form", ["table", "dynamic"])
def test_every_expansion_compiles(
    name: str, form: str, tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    compiler = require_tool("g++")
    plan = empty_plan() if name == "empty" else PLANS[name]
    expand(plan, ROOT, tmp_path / "selected")
    headers = sorted(path.name for path in (tmp_path / "selected").glob("*.h"))
    lines = [f'#include "selected/{header}"' for header in headers]
    sources = [
        *(tmp_path / "selected").glob("*.cpp"),
        ROOT / f"runtime/executor/registry_{form}.cpp",
    ]
    lines += [f'#include "{path}"' for path in sorted(sources)]
    (tmp_path / "all.cpp").write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = compiled(compiler, tmp_path / "all.cpp", tmp_path)
    assert result.returncode == 0, result.stderr


def compiled(compiler: str, source: Path, *folders: Path) -> subprocess.CompletedProcess[str]:
    flags = ["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Wundef", "-Werror"]
    runtime = ROOT / "runtime"
    includes = [f"-I{path}" for path in (*folders, runtime, runtime / "isa/scalar", GOLDEN)]
    return subprocess.run(
        [compiler, *flags, *includes, str(source)], capture_output=True, text=True, check=False
    )
