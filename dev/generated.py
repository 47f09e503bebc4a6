"""Generated files that are committed: written where they differ, or checked."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path

from codegen.errors import ExpansionError
from tasks.files import write_if_changed


def refresh(texts: Mapping[str, str | None], root: Path, *, check: bool, session: str) -> None:
    """Makes the files of `texts`, by their paths below `root`, what `session` generates.

    A file whose text is None is removed.

    Raises:
        ExpansionError: with `check`, which writes nothing: for each file that differs.

    """
    stale, current = [], 0
    for name, text in texts.items():
        path = root / name
        present = path.read_text(encoding="utf-8", errors="replace") if path.exists() else None
        if present == text:
            current += 1
        elif check:
            stale.append(f"{name}: stale, or edited by hand. Run `nox -s {session}` and commit.")
            before, after = (present or "").splitlines(), (text or "").splitlines()
            print("\n".join(difflib.unified_diff(before, after, name, name, lineterm="")))
        elif text is None:
            path.unlink()
            print(f"removed: {name}")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_if_changed(path, text)
            print(f"written: {name}")
    if stale:
        raise ExpansionError(stale)
    print(f"{session}: {current} of {len(texts)} files were current")
