"""The content of a loaded target; each default has one home."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from codegen.dtype import DType
from codegen.errors import ConfigError
from codegen.optimize.names import PassName
from tasks.config import load_target, target_names
from tasks.config.model import TargetFile
from tests.tasks.config_root import ROOT, SMALL, make_root, write

DEFAULTS = ROOT / "configs" / "defaults.toml"

COMMITTED = {  # name: model, toolchain, flash and RAM budget, from the first issue on sizes
    "add-mul-arm": ("add_mul.pte", "cortex-m55", 7_500, None),
    "add-mul-host": ("add_mul.pte", "host-gcc", None, None),
    "add-mul-riscv": ("add_mul.pte", "rv32imafc", None, None),
    "dscnn-arm": ("dscnn.pte", "cortex-m4", None, None),
    "dscnn-riscv": ("dscnn.pte", "rv32imac", None, None),
    "mv2-arm": ("mv2.pte", "cortex-m55", 14_000, 128),
    "mv2-arm-fast": ("mv2.pte", "cortex-m55", 16_000, 128),
    "mv2-host": ("mv2.pte", "host-gcc", None, None),
    "mv2-riscv": ("mv2.pte", "rv32imafc", 16_000, None),
    "reference": (None, "host-gcc", None, None),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_root(tmp_path)


@pytest.mark.parametrize("name", sorted(COMMITTED))
def test_committed_target_loads(name: str) -> None:
    model, toolchain, flash_bytes, ram_bytes = COMMITTED[name]
    target = load_target(name, ROOT)
    assert (target.name, target.toolchain.name) == (name, toolchain)
    assert (target.budget.flash_bytes, target.budget.ram_bytes) == (flash_bytes, ram_bytes)
    models = (ROOT / "configs" / "models" / model,) if model else ()
    assert target.model_paths == models
    assert target.select.all == (model is None)


def test_every_committed_target_is_tested_above() -> None:
    assert set(COMMITTED) <= set(target_names(ROOT))


def test_key_of_the_target_replaces_the_default_and_others_stay(root: Path) -> None:
    defaults = tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))
    write(root, SMALL + 'lto = false\n[libraries]\norder = ["prim"]\n')
    target = load_target("x", root)
    assert target.toolchain.lto is not defaults["toolchain"]["lto"]
    assert target.libraries.order == ("prim",)
    assert target.toolchain.optimize == defaults["toolchain"]["optimize"]
    assert target.run.tolerance == defaults["run"]["tolerance"]


COMPILED = (
    'description = "compiled"\nselect.models = ["models/mv2.pte"]\n'
    'runtime.form = "compiled"\ntoolchain.name = "cortex-m4"\n'
)


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        (SMALL, tuple(PassName)),
        (SMALL + "[optimize]\npasses = []\n", ()),
        (SMALL + '[optimize]\npasses = ["fold"]\n', ("fold",)),
        (COMPILED, tuple(PassName)),
        (COMPILED + '[optimize]\npasses = ["plan"]\n', ("plan",)),
        (COMPILED + "[optimize]\npasses = []\n", ()),
    ],
)
def test_models_are_optimised_unless_the_target_lists_passes(
    root: Path, text: str, passes: tuple[str, ...]
) -> None:
    write(root, text)
    assert load_target("x", root).passes == passes


def test_changed_default_changes_the_target(root: Path) -> None:
    write(root, SMALL)
    path = root / "configs" / "defaults.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"size"', '"speed"'), encoding="utf-8")
    assert load_target("x", root).toolchain.optimize == "speed"


def model_keys(model: type[BaseModel], table: str = "") -> Iterator[tuple[str, str, Any]]:
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from model_keys(field.annotation, field.alias or name)
        else:
            yield table, field.alias or name, field


def test_each_key_has_a_default_or_a_documented_absence_in_the_defaults() -> None:
    text = DEFAULTS.read_text(encoding="utf-8")
    defaults = tomllib.loads(text)
    sections = dict(
        zip(*[iter(["", *re.split(r"^\[(.+)\].*$", text, flags=re.M)])] * 2, strict=True)
    )
    for table, key, field in model_keys(TargetFile):
        has_default = key in (defaults[table] if table else defaults)
        is_absent = re.search(rf"^# {key} = .*# no default: ", sections[table], re.M) is not None
        assert has_default != is_absent, f"{table}.{key}"
        if not field.is_required():
            assert is_absent, f"{table}.{key} may be absent, so it has no default"


def test_model_holds_no_default_of_its_own() -> None:
    for table, key, field in model_keys(TargetFile):
        assert field.is_required() or field.default is None, f"{table}.{key}"


def test_each_default_says_why() -> None:
    table = ""
    for line in DEFAULTS.read_text(encoding="utf-8").splitlines():
        table = line if line.startswith("[") else table
        if " = " in line and not table.startswith("[select]") and "paths" not in line:
            assert re.search(r"= .+ # \S", line), line


def test_target_is_found_by_name_and_by_path(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, SMALL)
    by_name = load_target("x", root)
    monkeypatch.chdir(root / "runtime")
    assert load_target("../configs/x.toml", root) == by_name
    assert load_target(root / "configs" / "x.toml", Path("..")) == by_name
    assert by_name.path == root / "configs" / "x.toml"


def test_target_outside_the_repository_has_its_own_paths(
    tmp_path_factory: pytest.TempPathFactory, root: Path
) -> None:
    elsewhere = tmp_path_factory.mktemp("project")
    (elsewhere / "m.pte").touch()
    (elsewhere / "mine").mkdir()
    (elsewhere / "mine" / "functions.yaml").touch()
    text = SMALL.replace("all = true", 'models = ["m.pte"]') + '[libraries]\npaths = ["mine"]\n'
    (elsewhere / "board.toml").write_text(text, encoding="utf-8")
    target = load_target(elsewhere / "board.toml", root)
    assert target.name == "board"
    assert target.model_paths == (elsewhere / "m.pte",)
    kernels = root / "runtime" / "kernels"
    names = ("portable", "quantized", "cortex_m", "llama", "fused", "prim")
    assert target.library_paths == (elsewhere / "mine", *(kernels / name for name in names))
    assert target.toolchain_path == root / "toolchains" / "cortex-m4"
    (elsewhere / "m.pte").unlink()
    with pytest.raises(ConfigError, match=f"^{re.escape(str(elsewhere))}/board.toml:3: select"):
        load_target(elsewhere / "board.toml", root)


def test_link_to_a_model_keeps_the_name_that_the_config_gives(root: Path) -> None:
    (root / "configs" / "models" / "nice.pte").symlink_to("mv2.pte")
    write(root, SMALL.replace("all = true", 'models = ["../configs/models/nice.pte"]'))
    assert load_target("x", root).model_paths == (root / "configs" / "models" / "nice.pte",)


def test_each_kind_of_source_is_read(root: Path) -> None:
    for name in ("ops.txt", "ops.yaml", "dtypes.json"):
        (root / "configs" / name).touch()
    sources = """op-lists = ["ops.txt"]
