"""Effects: configs, toolchains, expansion, compiling, running, size; `python -m tasks.<verb>`."""
