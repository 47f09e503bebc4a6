"""Who may import whom, and lists that stand in two languages: broken in one place, found here."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from codegen.dtype import SUPPORTED_DTYPES, DType
from codegen.features import FEATURES
from codegen.traits import TRAITS
from tasks.run.outcome import RuntimeFault

ROOT = Path(__file__).parents[1]
RUNTIME = ROOT / "runtime"
COMPAT = ROOT / "compat"
SCALAR = RUNTIME / "isa" / "scalar"
"""The loops in plain C++: what \"loops/...\" is where a toolchain names no other."""

# Python


def python_files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The modules that a file imports, with their packages."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names |= {f"{module}.{alias.name}" for alias in node.names} | {module}
    return names


def packages(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imported(path)} - {""}


def called(path: Path) -> set[str]:
    """The bare names and methods that a file calls."""
    calls = [
        node.func
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    return {f.id for f in calls if isinstance(f, ast.Name)} | {
        f".{f.attr}" for f in calls if isinstance(f, ast.Attribute)
    }


def test_no_import_goes_in_a_circle() -> None:
    """Whichever module is imported first, all can be. A package is loaded before what it has."""
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in ("codegen", "dev", "tasks")
        for path in python_files(folder)
    }
    graph: dict[str, set[str]] = {}
    for name, path in files.items():
        body = ast.parse(path.read_text(encoding="utf-8")).body
        found = [node for node in body if isinstance(node, ast.ImportFrom)]
        wanted = {f"{node.module}.{alias.name}" for node in found for alias in node.names}
        wanted |= {str(node.module) for node in found}
        wanted |= {each.rpartition(".")[0] for each in wanted}
        inside = {each for each in wanted if f"{name}.".startswith(f"{each}.")}
        graph[name] = files.keys() & wanted - inside
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("path", python_files("codegen"), ids=lambda path: path.stem)
def test_codegen_is_pure(path: Path) -> None:
    effects = {"subprocess", "tomllib", "pydantic", "socket", "shutil", "tempfile", "cogapp"}
    machine = {"time", "datetime", "random", "locale", "platform", "argparse", "logging"}
    assert not packages(path) & {"dev", "tasks", "noxfile", "tests", "nox", *effects, *machine}
    writes = {".write_text", ".write_bytes", ".mkdir", ".unlink", ".rename", ".replace_with"}
    assert not called(path) & {"print", "input", "exec", "eval", *writes}


@pytest.mark.parametrize("path", python_files("tasks"), ids=lambda path: path.stem)
def test_tasks_import_nothing_of_developers(path: Path) -> None:
    assert not packages(path) & {"dev", "noxfile", "tests", "nox"}


@pytest.mark.parametrize("path", python_files("dev"), ids=lambda path: path.stem)
def test_tools_of_developers_import_neither_noxfile_nor_tests(path: Path) -> None:
    assert not packages(path) & {"noxfile", "tests", "nox"}


def test_the_noxfile_imports_what_needs_no_installed_package() -> None:
    ours = {name for name in imported(ROOT / "noxfile.py") if name.startswith("tasks")}
    modules = {"tasks.environment", "tasks.targets"}
    assert modules <= ours
    assert {".".join(name.split(".")[:2]) for name in ours} == modules
    assert "codegen" not in packages(ROOT / "noxfile.py")
    for name in (
        "noxfile.py",
        "tasks/__init__.py",
        *(f"{m.replace('.', '/')}.py" for m in modules),
    ):
        outside = packages(ROOT / name) - sys.stdlib_module_names - {"tasks"}
        assert outside <= {"nox", "codegen"}, name
        inner = {each for each in imported(ROOT / name) if each.startswith("codegen")}
        assert {".".join(each.split(".")[:2]) for each in inner} <= {"codegen.errors"}, name


# C++ includes

BELOW: dict[str, set[str]] = {
    "core": set(),
    "flatbuffer": {"core"},
    "tensor": {"core"},
    "memory": {"core"},
    "platform": {"core"},
}
BELOW["program"] = {"core", "flatbuffer", "tensor", "memory", "platform"}
BELOW["isa"] = {"core", "tensor", "loops"}
BELOW["kernels"] = BELOW["delegate"] = {*BELOW["program"], "program", "isa", "loops"}
BELOW["executor"] = {*BELOW["kernels"], "kernels", "delegate"}
BELOW["compiled"] = BELOW["executor"] | {"executor"}
BELOW["selected"] = {*BELOW["executor"], "executor", "compiled"}
BELOW["c_api"] = {*BELOW["executor"], "executor"}
BELOW["apps"] = {*BELOW["c_api"], "c_api", "compiled"}
BELOW["kerf.h"] = {*BELOW["executor"], "executor"}


