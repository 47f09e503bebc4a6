"""Compiled programs: methods of models as tables, and what cannot be compiled."""
