"""What docs/gallery.md shows: figures of our targets' baselines next to those of peers.toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from codegen.optimize.roles import Operators
from codegen.pte import read_model
from dev.gallery import CORES, NETWORKS, target_of
from tasks.bench.macs import macs_of
from tasks.config import load_target
from tasks.size.baseline import Record
from tasks.toml_text import parsed_toml

PEERS = Path(__file__).with_name("peers.toml")

Records = Callable[[str], Record]
"""The accepted sizes of a target by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What a network takes on a processor; bytes, and counts of one inference."""

    flash: int
    """Without weights."""
    weights: int
    ram: int
    setup: int
    """Instructions before the first inference."""
    execute: int
    cycles: int | None


Gallery = Mapping[str, Mapping[str, tuple[Taken, Taken | None]]]
"""Maps a network and a processor to what Kerf takes, and TensorFlow Lite Micro, if measured."""

COLUMNS: Mapping[str, str] = {
    "flash": "flash without weights, B",
    "weights": "weights, B",
    "ram": "RAM, B",
    "setup": "instructions before",
    "execute": "of an inference",
    "cycles": "estimated cycles",
}


def peers() -> dict[str, Any]:
    """The figures in peers.toml."""
    return parsed_toml(PEERS.read_text(encoding="utf-8"))


def gallery(root: Path, records: Records) -> Gallery:
    """All networks on all processors.

    Raises:
        SizeError: a baseline lacks a figure that only a run counts.

    """
    measured = peers()
    return {
        network: {
            core: (
                _ours(target_of(network, core), records),
                _theirs(measured, network, load_target(target_of(network, core), root).toolchain),
            )
            for core in CORES
        }
        for network in NETWORKS
    }


def _ours(target: str, records: Records) -> Taken:
    record = records(target)
    measures = record.measures
    try:
        ram = ("planned_bytes", "temp_bytes", "method_bytes", "stack_bytes")
        return Taken(
            flash=measures["device_flash_bytes"] - measures["weights_bytes"],
            weights=measures["weights_bytes"],
            ram=record.ram_bytes + sum(measures[name] for name in ram),
            setup=sum(measures[f"{phase}_load_instructions"] for phase in ("program", "method")),
            execute=measures["execute_instructions"],
            cycles=measures.get("execute_cycles"),
        )
    except KeyError as error:
        raise SizeError(
            f"configs/baselines/{target}.json: has no {error}. Run the target, then record it: "
            f"nox -s run -- {target}, nox -s rebaseline -- {target}."
        ) from None


def _theirs(measured: Mapping[str, Any], network: str, toolchain: Any) -> Taken | None:
    """The best of each figure over the ways in which TensorFlow Lite Micro was built."""
    builds = measured["measured"].get(toolchain.name, {}).get(network)
    if builds is None:
        return None
    least = {
        name: min(row[name] for row in builds.values())
        for name in ("flash", "ram", "setup", "execute")
    }
    cycles = [row["cycles"] for row in builds.values() if "cycles" in row]
    return Taken(**least, weights=measured["weights"][network], cycles=min(cycles, default=None))


def rows(shown: Gallery, network: str) -> list[tuple[str, ...]]:
    """The rows of a network's table: for each processor Kerf, then TensorFlow Lite Micro."""
    found = []
    for core, (ours, theirs) in shown[network].items():
        for name, taken in (("Kerf", ours), ("TFLM", theirs)):
            if taken is not None:
                cells = (getattr(taken, column) for column in COLUMNS)
                texts = ("-" if number is None else f"{number:,}" for number in cells)
                found.append((CORES[core], name, *texts))
    return found


def panels(shown: Gallery, core: str) -> dict[str, dict[str, tuple[int, int]]]:
    """The numbers of Kerf and TensorFlow Lite Micro that are drawn: by column, then by network."""
    return {
        COLUMNS[column]: {
            NETWORKS[network].title: (getattr(ours, column), getattr(theirs, column))
            for network, (ours, theirs) in ((name, each[core]) for name, each in shown.items())
            if theirs is not None and getattr(ours, column) is not None
        }
        for column in ("flash", "ram", "cycles")
    }


def macs(root: Path, network: str, operators: Operators) -> int:
    """The multiply-accumulates of one inference, of the program as it was exported."""
    model = read_model(root / "configs" / "models" / f"{network}.pte")
    return sum(macs_of(call, operators) for method in model.methods for call in method.calls)


def published_latencies(shown: Gallery) -> list[tuple[str, ...]]:
    """Milliseconds, and million cycles at the board's clock, next to estimates of Kerf's."""
    found = []
    for core in ("m4", "m0plus"):
        estimates = (shown[network][core][0].cycles for network in NETWORKS)
        texts = ("-" if each is None else f"{each / 1e6:.2f} M" for each in estimates)
        found.append(("Kerf, estimated", CORES[core], *texts, "this page"))
    for row in peers()["published"]:
        times = row["milliseconds"]
        cells = (
            f"{times[network]:g} ms, {times[network] * row['mhz'] / 1e3:.2f} M"
            for network in NETWORKS
        )
        board = f"{row['board']}, {row['mhz']} MHz"
        found.append((row["software"], board, *cells, row["source"]))
    return found


def published_memory() -> list[tuple[str, ...]]:
    """RAM and flash that others publish, in their own words."""
    return [
        (NETWORKS[row["network"]].title, row["software"], row["ram"], row["flash"], row["source"])
        for row in peers()["memory"]
    ]
