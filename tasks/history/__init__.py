"""Sizes per commit and target, in a file that grows with the repository."""
