"""Measures the flash of operators on a Cortex-M55, alone and next to others of their family.

For each operator it builds images that run every call of it with one dtype: alone, and next to two
others of its family, or the only other one; those with the same parameters are chosen first, then
those measured with the same dtype. (Next to one alone, a part of what they share would count as
the new operator's, since the compiler inlines what is called once.) Images are built in one folder
after the other, so that only what differs is compiled. What is measured is kept and not built
again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pydantic import TypeAdapter

from codegen.dtype import DType
from codegen.errors import BuildError, ConfigError, KerfError
from codegen.library import KernelSpec, Library, compiled_for_size
from dev.conformance.__main__ import selects
from tasks import cli
from tasks.attribution.image import allocated
from tasks.building.compile import compile_products
from tasks.building.planning import own_libraries, plan_target
from tasks.building.sources import build_dir, products, size_executable
from tasks.building.write_sources import write_sources
from tasks.config import load_target
from tasks.files import write_if_changed
from tasks.progress import log
from tasks.toolchain.choose import toolchain_for

SIZES = Path("tests/data/conformance/operator-sizes.json")
CONFIG = Path("build/operator-sizes/images.toml")
TOOLCHAIN = "cortex-m55"
NEIGHBOURS = 2
PREFERRED = (DType.Float, DType.Int, DType.Bool, DType.Char)
"""The dtype that is measured: the first of these that the kernel takes, else its first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorSize:
    """What an operator takes, in bytes of flash."""

    dtype: str
    flash_bytes: int
    """An image that has nothing else."""
    family: tuple[str, ...]
    """The operators that it is measured next to; empty where its family has no other."""
    added_bytes: int | None
    """How much larger the image with everything is than the one with `family`."""


_SIZES = TypeAdapter(dict[str, OperatorSize])


def read_sizes(path: Path) -> dict[str, OperatorSize]:
    """Maps an operator to what was measured; empty where there is no file."""
    return _SIZES.validate_json(path.read_bytes()) if path.is_file() else {}


