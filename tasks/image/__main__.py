"""Makes the toolchain image of toolchains/image.lock and gives it to the container engine.

The image is made here, from Debian packages, and is the same on every machine: its ID is known
before. If the engine has it already, nothing is done.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from codegen.errors import ContainerError
from tasks import cli
from tasks.executors.engine import Absent, Engine, find_engine, require_engine
from tasks.files import write_if_changed
from tasks.image.archive import configuration_of, image_id
from tasks.image.dockerfile import FILE as DOCKERFILE
from tasks.image.load import load
from tasks.image.lock import FILE, UPDATE, Lock, changes, lock_text, read_lock
from tasks.image.make import Workshop
from tasks.image.on_base import build_on_base
from tasks.image.packages import save
from tasks.image.settings import FILE as SETTINGS
from tasks.image.settings import Settings, read_settings
from tasks.lock import locked

FOLDER = "build/image"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    options = _parser().parse_args(arguments)
    root = options.root.resolve()
    workshop = Workshop(
        root=root,
        folder=root / FOLDER,
        settings=read_settings(root),
        offline=options.offline and options.offline.resolve(),
        mirror=options.mirror,
        say=_say,
    )
    engine = _engine(optional=options.update_lock or options.save is not None)
    with locked(workshop.folder, _say):
        if options.update_lock:
            _update(workshop)
        lock = read_lock(root)
        _check_current(lock, workshop.settings, root)
        if options.save is not None:
            _save(workshop, lock, options.save.resolve())
        if engine is not None:
            _provide(workshop, engine, lock, options.base)
    return 0


def _engine(*, optional: bool) -> Engine | None:
    """The engine, looked for before anything long begins; None where it may be missing and is."""
    engine = find_engine() if optional else require_engine()
    if isinstance(engine, Absent):
        _say(f"no image will be loaded: {engine.reason}")
        return None
    return engine


def _update(workshop: Workshop) -> None:
    """Writes a new lock and prints what changed."""
    try:
        old = read_lock(workshop.root)
    except ContainerError as error:
        old = None
        _say(f"the old lock does not count: {error.faults[-1]}")
    new = workshop.updated(old)
    write_if_changed(workshop.root / FILE, lock_text(new))
    changed = list(changes(old, new))
    for line in changed:
        print(f"  {line}")
    same = old is not None and old == new
    _say(
        f"{FILE}: unchanged"
        if same
        else f"{FILE}: {len(changed)} of {len(new.packages)} packages changed"
    )


def _check_current(lock: Lock, settings: Settings, root: Path) -> None:
    """Nothing, if the lock was made from the current image.toml and Dockerfile."""
    stale = [SETTINGS] * (lock.settings_sha256 != settings.digest())
    stale += [DOCKERFILE] * (lock.image != image_id(configuration_of(lock, root)))
    if stale:
        raise ContainerError(
            f"{' and '.join(stale)} changed since {FILE} was made. Remake the lock with "
            f"{UPDATE} (with --offline DIR: from packages that you saved), or undo the change."
        )


def _save(workshop: Workshop, lock: Lock, folder: Path) -> None:
    workshop.gather(lock.packages)
    save(lock.packages, workshop.store, folder)
    _say(f"{len(lock.packages)} packages are in {folder}")


def _provide(workshop: Workshop, engine: Engine, lock: Lock, base: str | None) -> None:
    """Gives the engine the image of the lock, or one on the user's base."""
    image = engine.image(lock)
    if base is None and image is not None and image.exact:
        _say(f"{engine.address} has {image.tag}: {image.id}")
        return
    workshop.gather(lock.packages)
    if base is not None:
        with workshop.workplace() as work:
            (work / DOCKERFILE).write_bytes((workshop.root / DOCKERFILE).read_bytes())
            image = build_on_base(engine, base, lock, workshop.settings, workshop.store, work, _say)
    else:
        content = configuration_of(lock, workshop.root)
        image = load(engine, lock, content, workshop.layer(lock), _say)
    _say(f"{engine.address} has {image.tag} now: {image.id}")


def _say(line: str) -> None:
    print(f"image: {line}", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser("image", __doc__)
    parser.add_argument(
        "--update-lock",
        action="store_true",
        help="take the packages that the suite has now, and show what changed",
    )
    parser.add_argument(
        "--offline", type=Path, metavar="DIR", help="take the packages from DIR; no network"
    )
    parser.add_argument("--save", type=Path, metavar="DIR", help="keep every package in DIR")
    parser.add_argument(
        "--mirror",
        metavar="URL",
        help="a Debian mirror (default: this machine's, else that of mmdebstrap)",
    )
    parser.add_argument(
        "--base", metavar="IMAGE", help="a Debian image to put the packages on; the ID is its own"
    )
    cli.add_root(parser)
    return parser


if __name__ == "__main__":
    cli.run(main)