def cpp_files(*folders: str) -> list[Path]:
    return sorted(
        path
        for folder in folders or ("",)
        for path in (RUNTIME / folder).rglob("*")
        if path.suffix in (".h", ".cpp", ".c")
    )


def inside(path: Path) -> str:
    return path.relative_to(RUNTIME).as_posix()


def quoted(path: Path) -> list[str]:
    return re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(encoding="utf-8"), re.M)


def angled(path: Path) -> list[str]:
    return re.findall(r"^\s*#\s*include\s+<([^>]+)>", path.read_text(encoding="utf-8"), re.M)


def allowed_selected(path: Path) -> set[str]:
    """The headers of the selection that a file may include."""
    match inside(path).split("/"):
        case (
            ["program", "check.cpp" | "program.cpp" | "program.h" | "layout.h"]
            | ["tensor", "scalar_type.h" | "tensor.cpp"]
            | ["memory", "random_source.h" | "threads.h"]
        ):
            return {"selected/features.h"}
        case ["delegate", "backend.cpp"]:
            return {"selected/backends.h"}
        case ["kernels", "convert.cpp"]:
            return {"selected/conversions.h"}
        case ["executor" | "compiled" | "apps" | "selected" | "c_api" | "kerf.h", *_]:
            return {inside(header) for header in cpp_files("selected")}
        case _:
            return set()


def test_every_folder_of_the_runtime_has_its_place() -> None:
    folders = {path.name for path in RUNTIME.iterdir() if path.is_dir()}
    assert folders <= BELOW.keys()


def test_headers_are_included_from_lower_layers_only() -> None:
    wrong = []
    for path in cpp_files():
        layer = inside(path).partition("/")[0]
        for header in quoted(path):
            of = header.partition("/")[0]
            if of == "selected" and layer != "selected":
                if header not in allowed_selected(path):
                    wrong.append(f"{inside(path)}: {header}")
            elif of != layer and of not in BELOW[layer]:
                wrong.append(f"{inside(path)}: {header}")
    assert wrong == []


def test_every_header_is_named_from_the_root_of_the_runtime() -> None:
    wrong = [
        f"{inside(path)}: {header}"
        for path in cpp_files()
        for header in quoted(path)
        if not (RUNTIME / header).is_file()
        and not (SCALAR / header).is_file()
        and not (inside(path).startswith("isa/") and len(sets_with(header)) > 1)
    ]
    assert wrong == []


def test_kernels_know_nothing_of_the_interpreter() -> None:
    """A library's kernels are functions on tensors and numbers, to be called without a program."""
    wrong = [
        f"{inside(path)}: {header}"
        for path in cpp_files("kernels")
        for header in quoted(path)
        if header.partition("/")[0] not in ("core", "tensor", "memory", "loops", "kernels")
        and header not in allowed_selected(path)
    ]
    assert wrong == []


HOSTED = ("apps/runner/", "apps/checker/", "apps/shared/")


def test_only_ports_and_programs_of_the_host_know_the_c_library() -> None:
    wrong = [
        f"{inside(path)}: {header}"
        for path in cpp_files()
        if not inside(path).startswith((*HOSTED, "platform/"))
        for header in angled(path)
        if header not in ("stddef.h", "stdint.h")
        and not (inside(path).startswith("isa/") and header in INTRINSICS)
        and (inside(path), header) != ("c_api/kerf_c.h", "stdbool.h")  # `bool` of C
    ]
    assert wrong == []


def test_nobody_includes_the_standard_library_of_cpp() -> None:
    """Headers of C end in .h, those of C++ do not."""
    wrong = [
        f"{inside(path)}: {header}"
        for path in cpp_files()
        for header in angled(path)
        if not header.endswith(".h")
    ]
    assert wrong == []


ARCHITECTURES = (
    # The library cortex_m is named after a backend.
    r"(arm|thumb\w*|cortex(?!_m)\w*|risc-?v\w*|rv(32|64)\w*|x86\w*|i386|amd64|aarch64|mve|helium|neon|"
    r"sse\d*|avx\w*|hexagon|xtensa|mips|__arm\w*|__riscv\w*|__linux\w*|_win32|__apple__)"
)


INTRINSICS = {"arm_mve.h", "arm_neon.h", "arm_acle.h", "immintrin.h", "riscv_vector.h"}


