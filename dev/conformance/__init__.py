"""Every operator against PyTorch and ExecuTorch."""
