"""Sizes of built targets: size.json, baselines, gates, tables."""
