"""Signing a bundle, when it is made or later."""

from __future__ import annotations

from pathlib import Path

from tasks.release import checksums, provenance, signing


def sign(bundle: Path, key_file: Path) -> str:
    """Adds the signed envelope of the bundle's statement, and its sum; the ID of the key.

    Raises:
        ConfigError: the key cannot be read.
        OSError: a file cannot be read or written.

    """
    key = signing.read_private_key(key_file)
    statement = (bundle / provenance.NAME).read_text(encoding="utf-8")
    (bundle / signing.NAME).write_text(signing.envelope_text(statement, key), encoding="utf-8")
    sums = checksums.sums_text(checksums.sums_of(bundle))
    (bundle / checksums.NAME).write_text(sums, encoding="utf-8")
    return signing.key_id(key.public_key())