yaml = ["ops.yaml"]
dtype-files = ["dtypes.json"]
ops = ["aten::mm.out"]
dtypes = { "aten::add.out" = ["Float", "Int"] }"""
    write(root, SMALL.replace("all = true", sources))
    target = load_target("x", root)
    assert target.selecting_paths == {
        "models": (),
        "op-lists": (root / "configs" / "ops.txt",),
        "yaml": (root / "configs" / "ops.yaml",),
        "dtype-files": (root / "configs" / "dtypes.json",),
    }
    assert target.select.ops == ("aten::mm.out",)
    assert target.select.dtypes == {"aten::add.out": (DType.Float, DType.Int)}


def test_capacity_of_a_dynamic_registry_is_read(root: Path) -> None:
    write(root, SMALL + '[registry]\nform = "dynamic"\ncapacity = 35\n')
    assert load_target("x", root).registry.capacity == 35


def test_target_cannot_be_changed(root: Path) -> None:
    write(root, SMALL)
    target = load_target("x", root)
    with pytest.raises(ValidationError):
        target.toolchain.lto = False


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "tarjet-one",
            "configs/tarjet-one.toml: no such target. Did you mean target-one? Targets: ",
        ),
        ("zzz", "configs/zzz.toml: no such target. Targets: target-one, x."),
        ("defaults", "configs/defaults.toml: has the defaults and is not a target. Targets: "),
        ("nowhere/x.toml", "nowhere/x.toml: no such target."),
        ("", "configs/.toml: no such target."),
    ],
)
def test_unknown_target_names_the_nearest(root: Path, name: str, expected: str) -> None:
    write(root, SMALL)
    write(root, SMALL, "target-one")
    with pytest.raises(ConfigError) as caught:
        load_target(name, root)
    assert expected in str(caught.value)
    assert caught.value.exit_code == 2


def test_name_of_a_target_must_do_for_a_folder(root: Path) -> None:
    write(root, SMALL, "my target")
    with pytest.raises(ConfigError, match=r"my target\.toml: a target's file must have the name"):
        load_target("my target", root)


WORDS = st.sampled_from(["", "x", "true", "1", "size", "table", "Float", "../x", "a\0b", "é" * 80])
ANY = st.recursive(
    st.one_of(WORDS, st.booleans(), st.integers(-2, 2**70), st.floats(), st.dates()),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)
KEYS = sorted({key for _, key, _ in model_keys(TargetFile)} | {"zzz"})
TABLES = sorted({table for table, _, _ in model_keys(TargetFile) if table} | {"zzz"})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([*TABLES, "description"]),
        ANY | st.dictionaries(st.sampled_from(KEYS), ANY, max_size=4),
    )
)
def test_whatever_is_in_a_file_is_a_target_or_a_fault_with_its_line(
    root: Path, values: dict[str, Any]
) -> None:
    lines = [f"{key} = {as_toml(value)}\n" for key, value in values.items()]
    write(root, "".join(lines))
    try:
        load_target("x", root)
    except ConfigError as error:
        for fault in error.faults:
            place = re.match(r"configs/x\.toml:(\d+): ", fault)
            assert place, fault
            assert 1 <= int(place[1]) <= max(1, len(lines)), fault


def as_toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return '"' + value.replace("\0", "\\u0000") + '"'
        case list():
            return "[" + ", ".join(map(as_toml, value)) + "]"
        case dict():
            pairs = (f"{as_toml(key)} = {as_toml(inner)}" for key, inner in value.items())
            return "{ " + ", ".join(pairs) + " }"
        case _:
            return str(value)


@pytest.mark.parametrize("written", ['"theirs"', '["theirs"]'])
def test_kernels_of_executorch_are_searched_before_ours(
    root: Path, tmp_path: Path, written: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "theirs").mkdir(parents=True)
    (elsewhere / "x.toml").write_text(f"{SMALL}[libraries]\nexecutorch = {written}\n")
    target = load_target(elsewhere / "x.toml", root)
    assert target.executorch_paths == (elsewhere / "theirs",)
    assert target.library_paths[0] == elsewhere / "theirs"


def test_a_folder_of_executorch_that_is_absent_is_a_fault(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f'{SMALL}[libraries]\nexecutorch = "theirs"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"libraries.executorch\S*: theirs does not exist"):
        load_target(path, root)
