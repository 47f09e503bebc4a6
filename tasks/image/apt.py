"""apt-get of this machine with a state of its own: what a suite has, what a list needs, files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from codegen.errors import ContainerError
from tasks.executors.runner import LOCAL, Job, Say
from tasks.image.index import Key, read_index
from tasks.image.lock import Package

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
MIRROR = "KERF_MIRROR"
_DEFAULT = re.compile(r"^\s*my \$mirror\s*=\s*'([^']+)';", re.MULTILINE)
"""In the text of mmdebstrap, the mirror that it takes by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where packages come from; `trusted` where we made it ourselves from checked packages."""

    uri: str
    suite: str
    components: tuple[str, ...]
    architecture: str
    trusted: bool = False

    @property
    def line(self) -> str:
        """The source as sources.list has it."""
        options = [f"arch={self.architecture}"]
        if self.trusted:
            options.append("trusted=yes")
        elif KEYRING.is_file():
            options.append(f"signed-by={KEYRING}")
        return f"deb [{' '.join(options)}] {self.uri} {self.suite} {' '.join(self.components)}"


def machine_mirror(requested: str | None) -> str:
    """The mirror to use: `requested`, else that of the environment, this machine's, mmdebstrap's.

    The apt of Ubuntu, as on the machines of GitHub, knows none of Debian.

    Raises:
        ContainerError: none of them is known.

    """
    if requested or os.environ.get(MIRROR):
        return requested or os.environ[MIRROR]
    wanted = ("Created-By: Packages", "Origin: Debian", "Label: Debian")
    for filters in (wanted, wanted[:1]):
        output = _run(("apt-get", "indextargets", "--format", "$(SITE)", *filters)).stdout
        sites = [site for site in output.split() if site.rstrip("/").endswith("/debian")]
        if sites:
            return sites[0]
    own = shutil.which("mmdebstrap")
    if own is not None and (found := _DEFAULT.search(Path(own).read_text(encoding="utf-8"))):
        return found[1]
    raise ContainerError(
        "this machine's apt has no Debian mirror, and there is no mmdebstrap that knows one. Name "
        f"one with --mirror URL or in the environment as {MIRROR}, or build from saved packages "
        "with --offline DIR."
    )


class Apt:
    """apt-get with its state in `folder`: nothing of this machine's own changes."""

    def __init__(self, folder: Path, source: Source) -> None:
        require("apt-get", "apt")
        self.folder = folder
        self.source = source
        (folder / "lists" / "partial").mkdir(parents=True)
        (folder / "archives" / "partial").mkdir(parents=True)
        (folder / "status").write_text("")
        (folder / "sources.list").write_text(f"{source.line}\n")
        (folder / "apt.conf").write_text(self._configuration())

    def update(self) -> None:
        """Fetches what the suite offers now.

        Raises:
            ContainerError: the mirror does not answer, or its signature is wrong.

        """
        self._checked("cannot read the packages of", "update")

    def offered(self, names: Collection[str]) -> Mapping[Key, Package]:
        """What the suite offers of the packages `names`, by name and version, after `update`."""
        words = ("indextargets", "--format", "$(FILENAME)", "Identifier: Packages")
        found: dict[Key, Package] = {}
        for index in self._checked("cannot list the files of", *words).split():
            found |= read_index(_run((_HELPER, "cat-file", index)).stdout, names)
        return found

    def needed(self, names: Sequence[str]) -> tuple[Key, ...]:
        """Name and version of all that must be installed for `names`, essential packages included.

        Raises:
            ContainerError: a name is unknown or cannot be installed.

        """
        words = ("--simulate", "--no-install-recommends", "install", "?essential", *names)
        output = self._checked("cannot install what image.toml lists from", *words)
        return tuple(sorted(set(_INSTALLED.findall(output))))

    def download(self, packages: Sequence[Package], say: Say) -> Path:
        """A folder with the files of the packages, under apt's names.

        Raises:
            ContainerError: a file cannot be fetched.

        """
        folder = self.folder / "downloaded"
        folder.mkdir()
        words = [f"{package.name}={package.version}" for package in packages]
        places = (folder, self.folder / "archives")
        with _watched(places, sum(package.size for package in packages), say):
            self._checked("cannot fetch packages from", "download", *words, folder=folder)
        return folder

    def _checked(self, what: str, *words: str, folder: Path | None = None) -> str:
        result = _run(("apt-get", "-c", str(self.folder / "apt.conf"), *words), folder)
        warnings = [line for line in result.stderr.splitlines() if line.startswith(("E:", "W:"))]
        if result.returncode != 0 or (words[0] == "update" and warnings):
            output = "\n".join(warnings) or f"exit code {result.returncode}"
            raise ContainerError(
                f"apt-get {words[0]}: {what} {self.source.uri} ({self.source.suite}):\n{output}"
            )
        return result.stdout

    def _configuration(self) -> str:
        """apt.conf, read after this machine's own, which may configure a proxy."""
        architecture = self.source.architecture
        values = {
            "Dir::State": self.folder,
            "Dir::State::status": self.folder / "status",
            "Dir::State::Lists": self.folder / "lists",
            "Dir::Cache": self.folder,
            "Dir::Cache::archives": self.folder / "archives",
            "Dir::Etc::SourceList": self.folder / "sources.list",
            "Dir::Etc::SourceParts": "/dev/null",
            "Dir::Etc::Preferences": "/dev/null",
            "Dir::Etc::PreferencesParts": "/dev/null",
            "APT::Architecture": architecture,
            "APT::Sandbox::User": "root",  # our folders are not _apt's
            "Acquire::Languages": "none",
            "Acquire::Retries": "3",
            "Acquire::Check-Valid-Until": "false",  # a snapshot is old
        }
        lines = [f'{key} "{value}";' for key, value in values.items()]
        cleared = (
            "APT::Architectures",
            "APT::Update::Post-Invoke",
            "APT::Update::Post-Invoke-Success",
        )
        return "\n".join([*lines, *(f"#clear {name};" for name in cleared), ""])


_HELPER = "/usr/lib/apt/apt-helper"
_INSTALLED = re.compile(r"^Inst (\S+) (?:\[\S+\] )?\((\S+) ", re.MULTILINE)


def require(program: str, package: str) -> None:
    """Nothing, where the program is installed.

    Raises:
        ContainerError: it is missing; says how to install it.

    """
    if shutil.which(program) is None:
        raise ContainerError(
            f"{program} is not installed, and the image is made with it. Install it with "
            f"`apt-get install {package}` (Debian, Ubuntu), or take a base image of your own with "
            "--base IMAGE."
        )


def _run(command: Sequence[str], folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {"LC_ALL": "C.UTF-8"}
    try:
        return LOCAL.run(
            Job(command=tuple(command), folder=folder or Path(), environment=environment)
        )
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, "", f"E: {error}")


SECONDS = 3.0
"""Between two lines of progress."""


@contextmanager
def _watched(folders: Sequence[Path], total: int, say: Say) -> Iterator[None]:
    """Prints from time to time how many bytes are in the folders."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(SECONDS):
            files = [path for folder in folders for path in folder.rglob("*")]
            held = sum(_size(path) for path in files)
            say(f"fetched {held / 1e6:,.0f} of {total / 1e6:,.0f} MB")

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:  # renamed in between
        return 0
