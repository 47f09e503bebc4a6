"""`.npy` files as NumPy writes them, without NumPy."""

from __future__ import annotations

from pathlib import Path


def write_npy(
    path: Path, descr: str, shape: tuple[int, ...], data: bytes, *, fortran: bool = False
) -> Path:
    """Writes version 1.0 of the format to `path`, with the header padded to 64 bytes."""
    header = repr({"descr": descr, "fortran_order": fortran, "shape": shape}).encode()
    header += b" " * (-(10 + len(header) + 1) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data)
    return path
