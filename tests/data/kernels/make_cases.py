"""Writes the `.txt` files of this folder: calls of operators with the results of PyTorch (eager).

Run from the root with what requirements-conformance.txt lists:
`PYTHONPATH=. python tests/data/kernels/make_cases.py [NAME...]`, which makes all files or those
named, each alike without the others. Nothing but these scripts makes the expected values; the
kernels under test have no part in them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from case_text import generator

FAMILIES = {
    name.removeprefix("make_"): function
    for path in sorted(Path(__file__).parent.glob("*_cases.py"))
    if path != Path(__file__)
    for name, function in vars(import_module(path.stem)).items()
    if name.startswith("make_")
}
"""Maps the name of each file to the function that makes its cases."""


def main(names: Sequence[str]) -> None:
    for name in names or sorted(FAMILIES):
        make = FAMILIES[name]
        generator.manual_seed(sum(name.encode()))
        make().write(name)


if __name__ == "__main__":
    main(sys.argv[1:])
