"""Compares the sizes of two builds at every level: A and B, or all targets against --base REV.

A and B may each be a target (mv2-m7), a target with another executor or toolchain (mv2-m7@zig), a
target of a git revision (v1.0:mv2-m7), a revision (with --target, or all targets of two), a build
folder, a release bundle, or a size.json. Revisions are built in a tree of their own.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from codegen.errors import BuildError, ConfigError
from tasks import cli
from tasks.compare.as_json import json_text
from tasks.compare.as_text import SHOWN, text
from tasks.compare.base import MERGE, against_base, base_of
from tasks.compare.markdown import Comment, comment
from tasks.compare.operand import Operand, operand, sizes_of
from tasks.config.named import by_executor
from tasks.files import write_if_changed
from tasks.progress import log
from tasks.revisions.builds import Revisions
from tasks.size.difference import difference
from tasks.targets import matches, target_names


def compare_two(a: Operand, b: Operand, root: Path, revisions: Revisions) -> Comment:
    """What differs from `a` to `b`: one target, or all that two revisions have.

    Raises:
        ConfigError: one side is all targets, the other is not.
        KerfError: a side cannot be read or built.

    """
    if a.commit is not None and b.commit is not None and not (a.target or b.target):
        return _revisions(a, b, revisions)
    sides = []
    for side, other in ((a, b), (b, a)):
        if side.path is None and side.target is None:
            if other.target is None:
                raise ConfigError(f"{side.written}: which target of that revision? --target NAME.")
            side = Operand(written=side.written, commit=side.commit, target=other.target)
        sides.append(sizes_of(side, root, revisions).footprint)
    return Comment(base=a.written, differences=(difference(*sides),))


def _revisions(a: Operand, b: Operand, revisions: Revisions) -> Comment:
    assert a.commit is not None and b.commit is not None
    before, failed_before = revisions.sizes(a.commit)
    after, failed_after = revisions.sizes(b.commit)
    failed = {**failed_before, **failed_after}
    of_a, of_b = revisions.target_names(a.commit), revisions.target_names(b.commit)
    return Comment(
        base=f"{a.written} ({a.commit.short})",
        differences=tuple(
            difference(before[name].footprint, after[name].footprint)
            for name in after
            if name in before
        ),
        alone=tuple(sizes for name, sizes in after.items() if name not in of_a),
        removed=tuple(name for name in of_a if name not in of_b),
        failed=failed,
    )


def shown(content: Comment, form: str, rows: int | None) -> str:
    """The content in the format `form`."""
    if form == "markdown":
        return comment(content)
    lines = [*content.notes]
    lines += [f"{each.size.target}: not in the base; {each.footprint}" for each in content.alone]
    lines += [f"{name}: only in the base" for name in content.removed]
    lines += [f"{name}: could not be compared: {why}" for name, why in content.failed.items()]
    if form == "json":
        return json_text(content.differences, lines, content.gate_faults)
    lines += [f"gate: {fault}" for fault in content.gate_faults or ()]
    same = [each for each in content.differences if each.empty]
    changed = [each for each in content.differences if not each.empty]
    if len(content.differences) == 1:
        return "\n".join([*lines, text(content.differences[0], rows)])
    if same:
        lines.append(f"unchanged: {', '.join(each.b.target for each in same)}")
    return "\n\n".join(["\n".join(lines)] * bool(lines) + [text(each, rows) for each in changed])


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    options = _parser().parse_args(arguments)
    root = options.root.resolve()
    form = "markdown" if options.markdown else options.format
    revisions = Revisions(root, jobs=options.jobs, executor=options.executor, say=log)
    if options.base is not None:
        if options.sides:
            raise ConfigError("--base compares the working tree: name no A and B.")
        globs = options.target or ["*"]
        names = [name for name in _all_names(root, options.base, revisions) if matches(name, globs)]
        if not options.target:
            names = list(by_executor(names, root, options.executor))
        if not names:
            raise ConfigError(f"--target {' '.join(globs)}: no such target.")
        content = against_base(
            root,
            base_of(root, options.base),
            revisions,
            names,
            jobs=options.jobs,
            executor=options.executor,
        )
    else:
        if len(options.sides) != 2:
            raise ConfigError("name two builds to compare, A and B, or --base REVISION.")
        content = _two(options, root, revisions)
    printed = shown(content, form, None if options.all else SHOWN)
    if options.output is None:
        print(printed)
    else:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(options.output, f"{printed}\n")
    if content.failed and not (content.differences or content.alone):
        raise BuildError("nothing could be compared.")
    return 0


def _two(options: argparse.Namespace, root: Path, revisions: Revisions) -> Comment:
    if len(options.target or ()) > 1:
        raise ConfigError("--target: one target, for revisions A and B.")
    target = options.target[0] if options.target else None
    a, b = (operand(written, root, target) for written in options.sides)
    return compare_two(a, b, root, revisions)


def _all_names(root: Path, revision: str, revisions: Revisions) -> tuple[str, ...]:
    base = base_of(root, revision).commit
    of_base = revisions.target_names(base) if base is not None else ()
    return tuple(dict.fromkeys((*target_names(root), *of_base)))


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("compare", __doc__)
    parser.add_argument("sides", nargs="*", metavar="A B", help="two builds")
    parser.add_argument(
        "--base",
        nargs="?",
        const=MERGE,
        metavar="REV",
        help="compare all targets of the working tree with REV; without REV: HEAD's first parent",
    )
    parser.add_argument(
        "--target",
        action="append",
        metavar="NAME",
        help="the target of A and B; with --base, globs",
    )
    cli.add_format(parser, "markdown")
    parser.add_argument("--markdown", action="store_true", help="a comment for a pull request")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write there (default: stdout)")
    parser.add_argument("--all", action="store_true", help="all rows, not only the largest changes")
    cli.add_builds(parser)
    cli.add_executor(parser)
    cli.add_root(parser)
    return parser


if __name__ == "__main__":
    cli.run(main)
