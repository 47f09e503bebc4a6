"""The names of the passes, for whoever must know them without running one."""

from __future__ import annotations

from enum import StrEnum


class PassName(StrEnum):
    """In the order in which they run; `codegen.optimize.pipeline` has what each does."""

    FOLD = "fold"
    MASKS = "masks"
    BATCH_NORM = "batch-norm"
    INTEGERS = "integers"
    CLAMPS = "clamps"
    COPIES = "copies"
    COMMON = "common"
    UNUSED = "unused"
    SINK = "sink"
    PLAN = "plan"
    DUPLICATES = "duplicates"


class DelegateName(StrEnum):
    """What becomes of delegates that Kerf knows."""

    TURN_BACK = "turn-back"
    KEEP = "keep"
