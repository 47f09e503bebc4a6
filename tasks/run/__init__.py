"""A model's cases, run by a target's program and compared with the expected outputs."""
