"""Builds all targets, or those that GLOBs name, several at once; --json only lists them.

A target that is up to date starts no process. One that fails stops no other; the exit code is
that of the first that failed. Then the sizes of all in one table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from codegen.errors import ConfigError, KerfError, SizeError, collected
from tasks import cli
from tasks.building.parallel_builds import Outcome, build_targets
from tasks.config import load_target
from tasks.config.named import by_executor, chosen
from tasks.progress import progress
from tasks.size.document import size_path
from tasks.size.matrix_table import matrix_table, notes
from tasks.size.row import sizes
from tasks.table import in_colour


def matrix(root: Path, globs: Sequence[str] = ()) -> list[dict[str, str]]:
    """Every target of `root`/configs, or those that `globs` name, by name: what the list shows.

    Raises:
        ConfigError: files of targets are wrong, or a glob names none.

    """
    found = collected(chosen(root, globs), lambda name: load_target(name, root), ConfigError)
    return [
        {"target": each.name, "toolchain": each.toolchain.name, "description": each.description}
        for each in found
    ]


def build_all(
    root: Path, names: Sequence[str], *, jobs: int, executor: str | None = None
) -> tuple[Outcome, ...]:
    """How the builds of `names` ended, shown as they go on and then in a table of sizes."""
    outcomes = build_targets(
        names, root, progress(names), python=sys.executable, jobs=jobs, executor=executor
    )
    targets = []
    for outcome in outcomes:
        try:
            target = load_target(outcome.target, root)
        except KerfError:  # its build has reported it
            continue
        if size_path(target).is_file() and outcome.code in (0, SizeError.exit_code):
            targets.append(target)
    rows, _ = sizes(targets)  # faults of the gates were printed by the builds
    print()
    for line in (*matrix_table(rows, colour=in_colour()), *notes(rows)):
        print(line)
    return outcomes


def _summary(outcomes: Sequence[Outcome]) -> str:
    failed = [outcome.target for outcome in outcomes if outcome.code]
    unchanged = sum(outcome.unchanged for outcome in outcomes)
    built = len(outcomes) - len(failed) - unchanged
    text = f"{len(outcomes)} targets: {built} built, {unchanged} up to date"
    return f"{text}, {len(failed)} FAILED: {', '.join(failed)}" if failed else text


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("matrix", __doc__)
    parser.add_argument("glob", nargs="*", help="targets, like mv2-* (default: all)")
    parser.add_argument("--json", action="store_true", help="list them: a JSON array of objects")
    cli.add_builds(parser)
    cli.add_executor(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    if options.json:
        print(json.dumps(matrix(root, options.glob), indent=1, ensure_ascii=False))
        return 0
    names = chosen(root, options.glob)
    if not options.glob:
        names = by_executor(names, root, options.executor)
    outcomes = build_all(root, names, jobs=options.jobs, executor=options.executor)
    print(_summary(outcomes))
    sys.stdout.flush()
    for outcome in outcomes:
        for fault in outcome.faults:
            named = fault.startswith((f"{outcome.target}:", f"configs/{outcome.target}.toml"))
            print(f"error: {'' if named else f'{outcome.target}: '}{fault}", file=sys.stderr)
    return next((outcome.code for outcome in outcomes if outcome.code), 0)


if __name__ == "__main__":
    cli.run(main)
