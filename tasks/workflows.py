"""Refreshes the list of targets in .github/workflows/; with --check, shows what differs."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from cogapp.cogapp import Cog, CogError

from codegen.errors import ExpansionError
from tasks import cli, git
from tasks.generated import refresh
from tasks.targets import target_names

WORKFLOWS = Path(".github/workflows")


def items(targets: Iterable[str]) -> str:
    """The targets as the items of a YAML list, for a cog block."""
    return "".join(f"- {target}\n" for target in targets)


def refreshed(root: Path) -> dict[str, str]:
    """The text of each workflow with the current targets, by its path below `root`.

    Raises:
        ExpansionError: a block fails, or its text was edited by hand.

    """
    targets = _committed(root)
    return {
        str(path.relative_to(root)): _expand(path, targets)
        for path in sorted((root / WORKFLOWS).glob("*.yml"))
    }


def _committed(root: Path) -> tuple[str, ...]:
    """The targets that git has, so that one that is being written makes no workflow stale."""
    names = target_names(root)
    if not git.is_repository(root):
        return names
    tracked = git.tracked(root, "configs")
    return tuple(name for name in names if f"configs/{name}.toml" in tracked)


def _expand(path: Path, targets: Sequence[str]) -> str:
    cog = Cog()
    cog.options.hash_output = True
    output, out = io.StringIO(), io.StringIO()
    text = path.read_text(encoding="utf-8")
    try:
        with redirect_stdout(output), redirect_stderr(output):
            cog.process_file(io.StringIO(text), out, fname=str(path), globals={"targets": targets})
    except CogError as error:
        raise ExpansionError(
            f"{error}. Text between a cog block and its end is generated: "
            "run `nox -s workflows` on the committed file."
        ) from None
    return out.getvalue()


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("workflows", __doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, show what differs")
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: .)")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    refresh(refreshed(root), root, check=options.check, session="workflows")
    return 0


if __name__ == "__main__":
    cli.run(main)
