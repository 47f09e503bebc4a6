"""Expansion: runs the cog blocks under runtime/selected/ for one plan, all or nothing."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from cogapp.cogapp import Cog, CogError

from codegen.emit import families
from codegen.errors import ExpansionError, collected
from codegen.plan import Plan
from tasks.files import write_if_changed

SELECTED = Path("runtime/selected")
PROGRAM = ("functions.cpp", "identity.cpp", "program.h", "program.cpp")
"""Only compiled programs have these."""
REGISTRY = ("arguments.h", "c_sizes.h", "capacity.h", "kernels.h", "kernels.cpp", "memory.h")
"""Only the interpreter has these."""


def expand(plan: Plan, root: Path, out: Path) -> tuple[Path, ...]:
    """Writes the sources of `root`/runtime/selected, expanded for `plan`, to the folder `out`.

    Files that would not change are left alone, so that nothing is compiled again; files of an
    earlier expansion that have no source any more go. Nothing is written where any block fails.
    Files of the interpreter or of compiled programs are left out where the plan is for the other
    form.

    Returns the files that changed.

    Raises:
        ExpansionError: a block fails.

    """
    texts = expanded(plan, root, verify=False)
    out.mkdir(parents=True, exist_ok=True)
    changed = []
    for name, text in texts.items():
        path = out / name
        if write_if_changed(path, text):
            changed.append(path)
    for path in out.iterdir():
        if path.name not in texts and path.suffix in (".h", ".cpp"):
            path.unlink()
            changed.append(path)
    return tuple(changed)


def expanded(plan: Plan, root: Path, *, verify: bool, all_forms: bool = False) -> dict[str, str]:
    """The text of each file under runtime/selected, by name, expanded for `plan`.

    With `all_forms` those of the other form of a plan as well. With `verify`, the present text of
    each block must be what cog wrote: its checksum says so.

    Raises:
        ExpansionError: all blocks that fail or were edited.

    """
    sources = _sources(plan, root, committed=verify, all_forms=all_forms)

    def one(name: str) -> str:
        text = sources[name] if verify else _without_blocks(sources[name])
        return expand_text(text, (SELECTED / name).as_posix(), {"plan": plan}, session="gen")

    return dict(zip(sources, collected(sources, one, ExpansionError), strict=True))


FAMILY = """\
// The kernels of {name}, bound to the facts of their calls in the plan.
#include "{form}/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "{name}")) ]]]
// [[[end]]]
// clang-format on
"""
"""The source of a family, before its block was expanded."""


def _sources(plan: Plan, root: Path, *, committed: bool, all_forms: bool) -> dict[str, str]:
    """The text of each C++ file under runtime/selected, by name; families are those of `plan`.

    A family's text is `FAMILY`, or the committed one.
    """
    form, left_out = ("executor", PROGRAM) if plan.compiled is None else ("compiled", REGISTRY)
    found = {f"{name}.cpp": FAMILY.format(name=name, form=form) for name in families(plan)}
    try:
        for path in sorted((root / SELECTED).iterdir()):
            if path.suffix in (".h", ".cpp"):
                text = path.read_text(encoding="utf-8")
                if not all_forms and path.name in left_out:
                    continue
                if not _is_family(text) or (committed and path.name in found):
                    found[path.name] = text
    except (OSError, UnicodeDecodeError) as error:
        raise ExpansionError(f"{SELECTED}: cannot be read ({error}).") from None
    return dict(sorted(found.items()))


def _is_family(text: str) -> bool:
    return "emit.family(plan" in text


def expand_text(text: str, name: str, names: Mapping[str, Any], *, session: str) -> str:
    """The text of the file `name` with its cog blocks run anew; they see `names`.

    Raises:
        ExpansionError: a block fails, or what `session` wrote was edited by hand.

    """
    cog = Cog()
    cog.options.hash_output = True
    cog.options.no_generate = False
    said = io.StringIO()
    out = io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(said):
            cog.process_file(io.StringIO(text), out, fname=name, globals=dict(names))
    except CogError as error:
        raise ExpansionError(_cog_fault(str(error), name, session)) from None
    except Exception as error:  # a block may fail in any way, before cog runs it as well
        raise ExpansionError(
            f"{name}: a cog block fails: {type(error).__name__}: {error}."
        ) from error
    return out.getvalue()


def _cog_fault(text: str, name: str, session: str) -> str:
    """What cog says, in our form: file, line, what and what to do."""
    line = re.search(rf"^{re.escape(name)}\((\d+)\): |line (\d+), in <module>", text)
    place = f"{name}:{line[1] or line[2]}" if line else name
    if "edited" in text:
        return (
            f"{place}: the generated text above was edited by hand. Change the block or what it "
            f"calls instead; `nox -s {session}` writes the text anew."
        )
    what = text.splitlines()[-1].removeprefix(line[0] if line else "")
    return f"{place}: a cog block fails: {what.rstrip('.')}."


def _without_blocks(text: str) -> str:
    """`text` without generated lines and checksums, as if it had never been expanded."""
    lines, generated = [], False
    for line in text.splitlines(keepends=True):
        if "[[[end]]]" in line:
            generated = False
            line = line.split("[[[end]]]")[0] + "[[[end]]]\n"
        if not generated:
            lines.append(line)
        if "]]]" in line and "[[[end]]]" not in line:  # the end of a block's program
            generated = True
    return "".join(lines)
