"""Writes the reference pages that are generated: of a target's TOML, and of the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from dev.command_line import command_line_page
from dev.configuration_page import configuration_page
from dev.generated import refresh
from tasks import cli
from tasks.config.document import read_document
from tasks.config.schema import target_schema
from tasks.targets import DEFAULTS, target_path


def main(arguments: Sequence[str]) -> int:
    """Writes both documents where they differ, or checks them; 0.

    Raises:
        ExpansionError: with `--check`, for each document that is stale.

    """
    parser = cli.parser("schema", __doc__)
    cli.add_check(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    refresh(generated(root), root, check=options.check, session="schema")
    return 0


def generated(root: Path) -> Mapping[str, str]:
    """The texts of the generated documents by their paths in the repository.

    Raises:
        ConfigError: configs/defaults.toml cannot be read.

    """
    defaults = read_document(target_path(root, DEFAULTS), f"configs/{DEFAULTS}.toml")
    schema = target_schema(defaults.data)
    return {
        "docs/reference/command-line.md": command_line_page(root),
        "docs/reference/configuration.md": configuration_page(schema),
        "docs/reference/target.schema.json": json.dumps(schema, indent=2, default=str) + "\n",
    }


if __name__ == "__main__":
    cli.run(main)
