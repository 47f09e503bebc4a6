"""Names from outside in everything that is generated: they stay names, whatever they are."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml

from codegen.c_names import KEYWORDS, c_name
from codegen.compiled.tables import Compiled, WeightRun
from codegen.emit import families, family
from codegen.errors import BuildError, SelectionError
from codegen.library_file import read_library
from dev.workflows import items
from tasks.build import build
from tasks.building.expand import expand
from tasks.building.ninja_file import ninja_text
from tasks.building.planning import plan_target
from tasks.building.sources import products
from tasks.building.write_sources import weights_source
from tasks.config import load_target
from tasks.install.__main__ import install
from tasks.markdown import cell, code
from tasks.report.page import page
from tasks.toolchain.choose import toolchain_for
from tests.golden.plans import plans
from tests.tasks.built_targets import ROOT, make_tree

MARK = "made-by-a-name"
"""The file that a name makes where it is run, by a shell or by Python."""
PYTHON = f'x")+str(open("{MARK}","w"))+("'
SHELL = f"a b'$(touch {MARK})`touch {MARK}`;{{unit}}\"#&<script>@x"
COMMENT = "x*/ int y; \\ ??/"
ALL = (PYTHON, SHELL, COMMENT, 'x)";R"(', "x\n#error", "[[[end]]]", "]]]", "\u202e", "..", "-x")


def write_library(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "functions.yaml").write_text(text, encoding="utf-8")
    return folder


# Names are checked when they are read


@pytest.mark.parametrize("name", [*ALL, "../up", "/abs", "a//b", "./x", ""])
@pytest.mark.parametrize("key", ["family", "executor", "source", "header"])
def test_file_of_a_kernel_is_a_plain_name(tmp_path: Path, key: str, name: str) -> None:
    keys = {key: name}
    if key in ("source", "header"):
        plain = {"kernel_name": "f", "source": "f.cpp"}
        keys = {"kernels": [{"arg_meta": None, **plain, **keys}]}
    func = "aten::relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
    folder = write_library(tmp_path / "lib", yaml.safe_dump([{"func": func, **keys}]))
    (folder / "f.cpp").touch()
    (folder / "f.h").touch()
    for file in (name, f"{name}.h"):
        try:  # the name is refused although there is such a file
            (folder / file).touch()
        except OSError:
            continue
    with pytest.raises(SelectionError, match="cannot be the name of a kernel's file"):
        read_library(folder, prefix="lib/")


@pytest.mark.parametrize("name", [*sorted(KEYWORDS)[::9], "a b", "a-b", "x\n", 'x"'])
def test_folder_of_a_library_is_a_name_of_cpp(tmp_path: Path, name: str) -> None:
    with pytest.raises(SelectionError, match="not valid in C\\+\\+"):
        read_library(write_library(tmp_path / name, "[]"), prefix=f"{name}/")


# Names are escaped where text is generated, wherever they come from


@pytest.mark.parametrize("name", ALL)
def test_cog_and_cpp_run_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A plan whose every name is hostile; what reads descriptions would refuse them."""
    monkeypatch.chdir(tmp_path)
    tiny = plans()["tiny"]
    kernels = tuple(
        replace(kernel, header=f"lib/{name}.h", schema=f"f(str x='{name}') -> Tensor")
        for kernel in tiny.kernels
    )
    plan = replace(tiny, kernels=kernels)
    expand(plan, ROOT, tmp_path / "out")
    assert not (tmp_path / MARK).exists()
    for each in families(plan):
        for line in family(plan, each).splitlines():
            if line.startswith(("//", "#include")):
                assert not line.endswith("\\")
                assert "[[[" not in line and "]]]" not in line
        text = (tmp_path / "out" / f"{each}.cpp").read_text(encoding="utf-8")
        assert text.count("[[[cog") == text.count("[[[end]]]") == 1


