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
    CHANNELS = "channels"
    COMMON = "common"
    UNUSED = "unused"
    SINK = "sink"
    SHIFTS = "shifts"
    STRIPS = "strips"
    PLAN = "plan"
    DUPLICATES = "duplicates"


class DelegateName(StrEnum):
    """What becomes of delegates that Kerf knows."""

    TURN_BACK = "turn-back"
    KEEP = "keep"


class StripsName(StrEnum):
    """Where chains of layers run a few rows at a time."""

    NEVER = "never"
    WHERE_NEEDED = "where-needed"
    LEAST_MEMORY = "least-memory"


class PortsName(StrEnum):
    """What inputs and outputs of methods are that a program quantizes."""

    AS_EXPORTED = "as-exported"
    QUANTIZED = "quantized"


class WeightsName(StrEnum):
    """How weights of Float are stored."""

    AS_EXPORTED = "as-exported"
    HALF = "half"
