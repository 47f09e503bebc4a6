"""Whether calls have the arguments that their operators' schemas want."""

from __future__ import annotations

from dataclasses import replace

import pytest

from codegen.argument_check import argument_faults
from codegen.dtype import DType
from codegen.library_file import FUNCTIONS_FILE, read_library
from codegen.operator_schema import parse_schema
from codegen.opinfo import Argument, Call, ScalarArg
from codegen.pte import read_model
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.codegen.resolving import ADD, CAT, CONVOLUTION, INDEX, MEAN, ints, number, tensor
from tests.codegen.resolving import tensors as tensor_list
from tests.runtime.sanitized import KERNELS

FLOAT = tensor(DType.Float)
CONSTANT = replace(FLOAT, constant=True)
NONE = ScalarArg(kind="none", value=None, computed=False)
COMPUTED = ScalarArg(kind="int", value=None, computed=True)


def faults(schema: str, *arguments: Argument) -> tuple[str, ...]:
    parsed = parse_schema(schema)
    return argument_faults(Call(operator=parsed.name, instruction=0, arguments=arguments), parsed)


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        (ADD, (FLOAT, CONSTANT, number(1), FLOAT, FLOAT)),
        (ADD, (FLOAT, FLOAT, COMPUTED, FLOAT)),
        (MEAN, (FLOAT, NONE, number(True), NONE, FLOAT)),
        (MEAN, (FLOAT, ints(1, None), number(False), number(6), FLOAT)),
        (CAT, (tensor_list(DType.Float, DType.Float), number(0), FLOAT)),
        (INDEX, (FLOAT, tensor_list(DType.Long, None), FLOAT)),
    ],
)
def test_what_the_schema_wants_is_taken(schema: str, arguments: tuple[Argument, ...]) -> None:
    assert faults(schema, *arguments) == ()


@pytest.mark.parametrize(
    ("schema", "arguments", "fault"),
    [
        (ADD, (FLOAT, FLOAT), "it has 2 argument(s), and the operator takes 4"),
        (ADD, (FLOAT, number(1), number(1), FLOAT), "other is of kind int, not Tensor"),
        (ADD, (FLOAT, FLOAT, FLOAT, FLOAT), "alpha is of kind tensor, not Scalar"),
        (ADD, (FLOAT, NONE, number(1), FLOAT), "other is of kind none, not Tensor"),
        (ADD, (FLOAT, FLOAT, number(1), CONSTANT), "out is written, and is a constant"),
        (MEAN, (FLOAT, number(1), number(True), NONE, FLOAT), "dim is of kind int, not int[]?"),
        (MEAN, (FLOAT, NONE, number(1), NONE, FLOAT), "keepdim is of kind int, not bool"),
        (CAT, (FLOAT, number(0), FLOAT), "tensors is of kind tensor, not Tensor[]"),
        (INDEX, (FLOAT, ints(1), FLOAT), "indices is of kind int_list, not Tensor?[]"),
        (CONVOLUTION, (FLOAT,) * 10, "stride is of kind tensor, not SymInt[]"),
    ],
)
def test_anything_else_is_a_fault_with_the_parameter(
    schema: str, arguments: tuple[Argument, ...], fault: str
) -> None:
    assert fault in faults(schema, *arguments)


def test_every_call_of_every_model_has_the_arguments_of_its_schema() -> None:
    schemas = {
        kernel.operator: kernel.schema
        for path in KERNELS.glob(f"*/{FUNCTIONS_FILE}")
        for kernel in read_library(path.parent, prefix="").kernels
    }
    calls = 0
    for path in [*CONFIG_MODELS.glob("*.pte"), *(DATA / "models").glob("*.pte")]:
        for method in read_model(path).methods:
            for call in method.calls:
                if call.operator in schemas:
                    assert argument_faults(call, schemas[call.operator]) == (), (path, call)
                    calls += 1
    assert calls > 300


def test_every_type_of_every_kernel_of_ours_is_known() -> None:
    for path in KERNELS.glob(f"*/{FUNCTIONS_FILE}"):
        for kernel in read_library(path.parent, prefix="").kernels:
            faults = argument_faults(
                Call(operator=kernel.operator, instruction=0, arguments=()), kernel.schema
            )
            assert bool(faults) == bool(kernel.schema.parameters)
            for parameter in kernel.schema.parameters:
                assert _taken(parameter.type), f"{kernel.operator}: {parameter.type}"


def _taken(type_: str) -> bool:
    schema = parse_schema(f"a::b({type_} x) -> ()")
    candidates: list[Argument] = [
        FLOAT,
        number(1),
        number(True),
        number(1.0),
        ScalarArg(kind="string", value="a", computed=False),
        ints(1),
        tensor_list(DType.Float),
        tensor_list(None),
        replace(ints(), kind="bool_list"),
        replace(ints(), kind="double_list"),
    ]
    return any(
        not argument_faults(Call(operator="a::b", instruction=0, arguments=(each,)), schema)
        for each in candidates
    )
