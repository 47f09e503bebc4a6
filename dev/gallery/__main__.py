"""Writes the networks of the gallery as programs in int8, by ExecuTorch's Cortex-M exporter.

Their weights are seeded random numbers, or those that you trained. docs/gallery.md shows what they
take.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from codegen.errors import BuildError, ConfigError
from dev.gallery import NETWORKS
from tasks import cli
from tasks.environment import environment

REQUIREMENTS = ["requirements-conformance.txt"]
OUTPUT = Path("build/gallery")
EXAMPLES = """\
examples:
  nox -s gallery -- --weights trained
  nox -s gallery -- kws --output configs/models

FOLDER has a file of NumPy for each network that is made, `kws.npz` and so on: an array for each
name of its `state_dict()` (dev/gallery/export/networks.py), and `inputs`, of the input's shape with
any number in front, by which the exporter calibrates. Random inputs do where there are none.
Targets such as kws-m4 build what is in configs/models.
"""


def requested(names: Sequence[str], weights: Path | None) -> tuple[str, ...]:
    """The networks `names`, all of them without names, or those that the folder `weights` has.

    Raises:
        ConfigError: a network does not exist, or `weights` has no file of it, or of any.

    """
    if unknown := [name for name in names if name not in NETWORKS]:
        raise ConfigError(f"no network {', '.join(unknown)}. There are {', '.join(NETWORKS)}.")
    if weights is None:
        return tuple(names or NETWORKS)
    found = tuple(name for name in NETWORKS if (weights / f"{name}.npz").is_file())
    missing = [name for name in names or NETWORKS if name not in found]
    if missing and (names or not found):
        files = ", ".join(f"{name}.npz" for name in missing)
        raise ConfigError(f"{weights}: has no {files}. `nox -s gallery -- --help` describes them.")
    return tuple(names or found)


def export(
    names: Sequence[str], output: Path, weights: Path | None, *, root: Path, python: Path | None
) -> None:
    """Writes the networks `names` into `output`, by `python` or an environment that is made.

    Raises:
        ConfigError: the arrays of `weights` do not fit a network.
        BuildError: the exporter fails.

    """
    given = names if weights is None else [f"{name}={weights / name}.npz" for name in names]
    python = python or environment(root, REQUIREMENTS)
    command = [str(python), "-m", "dev.gallery.export", str(output), *given]
    done = subprocess.run(command, cwd=root, check=False, stderr=subprocess.PIPE, text=True)
    if done.returncode == ConfigError.exit_code:
        raise ConfigError(done.stderr.strip().splitlines()[-1])
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        raise BuildError(f"the exporter exits with {done.returncode}; what it printed says why.")


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("gallery", __doc__, EXAMPLES)
    parser.add_argument("networks", nargs="*", metavar="NETWORK", help=f"of {', '.join(NETWORKS)}")
    parser.add_argument("--weights", type=Path, metavar="FOLDER", help="weights that you trained")
    parser.add_argument(
        "--output", type=Path, default=OUTPUT, metavar="FOLDER", help=f"default: {OUTPUT}"
    )
    parser.add_argument(
        "--python", type=Path, help="a Python that has requirements-conformance.txt"
    )
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root, output = options.root.resolve(), options.output.resolve()
    weights = None if options.weights is None else options.weights.resolve()
    names = requested(options.networks, weights)
    export(names, output, weights, root=root, python=options.python)
    for name in names:
        print(f"written: {output / name}.pte")
    return 0


if __name__ == "__main__":
    cli.run(main)
