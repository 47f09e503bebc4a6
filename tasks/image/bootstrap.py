"""The root file system of the image, made by mmdebstrap from a mirror of the locked packages."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import IO

from codegen.errors import ContainerError
from tasks.executors.runner import Say
from tasks.image.apt import Source, require


@contextmanager
def bootstrapped(
    source: Source, names: Sequence[str], dpkg_options: Sequence[str], epoch: int, say: Say
) -> Iterator[IO[bytes]]:
    """The file system with the packages `names`, as a tar that is read while it is made.

    Raises:
        ContainerError: mmdebstrap is missing, may not run here, or fails; with what it printed.

    """
    require("mmdebstrap", "mmdebstrap")
    command = (
        "mmdebstrap",
        "--verbose",
        "--variant=essential",
        "--format=tar",
        f"--architectures={source.architecture}",
        f"--include={','.join(names)}",
        *(f"--dpkgopt={option}" for option in dpkg_options),
        source.suite,
        "-",
        source.line,
    )
    process = subprocess.Popen(
        command,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is ours to pass on, once
    )
    assert process.stdout is not None
    assert process.stderr is not None
    log = _Log(packages=len(names), say=say)
    reader = Thread(target=log.follow, args=(process.stderr,), daemon=True)
    reader.start()
    try:
        yield process.stdout
    except ContainerError:  # of the reader: the tar is cut off, and mmdebstrap prints why
        if process.wait() == 0:
            raise
    except BaseException:
        os.killpg(process.pid, signal.SIGTERM)  # it removes what it made
        raise
    finally:
        process.stdout.close()
        code = process.wait()
        reader.join()
    if code != 0:
        raise ContainerError(_words(code, log.tail))


@dataclass(slots=True, kw_only=True)
class _Log:
    """Output of mmdebstrap and dpkg: progress is passed on, the last lines are kept."""

    packages: int
    say: Say
    tail: deque[str] = field(default_factory=lambda: deque(maxlen=40))
    unpacked: set[str] = field(default_factory=set)
    configured: set[str] = field(default_factory=set)

    def follow(self, stream: IO[bytes]) -> None:
        for raw in stream:
            line = raw.decode("utf-8", "replace").rstrip()
            self.tail.append(line)
            if line.startswith("I: "):
                self.say(line.removeprefix("I: "))
            elif found := _DPKG.match(line):
                seen = self.unpacked if found[1] == "Unpacking" else self.configured
                seen.add(found[2])
                if len(seen) % _EVERY == 0:
                    what = "unpacked" if found[1] == "Unpacking" else "configured"
                    self.say(f"{what} {len(seen)} of {self.packages} packages")


_EVERY = 50
_DPKG = re.compile(r"(Unpacking|Setting up) (\S+)")


def _words(code: int, lines: Sequence[str]) -> str:
    text = "\n".join(lines)
    if "No space left on device" in text:
        return (
            "mmdebstrap: the disk is full. The image needs 2 GB in "
            f"{tempfile.gettempdir()} (see TMPDIR) and 2 GB in build/image/."
        )
    telling = [line for line in lines if line.startswith(("E: ", "dpkg: error", "W: "))] or lines
    output = "\n".join(list(telling)[-8:])
    if os.geteuid() != 0 and re.search(r"unshare|subuid|newuidmap|namespace", text):
        output += (
            "\nmmdebstrap needs root, or user namespaces: `apt-get install uidmap`, a line for you "
            "in /etc/subuid and /etc/subgid, and kernel.unprivileged_userns_clone=1. Or take a "
            "base image of your own with --base IMAGE."
        )
    return f"mmdebstrap failed (exit code {code}):\n{output}"
