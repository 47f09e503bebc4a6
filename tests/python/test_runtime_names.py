"""The names of executorch.runtime: a script moves over by its import."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

import kerf
from kerf.runtime import Runtime, Verification
from tests.python.cases import ADD_MUL

pytestmark = pytest.mark.slow


def test_a_script_for_executorch_runs() -> None:
    runtime = Runtime.get()
    assert runtime is Runtime.get()
    program = runtime.load_program(ADD_MUL, verification=Verification.Minimal)
    assert program.method_names == {"forward"}
    method = program.load_method("forward")
    meta = method.metadata
    assert (meta.name(), meta.num_outputs()) == ("forward", 1)
    info = meta.input_tensor_meta(0)
    assert (info.dtype(), info.is_memory_planned()) == (6, True)
    assert info.nbytes() == 4 * int(np.prod(info.sizes()))
    assert repr(info).startswith("TensorInfo(sizes=[")
    inputs = [
        np.ones(meta.input_tensor_meta(index).sizes(), np.float32)
        for index in range(meta.num_inputs())
    ]
    (output,) = method.execute(inputs)
    np.testing.assert_array_equal(output, kerf.load(ADD_MUL).forward(*inputs)[0])
    assert program.metadata("forward").num_inputs() == len(inputs)


def test_a_program_is_a_path_bytes_or_a_file() -> None:
    content, runtime = ADD_MUL.read_bytes(), Runtime.get()
    for source in (str(ADD_MUL), ADD_MUL, content, bytearray(content), io.BytesIO(content)):
        assert runtime.load_program(source).method_names == {"forward"}
    with pytest.raises(TypeError):
        runtime.load_program(3)  # type: ignore[arg-type]


def test_operators_and_backends_are_listed() -> None:
    runtime = Runtime.get()
    assert {"aten::add.out", "aten::convolution.out"} <= runtime.operator_registry.operator_names
    assert not runtime.backend_registry.is_available("XnnpackBackend")


def test_errors_are_those_that_a_script_catches() -> None:
    program = Runtime.get().load_program(ADD_MUL)
    with pytest.raises(KeyError, match="nothing"):
        program.load_method("nothing")
    with pytest.raises(RuntimeError):
        program.load_method("forward").execute([])
    with pytest.raises(kerf.InvalidArgument):
        program.metadata("forward").input_tensor_meta(99)


def test_an_etdump_is_that_of_its_runs(tmp_path: Path) -> None:
    program = Runtime.get().load_program(ADD_MUL, enable_etdump=True)
    method = program.load_method("forward")
    program.load_method("forward")
    for _ in range(2):
        method.execute([np.ones(info.sizes, np.float32) for info in method._method.info.inputs])
    program.write_etdump_result_to_file(tmp_path / "e.etdp", tmp_path / "debug.bin")
    dump = (tmp_path / "e.etdp").read_bytes()
    assert dump[8:12] == b"ED00"
    assert dump.count(b"aten::add.out") == 1  # names are shared
    with pytest.raises(kerf.InvalidArgument, match="enable_etdump"):
        Runtime.get().load_program(ADD_MUL).write_etdump_result_to_file(tmp_path / "f.etdp")
