"""Tasks in forked processes: one that crashes or hangs loses its own work and nothing else."""

from __future__ import annotations

import multiprocessing
import resource
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

MEMORY = 12 << 30
"""Bytes that a worker may map; PyTorch itself maps some."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a task ended."""

    name: str
    result: Any
    fault: str
    """Why there is no result; empty where there is one."""


def run_all(
    names: Iterable[str],
    work: Callable[[str], Any],
    ended: Callable[[Ended], None],
    *,
    jobs: int,
    timeout_s: float,
) -> None:
    """Runs `work` on each name, `jobs` at a time, and hands each end to `ended`."""
    context = multiprocessing.get_context("fork")
    waiting = list(reversed(list(names)))
    running: dict[Any, tuple[str, Any, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            name = waiting.pop()
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=_worker, args=(sender, work, name), daemon=True)
            process.start()
            sender.close()
            running[receiver] = (name, process, time.monotonic() + timeout_s)
        ready = wait(list(running), timeout=1)
        for receiver, (name, process, deadline) in list(running.items()):
            if receiver not in ready and time.monotonic() < deadline:
                continue
            del running[receiver]
            ended(_end(name, receiver if receiver in ready else None, process, timeout_s))
            receiver.close()


def _end(name: str, receiver: Any, process: Any, timeout_s: float) -> Ended:
    if receiver is None:
        process.kill()
        process.join()
        return Ended(name=name, result=None, fault=f"did not end within {timeout_s:g} s")
    try:
        fault, result = receiver.recv()
    except EOFError:
        process.join()
        return Ended(name=name, result=None, fault=f"died ({process.exitcode})")
    process.join()
    return Ended(name=name, result=result, fault=fault)


def _worker(sender: Any, work: Callable[[str], Any], name: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        sender.send(("", work(name)))
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{last.filename.rpartition('/')[2]}:{last.lineno}"
        sender.send((f"{type(error).__name__} in {where}: {error}"[:300], None))
