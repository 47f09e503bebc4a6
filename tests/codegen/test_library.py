from __future__ import annotations

import re
from pathlib import Path

import pytest

from codegen.dtype import REAL_DTYPES, DType
from codegen.errors import SelectionError
from codegen.library import KernelSpec, Library
from codegen.library_file import read_library
from codegen.operator_name import identifier
from codegen.signature import KernelForm, kernel_name
from tests.codegen.resolving import ADD, CONVOLUTION

KERNELS = Path(__file__).parents[2] / "runtime" / "kernels"
F, L = DType.Float, DType.Long
FAMILY = f"""\
- func: {ADD}
  variants: function
  family: sums
"""
PLAIN = f"""\
- func: {ADD}
  variants: function
  kernels:
    - arg_meta: null
      kernel_name: my::add_out
      source: add.cpp
"""


def read(folder: Path, text: str) -> Library:
    folder.mkdir(exist_ok=True)
    (folder / "functions.yaml").write_text(text, encoding="utf-8")
    for name in ("add.cpp", "alone.cpp", "add.h", "other.h", "sums.h"):
        (folder / name).touch()
    return read_library(folder, prefix=f"{folder.name}/")


def only(folder: Path, text: str) -> KernelSpec:
    (kernel,) = read(folder, text).kernels
    return kernel


def fault(folder: Path, text: str) -> tuple[str, ...]:
    with pytest.raises(SelectionError) as caught:
        read(folder, text)
    return tuple(each.removeprefix(f"{folder}/") for each in caught.value.faults)


# Families and plain functions


def test_a_family_is_a_template_in_its_header_named_after_the_operator(tmp_path: Path) -> None:
    kernel = only(tmp_path / "mine", FAMILY)
    assert (kernel.operator, kernel.library) == ("aten::add.out", "mine")
    assert (kernel.form, kernel.function) == (KernelForm.TEMPLATE, "mine::add_out")
    assert (kernel.header, kernel.source) == ("mine/sums.h", None)
    assert kernel.inputs == kernel.outputs == REAL_DTYPES
    assert (kernel.scratch, kernel.converts) == (None, ())


def test_families_of_kerf_are_in_its_namespace(tmp_path: Path) -> None:
    read(tmp_path / "mine", FAMILY)
    (kernel,) = read_library(tmp_path / "mine", prefix="kernels/mine/").kernels
    assert (kernel.function, kernel.header) == ("kerf::mine::add_out", "kernels/mine/sums.h")


def test_what_executorch_writes_alone_is_a_kernel_for_every_dtype(tmp_path: Path) -> None:
    kernel = only(tmp_path / "mine", PLAIN)
    assert (kernel.operator, kernel.library) == ("aten::add.out", "mine")
    assert (kernel.form, kernel.function) == (KernelForm.FUNCTION, "my::add_out")
    assert (kernel.source, kernel.header) == ("mine/add.cpp", "mine/add.h")
    assert kernel.inputs == kernel.outputs == REAL_DTYPES


def test_a_kernel_that_changes_what_a_value_is_belongs_to_the_executor(tmp_path: Path) -> None:
    kernel = only(tmp_path, FAMILY.replace("family: sums", "executor: sums"))
    assert (kernel.form, kernel.function) == (KernelForm.CALL, "kerf::add_out")
    assert (kernel.header, kernel.source) == ("executor/sums.h", None)


def test_an_operator_may_have_several_kernels_in_order(tmp_path: Path) -> None:
    text = PLAIN + "    - kernel_name: my::slow_add_out\n      source: add.cpp\n"
    assert [kernel.function for kernel in read(tmp_path, text).kernels] == [
        "my::add_out",
        "my::slow_add_out",
    ]
    assert [kernel.function for kernel in read(tmp_path, PLAIN + FAMILY).kernels] == [
        "my::add_out",
        f"{tmp_path.name}::add_out",
    ]


# What a kernel takes


