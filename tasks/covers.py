"""Shows whether a binary as built runs other models.

TARGET is a target that was built; or an ELF or flash image (.elf, .bin) of any age whose target has
select.describe = true: what the binary runs is read from the image itself. Prints yes, or
everything missing with the TOML that adds it; with --price also the flash that it costs, by a trial
build.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from codegen.coverage import Missing, missing
from codegen.description import Description, TargetSizes, find_all, planned_description
from codegen.errors import (
    BuildError,
    ConfigError,
    KerfError,
    ResolutionError,
    SelectionError,
    collected,
)
from codegen.library import Library, with_loops
from codegen.loop_scratch import most_loop_scratch
from codegen.lowered import read_turned_back
from codegen.opinfo import ModelInfo
from codegen.optimize.names import PassName
from codegen.optimize.roles import operators_of
from codegen.pte import read_model
from codegen.unresolved import who
from tasks import cli
from tasks.building.optimized import optimized
from tasks.building.planning import plan_target, read_libraries
from tasks.building.sources import build_dir, size_executable
from tasks.config import Target, load_target
from tasks.config.words import toml
from tasks.files import write_if_changed
from tasks.run.emulator import read_symbols
from tasks.size.trial import trial
from tasks.toolchain.choose import toolchain_for
from tasks.toolchain.file import ISA

REFERENCE = "reference"
"""The target whose libraries have all operators of Kerf."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """What a binary lacks for one model."""

    model: ModelInfo
    path: Path
    missing: tuple[Missing, ...]
    optimised: bool = False
    """It is covered once the target's passes have run, not as it is."""


def describe(image: Path, target: Target | None) -> Description:
    """What the binary `image` runs: by its own description, else by the plan of its `target`.

    Raises:
        BuildError: the image has several descriptions; or none, and is not what the target's
            plan gives.

    """
    data = image.read_bytes()
    descriptions = find_all(data)
    if len(descriptions) > 1:
        raise BuildError(
            f"{image}: holds {len(descriptions)} binaries of Kerf that run different things. Give "
            "the image of one of them."
        )
    if descriptions:
        return descriptions[0]
    if target is None:
        raise BuildError(
            f"{image}: has no description of what it runs. It is no image of Kerf, older, or its "
            "target has select.describe = false: set that to true and build it again, or name the "
            "target."
        )
    plan = plan_target(target).plan
    if bytes.fromhex(plan.digest()) not in data:
        raise BuildError(
            f"{target.name} is not built as it is described now. Build it: "
            f"nox -s build-{target.name}."
        )
    symbols = read_symbols(image)
    counted = bool(plan.methods)
    return planned_description(
        plan,
        TargetSizes(
            method_bytes=symbols["kerf_method_bytes"].start if counted else None,
            temp_bytes=symbols["kerf_temp_bytes"].start if counted else None,
            slot=symbols["kerf_slot_bytes"].start,
            tensor=symbols["kerf_tensor_bytes"].start,
            optional_tensor=symbols["kerf_optional_tensor_bytes"].start,
        ),
    )


def covers(
    description: Description, paths: Sequence[Path], libraries: Sequence[Library]
) -> tuple[Covered, ...]:
    """For each model of `paths` what a binary lacks.

    Raises:
        SelectionError: models that cannot be read, all of them.

    """
    operators = operators_of(libraries)

    def one(path: Path) -> Covered:
        model = read_turned_back(path, operators=operators, passes=tuple(PassName))
        return Covered(model=model, path=path, missing=missing(model, description, libraries))

    return tuple(collected(paths, one, SelectionError))


def optimised(
    covered: Covered, description: Description, libraries: tuple[Library, ...], target: Target
) -> Covered:
    """`covered`, without what is missing if the binary runs the model once it is optimised.

    That is what the target ships of its own models, and what a further one is to be shipped as.
    """
    if not covered.missing or not target.passes or covered.path.suffix == ".bpte":
        return covered
    done = optimized(target, covered.path, libraries)
    folder = target.root / build_dir(target) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / covered.path.name
    write_if_changed(path, done.data)
    lacking = missing(read_model(path), description, libraries)
    return covered if lacking else replace(covered, missing=(), optimised=True)


FOLDER = "covers"
"""In the build folder: models that were optimised to find out."""


def price(target: Target, paths: Sequence[Path], *, executor: str | None, jobs: int | None) -> int:
    """The flash that `target` takes more with the models of `paths` among its own, by two builds.

    Raises:
        KerfError: the target with them does not build.

    """
    models = (*target.select.models, *(str(path.resolve()) for path in paths))
    plain = trial(target, "covers-before", executor=executor, jobs=jobs)
    wider = trial(target, "covers", select={"models": models}, executor=executor, jobs=jobs)
    return wider.flash_bytes - plain.flash_bytes


