"""Effects: configs, toolchains, expansion, compiling, running, size. Each verb is `python -m tasks.<verb>`."""
