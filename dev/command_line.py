"""The `--help` of every session as one page: the noxfile shows it before anything is installed."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from importlib import import_module
from pathlib import Path

_PARSER = re.compile(r'cli\.parser\(\s*"([a-z-]+)"')
_INTRODUCTION = """\
<!-- Generated from the options of each task: `nox -s schema`. -->
# Command line

What `nox -s SESSION -- --help` shows. Sessions and exit codes: [tasks](tasks.md).
"""


def command_line_page(root: Path) -> str:
    """The page: a section with the help of each session that is one task."""
    sections = [
        f"\n## {session}\n\n```text\n{help_of(module)}```\n"
        for session, module in sorted(sessions(root))
    ]
    return _INTRODUCTION + "".join(sections)


def sessions(root: Path) -> Iterator[tuple[str, str]]:
    """The sessions that are one task, each with its module."""
    for path in sorted(
        path for folder in ("dev", "tasks") for path in (root / folder).rglob("*.py")
    ):
        for name in _PARSER.findall(path.read_text(encoding="utf-8")):
            inside = path.relative_to(root).with_suffix("").parts
            yield name, ".".join(inside)


def help_of(module: str) -> str:
    """What the module's task prints for `--help`."""
    output = io.StringIO()
    with redirect_stdout(output), suppress(SystemExit):
        import_module(module).main(["--help"])
    return output.getvalue()
