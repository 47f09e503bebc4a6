"""Writes a model's cases from NumPy's files: inputs, and the outputs that they must give.

Leaves <model>.cases.json and <model>.<method>.bin next to the model, which `nox -s run` reads.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from codegen.dtype import DType
from codegen.errors import VerifyError
from codegen.opinfo import Argument, MethodInfo, ScalarArg, TensorArg
from codegen.pte import read_model
from tasks import cli
from tasks.run.case_check import no_method, wrong_shape
from tasks.run.cases import cases_path
from tasks.run.kerf_cases import present_methods, write_case_file
from tasks.run.npy import read_npy

EXAMPLES = """\
examples:
  nox -s cases -- kws.pte --inputs x.npy --expected y.npy
  nox -s cases -- kws.pte --inputs x0.npy --expected y0.npy --inputs x1.npy --expected y1.npy
  nox -s cases -- pair.pte --inputs a.npy b.npy --expected sum.npy product.npy

  nox -s cases -- kws.pte --add --inputs x2.npy --expected y2.npy

Each --inputs is one case: the arguments of one call, in order. The first --expected has the outputs
of the first case, and so on; without any, a case only has to run, which verifies nothing.
From PyTorch, write_cases in tasks/run/kerf_cases.py calls the module and writes the same file.
"""

_HOLDING: Mapping[str, Sequence[DType]] = {
    "int": (DType.Int, DType.Long),
    "bool": (DType.Bool,),
    "double": (DType.Double, DType.Float, DType.Int, DType.Long),
}
"""Maps the kind of a value that is no tensor to the dtypes that can hold it."""

_DTYPES = {dtype.numpy_name: dtype for dtype in DType if dtype.numpy_name}
"""The dtypes of NumPy that a program can have, by what its files call them."""


def case_of(
    method: MethodInfo, inputs: Sequence[Path], expected: Sequence[Path] | None
) -> tuple[list[dict[str, Any]], list[dict[str, Any]] | None]:
    """The entries of the inputs and outputs of one call, checked against what the method takes.

    Raises:
        VerifyError: with all faults: a file that cannot be read, another number, dtype or shape.

    """
    faults: list[str] = []
    taken = _entries(method.name, "input", method.inputs, inputs, faults)
    wanted = None
    if expected is not None:
        wanted = _entries(method.name, "output", method.outputs, expected, faults)
    if faults:
        raise VerifyError(faults)
    return taken, wanted


def _entries(
    method: str, what: str, wanted: Sequence[Argument], files: Sequence[Path], faults: list[str]
) -> list[dict[str, Any]]:
    if len(files) != len(wanted):
        option = "--inputs" if what == "input" else "--expected"
        faults.append(
            f"{method} has {len(wanted)} {what}(s), but {option} has {len(files)} file(s): give "
            "one for each, in order."
        )
        return []
    entries = []
    for index, (argument, file) in enumerate(zip(wanted, files, strict=True)):
        try:
            entries.append(_entry(argument, file, f"{file}: {what} {index} of {method}"))
        except VerifyError as error:
            faults += error.faults
    return entries


def _entry(wanted: Argument, file: Path, place: str) -> dict[str, Any]:
    array = read_npy(file)
    dtype = _DTYPES.get(array.dtype.str[1:])
    if dtype is None:
        raise VerifyError(
            f"{file}: its dtype is {array.dtype.str!r}, which no program takes. Convert it with "
            "`astype` before you save it."
        )
    if isinstance(wanted, ScalarArg):
        return _scalar(wanted, array, dtype, place)
    if not isinstance(wanted, TensorArg):
        raise VerifyError(f"{place} is a {wanted.kind}, which a case cannot have.")
    if dtype is not wanted.dtype:
        raise VerifyError(
            f"{place} is {wanted.dtype}, the file has {dtype}: convert it with `astype`."
        )
    _check_shape(wanted, array.shape, place)
    order = wanted.dim_order if len(wanted.dim_order) == array.ndim else tuple(range(array.ndim))
    return {
        "kind": "tensor",
        "dtype": str(dtype),
        "shape": list(array.shape),
        "dim_order": list(order),
        "data": array.astype(array.dtype.newbyteorder("<")).transpose(order).tobytes(),
    }


def _check_shape(wanted: TensorArg, sizes: Sequence[int], place: str) -> None:
    """The shape must be the planned one, or not exceed it where it is a bound."""
    if shape := wrong_shape(sizes, wanted):
        raise VerifyError(f"{place} has the shape {shape}, the file {list(sizes)}: reshape it.")


def _scalar(wanted: ScalarArg, array: NDArray[Any], dtype: DType, place: str) -> dict[str, Any]:
    if wanted.kind == "none":
        return {"kind": "none"}
    holding = _HOLDING.get(wanted.kind)
    if holding is None:
        raise VerifyError(f"{place} is a {wanted.kind}, which a case cannot have.")
    if array.shape or dtype not in holding:
        raise VerifyError(
            f"{place} is one {wanted.kind}, the file has {dtype} of shape "
            f"{list(array.shape)}: save `numpy.array(value)`, of no dimensions and of "
            f"{' or '.join(holding)}."
        )
    value = array.item()
    return {"kind": wanted.kind, "value": float(value) if wanted.kind == "double" else value}


def _method(model: Path, name: str) -> MethodInfo:
    methods = {method.name: method for method in read_model(model).methods}
    if name not in methods:
        raise VerifyError(f"{model}: --method: {no_method(name, methods)}")
    return methods[name]


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    options = _parser().parse_args(arguments)
    inputs, expected = options.inputs or [[]], options.expected
    if expected is not None and len(expected) != len(inputs):
        raise VerifyError(
            f"--inputs occurs {len(inputs)} time(s), --expected {len(expected)}: each case has "
            "one of each."
        )
    method = _method(options.model, options.method)
    outputs = expected or [None] * len(inputs)
    cases = [case_of(method, *each) for each in zip(inputs, outputs, strict=True)]
    _check_present(options.model, method.name, options)
    path = write_case_file(
        options.model,
        method.name,
        cases,
        integer_steps=options.integer_steps,
        data=options.data,
        add=options.add,
    )
    what = "" if expected else " without expected outputs"
    print(f"{path}: {len(cases)} case(s) of {method.name}{what}")
    return 0


def _check_present(model: Path, method: str, options: argparse.Namespace) -> None:
    """Refuses to replace cases without being told to.

    Raises:
        VerifyError: the method has cases.

    """
    path = cases_path(model)
    found = [each for each in present_methods(path, model) if each["name"] == method]
    count = sum(len(each["cases"]) for each in found)
    if count and not (options.add or options.force):
        raise VerifyError(
            f"{path}: has {count} case(s) of {method} already. --add keeps them and adds these, "
            "--force replaces them."
        )


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("cases", __doc__, EXAMPLES)
    parser.add_argument("model", type=Path, metavar="M.pte", help="the model")
    for option, text in (
        ("--inputs", "the arguments of one call"),
        ("--expected", "the outputs of one call"),
    ):
        parser.add_argument(
            option, type=Path, action="append", nargs="*", metavar="FILE.npy", help=text
        )
    parser.add_argument("--method", default="forward", help="the method (default: forward)")
    parser.add_argument(
        "--integer-steps",
        type=cli.at_least(0),
        default=0,
        metavar="N",
        help="by how much an integer output may differ (default: 0)",
    )
    present = parser.add_mutually_exclusive_group()
    present.add_argument("--add", action="store_true", help="to the cases that the method has")
    present.add_argument("--force", action="store_true", help="replace the cases that it has")
    parser.add_argument(
        "--data", type=Path, nargs="*", default=[], metavar="M.ptd", help="the model's data files"
    )
    return parser


if __name__ == "__main__":
    cli.run(main)