def test_processors_and_systems_are_named_by_ports_instruction_sets_and_backends_only() -> None:
    pattern = re.compile(rf"(?<![\w-]){ARCHITECTURES}(?![\w-])", re.I)
    wrong = [
        f"{inside(path)}:{number}: {line.strip()}"
        for path in cpp_files()
        if not inside(path).startswith(("platform/", "isa/", "delegate/ethos_u/"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]
    assert wrong == []


def test_scalar_code_names_no_processor() -> None:
    pattern = re.compile(rf"(?<![\w-]){ARCHITECTURES}(?![\w-])", re.I)
    wrong = [
        inside(path) for path in cpp_files("isa/scalar") if pattern.search(path.read_text("utf-8"))
    ]
    wrong += [inside(path) for path in cpp_files("isa/scalar") if {*angled(path)} & INTRINSICS]
    assert wrong == []


def test_every_file_of_an_instruction_set_is_also_of_scalar_or_of_another() -> None:
    """A file without counterpart would be taken on one processor only; a part of one is not."""
    found = [path for path in SCALAR.parent.glob("*/*/*") if path.is_file()]
    assert len({path.parents[1] for path in found}) >= 2
    for path in found:
        name = path.relative_to(path.parents[1]).as_posix()
        part = f'#include "{path.relative_to(SCALAR.parents[1]).as_posix()}"'
        is_part = any(part in other.read_text(encoding="utf-8") for other in path.parent.iterdir())
        assert (SCALAR / name).is_file() or len(sets_with(name)) > 1 or is_part, path


def sets_with(name: str) -> list[Path]:
    """The files of that name, of all instruction sets."""
    return list(SCALAR.parent.glob(f"*/{name}"))


def test_headers_for_code_of_executorch_know_what_kernels_and_backends_know() -> None:
    """They replace headers of ExecuTorch, which are found under the same names."""
    below = ("core", "tensor", "memory", "kernels", "delegate")
    headers = sorted(COMPAT.rglob("*.h"))
    wrong = [
        f"{path.relative_to(COMPAT)}: {header}"
        for path in headers
        for header in quoted(path)
        if not (COMPAT / header).is_file()
        and not (header.partition("/")[0] in below and (RUNTIME / header).is_file())
    ]
    assert headers and wrong == []


def test_headers_are_guarded_by_pragma_once() -> None:
    wrong = [
        inside(path)
        for path in cpp_files()
        if path.suffix == ".h" and "\n#pragma once\n" not in path.read_text(encoding="utf-8")
    ]
    assert wrong == []


def test_every_file_says_in_its_first_line_what_it_is() -> None:
    wrong = [inside(p) for p in cpp_files() if not p.read_text(encoding="utf-8").startswith("// ")]
    assert wrong == []


# Lists that stand in both languages


def enumerators(header: str, name: str) -> dict[str, int]:
    """The members of an enumeration, numbered as C++ does."""
    text = re.sub(r"//[^\n]*", "", (RUNTIME / header).read_text(encoding="utf-8"))
    body = re.search(rf"enum class[^{{;]*\b{name}\b[^{{;]*{{([^}}]*)}}", text)
    assert body is not None
    members: dict[str, int] = {}
    following = 0
    for member in body[1].split(","):
        label, _, number = member.strip().partition(" = ")
        if label:
            members[label] = following = int(number, 0) if number else following
            following += 1
    return members


def members_in_use(header: str) -> Iterator[str]:
    text = (RUNTIME / header).read_text(encoding="utf-8")
    yield from re.findall(r"ScalarType::(\w+)", text)


def test_features_have_the_same_names_in_both_languages() -> None:
    assert list(enumerators("program/feature.h", "Feature")) == list(FEATURES)


def test_traits_have_the_same_names_in_both_languages() -> None:
    assert sorted(enumerators("kernels/facts.h", "Trait")) == sorted(TRAITS)


def test_a_set_of_traits_or_features_fits_its_type() -> None:
    """Both are 32-bit sets."""
    assert max(enumerators("kernels/facts.h", "Trait").values()) < 32
    assert max(enumerators("program/feature.h", "Feature").values()) < 32


def test_dtypes_have_the_same_numbers_in_both_languages() -> None:
    runtime = enumerators("tensor/scalar_type.h", "ScalarType")
    assert runtime == {dtype.value: dtype.number for dtype in SUPPORTED_DTYPES}


def test_a_dtype_switch_tries_every_dtype() -> None:
    assert set(members_in_use("kernels/dispatch.h")) == {dtype.value for dtype in SUPPORTED_DTYPES}
    assert DType.QInt8 not in SUPPORTED_DTYPES


def test_errors_have_executorchs_numbers() -> None:
    assert enumerators("core/error.h", "Error") == {each.name: each.value for each in RuntimeFault}
