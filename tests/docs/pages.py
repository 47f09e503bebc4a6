"""The pages of the documentation as data: fenced blocks, links, and names of files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fenced block: where it starts, the words after its fence, its text."""

    page: str
    line: int
    words: tuple[str, ...]
    text: str

    @property
    def language(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def name(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> tuple[Path, ...]:
    """Every page, sorted."""
    return (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


def shown(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


_FENCE = re.compile(r"^```(?P<words>[^`]*)$")


def blocks() -> Iterator[Block]:
    """The fenced blocks of all pages in order."""
    for page in pages():
        start, words, lines = 0, "", []
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
            fence = _FENCE.match(line)
            if fence is None:
                lines.append(line)
            elif not start:
                start, words, lines = number, fence["words"], []
            else:
                yield Block(
                    page=shown(page),
                    line=start,
                    words=tuple(words.split()),
                    text="".join(f"{each}\n" for each in lines),
                )
                start = 0
        assert start == 0, f"{shown(page)}:{start}: a block without end"


def prose(page: Path) -> str:
    """The page without its fenced blocks; lines keep their numbers."""
    lines, inside = [], False
    for line in page.read_text(encoding="utf-8").splitlines():
        fence = _FENCE.match(line) is not None
        lines.append("" if inside or fence else line)
        inside ^= fence
    return "\n".join(lines)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, which are made from their words."""
    found = set()
    for line in prose(page).splitlines():
        if line.startswith("#"):
            words = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            found.add(words.replace(" ", "-"))
    return found
