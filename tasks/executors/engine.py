"""The container engine of this machine: where it listens, and which of our images it has."""

from __future__ import annotations

import http.client
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from codegen.errors import ContainerError
from tasks.image.lock import Lock

if TYPE_CHECKING:
    from docker import DockerClient  # 0.3 s: only where something is run

HOST = "DOCKER_HOST"
START = (
    "Start it (`systemctl start docker`), name another in DOCKER_HOST, or build with the installed "
    "compilers: --executor local."
)
ANSWER_S = 2.0
"""Within this time the engine of DOCKER_HOST must answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """Why nothing can run in a container here, and what to do about it."""

    reason: str
    advice: str = START

    def error(self) -> ContainerError:
        """The error to raise if a container was requested explicitly."""
        return ContainerError(f"{self.reason}. {self.advice}")


NONE = Absent(
    reason="there is no container engine",
    advice="Install one (`apt-get install docker.io`) and start it, name another in DOCKER_HOST, "
    "or build with the installed compilers: --executor local.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """An engine that listens; Docker, or podman's API."""

    address: str  # "unix:///var/run/docker.sock"

    @property
    def remote(self) -> bool:
        """Whether it may be another machine, which sees none of our files."""
        return not self.address.startswith("unix://")

    def client(self, timeout_s: float = 60) -> DockerClient:
        """The docker SDK's client.

        Raises:
            ContainerError: the engine does not answer.

        """
        import docker

        with engine_faults(self.address):
            if self.address != os.environ.get(HOST):
                return docker.DockerClient(self.address, timeout=timeout_s)
            # With DOCKER_TLS_VERIFY and DOCKER_CERT_PATH.
            return docker.from_env(timeout=timeout_s, use_ssh_client=True)

    def image(self, lock: Lock) -> Image | None:
        """The image of the lock, or one on a base of the user's own; None where there is neither.

        Raises:
            ContainerError: the engine does not answer.

        """
        found = self._inspect(lock.tag)
        if found is None:
            return None
        exact = found["RootFS"]["Layers"] == [f"sha256:{lock.layer_sha256}"]
        known = lock.image if exact else found["Id"]
        return Image(reference=found["Id"], id=known, tag=lock.tag, exact=exact)

    def _inspect(self, tag: str) -> dict[str, Any] | None:
        path = f"/images/{quote(tag)}/json"
        try:
            connection = _connection(self.address)
            if connection is None:
                return self._inspect_by_sdk(tag)
            connection.request("GET", path)
            answer = connection.getresponse()
            content = json.loads(answer.read())
            connection.close()
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise ContainerError(_silent(self.address, error)) from error
        if answer.status == 404:
            return None
        if answer.status != 200:
            raise ContainerError(f"the engine at {self.address} reports: {content.get('message')}")
        return dict(content)

    def _inspect_by_sdk(self, tag: str) -> dict[str, Any] | None:
        import docker.errors

        client = self.client()
        with engine_faults(self.address):
            try:
                return dict(client.images.get(tag).attrs)
            except docker.errors.ImageNotFound:
                return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A toolchain image that an engine has."""

    reference: str  # what the engine calls it
    id: str  # what a manifest records
    tag: str
    exact: bool  # the one of the lock, not one on another base


def find_engine() -> Engine | Absent:
    """The engine of DOCKER_HOST, else the first whose socket is where engines have it.

    Takes milliseconds; whether the engine works is seen when it is used.
    """
    requested = os.environ.get(HOST)
    if requested:
        path = Path(requested.removeprefix("unix://"))
        fault = _refusal(path) if requested.startswith("unix://") else None
        if fault is None:
            return Engine(address=requested)
        return Absent(reason=f"the container engine at {requested} does not answer: {fault}")
    faults = []
    for path in _sockets():
        if path.is_socket():
            fault = _refusal(path)
            if fault is None:
                return Engine(address=f"unix://{path}")
            faults.append(f"{path}: {fault}")
    return Absent(reason=f"no container engine answers: {'; '.join(faults)}") if faults else NONE


def require_engine() -> Engine:
    """The engine, where one listens.

    Raises:
        ContainerError: none does; says what to do.

    """
    engine = find_engine()
    if isinstance(engine, Absent):
        raise engine.error()
    return engine


def _sockets() -> Iterator[Path]:
    yield Path("/var/run/docker.sock")
    if own := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(own, "docker.sock")
        yield Path(own, "podman", "podman.sock")
    yield Path("/run/podman/podman.sock")


def _refusal(path: Path) -> str | None:
    """Why there is no answer at a socket."""
    try:
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(ANSWER_S)
            probe.connect(str(path))
    except PermissionError:
        return "it is not for you (become a member of the group `docker`)"
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return None


class _UnixConnection(http.client.HTTPConnection):
    """HTTP over a local socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=ANSWER_S)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(ANSWER_S)
        self.sock.connect(self.path)


def _connection(address: str) -> http.client.HTTPConnection | None:
    """A plain connection, made in a hundredth of the SDK's time; None where that cannot be."""
    parts = urlsplit(address)
    if parts.scheme == "unix":
        return _UnixConnection(parts.path)
    if parts.scheme in ("tcp", "http") and not os.environ.get("DOCKER_TLS_VERIFY"):
        return http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=ANSWER_S)
    return None


@contextmanager
def engine_faults(address: str) -> Iterator[None]:
    """Within it, what the SDK raises becomes a `ContainerError` in words."""
    import docker.errors
    import requests.exceptions
    import urllib3.exceptions

    try:
        yield
    except (docker.errors.APIError, docker.errors.ImageLoadError) as error:
        output = str(getattr(error, "explanation", None) or error).strip().rstrip(".")
        if "no space left on device" in output.lower():
            output += ". Its disk is full: `docker system prune` removes what is unused"
        raise ContainerError(f"the container engine at {address} reports: {output}.") from error
    except (
        docker.errors.DockerException,
        requests.exceptions.RequestException,
        urllib3.exceptions.HTTPError,
        ConnectionError,
    ) as error:
        raise ContainerError(_silent(address, error)) from error


def _silent(address: str, error: Exception) -> str:
    reason = next(
        (str(part) for part in reversed(_chain(error)) if str(part)), type(error).__name__
    )
    return f"the container engine at {address} does not answer, or went away: {reason}. {START}"


def _chain(error: BaseException) -> list[BaseException]:
    found = [error]
    while (cause := found[-1].__cause__ or found[-1].__context__) is not None:
        found.append(cause)
    return found
