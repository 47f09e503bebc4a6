"""Runs jobs in containers of the toolchain image: no network, no rights, nothing left behind."""

from __future__ import annotations

import codecs
import os
import secrets
import signal
import socket
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from codegen.errors import ContainerError
from tasks.config.model import Table
from tasks.config.table_file import read_table
from tasks.executors.container_files import Copied, Files, Mounted
from tasks.executors.engine import Absent, Engine, Image, engine_faults, find_engine
from tasks.executors.runner import Job, Program, Say, TimeLimit
from tasks.image.lock import FILE as LOCK
from tasks.image.lock import read_lock
from tasks.signals import orderly, undisturbed

if TYPE_CHECKING:
    from docker import DockerClient
    from docker.models.containers import Container

LIMITS = "toolchains/container.toml"
OWNER = "kerf.owner"
NOBODY = (65534, 65534)
ENDED_S = 30.0
"""Within this time an engine reports the exit of a container whose output has ended."""


class Limits(Table):
    """What a container may take; see `toolchains/container.toml`."""

    memory_bytes: int
    tmp_bytes: int
    processes: int
    seconds: float


def read_limits(root: Path) -> Limits:
    """The limits of `toolchains/container.toml`.

    Raises:
        ConfigError: the file cannot be read or is wrong.

    """
    return read_table(Limits, root, LIMITS)


def find_container(root: Path) -> ContainerRunner | Absent:
    """Runs jobs in the lock's image, if an engine has it. Takes milliseconds.

    Raises:
        ContainerError: the lock is damaged.

    """
    engine = find_engine()
    if isinstance(engine, Absent):
        return engine
    if not (root / LOCK).is_file():
        return Absent(reason=f"there is no {LOCK}", advice="Restore it.")
    lock = read_lock(root)
    try:
        image = engine.image(lock)
    except ContainerError as error:
        return Absent(reason=str(error).removesuffix("."))
    if image is None:
        return Absent(
            reason=f"the container engine has no {lock.tag}, which `nox -s image` makes",
            advice="Make it, or build with the installed compilers: --executor local.",
        )
    return ContainerRunner(engine, image, read_limits(root))


