"""Writes all sizes as one HTML page: matrix, treemaps, comparison, history. It needs no network.

It shows the targets that are built, or those of them that GLOBs name; `nox -s matrix` builds all.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from codegen.errors import ConfigError, KerfError, SizeError
from tasks import cli
from tasks.choose import chosen
from tasks.config import Target
from tasks.files import write_if_changed
from tasks.history.rows import FILE, Row, read_rows
from tasks.report.content import Build, content
from tasks.report.page import page
from tasks.revisions.commits import find_commit, subjects
from tasks.sizing.baseline import read_baseline
from tasks.sizing.built import built_targets
from tasks.sizing.read import read_size

OUTPUT = Path("build/report.html")
COMMITS = 200


def report(
    root: Path,
    targets: Sequence[Target],
    history: Sequence[Row],
    broken: Mapping[str, KerfError] | None = None,
) -> tuple[str, dict[str, str]]:
    """The page of `targets` with their `history`, and why some could not be read.

    The `broken` ones are among these.
    """
    builds: list[Build] = []
    unread = {name: str(error) for name, error in (broken or {}).items()}
    for target in targets:
        try:
            document = read_size(target)
            baseline = read_baseline(target, document["toolchain"])
        except SizeError as error:
            unread[target.name] = str(error)
            continue
        builds.append(Build(target=target, document=document, baseline=baseline))
    head = find_commit(root, "HEAD")
    told = content(
        builds,
        history,
        head=head,
        subjects=subjects(root, {row.commit for row in history}) if head else {},
        unread=unread,
    )
    return page(told), unread


def last(rows: Sequence[Row], commits: int) -> list[Row]:
    """The rows of the last `commits` commits."""
    dates = {row.commit: row.date for row in rows}
    kept = sorted(dates, key=lambda commit: (dates[commit], commit))[-commits:]
    return [row for row in rows if row.commit in set(kept)]


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    options = _parser().parse_args(arguments)
    root = options.root.resolve()
    if options.commits < 1:
        raise ConfigError("--commits: at least 1.")
    names = chosen(root, options.glob)
    built = built_targets((), root)
    targets = [target for target in built.targets if target.name in names]
    broken = {name: error for name, error in built.broken.items() if name in names}
    if not targets and not broken:
        raise SizeError(f"not built: {', '.join(names)}. Build first: nox -s matrix")
    rows = last(read_rows(options.history or root / FILE), options.commits)
    text, unread = report(root, targets, [row for row in rows if row.target in names], broken)
    output = root / OUTPUT if options.output is None else options.output
    output.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(output, text)
    shown = len(targets) + len(broken) - len(unread)
    print(f"{output}: {shown} targets, {len(text.encode()) / 1000:,.0f} kB")
    if unread:
        raise SizeError(tuple(unread.values()))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tasks.report",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("glob", nargs="*", help="targets, like mv2-* (default: all that are built)")
    parser.add_argument("--output", type=Path, metavar="FILE", help=f"default: {OUTPUT}")
    parser.add_argument("--history", type=Path, metavar="FILE", help=f"default: {FILE}")
    parser.add_argument(
        "--commits",
        type=int,
        default=COMMITS,
        help=f"of the history, the last (default: {COMMITS})",
    )
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: .)")
    return parser


if __name__ == "__main__":
    cli.run(main)
