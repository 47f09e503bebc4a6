"""Jobs in containers: what they may do, what we see of them, and that nothing stays behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from codegen.errors import ContainerError
from tasks.executors.container import OWNER, ContainerRunner, Limits
from tasks.executors.engine import Engine, Image
from tasks.executors.runner import Job
from tests.tasks.executors.engine import own_engine
from tests.tasks.executors.tiny_image import TinyImage

ROOT = Path(__file__).parents[3]
LIMITS = Limits.model_validate(
    {"memory-bytes": 1 << 26, "tmp-bytes": 1 << 20, "processes": 20, "seconds": 60.0}
)


pytestmark = pytest.mark.slow  # an engine is started where none listens


@pytest.fixture(scope="module")
def image(engine: Engine, tiny_image: TinyImage) -> Image:
    return tiny_image.load(engine)


@pytest.fixture
def runner(engine: Engine, image: Image) -> ContainerRunner:
    return ContainerRunner(engine, image, LIMITS)


@pytest.fixture
def remote(engine: Engine, image: Image) -> Iterator[ContainerRunner]:
    """The engine is behind a network connection, as one on another machine is."""
    with forwarded(Path(engine.address.removeprefix("unix://"))) as port:
        yield ContainerRunner(Engine(address=f"tcp://127.0.0.1:{port}"), image, LIMITS)


def job(folder: Path, *words: str, **more: object) -> Job:
    return Job(command=("/bin/program", *words), folder=folder, **more)  # type: ignore[arg-type]


def containers(engine: Engine) -> list[str]:
    """The containers that this test process made and that are still there."""
    with closing(engine.client()) as client:
        found = client.containers.list(all=True, filters={"label": OWNER})
        return [each.name for each in found if each.labels[OWNER].endswith(f" {os.getpid()}")]


def test_the_id_of_an_image_is_known_before_an_engine_has_it(
    engine: Engine, image: Image, tiny_image: TinyImage
) -> None:
    with closing(engine.client()) as client:
        assert client.images.get(tiny_image.tag).id == tiny_image.id == image.id


def test_a_job_has_no_rights_no_network_and_a_root_that_cannot_be_written(
    runner: ContainerRunner, tmp_path: Path
) -> None:
    printed = runner.run(job(tmp_path, "rights")).stdout
    lines = dict(line.replace("\t", " ").split(": ", 1) for line in printed.splitlines())
    user = os.getuid() or 65534
    assert lines["user"] == f"{user} {os.getgid() or 65534}"
    assert lines["new privileges"] == "never"
    assert {lines[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {
        "0" * 16
    }
    assert lines["write /"] == "Read-only file system"
    assert lines["write /tmp"] == "allowed"
    assert lines["network"] == "Network is unreachable"


def test_sources_are_read_only_and_the_build_folder_is_not(
    runner: ContainerRunner, tmp_path: Path
) -> None:
    sources, build = tmp_path / "sources", tmp_path / "with a space: build"
    sources.mkdir()
    build.mkdir()
    (sources / "in").write_text("content")
    places = {"reads": (sources,), "writes": (build,)}
    done = runner.run(job(tmp_path, "copy", f"{sources}/in", f"{build}/out", **places))
    assert (done.returncode, (build / "out").read_text()) == (0, "content")
    assert (build / "out").stat().st_uid == os.getuid()
    refused = runner.run(job(tmp_path, "copy", f"{build}/out", f"{sources}/out", **places))
    assert "Read-only file system" in refused.stderr
    assert not (sources / "out").exists()


def test_lines_are_printed_while_the_job_runs(runner: ContainerRunner, tmp_path: Path) -> None:
    printed: list[tuple[str, float]] = []
    runner.run(job(tmp_path, "lines"), lambda line: printed.append((line, time.monotonic())))
    assert [line for line, _ in printed] == ["first", "second", "no newline"]
    assert printed[1][1] - printed[0][1] > 0.5


def test_output_exit_code_and_signal_are_those_of_a_local_process(
    runner: ContainerRunner, tmp_path: Path
) -> None:
    streams = runner.run(job(tmp_path, "streams"))
    assert (streams.stdout, streams.stderr) == ("out", "err")
    assert runner.run(job(tmp_path, "exit", "35")).returncode == 35
    assert runner.run(job(tmp_path, "exit", "240")).returncode == 240
    assert runner.run(job(tmp_path, "fault")).returncode == -signal.SIGSEGV


def test_a_job_that_takes_too_long_is_killed(
    runner: ContainerRunner, engine: Engine, tmp_path: Path
) -> None:
    began = time.monotonic()
    with pytest.raises(subprocess.TimeoutExpired):
        runner.run(job(tmp_path, "hang", timeout_s=1))
    assert time.monotonic() - began < 15
    assert containers(engine) == []


def test_memory_and_processes_are_limited(runner: ContainerRunner, tmp_path: Path) -> None:
    with pytest.raises(ContainerError, match=r"more memory than the 67,108,864 bytes"):
        runner.run(job(tmp_path, "memory"))
    made = runner.run(job(tmp_path, "processes")).stdout.split()
    assert int(made[0]) < LIMITS.processes


def test_a_program_that_the_image_lacks_is_a_container_error(
    runner: ContainerRunner, engine: Engine, tmp_path: Path
) -> None:
    with pytest.raises(ContainerError, match=r"no such file or directory|not found"):
        runner.run(Job(command=("arm-none-eabi-gcc",), folder=tmp_path))
    assert containers(engine) == []


SCRIPT = """
import sys
from pathlib import Path
from codegen.errors import KerfError
from tasks.executors.container import ContainerRunner, Limits
from tasks.executors.engine import Engine, Image
from tasks.executors.runner import Job
limits = Limits.model_validate(
    {"memory-bytes": 1 << 26, "tmp-bytes": 1 << 20, "processes": 20, "seconds": 60.0}
)
image = Image(reference=sys.argv[2], id=sys.argv[2], tag="", exact=True)
runner = ContainerRunner(Engine(address=sys.argv[1]), image, limits)
job = Job(command=("/bin/program", "hang"), folder=Path(sys.argv[3]))
runner.run(job, lambda line: print(line, flush=True))
"""


@pytest.fixture
def hanging(
    engine: Engine, image: Image, tmp_path: Path
) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts a process whose job hangs; it is running when this returns."""
    begun: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = (sys.executable, "-c", SCRIPT, engine.address, image.reference, str(tmp_path))
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        begun.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "hanging\n"
        return process

    yield start
    for process in begun:
        process.kill()
        process.wait()


