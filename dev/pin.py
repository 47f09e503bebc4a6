"""Writes the hashes of all pinned Python packages into the requirements files: python -m dev.pin.

To take another version of a package: change it after `==`, run this, review what changed. It reads
the registry by pip's own client, with its configuration: for each pin the SHA-256 of the source
archive and of the wheels for every supported Python, processor and glibc. Nothing is installed.
`nox` then installs with --require-hashes: what was not in the registry on that day is refused.

requirements-conformance.txt has no hashes. On x86-64 the torch of the registry needs 2.5 GB of CUDA
packages, so that whoever has a build for the processor alone installs that, with hashes of its own;
and where one requirement has a hash, pip refuses all that have none. No build and no release
installs from that file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

from codegen.errors import BuildError
from tasks import cli
from tasks.files import write_if_changed
from tasks.release.python_packages import read_pins

WITHOUT_HASHES = ("requirements-conformance.txt", "requirements-cortex-m.txt")
"""What is installed with PyTorch: see decision 20."""
PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
MACHINES = ("x86_64", "aarch64")
GLIBC_MINORS = range(5, 45)
AT_ONCE = 4

Pin = tuple[str, str]
"""A package and its version."""


def hashed(pins: Mapping[str, str], hashes: Mapping[Pin, Iterable[str]]) -> str:
    """The lines of a requirements file."""
    return "".join(
        f"{name}=={version}"
        + "".join(f" \\\n    --hash=sha256:{each}" for each in sorted(hashes[name, version]))
        + "\n"
        for name, version in pins.items()
    )


def find_hashes(pins: Iterable[Pin]) -> dict[Pin, set[str]]:
    """The SHA-256 of each file of a pin that a supported machine can install.

    Raises:
        BuildError: there is none of a pin.

    """
    wanted = sorted(set(pins))
    finder = _finder()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        files = list(pool.map(lambda pin: finder.find_all_candidates(pin[0]), wanted))
    found = {
        pin: {
            each.link.hash
            for each in candidates
            if str(each.version) == pin[1] and each.link.hash_name == "sha256"
        }
        for pin, candidates in zip(wanted, files, strict=True)
    }
    if nowhere := [f"{name}=={version}" for (name, version), each in found.items() if not each]:
        raise BuildError(f"{', '.join(nowhere)}: the registry has no file with a SHA-256.")
    return found


def _finder() -> Any:
    """What pip finds packages with, as `pip install` makes it, for all supported machines at once.

    Source: pip 23.2 and 25.3, pip/_internal/cli/req_command.py and models/target_python.py. These
    are no interface of pip's: where another version moved them, this module is to follow.
    """
    os.environ.pop("PIP_FIND_LINKS", None)  # what is in a folder of this machine is not elsewhere
    from pip._internal.commands import create_command
    from pip._internal.models.target_python import TargetPython

    found = (getattr(each, "get_sorted_tags", None) or each.get_tags for each in _machines())
    tags = [tag for get in found for tag in get()]

    class AllMachines(TargetPython):
        get_tags = get_sorted_tags = lambda self: tags

        def get_unsorted_tags(self) -> set[Any]:
            return set(tags)

    install: Any = create_command("install")
    options, _ = install.parse_args([])
    session = install._build_session(options)
    return install._build_package_finder(
        options, session, AllMachines(), ignore_requires_python=True
    )


def _machines() -> Iterator[Any]:
    from pip._internal.models.target_python import TargetPython

    for python, machine in product(PYTHONS, MACHINES):
        platforms = [f"manylinux_2_{minor}_{machine}" for minor in GLIBC_MINORS]
        platforms += [f"{name}_{machine}" for name in ("manylinux2014", "manylinux2010", "linux")]
        yield TargetPython(platforms=platforms, py_version_info=python, implementation="cp")


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("pin", __doc__)
    cli.add_root(parser)
    root = parser.parse_args(arguments).root.resolve()
    files = [
        path for path in sorted(root.glob("requirements*.txt")) if path.name not in WITHOUT_HASHES
    ]
    pins = {path: read_pins(path) for path in files}
    hashes = find_hashes(pin for each in pins.values() for pin in each.items())
    for path, each in pins.items():
        head = path.read_text(encoding="utf-8").partition("\n")[0]
        if write_if_changed(path, f"{head}\n{hashed(each, hashes)}"):
            print(f"changed     {path.name}")
    return 0


if __name__ == "__main__":
    cli.run(main)
