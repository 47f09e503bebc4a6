"""Prints a table of quantized networks: what `optimize` leaves in float, and the planned memory.

The last two columns are planned with inputs and outputs of int8 (`--ports quantized`). NAME.pte is
a program that PT2E quantized; NAME_cortex_m.pte next to it, if there is one, the same network of
ExecuTorch's Cortex-M exporter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from codegen.errors import ConfigError
from codegen.optimize.floats import floats_of
from codegen.optimize.names import PassName, PortsName
from codegen.optimize.pipeline import Optimized, optimize_file
from codegen.optimize.roles import Operators
from dev.islands import EXPORTER
from tasks import cli
from tasks.building.planning import known_operators

HEAD = (
    *("network", "float results", "after", "calls", "after", "planned, B", "after"),
    *("int8 ports", "Cortex-M exporter"),
)
EXAMPLES = """\
examples:
  python -m dev.islands.export build/islands
  python -m dev.islands build/islands
"""


def rows(folder: Path, operators: Operators) -> Iterator[list[str]]:
    """A row for each program in `folder`: calls and bytes before the passes and after them.

    Raises:
        ConfigError: there is none.
        SelectionError: one cannot be read.

    """
    paths = [each for each in sorted(folder.glob("*.pte")) if not each.stem.endswith(EXPORTER)]
    if not paths:
        raise ConfigError(f"{folder}: has no .pte. Export quantized networks into it first.")
    for path in paths:
        done = optimize_file(path, operators=operators, keep_steps=True)
        yield [
            f"`{path.stem}`",
            *(f"{number:,}" for number in (_floats(done, "given"), _floats(done))),
            f"{done.before.instructions:,}",
            f"{done.after.instructions:,}",
            f"{done.before.planned_bytes:,}",
            f"{done.after.planned_bytes:,}",
            _in_int8(path, operators),
            _in_int8(path.with_stem(path.stem + EXPORTER), operators),
        ]


def _in_int8(path: Path, operators: Operators) -> str:
    """What the program in `path` plans after the passes with quantized ports; empty without it."""
    if not path.is_file():
        return ""
    done = optimize_file(path, operators=operators, ports=PortsName.QUANTIZED)
    return f"{done.after.planned_bytes:,}"


def _floats(done: Optimized, step: str = PassName.INTEGERS) -> int:
    """How many results are float after `step`, dequantized ones not counted."""
    return sum(
        len(floats_of(method, each.operators))
        for each in done.steps
        if each.name == step
        for method in each.program.methods
    )


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("dev.islands", __doc__, EXAMPLES)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    for row in (HEAD, ["---"] * len(HEAD), *rows(options.folder, known_operators(options.root))):
        print(f"| {' | '.join(row)} |")
    return 0


if __name__ == "__main__":
    cli.run(main)
