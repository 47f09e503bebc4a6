"""Why something is in a program, for every linker that keeps relocations."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import BuildError, ConfigError, SizeError
from tasks import why as task
from tasks.building.ninja_file import Products
from tasks.config import Target, load_target
from tasks.references.answer import Answer
from tasks.references.with_relocations import relink_with_relocations
from tasks.toolchain.choose import choose
from tasks.why import answer_lines, why
from tests.tasks.built_targets import TOOLS, Built, build_in
from tests.tasks.small_repository import ROOT, require_zig

pytestmark = pytest.mark.slow

Make = Callable[[str], Built]
ADD = "aten::add.out"
RUN = "kerf::selected::portable::call_aten_add_out"
LINKED = [name for name in TOOLS if name != "zig-host"]


def names(found: Answer) -> list[str]:
    return [node.name for node in found.chain]


@pytest.mark.parametrize("name", LINKED)
def test_an_operator_is_reached_from_start_up_by_way_of_its_row(
    name: str, built_target: Make
) -> None:
    found = why(built_target(name).target, ADD)
    chain = names(found)
    assert chain[0] in ("kerf_reset", "_start")
    assert chain[-2:] == [f"kerf::selected::kKernels: row of {ADD}", RUN]


@pytest.mark.parametrize("name", LINKED)
def test_without_an_operator_its_row_name_and_functions_go(name: str, built_target: Make) -> None:
    built = built_target(name)
    found = why(built.target, ADD)
    freed = {node.name: node.flash_bytes for node in found.freed}
    assert freed[f'"{ADD}"'] == len(ADD) + 1
    assert freed[f"kerf::selected::kKernels: row of {ADD}"] > 0
    assert freed[RUN] > 0
    assert "kerf::selected::kKernels: row of aten::mm.out" not in freed
    assert found.flash_bytes == sum(freed.values()) < built.size["flash_bytes"]


def test_an_operator_says_which_instructions_need_it(built_target: Make) -> None:
    (caller,) = why(built_target("arm").target, ADD).needed_by
    assert (caller.source, caller.method, caller.instructions) == ("add_mul.pte", "forward", (1,))


@pytest.mark.parametrize("name", ["arm", "host", "clang"])
def test_a_function_names_what_refers_to_it(name: str, built_target: Make) -> None:
    found = why(built_target(name).target, "kerf_phase_method_load")
    assert found.referrers
    assert found.flash_bytes >= found.own_bytes > 0


def test_what_is_inlined_is_found_in_the_function_that_holds_it(built_target: Make) -> None:
    built = built_target("arm")
    found = why(built.target, "kerf::Method::load")
    assert found.subject.inlined
    assert names(found)[-1] == "kerf_phase_method_load"
    expected = sum(
        entry["flash_bytes"]
        for entry in built.size["entries"]
        if entry["symbol"] == "kerf::Method::load"
    )
    assert found.flash_bytes == expected > 0


def test_the_last_parts_of_a_name_are_enough(built_target: Make) -> None:
    target = built_target("arm").target
    assert why(target, "Program::load").subject.name == "kerf::Program::load"


def test_everything_is_reached_or_kept_by_the_linker(built_target: Make) -> None:
    """What start-up needs, taken out, takes the whole program with it."""
    built = built_target("arm")
    found = why(built.target, "kerf_reset")
    assert found.flash_bytes > built.size["flash_bytes"] * 0.97


# For a person


def test_the_text_says_needed_pulled_in_and_freed(
    built_target: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    built = built_target("arm")
    assert task.main(["arm", ADD, "--root", str(built.target.root)]) == 0
    text = capsys.readouterr().out
    assert "needed by\n  add_mul.pte, forward: 1 instruction: 1\n" in text
    assert "\npulled in by\n     kerf_reset (start-up)\n  -> " in text
    assert "\nremoving it would free " in text


def test_the_answer_for_programs_has_the_same(
    built_target: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    built = built_target("arm")
    task.main(["arm", ADD, "--json", "--root", str(built.target.root)])
    found = json.loads(capsys.readouterr().out)
    assert found["kind"] == "operator"
    assert found["needed_by"] == [
        {"source": "add_mul.pte", "method": "forward", "instructions": [1]}
    ]
    assert found["chain"][-1]["name"] == RUN
    assert found["freed"]["flash_bytes"] == sum(
        node["flash_bytes"] for node in found["freed"]["symbols"]
    )


def test_no_line_is_a_list_without_end(built_target: Make) -> None:
    for name in ("kerf_reset", "memcpy", "kerf::Program::load", ADD):
        lines = list(
            answer_lines(why(built_target("arm").target, name), built_target("arm").target)
        )
        assert len(lines) < 60


# What cannot be answered


def test_an_unknown_name_gives_the_nearest(built_target: Make) -> None:
    target = built_target("arm").target
    with pytest.raises(ConfigError, match=r"no operator aten::ad\.out\. Nearest: aten::add\.out"):
        why(target, "aten::ad.out")
    with pytest.raises(ConfigError, match=r"Nearest: .*kerf::Program::load"):
        why(target, "Program::laod")
    with pytest.raises(ConfigError) as caught:
        why(target, "zzzzzz")
    assert caught.value.exit_code == 2


def test_an_operator_that_is_not_selected_is_reported(built_target: Make) -> None:
    with pytest.raises(ConfigError, match=r"aten::relu\.out is not in arm: .* nothing selects it"):
        why(built_target("arm").target, "aten::relu.out")


def test_a_name_of_several_things_asks_for_one(built_target: Make) -> None:
    match = r"load may be .*kerf::Method::load.*Name one of them"
    with pytest.raises(ConfigError, match=match):
        why(built_target("arm").target, "load")


def test_a_linker_that_keeps_no_relocations_is_reported(built_target: Make) -> None:
    with pytest.raises(BuildError, match="zig keeps no relocations for host-gcc"):
        why(built_target("zig-host").target, "memcpy")


def test_a_target_that_is_not_built_is_reported(built_target: Make, tmp_path: Path) -> None:
    root = built_target("arm").target.root
    (root / "configs" / "unbuilt.toml").write_text(
        (root / "configs" / "arm.toml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    with pytest.raises(SizeError, match="Build first: nox -s build-unbuilt"):
        why(load_target("unbuilt", root), ADD)


def copied(built: Built, folder: Path) -> Target:
    shutil.copytree(built.target.root, folder, symlinks=True)
    return load_target(built.target.name, folder)


def test_a_stripped_program_is_reported(
    built_target: Make, tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    target = copied(built_target("arm"), tmp_path / "tree")
    program = target.root / "build" / "arm" / "runner.elf"
    subprocess.run([require_tool("arm-none-eabi-strip"), str(program)], check=True)
    with pytest.raises(SizeError, match="was stripped: its symbols are gone"):
        why(target, ADD)


def test_the_relinked_program_follows_the_built_one(built_target: Make, tmp_path: Path) -> None:
    target = copied(built_target("arm"), tmp_path / "tree")
    before = why(target, "aten::mm.out").own_bytes
    kernel = target.root / "runtime" / "kernels" / "portable" / "matmul.h"
    text = kernel.read_text(encoding="utf-8")
    more = "{\n  if (self.dim() == 77 && out.dim() == 12) return Error::Internal;\n"
    start, signature, rest = text.partition("Error mm_out(")
    kernel.write_text(start + signature + rest.replace("{\n", more, 1), encoding="utf-8")
    build_in(target.root, "arm")
    assert why(target, "aten::mm.out").own_bytes > before


def test_a_toolchain_of_one_compiler_alone_advises_no_other_one() -> None:
    require_zig()
    products = Products(build_dir="build/none", sources=(), include_dirs=(), executables=())
    with pytest.raises(BuildError, match=r"rv64gcv, .* No other compiler builds it"):
        relink_with_relocations(choose("rv64gcv", "zig", ROOT), products, "minimal", ROOT)
