"""The command `kerf`: the verbs that users have in nox, with the same options.

`kerf build mv2.toml` is `nox -s build -- mv2.toml`; paths are relative to the folder that it is run
in. `kerf VERB --help` lists the options of each.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from kerf import tools

VERBS = {
    "build": "build a target: a TOML file, or a name of configs/",
    "run": "run what was built on its models' cases",
    "select": "show what models, lists and YAML select",
    "optimize": "make a program smaller",
    "explain": "show a target's effective values",
    "covers": "whether a binary runs other models",
    "check": "the whole check of programs, on this machine",
    "size": "sizes of all built targets",
    "compare": "what grew between two builds, and why",
    "report": "all sizes as one HTML page",
    "stack": "the most stack that a target can use",
    "why": "what pulls a symbol or operator in",
    "cases": "write a model's cases",
    "install": "install library and headers",
    "profile": "totals of a profile, or an ETDump of it",
}
_WITHOUT_ROOT = ("cases", "profile")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; the exit code is the task's."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if not words or words[0] not in VERBS:
        print(usage(), file=sys.stdout if words[:1] == ["--help"] else sys.stderr)
        return 0 if words[:1] == ["--help"] else 2
    verb, *rest = words
    where = [] if verb in _WITHOUT_ROOT else ["--root", str(tools.root())]
    try:
        command = [tools.python(), "-m", f"tasks.{verb}", *where, *rest]
    except tools.ToolError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    try:
        return subprocess.run(command, env=tools.environment(), check=False).returncode
    except KeyboardInterrupt:
        return 130


def usage() -> str:
    """The verbs, one on a line."""
    width = max(map(len, VERBS))
    lines = [f"  {verb:<{width}}  {what}" for verb, what in VERBS.items()]
    return "\n".join(["usage: kerf VERB ...", "", *lines, "", "kerf VERB --help: its options"])


if __name__ == "__main__":
    sys.exit(main())
