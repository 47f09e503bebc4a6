"""Passes over programs: a `.pte` in, an equivalent and smaller `.pte` out."""
