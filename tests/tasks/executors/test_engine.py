"""Finding the container engine: where it is searched, what is reported when it is missing."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

import pytest

from codegen.errors import ContainerError
from tasks.executors.container import find_container
from tasks.executors.engine import HOST, NONE, Absent, Engine, find_engine, require_engine
from tasks.image.lock import read_lock
from tests.tasks.executors.engine import without_engine


def test_docker_host_is_honoured_and_network_addresses_are_remote(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(HOST, "tcp://192.0.2.1:2375")
    found = find_engine()
    assert isinstance(found, Engine)
    assert (found.address, found.remote) == ("tcp://192.0.2.1:2375", True)
    assert not Engine(address="unix:///run/docker.sock").remote


def test_a_socket_that_nobody_serves_is_no_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "docker.sock"))
    monkeypatch.setenv(HOST, f"unix://{tmp_path}/docker.sock")
    found = find_engine()
    assert isinstance(found, Absent)
    assert found.reason.endswith("docker.sock does not answer: connection refused")
    with pytest.raises(ContainerError, match=r"systemctl start docker.*--executor local"):
        require_engine()


def test_a_users_own_socket_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOST, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    if not isinstance(find_engine(), Absent):
        pytest.skip("this machine has an engine for everybody, which is found first")
    assert find_engine() is NONE
    (tmp_path / "podman").mkdir()
    with socket.socket(socket.AF_UNIX) as served:
        served.bind(str(tmp_path / "podman" / "podman.sock"))
        served.listen()
        assert find_engine() == Engine(address=f"unix://{tmp_path}/podman/podman.sock")


def test_looking_for_an_engine_takes_no_time_where_there_is_none(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_engine(monkeypatch)
    began = time.monotonic()
    for _ in range(10):
        assert isinstance(find_container(root), Absent)
    assert time.monotonic() - began < 0.2


def test_an_engine_without_the_image_says_which_command_makes_it(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "docker.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        answer = b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
        threading.Thread(target=_serve, args=(server, answer), daemon=True).start()
        monkeypatch.setenv(HOST, f"unix://{path}")
        found = find_container(root)
    assert isinstance(found, Absent)
    tag = read_lock(root).tag
    assert found.reason == f"the container engine has no {tag}, which `nox -s image` makes"


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhm, ", b"SSH-2.0\r\n"]
)
def test_something_else_at_the_socket_is_no_engine(
    answer: bytes, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "docker.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        threading.Thread(target=_serve, args=(server, answer), daemon=True).start()
        monkeypatch.setenv(HOST, f"unix://{path}")
        found = find_container(root)
    assert isinstance(found, Absent)
    assert "does not answer, or went away" in found.reason


def _serve(server: socket.socket, answer: bytes) -> None:
    """Answers every client after the first, which is only accepted."""
    for _ in range(2):
        client, _ = server.accept()
        with client:
            if client.recv(1 << 16):
                client.sendall(answer)
