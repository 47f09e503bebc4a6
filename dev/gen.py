"""Refreshes or checks the committed expansion of runtime/selected/, that of `reference`."""

from __future__ import annotations

from collections.abc import Sequence

from dev.generated import refresh
from tasks import cli
from tasks.building.expand import SELECTED, expanded
from tasks.building.planning import plan_target
from tasks.config import load_target

REFERENCE = "reference"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("gen", __doc__)
    cli.add_check(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    plan = plan_target(load_target(REFERENCE, root)).plan
    sources = expanded(plan, root, verify=options.check, all_forms=True)
    present = (path for path in (root / SELECTED).iterdir() if path.suffix in (".h", ".cpp"))
    texts = {(SELECTED / name).as_posix(): text for name, text in sources.items()}
    gone = {(SELECTED / path.name).as_posix() for path in present} - texts.keys()
    refresh(texts | dict.fromkeys(sorted(gone)), root, check=options.check, session="gen")
    return 0


if __name__ == "__main__":
    cli.run(main)
