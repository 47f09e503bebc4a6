"""What the processor of this machine has."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from codegen.errors import NotVerified

_INFO = Path("/proc/cpuinfo")


def processor_features() -> frozenset[str] | None:
    """Returns the processor's features by Linux's names; None where it does not list them."""
    try:
        lines = _INFO.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    listed = (line for line in lines if line.startswith(("flags", "Features")))  # x86-64, AArch64
    words = {word for line in listed for word in line.partition(":")[2].split()}
    return frozenset(words) or None


def require_processor(needed: Iterable[str], program: Path) -> None:
    """Checks that programs whose processor has all that is `needed` run here.

    Raises:
        NotVerified: it has not.

    """
    found = processor_features()
    if found is not None and (missing := sorted(set(needed) - found)):
        raise NotVerified(
            f"{program}: not verified: this machine's processor has no {', '.join(missing)}. Run "
            "it on one that has."
        )
