"""What refers to what in a program: why bytes are there, and what would go with them."""
