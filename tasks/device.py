"""What the device of a built target holds in each region of its memory, and from which of them each
layer reads its weights.

`walks` is how often a call goes through its weights, about: by that the build has placed them.
`nox -s run` counts what an inference reads of each region that [board] weights names.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from codegen.compiled.weight_uses import WeightUse, weight_uses
from codegen.errors import BuildError
from codegen.pte import read_program_file
from tasks import cli
from tasks.building.planning import read_libraries
from tasks.building.request_location import source_name
from tasks.building.sources import build_dir, shipped_path
from tasks.config import Target, load_target
from tasks.config.board import board_of
from tasks.size.parts_table import device_table
from tasks.size.read import read_size
from tasks.table import aligned

HEAD = ("call", "operator", "weights B", "walks", "from")


def device_lines(target: Target) -> Iterator[str]:
    """The regions of the device, then each method's calls that read constants.

    Raises:
        SizeError, BuildError: the target is not built.

    """
    yield from device_table(read_size(target))
    models = {source_name(target, each): shipped_path(target, each) for each in target.model_paths}
    files = {name: read_program_file(path) for name, path in models.items()}
    operators = {
        kernel.operator: kernel
        for library in reversed(read_libraries(target))
        for kernel in library.kernels
    }
    region = _regions(target)
    uses = list(weight_uses(files, operators))
    for (model, method), group in groupby(uses, lambda use: (use.model, use.method)):
        yield f"\n{model} {method}"
        yield from _layers(list(group), region)


def _regions(target: Target) -> Callable[[WeightUse], str]:
    """In which region the build has placed a constant."""
    board = board_of(target)
    default = "flash" if board is None else board.models
    path = target.root / build_dir(target) / "plan.json"
    try:
        compiled = json.loads(path.read_text(encoding="utf-8")).get("compiled") or {}
    except OSError as error:
        raise BuildError(
            f"{path}: {error.strerror}. Build it: `nox -s build -- {target.name}`."
        ) from None
    names = [each["name"] for each in compiled.get("weight_regions", ())]
    runs = compiled.get("runs", ()) if names else ()

    def region(use: WeightUse) -> str:
        found = (
            str(names[run["region"]])
            for run in runs
            if run["model"] == use.model
            and run["position"] <= use.position < run["position"] + run["bytes"]
        )
        return next(found, default)

    return region


def _layers(uses: Sequence[WeightUse], region: Callable[[WeightUse], str]) -> Iterator[str]:
    rows = [HEAD]
    for (call, operator), group in groupby(uses, lambda use: (use.instruction, use.operator)):
        constants = list(group)
        held: dict[str, int] = defaultdict(int)
        for use in constants:
            held[region(use)] += use.bytes
        total = sum(held.values())
        where = [
            name if len(held) == 1 else f"{name} {bytes_:,}"
            for name, bytes_ in sorted(held.items(), key=lambda each: -each[1])
        ]
        walks = max(use.walks for use in constants)
        rows.append((str(call), operator, f"{total:,}", f"{walks:,}", ", ".join(where)))
    yield from (f"  {line}" for line in aligned("><>><", rows))


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("device", __doc__)
    cli.add_target(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    target = load_target(cli.required_target(options.target, options.root), options.root.resolve())
    print("\n".join(device_lines(target)))
    return 0


if __name__ == "__main__":
    cli.run(main)
