"""Programs of one operator each, with PyTorch's inputs and results: what runs under torch.

It runs in an environment of its own (requirements-conformance.txt) and imports nothing of Kerf.
What it writes for each operator and dtype, `<operator>-<dtype>.json` and a `.pte` of that name,
is described in dev/conformance/case_file.py, which reads it.
"""
