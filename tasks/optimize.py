"""`optimize`: a program in, an equivalent one out that is smaller and needs less memory."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from codegen.errors import ConfigError
from codegen.flat_tensor import read_flat_tensor
from codegen.optimize.floats import floats_of
from codegen.optimize.names import DelegateName, PassName, PortsName, StripsName, WeightsName
from codegen.optimize.observe import Observed
from codegen.optimize.pipeline import (
    DEFAULT,
    PASSES,
    Optimized,
    Step,
    observed_file,
    optimize,
    read_program,
)
from codegen.optimize.roles import Operators
from codegen.pte import read_program_file
from codegen.quantized_ports import quantized_ports
from tasks import cli
from tasks.building.planning import known_operators
from tasks.files import write_if_changed
from tasks.table import aligned

ROOT = Path(__file__).parents[1]

DESCRIPTION = """\
Writes an optimised program: outputs stay what they were. Weights that nothing needs any more are
left out, and so are copies that change nothing; memory is planned anew. What was lowered to XNNPACK
becomes operators again. A method that the passes do
not understand (say, an operator that no library describes) keeps its instructions and its
memory.
"""

EPILOG = f"""\
passes, in the order in which they run (default: {",".join(DEFAULT)}):
{chr(10).join(f"  {name:<11} {each.what}" for name, each in PASSES.items())}

examples:
  python -m tasks.optimize mv2.pte smaller.pte --explain
  python -m tasks.optimize mv2.pte smaller.pte --passes unused,plan