@pytest.mark.parametrize(("start", "indent"), [(FAMILY, 2), (PLAIN, 6)])
def test_our_keys_narrow_it(tmp_path: Path, start: str, indent: int) -> None:
    keys = [
        "inputs: [Float, Byte]",
        "outputs: [Long]",
        "converts: [other]",
        "compute: promoted",
        "unrounded: [other]",
        "scratch: numel(self)",
        "random: true",
        "in_place: [other, self]",
    ]
    text = start + "".join(" " * indent + f"{key}\n" for key in keys)
    kernel = only(tmp_path, text)
    assert kernel.inputs == (DType.Byte, F)  # by number, however they are written
    assert kernel.outputs == (L,)
    assert kernel.converts == kernel.unrounded == ("other",)
    assert kernel.promotes
    assert kernel.random
    assert kernel.in_place == ("other", "self")
    assert kernel.scratch is not None
    assert kernel.scratch.text == "numel(self)"


def test_a_plain_function_may_name_its_header(tmp_path: Path) -> None:
    assert only(tmp_path, PLAIN + "      header: other.h\n").header.endswith("/other.h")


def test_dtypes_are_those_of_inputs_and_outputs_where_these_are_not_given(tmp_path: Path) -> None:
    kernel = only(tmp_path, FAMILY + "  dtypes: [Float]\n  outputs: [Long]\n")
    assert (kernel.inputs, kernel.outputs) == ((F,), (L,))


@pytest.mark.parametrize(
    ("name", "has", "lacks"),
    [
        ("all", DType.Bool, DType.QInt8),
        ("numbers", DType.UInt64, DType.Bool),
        ("floating", DType.BFloat16, DType.Long),
        ("integers", DType.UInt16, DType.Bool),
        ("basic", DType.Bool, DType.UInt16),
        ("basic_numbers", DType.BFloat16, DType.Bool),
        ("basic_integers", DType.Byte, DType.UInt64),
    ],
)
def test_a_set_of_dtypes_may_be_named(tmp_path: Path, name: str, has: DType, lacks: DType) -> None:
    found = only(tmp_path, FAMILY + f"  dtypes: {name}\n").inputs
    assert has in found
    assert lacks not in found
    assert only(tmp_path, FAMILY + "  inputs: none\n").inputs == ()


def test_an_argument_may_take_less_or_other_than_the_rest(tmp_path: Path) -> None:
    text = (
        f"- func: {CONVOLUTION}\n  family: sums\n  dtypes: floating\n  arguments:\n"
        "    input: {ranks: [4, 3], dim_order: row_major}\n    bias: {dtypes: [Int]}\n"
        "    dilation: {values: [1]}\n"
    )
    takes = {each.name: each for each in only(tmp_path, text).takes}
    assert (takes["input"].ranks, takes["input"].row_major) == ((3, 4), True)
    assert takes["input"].dtypes == takes["weight"].dtypes == takes["out"].dtypes
    assert takes["bias"].dtypes == (DType.Int,)
    assert takes["dilation"].values == (1,)
    assert (takes["weight"].ranks, takes["weight"].row_major) == (None, False)
    assert takes["groups"].dtypes == ()


