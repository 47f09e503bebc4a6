"""Our files for ExecuTorch's build against those of its own generators."""