exit code: 0; 2 for a pass or an output folder that does not exist; 3 where the program cannot be
read or has a delegate of XNNPACK that cannot be turned back; 7 where it does not fit the memories
that --memory gives.
"""


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    options = _parser().parse_args(arguments)
    folder = options.output.parent
    if not folder.is_dir():
        raise ConfigError([f"{options.output}: there is no folder {folder}. Make it first."])
    passes = chosen_passes(options.passes.split(",") if options.passes is not None else DEFAULT)
    operators = known_operators(options.root, options.library)
    done = optimize(
        read_program(options.input),
        name=str(options.input),
        operators=operators,
        passes=passes,
        memories=memory_sizes(options.memory),
        external=[read_flat_tensor(path) for path in options.data],
        delegates=DelegateName(options.delegates),
        strips=StripsName(options.strips),
        ports=PortsName(options.ports),
        weights=WeightsName(options.weights_dtype),
        keep_steps=options.explain,
    )
    write_if_changed(options.output, done.data)
    if options.observe is not None:
        seen = observed_file(
            options.input,
            operators=operators,
            passes=passes,
            external=options.data,
            weights=WeightsName(options.weights_dtype),
        )
        write_observed(seen, options.observe, operators)
    for remark in filter(None, (done.turned_back, *done.remarks)):
        print(remark)
    for line in explanation(done) if options.explain else [summary(done)]:
        print(line)
    return 0


def write_observed(seen: Observed, folder: Path, operators: Operators) -> None:
    """Writes the programs of `seen` into `folder`, and layers.json: each method's layers.

    A layer has its `number`, its `operator`, the one that it is there `instead_of`, and the `step`
    by which its result is quantized, or null.

    Raises:
        ConfigError: there is no such folder.

    """
    if not folder.is_dir():
        raise ConfigError(f"{folder}: there is no such folder. Make it first.")
    for name in ("given", "optimised", "corrected"):
        write_if_changed(folder / f"{name}.pte", getattr(seen, name))
    steps = {
        plan.name: quantized_ports(plan, operators).steps
        for plan in read_program_file(folder / "given.pte").program.plans
    }
    layers = {
        method: [
            {
                "number": layer.number,
                "operator": layer.call.operator,
                "instead_of": layer.given.operator,
                "step": step,
            }
            for layer, step in zip(found, steps[method][-len(found) :], strict=True)
        ]
        for method, found in seen.layers.items()
        if found
    }
    write_if_changed(folder / "layers.json", json.dumps(layers, indent=1) + "\n")


def chosen_passes(names: Sequence[str]) -> tuple[str, ...]:
    """`names` without spaces and empty ones.

    Raises:
        ConfigError: one is not a pass.

    """
    stripped = tuple(name.strip() for name in names if name.strip())
    unknown = [name for name in stripped if name not in PASSES]
    if unknown:
        raise ConfigError(
            [f"{name}: no such pass. There are {', '.join(PASSES)}." for name in unknown]
        )
    return stripped


def memory_sizes(text: str | None) -> tuple[int, ...]:
    """The sizes in `text`, separated by commas.

    Raises:
        ConfigError: one is not a whole number of bytes.

    """
    parts = [] if text is None else text.replace("_", "").split(",")
    if any(not part.strip().isdecimal() for part in parts):
        raise ConfigError(f"--memory {text}: give whole numbers of bytes, as in 65536,1048576.")
    return tuple(int(part) for part in parts)


def summary(done: Optimized) -> str:
    """What was gained, in one line."""
    first, last = done.before, done.after
    return (
        f"instructions {first.instructions:,} -> {last.instructions:,}, "
        f"program {first.program_bytes:,} -> {last.program_bytes:,} B, "
        f"weights {first.weights_bytes:,} -> {last.weights_bytes:,} B, "
        f"planned {first.planned_bytes:,} -> {last.planned_bytes:,} B"
    )


def explanation(done: Optimized) -> Iterator[str]:
    """A row for each pass, the lower bound of the plan, and which methods were left alone."""
    head = ("after", "instructions", "values", "program B", "weights B", "planned B")
    yield from aligned("<>>>>>", [head, *map(_row, done.steps)])
    last = done.after
    if done.fixed:  # the memory of such a method is not planned
        yield f"planned {last.planned_bytes:,} B"
    else:
        yield (
            f"planned {last.planned_bytes:,} B; the tensors in use at one instruction take up to "
            f"{last.least_bytes:,} B, which no plan goes below"
        )
    for method, memories in done.memories:
        if len(memories) > 1:
            each = ", ".join(f"{number}: {size:,} B" for number, size in enumerate(memories, 1))
            yield f"{method}: planned memory {each}"
    yield from _strips(done)
    yield from _floats(done)
    for method, reason in done.fixed:
        yield f"{method}: instructions and memory are kept: {reason}"


def _strips(done: Optimized) -> Iterator[str]:
    """The chains that run a few rows at a time, and what is planned without and with them."""
    for method, its in done.strips.items():
        yield f"{method}: planned {its.before:,} B without strips, {its.after:,} B with them"
        for chain in its.chains:
            rows = " ".join(
                f"{kept}/{layer.rows}"
                for kept, layer in zip(chain.times.capacities, chain.layers, strict=True)
            )
            yield (
                f"{method}: instructions {chain.first} to {chain.last} (before the pass), "
                f"{chain.step} of {chain.layers[-1].rows} rows at a time: rows kept {rows}; "
                f"{chain.workspace:,} B between them; about {chain.added:,} more instructions "
                "(estimated from the calls of loops and the rows that are moved)"
            )


def _floats(done: Optimized) -> Iterator[str]:
    """What stays float in a quantized program, and why."""
    for step in done.steps:
        for method in step.program.methods if step.name == PassName.INTEGERS else ():
            for each in floats_of(method, step.operators):
                yield f"{method.name}: {each.operator} {list(each.sizes)} stays float: {each.why}"


def _row(step: Step) -> tuple[str, ...]:
    figures = step.figures()
    numbers = (
        figures.instructions,
        figures.values,
        figures.program_bytes,
        figures.weights_bytes,
        figures.planned_bytes,
    )
    return (step.name, *(f"{number:,}" for number in numbers))


_CHOICES = (
    (
        "--delegates",
        DelegateName.TURN_BACK,
        "what was lowered to XNNPACK: turn-back: becomes operators before any pass; keep: stays",
    ),
    (
        "--strips",
        StripsName.WHERE_NEEDED,
        "where chains of int8 layers run a few rows at a time: where a plan does not fit --memory "
        "without, wherever it becomes smaller, or never",
    ),
    (
        "--ports",
        PortsName.AS_EXPORTED,
        "quantized: inputs and outputs that the program quantizes are int8",
    ),
    (
        "--weights-dtype",
        WeightsName.AS_EXPORTED,
        "half: weights of convolutions and products in Float take two bytes, which rounds them",
    ),
)
"""Options that take one of the names of their default's type, and what to say of them."""


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("optimize", DESCRIPTION, EPILOG)
    parser.add_argument("input", metavar="IN.pte", type=Path)
    parser.add_argument("output", metavar="OUT.pte", type=Path)
    parser.add_argument("--passes", metavar="A,B", help="only these; see below")
    parser.add_argument(
        "--data",
        metavar="M.ptd",
        type=Path,
        action="append",
        default=[],
        help="external data of the program, which become its constants",
    )
    parser.add_argument(
        "--memory",
        metavar="BYTES,BYTES",
        help="the size of each planned memory, the one to fill first being the first",
    )
    for flag, default, what in _CHOICES:
        parser.add_argument(
            flag,
            choices=[name.value for name in type(default)],
            default=default.value,
            help=f"{what} (default: %(default)s)",
        )
    parser.add_argument("--explain", action="store_true", help="what each pass gained")
    parser.add_argument(
        "--observe",
        metavar="FOLDER",
        type=Path,
        help="also write there the programs before and after the passes with the result of each "
        "call as an output, and layers.json, which pairs them",
    )
    parser.add_argument(
        "--library",
        metavar="FOLDER",
        type=Path,
        action="append",
        default=[],
        help="a library of your own, whose functions.yaml describes your operators",
    )
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    cli.run(main)
