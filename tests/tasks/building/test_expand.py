from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.emit import families
from codegen.errors import ExpansionError
from codegen.plan import Plan
from tasks.building.expand import PROGRAM, SELECTED, expand, expanded
from tests.golden.plans import plans

ROOT = Path(__file__).parents[3]
BLOCK = """\
// {what}
// [[[cog import cog; {program} ]]]
// [[[end]]]
"""


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plans()["tiny"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with runtime/selected alone."""
    shutil.copytree(ROOT / SELECTED, tmp_path / SELECTED)
    return tmp_path


def write_block(repository: Path, name: str, program: str) -> Path:
    path = repository / SELECTED / name
    path.write_text(BLOCK.format(what=name, program=program), encoding="utf-8")
    return path


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.iterdir()}


def test_every_source_is_expanded(repository: Path, plan: Plan, tmp_path: Path) -> None:
    out = tmp_path / "out"
    changed = expand(plan, repository, out)
    fixed = {path.name for path in (repository / SELECTED).iterdir() if "_" not in path.name}
    fixed.add("c_sizes.h")
    names = fixed - {*PROGRAM} | {f"{name}.cpp" for name in families(plan)}
    assert {path.name for path in changed} == names == {path.name for path in out.iterdir()}
    assert "tiny::half_of" in (out / "kernels.cpp").read_text(encoding="utf-8")
    assert "aten::" not in (out / "kernels.cpp").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", plans())
def test_generated_text_has_no_branch_and_no_loop(name: str) -> None:
    """As docs/explanation/architecture.md says: control flow is written by hand."""
    seen = 0
    for file, text in expanded(plans()[name], ROOT, verify=False, all_forms=True).items():
        for made in re.findall(r"\]\]\]\n(.*?)^// \[\[\[end\]\]\]", text, re.DOTALL | re.MULTILINE):
            code = re.sub(r'//.*|/\*.*?\*/|"[^"\n]*"', "", made)
            assert re.search(r"\b(if|else|for|while|do|switch|goto)\b", code) is None, file
            seen += len(code.split())
    assert seen > 50


def test_a_second_expansion_writes_nothing(repository: Path, plan: Plan, tmp_path: Path) -> None:
    out = tmp_path / "out"
    expand(plan, repository, out)
    before = contents(out)
    assert expand(plan, repository, out) == ()
    assert contents(out) == before


def test_only_files_that_change_are_written(repository: Path, plan: Plan, tmp_path: Path) -> None:
    out = tmp_path / "out"
    expand(plan, repository, out)
    before = contents(out)
    changed = expand(replace(plan, capacity=77), repository, out)
    assert {path.name for path in changed} == {"capacity.h", "kernels.cpp"}
    after = contents(out)
    assert {name for name in after if after[name] != before[name]} == {"capacity.h", "kernels.cpp"}


def test_a_file_that_has_no_source_any_more_goes(
    repository: Path, plan: Plan, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    expand(plan, repository, out)
    (out / "old.h").write_text("// of an earlier version\n", encoding="utf-8")
    (out / "notes.txt").write_text("the user's\n", encoding="utf-8")
    changed = expand(plan, repository, out)
    assert [path.name for path in changed] == ["old.h"]
    assert not (out / "old.h").exists()
    assert (out / "notes.txt").exists()


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("cog.out(plan.no_such_thing)", "no_such_thing"),
        ("raise ValueError('the reason')", "the reason"),
        ("1/0", "ZeroDivisionError"),
        ("cog.error('said so')", "said so"),
        ("this is no python", "SyntaxError"),
    ],
)
def test_where_a_block_fails_nothing_is_written(
    repository: Path, plan: Plan, tmp_path: Path, program: str, message: str
) -> None:
    out = tmp_path / "out"
    expand(plan, repository, out)
    before = contents(out)
    write_block(repository, "zz_last.h", program)
    with pytest.raises(ExpansionError) as caught:
        expand(replace(plan, capacity=77), repository, out)
    (fault,) = caught.value.faults
    assert fault.startswith("runtime/selected/zz_last.h")
    assert "\n" not in fault
    assert message in fault
    assert caught.value.exit_code == 5
    assert contents(out) == before


def test_all_blocks_that_fail_are_reported(repository: Path, plan: Plan, tmp_path: Path) -> None:
    write_block(repository, "a.h", "1/0")
    write_block(repository, "b.h", "1/0")
    with pytest.raises(ExpansionError) as caught:
        expand(plan, repository, tmp_path / "out")
    assert len(caught.value.faults) == 2
    assert not (tmp_path / "out").exists()


def test_a_block_may_have_three_lines(repository: Path, plan: Plan) -> None:
    path = repository / SELECTED / "lines.h"
    path.write_text(
        "// three lines\n// [[[cog\n// import cog\n// cog.outl(f'int x = {plan.capacity};')\n"
        "// ]]]\n// [[[end]]]\n// after\n",
        encoding="utf-8",
    )
    for _ in range(2):  # from a source that was never expanded, and from its expansion
        text = expanded(plan, repository, verify=False)["lines.h"]
        assert re.search(r"\]\]\]\nint x = 2000;\n// \[\[\[end\]\]\] \(sum: .*\)\n// after\n", text)
        path.write_text(text, encoding="utf-8")
    assert expanded(plan, repository, verify=True)["lines.h"] == text


def test_a_block_that_prints_says_nothing_into_the_file(repository: Path, plan: Plan) -> None:
    write_block(repository, "loud.h", "print('noise'); cog.outl('int quiet;')")
    text = expanded(plan, repository, verify=False)["loud.h"]
    assert "noise" not in text.split("]]]")[1]


# What `gen --check` tells


def committed(repository: Path, plan: Plan) -> None:
    expand(plan, repository, repository / SELECTED)


def edit(repository: Path, name: str, old: str, new: str) -> None:
    path = repository / SELECTED / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_an_edit_by_hand_is_caught_by_its_checksum(repository: Path, plan: Plan) -> None:
    committed(repository, plan)
    edit(repository, "capacity.h", "kKernelCapacity = 2000", "kKernelCapacity = 3000")
    with pytest.raises(
        ExpansionError, match=r"runtime/selected/capacity\.h:\d+: .*edited"
    ) as caught:
        expanded(plan, repository, verify=True)
    assert caught.value.exit_code == 5


def test_an_edit_by_hand_without_the_checksum_is_a_difference(repository: Path, plan: Plan) -> None:
    committed(repository, plan)
    edit(repository, "capacity.h", "kKernelCapacity = 2000", "kKernelCapacity = 3000")
    path = repository / SELECTED / "capacity.h"
    text = re.sub(r"\[\[\[end\]\]\] \(sum: .*\)", "[[[end]]]", path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    assert expanded(plan, repository, verify=True)["capacity.h"] != text


def test_an_edit_by_hand_does_not_reach_a_target(repository: Path, plan: Plan) -> None:
    committed(repository, plan)
    edit(repository, "capacity.h", "kKernelCapacity = 2000", "kKernelCapacity = 3000")
    assert "3000" not in expanded(plan, repository, verify=False)["capacity.h"]


def test_a_source_whose_block_never_ends_is_reported(repository: Path, plan: Plan) -> None:
    edit(repository, "capacity.h", "// [[[end]]]", "// the end")
    with pytest.raises(ExpansionError, match=r"runtime/selected/capacity\.h"):
        expanded(plan, repository, verify=True)


@pytest.mark.parametrize("obstacle", ["missing", "a file", "not UTF-8"])
def test_sources_that_cannot_be_read_are_reported(
    repository: Path, plan: Plan, obstacle: str
) -> None:
    if obstacle == "not UTF-8":
        (repository / SELECTED / "x.h").write_bytes(b"\xff\xfe")
    else:
        shutil.rmtree(repository / SELECTED)
    if obstacle == "a file":
        (repository / SELECTED).touch()
    with pytest.raises(ExpansionError, match="runtime/selected: cannot be read"):
        expand(plan, repository, repository / "out")


# The committed sources


SOURCES = sorted((ROOT / SELECTED).glob("*.*"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_blocks_are_short_and_take_the_plan_only(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    blocks = re.findall(r"\[\[\[cog(.*?)\]\]\]", text, re.S)
    for block in blocks:
        assert block.count("\n") < 3
        assert re.search(r"cog\.out\(emit\.\w+\(plan(, \"\w+\")?\)\)", block)
    fences = text.count("// clang-format off\n"), text.count("// clang-format on\n")
    assert fences[0] == fences[1]
    assert bool(blocks) == bool(fences[0])
    assert not blocks or "refresh with `nox -s gen`" in " ".join(text.split()).replace("// ", "")