def _lines(covered: Covered, description: Description, word: str) -> Iterator[str]:
    """`word` names the binary."""
    name = covered.path.name
    if covered.model.turned_back:
        yield f"{name}: {covered.model.turned_back}: `nox -s optimize` writes what is judged here"
    if not covered.missing:
        yield f"{name}: yes, the binary runs it{' once it is optimised' * covered.optimised}"
        if covered.optimised:
            yield f"  ship what nox -s optimize -- {covered.path} OUT.pte writes"
        if not description.checks_programs:
            yield f"  it is believed, not checked: run nox -s check -- {word} {covered.path}"
        return
    yield f"{name}: no, {len(covered.missing)} missing"
    for each in covered.missing:
        yield f"  {each.kind:<14}  {each.text}"
        yield f"  {'':<14}  needed by {who(each.origins)}"
        yield f"  {'':<14}  add it with {each.change}"


def _changes(covered: Sequence[Covered], target: Target | None) -> Iterator[str]:
    """The one change that adds everything."""
    wanted = [each for each in covered if each.missing]
    if not wanted or any(not each.addable for one in wanted for each in one.missing):
        return
    known = list(target.select.models) if target else []
    models = [*known, *(_as_written(each.path, target) for each in wanted)]
    yield f"all of it: [select] models = {toml(models)}"


def _as_written(path: Path, target: Target | None) -> str:
    """The path as the target's file would have it."""
    return os.path.relpath(path.resolve(), target.path.parent) if target else str(path)


def _json(
    covered: Sequence[Covered], description: Description, price_bytes: int | None
) -> dict[str, Any]:
    return {
        "plan_sha256": description.digest,
        "checks_programs": description.checks_programs,
        "flash_bytes_more": price_bytes,
        "models": [
            {
                "model": each.path.name,
                "covered": not each.missing,
                "optimised": each.optimised,
                "missing": [
                    {
                        "kind": one.kind,
                        "text": one.text,
                        "change": one.change,
                        "needed_by": list(map(str, one.origins)),
                    }
                    for one in each.missing
                ],
            }
            for each in covered
        ],
    }


def subject(word: str, executor: str | None, root: Path) -> tuple[Path, Target | None]:
    """The image to read: `word` itself, or that of the target so named, and the target then.

    Raises:
        ConfigError: there is no such target, or its programs are compiled.
        BuildError: it is not built.

    """
    path = Path(word)
    if path.is_file() and path.suffix != ".toml":
        return path, None
    target = load_target(word, root)
    if target.runtime.form == "compiled":
        raise ConfigError(
            f"{target.name}: holds compiled programs, and loads no other model. Add the model to "
            "select.models."
        )
    toolchain = toolchain_for(target, executor)
    image = root / build_dir(target) / size_executable(toolchain)
    if not image.is_file():
        raise BuildError(f"{target.name} is not built. Build it: nox -s build-{target.name}.")
    return image, target


def libraries_of(target: Target | None, root: Path) -> tuple[Library, ...]:
    """The libraries of a target; of an image all, with the most that any loops need."""
    if target is not None:
        return read_libraries(target)
    loops = most_loop_scratch(sorted((root / ISA).iterdir()))
    return tuple(with_loops(each, loops) for each in read_libraries(load_target(REFERENCE, root)))


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser(
        "covers",
        __doc__,
        "Exit codes: 0 where every model is covered; 4 where anything is missing; 6 where "
        "the binary is not built or has no description; 3 where a file is no model.",
    )
    parser.add_argument("subject", metavar="TARGET", help="a built target, an ELF or a flash image")
    parser.add_argument("models", metavar="MODEL", nargs="+", type=Path, help=".pte or .bpte")
    parser.add_argument("--price", action="store_true", help="what the change costs: a trial build")
    cli.add_format(parser)
    cli.add_executor(parser)
    cli.add_jobs(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    image, target = subject(options.subject, options.executor, root)
    if options.price and target is None:
        raise ConfigError("--price: builds the target, and an image is given. Name its target.")
    libraries = libraries_of(target, root)
    description = describe(image, target)
    covered = covers(description, options.models, libraries)
    if target is not None:
        covered = tuple(optimised(each, description, libraries, target) for each in covered)
    lacking = [each.path for each in covered if each.missing]
    more = None
    if options.price and target is not None and lacking:
        more = _price(target, lacking, options)
    if options.format == "json":
        print(json.dumps(_json(covered, description, more), indent=1, ensure_ascii=False))
    else:
        for each in covered:
            print("\n".join(_lines(each, description, options.subject)))
        for line in _changes(covered, target):
            print(line)
        if more is not None:
            print(f"its price: {more:+,} B of flash")
    return ResolutionError.exit_code if lacking else 0


def _price(target: Target, paths: Sequence[Path], options: argparse.Namespace) -> int:
    """The price. Raises the error of a trial that does not build, as that of --price."""
    try:
        return price(target, paths, executor=options.executor, jobs=options.jobs)
    except KerfError as error:
        raise type(error)([f"--price: {fault}" for fault in error.faults]) from None


if __name__ == "__main__":
    cli.run(main)
