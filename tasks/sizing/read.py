"""Reads a target's size.json, as its last build or run left it."""

from __future__ import annotations

from codegen.errors import SizeError
from tasks.config import Target
from tasks.sizing.counted import counted
from tasks.sizing.device import with_stack
from tasks.sizing.document import VERSION, Size, parse_size, size_path
from tasks.sizing.program import check_program


def read_size(target: Target) -> Size:
    """The size.json of `target`, with what a run of its program has counted.

    Raises:
        SizeError: the target is not built, or not since its program changed.

    """
    path = size_path(target)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SizeError(
            f"{path}: {(error.strerror or str(error)).lower()}. "
            f"Build first: nox -s build-{path.parent.name}"
        ) from None
    size = parse_size(content, str(path), [VERSION])
    check_program(path.with_name(size.program.name), size.program.sha256, target.name)
    instructions = counted(path.parent, size.program.sha256)
    stacks = [each.stack_bytes for each in instructions if each.stack_bytes is not None]
    device = size.device and with_stack(size.device, max(stacks, default=0))
    return size.model_copy(update={"instructions": instructions, "device": device})
