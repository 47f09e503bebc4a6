"""The networks of the gallery as programs: what runs under PyTorch and ExecuTorch.

It runs in an environment of its own (requirements-conformance.txt) and imports of Kerf only the
module that writes cases, which needs nothing else.
"""
