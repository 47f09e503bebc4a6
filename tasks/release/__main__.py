"""Builds a target twice, in different folders, times and orders, and keeps it if no byte differs.

Leaves dist/kerf-<target>-<version>/: library, headers, programs, flash images, linker maps, plan,
sizes, manifest, SHA-256 sums, bill of materials, provenance, and BUILD.md, which explains the rest.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from codegen.errors import ConfigError, VerifyError
from tasks import cli
from tasks.building.optimized import optimize_model
from tasks.building.planning import read_libraries
from tasks.building.request_location import shown
from tasks.check import check_programs
from tasks.config import Target, load_target
from tasks.files import relative
from tasks.release.difference import diffoscope_report, folder_differences
from tasks.release.facts import bundle_name
from tasks.release.inputs import Inputs, copy_input, find_inputs
from tasks.release.publish import DIST, publish
from tasks.release.python_packages import check_installed, pinned_packages
from tasks.release.recipe import Recipe
from tasks.release.signing import read_private_key, sign
from tasks.release.source import make_recipe
from tasks.release.step import make_bundle_of
from tasks.targets import home
from tasks.toolchain.choose import toolchain_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """Under what one of the two builds runs: nothing of it may show in a byte."""

    folder: str
    jobs: int
    mtime_s: int | None  # of all sources; None: now
    backwards: bool  # the order in which the sources are written
    environment: dict[str, str]


FIRST = Conditions(
    folder="first",
    jobs=1,
    mtime_s=None,
    backwards=False,
    environment={"TZ": "UTC", "PYTHONHASHSEED": "1", "LANG": "C.UTF-8"},
)
SECOND = Conditions(
    folder="second/in-another-folder/with-a-longer-name",
    jobs=2,
    mtime_s=1_000_000_000,  # 2001
    backwards=True,
    environment={"TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "2", "LANG": "C"},
)


def release(
    target: Target,
    *,
    version: str | None = None,
    key: Ed25519PrivateKey | None = None,
    executor: str | None = None,
    allow_dirty: bool = False,
) -> Path:
    """The folder of the release of `target`, signed with `key` where there is one.

    Raises:
        BuildError: Python packages are not as pinned, or another release of that version exists.
        ConfigError: the device believes its programs, and the target names none of them.
        VerifyError: the sources are not those of a commit, or the two builds differ; names file,
            section and symbol. Or a program that the device believes does not pass the whole check.
        KerfError: what a build raises.

    """
    root = target.root
    if target.program.check == "never":
        _check_believed(target, executor)
    check_installed(pinned_packages(root))
    toolchain_for(target, executor)  # what is missing is reported, or installed, first
    inputs = find_inputs(target)
    recipe = make_recipe(root, inputs, version, allow_dirty=allow_dirty)
    final = root / DIST / bundle_name(target.name, recipe.version)
    with tempfile.TemporaryDirectory(prefix="kerf-release-") as temporary:
        first, second = (
            _build(target, inputs, recipe, Path(temporary), conditions, executor)
            for conditions in (FIRST, SECOND)
        )
        _compare(first, second, final)
        _say("compare", "the two builds are the same, bit for bit")
        if key is not None:
            _say("signature", f"by the key {sign(first, key)[:12]}")
        new = publish(first, final)
    _say("results", f"{relative(final, root)}/{'' if new else ': exists already, the same'}")
    return final


def _check_believed(target: Target, executor: str | None) -> None:
    """Refuses a release whose device would believe a program that nothing has checked."""
    if not target.model_paths:
        raise ConfigError(
            f"{shown(target)}: select.models: with program.check = "
            '"never" the device believes its programs, and none is named here to be checked. '
            'Name them, or set check = "always".'
        )
    libraries = read_libraries(target)
    shipped = [optimize_model(target, model, libraries).path for model in target.model_paths]
    check_programs(shipped, libraries, target.root, executor=executor or "auto")
    _say("check", f"{len(target.model_paths)} program(s), which the device believes")


def _say(stage: str, text: str) -> None:
    print(f"{stage:<11} {text}", flush=True)


def _build(
    target: Target,
    inputs: Inputs,
    recipe: Recipe,
    temporary: Path,
    conditions: Conditions,
    executor: str | None,
) -> Path:
    """The bundle of one build in a folder of its own, under `conditions`."""
    folder = temporary / conditions.folder
    project, repository = home(target.root), folder / "kerf"
    for name in reversed(inputs.files) if conditions.backwards else inputs.files:
        copy = copy_input(project / name, repository, name)
        if conditions.mtime_s is not None:
            os.utime(copy, (conditions.mtime_s, conditions.mtime_s))
    _say("build", f"in {repository} (-j{conditions.jobs})")
    return make_bundle_of(
        repository / relative(target.path, project),
        repository / relative(target.root, project),
        folder,
        recipe,
        executor=executor,
        jobs=conditions.jobs,
        environment=conditions.environment,
    )


def _compare(first: Path, second: Path, final: Path) -> None:
    different = folder_differences(first, second, ("first build", "second build"))
    if not different:
        return
    faults = [fault for faults in different.values() for fault in faults]
    report = diffoscope_report(first, second, final.with_name(f"{final.name}.difference.txt"))
    raise VerifyError(
        [
            *faults,
            f"{len(different)} file(s) differ between two builds of the same sources: nothing is "
            f"released.{f' {report}' if report else ''}",
        ]
    )


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("release", __doc__)
    cli.add_target(parser)
    parser.add_argument("--version", help="default: from the commit")
    parser.add_argument(
        "--sign", type=Path, metavar="KEY", help="an ed25519 key (PEM) to sign with"
    )
    cli.add_executor(parser)
    parser.add_argument(
        "--allow-dirty", action="store_true", help="release files that are not committed"
    )
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    # Read first, so that a wrong one is reported before the builds.
    key = None if options.sign is None else read_private_key(options.sign)
    target = load_target(cli.required_target(options.target, options.root), options.root.resolve())
    release(
        target,
        version=options.version,
        key=key,
        executor=options.executor,
        allow_dirty=options.allow_dirty,
    )
    return 0


if __name__ == "__main__":
    cli.run(main)
