"""Each kind of fault: its line, its key, what is wrong and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.errors import ConfigError
from tasks.config import load_target
from tests.tasks.config_root import SMALL, faults, make_root, write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_root(tmp_path)


TYPES = [
    ("[run]\ntimeout-s = '1'", '7: run.timeout-s: expected a number, found the string "1". Write'),
    ("lto = 1", "6: toolchain.lto: expected true or false, found the number 1."),
    ('lto = "true"', 'found the string "true". Write true, without quotes.'),
    ("[budget]\nflash-bytes = 3.0", "7: budget.flash-bytes: expected a whole number, found the"),
    ("[budget]\nflash-bytes = true", "expected a whole number, found true."),
    ('[budget]\nram-bytes = "1"', 'found the string "1". Write 1, without quotes.'),
    ("[budget]\nram-bytes = -1", "7: budget.ram-bytes: must be at least 0, found the number -1."),
    ("[budget]\nram-bytes = 0x1" + "0" * 6000, "must be at most 4294967296, found a number of"),
    ("[run]\ntolerance = true", "7: run.tolerance: expected a number, found true."),
    ("[run]\ntolerance = nan", "7: run.tolerance: must be finite, found the number nan."),
    ("[run]\ntimeout-s = inf", "7: run.timeout-s: must be finite, found the number inf."),
    ("[run]\ntimeout-s = 0", "7: run.timeout-s: must be more than 0, found the number 0."),
    ("[libraries]\norder = 3", "7: libraries.order: expected a list of strings, found the number"),
    ('[libraries]\norder = "prim"', 'found the string "prim". Write ["prim"].'),
    ("[libraries]\nexecutorch = 3", "expected a list of strings, or a string, found the number"),
    ("[libraries]\norder = { a = 1 }", "expected a list of strings, found a table."),
    (
        "[libraries]\npaths = [\n1979-05-27]",
        "8: libraries.paths[0]: expected a string, found a date",
    ),
    (
        "[[run]]\ntolerance = 0",
        "6: run: expected a table, found a list. A table's header has single",
    ),
    (
        "sanitize = [[]]",
        'sanitize[0]: expected one of "address", "undefined", "thread", found a list.',
    ),
]


@pytest.mark.parametrize(("text", "expected"), TYPES)
def test_wrong_type_is_reported_in_words(root: Path, text: str, expected: str) -> None:
    [fault] = faults(root, SMALL + text + "\n")
    assert expected in fault


def test_table_given_as_a_value(root: Path) -> None:
    assert faults(root, "budget = 3\n" + SMALL) == (
        "1: budget: expected a table, found the number 3.",
    )


VALUES = [
    (
        'optimize = "sise"',
        '6: toolchain.optimize: "sise" is not known. Did you mean size? There are',
    ),
    ('executor = "docker"', '"docker" is not known. There are: auto, container, local, zig.'),
    ('sanitize = ["address",\n "adress"]', '7: toolchain.sanitize[1]: "adress" is not known.'),
    ('[registry]\nform = "tables"', "Did you mean table? There are: dynamic, table."),
    ('[select.dtypes]\nx = ["Flaot"]', '"Flaot" is not known. Did you mean Float?'),
    ('[select.dtypes]\nx = ["zzz"]', "There are: BFloat16, Bits16, "),
    ('[select.dtypes]\n"a b" = ["Int"]', 'select.dtypes."a b": expected the name of an operator'),
    ("[select.dtypes]\nx = []", "select.dtypes.x: is empty. Name at least one, or drop the key."),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_unknown_value_names_the_nearest(root: Path, text: str, expected: str) -> None:
    [fault] = faults(root, SMALL + text + "\n")
    assert expected in fault


def test_all_is_no_item_of_a_list(root: Path) -> None:
    [fault] = faults(root, SMALL.replace("all = true", 'all = true\ntraits = ["all"]'))
    assert fault == (
        '4: select.traits[0]: "all" is no item of the list. Write "all" without brackets.'
    )


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ('description = ""', "one line of text"),
        ('description = "  "', "one line of text"),
        ('description = "a\\nb"', "one line of text"),
    ],
)
def test_description_is_one_line(root: Path, value: str, what: str) -> None:
    [fault] = faults(root, SMALL.replace('description = "small"', value))
    assert fault.startswith(f"1: description: expected {what}, found the string")


def test_operator_with_a_space_and_path_with_a_nul_are_refused(root: Path) -> None:
    text = SMALL.replace("all = true", 'ops = ["aten::add out"]\nmodels = ["a\\u0000.pte", ""]')
    assert faults(root, text) == (
        "3: select.ops[0]: expected the name of an operator, like aten::add.out, "
        'found the string "aten::add out".',
        '4: select.models[0]: expected a path, found the string "a\\u0000.pte".',
        '4: select.models[1]: expected a path, found the string "".',
    )


def test_library_and_toolchain_names_cannot_leave_their_folder(root: Path) -> None:
    text = SMALL.replace("cortex-m4", "../configs") + '[libraries]\norder = ["../prim"]\n'
    assert [fault.split(", found")[0] for fault in faults(root, text)] == [
        "5: toolchain.name: expected the name of a folder (letters, digits, `.`, `_`, `-`)",
        "7: libraries.order[0]: expected the name of a folder (letters, digits, `.`, `_`, `-`)",
    ]


KEYS = [
    ("[budget]\nflash_bytes = 1", "7: budget.flash_bytes: unknown key. Did you mean flash-bytes?"),
    ("[tool-chain]\nname = 'x'", "6: tool-chain: unknown table. Did you mean toolchain?"),
    ("tolerance-bytes = 1", "unknown key. tolerance-bytes belongs to [budget]."),
    (
        "description = 'late'",
        "unknown key. description belongs at the top level, not in [toolchain].",
    ),
    ("[registry]\nzzz = 1", "7: registry.zzz: unknown key. There are: capacity, form."),
    (
        '[run]\n"odd key" = 1',
        '7: run."odd key": unknown key. There are: steps, timeout-s, tolerance.',
    ),
    ("[run.extra]\nx = 1", "6: run.extra: unknown key. There are: steps, timeout-s, tolerance."),
]


@pytest.mark.parametrize(("text", "expected"), KEYS)
def test_unknown_key_names_where_it_belongs(root: Path, text: str, expected: str) -> None:
    [fault] = faults(root, SMALL + text + "\n")
    assert fault.endswith(expected)


@pytest.mark.parametrize("value", ["exact", "greedy"])
def test_a_key_of_an_earlier_version_is_gone_and_says_what_to_do(root: Path, value: str) -> None:
    [fault] = faults(root, SMALL + f'[optimize]\nplan = "{value}"\n')
    assert "optimize.plan: is gone: " in fault
    assert fault.endswith("without OR-tools. Drop the line.")


@pytest.mark.parametrize("key", ["name", "path", "root"])
def test_keys_that_only_a_loaded_target_has_are_unknown_in_a_file(root: Path, key: str) -> None:
    [fault] = faults(root, f'{key} = "x"\n' + SMALL)
    assert fault.startswith(f"1: {key}: unknown key.")


def test_missing_keys_say_what_to_write(root: Path) -> None:
    assert faults(root, "[select]\nall = true\n\n[toolchain]\nlto = false\n") == (
        '1: description: missing. Set it to a string, like "MobileNetV2 on a Cortex-M55".',
        '4: toolchain.name: missing. Set it to a string, like "cortex-m55".',
    )


FILES = [
    ('models = ["models/mv3.pte"]', "models/mv3.pte does not exist. The nearest name there is mv2"),
    ('models = ["modles/mv2.pte"]', "does not exist. The nearest name there is models."),
    ('models = ["models/mv2.pte/x"]', "models/mv2.pte/x does not exist."),
    ('yaml = ["configs/models/mv2.pte"]', "Paths are relative to this file: write models/mv2.pte."),
    ('op-lists = ["models"]', "3: select.op-lists[0]: models is not a file. Name a file."),
    (
        'dtype-files = ["/nonexistent/x"]',
        "3: select.dtype-files[0]: /nonexistent/x does not exist.",
    ),
    (f'models = ["{"x" * 300}"]', "cannot be read: file name too long."),
]


@pytest.mark.parametrize(("text", "expected"), FILES)
def test_missing_file_names_the_nearest(root: Path, text: str, expected: str) -> None:
    [fault] = faults(root, SMALL.replace("all = true", text))
    assert expected in fault


def test_own_library_must_be_a_folder_with_a_description(root: Path) -> None:
    assert faults(root, SMALL + '[libraries]\npaths = ["models",\n"models/mv2.pte", "mine"]\n') == (
        "7: libraries.paths[0]: models has no functions.yaml, which describes a library's kernels.",
        "8: libraries.paths[1]: models/mv2.pte is not a folder. Name a folder.",
        "8: libraries.paths[2]: mine does not exist.",
    )


DRIVERS = [
    (
        'driver = "../drivr"',
        "8: backends.ethos-u.driver: ../drivr does not exist. The nearest name",
    ),
    ('driver = "models/mv2.pte"', "8: backends.ethos-u.driver: models/mv2.pte is not a folder."),
    (
        'driver = "models"',
        "8: backends.ethos-u.driver: models has no include/ethosu_driver.h and no "
        "src/ethosu_driver.c and no src/ethosu_device_u55_u65.c: it is not Arm's driver. Name a "
        "checkout of ethos-u-core-driver",
    ),
    (
        'driver = "../driver"\nnpu = "u85"',
        "8: backends.ethos-u.driver: ../driver has no src/ethosu_device_u85.c: it is not Arm's",
    ),
    ('npu = "u55"', "7: backends.ethos-u.driver: missing. Set it to a string, like"),
    (
        'driver = "../driver"\nnpu = "u56"',
        '9: backends.ethos-u.npu: "u56" is not known. Did you mean u85? There are: u55, u65, u85.',
    ),
    ('driver = "../driver"\nNPU = "u55"', "9: backends.ethos-u.NPU: unknown key."),
]


@pytest.mark.parametrize(("text", "expected"), DRIVERS)
def test_a_driver_of_the_ethos_u_has_what_is_compiled(root: Path, text: str, expected: str) -> None:
    for name in ("include/ethosu_driver.h", "src/ethosu_driver.c", "src/ethosu_device_u55_u65.c"):
        file = root / "driver" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    [fault] = faults(root, SMALL + f"\n[backends.ethos-u]\n{text}\n")
    assert fault.startswith(expected)


def test_unknown_library_and_toolchain_name_the_nearest(root: Path) -> None:
    text = SMALL.replace("m4", "m5") + '[libraries]\norder = ["prim", "portabel",\n"prim"]\n'
    assert faults(root, text) == (
        "5: toolchain.name: no toolchain cortex-m5 in toolchains/. Did you mean cortex-m4? "
        "There are: cortex-m4, host-gcc.",
        "7: libraries.order[1]: no library portabel in runtime/kernels/. Did you mean portable? "
        "There are: cortex_m, fused, llama, portable, prim, quantized.",
        "8: libraries.order[2]: prim is listed twice. Drop one: the first is searched first.",
    )


EMPTY = ["", "[select]", "[select]\nall = false", "[select]\nmodels = []\ndtypes = {}"]


@pytest.mark.parametrize("select", EMPTY)
def test_empty_selection_is_a_fault(root: Path, select: str) -> None:
    text = SMALL.replace("[select]\nall = true", select)
    assert faults(root, text) == (
        f"{2 if select else 1}: select: selects nothing. "
        "Name models, ops or another source, or write all = true.",
    )


def test_misspelt_source_is_not_called_an_empty_selection_too(root: Path) -> None:
    assert faults(root, SMALL.replace("all", "modles")) == (
        "3: select.modles: unknown key. Did you mean models?",
    )


@pytest.mark.parametrize("form", ["", 'form = "table"\n'])
def test_capacity_of_a_table_is_a_fault(root: Path, form: str) -> None:
    [fault] = faults(root, f"{SMALL}[registry]\n{form}capacity = 3\n")
    assert fault.startswith(f"{8 if form else 7}: registry.capacity: has no effect where form")
    assert fault.endswith('or set form = "dynamic".')


def test_keys_that_compiled_programs_would_not_obey_are_faults(root: Path) -> None:
    text = """\
