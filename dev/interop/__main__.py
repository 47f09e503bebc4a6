"""Compares our files for ExecuTorch's build with those that its pinned package's generators write.

Operators and kernel keys must be equal, macros too. Dtypes must be at least theirs, with names that
exist; the capacity at most theirs, which counts operators on numbers twice.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import yaml

from codegen.dtype import DType
from codegen.errors import BuildError, ConfigError, VerifyError
from codegen.selection import union
from codegen.sources.detect import read_file
from tasks import cli
from tasks.emit_executorch import emit
from tasks.environment import environment

FOLDER = Path("build/interop")
REQUIREMENTS = ["requirements-conformance.txt"]
MODELS = ("configs/models", "tests/data/models")
_CONDITION = re.compile(
    r'string_view\(operator_name\)(?:\.compare\("(?P<a>[^"]+)"\) == 0| == "(?P<b>[^"]+)")'
    r"(?P<rest>.*?)(?=string_view|\Z)",
    re.DOTALL,
)
_DTYPE = re.compile(r"ScalarType::(\w+)")
_COUNT = re.compile(r"#define EXECUTORCH_SELECTED_MAX_KERNEL_NUM (\d+)")
_MISSPELT = {"Uint64": "UInt64"}
"""Names of dtypes that ExecuTorch's generator writes and its ScalarType does not have."""


def compare(ours: Path, theirs: Path) -> list[str]:
    """What of the four files in the folder `ours` does not agree with those in `theirs`."""
    name = theirs.name
    return [
        f"{name}: {fault}"
        for fault in (
            *_operators(_yaml(ours), _yaml(theirs)),
            *_dtypes(_variants(ours), _variants(theirs)),
            *_macros(ours, theirs),
            *_capacity(ours, theirs),
        )
    ]


def _yaml(folder: Path) -> Mapping[str, Mapping[str, object]]:
    text = (folder / "selected_operators.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, object]] = yaml.safe_load(text)
    return found


def _operators(
    ours: Mapping[str, Mapping[str, object]], theirs: Mapping[str, Mapping[str, object]]
) -> Iterable[str]:
    for key in ("et_kernel_metadata", "include_all_operators"):
        if ours[key] != theirs[key]:
            yield f"{key} of selected_operators.yaml differs"
    if set(ours["operators"]) != set(theirs["operators"]):
        yield "operators of selected_operators.yaml differ"


def _variants(folder: Path) -> dict[str, set[str]]:
    """Maps an operator to its dtypes; none: any dtype."""
    text = (folder / "selected_op_variants.h").read_text(encoding="utf-8")
    body = text.partition("return")[2]
    return {
        match["a"] or match["b"]: set(_DTYPE.findall(match["rest"]))
        for match in _CONDITION.finditer(body)
    }


def _dtypes(ours: dict[str, set[str]], theirs: dict[str, set[str]]) -> Iterable[str]:
    if ours.keys() != theirs.keys():
        yield f"selected_op_variants.h has other operators: {sorted(ours.keys() ^ theirs.keys())}"
    for operator in sorted(ours.keys() & theirs.keys()):
        unknown = ours[operator] - set(DType)
        named = {_MISSPELT.get(dtype, dtype) for dtype in theirs[operator]}
        if unknown:
            yield f"{operator}: no dtype is called {', '.join(sorted(unknown))}"
        if ours[operator] and (not named or not named <= ours[operator]):
            yield f"{operator}: lacks dtypes {', '.join(sorted(named - ours[operator])) or 'any'}"


def _macros(ours: Path, theirs: Path) -> Iterable[str]:
    have, want = (
        set(re.findall(r"#define (\w+)", (each / "selected_prim_ops.h").read_text()))
        for each in (ours, theirs)
    )
    if have != want:
        yield f"selected_prim_ops.h has other macros: {', '.join(sorted(have ^ want))}"


def _capacity(ours: Path, theirs: Path) -> Iterable[str]:
    have, want = (
        [int(count) for count in _COUNT.findall((each / "selected_max_kernel_num.h").read_text())]
        for each in (ours, theirs)
    )
    if len(have) != len(want) or have > want:
        yield f"selected_max_kernel_num.h: {have}, and theirs is {want}"


def interop(root: Path, models: Sequence[Path], python: Path) -> int:
    """The number of selections that were compared, the union of all models included.

    Raises:
        BuildError: the generators do not run.
        VerifyError: everything that does not agree.

    """
    folder = root / FOLDER
    command: list[str | Path] = [python, "-m", "dev.interop.generators", folder / "theirs"]
    done = subprocess.run(
        [*command, *models], cwd=root, capture_output=True, text=True, check=False
    )
    theirs = sorted(path.parent for path in folder.glob("theirs/*/selected_max_kernel_num.h"))
    if not theirs or not (folder / "theirs/union").is_dir():
        raise BuildError(f"the generators of executorch do not run: {done.stderr.strip()}")
    taken = {path.name for path in theirs}
    faults, selections = [], []
    for model in models:
        if model.stem in taken:
            selections.append(read_file(model))
            emit(selections[-1], folder / "ours" / model.stem, root)
            faults += compare(folder / "ours" / model.stem, folder / "theirs" / model.stem)
        else:
            print(f"{model.name}: executorch's generators fail on it")
    emit(union(selections), folder / "ours/union", root)
    faults += compare(folder / "ours/union", folder / "theirs/union")
    if faults:
        raise VerifyError(faults)
    return len(selections) + 1


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("interop", __doc__)
    parser.add_argument(
        "models", nargs="*", type=Path, help=".pte (default: all of the repository)"
    )
    parser.add_argument("--python", type=Path, help="one that has executorch, in place of our own")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    models = [path.resolve() for path in options.models] or sorted(
        {path.stem: path for folder in MODELS for path in (root / folder).glob("*.pte")}.values()
    )
    if not models:
        raise ConfigError("no model to compare. Name .pte files.")
    python = options.python or environment(root, REQUIREMENTS)
    print(f"{interop(root, models, python)} selections agree with those of executorch's generators")
    return 0


if __name__ == "__main__":
    cli.run(main)
