"""Whether a table on stdout is shown in colours."""

from __future__ import annotations

import os
import sys


def in_colour() -> bool:
    """Whether stdout is a terminal that shows colours. Source: no-color.org."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()
