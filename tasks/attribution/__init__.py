"""Every byte of an ELF and what it is for."""
