"""Runs what was built on the cases of its models, compares with the expected outputs, reports.

On a host: the target's runner, in an emulator where it is for another processor. On bare metal:
its program in the board's emulator.
"""

from __future__ import annotations

from collections.abc import Sequence

from tasks import cli
from tasks.config import load_target
from tasks.config.model import EXECUTORS
from tasks.run.target import profile_target, run_target


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("run", __doc__)
    cli.add_target(parser)
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="count instructions on a host as well (with valgrind: fifty times as long)",
    )
    parser.add_argument(
        "--layers",
        action="store_true",
        help="compare each call with the model as it was exported, on this machine, and name the "
        "first that differs beyond its steps",
    )
    parser.add_argument(
        "--profile",
        action="store_true",
        help="instead, count the instructions of each call in the emulator (on a host: with "
        "valgrind), print totals by operator and write a trace",
    )
    parser.add_argument(
        "--executor", choices=EXECUTORS, help="where to run (default: where it was compiled)"
    )
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    target = load_target(cli.required_target(options.target, options.root), options.root.resolve())
    if options.profile:
        profile_target(target)
        return 0
    run_target(target, executor=options.executor, count=options.instructions, layers=options.layers)
    return 0


if __name__ == "__main__":
    cli.run(main)
