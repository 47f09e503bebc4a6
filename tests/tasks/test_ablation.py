"""What each cut of selection is worth: every variant is larger, and one that is not is an error."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.features import FEATURES
from codegen.traits import TRAITS
from tasks.ablation import Measured, ablation, faults, markdown, table, variants
from tasks.config import Target, load_target
from tasks.config.model import ALL
from tasks.size.trial import trial
from tests.tasks.built_targets import build_in, make_tree

ROOT = Path(__file__).parents[2]


@pytest.fixture
def target() -> Target:
    return load_target("add-mul-arm", ROOT)


def test_variants_are_all_combinations_of_cuts_then_single_traits(target: Target) -> None:
    found = [variant.text for variant in variants(target, features=False)]
    assert found == [
        'dtypes = "all"',
        'traits = "all"',
        'features = "all"',
        'dtypes = "all", traits = "all"',
        'dtypes = "all", features = "all"',
        'traits = "all", features = "all"',
        'dtypes = "all", traits = "all", features = "all"',
        *(f'traits = ["{name}"]' for name in sorted(TRAITS)),
    ]
    gate = [variant.text for variant in variants(target, gate=True)]
    assert gate == found[:3]
    more = [variant.text for variant in variants(target, features=True)]
    assert more[len(found) :] == [f'features = ["{name}"]' for name in FEATURES]


def test_a_cut_that_the_target_does_not_make_has_no_variant(target: Target) -> None:
    select = target.select.model_copy(update={"traits": "all", "features": ("string",)})
    found = list(variants(target.model_copy(update={"select": select}), features=True))
    assert not [variant for variant in found if "traits" in variant.text]
    assert 'features = ["string"]' not in [variant.text for variant in found]
    assert found[-1].select == {"features": ("string", FEATURES[-1])}


def test_a_variant_that_supports_more_and_is_smaller_is_a_fault() -> None:
    rows = [
        Measured(variant="as it is", flash_bytes=100, more_bytes=0),
        Measured(variant='dtypes = "all"', flash_bytes=90, more_bytes=-10),
        Measured(variant='check = "never"', flash_bytes=80, more_bytes=-20),
    ]
    (fault,) = faults("t", rows)
    assert fault.startswith('t: dtypes = "all": supports more and takes 10 B less')
    assert faults("t", [replace(rows[1], more_bytes=0)]) == []


def test_tables_have_a_row_for_each_variant() -> None:
    rows = (
        Measured(variant="as it is", flash_bytes=1000, more_bytes=0),
        Measured(variant='traits = "all"', flash_bytes=2500, more_bytes=1500),
    )
    assert list(table("t", rows)) == [
        "t               flash B     +/-",
        "as it is          1,000      +0",
        'traits = "all"    2,500  +1,500',
    ]
    assert list(markdown({"t": rows, "u": rows[:1]})) == [
        "|  | `t` | `u` |",
        "| --- | --- | --- |",
        "| as it is | 1,000 B | 1,000 B |",
        '| `traits = "all"` | +1,500 |  |',
    ]


@pytest.mark.slow
def test_no_cut_costs_bytes(require_tool: Callable[[str], str], tmp_path: Path) -> None:
    require_tool("riscv64-unknown-elf-gcc")
    target = load_target("riscv", make_tree(tmp_path / "kerf"))
    rows = ablation(target, gate=True)
    assert [row.variant for row in rows if row.more_bytes <= 0] == ["as it is"]
    wide = target.select.model_copy(update={"dtypes": ALL, "traits": ALL, "features": ALL})
    wider = ablation(target.model_copy(update={"select": wide}))
    assert faults("riscv", [*rows, *wider]) == []
    worth = {row.variant: row.more_bytes for row in wider}
    assert worth.keys() == {"as it is", 'check = "never"'}
    assert worth['check = "never"'] < -1500


@pytest.mark.slow
def test_a_trial_of_compiled_programs_takes_what_their_build_takes(
    require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    require_tool("gcc")
    tree = make_tree(tmp_path / "kerf")
    shutil.copy(ROOT / "tests" / "data" / "models" / "linear.pte", tree / "configs" / "models")
    (tree / "configs" / "compiled.toml").write_text(
        'description = "compiled"\n[select]\nmodels = ["models/linear.pte"]\n'
        '[runtime]\nform = "compiled"\n[toolchain]\nname = "host-gcc"\n',
        encoding="utf-8",
    )
    built = build_in(tree, "compiled")
    assert built.size["parts"]["weights"]["flash_bytes"] > 0
    assert trial(built.target, "as-it-is").flash_bytes == built.size["flash_bytes"]