description = "compiled"
select = { models = ["models/mv2.pte"], ops = ["aten::add.out"], describe = true }
runtime.form = "compiled"
registry.form = "dynamic"
toolchain.name = "cortex-m4"
runtime.profile = true
"""
    places = [" ".join(fault.split()[:2]) for fault in faults(root, text)]
    assert places == [
        "2: select.describe:",
        "2: select.ops:",
        "4: registry.form:",
        "6: runtime.profile:",
    ]


def test_compiled_programs_have_few_memories(root: Path) -> None:
    text = """\
description = "compiled"
select.models = ["models/mv2.pte"]
optimize.memory-bytes = [16, 16, 16, 16, 16, 16, 16]
runtime.form = "compiled"
toolchain.name = "cortex-m4"
"""
    [fault] = faults(root, text)
    assert fault.startswith("3: optimize.memory-bytes: has 7 memories, and compiled programs have")
    write(root, text.replace("16, 16]", "16]"))
    assert load_target("x", root).optimize.memory_bytes == (16,) * 6


def test_all_faults_are_reported_at_once_in_the_order_of_the_file(root: Path) -> None:
    text = """\
[select]
models = ["no.pte", 1]
typo = 1
[registry]
capacity = 2
[toolchain]
name = "none"
[budget]
ram-bytes = -1
"""
    assert [fault.partition(": ")[2].partition(":")[0] for fault in faults(root, text)] == [
        "description",
        "select.models[0]",
        "select.models[1]",
        "select.typo",
        "registry.capacity",
        "toolchain.name",
        "budget.ram-bytes",
    ]


def test_faults_of_one_line_are_in_the_order_of_the_list(root: Path) -> None:
    text = SMALL.replace("all = true", f"models = [{', '.join(map(str, range(12)))}]")
    keys = [fault.split(": ")[1] for fault in faults(root, text)]
    assert keys == [f"select.models[{index}]" for index in range(12)]


def test_library_that_the_defaults_name_in_vain_is_their_fault(root: Path) -> None:
    (root / "runtime" / "kernels" / "prim" / "functions.yaml").unlink()
    [fault] = faults(root, SMALL)
    defaults = (root / "configs" / "defaults.toml").read_text(encoding="utf-8")
    line = defaults[: defaults.index("order =")].count("\n") + 1
    assert fault.startswith(f"configs/defaults.toml:{line}: libraries.order[5]: no library prim")


def test_fault_of_a_default_is_in_the_defaults(root: Path) -> None:
    defaults = root / "configs" / "defaults.toml"
    text = defaults.read_text(encoding="utf-8").replace("lto = true", "lto = 1")
    defaults.write_text("zzz = 1\n" + text, encoding="utf-8")
    line = text[: text.index("lto =")].count("\n") + 2
    write(root, SMALL + "what = 1\n")
    with pytest.raises(ConfigError) as caught:
        load_target("x", root)
    places = [fault.split(": ")[:2] for fault in caught.value.faults]
    assert places == [
        ["configs/x.toml:6", "toolchain.what"],
        ["configs/defaults.toml:1", "zzz"],
        [f"configs/defaults.toml:{line}", "toolchain.lto"],
    ]


def test_default_that_is_gone_is_missing(root: Path) -> None:
    defaults = root / "configs" / "defaults.toml"
    text = defaults.read_text(encoding="utf-8")
    defaults.write_text(text.replace("lto = true", ""), encoding="utf-8")
    assert faults(root, SMALL) == (
        "4: toolchain.lto: missing. Set it to true or false, like false.",
    )
