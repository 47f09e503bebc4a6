"""Writes the hashes of all pinned Python packages into the requirements files: python -m tasks.pin.

To take another version of a package: change it after `==`, run this, review what changed. pip names
the file that it would install on each supported machine, and its SHA-256; nothing is installed.
`nox` then installs with --require-hashes: what was not in the registry on that day is refused.

requirements-conformance.txt has no hashes. On x86-64 the torch of the registry needs 2.5 GB of CUDA
packages, so that whoever has a build for the processor alone installs that, with hashes of its own;
and where one requirement has a hash, pip refuses all that have none. No build and no release
installs from that file.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

from codegen.errors import BuildError
from tasks import cli
from tasks.files import write_if_changed
from tasks.release.python_packages import read_pins

WITHOUT_HASHES = "requirements-conformance.txt"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = ("x86_64", "aarch64")
GLIBC_MINORS = (17, 28, 40)
"""Machines have one of these versions of glibc, 2.x, or one between, and take the newest files."""
AT_ONCE = 4

Pin = tuple[str, str]
"""A package and its version."""
_MISSING = re.compile(r"No matching distribution found for ([A-Za-z0-9._-]+)==")


def hashed(pins: Mapping[str, str], hashes: Mapping[Pin, Iterable[str]]) -> str:
    """The lines of a requirements file."""
    return "".join(
        f"{name}=={version}"
        + "".join(f" \\\n    --hash=sha256:{each}" for each in sorted(hashes[name, version]))
        + "\n"
        for name, version in pins.items()
    )


def find_hashes(pins: Iterable[Pin]) -> dict[Pin, set[str]]:
    """The SHA-256 of each file that a supported machine would install for each pin.

    Raises:
        BuildError: pip fails, or a package is nowhere.

    """
    found: dict[Pin, set[str]] = {pin: set() for pin in sorted(set(pins))}
    machines = list(product(_groups(found), PYTHONS, MACHINES, GLIBC_MINORS))
    lacking: set[Pin] = set()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for wheels, missing in pool.map(lambda each: _wheels(*each), machines):
            lacking |= missing
            for pin, digest in wheels.items():
                found[pin].add(digest)
        for pin, source in zip(lacking, pool.map(_source, lacking), strict=True):
            found[pin] |= {source} if source else set()
    if nowhere := [f"{name}=={version}" for (name, version), each in found.items() if not each]:
        raise BuildError(f"{', '.join(nowhere)}: pip finds no file.")
    return found


def _groups(pins: Iterable[Pin]) -> Iterator[tuple[Pin, ...]]:
    """The pins such that none of a group has a package of another version."""
    left = list(pins)
    while left:
        group = dict(reversed(left))
        yield tuple(group.items())
        left = [pin for pin in left if group[pin[0]] != pin[1]]


def _wheels(
    pins: Sequence[Pin], python: str, machine: str, glibc: int
) -> tuple[dict[Pin, str], set[Pin]]:
    """The wheel of each pin for a machine, and the pins that have none."""
    tags = [f"manylinux_2_{minor}_{machine}" for minor in range(glibc, 4, -1)]
    tags += [f"{name}_{machine}" for name in ("manylinux2014", "manylinux2010", "manylinux1")]
    options = [f"--platform={tag}" for tag in (*tags, f"linux_{machine}")]
    options += [f"--python-version={python}", "--only-binary=:all:"]
    left = set(pins)
    while True:
        done, report = _dry_run(left, options)
        if done.returncode == 0:
            return report, set(pins) - left
        names = {name.lower() for name in _MISSING.findall(done.stderr)}
        fewer = {pin for pin in left if pin[0].lower() not in names}
        if fewer == left:
            raise BuildError(f"pip: {(done.stderr.strip().splitlines() or ['fails'])[-1]}")
        left = fewer


def _source(pin: Pin) -> str | None:
    """The hash of a pin's source archive, for machines for which it has no wheel."""
    _, report = _dry_run({pin}, ["--no-binary=:all:"])
    return report.get(pin)


def _dry_run(
    pins: Iterable[Pin], options: Iterable[str]
) -> tuple[subprocess.CompletedProcess[str], dict[Pin, str]]:
    """How pip would install the pins, by its own configuration, but from the registry alone."""
    own = {name: value for name, value in os.environ.items() if name != "PIP_FIND_LINKS"}
    with tempfile.TemporaryDirectory(prefix="kerf-pin-") as folder:
        wanted, report = Path(folder, "wanted.txt"), Path(folder, "report.json")
        wanted.write_text("".join(f"{name}=={version}\n" for name, version in sorted(pins)))
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed"]
        command += ["--no-deps", f"--target={folder}/none", f"--report={report}", *options]
        done = subprocess.run(
            [*command, f"--requirement={wanted}"], capture_output=True, text=True, env=own
        )
        if done.returncode:
            return done, {}
        rows = json.loads(report.read_text(encoding="utf-8"))["install"]
    by_name = {_normal(name): (name, version) for name, version in pins}
    return done, {
        by_name[_normal(row["metadata"]["name"])]: row["download_info"]["archive_info"]["hashes"][
            "sha256"
        ]
        for row in rows
    }


def _normal(name: str) -> str:
    """Source: PyPA, "Names and normalization"."""
    return re.sub(r"[-_.]+", "-", name).lower()


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("pin", __doc__)
    cli.add_root(parser)
    root = parser.parse_args(arguments).root.resolve()
    files = [path for path in sorted(root.glob("requirements*.txt")) if path.name != WITHOUT_HASHES]
    pins = {path: read_pins(path) for path in files}
    hashes = find_hashes(pin for each in pins.values() for pin in each.items())
    for path, each in pins.items():
        head = path.read_text(encoding="utf-8").partition("\n")[0]
        if write_if_changed(path, f"{head}\n{hashed(each, hashes)}"):
            print(f"changed     {path.name}")
    return 0


if __name__ == "__main__":
    cli.run(main)
