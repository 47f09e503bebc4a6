"""Whether a built binary runs other models, read from the ELF or the flash image alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codegen.errors import ConfigError
from tasks.covers import main
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.tasks.built_targets import Built, build_in, make_tree

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
OWN = CONFIG_MODELS / "add_mul.pte"
OTHER = DATA / "models" / "linear.pte"


@pytest.fixture(scope="module")
def tree(require_tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    require_tool("arm-none-eabi-gcc")
    root = make_tree(tmp_path_factory.mktemp("covers") / "kerf")
    config = root / "configs" / "arm.toml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("[select]\n", "[select]\ndescribe = true\n"), encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def built(tree: Path) -> Built:
    return build_in(tree, "arm")


def covers(tree: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tasks.covers", "--root", str(tree), *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


def answer(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_target_covers_its_own_model_and_names_what_another_needs(
    built: Built, tree: Path
) -> None:
    done = covers(tree, "arm", OWN)
    assert (done.returncode, done.stdout) == (0, "add_mul.pte: yes, the binary runs it\n")
    done = covers(tree, "arm", OWN, OTHER)
    assert done.returncode == 4
    assert "linear.pte: no, " in done.stdout
    assert 'add it with [select] ops = ["aten::addmm.out"]' in done.stdout
    assert done.stdout.splitlines()[-1].startswith("all of it: [select] models = [")


def test_an_image_alone_gives_the_same_answer(
    built: Built, tree: Path, tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    elf = shutil.copy(built.program, tmp_path / "kerf.elf")
    image = tmp_path / "kerf.bin"
    objcopy = require_tool("arm-none-eabi-objcopy")
    subprocess.run([objcopy, "-O", "binary", elf, image], check=True)
    stripped = tmp_path / "stripped.elf"
    subprocess.run([require_tool("arm-none-eabi-strip"), "-o", stripped, elf], check=True)
    wanted = answer(covers(tree, "arm", OTHER, "--format", "json"))
    assert wanted["plan_sha256"] == built.size["plan_sha256"]
    for path in (elf, image, stripped):
        assert answer(covers(tree, path, OTHER, "--format", "json")) == wanted


def test_the_change_that_is_offered_covers_the_model_and_costs_its_price(
    built: Built, tree: Path
) -> None:
    priced = answer(covers(tree, "arm", OTHER, "--price", "--format", "json"))
    text = (tree / "configs" / "arm.toml").read_text(encoding="utf-8")
    shutil.copy(OTHER, tree / "configs" / "models" / "linear.pte")
    (tree / "configs" / "wider.toml").write_text(
        text.replace('["models/add_mul.pte"]', '["models/add_mul.pte", "models/linear.pte"]'),
        encoding="utf-8",
    )
    wider = build_in(tree, "wider")
    assert covers(tree, "wider", OWN, OTHER).returncode == 0
    more = wider.size["flash_bytes"] - built.size["flash_bytes"]
    assert priced["flash_bytes_more"] == more > 0


def test_single_changes_cover_what_they_are_offered_for(built: Built, tree: Path) -> None:
    text = (tree / "configs" / "arm.toml").read_text(encoding="utf-8")
    ops = 'ops = ["aten::addmm.out", "aten::permute_copy.out"]'
    (tree / "configs" / "named.toml").write_text(
        text.replace("[select]\n", f"[select]\n{ops}\n"), encoding="utf-8"
    )
    build_in(tree, "named")
    lacking = answer(covers(tree, "named", OTHER, "--format", "json"))["models"][0]["missing"]
    assert {each["kind"] for each in lacking} <= {"planned memory", "method memory", "scratch"}


def test_a_description_is_counted_and_without_one_the_target_says_the_same(
    built: Built, tree: Path
) -> None:
    text = (tree / "configs" / "arm.toml").read_text(encoding="utf-8")
    (tree / "configs" / "silent.toml").write_text(
        text.replace("describe = true\n", ""), encoding="utf-8"
    )
    silent = build_in(tree, "silent")
    tables = [size["parts"]["tables"]["flash_bytes"] for size in (built.size, silent.size)]
    assert 40 < tables[0] - tables[1] < 200
    done = covers(tree, silent.program, OWN)
    assert done.returncode == 6
    assert "select.describe = false" in done.stderr
    known = answer(covers(tree, "arm", OWN, OTHER, "--format", "json"))
    planned = answer(covers(tree, "silent", OWN, OTHER, "--format", "json"))
    assert planned["models"] == known["models"]


def test_an_image_of_several_binaries_is_refused(built: Built, tree: Path, tmp_path: Path) -> None:
    text = (tree / "configs" / "arm.toml").read_text(encoding="utf-8")
    (tree / "configs" / "other.toml").write_text(text, encoding="utf-8")
    both = tmp_path / "both.bin"
    both.write_bytes(built.program.read_bytes() + build_in(tree, "other").program.read_bytes())
    done = covers(tree, both, OWN)
    assert done.returncode == 6
    assert "holds 2 binaries of Kerf" in done.stderr


def test_what_is_not_built_or_no_image_is_an_error(tree: Path, tmp_path: Path) -> None:
    done = covers(tree, "riscv", OWN)
    assert done.returncode == 6
    assert "nox -s build-riscv" in done.stderr
    other = tmp_path / "other.bin"
    other.write_bytes(bytes(4096))
    assert covers(tree, other, OWN).returncode == 6


def test_a_target_of_compiled_programs_is_refused() -> None:
    with pytest.raises(ConfigError, match="holds compiled programs, and loads no other model"):
        main(["add-mul-arm-compiled", str(OTHER), "--root", str(ROOT)])
