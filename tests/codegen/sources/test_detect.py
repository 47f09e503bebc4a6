from __future__ import annotations

import itertools
import os
import shutil
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.selection import Origin, Selection
from codegen.sources.detect import read_source, read_sources
from tests.codegen.model_files import CONFIG_MODELS, DATA, programs

ADD = str(programs()["add"])


def names(selection: Selection) -> list[str]:
    return [need.name for need in selection.operators]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_word_all_requests_everything() -> None:
    assert read_source("all").everything == (Origin(source="all"),)


def test_program_is_known_by_its_content_whatever_its_name(folder: Path) -> None:
    shutil.copy(ADD, "model.bin")
    assert names(read_source("model.bin")) == ["aten::add.out"]


@pytest.mark.parametrize(
    ("file", "text", "operators"),
    [
        ("ops.txt", "add.out\nmm.out\n", ["aten::add.out", "aten::mm.out"]),
        ("ops", "\ufeffadd.out\n", ["aten::add.out"]),
        ("functions.yaml", "- op: add.out\n", ["aten::add.out"]),
        ("functions.yml", "- func: my_ops::f(Tensor a) -> Tensor\n", ["my_ops::f"]),
        ("selected.yaml", "operators: {aten::mm.out: {}}\n", ["aten::mm.out"]),
        ("dtypes.yaml", "aten::mm.out: [Float]\n", ["aten::mm.out"]),
        ("dtypes.json", '{\n\t"aten::mm.out": ["Float"]\n}\n', ["aten::mm.out"]),
    ],
)
def test_lists_are_known_by_name_and_shape(
    file: str, text: str, operators: list[str], folder: Path
) -> None:
    Path(file).write_text(text, encoding="utf-8")
    selection = read_source(file)
    assert names(selection) == operators
    assert {str(origin) for need in selection.operators for origin in need.origins} == {file}


def test_operators_can_be_on_the_command_line() -> None:
    assert names(read_source("add.out,my_ops::foo")) == ["aten::add.out", "my_ops::foo"]


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("missing.pte", "missing.pte: No such file or directory. Give a .pte or .bpte"),
        ("missing.yaml", "missing.yaml: No such file or directory"),
        ("some/where", "some/where: No such file or directory"),
        (".", ".: a folder"),
        ("nul\0/byte", "embedded null byte"),
        ("", "neither a file nor an operator"),
        (str(DATA / "models" / "external_constants.ptd"), "external data (.ptd)"),
    ],
)
def test_invalid_source_is_refused(source: str, fault: str, folder: Path) -> None:
    with pytest.raises(SelectionError) as caught:
        read_source(source)
    assert fault in caught.value.faults[0]


@pytest.mark.parametrize(
    ("file", "data", "fault"),
    [
        ("empty.pte", b"", "empty.pte: byte 0: the file is empty"),
        ("text.pte", b"add.out\n", "text.pte: byte 4: identifier b'out\\n' instead of b'ET12'"),
        ("ops.txt", b"add.out\0\0", "ops.txt: byte 7: neither a model nor text"),
        ("ops.txt", b"add.out\n\xff\n", "ops.txt:2: not UTF-8"),
        ("d.json", b'{"a.out": [}', "d.json:1: not JSON: Expecting value"),
        ("d.json", b"[" * 100_000, "d.json:1: too deep"),
        ("s.yaml", b"just a text\n", "s.yaml:1: expected a list of operators, or a mapping"),
        ("s.yaml", b"{}\n", "s.yaml:1: no operator"),
        ("s.yaml", b"[]\n", "s.yaml:1: no operator"),
    ],
)
def test_broken_file_is_refused(file: str, data: bytes, fault: str, folder: Path) -> None:
    Path(file).write_bytes(data)
    with pytest.raises(SelectionError) as caught:
        read_source(file)
    assert fault in caught.value.faults[0]


def test_file_too_large_for_a_list_is_not_read(folder: Path) -> None:
    with Path("large.txt").open("wb") as file:
        file.write(b"#" * 5000)
        file.truncate(8 << 30)
    with pytest.raises(SelectionError, match="too large for a list"):
        read_source("large.txt")


def test_pipe_is_refused_and_not_waited_for(folder: Path) -> None:
    os.mkfifo("pipe.pte")
    os.mkfifo("pipe.txt")
    for pipe in ("pipe.pte", "pipe.txt"):
        with pytest.raises(SelectionError, match="not a regular file"):
            read_source(pipe)


def test_faults_of_all_sources_are_reported_together(folder: Path) -> None:
    Path("ops.txt").write_text("add out!\n")
    with pytest.raises(SelectionError) as caught:
        read_sources(["missing.pte", ADD, "ops.txt", "word"])
    assert [fault.partition(":")[0] for fault in caught.value.faults] == [
        "missing.pte",
        "ops.txt",
        "'word'",
    ]


def test_sources_add_up_in_any_order(folder: Path) -> None:
    Path("dtypes.yaml").write_text("aten::add.out: [Int]\n")
    sources = [ADD, str(CONFIG_MODELS / "add_mul.pte"), "dtypes.yaml", "relu.out"]
    results = [read_sources(order) for order in itertools.permutations(sources)]
    assert all(result == results[0] for result in results)
    assert names(results[0]) == ["aten::add.out", "aten::mm.out", "aten::relu.out"]
    add = results[0].operators[0]
    assert {origin.source for origin in add.origins} == {"add.pte", "add_mul.pte", "dtypes.yaml"}


def test_source_given_twice_counts_once() -> None:
    assert read_sources([ADD, ADD]) == read_sources([ADD])


def test_file_given_by_two_paths_counts_once(folder: Path) -> None:
    shutil.copy(ADD, "add.pte")
    assert read_sources(["add.pte", str(folder / "add.pte")]) == read_sources(["add.pte"])


def test_files_of_one_name_are_distinguished_by_their_folders(folder: Path) -> None:
    for place, model in (("a", "add"), ("b", "softmax")):
        Path(place).mkdir()
        shutil.copy(programs()[model], Path(place, "m.pte"))
    selection = read_sources(["a/m.pte", "b/m.pte"])
    assert [model.name for model in selection.models] == ["a/m.pte", "b/m.pte"]
    assert [need.origins[0].source for need in selection.operators] == ["b/m.pte", "a/m.pte"]


def test_no_source_is_refused() -> None:
    with pytest.raises(SelectionError, match="no source"):
        read_sources([])
