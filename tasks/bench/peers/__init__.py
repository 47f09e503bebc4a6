"""Peers that run next to a target: imports PyTorch and ExecuTorch, and nothing else of Kerf."""
