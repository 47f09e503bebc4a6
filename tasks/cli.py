"""How every task ends: its faults on stderr, its exit code, never a traceback for a user."""

from __future__ import annotations

import errno
import io
import os
import sys
import tempfile
from argparse import (
    Action,
    ArgumentParser,
    ArgumentTypeError,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from codegen.errors import ConfigError, KerfError
from tasks.signals import orderly
from tasks.table import aligned
from tasks.targets import home, targets

INTERRUPTED = 130  # 128 + SIGINT, as a shell reports it
READER_GONE = 141  # 128 + SIGPIPE
SYSTEM_FAULT = 1


WIDTH = 96


def parser(session: str, text: str | None, examples: str | None = None) -> ArgumentParser:
    """The parser of a session's options: every `--help` has the form of the others.

    `text` is what the task does, its module's docstring; `examples` follow the options.
    """
    return ArgumentParser(
        prog=f"nox -s {session} --",
        description=text,
        epilog=examples,
        formatter_class=_Form,
    )


def add_root(parser: ArgumentParser) -> None:
    """Adds `--root`: the repository, by default the working folder."""
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: .)")


def add_target(parser: ArgumentParser) -> None:
    """Adds the target; required_target() reports that it is missing, with those that there are."""
    parser.add_argument(
        "target", nargs="?", help="a target of configs/, or the path of its TOML file"
    )


def required_target(name: str | None, root: Path) -> str:
    """The name on the command line.

    Raises:
        ConfigError: there is none.

    """
    if name is not None:
        return name
    found = [(each.name, each.description) for each in targets(root.resolve())]
    if not found:
        raise ConfigError(f"name a target. {home(root.resolve())}/configs has none yet.")
    lines = "\n".join(f"  {line}" for line in aligned("<<", found))
    raise ConfigError(f"name a target. There are:\n{lines}")


def add_executor(parser: ArgumentParser) -> None:
    """Adds `--executor`: None where the target's own is used."""
    from tasks.config.model import EXECUTORS  # not for tasks that run without Pydantic

    parser.add_argument("--executor", choices=EXECUTORS, help="overrides [toolchain] executor")


def add_jobs(parser: ArgumentParser) -> None:
    """Adds `--jobs`: the commands of one build at once; None for all cores."""
    parser.add_argument("--jobs", "-j", type=int, help="commands at once (default: all cores)")


def add_builds(parser: ArgumentParser) -> None:
    """Adds `--jobs` to a task that builds several targets: two at once by default."""
    parser.add_argument(
        "--jobs", "-j", type=at_least(1), default=2, help="builds at once (default: 2)"
    )


def at_least(least: int) -> Callable[[str], int]:
    """The type of an option that is a whole number, `least` or more."""

    def count(written: str) -> int:
        if not written.isdecimal() or int(written) < least:
            raise ArgumentTypeError(f"{written!r} is not a whole number from {least} on")
        return int(written)

    return count


def add_format(parser: ArgumentParser, *others: str) -> None:
    """Adds `--format`: text by default, JSON, or one of `others`."""
    parser.add_argument("--format", choices=("text", "json", *others), default="text")


def add_check(parser: ArgumentParser) -> None:
    """Adds `--check` to a task that refreshes generated text."""
    parser.add_argument("--check", action="store_true", help="write nothing, show what differs")


class _Form(RawDescriptionHelpFormatter):
    """Help of one width on every terminal, and the same text in every version of Python."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=WIDTH, max_help_position=28)

    def _format_action_invocation(self, action: Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {value}"


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
    except (
        RecursionError
    ):  # whoever reads a file refuses it first; none of them is to end in a trace
        return SYSTEM_FAULT, ("an input is nested too deeply.",)
    except SystemExit as stop:  # argparse: it has already printed what is wrong
        return stop.code if isinstance(stop.code, int) else int(bool(stop.code)), ()


def _flush() -> int:
    sys.stdout.flush()
    return 0


def _system_fault(error: OSError) -> str:
    what = error.strerror or str(error) or type(error).__name__
    full = error.errno == errno.ENOSPC
    named = (error.filename2 if full else None) or error.filename  # a copy is from one to the other
    if named is not None:
        return f"{named}: {what}"
    if full:
        return f"{what}: free some in {Path.cwd()} or {tempfile.gettempdir()}"
    return what


def _abandon_stdout() -> None:
    """Keeps the interpreter from failing once more when it flushes stdout on its way out."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def advised_once(faults: Sequence[str]) -> list[str]:
    """The faults; where several end in the same sentence, which is what to do, the last has it."""
    ends = [fault.rpartition(". ")[2] for fault in faults]
    return [
        fault.removesuffix(f" {end}") if end in ends[index + 1 :] else fault
        for index, (fault, end) in enumerate(zip(faults, ends, strict=True))
    ]


def _shown(fault: str) -> str:
    """The fault without characters that a terminal obeys: names in it may be from anywhere."""
    return "".join(
        each if each.isprintable() or each in "\n\t" else each.encode("unicode_escape").decode()
        for each in fault
    )


def _tell(faults: Sequence[str]) -> None:
    with suppress(OSError):
        for fault in advised_once(faults):
            print(f"error: {_shown(fault)}", file=sys.stderr)
        sys.stderr.flush()