def _write_sizes(path: Path, sizes: Mapping[str, OperatorSize]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = (
        f" {json.dumps(operator)}: {json.dumps(asdict(size))}"
        for operator, size in sorted(sizes.items())
    )
    write_if_changed(path, "{\n" + ",\n".join(rows) + "\n}\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measured:
    """An operator to measure, and the others of its header that it is measured next to."""

    operator: str
    dtype: DType
    neighbours: Mapping[str, DType]


def _work(libraries: Sequence[Library]) -> Iterator[_Measured]:
    """All operators, those of one header after another."""
    for library in libraries:
        kernels = {kernel.operator: kernel for kernel in reversed(library.kernels)}
        families: dict[str, list[KernelSpec]] = {}
        for _, kernel in sorted(kernels.items()):
            if kernel.inputs or kernel.outputs:  # else on numbers alone
                families.setdefault(kernel.header, []).append(kernel)
        for _, members in sorted(families.items()):
            yield from (_measured(kernel, members) for kernel in members)


def _measured(kernel: KernelSpec, members: Sequence[KernelSpec]) -> _Measured:
    others = [other for other in members if other is not kernel and other.outputs]
    others.sort(key=lambda other: _difference(other, kernel))
    return _Measured(
        operator=kernel.operator,
        dtype=_dtype(kernel),
        neighbours={other.operator: _dtype(other) for other in others[:NEIGHBOURS]},
    )


def _difference(one: KernelSpec, other: KernelSpec) -> tuple[bool, bool, bool]:
    """Whether the parameters differ in type, those that are tensors do, and the dtypes do."""
    return (
        _types(one) != _types(other),
        _tensors(one) != _tensors(other),
        _dtype(one) != _dtype(other),
    )


def _types(kernel: KernelSpec) -> list[str]:
    return [parameter.type for parameter in kernel.schema.parameters]


def _tensors(kernel: KernelSpec) -> list[str]:
    return [parameter.type for parameter in kernel.schema.parameters if parameter.tensor]


def _dtype(kernel: KernelSpec) -> DType:
    taken = kernel.inputs or kernel.outputs
    return next((dtype for dtype in PREFERRED if dtype in taken), taken[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Images:
    """Builds one image after another in one folder, where what they share stays compiled."""

    root: Path
    libraries: tuple[Library, ...]
    jobs: int | None
    known: dict[frozenset[tuple[str, DType]], int] = field(default_factory=dict)

    def flash(self, selection: Mapping[str, DType]) -> int:
        """The flash of an image with these operators and dtypes, as `nox -s build` makes it.

        Raises:
            KerfError: it does not build; says why.

        """
        key = frozenset(selection.items())
        if key not in self.known:
            self.known[key] = self._built(selection)
        return self.known[key]

    def _built(self, selection: Mapping[str, DType]) -> int:
        config = self.root / CONFIG
        config.parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(config, self._config(selection))
        target = load_target(config, self.root)
        toolchain = toolchain_for(target)
        planned = plan_target(target, self.libraries)
        write_sources(planned)
        wanted = products(target, planned.plan, toolchain)
        compile_products(toolchain, wanted, self.root, jobs=self.jobs, say=lambda _: None)
        flash, _ = allocated(self.root / build_dir(target) / size_executable(toolchain))
        return flash

    def _config(self, selection: Mapping[str, DType]) -> str:
        pairs = ", ".join(f'"{name}" = ["{dtype}"]' for name, dtype in selection.items())
        order = ", ".join(f'"{library.name}"' for library in self.libraries)
        lines = (
            'description = "the size of operators"',
            f"select.dtypes = {{ {pairs} }}",
            f'toolchain.name = "{TOOLCHAIN}"',
            f"libraries.order = [{order}]",
        )
        return "\n".join(lines) + "\n"


def measure(images: _Images, each: _Measured) -> OperatorSize:
    """The sizes of one operator: of up to three images."""
    alone = images.flash({each.operator: each.dtype})
    added = None
    if each.neighbours:
        together = images.flash({**each.neighbours, each.operator: each.dtype})
        added = together - images.flash(each.neighbours)
    return OperatorSize(
        dtype=each.dtype.value,
        flash_bytes=alone,
        family=tuple(each.neighbours),
        added_bytes=added,
    )


def operator_sizes(
    root: Path, patterns: Sequence[str], *, jobs: int | None = None, fresh: bool = False
) -> None:
    """Measures the chosen operators that are not known, writing after each.

    Raises:
        ConfigError: no operator has these names.
        BuildError: some do not build; all others are measured.

    """
    libraries = tuple(map(compiled_for_size, own_libraries(root)))
    images = _Images(root=root, libraries=libraries, jobs=jobs)
    sizes = read_sizes(root / SIZES)
    wanted = [each for each in _work(libraries) if selects(each.operator, patterns)]
    if not wanted:
        raise ConfigError(f"{' '.join(patterns)}: no operator of that name has a kernel.")
    left = [each for each in wanted if fresh or each.operator not in sizes]
    faults: list[str] = []
    for each in left:
        try:
            size = measure(images, each)
        except KerfError as error:
            faults += (f"{each.operator}: {fault}" for fault in error.faults)
            continue
        sizes[each.operator] = size
        log(f"{each.operator} ({size.dtype}): {size.flash_bytes} B, added {size.added_bytes} B")
        _write_sizes(root / SIZES, sizes)
    print(f"{len(left)} measured, {len(wanted) - len(left)} known: {SIZES}")
    if faults:
        raise BuildError(faults)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("operator-sizes", __doc__)
    parser.add_argument("operators", nargs="*", help="names or patterns (default: all)")
    parser.add_argument("--fresh", action="store_true", help="measure what is known as well")
    cli.add_jobs(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    operator_sizes(root, options.operators, jobs=options.jobs, fresh=options.fresh)
    return 0


if __name__ == "__main__":
    cli.run(main)
