from __future__ import annotations

from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.errors import SelectionError
from codegen.library import SUPPORTED_DTYPES, Library, read_library
from tests.codegen.resolving import ADD

KERNELS = Path(__file__).parents[2] / "runtime" / "kernels"
SMALL = f"""\
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
    for name in ("add.cpp", "add.h", "other.h"):
        (folder / name).touch()
    return read_library(folder, prefix=f"{folder.name}/")


def fault(folder: Path, text: str) -> tuple[str, ...]:
    with pytest.raises(SelectionError) as caught:
        read(folder, text)
    return tuple(each.removeprefix(f"{folder}/") for each in caught.value.faults)


def test_what_executorch_writes_alone_is_a_kernel_for_every_dtype(tmp_path: Path) -> None:
    library = read(tmp_path / "mine", SMALL)
    (kernel,) = library.kernels
    assert (library.name, kernel.library) == ("mine", "mine")
    assert (kernel.operator, kernel.function) == ("aten::add.out", "my::add_out")
    assert (kernel.source, kernel.header) == ("mine/add.cpp", "mine/add.h")
    assert kernel.inputs == kernel.outputs == SUPPORTED_DTYPES
    assert kernel.traits == ()


def test_our_keys_narrow_it(tmp_path: Path) -> None:
    text = SMALL + (
        "      header: other.h\n      inputs: [Float, Byte]\n      outputs: [Long]\n"
        "      traits: [permuted, alpha]\n"
    )
    (kernel,) = read(tmp_path, text).kernels
    assert kernel.header.endswith("/other.h")
    assert kernel.inputs == (DType.Byte, DType.Float)  # by number, however they are written
    assert kernel.outputs == (DType.Long,)
    assert kernel.traits == ("alpha", "permuted")


def test_a_source_in_another_folder_is_named_as_it_is_included(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    for name in ("add.cpp", "add.h"):
        (tmp_path / "other" / name).touch()
    library = read(tmp_path / "mine", SMALL.replace("add.cpp", "../other/add.cpp"))
    (kernel,) = library.kernels
    assert (kernel.source, kernel.header) == ("other/add.cpp", "other/add.h")


def test_an_operator_may_be_named_without_its_schema(tmp_path: Path) -> None:
    (kernel,) = read(tmp_path, SMALL.replace(f"func: {ADD}", "op: add.out")).kernels
    assert (kernel.operator, kernel.schema) == ("aten::add.out", None)


def test_an_operator_may_have_several_kernels_in_order(tmp_path: Path) -> None:
    text = SMALL + "    - kernel_name: my::slow_add_out\n      source: add.cpp\n"
    assert [kernel.function for kernel in read(tmp_path, text).kernels] == [
        "my::add_out",
        "my::slow_add_out",
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("source: add.cpp", "source: ad.cpp", 6, "ad.cpp does not exist"),
        ("source: add.cpp", "src: add.cpp", 6, "unknown key. Did you mean source?"),
        ("kernel_name: my::add_out", "kernel_name: 'my::add out'", 5, "no C++ function"),
        ("kernel_name: my::add_out", "kernel_name: 'a>); evil('", 5, "no C++ function"),
        ("      kernel_name: my::add_out\n", "", 4, "has no `kernel_name`"),
        ("      source: add.cpp\n", "", 4, "has no `source`"),
        ("variants", "variant", 2, "unknown key. Did you mean variants?"),
        ("func:", "function:", 1, "unknown key"),
        (f"func: {ADD}", "func: aten::add.out", 1, "is no function schema"),
        (f"func: {ADD}", f"func: {ADD}\n  op: add.out", 1, "expected a mapping with `func"),
        ("source: add.cpp", "source: add.cpp\n      inputs: [Flaot]", 7, "Did you mean Float?"),
        ("source: add.cpp", "source: add.cpp\n      inputs: [QInt8]", 7, "unknown dtype QInt8"),
        ("source: add.cpp", "source: add.cpp\n      inputs: Float", 7, "expected a list"),
        ("source: add.cpp", "source: add.cpp\n      traits: [alfa]", 7, "Did you mean alpha?"),
        ("source: add.cpp", "source: add.cpp\n      header: no.h", 7, "no.h does not exist"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, words: str
) -> None:
    (told,) = fault(tmp_path, SMALL.replace(old, new))
    assert told.startswith(f"functions.yaml:{line}: ")
    assert words in told


def test_every_entry_tells_its_mistake(tmp_path: Path) -> None:
    broken = SMALL.replace("source: add.cpp", "source: gone.cpp")
    other = broken.replace("aten::add.out", "aten::sub.out")
    assert len(fault(tmp_path, broken + other)) == 2


def test_a_folder_without_functions_yaml_is_no_library(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match=r"folder with a functions\.yaml"):
        read_library(tmp_path, prefix="x/")


@pytest.mark.parametrize("name", sorted(path.parent.name for path in KERNELS.glob("*/*.yaml")))
def test_our_libraries_are_sorted_and_name_each_kernel_once(name: str) -> None:
    kernels = read_library(KERNELS / name, prefix=f"kernels/{name}/").kernels
    operators = [kernel.operator for kernel in kernels]
    assert operators == sorted(set(operators))
    for kernel in kernels:
        # What changes where a value's data are is the executor's.
        namespace = "kerf" if kernel.header.startswith("executor/") else f"kerf::{name}"
        assert kernel.function.rpartition("::")[0] == namespace
        header = (KERNELS.parent / kernel.header).read_text(encoding="utf-8")
        assert f" {kernel.function.rpartition('::')[2]}(" in header
