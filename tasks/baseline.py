"""Committed sizes of a target, one record for each compiler version: what growth is measured from.

`python -m tasks.baseline TARGET` takes the sizes of the built target over into
configs/baselines/TARGET.json, to be reviewed and committed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from tasks import cli
from tasks.config import Target, load_target
from tasks.files import write_if_changed
from tasks.sources import build_dir
from tasks.toolchain import Toolchain

BASELINES = Path("configs/baselines")


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """Sizes in bytes that were accepted once."""

    flash_bytes: int
    ram_bytes: int
    parts: dict[str, tuple[int, int]]
    """Flash and RAM of each part."""
    symbols: dict[str, tuple[int, int]]


def read_baseline(target: Target, toolchain: Toolchain) -> Baseline | None:
    """The baseline of `target` for the compiler of `toolchain`, None where there is none.

    Raises:
        SizeError: the file is not what `python -m tasks.baseline` writes.

    """
    path = baseline_path(target)
    record = _records(path).get(f"{toolchain.compiler} {toolchain.version}")
    try:
        return None if record is None else _baseline(record)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _no_baseline(path, error) from None


def _baseline(record: dict[str, Any]) -> Baseline:
    return Baseline(
        flash_bytes=int(record["flash_bytes"]),
        ram_bytes=int(record["ram_bytes"]),
        parts={name: (int(f), int(r)) for name, (f, r) in record["parts"].items()},
        symbols={name: (int(f), int(r)) for name, (f, r) in record["symbols"].items()},
    )


def update(target: Target) -> Path:
    """Takes the sizes in the target's size.json over; records of other compilers stay.

    Raises:
        SizeError: the target is not built.

    """
    source = target.root / build_dir(target) / "size.json"
    try:
        size = json.loads(source.read_text(encoding="utf-8"))
        toolchain = size["toolchain"]
        key, record = f"{toolchain['name']} {toolchain['version']}", _record(size)
    except FileNotFoundError:
        raise SizeError(f"{source}: not there. Build first: nox -s build-{target.name}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SizeError(f"{source}: no sizes ({_what(error)}). Build the target again.") from None
    path = baseline_path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    records = {**_records(path), key: record}
    write_if_changed(path, json.dumps(records, indent=1, sort_keys=True) + "\n")
    return path


def baseline_path(target: Target) -> Path:
    """The file of the target's baseline."""
    return target.root / BASELINES / f"{target.name}.json"


def _records(path: Path) -> dict[str, Any]:
    """The records in a baseline's file by compiler, none where there is no file."""
    try:
        records = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise _no_baseline(path, error) from None
    if not isinstance(records, dict):
        raise _no_baseline(path, TypeError("no object"))
    return records


def _record(size: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a size.json."""
    symbols: dict[str, list[int]] = {}
    for symbol in size["symbols"]:
        sums = symbols.setdefault(symbol["name"], [0, 0])
        sums[0] += symbol["flash_bytes"]
        sums[1] += symbol["ram_bytes"]
    return {
        "flash_bytes": size["flash_bytes"],
        "ram_bytes": size["ram_bytes"],
        "parts": {
            name: [part["flash_bytes"], part["ram_bytes"]] for name, part in size["parts"].items()
        },
        "symbols": symbols,
    }


def _no_baseline(path: Path, error: Exception) -> SizeError:
    return SizeError(
        f"{path}: not a baseline ({_what(error)}). Remove it and run "
        f"python -m tasks.baseline {path.stem}"
    )


def _what(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = argparse.ArgumentParser(prog="python -m tasks.baseline", description=__doc__)
    parser.add_argument("target", nargs="+", help="a target that is built")
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: .)")
    options = parser.parse_args(arguments)
    for name in options.target:
        print(f"{update(load_target(name, options.root.resolve()))}: updated")
    return 0


if __name__ == "__main__":
    cli.run(main)
