"""The toolchain image: its lock, its packages, its content, and how an engine gets it."""