@pytest.mark.parametrize("name", ALL)
def test_assembler_gets_the_path_of_a_model_as_it_is(
    tmp_path: Path, require_tool: Callable[[str], str], name: str
) -> None:
    model = tmp_path / f"{name}.pte"
    model.parent.mkdir(parents=True, exist_ok=True)
    model.write_bytes(b"weights!")
    run = WeightRun(model="m", position=0, bytes=8, offset=0)
    text = weights_source(replace(Compiled(), runs=(run,)), {"m": str(model)})
    (tmp_path / "w.cpp").write_text(text, encoding="utf-8")
    command = [require_tool("g++"), "-c", "w.cpp", "-o", "w.o"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert b"weights!" in (tmp_path / "w.o").read_bytes()


@pytest.mark.parametrize("name", ["a|b", "a\nb", "a\rb"])
def test_path_for_which_ninja_has_no_form_is_refused(
    tmp_path: Path, require_tool: Callable[[str], str], name: str
) -> None:
    require_tool("gcc")
    target = load_target("add-mul-host", ROOT)
    toolchain = toolchain_for(target, "local")
    built = products(target, plan_target(target).plan, toolchain)
    with pytest.raises(BuildError, match="Rename it"):
        ninja_text(toolchain, replace(built, sources=(f"configs/{name}.cpp",)))


@pytest.mark.parametrize("name", ALL)
def test_name_in_c_is_an_identifier(name: str) -> None:
    assert c_name(name).isidentifier()
    assert c_name(name).isascii()


@pytest.mark.parametrize("name", [*ALL, "true", "on", "1e3", "0x10", "null", "- x", "a: b", "y"])
def test_workflow_has_each_target_as_a_string(name: str) -> None:
    assert yaml.safe_load(items([name, "mv2-arm"])) == [name, "mv2-arm"]


@pytest.mark.parametrize("name", ALL)
def test_markdown_shows_a_name_in_one_cell(name: str) -> None:
    for text in (code(f"{name}|`|``"), cell(f"{name}|")):
        assert "\n" not in text
        assert "|" not in text.replace("\\|", "")
    assert "<" not in cell(name)


def test_page_holds_names_as_data() -> None:
    scripts: list[str] = []

    class Elements(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            scripts.append(tag)

    plain, hostile = page({"names": ["x"]}), page({"names": [*ALL, "</script><img src=x>"]})
    Elements().feed(plain)
    count = len(scripts)
    Elements().feed(hostile)
    assert scripts[count:] == scripts[:count]


# All of it at once


@pytest.mark.slow
def test_target_whose_every_name_is_hostile_builds_and_runs_nothing(
    tmp_path: Path, require_tool: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    require_tool("gcc")
    tree = make_tree(tmp_path / "kerf")
    shutil.copy(ROOT / "pyproject.toml", tree)
    monkeypatch.chdir(tree)
    folder = tree / "configs" / SHELL
    shutil.copytree(ROOT / "examples" / "custom-op" / "my_ops", folder / "my_ops")
    models = ROOT / "tests" / "data" / "models"
    named = {"linear.pte": f"{SHELL}.pte", "custom_op_mul3.pte": 'x)";R"(.pte'}
    for name, hostile in named.items():
        content = (models / name).read_bytes().replace(b"forward", b'f)";R"(')
        (folder / hostile).write_bytes(content)
    for form in ("compiled", "interpreter"):
        text = (
            f"description = {json.dumps(SHELL + COMMENT + '|${x}')}\n"
            f"[select]\nmodels = {json.dumps([f'{SHELL}/{each}' for each in named.values()])}\n"
            f"[libraries]\npaths = {json.dumps([f'{SHELL}/my_ops'])}\n"
            f'[runtime]\nform = "{form}"\n[toolchain]\nname = "host-gcc"\nexecutor = "local"\n'
        )
        (tree / "configs" / f"hostile-{form}.toml").write_text(text, encoding="utf-8")
        target = load_target(f"hostile-{form}", tree)
        build(target)
        if form == "compiled":
            install(target, tmp_path / "prefix")
    assert list(tmp_path.rglob(MARK)) == []
