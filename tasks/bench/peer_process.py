"""Peers in a process of their own, whose environment has PyTorch and ExecuTorch."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.errors import BuildError
from tasks.bench.references import Network

MODULE = "tasks.bench.peers"


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerProcess:
    """A started process; `names` maps each of its peers to what it is."""

    process: subprocess.Popen[str]
    names: Mapping[str, str]

    def time_ns(self, peer: str, count: int) -> int:
        """CPU time of a run of `peer`, the median of `count`.

        Raises:
            BuildError: the process ended.

        """
        assert self.process.stdin is not None
        self.process.stdin.write(f"{peer} {count}\n")
        self.process.stdin.flush()
        return int(_answer(self.process))


@contextmanager
def started_peers(
    python: Path, root: Path, network: Network, model: Path, log: Path
) -> Iterator[PeerProcess]:
    """The peers of a network, `model` being what the portable runtime runs of it.

    What they print on stderr goes to `log`. The process ends with the block.

    Raises:
        BuildError: they cannot be loaded.

    """
    command: list[str | Path] = [python, "-m", MODULE, network.name]
    # ExecuTorch's portable kernels do not have the operators of its int8 backend for Cortex-M.
    command += ["--int8"] if network.int8 else ["--portable", model]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as errors:
        process = subprocess.Popen(
            command,
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        try:
            names: Any = json.loads(_answer(process))
        except (BuildError, ValueError) as error:
            text = f"the peers cannot be loaded; {log} has what they printed."
            raise BuildError(text) from error
        yield PeerProcess(process=process, names=names)
    finally:
        process.kill()
        process.wait()


def _answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise BuildError(f"{MODULE} ended with {process.wait()}.")
    return line
