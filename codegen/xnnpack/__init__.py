"""XNNPACK's payloads in a `.pte`: read, and turned back into the operators that they were."""

BACKEND = "XnnpackBackend"
"""The id of its delegates."""
