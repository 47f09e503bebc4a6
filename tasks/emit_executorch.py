"""Writes a selection for ExecuTorch's own build.

These are selected_operators.yaml, selected_op_variants.h, selected_prim_ops.h and
selected_max_kernel_num.h, as its CMake and Buck builds take them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codegen.executorch_build import executorch_files, is_prim
from codegen.selection import Selection
from tasks import cli
from tasks.building.planning import read_libraries, select_named
from tasks.config import load_target
from tasks.files import write_files

REFERENCE = "reference"
"""The target whose libraries have all operators on numbers."""


def emit(selection: Selection, folder: Path, root: Path) -> tuple[Path, ...]:
    """Writes the four files of `selection` into `folder`; those that changed.

    Raises:
        KerfError: the libraries cannot be read.
        OSError: a file cannot be written.

    """
    libraries = read_libraries(load_target(REFERENCE, root))
    known = {kernel.operator for library in libraries for kernel in library.kernels}
    files = executorch_files(selection, sorted(filter(is_prim, known)))
    return tuple(folder / name for name in write_files(folder, files))


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser(
        "emit-executorch",
        __doc__,
        "How its builds take them: docs/how-to/come-from-executorch.md. Exit codes: 0; 2 or "
        "3 where the target or a source is wrong.",
    )
    parser.add_argument(
        "sources", metavar="TARGET", nargs="+", help="a target; or sources, as nox -s select takes"
    )
    parser.add_argument("--output-dir", type=Path, required=True, metavar="D")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    changed = emit(select_named(options.sources, root), options.output_dir, root)
    for path in changed:
        print(f"written: {path}")
    if not changed:
        print(f"up to date: {options.output_dir}")
    return 0


if __name__ == "__main__":
    cli.run(main)
