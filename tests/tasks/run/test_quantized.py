"""Cases of Float for programs whose ports are quantized."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from codegen.errors import NotVerified
from codegen.optimize.names import PortsName
from codegen.optimize.pipeline import optimize
from codegen.quantized_ports import QuantizedPorts
from tasks.run.cases import read_cases
from tasks.run.quantized import quantized_cases
from tests.codegen.model_files import ROOT
from tests.codegen.optimize.graphs import operators


def test_an_input_of_integers_whose_scale_is_not_known_gets_no_float(tmp_path: Path) -> None:
    exported = ROOT / "tests" / "data" / "models" / "linear_int8.pte"
    shipped = tmp_path / exported.name
    done = optimize(
        exported.read_bytes(), name="x", operators=operators(), ports=PortsName.QUANTIZED
    )
    shipped.write_bytes(done.data)
    cases = replace(read_cases(exported), model=shipped)
    unknown = QuantizedPorts(inputs=(None,), outputs=(None,), steps=(None,), rounds=False)
    with pytest.raises(NotVerified, match=r"an input is Char in the shipped program"):
        quantized_cases(cases, {"forward": unknown}, exported)
