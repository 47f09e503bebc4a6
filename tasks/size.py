"""The size of a built target: size.json, a table, and the gates of budget and baseline."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from codegen.plan import Plan
from tasks import cli
from tasks.baseline import Baseline, read_baseline
from tasks.config import Target, load_target
from tasks.elf_size import measure
from tasks.files import write_if_changed
from tasks.part import Part
from tasks.planning import plan_target
from tasks.sources import build_dir, size_executable
from tasks.toolchain import Toolchain, choose

SIZE_VERSION = 1
SHOWN_SYMBOLS = 5
CONSTANTS = ("kerf_method_bytes", "kerf_temp_bytes", "kerf_kernel_row_bytes")
"""Absolute symbols of the minimal application: what the plan's counts come to on the target."""


def size_document(target: Target, plan: Plan, toolchain: Toolchain) -> dict[str, Any]:
    """The content of size.json: see docs/reference/size.md.

    Raises:
        SizeError: the target is not built, or its ELF cannot be read.

    """
    program = size_executable(toolchain)
    size = measure(target.root / build_dir(target) / program, plan)
    known = {name: size.constants.get(name, 0) for name in CONSTANTS}
    planned = max((sum(method.planned_bytes) for method in plan.methods), default=0)
    return {
        "version": SIZE_VERSION,
        "target": target.name,
        "toolchain": {"name": toolchain.compiler, "version": toolchain.version},
        "program": program,
        "flash_bytes": size.flash_bytes,
        "ram_bytes": size.ram_bytes,
        "registry": {
            "form": plan.form.value,
            "rows": plan.capacity,
            "flash_bytes": known["kerf_kernel_row_bytes"] * len(plan.kernels),
            "ram_bytes": _registry_ram(plan, known["kerf_kernel_row_bytes"]),
        },
        "memory": {
            "method_bytes": known["kerf_method_bytes"],
            "planned_bytes": planned,
            "temp_bytes": known["kerf_temp_bytes"],
        },
        "parts": {
            part.value: {"flash_bytes": flash, "ram_bytes": ram}
            for part, (flash, ram) in size.parts().items()
        },
        "sections": [
            {
                "name": section.name,
                "address": section.address,
                "flash_bytes": section.flash_bytes,
                "ram_bytes": section.ram_bytes,
            }
            for section in size.sections
        ],
        "symbols": [
            {
                "name": symbol.name,
                "part": symbol.part.value,
                "flash_bytes": symbol.flash_bytes,
                "ram_bytes": symbol.ram_bytes,
            }
            for symbol in size.symbols
        ],
    }


def _registry_ram(plan: Plan, row_bytes: int) -> int:
    return row_bytes * plan.capacity if plan.form.value == "dynamic" else 0


def write_size(document: dict[str, Any], folder: Path) -> Path:
    """Writes size.json into `folder`, canonical."""
    path = folder / "size.json"
    write_if_changed(path, json.dumps(document, indent=1, sort_keys=True) + "\n")
    return path


def table(document: dict[str, Any], target: Target, baseline: Baseline | None) -> str:
    """Flash and RAM by part and in all, beside budget and baseline."""
    old = baseline.parts if baseline else {}
    rows = []
    for part in Part:
        entry = document["parts"][part.value]
        before = old.get(part.value)
        rows.append(
            (
                part.value,
                f"{entry['flash_bytes']:,}",
                _delta(entry["flash_bytes"], before[0] if before else None),
                f"{entry['ram_bytes']:,}",
                _delta(entry["ram_bytes"], before[1] if before else None),
            )
        )
    flash, ram = document["flash_bytes"], document["ram_bytes"]
    rows.append(
        (
            "in all",
            f"{flash:,}",
            _delta(flash, baseline.flash_bytes if baseline else None),
            f"{ram:,}",
            _delta(ram, baseline.ram_bytes if baseline else None),
        )
    )
    budget = target.budget
    rows.append(("budget", _limit(budget.flash_bytes), "", _limit(budget.ram_bytes), ""))
    lines = [f"{'':<21}{'flash B':>10}{'+/-':>8}{'RAM B':>10}{'+/-':>8}"]
    lines += [f"{a:<21}{b:>10}{c:>8}{d:>10}{e:>8}" for a, b, c, d, e in rows]
    return "\n".join(lines)


def _limit(bytes_: int | None) -> str:
    return "none" if bytes_ is None else f"{bytes_:,}"


def _delta(now: int, before: int | None) -> str:
    return "" if before is None else f"{now - before:+,}" if now != before else "="


def gate(document: dict[str, Any], target: Target, baseline: Baseline | None) -> None:
    """Nothing, where the sizes are within budget and baseline.

    Raises:
        SizeError: they are not; each fault names what grew, or where nothing is known to have
            grown, what is largest.

    """
    faults = []
    limits = {"flash": target.budget.flash_bytes, "ram": target.budget.ram_bytes}
    for kind, limit in limits.items():
        now = document[f"{kind}_bytes"]
        if limit is not None and now > limit:
            faults.append(
                f"{target.name}: {kind} is {now:,} B, {now - limit:,} B over its budget of "
                f"{limit:,} B (budget.{kind}-bytes). {_culprits(document, baseline, kind)}"
            )
        before = getattr(baseline, f"{kind}_bytes", None)
        allowed = target.budget.tolerance_bytes
        if before is not None and now > before + allowed:
            faults.append(
                f"{target.name}: {kind} grew by {now - before:,} B to {now:,} B, more than "
                f"budget.tolerance-bytes = {allowed:,}. {_culprits(document, baseline, kind)} "
                f"If it is meant: python -m tasks.baseline {target.name}"
            )
    if faults:
        raise SizeError(faults)


def _culprits(document: dict[str, Any], baseline: Baseline | None, kind: str) -> str:
    """The symbols that grew most since the baseline, else the largest ones."""
    sizes: dict[str, int] = {}
    for symbol in document["symbols"]:
        sizes[symbol["name"]] = sizes.get(symbol["name"], 0) + symbol[f"{kind}_bytes"]
    before = baseline.symbols if baseline else {}
    index = 0 if kind == "flash" else 1
    growth = {name: size - before.get(name, (0, 0))[index] for name, size in sizes.items()}
    what = "Grew" if baseline else "Largest"
    most = sorted(growth.items(), key=lambda item: (-item[1], item[0]))[:SHOWN_SYMBOLS]
    listed = ", ".join(f"{name} {change:+,} B" for name, change in most if change > 0)
    return f"{what}: {listed or 'no symbol: strings and padding'}."


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = argparse.ArgumentParser(prog="python -m tasks.size", description=__doc__)
    parser.add_argument("target", help="a target that is built")
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: .)")
    options = parser.parse_args(arguments)
    target = load_target(options.target, options.root.resolve())
    toolchain = choose_toolchain(target)
    document = size_document(target, plan_target(target).plan, toolchain)
    baseline = read_baseline(target, toolchain)
    print(table(document, target, baseline))
    gate(document, target, baseline)
    return 0


def choose_toolchain(target: Target, executor: str | None = None) -> Toolchain:
    """The toolchain that builds `target` here; `executor` overrides the target's.

    Raises:
        BuildError: it is missing.

    """
    wanted = target.toolchain
    return choose(
        wanted.name,
        executor or wanted.executor,
        target.root,
        optimize=wanted.optimize,
        lto=wanted.lto,
        sanitize=wanted.sanitize,
    )


if __name__ == "__main__":
    cli.run(main)
