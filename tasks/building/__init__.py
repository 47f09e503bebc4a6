"""From a target to its files: plan, sources, ninja, programs, manifest; and if they are current."""
