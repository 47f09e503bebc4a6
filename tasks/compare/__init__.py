"""Sizes of two builds side by side: what grew, by how much, because of what."""
