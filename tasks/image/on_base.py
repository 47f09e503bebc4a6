"""Puts the packages on a base image of the user's own: the engine runs the Dockerfile."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from codegen.errors import ContainerError
from tasks.executors.engine import Engine, Image, engine_faults
from tasks.executors.runner import Say
from tasks.image.dockerfile import FILE
from tasks.image.load import TIMEOUT_S
from tasks.image.lock import Lock
from tasks.image.mirror import COMPONENT, make_mirror
from tasks.image.settings import Settings

# apt's configuration in the base: it sees only the packages next to it.
_APT = """\
Dir::Etc::SourceList "/packages/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State::Lists "/packages/lists";
Dir::Cache::archives "/packages/archives";
APT::Sandbox::User "root";
"""


def build_on_base(
    engine: Engine, base: str, lock: Lock, settings: Settings, store: Path, context: Path, say: Say
) -> Image:
    """Has the engine build `context`/Dockerfile on `base` with the packages of `store`.

    Raises:
        ContainerError: the base is unknown or no Debian, or the engine fails; with its message.

    """
    _fill(context / "packages", lock, settings, store)
    size = sum(package.size for package in lock.packages)
    say(f"building {lock.tag} on {base} ({size / 1e6:,.0f} MB of packages) at {engine.address}")
    tail: deque[str] = deque(maxlen=10)
    with engine_faults(engine.address):
        events = engine.client(TIMEOUT_S).api.build(
            path=str(context),
            tag=lock.tag,
            buildargs={"BASE": base},
            network_mode="none",
            rm=True,
            forcerm=True,
            decode=True,
        )
        for part in events:
            if "error" in part:
                output = "\n".join([*tail, part["error"].strip()])
                raise ContainerError(f"{FILE} cannot be built on {base}:\n{output}")
            for line in part.get("stream", "").splitlines():
                tail.append(line)
                if line.startswith("Step "):
                    say(line)
    image = engine.image(lock)
    if image is None:
        raise ContainerError(f"the engine at {engine.address} built {lock.tag} and lost it.")
    return image


def _fill(folder: Path, lock: Lock, settings: Settings, store: Path) -> None:
    """Everything that the Dockerfile's first stage uses."""
    files = (store / package.file for package in lock.packages)
    make_mirror(files, folder, lock.suite, lock.architecture)
    names = [f"{package.name}={package.version}" for package in lock.packages]
    texts = {
        "apt.conf": _APT,
        "sources.list": f"deb [trusted=yes] copy:///packages {lock.suite} {COMPONENT}\n",
        "names": "\n".join(names),
        "paths": "\n".join(settings.dpkg_options),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    for name in ("lists", "archives"):
        (folder / name / "partial").mkdir(parents=True)
