"""The whole check of programs, on this machine.

What a device with `[program] check = "never"` believes is checked here, before it is shipped: the
program by the runtime's own check, compiled for this machine with every feature, each call's
arguments against the schema of its operator, and their values and the memory that they share
against its record; and, where TARGET is given, everything that the program needs against what that
binary has: a target that was built, an ELF or a flash image.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from codegen.argument_check import argument_faults
from codegen.errors import SelectionError, VerifyError, collected
from codegen.library import KernelSpec, Library
from codegen.opinfo import Call
from codegen.pte import program_span, read_model
from codegen.selection import Origin
from codegen.unresolved import who
from tasks import cli, covers
from tasks.building.compile import compile_products
from tasks.building.ninja_file import Executable, Products
from tasks.building.planning import read_libraries
from tasks.building.sources import RUNTIME
from tasks.config import load_target
from tasks.config.model import EXECUTORS
from tasks.executors.runner import Job
from tasks.files import relative
from tasks.toolchain.choose import TOOLS, Toolchain, choose

TOOLCHAIN = "host-gcc"
FOLDER = f"{TOOLS}/checker"
PROGRAM = "checker"
TIMEOUT_S = 600


def check_programs(
    paths: Sequence[Path], libraries: Iterable[Library], root: Path, *, executor: str = "auto"
) -> None:
    """Returns where each program of `paths` passes the whole check.

    `libraries` have the schemas of the operators; an operator that none of them has is not
    checked, since no binary made of them runs it.

    Raises:
        SelectionError: a file that cannot be read.
        BuildError: the checker cannot be compiled here.
        VerifyError: every fault, with the file and what is wrong.

    """
    toolchain = choose(TOOLCHAIN, executor, root)
    checker = _build(toolchain, root)
    kernels: dict[str, list[KernelSpec]] = {}
    for kernel in (kernel for library in libraries for kernel in library.kernels):
        kernels.setdefault(kernel.operator, []).append(kernel)
    spans = collected(paths, lambda path: (path, *program_span(path)), SelectionError)
    faults = list[str]()
    for (path, _, _), line in zip(spans, _verdicts(checker, spans, toolchain, root), strict=True):
        name, _, why = line.partition("\t")
        if name == "Ok":
            faults += _call_faults(path, kernels)
        else:
            faults.append(f"{path}: {name}: {why or 'the program cannot be loaded'}.")
    if faults:
        raise VerifyError(faults)


def check_binary(word: str, paths: Sequence[Path], root: Path, *, executor: str) -> None:
    """Returns where the binary that `word` names has all that the programs of `paths` need.

    Raises:
        KerfError: there is no such binary, or it is not built.
        SelectionError: a file that cannot be read.
        VerifyError: everything that is missing, with the calls that need it.

    """
    image, target = covers.subject(word, executor, root)
    description = covers.describe(image, target)
    found = covers.covers(description, paths, covers.libraries_of(target, root))
    if faults := [
        f"{each.path}: {word} has no {one.kind} for it: {one.text}, needed by {who(one.origins)}."
        for each in found
        for one in each.missing
    ]:
        raise VerifyError(faults)


def _build(toolchain: Toolchain, root: Path) -> Path:
    """The checker, compiled of the core with the committed expansion: it has every feature."""
    folders = ("core", "tensor", "flatbuffer", "program")
    core = [path for name in folders for path in sorted((root / RUNTIME / name).glob("*.cpp"))]
    application = (
        root / RUNTIME / "apps/checker/main.cpp",
        root / RUNTIME / "apps/runner/files.cpp",
    )
    products = Products(
        build_dir=FOLDER,
        sources=tuple(relative(path, root) for path in core),
        include_dirs=(RUNTIME, *(f"{RUNTIME}/isa/{name}" for name in toolchain.isa)),
        executables=(
            Executable(output=PROGRAM, sources=tuple(relative(path, root) for path in application)),
        ),
    )
    return compile_products(toolchain, products, root, say=lambda _: None).executables[0]


def _verdicts(
    checker: Path, spans: Sequence[tuple[Path, int, int]], toolchain: Toolchain, root: Path
) -> list[str]:
    """A line of the checker for each program."""
    words = [str(word) for path, start, count in spans for word in (path.resolve(), start, count)]
    job = Job(
        command=(str(checker), *words),
        folder=root,
        reads=tuple(path.resolve().parent for path, _, _ in spans),
        timeout_s=TIMEOUT_S,
    )
    result = toolchain.runner.run(job)
    lines = result.stdout.splitlines()
    if result.returncode != 0 or len(lines) != len(spans):
        raise VerifyError(
            f"{relative(checker, root)} ends with exit code {result.returncode}: {result.stdout}"
        )
    return lines


def _call_faults(path: Path, kernels: Mapping[str, Sequence[KernelSpec]]) -> list[str]:
    try:
        model = read_model(path)
    except SelectionError as error:
        return list(error.faults)
    return [
        f"{path}: {Origin(source=model.name, method=method.name, instruction=call.instruction)}: "
        f"{call.operator}: {text}."
        for method in model.methods
        for call in method.calls
        if (known := kernels.get(call.operator)) is not None
        for text in min((_refusals(call, kernel) for kernel in known), key=len)
    ]


def _refusals(call: Call, kernel: KernelSpec) -> tuple[str, ...]:
    """What in `call` the kernel refuses, whatever its dtypes."""
    if faults := argument_faults(call, kernel.schema):
        return faults
    unmet = (f"it requires {condition}" for condition in kernel.unmet(call))
    return (*unmet, *kernel.overlap_refusals(call))


def _divided(words: Sequence[str]) -> tuple[str | None, list[Path]]:
    """The binary, where the first word is no model's file, and the models."""
    named = len(words) > 1 and Path(words[0]).suffix not in (".pte", ".bpte")
    return (words[0] if named else None), [Path(word) for word in words[named:]]


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser(
        "check",
        __doc__,
        "Exit codes: 0; 9 where a program has a fault, each of which is printed; 3 where a "
        "file is no program.",
    )
    parser.add_argument(
        "words",
        metavar="[TARGET] MODEL",
        nargs="+",
        help="the binary that is to run them, and .pte or .bpte",
    )
    parser.add_argument(
        "--target", default="reference", help="the target whose libraries have the operators"
    )
    parser.add_argument("--executor", choices=EXECUTORS, default="auto", help="where to compile")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    binary, models = _divided(options.words)
    libraries = read_libraries(load_target(options.target, root))
    check_programs(models, libraries, root, executor=options.executor)
    if binary is not None:
        check_binary(binary, models, root, executor=options.executor)
    for path in models:
        print(f"{path}: checked")
    return 0


if __name__ == "__main__":
    cli.run(main)
