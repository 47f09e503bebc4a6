"""External data as constants: the same tensors, or a fault that says which differ."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.flat_tensor import read_flat_tensor
from codegen.optimize.embed import embed_data
from codegen.optimize.graph import Tensor
from codegen.optimize.pipeline import optimize
from codegen.pte import read_model
from tests.codegen import program_builder as build
from tests.codegen.model_files import DATA
from tests.codegen.optimize.graphs import graph_of, operators

MODEL = DATA / "models" / "external_constants.pte"
EXTERNAL = MODEL.with_suffix(".ptd")
LOWERED = DATA / "lowered" / "xnn_external.ptd"


def test_named_tensors_become_constants(tmp_path: Path) -> None:
    external = read_flat_tensor(EXTERNAL)
    done = optimize(
        MODEL.read_bytes(), name="m", operators=operators(), passes=[], external=[external]
    )
    path = tmp_path / "whole.pte"
    path.write_bytes(done.data)
    assert read_model(MODEL).external_data
    assert not read_model(path).external_data
    named = external.tensors
    constants = {
        value.data for value in graph_of(path).methods[0].values if isinstance(value, Tensor)
    }
    assert len(named) == 4
    assert {each.data for each in named.values()} <= constants


def test_what_the_file_lacks_stays_outside() -> None:
    named = dict(read_flat_tensor(EXTERNAL).tensors)
    first = sorted(named)[0]
    del named[first]
    (method,) = embed_data(graph_of(MODEL), named).methods
    left = [v.name for v in method.values if isinstance(v, Tensor) and v.external]
    assert left == [first]


def test_a_tensor_of_another_shape_is_a_fault() -> None:
    named = dict(read_flat_tensor(EXTERNAL).tensors)
    first = sorted(named)[0]
    named[first] = replace(named[first], sizes=(*named[first].sizes, 1))
    with pytest.raises(SelectionError, match=first):
        embed_data(graph_of(MODEL), named)


def test_damaged_files_are_faults(tmp_path: Path) -> None:
    data, path = EXTERNAL.read_bytes(), tmp_path / "damaged.ptd"
    whole = read_flat_tensor(EXTERNAL).tensors
    for end in range(0, len(data), 13):
        path.write_bytes(data[:end])
        with pytest.raises(SelectionError):
            read_flat_tensor(path)
    for at in range(0, 512, 3):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        try:
            found = read_flat_tensor(path)
        except SelectionError:
            continue
        assert all(len(each.data) <= len(data) for each in found.tensors.values())
        assert all(len(each) <= len(data) for each in found.blobs.values())
    assert whole.keys() == {"l1.weight", "l1.bias", "l2.weight", "l2.bias"}
    with pytest.raises(SelectionError, match="no external data"):
        read_flat_tensor(MODEL)


@pytest.mark.parametrize("external", [EXTERNAL, LOWERED])
def test_a_segment_beyond_the_data_is_a_fault_that_says_so(external: Path, tmp_path: Path) -> None:
    data, path = bytearray(external.read_bytes()), tmp_path / "short.ptd"
    data[40:48] = (1).to_bytes(8, "little")  # bytes of all segments, in the header
    path.write_bytes(data)
    with pytest.raises(SelectionError, match=r"segment \d+ ends beyond the file"):
        read_flat_tensor(path)


def data_file(
    path: Path, segments: list[tuple[int, int]], entries: list[build.TableSpec], size: int
) -> Path:
    """A `.ptd` with `size` zeros after its tables. Source: flat_tensor_header.h of ExecuTorch."""
    places: list[build.TableSpec] = [{0: ("u64", at), 1: ("u64", n)} for at, n in segments]
    tables = build.finish({1: ("tables", places), 2: ("tables", entries)}, b"FT01")
    base = len(tables) + 40
    header = struct.pack("<4sI4Q", b"FH01", 40, 0, len(tables), base, size)
    root = struct.pack("<I", struct.unpack_from("<I", tables)[0] + len(header))
    path.write_bytes(root + tables[4:8] + header + tables[8:] + bytes(size))
    return path


def test_segments_that_overlap_take_no_memory_beyond_the_file(tmp_path: Path) -> None:
    size, count = 100_000, 200
    names: list[build.TableSpec] = [{0: ("text", str(i)), 1: ("u32", i)} for i in range(count)]
    one = data_file(tmp_path / "one.ptd", [(0, size)] * count, names, size)
    blobs = read_flat_tensor(one).blobs
    assert len({id(each) for each in blobs.values()}) == 1
    many = data_file(tmp_path / "many.ptd", [(i, size - i) for i in range(count)], names, size)
    with pytest.raises(SelectionError, match="again and again"):
        read_flat_tensor(many)


@pytest.mark.parametrize(
    ("segments", "entries", "fault"),
    [
        ([(0, 9)], [], "segment 0 ends beyond the file"),
        ([(0, 8)], [{1: ("u32", 1)}], "segment 1 of 1"),
    ],
)
def test_what_the_runtime_refuses_and_nothing_names_is_a_fault(
    segments: list[tuple[int, int]], entries: list[build.TableSpec], fault: str, tmp_path: Path
) -> None:
    with pytest.raises(SelectionError, match=fault):
        read_flat_tensor(data_file(tmp_path / "unused.ptd", segments, entries, 8))


def test_data_without_a_layout_are_found_by_name() -> None:
    found = read_flat_tensor(LOWERED)
    assert not found.tensors
    assert {len(key) for key in found.blobs} == {64}
    weights_and_biases = [4 * 16 * 8, 4 * 16, 4 * 4 * 16, 4 * 4]
    assert sorted(map(len, found.blobs.values())) == sorted(weights_and_biases)
