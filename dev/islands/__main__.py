"""Prints a table of quantized networks: what `optimize` leaves in float, and the planned memory.

NAME.pte is a program that PT2E quantized; NAME_cortex_m.pte next to it, if there is one, the same
network of ExecuTorch's Cortex-M exporter. Both are planned with inputs and outputs of int8 as well
(`--ports quantized`), and with --instructions they run so in an emulator.
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
from dev.islands.instructions import instructions
from tasks import cli
from tasks.building.planning import known_operators
from tasks.markdown import table

HEAD: Sequence[str] = (
    *("network", "float results", "after", "calls", "after", "planned, B", "after"),
    *("int8 ports", "Cortex-M exporter"),
)
COUNTED: Sequence[str] = ("instructions", "Cortex-M exporter")
REFUSED = "refused"
EXAMPLES = """\
examples:
  python -m dev.islands.export build/islands
  python -m dev.islands build/islands
  python -m dev.islands build/islands --instructions kws-m4
"""


def networks(folder: Path) -> Sequence[Path]:
    """The programs in `folder` that PT2E quantized.

    Raises:
        ConfigError: there is none.

    """
    paths = [each for each in sorted(folder.glob("*.pte")) if not each.stem.endswith(EXPORTER)]
    if not paths:
        raise ConfigError(f"{folder}: has no .pte. Export quantized networks into it first.")
    return paths


def rows(paths: Sequence[Path], operators: Operators) -> Iterator[Sequence[str]]:
    """A row for each program in `paths`: calls and bytes before the passes and after them.

    Raises:
        SelectionError: one cannot be read.

    """
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
            _in_int8(_exporters(path), operators),
        ]


def counted(paths: Sequence[Path], target: str, root: Path) -> Iterator[Sequence[str]]:
    """The cells of COUNTED for each of `paths`, whose programs run as `target` does.

    Raises:
        KerfError: see instructions().

    """
    every = [each for path in paths for each in (path, _exporters(path)) if each.is_file()]
    counts = instructions(target, every, root)
    for path in paths:
        yield [
            f"{counts[each]:,}" if each in counts else REFUSED if each in every else ""
            for each in (path, _exporters(path))
        ]


def _exporters(path: Path) -> Path:
    return path.with_stem(path.stem + EXPORTER)


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
    parser.add_argument(
        "--instructions",
        metavar="TARGET",
        help="count instructions in the emulator of this compiled target, with its settings",
    )
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    paths, root = networks(options.folder), options.root.resolve()
    lines: list[Sequence[str]] = [HEAD, *rows(paths, known_operators(root))]
    if options.instructions:
        ends = [COUNTED, *counted(paths, options.instructions, root)]
        lines = [(*row, *end) for row, end in zip(lines, ends, strict=True)]
    print("\n".join(table(lines[0], lines[1:])))
    return 0


if __name__ == "__main__":
    cli.run(main)
