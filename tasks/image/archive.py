"""The image as engines load it: a layer and a configuration, whose sum is the image's ID."""

from __future__ import annotations

import hashlib
import json
import tarfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tasks.image.dockerfile import read_configuration
from tasks.image.lock import Lock

PIECE_BYTES = 1 << 20


def configuration(
    layer_sha256: str, architecture: str, epoch: int, output: Mapping[str, Any]
) -> bytes:
    """The image's configuration as it is stored; nothing in it but what is given.

    Source: OCI image specification, "Image Configuration".
    """
    created = datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    content = {
        "architecture": architecture,
        "config": output,
        "created": created,
        "history": [{"created": created, "created_by": "kerf"}],
        "os": "linux",
        "rootfs": {"diff_ids": [f"sha256:{layer_sha256}"], "type": "layers"},
    }
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()


def configuration_of(lock: Lock, root: Path) -> bytes:
    """The configuration of the lock's image, with the Dockerfile's metadata."""
    return configuration(lock.layer_sha256, lock.architecture, lock.epoch, read_configuration(root))


def image_id(configuration: bytes) -> str:
    """The ID that an engine gives to the image with this configuration."""
    return f"sha256:{hashlib.sha256(configuration).hexdigest()}"


def pieces(configuration: bytes, layer: Path, tag: str, epoch: int) -> Iterator[bytes]:
    """The image as a docker-archive, piece by piece, the layer read from its file.

    Source: Docker's image specification v1.2, "Combined Image JSON + Filesystem Changeset Format".
    """
    config_name = f"{hashlib.sha256(configuration).hexdigest()}.json"
    manifest = [{"Config": config_name, "Layers": ["layer.tar"], "RepoTags": [tag]}]
    yield from _member("manifest.json", json.dumps(manifest, sort_keys=True).encode(), epoch)
    yield from _member(config_name, configuration, epoch)
    size = layer.stat().st_size
    yield _header("layer.tar", size, epoch)
    with layer.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            yield piece
    yield bytes(-size % tarfile.BLOCKSIZE)
    yield bytes(2 * tarfile.BLOCKSIZE)


def _member(name: str, data: bytes, epoch: int) -> Iterator[bytes]:
    yield _header(name, len(data), epoch)
    yield data + bytes(-len(data) % tarfile.BLOCKSIZE)


def _header(name: str, size: int, epoch: int) -> bytes:
    member = tarfile.TarInfo(name)
    member.size, member.mtime = size, epoch
    return member.tobuf(tarfile.GNU_FORMAT)
