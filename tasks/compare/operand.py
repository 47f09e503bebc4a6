"""What a person names on the command line to be compared, and the sizes of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from codegen.errors import ConfigError, SizeError
from tasks.config import load_target
from tasks.config.model import EXECUTORS
from tasks.config.words import guess
from tasks.progress import log
from tasks.revisions.builds import Revisions
from tasks.revisions.git import Commit, find_commit, get_commit
from tasks.revisions.sizes import Sizes, read_sizes
from tasks.size.trial import trial
from tasks.targets import home, target_names, toolchain_names

FORMS = (
    "a target (mv2-m7), a target with another toolchain or executor (mv2-m7@zig), a revision's "
    "target (v1.0:mv2-m7), a revision (with --target, or two of them), a build folder, a release "
    "bundle, or a size.json"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operand:
    """One side of a comparison; `variant` is a toolchain or an executor in place of the target's.

    Either `path`, or `target` of the working tree or of `commit`, or all targets of `commit`.
    """

    written: str
    path: Path | None = None
    commit: Commit | None = None
    target: str | None = None
    variant: str | None = None


def operand(written: str, root: Path, target: str | None = None) -> Operand:
    """What `written` names in the repository `root`; a bare revision is that of `target`.

    Raises:
        ConfigError: it names nothing; lists what it may be.

    """
    name, _, variant = written.partition("@")
    known = target_names(root)
    if name in known:
        return Operand(written=written, target=name, variant=_variant(written, variant, root))
    if Path(written).exists():
        return Operand(written=written, path=Path(written))
    if "/" in written and written.endswith(".json"):
        raise ConfigError(f"{written}: no such file.")
    revision, colon, rest = written.rpartition(":")
    if colon:
        commit = get_commit(home(root), revision)
        name, _, variant = rest.partition("@")
        variant_ = _variant(written, variant, root)
        return Operand(written=written, commit=commit, target=name, variant=variant_)
    found = find_commit(home(root), written)  # HEAD@{1} is one
    if found is not None:
        return Operand(written=written, commit=found, target=target)
    meant = guess(name, known)
    raise ConfigError(
        f"{written}: no target, no file and no known revision.{meant} It may be {FORMS}."
    )


def _variant(written: str, variant: str, root: Path) -> str | None:
    if "@" not in written or not variant:
        return None
    toolchains = toolchain_names(root)
    choices = (*EXECUTORS, *toolchains)
    if variant not in choices:
        raise ConfigError(
            f"{written}: {variant} is no executor ({', '.join(EXECUTORS)}) and no toolchain "
            f"({', '.join(toolchains)}).{guess(variant, choices)}"
        )
    return variant


def sizes_of(side: Operand, root: Path, revisions: Revisions) -> Sizes:
    """The sizes of one target or file, built where that is needed.

    Raises:
        SizeError: it was not built, or its size.json cannot be used.
        ConfigError: the revision does not have the target.
        BuildError: the build of a revision or with another toolchain fails.

    """
    if side.path is not None:
        return read_sizes(side.path, side.written)
    assert side.target is not None
    if side.commit is not None:
        return _of_revision(side, side.commit, side.target, revisions)
    if side.variant is not None:
        return _of_variant(side.written, side.target, side.variant, root)
    folder = root / "build" / side.target
    if not folder.is_dir():
        raise SizeError(f"{side.written}: not built. Build it first: nox -s build-{side.target}")
    return read_sizes(folder, side.written)


def _of_revision(side: Operand, commit: Commit, target: str, revisions: Revisions) -> Sizes:
    names = revisions.target_names(commit)
    if target not in names:
        meant = guess(target, names)
        has = ", ".join(names) or "none"
        raise ConfigError(
            f"{side.written}: revision {commit.short} has no target {target}.{meant} It has: {has}."
        )
    if side.variant is not None and side.variant not in EXECUTORS:
        raise ConfigError(
            f"{side.written}: a revision is built with its own toolchains; after @ comes an "
            f"executor ({', '.join(EXECUTORS)})."
        )
    if side.variant is not None:
        revisions = revisions.with_executor(side.variant)
    sizes, faults = revisions.sizes(commit, [target])
    if target in faults:
        raise SizeError(f"{side.written}: cannot be built: {faults[target]}")
    return Sizes(label=side.written, size=sizes[target].size)


def _of_variant(written: str, name: str, variant: str, root: Path) -> Sizes:
    """The sizes with another toolchain or executor, by a trial build."""
    target = load_target(name, root)
    log(f"building {written}")
    if variant in EXECUTORS:
        size = trial(target, variant, executor=variant)
    else:
        size = trial(target, variant, toolchain={"name": variant})
    return Sizes(label=written, size=size.model_copy(update={"target": name}))
