"""Compilers: what `toolchains/` defines, and which one builds a target here."""
