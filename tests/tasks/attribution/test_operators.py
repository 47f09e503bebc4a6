"""The dtype that a function computes for, by the types in its name."""

from __future__ import annotations

import pytest

from codegen.dtype import DType
from codegen.sources.dtype_dict import selection_of_dtypes
from tasks.attribution.debug import Origin
from tasks.attribution.operators import OperatorIndex
from tests.runtime.sanitized import plan_for

ADD = "aten::add.out"
DTYPES = (DType.Float, DType.Double, DType.ComplexFloat, DType.ComplexDouble)


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("float* map_row<float, F>", DType.Float),
        ("map_row<kerf::Complex<float>, F>", DType.ComplexFloat),
        ("map_row<kerf::Complex<double>, F>", DType.ComplexDouble),
        ("convert<kerf::Complex<double>, double>", None),  # of two
        ("check_factor", None),
    ],
)
def test_dtype_is_that_of_the_element_type(name: str, dtype: DType | None) -> None:
    plan = plan_for(selection_of_dtypes({ADD: DTYPES}, source="test", where="test"))
    index = OperatorIndex(plan, {}, long_is_64=False)
    frame = Origin(name=name, source="arithmetic.h", unit=None)
    assert index.dtype(frozenset({ADD}), [frame]) is dtype