# Mistakes


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("source: add.cpp", "source: ad.cpp", 6, "ad.cpp does not exist"),
        ("source: add.cpp", "source: alone.cpp", 6, "alone.h does not exist. It declares what is"),
        ("source: add.cpp", "src: add.cpp", 6, "unknown key. Did you mean source?"),
        ("kernel_name: my::add_out", "kernel_name: 'my::add out'", 5, "is not a C++ function"),
        ("kernel_name: my::add_out", "kernel_name: 'a>); evil('", 5, "is not a C++ function"),
        ("      kernel_name: my::add_out\n", "", 4, "has no `kernel_name`"),
        ("      source: add.cpp\n", "", 4, "has no `source`"),
        ("variants", "variant", 2, "unknown key. Did you mean variants?"),
        ("func:", "function:", 1, "unknown key"),
        (f"func: {ADD}", "func: aten::add.out", 1, "is not a function schema"),
        ("source: add.cpp", "source: add.cpp\n      inputs: [Flaot]", 7, "Did you mean Float?"),
        ("source: add.cpp", "source: add.cpp\n      inputs: [QInt8]", 7, "unknown dtype QInt8"),
        ("source: add.cpp", "source: add.cpp\n      inputs: Float", 7, "unknown set of dtypes"),
        ("source: add.cpp", "source: add.cpp\n      header: no.h", 7, "no.h does not exist"),
        ("  kernels:", "  family: sums\n  kernels:", 1, "and not both"),
    ],
)
def test_a_mistake_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, words: str
) -> None:
    (text,) = fault(tmp_path, PLAIN.replace(old, new))
    assert text.startswith(f"functions.yaml:{line}: ")
    assert words in text


@pytest.mark.parametrize(
    ("keys", "line", "words"),
    [
        ("dtypes: float", 4, "unknown set of dtypes float. Did you mean floating?"),
        ("arguments: {slef: {ranks: [1]}}", 4, "unknown argument. Did you mean self?"),
        ("arguments: {self: {rank: [1]}}", 4, "unknown key. Did you mean ranks?"),
        ("arguments:\n    self: {ranks: 1}", 5, "expected a list of numbers of dimensions"),
        ("arguments:\n    self: {ranks: [one]}", 5, "one is not a whole number"),
        ("arguments:\n    alpha: {values: [0.5]}", 5, "0.5 is not a whole number"),
        ("arguments:\n    self: {dim_order: channels_last}", 5, "only dim order"),
        ("arguments:\n    self: {dtypes: [Flaot]}", 5, "Did you mean Float?"),
        ("arguments: [self]", 4, "expected a mapping"),
        ("arguments:\n    alpha: {used: false}", 5, "alpha is not a tensor that is read"),
        ("arguments:\n    out: {used: false}", 5, "out is not a tensor that is read"),
        ("arguments:\n    self: {used: never}", 5, "expected true or false"),
        ("scratch: numel(slef)", 4, "slef is not an argument of the operator"),
        ("scratch: 4 *", 4, "is not an expression"),
        ("scratch: [4]", 4, "expected a number of bytes"),
        ("scratch: {cells: numel(self)}", 4, "has one that is called `bytes`"),
        ("scratch: {cells: [4], bytes: cells}", 4, "expected an expression"),
        ("scratch: {a: b, b: 4, bytes: a}", 4, "cannot be used in an expression"),
        ("converts: [alpha]", 4, "unknown tensor argument alpha"),
        ("converts: [out]", 4, "unknown tensor argument out"),
        ("converts: self", 4, "expected a list"),
        ("compute: promotion", 4, "Did you mean promoted?"),
        ("unrounded: [alpha]", 4, "unknown tensor argument alpha"),
        ("random: maybe", 4, "expected true or false"),
        ("moves: copy", 4, "does not move its first argument"),
        ("lipschitz: -1", 4, "expected a number from 0 on"),
        ("lipschitz: nan", 4, "expected a number from 0 on"),
        ("lipschitz: magnitude(slope)", 4, "slope is not an argument of the operator"),
        ("lipschitz: 2 *", 4, "is not an expression"),
        ("in_place: self", 4, "expected a list"),
        ("in_place: [slef]", 4, "Did you mean self?"),
        ("in_place: [alpha]", 4, "unknown tensor among the first 8 arguments alpha"),
        ("in_place: [out]", 4, "unknown tensor among the first 8 arguments out"),
        ("traits: [broadcast]", 4, "unknown key"),
        ("executor: sums", 1, "and not both"),
    ],
)
def test_a_mistake_in_what_a_kernel_takes_is_reported_with_its_line(
    tmp_path: Path, keys: str, line: int, words: str
) -> None:
    (text,) = fault(tmp_path, f"{FAMILY}  {keys}\n")
    assert text.startswith(f"functions.yaml:{line}: ")
    assert words in text


