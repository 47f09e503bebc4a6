"""What docs/gallery.md shows: figures of our targets' baselines next to those of peers.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from codegen.optimize.roles import Operators
from codegen.pte import read_model
from dev.gallery import BALANCED, CORES, NETWORKS, target_of
from tasks.bench.macs import macs_of
from tasks.config import load_target
from tasks.size.baseline import BASELINES, Record
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What a network takes on a processor by Kerf, and by TensorFlow Lite Micro."""

    ours: Taken
    balanced: Taken | None
    """None where there is no such target, or its sizes are not recorded."""
    theirs: Taken | None
    """None where it was not measured."""

    def named(self) -> Iterator[tuple[str, Taken]]:
        """What is known, in the order of the page."""
        every = (("Kerf", self.ours), ("Kerf, balanced", self.balanced), ("TFLM", self.theirs))
        return ((name, taken) for name, taken in every if taken is not None)


Gallery = Mapping[str, Mapping[str, Compared]]
"""Maps a network and a processor to what is compared."""

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
            core: Compared(
                ours=_ours(target_of(network, core), records),
                balanced=_balanced(network, core, root, records),
                theirs=_theirs(
                    measured, network, load_target(target_of(network, core), root).toolchain
                ),
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


def _balanced(network: str, core: str, root: Path, records: Records) -> Taken | None:
    target = target_of(network, core, balanced=True)
    recorded = core in BALANCED and (root / BASELINES / f"{target}.json").is_file()
    return _ours(target, records) if recorded else None


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
    for core, compared in shown[network].items():
        for name, taken in compared.named():
            cells = (getattr(taken, column) for column in COLUMNS)
            texts = ("-" if number is None else f"{number:,}" for number in cells)
            found.append((CORES[core], name, *texts))
    return found


def sides(shown: Gallery, core: str) -> tuple[str, ...]:
    """The names of what takes the numbers that are drawn, in the order of the page."""
    found = (name for each in shown.values() for name, _ in each[core].named())
    order = ("Kerf", "Kerf, balanced", "TFLM")
    return tuple(sorted(set(found), key=order.index))


def panels(shown: Gallery, core: str) -> dict[str, dict[str, dict[str, int]]]:
    """The numbers that are drawn by column, by network and by the name of what takes them."""
    return {
        COLUMNS[column]: {
            NETWORKS[network].title: {
                name: getattr(taken, column)
                for name, taken in each[core].named()
                if getattr(taken, column) is not None
            }
            for network, each in shown.items()
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
        kinds: dict[str, list[str]] = {}
        for network in NETWORKS:
            for name, taken in shown[network][core].named():
                text = "-" if taken.cycles is None else f"{taken.cycles / 1e6:.2f} M"
                kinds.setdefault(name, []).append(text)
        kinds.pop("TFLM", None)
        found += [
            (f"{name}, estimated", CORES[core], *texts, "this page")
            for name, texts in kinds.items()
            if len(texts) == len(NETWORKS)
        ]
    for row in peers()["published"]:
        times = row["milliseconds"]
        cells = (
            f"{times[network]:g} ms, {times[network] * row['mhz'] / 1e3:.2f} M"
            for network in NETWORKS
        )
        board = f"{row['board']}, {row['mhz']} MHz"
        found.append((row["software"], board, *cells, row["source"]))
    return found
