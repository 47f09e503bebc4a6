"""Each way for a task to end, seen from outside the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dev.command_line import help_of, sessions
from tasks.cli import advised_once

ROOT = Path(__file__).parents[2]


def end(
    body: str, *arguments: str, stdout: int | None = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """The end of a process whose `main(arguments)` has this body."""
    script = (
        "import sys\n"
        "from codegen.errors import BuildError\n"
        "from tasks.cli import run\n"
        f"def main(arguments):\n    {body}\n"
        "run(main)\n"
    )
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": ""},  # buffered, as users have it
        text=True,
        timeout=30,
    )


def test_code_and_output_of_main_are_those_of_the_process() -> None:
    ended = end("print(arguments); return 3", "a", "b")
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, "['a', 'b']\n", "")


def test_each_fault_is_one_error_line_and_the_class_gives_the_code() -> None:
    ended = end("raise BuildError(['first', 'second'])")
    assert (ended.returncode, ended.stderr) == (6, "error: first\nerror: second\n")


def test_output_before_a_fault_is_kept() -> None:
    ended = end("print('one'); raise BuildError('two')")
    assert (ended.returncode, ended.stdout, ended.stderr) == (6, "one\n", "error: two\n")


def test_interrupt_ends_with_130_and_no_traceback() -> None:
    ended = end("raise KeyboardInterrupt")
    assert (ended.returncode, ended.stderr) == (130, "error: interrupted\n")


def test_os_error_names_the_file_and_the_cause() -> None:
    ended = end("open('/nonexistent/file'); return 0")
    assert ended.returncode == 1
    assert ended.stderr == "error: /nonexistent/file: No such file or directory\n"


@pytest.mark.parametrize(
    "body", ["print('x'); return 0", "print('x' * 100_000); return 0", "print('x'); sys.exit(0)"]
)
def test_output_that_cannot_be_written_is_one_clear_line(body: str, tmp_path: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
    with (tmp_path / "stdout").open("w") as stdout:
        ended = end(limit + body, stdout=stdout.fileno())
    assert (ended.returncode, ended.stderr) == (1, "error: File too large\n")


@pytest.mark.parametrize("body", ["print('x'); return 0", "print('x' * 100_000); return 0"])
def test_reader_that_went_away_ends_quietly(body: str) -> None:
    reader = subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE)
    reader.wait(timeout=30)
    assert reader.stdin is not None
    with reader.stdin as pipe:
        ended = end(body, stdout=pipe.fileno())
    assert (ended.returncode, ended.stderr) == (141, "")


def test_fault_is_reported_although_the_reader_went_away() -> None:
    reader = subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE)
    reader.wait(timeout=30)
    assert reader.stdin is not None
    with reader.stdin as pipe:
        ended = end("print('x'); raise BuildError('why')", stdout=pipe.fileno())
    assert (ended.returncode, ended.stderr) == (6, "error: why\n")


def test_usage_error_keeps_the_code_of_argparse() -> None:
    ended = end("import argparse; argparse.ArgumentParser().parse_args(arguments)", "--what")
    assert ended.returncode == 2
    assert "unrecognized arguments: --what" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_being_ended_unwinds_and_gives_128_and_the_signal(name: str) -> None:
    number = getattr(signal, name)
    ended = end(
        f"import os\n    try: os.kill(os.getpid(), {int(number)})\n    finally: print('cleaned')"
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (128 + number, "cleaned\n", "")


def test_what_whoever_starts_a_task_has_it_ignore_stays_ignored() -> None:
    ended = subprocess.run(
        ["nohup", sys.executable, "-c", HANGED_UP], cwd=ROOT, capture_output=True, timeout=30
    )
    assert ended.returncode == 3


HANGED_UP = """
import os, signal
from tasks.cli import run
def main(arguments):
    os.kill(os.getpid(), signal.SIGHUP)
    return 3
run(main)
"""


def test_advice_that_several_faults_share_is_given_once() -> None:
    faults = ("a: no x. Add it.", "b: no y. Drop it.", "c: no z. Add it.", "d: plain")
    assert advised_once(faults) == ["a: no x.", "b: no y. Drop it.", "c: no z. Add it.", "d: plain"]


def test_every_session_shows_its_help_in_the_same_form() -> None:
    found = dict(sessions(ROOT))
    assert {"build", "release", "select", "cases", "new"} <= set(found)
    for session, module in found.items():
        text = help_of(module)
        assert text.startswith(f"usage: nox -s {session} -- [-h]"), session


def test_what_is_nested_too_deeply_gives_no_traceback() -> None:
    ended = end("f = lambda: f(); f()")
    assert (ended.returncode, ended.stderr) == (1, "error: an input is nested too deeply.\n")


def test_fault_has_no_characters_that_a_terminal_obeys() -> None:
    ended = end(r"raise BuildError('a\x1b[31m\u202eb\r\tc\nd\udcff')")
    assert ended.stderr == "error: a\\x1b[31m\\u202eb\\r\tc\nd\\udcff\n"


@pytest.mark.parametrize("module", ["tasks.build", "tasks.run", "tasks.release"])
def test_without_a_target_those_that_there_are_are_listed(module: str) -> None:
    command = [sys.executable, "-m", module]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: name a target. There are:\n  ad-m0plus ")
    assert "  mv2-arm " in ended.stderr
    assert "MobileNetV2 (width 0.35, 96x96) on a Cortex-M55" in ended.stderr


def test_a_full_disk_is_reported_with_the_file_that_could_not_be_written() -> None:
    write = "from pathlib import Path; from tasks.files import write_if_changed"
    ended = end(f"{write}; write_if_changed(Path('/dev/full'), 'x'); return 0")
    assert (ended.returncode, ended.stderr) == (1, "error: /dev/full: No space left on device\n")
    ended = end("open('/dev/full', 'w', buffering=1).write('x\\n'); return 0")
    assert ended.stderr.startswith("error: No space left on device: free some in ")
    copied = "OSError(28, 'No space left on device', 'read', None, 'written')"  # as shutil raises
    assert end(f"raise {copied}").stderr == "error: written: No space left on device\n"
