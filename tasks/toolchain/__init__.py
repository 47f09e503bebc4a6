"""Compilers: what `toolchains/` says of them, and which one builds a target here."""
