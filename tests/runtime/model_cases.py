"""The cases of a model: calls of its methods with inputs and the outputs of PyTorch."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.dtype import PART_OF, DType, elements
from tests.codegen.model_files import cases_file, programs
from tests.data.pack_cases import tensor_bytes
from tests.runtime.sanitized import run

# One unit in the last place of a result near the largest expected element, else what the design
# allows: sums in another order differ more than a rounding.
_TOLERANCE = {DType.Half: 2.0**-10, DType.BFloat16: 2.0**-7}
_DEFAULT_TOLERANCE = 1e-4


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One call."""

    method: str
    inputs: tuple[dict[str, Any], ...]
    """As the case file has them; tensors with `data`."""
    outputs: tuple[dict[str, Any], ...]
    """As the case file has them; tensors with `elements`."""
    reference_difference: float
    """How much ExecuTorch's own runtime differed from PyTorch."""
    exact: bool
    """A model of operators that are defined bit for bit."""


def models() -> list[Path]:
    """Every program in the repository that has cases and is not lowered."""
    return sorted(path for path in programs().values() if cases_file(path).is_file())


def data_files(model: Path) -> tuple[Path, ...]:
    """The files next to the model that hold its external data."""
    listed = json.loads(cases_file(model).read_text(encoding="utf-8"))["ptd"]
    return tuple(model.parent / each["file"] for each in listed)


def read_cases(model: Path) -> tuple[Case, ...]:
    """The cases of `model`, in the order in which its state expects them."""
    document = json.loads(cases_file(model).read_text(encoding="utf-8"))
    return tuple(
        Case(
            method=method["name"],
            inputs=tuple(_with_data(value, model.parent) for value in case["inputs"]),
            outputs=tuple(_expected(value, model.parent) for value in case["outputs"]),
            reference_difference=case.get("executorch_max_abs_diff") or 0.0,
            exact=model.stem.endswith("_cortex_m"),
        )
        for method in document["methods"]
        for case in method["cases"]
    )


def runner_arguments(
    model: Path, cases: tuple[Case, ...], output_dir: Path, program: Path | None = None
) -> list[str]:
    """The runner's command line that makes all calls; its inputs are written to `output_dir`.

    They are calls of `program`, which was made of `model`, where it is given.
    """
    arguments = ["--model", str(program or model), "--output-dir", str(output_dir)]
    for path in data_files(model):
        arguments += ["--data", str(path)]
    for number, case in enumerate(cases):
        arguments += ["--call", case.method]
        for index, value in enumerate(case.inputs):
            path = output_dir / f"input-{number}-{index}.bin"
            arguments += ["--input", _argument(value, path)]
    return arguments


def outputs_of(
    runner: Path, model: Path, folder: Path, program: Path | None = None, *, threads: int = 1
) -> list[list[dict[str, Any]]]:
    """What the runner gives for each case of `model`, or of `program` which was made of it."""
    arguments = runner_arguments(model, read_cases(model), folder, program)
    done = run(runner, "--threads", str(threads), *arguments)
    assert done.exit_code == 0, done.stderr
    return [json.loads(line)["outputs"] for line in done.stdout.splitlines()]


def difference(got: list[float], expected: list[float]) -> float:
    """The largest difference of two elements; two NaNs do not differ."""
    assert len(got) == len(expected)
    most = 0.0
    for a, b in zip(got, expected, strict=True):
        if a == b or (a != a and b != b):
            continue
        most = max(most, abs(a - b) if abs(a - b) == abs(a - b) else float("inf"))
    return most


def tolerance(expected: list[float], dtype: DType, case: Case) -> float:
    """What elements of a result may differ by: nothing unless they are floating."""
    if case.exact:
        return 0.0
    if PART_OF.get(dtype, dtype) not in (DType.Half, DType.BFloat16, DType.Float, DType.Double):
        return 0.0
    finite = [abs(x) for x in expected if abs(x) < float("inf")]
    relative = _TOLERANCE.get(dtype, _DEFAULT_TOLERANCE)
    # A model whose rounding steps appear in ExecuTorch's own results may show them in ours.
    return max(relative * max(finite, default=0.0), 2 * case.reference_difference)


def _with_data(value: dict[str, Any], folder: Path) -> dict[str, Any]:
    return {**value, "data": tensor_bytes(value, folder)} if value["kind"] == "tensor" else value


def _argument(value: dict[str, Any], path: Path) -> str:
    match value["kind"]:
        case "tensor":
            path.write_bytes(value["data"])
            return f"{path}@{'x'.join(map(str, value['shape']))}"
        case "bool":
            return f"bool:{str(value['value']).lower()}"
        case "none":
            return "none"
        case kind:
            return f"{kind}:{value['value']}"


def _expected(value: dict[str, Any], folder: Path) -> dict[str, Any]:
    if value["kind"] != "tensor":
        return value
    data = tensor_bytes(value, folder)
    return {**value, "elements": [*elements(DType(value["dtype"]), data)]}
