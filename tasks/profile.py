"""What a profile says: totals by operator; the same as an ETDump, which ExecuTorch's tools read.

A FILE is what `runner --profile`, `nox -s run -- TARGET --profile` and the package kerf write.
ui.perfetto.dev and about:tracing open it as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from codegen.errors import VerifyError
from codegen.etdump import etdump
from codegen.profile import Profile, read_profile, totals
from tasks import cli
from tasks.files import write_if_changed
from tasks.json_text import parsed_json
from tasks.table import aligned


def read(path: Path) -> Profile:
    """The profile in a file.

    Raises:
        VerifyError: it is none, or of another version.
        OSError: it cannot be read.

    """
    try:
        return read_profile(parsed_json(path.read_bytes()))
    except ValueError as fault:
        raise VerifyError(f"{path}: {fault}. Write it again.") from None


def table(profile: Profile) -> Iterator[str]:
    """The totals as lines."""
    head = ("operator", "calls", profile.unit, "share")
    rows = [
        (each.operator, str(each.calls), f"{each.took:,}", f"{each.share:.1%}")
        for each in totals(profile)
    ]
    yield from aligned("<>>>", [head, *rows])
    if profile.lost:
        yield f"{profile.lost} instructions did not fit and are not in it"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("profile", __doc__)
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument("--etdump", metavar="OUT", type=Path, help="write all of them as an ETDump")
    options = parser.parse_args(arguments)
    profiles = [read(path) for path in options.files]
    for profile in profiles:
        print(f"{profile.method}:")
        print("\n".join(f"  {line}" for line in table(profile)))
    if options.etdump is not None:
        write_if_changed(options.etdump, etdump(profiles))
        print(f"written     {options.etdump}")
    return 0


if __name__ == "__main__":
    cli.run(main)
