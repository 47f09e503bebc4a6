"""Writes the golden expansions anew: `python -m tests.golden.refresh`. Review what changes."""

from __future__ import annotations

from tests.golden.plans import GOLDEN, golden_text, plans


def main() -> None:
    """Writes a file for each plan."""
    for name, plan in plans().items():
        (GOLDEN / f"{name}.txt").write_text(golden_text(plan), encoding="utf-8")


if __name__ == "__main__":
    main()
