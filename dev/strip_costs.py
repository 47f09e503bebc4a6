"""Prints a table of what int8 models take with strips and without: RAM, instructions and flash.

Each model is compiled twice for each processor, with inputs and outputs of int8, and runs once in
the emulator. Both runs must give the same bits. Without models, those of configs/models with chains
are compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.errors import VerifyError
from codegen.optimize.names import PortsName, StripsName
from dev.islands.instructions import count_of, executed
from dev.memory_plans import striped
from tasks import cli
from tasks.config import load_target
from tasks.markdown import table
from tasks.progress import log
from tasks.run.calls_block import CallResult, read_results
from tasks.size.trial import trial, trial_of
from tasks.toolchain.file import read_toolchain

TARGETS = {"kws-m55": "Cortex-M55", "kws-m4": "Cortex-M4", "kws-m0plus": "Cortex-M0+"}
"""Targets that lend their settings, and what their processors are called."""

HEAD: Sequence[str] = (
    *("model", "processor", "planned, B", "with strips"),
    *("instructions", "with strips", "more"),
    *("flash without weights, B", "with strips", "more weights, B"),
)
EXAMPLES = """\
examples:
  python -m dev.strip_costs
  python -m dev.strip_costs configs/models/mv2_cortex_m.pte --memory 50000
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one build takes, and what its run computes."""

    planned_bytes: int
    image_bytes: int
    weights_bytes: int
    instructions: int
    call: CallResult


def cost(path: Path, name: str, label: str, optimize: dict[str, Any], root: Path) -> Cost:
    """What the model in `path` takes with the settings of target `name` and those of `optimize`.

    Raises:
        KerfError: it does not build, or its run fails.

    """
    target = load_target(name, root)
    models = {"models": (str(path.resolve()),)}
    size = trial(target, label, select=models, optimize=optimize)
    built = trial_of(target, label, select=models, optimize=optimize)
    (run,) = executed(built, read_toolchain(target.toolchain.name, root)).values()
    results = read_results(run.stream)
    if results.error or results.calls[0].error:
        raise VerifyError(f"{path.name} on {name}: its run ends with an error.")
    return Cost(
        planned_bytes=results.planned_bytes,
        image_bytes=size.image_bytes or 0,
        weights_bytes=size.weights_bytes or 0,
        instructions=count_of(run),
        call=results.calls[0],
    )


def row(path: Path, name: str, chosen: dict[str, Any], root: Path) -> Sequence[str]:
    """The cells of HEAD for a model, with strips as `chosen`.

    Raises:
        KerfError: see cost().
        VerifyError: its outputs with strips have other bits.

    """
    ports = {"ports": PortsName.QUANTIZED}
    whole = cost(path, name, f"{path.stem}-whole", {**ports, "strips": StripsName.NEVER}, root)
    strips = cost(path, name, f"{path.stem}-strips", {**ports, **chosen}, root)
    if whole.call.outputs != strips.call.outputs:
        raise VerifyError(f"{path.name} on {name}: its outputs with strips have other bits.")
    return (
        f"`{path.stem}`",
        TARGETS[name],
        f"{whole.planned_bytes:,}",
        f"{strips.planned_bytes:,}",
        f"{whole.instructions:,}",
        f"{strips.instructions:,}",
        f"{100 * (strips.instructions / whole.instructions - 1):.1f} %",
        f"{whole.image_bytes:,}",
        f"{strips.image_bytes:,}",
        f"{strips.weights_bytes - whole.weights_bytes:,}",
    )


def rows(paths: Sequence[Path], chosen: dict[str, Any], root: Path) -> Iterator[Sequence[str]]:
    """The rows of HEAD for the models in `paths` on each processor."""
    for path in paths:
        for name in TARGETS:
            log(f"{path.name} on {TARGETS[name]}")
            yield row(path, name, chosen, root)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("dev.strip_costs", __doc__, EXAMPLES)
    parser.add_argument("models", nargs="*", type=Path, metavar="MODEL")
    parser.add_argument(
        "--memory",
        type=int,
        metavar="BYTES",
        help="with the chains that are needed for this plan; default: those of the least memory",
    )
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    paths = options.models or striped(root, sorted((root / "configs/models").glob("*.pte")))
    chosen: dict[str, Any] = {"strips": StripsName.LEAST_MEMORY}
    if options.memory is not None:
        chosen = {"strips": StripsName.WHERE_NEEDED, "memory_bytes": (options.memory,)}
    print("\n".join(table(HEAD, rows(paths, chosen, root))))
    return 0


if __name__ == "__main__":
    cli.run(main)
