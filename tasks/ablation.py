"""Measures what each cut of selection is worth, in bytes of flash.

Each kind of cut is turned off, in every combination, then each single trait (and with --features
each single feature), and the target is built and measured. A binary that supports more must not be
smaller: that is an error. --gate asks only that of each kind of cut, as CI does of every target.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from codegen.features import FEATURES
from codegen.traits import TRAITS
from tasks import cli
from tasks.config import Target, load_target
from tasks.config.model import ALL
from tasks.config.named import chosen
from tasks.markdown import table as markdown_table
from tasks.progress import log
from tasks.size.trial import trial
from tasks.table import aligned

CUTS = ("dtypes", "traits", "features")
"""Keys of `[select]`; each turns a cut off where it is "all"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A target with something that it does not need."""

    label: str
    """As a folder's name: `dtypes-traits`, `broadcast`."""
    text: str
    """As TOML: `dtypes = "all"`."""
    select: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The flash of a variant, and what it takes more than the target as it is."""

    variant: str
    flash_bytes: int
    more_bytes: int


def variants(target: Target, *, features: bool = False, gate: bool = False) -> Iterator[Variant]:
    """Every combination of cuts, then single traits and, where wanted, single features.

    Each cut alone for a gate. One that the target itself has is left out.
    """
    off = [cut for cut in CUTS if getattr(target.select, cut) != ALL]
    for count in range(1, 2 if gate else len(off) + 1):
        for some in combinations(off, count):
            yield Variant(
                label="-".join(some),
                text=", ".join(f'{cut} = "all"' for cut in some),
                select=dict.fromkeys(some, ALL),
            )
    single = {"traits": sorted(TRAITS), "features": FEATURES if features else ()}
    for key, names in {} if gate else single.items():
        for name in names if key in off else ():
            present = getattr(target.select, key)
            if name not in present:
                yield Variant(
                    label=name, text=f'{key} = ["{name}"]', select={key: (*present, name)}
                )


def ablation(
    target: Target,
    *,
    features: bool = False,
    gate: bool = False,
    executor: str | None = None,
    jobs: int | None = None,
) -> tuple[Measured, ...]:
    """The flash of `target`, of each variant, and of one that believes the programs it loads.

    The last is not of a gate.

    Raises:
        KerfError: a variant does not build.

    """
    plain = trial(target, "as-it-is", executor=executor, jobs=jobs).flash_bytes
    rows = [Measured(variant="as it is", flash_bytes=plain, more_bytes=0)]

    def add(text: str, label: str, **changes: Any) -> None:
        flash = trial(target, label, executor=executor, jobs=jobs, **changes).flash_bytes
        log(f"{target.name}: {text}: {flash:,} B")
        rows.append(Measured(variant=text, flash_bytes=flash, more_bytes=flash - plain))

    for variant in variants(target, features=features, gate=gate):
        add(variant.text, variant.label, select=variant.select)
    if not gate and target.program.check == "always" and target.runtime.form == "interpreter":
        add('check = "never"', "believed", program={"check": "never"})
    return tuple(rows)


def faults(name: str, rows: Sequence[Measured]) -> list[str]:
    """The variants that support more than the target and are smaller."""
    return [
        f"{name}: {row.variant}: supports more and takes {-row.more_bytes} B less of flash. "
        "A cut that costs bytes is a fault of the runtime: see why with nox -s compare."
        for row in rows
        if row.more_bytes < 0 and not row.variant.startswith("check")
    ]


def table(name: str, rows: Sequence[Measured]) -> Iterator[str]:
    """The rows as aligned columns."""
    yield from aligned(
        "<>>",
        [(name, "flash B", "+/-")]
        + [(row.variant, f"{row.flash_bytes:,}", f"{row.more_bytes:+,}") for row in rows],
    )


def markdown(found: dict[str, tuple[Measured, ...]]) -> list[str]:
    """A table in Markdown: a row for each variant, a column for each target."""
    rows: dict[str, dict[str, str]] = defaultdict(dict)
    for name, (first, *others) in found.items():
        rows[first.variant][name] = f"{first.flash_bytes:,} B"
        for each in others:
            rows[f"`{each.variant}`"][name] = f"{each.more_bytes:+,}"
    lines = [(variant, *(cells.get(name, "") for name in found)) for variant, cells in rows.items()]
    return markdown_table(("", *(f"`{name}`" for name in found)), lines)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser(
        "ablation",
        __doc__,
        "Exit codes: 0; 7 where a binary that supports more is smaller; those of a build.",
    )
    parser.add_argument("targets", metavar="TARGET", nargs="+", help="names, or globs like mv2-*")
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--features", action="store_true", help="each single feature as well")
    amount.add_argument("--gate", action="store_true", help="each kind of cut alone, nothing else")
    cli.add_format(parser, "markdown")
    cli.add_executor(parser)
    cli.add_jobs(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    found = {}
    for name in _names(root, options.targets):
        target = load_target(name, root)
        found[target.name] = ablation(
            target,
            features=options.features,
            gate=options.gate,
            executor=options.executor,
            jobs=options.jobs,
        )
    match options.format:
        case "json":
            rows = {name: [asdict(row) for row in rows] for name, rows in found.items()}
            print(json.dumps(rows, indent=1))
        case "markdown":
            print("\n".join(markdown(found)))
        case _:
            print("\n\n".join("\n".join(table(name, rows)) for name, rows in found.items()))
    wrong = [fault for name, rows in found.items() for fault in faults(name, rows)]
    if wrong:
        raise SizeError(wrong)
    return 0


def _names(root: Path, words: Sequence[str]) -> list[str]:
    """Names of targets, and paths of their files as they are."""
    names: list[str] = []
    for word in words:
        names += [word] if word.endswith(".toml") else chosen(root, [word])
    return list(dict.fromkeys(names))


if __name__ == "__main__":
    cli.run(main)
