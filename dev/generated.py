"""Generated files that are committed: written where they differ, or checked."""

from __future__ import annotations

import difflib
import io
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from cogapp.cogapp import Cog, CogError

from codegen.errors import ExpansionError
from tasks.files import write_if_changed


def refresh(texts: Mapping[str, str], root: Path, *, check: bool, session: str) -> None:
    """Makes the files of `texts`, by their paths below `root`, what `session` generates.

    Raises:
        ExpansionError: with `check`, which writes nothing: for each file that differs.

    """
    stale = []
    for name, text in texts.items():
        path = root / name
        present = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        if present == text:
            print(f"current: {name}")
        elif check:
            stale.append(f"{name}: stale, or edited by hand. Run `nox -s {session}`.")
            before, after = present.splitlines(), text.splitlines()
            print("\n".join(difflib.unified_diff(before, after, name, name, lineterm="")))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_if_changed(path, text)
            print(f"written: {name}")
    if stale:
        raise ExpansionError(stale)


def expanded(path: Path, names: Mapping[str, Any], *, session: str) -> str:
    """The text of a file with its cog blocks run anew; they see `names`.

    Raises:
        ExpansionError: a block fails, or what it wrote was edited by hand.

    """
    cog = Cog()
    cog.options.hash_output = True
    said, out = io.StringIO(), io.StringIO()
    text = path.read_text(encoding="utf-8")
    try:
        with redirect_stdout(said), redirect_stderr(said):
            cog.process_file(io.StringIO(text), out, fname=str(path), globals=dict(names))
    except CogError as error:
        raise ExpansionError(
            f"{error}. Text between a cog block and its end is generated: "
            f"run `nox -s {session}` on the committed file."
        ) from None
    return out.getvalue()
