"""The executors that a command line may name: those that a target's TOML may."""

from __future__ import annotations

from typing import get_args

from tasks.config.model import Toolchain

EXECUTORS: tuple[str, ...] = get_args(Toolchain.model_fields["executor"].annotation)
