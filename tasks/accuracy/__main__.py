"""Measures a target's models on a data set: top-1, agreement with a reference, the worst case.

It runs here, on the host: the program that the target ships, with the kernels of the device built
for this machine. Kernels of integers give the same numbers on both, so that no emulator is needed.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from codegen.errors import NotVerified, VerifyError
from codegen.opinfo import MethodInfo
from codegen.optimize.arrays import Array
from codegen.pte import read_model
from tasks import cli
from tasks.accuracy.data_set import DataSet, elements_of, read_data_set, sample_values
from tasks.accuracy.measure import Accuracy, accuracy, document
from tasks.building.optimized import exported_path, exported_ports, optimize_model
from tasks.building.planning import read_libraries
from tasks.building.sources import build_dir
from tasks.config import Target, load_target
from tasks.files import write_if_changed
from tasks.lock import locked
from tasks.progress import log
from tasks.run.case import Case, MethodCases, ModelCases
from tasks.run.case_check import no_method
from tasks.run.cases import cases_path, read_cases
from tasks.run.host_programs import HostRunner, host_runner, most_cases
from tasks.table import aligned

VERSION = 1

EXAMPLES = """\
The folder has NumPy files, whose first dimension counts the samples (a batch of one may be left
out of their shapes):

  inputs.npy     what the method takes; of several inputs inputs_0.npy, inputs_1.npy, ...
  labels.npy     the class of each sample, an integer: gives top-1 of the first output
  reference.npy  the outputs to compare with (reference_0.npy, ...), of PyTorch for instance.
                 Without it the model is compared with itself as it was exported, which takes one
                 more run

examples:
  nox -s accuracy -- kws --data data/
  nox -s accuracy -- kws --data data/ --limit 1000

