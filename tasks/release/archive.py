"""The members of a static library."""

from __future__ import annotations

from collections.abc import Iterator

MAGIC = b"!<arch>\n"
HEADER_BYTES = 60
INDEXES = ("/", "/SYM64/")


def archive_members(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Name and content of each member, in order; indexes and tables of names are left out.

    Raises:
        ValueError: `data` is no archive, or is cut off.

    Source: ar(5), the format of System V and GNU.

    """
    if not data.startswith(MAGIC):
        raise ValueError("no archive")
    names, at = b"", len(MAGIC)
    while at < len(data):
        header = data[at : at + HEADER_BYTES]
        if len(header) < HEADER_BYTES or header[58:] != b"`\n":
            raise ValueError(f"no member at offset {at}")
        name, size = header[:16].decode("ascii").rstrip(), int(header[48:58])
        content = data[at + HEADER_BYTES : at + HEADER_BYTES + size]
        if len(content) < size:
            raise ValueError(f"member {name} is cut off")
        at += HEADER_BYTES + size + size % 2
        if name == "//":
            names = content
        elif name not in INDEXES:
            yield _full_name(name, names), content


def _full_name(name: str, names: bytes) -> str:
    if name.startswith("/"):
        start = int(name[1:])
        return names[start : names.index(b"\n", start)].decode().rstrip("/")
    return name.rstrip("/")
