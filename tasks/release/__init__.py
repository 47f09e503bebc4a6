"""Releases: bundles that are built twice before they are believed, and how they come about."""