The table is printed, and written to build/<target>/accuracy.json with all digits.
"""


def measure(
    target: Target, folder: Path, model: Path, name: str, limit: int | None
) -> dict[str, Any]:
    """Prints how the method `name` of `model` does on the data set; the content of its JSON.

    Raises:
        KerfError: the data set is wrong, or a program cannot be built or fails.

    """
    libraries = read_libraries(target)
    with locked(target.root / build_dir(target)):
        shipped = optimize_model(target, model, libraries).path
        exported = exported_path(target, model, libraries)
        steps = exported_ports(target, model, libraries)[name].steps
    method = next(each for each in read_model(exported).methods if each.name == name)
    data = read_data_set(folder, method, limit)
    external = _external(target, model)
    runner = host_runner(target, [shipped, exported], "accuracy")
    outputs = _outputs(runner, shipped, external, data, method, "as shipped")
    origin, rows = "reference.npy", None
    if data.reference is not None:
        rows = [each.reshape(data.count, -1) for each in data.reference]
    elif shipped != exported:
        rows = _outputs(runner, exported, external, data, method, "as exported")
        origin = "the model as it was exported"
    found = accuracy(outputs, rows, data.labels, steps)
    print("\n".join(_table(f"{model.name} {name}", found, origin)), flush=True)
    about = {"model": model.name, "method": name, "reference": None if rows is None else origin}
    return {**about, **document(found)}


def _external(target: Target, model: Path) -> tuple[Path, ...]:
    """The `.ptd` of a model: those that the target names, else those of the model's cases.

    Raises:
        VerifyError: it needs some, and neither names any.

    """
    found = target.data_paths
    if not found and read_model(model).external_data:
        with suppress(NotVerified):
            found = read_cases(model).data
        if not found:
            raise VerifyError(
                f"{model.name}: has weights in a .ptd, which neither optimize.data nor `ptd` of "
                f"{cases_path(model).name} names."
            )
    return found


def _outputs(
    runner: HostRunner,
    model: Path,
    external: tuple[Path, ...],
    data: DataSet,
    method: MethodInfo,
    what: str,
) -> list[Array]:
    """For each output of the method a row of elements for each sample."""
    rows: list[list[Array]] = [[] for _ in method.outputs]
    batch = most_cases(len(method.inputs))
    for start in range(0, data.count, batch):
        end = min(start + batch, data.count)
        cases = tuple(
            Case(inputs=sample_values(data, method, index), outputs=(), integer_steps=0)
            for index in range(start, end)
        )
        methods = (MethodCases(name=method.name, cases=cases),)
        run = ModelCases(path=model, model=model, data=external, methods=methods)
        (outcome,) = runner.run(run)
        for index, case in enumerate(outcome.cases, start):
            if case.fault is not None:
                raise VerifyError(f"{model.name} {what}, sample {index}: {case.fault}.")
            for row, value, planned in zip(rows, case.outputs, method.outputs, strict=True):
                row.append(elements_of(value, planned))
        log(f"{model.name} {what}: {end:,} of {data.count:,} samples")
    try:
        return [np.stack(row) for row in rows]
    except ValueError:
        raise VerifyError(f"{model.name}: its outputs have other shapes by sample.") from None


def _table(name: str, found: Accuracy, origin: str) -> Iterator[str]:
    yield f"{name}: {found.samples:,} samples"
    rows = [
        ("  top-1", _percent(found.top_1)),
        ("  top-1 of the reference", _percent(found.reference_top_1)),
    ]
    rows.append(("  same class as the reference", _percent(found.agreement)))
    yield from aligned("<>", [row for row in rows if row[1]] or [("  no labels", "")])
    if not found.outputs:
        return
    yield f"  outputs next to {origin}:"
    head = ("  output", "equal", "within a step", "mean", "largest", "at", "expected", "got")
    table = [head]
    for each in found.outputs:
        at = f"sample {each.worst.sample}, element {each.worst.element}"
        numbers = (f"{each.worst.expected:.6g}", f"{each.worst.actual:.6g}")
        sizes = (each.shown(each.mean_difference), each.shown(each.largest_difference))
        shares = (_percent(each.equal), _percent(each.within_one_step))
        table.append((f"  {each.output}", *shares, *sizes, at, *numbers))
    yield from aligned("<>>>><>>", table)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.2f} %"


def _chosen(target: Target, name: str | None, method: str) -> Path:
    """The model that `--model` names, or the only one; it has the method.

    Raises:
        VerifyError: there is no such model or method.

    """
    models = {path.name: path for path in target.model_paths}
    if name is None and len(models) != 1:
        raise VerifyError(
            f"{target.name}: has {len(models)} models: name one with --model ({', '.join(models)})."
        )
    wanted = name or next(iter(models))
    found = models.get(wanted) or models.get(f"{wanted}.pte")
    if found is None:
        raise VerifyError(f"{target.name}: has no model {wanted}, but {', '.join(models)}.")
    methods = [each.name for each in read_model(found).methods]
    if method not in methods:
        raise VerifyError(f"{wanted}: {no_method(method, methods)}")
    return found


def _json(content: dict[str, Any]) -> str:
    """The document; a number that is not finite, which JSON does not have, is null."""

    def finite(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: finite(each) for key, each in value.items()}
        if isinstance(value, list):
            return [finite(each) for each in value]
        return None if isinstance(value, float) and not math.isfinite(value) else value

    return json.dumps(finite(content), indent=1, sort_keys=True, allow_nan=False) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    options = _parser().parse_args(arguments)
    target = load_target(cli.required_target(options.target, options.root), options.root.resolve())
    model = _chosen(target, options.model, options.method)
    content = measure(target, options.data, model, options.method, options.limit)
    about = {"version": VERSION, "target": target.name}
    written = Path(build_dir(target)) / "accuracy.json"
    write_if_changed(target.root / written, _json({**about, **content}))
    print(f"written to {written}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("accuracy", __doc__, EXAMPLES)
    cli.add_target(parser)
    parser.add_argument(
        "--data", type=Path, required=True, metavar="FOLDER", help="the data set; see below"
    )
    parser.add_argument("--model", metavar="M.pte", help="of a target with several models")
    parser.add_argument("--method", default="forward", help="default: forward")
    parser.add_argument(
        "--limit", type=cli.at_least(1), metavar="N", help="only the first N samples"
    )
    cli.add_root(parser)
    return parser


if __name__ == "__main__":
    cli.run(main)
