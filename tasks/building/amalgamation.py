"""Sources and all that they include as one text: each part once, what it needs before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from codegen.errors import BuildError

_OURS = re.compile(r'#include "([^"]+)"')
_SYSTEM = re.compile(r"#include <[^>]+>")
_NOISE = re.compile(
    r"\A#pragma once\Z|\A// clang-format o(n|ff)\Z|\A// \[\[\[(cog |end\]\]\])|\A\s*// NOLINT"
)
_REFRESH = re.compile(
    r" ?Generated from(?:\n//)? the(?:\n//)? plan[;,](?:[^.`]|\n//)*`nox -s gen`\."
)


@dataclass(slots=True, kw_only=True)
class Amalgamation:
    """Parts in order of dependence; a file that was added is not added again.

    `folders` are looked through in their order, as a compiler would.
    """

    root: Path
    folders: tuple[str, ...]
    added: set[Path] = field(default_factory=set)

    def parts(self, names: Iterable[str]) -> str:
        """What `names`, paths in `folders` or below `root`, include and were not added; then they.

        Headers of the system that they include come first.

        Raises:
            BuildError: a header is missing.
            OSError: a file cannot be read.

        """
        system: dict[str, None] = {}
        parts = [part for name in names for part in self._parts(self._find(name), system)]
        return "".join([*(f"{line}\n" for line in sorted(system)), *parts])

    def _parts(self, path: Path, system: dict[str, None]) -> Iterator[str]:
        if path.resolve() in self.added:
            return
        self.added.add(path.resolve())
        lines = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if ours := _OURS.match(line):
                yield from self._parts(self._find(ours[1]), system)
            elif found := _SYSTEM.match(line):
                system[found[0]] = None
            elif not _NOISE.match(line):
                lines.append(line)
        text = re.sub(r"\n{3,}", "\n\n", _REFRESH.sub("", "\n".join(lines))).strip("\n")
        yield f"\n{_banner(self._shown(path))}\n{text}\n"

    def _find(self, name: str) -> Path:
        for folder in (*self.folders, "."):
            if (path := self.root / folder / name).is_file():
                return path
        raise BuildError(f"{name}: no such header in {', '.join(self.folders)}.")

    def _shown(self, path: Path) -> str:
        """How a part is called: as it is in the first folder that has it."""
        folders = (self.root / each for each in self.folders)
        inside = (path.relative_to(each) for each in folders if path.is_relative_to(each))
        return next(map(Path.as_posix, inside), path.name)


def _banner(name: str) -> str:
    """A comment that names the part which follows it."""
    return f"// {name} ".ljust(99, "-")
