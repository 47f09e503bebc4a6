"""Builds a target once, from the files of this folder, and lays out its bundle.

A step of `tasks.release` and `tasks.verify`, which run it in folders of their own:
`python -m tasks.release.bundle TARGET --recipe FILE --out FOLDER`.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import ValidationError

from codegen.errors import BuildError
from tasks import cli
from tasks.build import build
from tasks.building.sources import build_dir, programs, shipped_path
from tasks.config import Target, load_target
from tasks.config.model import EXECUTORS
from tasks.files import write_files
from tasks.image import lock
from tasks.json_text import fault_in_words
from tasks.release import checksums, guide, provenance, sbom
from tasks.release.facts import facts_of
from tasks.release.flash_image import flash_images
from tasks.release.python_packages import check_installed, pinned_packages
from tasks.release.recipe import Recipe, UsedToolchain, recipe_from_json
from tasks.release.toolchain_packages import used_toolchain
from tasks.toolchain.choose import Toolchain, toolchain_for

# GCC's and LLVM's objects between compiler and linker, in whatever folder for temporary files.
_TEMPORARY = re.compile(r"/\S*/(?:cc\w{6}|lto-llvm-\w{6})(?=[.\s(])")


def make_bundle(
    target: Target,
    recipe: Recipe,
    folder: Path,
    *,
    executor: str | None = None,
    jobs: int | None = None,
) -> None:
    """Builds `target` and writes its bundle to the new folder `folder`, complete but unsigned.

    Where the recipe records a toolchain, that one builds, or with another `executor` the same
    compiler elsewhere; the documents then describe the recorded one.

    Raises:
        BuildError: another compiler than the recorded one would build, or Python packages differ
            from those pinned; and what `build` raises.

    """
    recorded = recipe.toolchain
    pinned = pinned_packages(target.root)
    check_installed(pinned)
    toolchain = toolchain_for(target, executor or (recorded.executor if recorded else None))
    if recorded is not None:
        check_compiler(recorded, toolchain)
    build(target, executor=toolchain.executor, jobs=jobs)
    built = target.root / build_dir(target)
    folder.mkdir(parents=True)
    linked = programs(target, toolchain)
    files = _products(target, toolchain, built, linked)
    used = used_toolchain(toolchain, target.root, [built / f"{each}.map" for each in linked])
    if recorded is not None and recorded.executor != used.executor:
        used = recorded
        files["manifest.json"] = _with_executor(files["manifest.json"], recorded)
    lock_file = target.root / lock.FILE if used.executor == "container" else None
    facts = facts_of(target, recipe, toolchain.file, used, pinned, lock_file)
    files |= {guide.NAME: guide.guide_text(facts), sbom.NAME: sbom.sbom_text(facts)}
    write_files(folder, files)
    statement = provenance.statement_text(facts, checksums.sums_of(folder))
    write_files(folder, {provenance.NAME: statement})
    for program in linked:
        (folder / program).chmod(0o755)
    checksums.write_sums(folder)


def check_compiler(recorded: UsedToolchain, toolchain: Toolchain) -> None:
    """Nothing, where `toolchain` is the compiler that was recorded.

    Raises:
        BuildError: it is another one: what it builds would differ, and prove nothing.

    """
    if (toolchain.compiler, toolchain.version) == (recorded.name, recorded.version):
        return
    raise BuildError(
        f"the bundle was made by {recorded.name} {recorded.version} ({recorded.executor}), here is "
        f"{toolchain.compiler} {toolchain.version} ({toolchain.executor}): nothing can be verified "
        "with another toolchain. Install that version, or use the container image of the recorded "
        "commit (nox -s image, --executor container)."
    )


def _products(
    target: Target, toolchain: Toolchain, built: Path, linked: Iterable[str]
) -> dict[str, str | bytes]:
    """What was built, with the programs that were optimised and that a device loads, by name."""
    names = ["libkerf.a", "size.json", "plan.json", "manifest.json", *linked]
    names += [path.relative_to(built).as_posix() for path in (built / "include").rglob("*.h")]
    files: dict[str, str | bytes] = {name: (built / name).read_bytes() for name in names}
    files["LICENSE"] = (target.root / "LICENSE").read_bytes()
    if target.runtime.form == "interpreter" or target.runtime.weights == "external":
        for model in target.model_paths:
            if (shipped := shipped_path(target, model)) != model:
                files[shipped.name] = shipped.read_bytes()
    for program in linked:
        files[f"{program}.map"] = stable_map((built / f"{program}.map").read_text(encoding="utf-8"))
        if toolchain.linker_script is not None:
            files |= flash_images(built / program)
    return files


def stable_map(text: str) -> str:
    """The map with temporary objects numbered in the order of their first appearance."""
    names: dict[str, str] = {}
    return _TEMPORARY.sub(lambda found: names.setdefault(found[0], f"lto{len(names)}"), text)


def _with_executor(manifest: str | bytes, recorded: UsedToolchain) -> str:
    """The manifest with the recorded executor: another one gave the same bytes."""
    content = json.loads(manifest)
    content["toolchain"]["executor"] = recorded.executor
    if recorded.image is not None:
        content["toolchain"]["image"] = recorded.image
    else:
        content["toolchain"].pop("image", None)
    return json.dumps(content, indent=1, sort_keys=True) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = argparse.ArgumentParser(prog="python -m tasks.release.bundle", description=__doc__)
    parser.add_argument("target", help="a target of configs/, or the path of its TOML file")
    parser.add_argument("--recipe", type=Path, required=True, help="version, commit, toolchain")
    parser.add_argument("--out", type=Path, required=True, help="the bundle's folder, to be made")
    parser.add_argument("--executor", choices=EXECUTORS, help="overrides the recorded one")
    cli.add_jobs(parser)
    options = parser.parse_args(arguments)
    try:
        recipe = recipe_from_json(options.recipe.read_text(encoding="utf-8"))
    except ValidationError as error:
        what = fault_in_words(error)
        raise BuildError(f"{options.recipe}: no recipe of a release: {what}.") from None
    target = load_target(options.target, Path().resolve())
    make_bundle(target, recipe, options.out, executor=options.executor, jobs=options.jobs)
    return 0


if __name__ == "__main__":
    cli.run(main)
