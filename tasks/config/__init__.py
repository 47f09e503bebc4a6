"""Targets as people write them: `configs/<target>.toml` over `configs/defaults.toml`, checked."""

from tasks.config.load import Loaded, load, load_target
from tasks.config.model import Target
from tasks.targets import target_names

__all__ = ["Loaded", "Target", "load", "load_target", "target_names"]
