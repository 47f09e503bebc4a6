"""`python -m tasks.schema`: the reference of a target's TOML, for editors and for people."""

from __future__ import annotations

import argparse
import difflib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from codegen.errors import ExpansionError
from tasks.cli import run
from tasks.config.document import read_document
from tasks.config.page import configuration_page
from tasks.config.schema import target_schema
from tasks.targets import DEFAULTS, target_path

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str]) -> int:
    """Writes both documents where they differ, or checks them; 0.

    Raises:
        ExpansionError: with `--check`, for each document that is stale.

    """
    options = _parser().parse_args(arguments)
    texts = generated(options.root)
    if options.check:
        _check(texts, options.root)
    else:
        _write(texts, options.root)
    return 0


def generated(root: Path) -> Mapping[str, str]:
    """The texts of the generated documents by their paths in the repository.

    Raises:
        ConfigError: configs/defaults.toml cannot be read.

    """
    defaults = read_document(target_path(root, DEFAULTS), f"configs/{DEFAULTS}.toml")
    schema = target_schema(defaults.data)
    return {
        "docs/reference/configuration.md": configuration_page(schema),
        "docs/reference/target.schema.json": json.dumps(schema, indent=2, default=str) + "\n",
    }


def _check(texts: Mapping[str, str], root: Path) -> None:
    stale = []
    for name, text in texts.items():
        path = root / name
        present = _present(path)
        if present != text:
            stale.append(f"{name}: stale, or edited by hand. Run python -m tasks.schema.")
            before, after = (present or "").splitlines(), text.splitlines()
            print("\n".join(difflib.unified_diff(before, after, name, name, lineterm="")))
    if stale:
        raise ExpansionError(stale)
    print(f"current: {', '.join(texts)}")


def _write(texts: Mapping[str, str], root: Path) -> None:
    for name, text in texts.items():
        path = root / name
        if _present(path) == text:
            print(f"unchanged: {name}")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"written: {name}")


def _present(path: Path) -> str | None:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tasks.schema",
        description="Writes docs/reference/target.schema.json (for editors) and "
        "docs/reference/configuration.md (for people) from the model of a target's file "
        "and configs/defaults.toml.",
        epilog="Exit codes: 0; 2: the defaults are broken; 5: --check found a difference.",
    )
    parser.add_argument("--check", action="store_true", help="write nothing: show what differs")
    parser.add_argument(
        "--root", type=Path, default=ROOT, metavar="DIR", help="the repository (default: this one)"
    )
    return parser


if __name__ == "__main__":
    run(main)
