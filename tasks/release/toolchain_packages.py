"""The packages that a toolchain came from: of a container's lock, of this machine, or of PyPI."""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from packageurl import PackageURL

from tasks.executors.runner import LOCAL, Job
from tasks.image.lock import read_lock
from tasks.release.recipe import Package, UsedToolchain
from tasks.toolchain.choose import Toolchain

PROGRAMS = ("cc1plus", "lto1", "collect2", "as", "ld")
"""What a compiler's driver starts, as `-print-prog-name` finds it."""

_LOADED = re.compile(r"^LOAD (/.*)$", re.MULTILINE)


def used_toolchain(toolchain: Toolchain, root: Path, maps: Iterable[Path]) -> UsedToolchain:
    """The toolchain with its packages; `maps` are the linker maps of what it built.

    Raises:
        ContainerError: it is the container's, whose lock cannot be read.

    """
    packages: Iterable[Package] = ()
    if toolchain.executor == "container":
        packages = (
            Package(
                purl=_debian("debian", each.name, each.version, each.architecture),
                sha256=each.sha256,
            )
            for each in read_lock(root).packages
        )
    elif toolchain.executor == "zig":
        packages = (
            Package(purl=PackageURL("pypi", None, "ziglang", toolchain.version).to_string()),
        )
    elif shutil.which("dpkg-query"):
        packages = _installed(_files_used(toolchain.compile[0], maps))
    return UsedToolchain(
        name=toolchain.compiler,
        version=toolchain.version,
        executor=toolchain.executor,
        image=toolchain.runner.image,
        packages=tuple(sorted(packages, key=lambda package: package.purl)),
    )


def _files_used(compiler: str, maps: Iterable[Path]) -> set[str]:
    """The compiler's programs, and every library and object of the system that was linked."""
    found = {shutil.which(compiler)}
    for program in PROGRAMS:
        output = _run((compiler, f"-print-prog-name={program}")).strip()
        found.add(output if output.startswith("/") else shutil.which(output))
    for map_file in maps:
        found |= set(_LOADED.findall(map_file.read_text(encoding="utf-8", errors="replace")))
    return {path for path in found if path and Path(path).is_file()}


def _installed(files: Iterable[str]) -> Iterable[Package]:
    """The Debian packages of these files."""
    names: set[str] = set()
    spellings = sorted({spelling for file in files for spelling in _spellings(file)})
    for line in _run(("dpkg-query", "--search", *spellings)).splitlines():
        owners, _, path = line.rpartition(": ")
        if path in spellings and not owners.startswith("diversion "):
            names |= set(owners.split(", "))
    if not names:
        return
    distribution = _distribution()
    form = "${Package}\t${Version}\t${Architecture}\n"
    for line in _run(("dpkg-query", "--show", "--showformat", form, *sorted(names))).splitlines():
        name, version, architecture = line.split("\t")
        yield Package(purl=_debian(distribution, name, version, architecture))


def _spellings(file: str) -> Iterable[str]:
    """The paths by which dpkg may know a file: it may be a link, or /usr merged with /."""
    for path in (os.path.normpath(file), os.path.realpath(file)):
        yield path
        yield path.removeprefix("/usr") if path.startswith("/usr/") else f"/usr{path}"


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release()["ID"]
    except (OSError, KeyError):
        return "debian"


def _debian(distribution: str, name: str, version: str, architecture: str) -> str:
    return PackageURL("deb", distribution, name, version, {"arch": architecture}).to_string()


def _run(command: Sequence[str]) -> str:
    """What the command printed: dpkg-query exits with 1 where it does not know one of the paths."""
    try:
        job = Job(command=tuple(command), folder=Path(), environment={"LC_ALL": "C"})
        return LOCAL.run(job).stdout
    except OSError:
        return ""
