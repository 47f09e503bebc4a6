"""Small networks that PT2E quantizes, and what the passes leave of them in float."""

EXPORTER = "_cortex_m"
"""How names of programs end that ExecuTorch's Cortex-M exporter wrote."""
