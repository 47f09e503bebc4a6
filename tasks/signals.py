"""Orderly termination by signals: child processes are stopped first."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

_ENDINGS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def orderly() -> Iterator[None]:
    """Within it SIGTERM and SIGHUP unwind the stack, as Ctrl-C does, and give exit code 128 + n.

    Only the main thread can do that; elsewhere nothing changes. Signals that are ignored when we
    start, as under nohup, stay ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = [number for number in _ENDINGS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, _unwind) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Within it no signal that a person sends interrupts: for the seconds of a clean-up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = (signal.SIGINT, *_ENDINGS)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _unwind(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
