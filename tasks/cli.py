"""How every task ends: its faults on stderr, its exit code, never a traceback for a user."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

from codegen.errors import KerfError
from tasks.signals import orderly

INTERRUPTED = 130  # 128 + SIGINT, as a shell reports it
READER_GONE = 141  # 128 + SIGPIPE
SYSTEM_FAULT = 1


def run(main: Callable[[Sequence[str]], int]) -> NoReturn:
    """Exits the process with the code of `main(arguments)`, its faults printed on stderr.

    A `KerfError` gives one `error: ` line for each fault and its own exit code, an interrupt 130,
    SIGTERM and SIGHUP 143 and 129 once what was started has been ended, a reader that went away
    (`| head`) 141 without a word, any other `OSError` one line and 1.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may not know our characters
    with orderly():
        code, faults = _outcome(lambda: main(sys.argv[1:]))
    flush_code, flush_faults = _outcome(_flush)
    if flush_code:
        _abandon_stdout()
    _tell([*faults, *flush_faults])
    sys.exit(code or flush_code)


def _outcome(action: Callable[[], int]) -> tuple[int, tuple[str, ...]]:
    """The exit code of `action` and the faults to print."""
    try:
        return action(), ()
    except KerfError as error:
        return error.exit_code, error.faults
    except KeyboardInterrupt:
        return INTERRUPTED, ("interrupted",)
    except BrokenPipeError:
        return READER_GONE, ()
    except OSError as error:
        return SYSTEM_FAULT, (_system_fault(error),)
    except SystemExit as stop:  # argparse: it has already printed what is wrong
        return stop.code if isinstance(stop.code, int) else int(bool(stop.code)), ()


def _flush() -> int:
    sys.stdout.flush()
    return 0


def _system_fault(error: OSError) -> str:
    what = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {what}" if error.filename is not None else what


def _abandon_stdout() -> None:
    """Keeps the interpreter from failing once more when it flushes stdout on its way out."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def _tell(faults: Sequence[str]) -> None:
    with suppress(OSError):
        for fault in faults:
            print(f"error: {fault}", file=sys.stderr)
        sys.stderr.flush()
