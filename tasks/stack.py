"""Shows the most stack that a built target can use: the frames on its deepest path of calls.

Next to it what a run in the emulator has used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codegen.errors import BuildError
from tasks import cli
from tasks.attribution.image import read_image
from tasks.attribution.names import demangled
from tasks.building.planning import plan_target
from tasks.config import Target, load_target
from tasks.references.stack import ASSUMED_BYTES, StackBound, frame, stack_bound
from tasks.references.with_relocations import check_same, relinked_program
from tasks.size.read import read_size
from tasks.table import aligned


def bound_of(target: Target, executor: str | None = None) -> StackBound:
    """The bound of a target that is built for bare metal.

    Raises:
        BuildError: it is for a host, or cannot be linked again with its relocations kept.
        SizeError: it is not built, or not from the current sources.

    """
    planned = plan_target(target)
    if not planned.toolchain.memory:
        raise BuildError(f"{target.name}: the stack of a host is not bounded here.")
    built, relinked = relinked_program(planned, executor)
    image, debug = read_image(built)
    check_same(image, relinked)
    return stack_bound(image, debug, relinked)


def lines(target: Target, bound: StackBound, used_bytes: int | None) -> Iterator[str]:
    """The bound as a person reads it."""
    yield f"{target.name}: at most {bound.bytes:,} B of stack, on this path:"
    rows = [(f"{frame(each):,} B", demangled(each.name) or each.name) for each in bound.path]
    yield from (f"  {row}" for row in aligned("><", rows))
    if used_bytes is None:
        yield f"measured: nothing yet: `nox -s run-{target.name}` measures what a run uses"
    else:
        yield f"measured in the emulator: {used_bytes:,} B"
    if bound.unknown:
        names = ", ".join(demangled(name) or name for name in bound.unknown)
        yield f"assumed to take {ASSUMED_BYTES} B each, having no debug information: {names}"
    if bound.recursive:
        names = ", ".join(demangled(name) or name for name in bound.recursive)
        yield f"NO BOUND: counted once, but may call themselves: {names}"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("stack", __doc__)
    parser.add_argument("target", help="a bare-metal target that is built")
    cli.add_executor(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    target = load_target(options.target, options.root.resolve())
    counts = read_size(target).instructions
    used = [each.stack_bytes for each in counts if each.stack_bytes is not None]
    bound = bound_of(target, options.executor)
    print("\n".join(lines(target, bound, max(used, default=None))))
    return 0


if __name__ == "__main__":
    cli.run(main)
