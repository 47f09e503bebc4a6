"""References in a program: why bytes are in it, and what removing them would free."""
