"""`select`: what the given sources select, as a table, as JSON, or in ExecuTorch's form."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from codegen.errors import ConfigError
from codegen.selection import Selection
from codegen.selection_diff import differences
from codegen.selection_json import selection_json
from codegen.selection_text import selection_text, summary
from codegen.selection_yaml import selected_operators_yaml
from codegen.sources.detect import read_sources
from codegen.unresolved import who
from tasks import cli
from tasks.building.planning import known_operators, select_named
from tasks.files import write_if_changed
from tasks.table import in_colour

FORMATS: dict[str, Callable[[Selection], str]] = {
    "text": lambda selection: selection_text(selection, styled=False),
    "json": selection_json,
    "executorch": selected_operators_yaml,
}

DESCRIPTION = """\
Shows which operators, dtypes and calls the sources need together, and which source needs each.

A SOURCE is one of
  model.pte, model.bpte    a program, or a bundled one; weights are not read
  list.txt                 operators, one on a line, # starts a comment
  functions.yaml           ExecuTorch's list of kernels (custom_ops.yaml likewise)
  selected_operators.yaml  ExecuTorch's selection
  dtypes.yaml, .json       operators and their dtypes: aten::add.out: [Float, Int]
  aten::add.out,mm.out     operators themselves; without a namespace: aten
  all                      every operator of every library
Sources add up, in any order.
"""

EXAMPLES = """\
examples:
  nox -s select -- configs/models/mv2.pte
  nox -s select -- mv2.pte lstm.pte aten::relu.out --format json
  nox -s select -- --diff mv2-arm mv2-int8-arm
  nox -s select -- mv2.pte --format executorch --output selected_operators.yaml

exit code: 0, or 3 where a source is wrong: then nothing is written.
"""


def main(arguments: Sequence[str]) -> int:
    """Prints or writes the union of the sources named in `arguments`; 0.

    Raises:
        SelectionError: with the faults of all sources.
        OSError: the output cannot be written.

    """
    options = _parser().parse_args(arguments)
    if options.diff:
        return _diff(options.sources, options.format, options.root.resolve())
    selection = read_sources(options.sources, operators=known_operators)
    if options.output is not None:
        write_if_changed(options.output, FORMATS[options.format](selection))
        print(f"{options.output}: {summary(selection)}")
    elif options.format == "text":
        print(selection_text(selection, styled=in_colour()), end="")
    else:
        print(FORMATS[options.format](selection), end="")
    return 0


def _diff(sources: Sequence[str], form: str, root: Path) -> int:
    """Prints what B selects and A does not, and the other way round; 0."""
    if len(sources) != 2:
        raise ConfigError(f"--diff: compares two sources, A and B, not {len(sources)}.")
    before, after = (select_named([source], root, operators=known_operators) for source in sources)
    found = differences(before, after)
    if form == "json":
        print(json.dumps([asdict(each) for each in found], indent=1, ensure_ascii=False))
        return 0
    for each in found:
        where = f"  {who(each.origins)}" if each.origins else ""
        print(
            f"{each.sign} {each.operator}: {each.text}{where}"
            if each.text
            else f"{each.sign} {each.operator}{where}"
        )
    print(
        f"{sum(d.sign == '+' for d in found)} only in {sources[1]}, "
        f"{sum(d.sign == '-' for d in found)} only in {sources[0]}"
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("select", DESCRIPTION, EXAMPLES)
    parser.add_argument("sources", metavar="SOURCE", nargs="+", help="see above")
    parser.add_argument(
        "--format",
        choices=tuple(FORMATS),
        default="text",
        help="text: a table (default); json: everything; executorch: selected_operators.yaml",
    )
    parser.add_argument(
        "--diff",
        action="store_true",
        help="compare two sources, or two targets by name: what B needs and A does not, and back",
    )
    parser.add_argument(
        "--root", type=Path, default=Path(), help="the repository of targets (default: .)"
    )
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help="write to FILE, whole or not at all"
    )
    return parser


if __name__ == "__main__":
    cli.run(main)
