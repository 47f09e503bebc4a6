"""Writes all sizes as one HTML page: matrix, treemaps, comparison, history. It needs no network.

It shows the targets that are built, or those of them that GLOBs name; `nox -s matrix` builds all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from codegen.errors import SizeError, VerifyError
from codegen.profile import Profile
from tasks import cli
from tasks.building.sources import build_dir
from tasks.config import Target
from tasks.files import write_if_changed
from tasks.history.rows import FILE, Row, read_rows
from tasks.profile import read as read_profile
from tasks.report.content import Build, content
from tasks.report.page import page
from tasks.report.plans import plans_of
from tasks.revisions.git import find_commit, subjects
from tasks.size.baseline import read_baseline
from tasks.size.built import built_targets
from tasks.size.read import read_size
from tasks.targets import home

OUTPUT = Path("build/report.html")
COMMITS = 200


def report(
    root: Path, targets: Sequence[Target], history: Sequence[Row], unread: dict[str, str]
) -> str:
    """The page of `targets` with their `history`.

    `unread` says what cannot be shown, and why; those of `targets` that cannot be are added.
    """
    builds: list[Build] = []
    for target in targets:
        try:
            size = read_size(target)
            baseline = read_baseline(target, size.toolchain)
            profiles = profiles_of(target)
        except (SizeError, VerifyError) as error:
            unread[target.name] = str(error)
            continue
        builds.append(
            Build(
                target=target,
                size=size,
                baseline=baseline,
                profiles=profiles,
                plans=plans_of(target),
            )
        )
    shown = {build.target.name for build in builds}
    history = [row for row in history if row.target in shown]
    head = find_commit(home(root), "HEAD")
    return page(
        content(
            builds,
            history,
            head=head,
            subjects=subjects(home(root), {row.commit for row in history}) if head else {},
            unread=unread,
        )
    )


def profiles_of(target: Target) -> dict[str, Profile]:
    """What `nox -s run -- TARGET --profile` wrote last, by model and method.

    Raises:
        VerifyError: a file is no profile.

    """
    files = sorted((target.root / build_dir(target)).glob("profile-*.json"))
    return {path.stem.removeprefix("profile-"): read_profile(path) for path in files}


def last(rows: Sequence[Row], commits: int) -> list[Row]:
    """The rows of the last `commits` commits."""
    dates = {row.commit: row.date for row in rows}
    kept = sorted(dates, key=lambda commit: (dates[commit], commit))[-commits:]
    return [row for row in rows if row.commit in set(kept)]


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    options = _parser().parse_args(arguments)
    root = options.root.resolve()
    built = built_targets(options.glob, root)
    if not built.targets and not built.broken:
        raise SizeError("no target is built. Build first: nox -s matrix")
    unread = {name: str(error) for name, error in built.broken.items()}
    rows: list[Row] = []
    try:
        rows = last(read_rows(options.history or home(root) / FILE), options.commits)
    except SizeError as error:
        unread["history"] = str(error)
    text = report(root, built.targets, rows, unread)
    output = root / OUTPUT if options.output is None else options.output
    output.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(output, text)
    print(f"{output}: {len(text.encode()) / 1000:,.0f} kB")
    if unread:
        raise SizeError(tuple(unread.values()))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("report", __doc__)
    parser.add_argument("glob", nargs="*", help="targets, like mv2-* (default: all that are built)")
    parser.add_argument("--output", type=Path, metavar="FILE", help=f"default: {OUTPUT}")
    parser.add_argument("--history", type=Path, metavar="FILE", help=f"default: {FILE}")
    parser.add_argument(
        "--commits",
        type=cli.at_least(1),
        default=COMMITS,
        help=f"of the history, the last (default: {COMMITS})",
    )
    cli.add_root(parser)
    return parser


if __name__ == "__main__":
    cli.run(main)
