"""Formats the C++ of the repository, or checks that it is formatted; tests/data stays as it is."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from codegen.errors import ExpansionError
from tasks import cli

FOLDERS = ("compat", "examples", "runtime", "tests", "toolchains")
DATA = Path("tests/data")
SUFFIXES = (".h", ".cpp", ".c")


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = argparse.ArgumentParser(prog="python -m dev.clang_format", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail on differences")
    options = parser.parse_args(arguments)
    files = sorted(
        path
        for folder in FOLDERS
        for path in Path(folder).rglob("*")
        if path.suffix in SUFFIXES and path.is_file() and not path.is_relative_to(DATA)
    )
    mode = ["--dry-run", "--Werror"] if options.check else ["-i"]
    program = Path(sys.executable).with_name("clang-format")
    command = [str(program), *mode, *map(str, files)]
    if subprocess.run(command).returncode:
        raise ExpansionError("C++ files are not formatted. Run `nox -s fmt`.")
    return 0


if __name__ == "__main__":
    cli.run(main)
