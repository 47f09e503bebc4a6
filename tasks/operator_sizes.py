"""Measures the flash of operators on a Cortex-M55, alone and as the second of their family.

For each operator it builds targets in build/operator-sizes/ that hold it with one dtype: alone, and
next to the first other operator of its family. What is measured is kept and not built again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from codegen.dtype import DType
from codegen.errors import BuildError, ConfigError
from codegen.library import FUNCTIONS_FILE, KernelSpec, read_library
from tasks import cli
from tasks.conformance.__main__ import selects
from tasks.files import write_if_changed
from tasks.progress import log

SIZES = Path("tests/data/conformance/operator-sizes.json")
FOLDER = Path("build/operator-sizes")
TOOLCHAIN = "cortex-m55"
PREFERRED = (DType.Float, DType.Int, DType.Bool, DType.Char)
"""The dtype that is measured: the first of these that the kernel takes, else its first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorSize:
    """What an operator takes, in bytes of flash."""

    dtype: str
    flash_bytes: int
    """An image that has nothing else."""
    family: str
    """The operator that it is measured next to; empty where its family has no other."""
    second_bytes: int | None
    """By how much the image that has both is larger than that with `family` alone."""


def read_sizes(path: Path) -> dict[str, OperatorSize]:
    """By operator what was measured; nothing where there is no file."""
    if not path.is_file():
        return {}
    content = json.loads(path.read_text(encoding="utf-8"))
    return {operator: OperatorSize(**size) for operator, size in content.items()}


def _write_sizes(path: Path, sizes: Mapping[str, OperatorSize]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = (
        f" {json.dumps(operator)}: {json.dumps(asdict(size))}"
        for operator, size in sorted(sizes.items())
    )
    write_if_changed(path, "{\n" + ",\n".join(rows) + "\n}\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measured:
    operator: str
    dtype: DType
    neighbour: str
    neighbour_dtype: DType


def _work(root: Path) -> Iterator[_Measured]:
    """Each operator, with another one that is in the same header."""
    for path in sorted((root / "runtime/kernels").glob(f"*/{FUNCTIONS_FILE}")):
        library = read_library(path.parent, prefix=f"kernels/{path.parent.name}/")
        kernels = {kernel.operator: kernel for kernel in reversed(library.kernels)}
        for operator, kernel in sorted(kernels.items()):
            if not (kernel.inputs or kernel.outputs):
                continue  # on numbers alone
            others = [
                other
                for name, other in sorted(kernels.items())
                if name != operator and other.header == kernel.header and other.outputs
            ]
            neighbour = others[0] if others else kernel
            yield _Measured(
                operator=operator,
                dtype=_dtype(kernel),
                neighbour=neighbour.operator if others else "",
                neighbour_dtype=_dtype(neighbour),
            )


def _dtype(kernel: KernelSpec) -> DType:
    taken = kernel.outputs or kernel.inputs
    return next((dtype for dtype in PREFERRED if dtype in taken), taken[0])


def _flash(root: Path, selection: Mapping[str, DType]) -> int:
    """The flash of an image with these operators and dtypes.

    Raises:
        BuildError: it does not build; says why.

    """
    words = (f"{name}.{dtype}" for name, dtype in selection.items())
    name = "size-" + "-".join(word.replace("::", ".") for word in words)
    path = root / FOLDER / f"{name}.toml"
    pairs = ", ".join(f'"{name}" = ["{dtype}"]' for name, dtype in selection.items())
    lines = (
        'description = "the size of operators"',
        f"select.dtypes = {{ {pairs} }}",
        f'toolchain.name = "{TOOLCHAIN}"',
        "libraries.order = [" + ", ".join(f'"{name}"' for name in _libraries(root)) + "]",
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(path, "\n".join(lines) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "tasks.build", str(path), "--jobs", "1"],
        cwd=root,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise BuildError(f"{path.stem}: {done.stderr.strip()}")
    size = json.loads((root / "build" / name / "size.json").read_text(encoding="utf-8"))
    return int(size["flash_bytes"])


def _libraries(root: Path) -> list[str]:
    return sorted(path.parent.name for path in (root / "runtime/kernels").glob("*/functions.yaml"))


def measure(root: Path, each: _Measured) -> OperatorSize:
    """The sizes of one operator; three builds."""
    alone = _flash(root, {each.operator: each.dtype})
    second = None
    if each.neighbour:
        neighbour = {each.neighbour: each.neighbour_dtype}
        second = _flash(root, {**neighbour, each.operator: each.dtype}) - _flash(root, neighbour)
    return OperatorSize(
        dtype=each.dtype.value,
        flash_bytes=alone,
        family=each.neighbour,
        second_bytes=second,
    )


def operator_sizes(root: Path, patterns: Sequence[str], *, jobs: int, fresh: bool) -> None:
    """Measures the chosen operators that are not known, writing after each.

    Raises:
        ConfigError: no operator has these names.
        BuildError: some do not build; all others are measured.

    """
    wanted = [each for each in _work(root) if selects(each.operator, patterns)]
    if not wanted:
        raise ConfigError(f"{' '.join(patterns)}: no operator of that name has a kernel.")
    sizes = read_sizes(root / SIZES)
    left = [each for each in wanted if fresh or each.operator not in sizes]
    faults: list[str] = []

    def one(each: _Measured) -> None:
        try:
            sizes[each.operator] = measure(root, each)
        except BuildError as error:
            faults.extend(error.faults)
            return
        size = sizes[each.operator]
        log(f"{each.operator} ({size.dtype}): {size.flash_bytes} B, second {size.second_bytes} B")
        _write_sizes(root / SIZES, dict(sizes))

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, left))
    print(f"{len(left)} measured, {len(wanted) - len(left)} known: {SIZES}")
    if faults:
        raise BuildError(faults)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("operator-sizes", __doc__)
    parser.add_argument("operators", nargs="*", help="names or patterns (default: all)")
    parser.add_argument("--fresh", action="store_true", help="measure what is known as well")
    parser.add_argument("--jobs", "-j", type=int, default=2, help="builds at once (default: 2)")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    operator_sizes(root, options.operators, jobs=options.jobs, fresh=options.fresh)
    return 0


if __name__ == "__main__":
    cli.run(main)
