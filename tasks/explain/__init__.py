"""The effective values of a target, and what was kept of its operators."""
