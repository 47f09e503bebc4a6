"""Folders of ecosystems: manifests, and sources under the flags that each ecosystem compiles with.

What a manifest must have is our reading of these, which also took all of ours as they were written:
Zephyr scripts/zephyr_module.py (METADATA_SCHEMA); arduino-lint's schema of library.properties, the
strict one as well; idf-component-manager 2 (`ManifestManager`); Open-CMSIS-Pack's PACK.xsd 1.7.x;
PlatformIO 6 (`ManifestSchema`).
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from codegen.errors import BuildError
from tasks.install.ecosystems import URL, _compiled, forms
from tasks.install.single_file import file_stem
from tests.tasks.install.test_single_file import ARM, BOARD, M4, PICOLIBC, SECTIONS, run
from tests.tasks.release_repository import LOCAL, clone, task

RequireTool = Callable[[str], str]

TARGETS = ("dscnn-int8-m4", "mv2-int8-m4-compiled")
WARNINGS = ("-Wall", "-Wextra", "-Werror")
CPP: Mapping[str, tuple[str, ...]] = {
    "zephyr-module": (
        *("-std=c++17", "-Os", "-ffreestanding", "-fno-common", "-fno-strict-aliasing"),
        *("-fno-exceptions", "-fno-rtti", "-fno-reorder-functions", "-Wdouble-promotion"),
        *("-Wformat", "-Wformat-security", "-Wno-format-zero-length"),
    ),
    "arduino-library": (
        *("-std=gnu++17", "-Os", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"),
        *("-fno-unwind-tables", "-nostdlib"),
    ),
    "esp-idf-component": (
        *("-std=gnu++2b", "-Og", "-fno-exceptions", "-fno-rtti", "-fstrict-volatile-bitfields"),
        *("-fno-jump-tables", "-fno-tree-switch-conversion", "-Wno-unused-parameter"),
    ),
    "cmsis-pack": ("-std=c++17", "-O1", "-fno-exceptions", "-fno-rtti", "-funsigned-char"),
    "platformio": ("-std=gnu++17", "-Os", "-fno-exceptions", "-fno-rtti"),
}
"""How each compiles C++, without the machine. Source: their build systems' defaults."""
STUBS = {
    "zephyr/sys/printk.h": "int printk(const char*, ...);\n",
    "Arduino.h": "struct S {\n  void begin(long);\n  operator bool();\n  void print(const char*);\n"
    "  void println(int);\n};\nextern S Serial;\nvoid setup();\nvoid loop();\n",
}
"""What examples use of an ecosystem that is not here."""


