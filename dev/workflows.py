"""Refreshes the list of targets in .github/workflows/; with --check, shows what differs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from dev.gallery import NETWORKS, TARGETS
from dev.generated import refresh
from tasks import cli
from tasks.building.expand import expand_text
from tasks.config.named import in_image
from tasks.revisions import git
from tasks.targets import matches, target_names

WORKFLOWS = Path(".github/workflows")
_WORD = re.compile(r"(?!(?:null|true|false|yes|no|on|off|[yn])$)[a-z][a-z0-9-]*")


def items(targets: Iterable[str]) -> str:
    """The targets as the items of a YAML list, for a cog block.

    Each is a string in YAML: quoted where it could be a number, a boolean or more than a word.
    """
    return "".join(
        f"- {target if _WORD.fullmatch(target) else json.dumps(target)}\n" for target in targets
    )


def refreshed(root: Path) -> dict[str, str]:
    """The text of each workflow with the current targets, by its path below `root`.

    Raises:
        ExpansionError: a block fails, or its text was edited by hand.

    """
    targets = _committed(root)
    networks = (each for each in NETWORKS if any(matches(name, [f"{each}-*"]) for name in targets))
    names = {
        "targets": tuple(each for each in targets if each not in TARGETS),
        "gallery": tuple(f"{each}-*" for each in networks),  # a job builds all of a network
    }
    paths = {str(path.relative_to(root)): path for path in sorted((root / WORKFLOWS).glob("*.yml"))}
    return {
        name: expand_text(path.read_text(encoding="utf-8"), name, names, session="workflows")
        for name, path in paths.items()
    }


def _committed(root: Path) -> tuple[str, ...]:
    """The targets that git has, so that one that is being written makes no workflow stale.

    Only those that the toolchain image builds, as the workflows do.
    """
    names = tuple(name for name in target_names(root) if in_image(name, root))
    if not git.is_repository(root):
        return names
    tracked = git.tracked(root, "configs")
    return tuple(name for name in names if f"configs/{name}.toml" in tracked)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("workflows", __doc__)
    cli.add_check(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    refresh(refreshed(root), root, check=options.check, session="workflows")
    return 0


if __name__ == "__main__":
    cli.run(main)