class ContainerRunner:
    """Runs each job in a container of its own, which is removed however the job ends.

    Files have the paths that they have here, so that messages are those of a local run.
    """

    executor = "container"

    def __init__(self, engine: Engine, image: Image, limits: Limits) -> None:
        self._engine = engine
        self._image = image
        self._limits = limits
        self._copies = engine.remote

    @property
    def image(self) -> str:
        """The ID of the image."""
        return self._image.id

    def find(self, program: str) -> Program:
        """The program, which the image has, by its lock."""
        own = "" if self._image.exact else " (on a base of your own)"
        place = f"in {self._image.tag}{own} at {self._engine.address}"
        return Program(path=program, place=place, key=f"{self._image.reference} {program}")

    def run(self, job: Job, say: Say | None = None) -> subprocess.CompletedProcess[str]:
        """See `tasks.executors.runner.Runner.run`."""
        import docker.errors

        with orderly(), engine_faults(self._engine.address):
            try:
                return self._run(job, say)
            except docker.errors.APIError as error:
                if self._copies or "bind source path does not exist" not in str(error):
                    raise
                self._copies = True  # the socket is here, the engine elsewhere
                return self._run(job, say)

    def _run(self, job: Job, say: Say | None) -> subprocess.CompletedProcess[str]:
        job = replace(job, timeout_s=job.timeout_s or self._limits.seconds)
        user = self._user
        files: Files = Copied(user) if self._copies else Mounted(user if _lends(user) else None)
        with self._container(job, files) as container, files.given(container, job):
            output = container.attach(stdout=True, stderr=True, stream=True, demux=say is None)
            container.start()
            with TimeLimit(job, lambda: _kill(container)):
                printed = _collected(output) if say is None else _forwarded(output, say)
                status = container.wait(timeout=ENDED_S)["StatusCode"]
            container.reload()
            # podman does not always report it; but nothing inside can kill the first process.
            if container.attrs["State"]["OOMKilled"] or _code(status) == -signal.SIGKILL:
                raise ContainerError(
                    f"{job.command[0]} was killed: it needs more memory than the "
                    f"{self._limits.memory_bytes:,} bytes of a container. Raise memory-bytes in "
                    f"{LIMITS}, or run fewer commands at once (-j)."
                )
        return subprocess.CompletedProcess(job.command, _code(status), *printed)

    @contextmanager
    def _container(self, job: Job, files: Files) -> Iterator[Container]:
        self._remove_orphans()
        name = f"kerf-{os.getpid()}-{secrets.token_hex(4)}"
        limits = self._limits
        mounts = files.mounts(job)
        temporary = {"/tmp": f"rw,nosuid,nodev,noexec,size={limits.tmp_bytes},mode=1777"}
        if any(mount["Target"] == "/tmp" for mount in mounts):
            temporary = {}
        try:
            yield self._client.containers.create(
                self._image.reference,
                list(job.command),
                name=name,
                labels={OWNER: _owner(os.getpid())},
                working_dir=str(job.folder),
                environment={"HOME": "/tmp", **job.environment},
                user=":".join(map(str, self._user)),
                userns_mode="keep-id" if self._keeps_ids else None,
                mounts=mounts,
                tmpfs=temporary,
                network_mode="none",
                stop_signal="SIGKILL",  # a compiler needs no time to stop
                read_only=True,
                cap_drop=["ALL"],
                security_opt=["no-new-privileges"],
                mem_limit=limits.memory_bytes,
                memswap_limit=limits.memory_bytes,
                pids_limit=limits.processes,
                log_config={"type": "none"},
            )
        finally:
            with undisturbed(), suppress(Exception):  # the engine may be gone, and with it all
                self._client.api.remove_container(name, v=True, force=True)

    def _remove_orphans(self) -> None:
        """Removes containers of processes of this machine that were killed."""
        here = _owner(0).rpartition(" ")[0]
        for each in self._client.api.containers(all=True, filters={"label": OWNER}):
            place, _, process = each["Labels"][OWNER].rpartition(" ")
            if place == here and not _lives(int(process)):
                with suppress(Exception):  # another process may be at it too
                    self._client.api.remove_container(each["Id"], v=True, force=True)

    @cached_property
    def _client(self) -> DockerClient:
        return self._engine.client()

    @cached_property
    def _rootless(self) -> bool:
        """Whether the engine runs as us, so that root in a container is our user."""
        options = self._client.info().get("SecurityOptions") or ()
        return any("rootless" in option for option in options)

    @cached_property
    def _keeps_ids(self) -> bool:
        """Whether it is a rootless podman, which can give our user the same number inside."""
        parts = self._client.version().get("Components") or () if self._rootless else ()
        return any(str(part.get("Name")).startswith("Podman") for part in parts)

    @cached_property
    def _user(self) -> tuple[int, int]:
        """User and group in the container: ours, but never root's rights."""
        if self._rootless and not self._keeps_ids:
            return 0, 0  # which is us: a rootless engine has no other rights to give
        return NOBODY if os.getuid() == 0 else (os.getuid(), os.getgid())


def _lends(user: tuple[int, int]) -> bool:
    """Whether folders must belong to somebody else for the time of a job."""
    return os.getuid() == 0 and user == NOBODY


def _owner(process: int) -> str:
    """Names a process among all that an engine may serve."""
    try:
        namespace = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        namespace = ""
    return f"{socket.gethostname()} {namespace} {process}"


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is somebody else's
        pass
    return True


def _kill(container: Container) -> None:
    with suppress(Exception):  # it ended in the same moment, or the engine is gone
        container.kill()


def _collected(output: Iterable[tuple[bytes | None, bytes | None]]) -> tuple[str, str]:
    """Everything that the container printed to stdout and to stderr."""
    streams: tuple[list[bytes], list[bytes]] = ([], [])
    for parts in output:
        for stream, part in zip(streams, parts, strict=True):
            stream.append(part or b"")
    stdout, stderr = (b"".join(stream).decode("utf-8", "replace") for stream in streams)
    return stdout, stderr


def _forwarded(output: Iterable[bytes], say: Say) -> tuple[str, str]:
    """Passes each line to `say` immediately."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    for part in output:
        *lines, rest = (rest + decoder.decode(part)).split("\n")
        for line in lines:
            say(line.rstrip())
    if rest := rest + decoder.decode(b"", final=True):
        say(rest.rstrip())
    return "", ""


def _code(status: int) -> int:
    """The exit code as a local process has it: a signal is negative."""
    return 128 - status if 128 < status < 128 + 32 else status
