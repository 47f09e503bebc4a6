"""Keeps sizes per commit: `record` those of HEAD, `backfill A..B` those of the past, `show` them.

The file is configs/history.jsonl, or history.jsonl in --folder, or --file.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from codegen.errors import BuildError, ConfigError, KerfError, VerifyError
from tasks import cli
from tasks.building.freshness import is_fresh
from tasks.building.inputs import Digests
from tasks.compare.changes import changes_since
from tasks.config import load_target
from tasks.config.named import chosen
from tasks.executors.runner import Say
from tasks.history.rows import FILE, NAME, add_rows, read_rows, row_of
from tasks.history.show import table
from tasks.progress import log
from tasks.revisions.builds import Revisions
from tasks.revisions.git import Commit, commits_of_range, get_commit
from tasks.size.document import size_path
from tasks.size.read import read_size
from tasks.targets import home, matches
from tasks.toolchain.choose import toolchain_for

SHOWN = 3
"""Files that a fault names."""


def record(root: Path, file: Path, names: Sequence[str], executor: str | None = None) -> list[str]:
    """Adds the built targets among `names` as rows of HEAD; their names.

    Raises:
        VerifyError: files are not those of HEAD.
        BuildError: what is built is not up to date.

    """
    head = get_commit(home(root), "HEAD")
    targets = [load_target(name, root) for name in names]
    built = [target for target in targets if size_path(target).is_file()]
    changes = changes_since(root, head)
    if faults := [
        f"{target.name}: {', '.join(differ[:SHOWN])}: not as in {head.short}, so that sizes would "
        "be recorded for the wrong commit. Commit first."
        for target in built
        if (differ := changes.of(root, target.name))
    ]:
        raise VerifyError(faults)
    digests = Digests()
    stale = [
        target.name
        for target in built
        if not is_fresh(target, toolchain_for(target, executor), digests, executor)
    ]
    if stale:
        raise BuildError(f"not up to date: {', '.join(stale)}. Build first: nox -s matrix")
    if not built:
        raise BuildError("no target is built. Build first: nox -s matrix")
    add_rows(file, [row_of(read_size(target), head) for target in built])
    return [target.name for target in built]


def backfill(
    file: Path,
    commits: Sequence[Commit],
    revisions: Revisions,
    *,
    wanted: Callable[[str], bool],
    say: Say,
) -> int:
    """How many rows were added to `file`: of all `commits` and their targets that are `wanted`.

    Existing rows are not built again. A commit or target that cannot be built is reported and left
    out. Each commit's rows are written when it is done: an interrupted back-fill continues where it
    stopped.
    """
    added = 0
    for number, commit in enumerate(commits, start=1):
        prefix = f"{number}/{len(commits)} {commit.short}"
        there = {row.target for row in read_rows(file) if row.commit == commit.id}
        names = [name for name in revisions.target_names(commit) if wanted(name)]
        missing = [name for name in names if name not in there]
        if not missing:
            say(f"{prefix}: {'recorded already' if names else 'no targets, skipped'}")
            continue
        try:
            sizes, faults = revisions.sizes(commit, missing)
        except KerfError as error:  # of the commit as a whole
            sizes, faults = {}, {"every target": str(error)}
        add_rows(file, [row_of(each.size, commit) for each in sizes.values()])
        added += len(sizes)
        for name, fault in faults.items():
            reason = (fault.strip().splitlines() or ["no reason given"])[0]
            say(f"{prefix}: {name} skipped, it does not build: {reason}")
        say(f"{prefix}: {len(sizes)} of {len(missing)} targets ({commit.subject})")
    return added


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    options = _parser().parse_args(arguments)
    root = options.root.resolve()
    file = _file(options, root)
    globs = options.target or ["*"]
    if options.verb == "show":
        rows = [row for row in read_rows(file) if matches(row.target, globs)]
        for line in table(rows) if rows else (f"{file}: no rows yet: nox -s history",):
            print(line)
    elif options.verb == "record":
        if options.range is not None:
            raise ConfigError("record takes no range: it is of HEAD. Did you mean backfill?")
        recorded = record(root, file, chosen(root, globs), options.executor)
        for line in table([row for row in read_rows(file) if row.target in recorded]):
            print(line)
        print(f"{file}: {', '.join(recorded)}")
    else:
        if options.range is None:
            raise ConfigError("backfill: name the commits, A..B.")
        commits = commits_of_range(home(root), options.range)
        revisions = Revisions(root, jobs=options.jobs, executor=options.executor, say=log)
        added = backfill(
            file, commits, revisions, wanted=lambda name: matches(name, globs), say=log
        )
        print(f"{file}: {added} row(s) added")
    return 0


def _file(options: argparse.Namespace, root: Path) -> Path:
    if options.file is not None:
        return Path(options.file)
    return Path(options.folder) / NAME if options.folder is not None else home(root) / FILE


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("history", __doc__)
    parser.add_argument(
        "verb",
        nargs="?",
        choices=("record", "backfill", "show"),
        default="record",
        help="(default: record)",
    )
    parser.add_argument("range", nargs="?", metavar="A..B", help="commits to back-fill, A left out")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--file", type=Path, help=f"the history (default: {FILE})")
    where.add_argument("--folder", type=Path, help=f"a folder for {NAME} instead")
    parser.add_argument("--target", action="append", metavar="GLOB", help="only these targets")
    cli.add_builds(parser)
    cli.add_executor(parser)
    cli.add_root(parser)
    return parser


if __name__ == "__main__":
    cli.run(main)
