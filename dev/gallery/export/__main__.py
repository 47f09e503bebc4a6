"""Writes networks of the gallery: `python -m dev.gallery.export FOLDER NETWORK[=WEIGHTS.npz]...`.

Random weights are those of a seed: equal from run to run of one version of PyTorch.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from dev.gallery.export.programs import write


def main(arguments: Sequence[str]) -> int:
    """Runs the command line."""
    folder, *networks = arguments
    Path(folder).mkdir(parents=True, exist_ok=True)
    for network in networks:
        name, _, weights = network.partition("=")
        try:
            write(name, Path(folder), Path(weights) if weights else None)
        except ValueError as error:
            print(error, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
