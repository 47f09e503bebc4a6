"""One target's sizes by part, as a build ends with them."""

from __future__ import annotations

from tasks.config import Target
from tasks.size.baseline import Baseline
from tasks.size.device import in_use
from tasks.size.document import Size
from tasks.size.gate import notes


def parts_table(size: Size, target: Target, baseline: Baseline | None) -> list[str]:
    """Flash and RAM by part and in total, with the change since the baseline; then the limits."""
    old = baseline.record.parts if baseline else {}
    rows = [
        _row(name, (part.flash_bytes, part.ram_bytes), old.get(name) if baseline else None)
        for name, part in size.parts.items()
    ]
    before = (baseline.record.flash_bytes, baseline.record.ram_bytes) if baseline else None
    rows.append(_row("total", (size.flash_bytes, size.ram_bytes), before))
    if size.library is not None:
        other = (size.library.flash_bytes, size.library.ram_bytes)
        rows.append(_row("by libkerf.a", other, None))
    budget = target.budget
    rows.append(("budget", _limit(budget.flash_bytes), "", _limit(budget.ram_bytes), ""))
    lines = [f"{'':<14}{'flash B':>12}{'+/-':>9}{'RAM B':>12}{'+/-':>9}"]
    lines += [f"{a:<14}{b:>12}{c:>9}{d:>12}{e:>9}".rstrip() for a, b, c, d, e in rows]
    device = device_table(size)
    return [*lines, *([""] if device else []), *device, *notes(size, baseline)]


def device_table(size: Size) -> list[str]:
    """The regions of the device: what each holds, has, and has free."""
    device = in_use(size)
    if device is None:
        return []
    board = device.board or "no board: nothing limits it, see [board]"
    lines = [f"device: {board}", f"{'':<18}{'needs B':>12}{'has B':>14}{'free B':>14}"]
    for region in device.regions:
        has, free = (
            f"{number:,}" if number is not None else ""
            for number in (region.capacity_bytes, region.free_bytes)
        )
        if region.used_bytes or device.board is not None:
            lines.append(f"{region.name:<18}{region.used_bytes:>12,}{has:>14}{free:>14}".rstrip())
        lines += [f"  {each.name:<16}{each.bytes:>12,}" for each in region.holds]
    return lines


def _row(
    name: str, now: tuple[int, int], before: tuple[int, int] | None
) -> tuple[str, str, str, str, str]:
    flash, ram = (_change(now[i], before[i] if before else None) for i in (0, 1))
    return name, f"{now[0]:,}", flash, f"{now[1]:,}", ram


def _limit(bytes_: int | None) -> str:
    return "none" if bytes_ is None else f"{bytes_:,}"


def _change(now: int, before: int | None) -> str:
    return "" if before is None else f"{now - before:+,}" if now != before else "="
