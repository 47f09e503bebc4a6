"""Releases: bundles that are built twice and compared, and how they are made."""
