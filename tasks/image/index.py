"""What a Debian suite offers: the packages of its index, by name and version."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from tasks.image.lock import Package

_FIELDS = {
    "Package": "name",
    "Version": "version",
    "Architecture": "architecture",
    "Filename": "filename",
    "Size": "size",
    "SHA256": "sha256",
}

Key = tuple[str, str]


def read_index(text: str, names: Collection[str]) -> Mapping[Key, Package]:
    """The packages `names` of a `Packages` file, by name and version.

    Source: deb822(5), and the section "Packages" of Debian's repository format.
    """
    found = {}
    for stanza in text.split("\n\n"):
        fields = fields_of(stanza)
        if fields.get("Package") in names:
            values = {ours: fields.get(theirs) for theirs, ours in _FIELDS.items()}
            package = Package.model_validate(values, strict=False)
            found[package.name, package.version] = package
    return found


def fields_of(stanza: str) -> dict[str, str]:
    """The fields of a deb822 stanza that take a single line."""
    return dict(_FIELD.findall(stanza))


_FIELD = re.compile(r"^([!-9;-~]+): (.*\S)", re.MULTILINE)
