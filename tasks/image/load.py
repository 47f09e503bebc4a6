"""Giving the image to an engine, with progress, and making sure that it is what we gave."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from codegen.errors import ContainerError
from tasks.executors.engine import Engine, Image, engine_faults
from tasks.executors.runner import Say
from tasks.image.archive import pieces
from tasks.image.lock import Lock

TIMEOUT_S = 1800
"""An engine answers only after it has unpacked the layer."""

SECONDS = 3.0
"""Between two lines of progress."""


def load(engine: Engine, lock: Lock, configuration: bytes, layer: Path, say: Say) -> Image:
    """Loads the image into the engine, whole or not at all, under the lock's tag.

    Raises:
        ContainerError: the engine refuses it, goes away, or has another image afterwards.

    """
    client = engine.client(TIMEOUT_S)
    say(f"loading {lock.tag} ({lock.layer_bytes / 1e6:,.0f} MB) into {engine.address}")
    archive = pieces(configuration, layer, lock.tag, lock.epoch)
    with engine_faults(engine.address):
        client.images.load(_counted(archive, lock.layer_bytes, say))
    image = engine.image(lock)
    if image is None or not image.exact:
        raise ContainerError(
            f"the engine at {engine.address} took the image, but does not have {lock.image} as "
            f"{lock.tag}. See its log."
        )
    return image


def _counted(archive: Iterator[bytes], total: int, say: Say) -> Iterator[bytes]:
    """The pieces of the archive; prints from time to time how much was sent."""
    sent, printed_at = 0, time.monotonic()
    for piece in archive:
        yield piece
        sent += len(piece)
        if time.monotonic() - printed_at >= SECONDS:
            printed_at = time.monotonic()
            say(f"sent {sent / 1e6:,.0f} of {total / 1e6:,.0f} MB")