@pytest.mark.parametrize(
    ("family", "words"), [("sum", "sum.h does not exist"), ("''", "cannot be the name")]
)
def test_the_header_of_a_family_must_exist(tmp_path: Path, family: str, words: str) -> None:
    (text,) = fault(tmp_path, FAMILY.replace("family: sums", f"family: {family}"))
    assert text.startswith("functions.yaml:3: ")
    assert words in text


@pytest.mark.parametrize("start", [FAMILY, PLAIN])
@pytest.mark.parametrize("kind", ["Generator", "Dimname[]", "int?[]", "Tensor[]?"])
def test_a_schema_with_a_type_that_no_kernel_can_take_is_a_fault(
    tmp_path: Path, start: str, kind: str
) -> None:
    (text,) = fault(tmp_path, start.replace("Tensor other", f"{kind} other"))
    assert text.startswith("functions.yaml:1: ")
    assert f"aten::add.out: no kernel can take {kind} other" in text


@pytest.mark.parametrize("other", ["my_ops::add.out", "aten::_add.out", "aten::add.Out"])
def test_operators_whose_kernels_would_have_one_name_are_a_fault(
    tmp_path: Path, other: str
) -> None:
    (text,) = fault(tmp_path / "mine", FAMILY + FAMILY.replace("aten::add.out", other))
    assert text.startswith("functions.yaml:4: ")
    assert f"the kernels of aten::add.out and {other} would both be mine::add_out" in text


def test_one_plain_function_may_run_several_operators(tmp_path: Path) -> None:
    """A person named it twice; the compiler checks that both have its types."""
    kernels = read(tmp_path, PLAIN + PLAIN.replace("aten::add.out", "aten::sub.out")).kernels
    assert [kernel.function for kernel in kernels] == ["my::add_out", "my::add_out"]


def test_every_entry_reports_its_mistake(tmp_path: Path) -> None:
    broken = PLAIN.replace("source: add.cpp", "source: gone.cpp")
    other = FAMILY.replace("aten::add.out", "aten::sub.out").replace("sums", "differences")
    assert len(fault(tmp_path, broken + other)) == 2


def test_a_folder_without_functions_yaml_is_not_a_library(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match=r"folder with a functions\.yaml"):
        read_library(tmp_path, prefix="x/")


@pytest.mark.parametrize("name", ["my-ops", "3d", "my ops", "ü"])
def test_the_name_of_a_library_must_be_a_namespace(tmp_path: Path, name: str) -> None:
    with pytest.raises(SelectionError, match="is the namespace of its kernels"):
        read(tmp_path / name, FAMILY)


# Our own


@pytest.mark.parametrize("name", sorted(path.parent.name for path in KERNELS.glob("*/*.yaml")))
def test_our_libraries_are_sorted_and_name_each_kernel_once(name: str) -> None:
    kernels = read_library(KERNELS / name, prefix=f"kernels/{name}/").kernels
    operators = [kernel.operator for kernel in kernels]
    assert operators == sorted(set(operators))
    assert len({identifier(operator) for operator in operators}) == len(operators)


@pytest.mark.parametrize("name", sorted(path.parent.name for path in KERNELS.glob("*/*.yaml")))
def test_our_kernels_are_templates_over_facts_in_the_header_of_their_family(name: str) -> None:
    for kernel in read_library(KERNELS / name, prefix=f"kernels/{name}/").kernels:
        function = kernel_name(kernel.operator)
        header = (KERNELS.parent / kernel.header).read_text(encoding="utf-8")
        if kernel.form is KernelForm.CALL:
            assert re.search(rf"\bError {function}\(Call& ", header), kernel.operator
            continue
        assert kernel.form is KernelForm.TEMPLATE
        assert kernel.function == f"kerf::{name}::{function}"
        assert re.search(rf"template <typename Facts>\n(?:inline )?Error {function}\(", header), (
            kernel.operator
        )
