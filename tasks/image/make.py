"""From packages to the image's layer: fetched or saved, bootstrapped, compared with the lock."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from codegen.errors import ContainerError
from tasks.executors.runner import Say
from tasks.files import sha256
from tasks.image import packages as files
from tasks.image.apt import Apt, Source, machine_mirror
from tasks.image.archive import configuration, image_id
from tasks.image.bootstrap import bootstrapped
from tasks.image.dockerfile import read_configuration
from tasks.image.layer import Layer, write_layer
from tasks.image.lock import FILE, UPDATE, VERSION, Lock, Package
from tasks.image.mirror import make_mirror
from tasks.image.settings import Settings

MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """Makes layers in `folder`, which keeps fetched packages and the last layer.

    Packages come from the folder `offline`, else from `mirror`, else from this machine's mirror.
    """

    root: Path
    folder: Path
    settings: Settings
    offline: Path | None
    mirror: str | None
    say: Say

    @property
    def store(self) -> Path:
        """Where the files of the packages are."""
        return self.offline or self.folder / "packages"

    def gather(self, packages: Sequence[Package]) -> None:
        """Ensures that every package is in `store` and has the sum of the lock.

        Raises:
            ContainerError: packages are missing, or are others.

        """
        if self.offline is not None:
            files.check_folder(packages, self.offline)
            return
        with self.workplace() as work:
            source = self._suite(machine_mirror(self.mirror))
            files.fetch(packages, self.store, Apt(work / "apt", source), self.say)

    def layer(self, lock: Lock) -> Path:
        """The layer of the lock: the one that is kept, else made from the packages of `store`.

        Raises:
            ContainerError: it cannot be made, or does not match the lock.

        """
        kept = self._kept(lock.layer_sha256)
        if kept.is_file() and sha256(kept) == lock.layer_sha256:
            return kept
        with self._made(lock.packages) as (layer, path):
            if layer.sha256 != lock.layer_sha256:
                raise ContainerError(
                    f"the image was made, but is not that of {FILE}: its layer has sha256 "
                    f"{layer.sha256} instead of {lock.layer_sha256}. Please report this with the "
                    f"versions of mmdebstrap, apt and dpkg. {UPDATE} makes a lock of your own."
                )
            return self._keep(path, layer)

    def updated(self, old: Lock | None) -> Lock:
        """The lock of what the suite (or the folder `offline`) has now; its layer is made and kept.

        Raises:
            ContainerError: packages are unavailable, or the layer cannot be made.

        """
        wanted = self._wanted(old)
        if self.offline is None:
            self.gather(wanted)
        with self._made(wanted) as (layer, path):
            self._keep(path, layer)
        return self._lock(layer, wanted)

    def _wanted(self, old: Lock | None) -> tuple[Package, ...]:
        """What must be installed, sorted by name."""
        known = {package.sha256: package for package in old.packages} if old else {}
        with self.workplace() as work:
            if self.offline is None:
                source = self._suite(machine_mirror(self.mirror))
            else:
                source = self._mirror(sorted(self.offline.glob("*.deb")), work)
            self.say(f"looking for the packages of {source.suite} at {source.uri}")
            apt = Apt(work / "apt", source)
            apt.update()
            keys = apt.needed(self.settings.packages)
            offered = apt.offered({name for name, _ in keys})
        found = (offered[key] for key in keys)
        return tuple(known.get(package.sha256, package) for package in found)

    def _lock(self, layer: Layer, packages: tuple[Package, ...]) -> Lock:
        settings = self.settings
        output = read_configuration(self.root)
        content = configuration(layer.sha256, settings.architecture, settings.epoch, output)
        values = {
            "version": VERSION,
            "suite": settings.suite,
            "architecture": settings.architecture,
            "epoch": settings.epoch,
            "settings-sha256": settings.digest(),
            "layer-sha256": layer.sha256,
            "layer-bytes": layer.bytes,
            "image": image_id(content),
            "packages": packages,
        }
        return Lock.model_validate(values)

    @contextmanager
    def _made(self, packages: Sequence[Package]) -> Iterator[tuple[Layer, Path]]:
        """A new layer with these packages; its file is gone afterwards, unless it was renamed."""
        check_machine(self.settings.architecture)
        path = self.folder / f".layer-{os.getpid()}.tar"
        settings = self.settings
        names = [package.name for package in packages]
        options = settings.dpkg_options
        try:
            with self.workplace() as work:
                source = self._mirror([self.store / package.file for package in packages], work)
                made = bootstrapped(source, names, options, settings.epoch, self.say)
                with made as content:
                    layer = write_layer(content, path, settings.epoch)
            _check_installed(layer, packages)
            yield layer, path
        except OSError as error:
            raise ContainerError(
                f"{error.filename or self.folder}: {error.strerror}. The image needs 2 GB there "
                f"and 2 GB in {tempfile.gettempdir()}."
            ) from error
        finally:
            path.unlink(missing_ok=True)

    def _keep(self, path: Path, layer: Layer) -> Path:
        """Keeps the layer instead of the last one."""
        kept = self._kept(layer.sha256)
        path.replace(kept)
        for other in self.folder.glob("*.tar"):
            if other != kept:
                other.unlink()
        return kept

    def _kept(self, digest: str) -> Path:
        return self.folder / f"{digest}.tar"

    @contextmanager
    def workplace(self) -> Iterator[Path]:
        """A folder for the time of a step; others may read it, as mmdebstrap does without root."""
        for old in self.folder.glob("work-*"):  # of a process that was killed
            shutil.rmtree(old, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        place = self.folder if os.geteuid() == 0 else None
        with tempfile.TemporaryDirectory(prefix="work-", dir=place) as name:
            Path(name).chmod(0o755)
            yield Path(name)

    def _suite(self, uri: str) -> Source:
        settings = self.settings
        return Source(
            uri=uri,
            suite=settings.suite,
            components=settings.components,
            architecture=settings.architecture,
        )

    def _mirror(self, paths: Sequence[Path], work: Path) -> Source:
        settings = self.settings
        return make_mirror(paths, work / "mirror", settings.suite, settings.architecture)


def check_machine(architecture: str) -> None:
    """Nothing, where this machine runs the programs of the image.

    Raises:
        ContainerError: it does not.

    """
    here = platform.machine()
    if here != MACHINES.get(architecture, here):
        raise ContainerError(
            f"the image is made of programs for {architecture}, this machine is {here}. Make it on "
            "a machine of that kind, or build with --executor local."
        )


def _check_installed(layer: Layer, packages: Sequence[Package]) -> None:
    wanted = {(package.name, package.version) for package in packages}
    differing = sorted(wanted ^ set(layer.packages))
    if differing:
        shown = ", ".join(f"{name} {version}" for name, version in differing[: files.SHOWN])
        raise ContainerError(f"mmdebstrap installed other packages than the lock's: {shown}.")
