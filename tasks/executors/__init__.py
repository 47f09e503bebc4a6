"""Where commands run: on this machine, or in a container of the toolchain image."""