def owned(engine: Engine, process: subprocess.Popen[str]) -> list[str]:
    with closing(engine.client()) as client:
        found = client.containers.list(all=True, filters={"label": OWNER})
        return [each.id for each in found if each.labels[OWNER].endswith(f" {process.pid}")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_build_leaves_no_container(
    number: int, engine: Engine, hanging: Callable[[], subprocess.Popen[str]]
) -> None:
    process = hanging()
    assert len(owned(engine, process)) == 1
    process.send_signal(number)
    process.wait(timeout=30)
    assert owned(engine, process) == []


def test_the_container_of_a_killed_build_goes_with_the_next_and_others_stay(
    engine: Engine,
    runner: ContainerRunner,
    tmp_path: Path,
    hanging: Callable[[], subprocess.Popen[str]],
) -> None:
    killed, other = hanging(), hanging()
    killed.kill()
    killed.wait()
    assert len(owned(engine, killed)) == 1
    runner.run(job(tmp_path, "exit", "0"))
    assert owned(engine, killed) == []
    assert len(owned(engine, other)) == 1


def test_an_engine_that_dies_meanwhile_is_named(tiny_image: TinyImage, tmp_path: Path) -> None:
    with own_engine() as (engine, process):
        runner = ContainerRunner(engine, tiny_image.load(engine), LIMITS)
        with pytest.raises(ContainerError) as raised:
            runner.run(job(tmp_path, "hang"), lambda _: os.kill(process, signal.SIGKILL))
    assert engine.address in str(raised.value)
    assert "went away" in str(raised.value)


def test_a_remote_engine_gets_copies_and_gives_back_what_is_new(
    remote: ContainerRunner, engine: Engine, tmp_path: Path
) -> None:
    sources, build = tmp_path / "sources", tmp_path / "build"
    (build / "obj").mkdir(parents=True)
    sources.mkdir()
    (sources / "in").write_text("content")
    (build / "obj" / "old").write_text("old")
    (build / ".lock").write_text("ours")
    places = {"reads": (sources / "in",), "writes": (build,)}
    done = remote.run(job(build, "copy", f"{sources}/in", f"{build}/obj/out", **places))
    assert (done.returncode, done.stderr) == (0, "")
    assert (build / "obj" / "out").read_text() == "content"
    assert (build / "obj" / "old").read_text() == "old"
    refused = remote.run(job(build, "copy", f"{build}/obj/old", f"{sources}/out", **places))
    assert "Permission denied" in refused.stderr
    absent = remote.run(job(build, "copy", f"{build}/.lock", "/dev/null", **places))
    assert "No such file" in absent.stderr
    assert containers(engine) == []
    with closing(engine.client()) as client:
        assert client.volumes.list(filters={"dangling": True}) == []


class forwarded:  # noqa: N801 - reads as a context
    """A port of this machine that leads to a local socket."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._server = socket.create_server(("127.0.0.1", 0))

    def __enter__(self) -> int:
        threading.Thread(target=self._serve, daemon=True).start()
        return int(self._server.getsockname()[1])

    def __exit__(self, *_: object) -> None:
        self._server.close()

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:  # closed
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(str(self._path))
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pump, args=(one, other), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    try:
        while data := source.recv(1 << 16):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:  # one side went away
        pass
