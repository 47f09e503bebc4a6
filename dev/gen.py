"""Refreshes or checks the committed expansion of runtime/selected/, that of `reference`."""

from __future__ import annotations

from collections.abc import Sequence

from codegen.errors import ExpansionError
from tasks import cli
from tasks.building.expand import SELECTED, differences, expand
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
    if not options.check:
        changed = expand(plan, root, root / SELECTED, all_forms=True)
        names = ", ".join(path.name for path in changed)
        print(f"{SELECTED}: {names} refreshed" if changed else f"{SELECTED}: up to date")
        return 0
    diffs = differences(plan, root)
    if diffs:
        print("".join(diffs), end="")
        raise ExpansionError(
            f"{SELECTED}: {len(diffs)} file(s) are not what configs/{REFERENCE}.toml and the "
            "kernel libraries give. Run `nox -s gen` and commit."
        )
    print(f"{SELECTED}: up to date")
    return 0


if __name__ == "__main__":
    cli.run(main)