@pytest.fixture(scope="module")
def folders(
    repository: Path, require_tool: RequireTool, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with the folder `<form>/<target>` for each form and target."""
    require_tool(ARM)
    folder = tmp_path_factory.mktemp("ecosystems")
    own = clone(repository, folder / "kerf")
    for form in forms():
        for target in TARGETS:
            prefix = f"--prefix={folder / form / target}"
            done = task(own, "tasks.install", target, f"--form={form}", prefix, LOCAL)
            assert done.returncode == 0, done.stderr
    for name, text in STUBS.items():
        (folder / "stubs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "stubs" / name).write_text(text, encoding="utf-8")
    return folder


def test_every_form_has_the_flags_of_its_ecosystem_here() -> None:
    assert CPP.keys() == {*forms()}


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("form", CPP)
def test_folder_has_licence_readme_sources_and_no_placeholder(
    folders: Path, form: str, target: str
) -> None:
    folder, stem = folders / form / target, file_stem(target)
    texts = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert texts.keys() >= {
        *("LICENSE", "README.md"),
        *(f"src/{stem}{end}" for end in (".h", ".cpp", "_data.c")),
    }
    assert any("example" in name or "sample" in name for name in texts)
    for name, text in texts.items():
        assert not re.search(r"\$\{?(?!ENV|PWD|\{?ENV)[a-z_]+", text) or name.startswith("src/")
        assert str(folders) not in text


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_manifests_name_what_is_there(folders: Path, target: str) -> None:
    stem = file_stem(target)
    module = folders / "zephyr-module" / target
    meta = yaml.safe_load((module / "zephyr" / "module.yml").read_text(encoding="utf-8"))
    assert meta["name"] == stem
    assert meta.keys() <= {"name", "build", "tests", "samples", "boards", "blobs"}
    assert (module / meta["build"]["cmake"] / "CMakeLists.txt").is_file()
    assert (module / meta["build"]["kconfig"]).is_file()
    assert all((module / each).is_dir() for each in meta["samples"])
    listed = (module / "zephyr" / "CMakeLists.txt").read_text(encoding="utf-8")
    named = re.findall(r"\.\./(src/\S+\.\w+)", listed)
    assert named and all((module / each).is_file() for each in named)

    arduino = folders / "arduino-library" / target
    lines = (arduino / "library.properties").read_text(encoding="utf-8").splitlines()
    properties = dict(line.split("=", 1) for line in lines)
    required = {"name", "version", "author", "maintainer", "sentence", "paragraph", "url"}
    assert {*required, "category", "architectures"} <= {k for k, v in properties.items() if v}
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9 _.-]{0,62}", properties["name"])
    assert properties["category"] == "Data Processing"
    assert (arduino / "src" / properties["includes"]).is_file()
    for sketch in (arduino / "examples").rglob("*.ino"):
        assert sketch.stem == sketch.parent.name

    component = folders / "esp-idf-component" / target
    manifest = yaml.safe_load((component / "idf_component.yml").read_text(encoding="utf-8"))
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"])
    assert manifest.keys() <= {"version", "description", "url", "license", "dependencies"}
    listed = (component / "CMakeLists.txt").read_text(encoding="utf-8")
    assert all((component / each).is_file() for each in re.findall(r'"(src/\S+\.\w+)"', listed))
    main = component / "examples" / "run_model" / "main"
    example = yaml.safe_load((main / "idf_component.yml").read_text(encoding="utf-8"))
    path = example["dependencies"][stem]["override_path"]
    assert (main / path).resolve() == component.resolve()

    pack = folders / "cmsis-pack" / target
    description = ElementTree.parse(pack / f"Kerf.{stem}.pdsc").getroot()
    for tag in ("vendor", "name", "description", "url", "license", "releases", "components"):
        assert description.find(tag) is not None, tag
    files = [file.attrib["name"] for file in description.iter("file")]
    assert len(files) == 6
    assert all((pack / name).exists() for name in [*files, description.findtext("license") or "-"])
    conditions = {each.attrib["id"] for each in description.iter("condition")}
    assert {each.attrib["condition"] for each in description.iter("component")} <= conditions

    platformio = folders / "platformio" / target
    library = json.loads((platformio / "library.json").read_text(encoding="utf-8"))
    assert {"name", "version"} <= library.keys()
    assert (platformio / library["build"]["srcDir"] / library["headers"]).is_file()


@pytest.mark.slow
def test_only_manifests_that_need_a_home_page_have_one_and_say_whose(folders: Path) -> None:
    target = TARGETS[0]
    manifests = {
        "zephyr-module": "zephyr/module.yml",
        "arduino-library": "library.properties",
        "esp-idf-component": "idf_component.yml",
        "cmsis-pack": f"Kerf.{file_stem(target)}.pdsc",
        "platformio": "library.json",
    }
    texts = {
        form: (folders / form / target / name).read_text(encoding="utf-8")
        for form, name in manifests.items()
    }
    named = {form for form, text in texts.items() if URL in text}
    assert named == {"arduino-library", "cmsis-pack"}
    assert all("ExecuTorch" in texts[form] for form in named)


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("form", CPP)
def test_sources_compile_with_the_flags_of_the_ecosystem(
    folders: Path, tmp_path: Path, form: str, target: str
) -> None:
    folder = folders / form / target
    includes = (f"-I{folder / 'src'}", f"-I{folders / 'stubs'}")
    source = folder / "src" / f"{file_stem(target)}.cpp"
    common = (PICOLIBC, *M4, *WARNINGS, *includes, "-c")
    run("arm-none-eabi-g++", *common, *CPP[form], source, "-o", "x.o", folder=tmp_path)
    run(ARM, *common, "-std=gnu17", "-Os", next(folder.glob("src/*.c")), folder=tmp_path)
    examples = [path for path in folder.rglob("*.c") if path.parent != folder / "src"]
    for example in examples:
        run(ARM, *common, "-std=c99", "-Os", example, "-o", "y.o", folder=tmp_path)
    for sketch in folder.rglob("*.ino"):
        (tmp_path / "sketch.cpp").write_text(
            f'#include "Arduino.h"\n#include "{sketch}"\n', "utf-8"
        )
        for standard in ("-std=gnu++11", "-std=gnu++17"):
            words = (*common, *CPP[form], standard, "sketch.cpp", "-o", "y.o")
            run("arm-none-eabi-g++", *words, folder=tmp_path)
        examples.append(sketch)
    assert examples


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_example_runs_the_model(
    folders: Path, require_tool: RequireTool, tmp_path: Path, target: str
) -> None:
    qemu = require_tool("qemu-system-arm")
    folder = folders / "cmsis-pack" / target
    sources = (*folder.glob("src/*.c*"), folder / "examples" / "run_model.c")
    words = ("-Os", "-fno-exceptions", *M4, *SECTIONS, *BOARD, f"-I{folder / 'src'}")
    board = ("-M", "mps2-an386", "-nographic", "-semihosting-config", "enable=on")
    run(ARM, *words, *sources, "-o", "good.elf", folder=tmp_path)
    run(qemu, *board, "-kernel", "good.elf", folder=tmp_path)  # 0: the model's error
    if "compiled" in target:
        return
    damaged = (folder / "examples" / "run_model.c").read_text(encoding="utf-8")
    (tmp_path / "run_model.c").write_text(damaged.replace('"forward"', '"backward"'), "utf-8")
    run(ARM, *words, *sources[:-1], "run_model.c", "-o", "bad.elf", folder=tmp_path)
    command = [qemu, *board, "-kernel", "bad.elf"]
    done = subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0x20  # NotFound


def test_function_that_takes_more_than_an_example_knows_is_refused_in_words() -> None:
    header = "int m_forward(void* arena, kerf_generator* generator, const float* input_0);\n"
    with pytest.raises(BuildError, match="generator', for which there is no example"):
        _compiled(header)


def test_numbers_and_tensors_of_a_function_have_memory() -> None:
    header = (
        "enum { m_forward_input_0_bytes = 8, m_forward_output_0_bytes = 4 };\n"
        "int m_forward(void* arena, const float* input_0, int64_t input_1, float* output_0);\n"
    )
    found = _compiled(header)
    assert found["arguments"] == "arena, input_0, input_1, output_0"
    assert found["ports"].splitlines() == [
        "static float input_0[m_forward_input_0_elements];",
        "static const int64_t input_1 = 0;",
        "static float output_0[m_forward_output_0_elements];",
    ]
