"""Checks a release: its sums, its signature, and every byte, against a build made here and now.

Sums, statement and signature come first, and a fault in them ends it: nothing of such a bundle is
built. Then the recorded commit is built with the recorded toolchain and the recorded inputs; what
differs is named, down to section and symbol.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from codegen.errors import BuildError, ContainerError, NotVerified, VerifyError
from tasks import cli
from tasks.config.model import EXECUTORS
from tasks.release import checksums, guide, provenance, sbom, signing
from tasks.release.difference import diffoscope_report, files_below, folder_differences
from tasks.release.provenance import Recorded, read_statement
from tasks.release.publish import DIST
from tasks.release.rebuild import rebuild
from tasks.release.recipe import UsedToolchain

NAMES = ("bundle", "build made here")
UNSUBJECTED = (provenance.NAME, signing.NAME)
"""Files of a bundle that its statement cannot list: itself, and its signature."""
NOT_TAMPERING = "The signed sums match: another toolchain, or none, is not tampering."


def verify(
    bundle: Path,
    root: Path,
    *,
    key: Ed25519PublicKey | None = None,
    executor: str | None = None,
    inputs: Iterable[Path] = (),
    jobs: int | None = None,
) -> None:
    """Nothing, where every file of `bundle` is what a build from its commit in `root` gives.

    Raises:
        VerifyError: it is not; with all faults.
        BuildError, ContainerError: the recorded toolchain is not here.
        NotVerified: the commit or an input is not here, or the release cannot be made again.

    """
    recorded, note = check_bundle(bundle, key)
    print(note)
    print(f"sums        {len(files_below(bundle))} files match {checksums.NAME} and the statement")
    with tempfile.TemporaryDirectory(prefix="kerf-verify-") as temporary:
        try:
            made = rebuild(
                recorded,
                root,
                Path(temporary),
                inputs=inputs,
                executor=executor,
                jobs=jobs,
            )
            faults = compare(bundle, made, recorded, executor, root / DIST)
        except (BuildError, ContainerError) as error:
            noted = [NOT_TAMPERING] if key is not None else []
            raise type(error)([*error.faults, *noted]) from error
    if faults:
        raise VerifyError(list(dict.fromkeys(faults)))
    used = recorded.toolchain
    print(
        f"verified    {recorded.target} {recorded.recipe.version}: every byte is what "
        f"{used.name} {used.version} makes of commit {recorded.recipe.commit}"
    )
    if executor not in (None, used.executor):
        print(
            f"note        built by {executor}, recorded is {used.executor}: that its packages are "
            "those listed was not checked"
        )


def check_bundle(bundle: Path, key: Ed25519PublicKey | None) -> tuple[Recorded, str]:
    """What a bundle records, where everything that can be checked without building is right.

    And what is known of its signature, as it is printed.

    Raises:
        NotVerified: there is no such folder.
        VerifyError: a file differs from its sum or from the statement, the statement is none, or
            its signature is missing or invalid; with all faults.

    """
    if not bundle.is_dir():
        raise NotVerified(f"{bundle}: no such folder. Name the folder of a release.")
    if strange := checksums.strange_files(bundle):  # reading a pipe would not end
        raise VerifyError(strange)
    sums = checksums.sums_of(bundle)
    faults = list(checksums.sum_faults(bundle, sums))
    try:
        statement = (bundle / provenance.NAME).read_text(encoding="utf-8")
        recorded = read_statement(statement)
    except (OSError, UnicodeDecodeError) as error:
        raise VerifyError([*faults, f"{provenance.NAME}: cannot be read: {error}"]) from error
    except VerifyError as error:
        raise VerifyError([*faults, *error.faults]) from error
    faults += checksums.subject_faults(sums, recorded.subjects, UNSUBJECTED)
    note = ""
    try:
        note = _check_signature(bundle, statement, key)
    except VerifyError as error:
        faults += error.faults
    if faults:
        raise VerifyError(faults)
    return recorded, note


def _check_signature(bundle: Path, statement: str, key: Ed25519PublicKey | None) -> str:
    path = bundle / signing.NAME
    if not path.is_file():
        if key is not None:
            raise VerifyError(f"{signing.NAME}: missing: the bundle is not signed")
        return "signature   none"
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise VerifyError(f"{signing.NAME}: no signed envelope: {error}") from error
    if key is not None:
        signing.check_signature(text, statement, key)
        return f"signature   valid, by the key {signing.key_id(key)[:12]}"
    claimed = ", ".join(each[:12] for each, _ in signing.signatures(text, statement))
    return f"signature   NOT checked: it names the key {claimed}. Give that key with --key"


def compare(
    bundle: Path, made: Path, recorded: Recorded, executor: str | None, reports: Path
) -> tuple[str, ...]:
    """What differs between a bundle and the build `made` here: nothing, if all is well.

    Raises:
        BuildError: something differs, and so do the packages of the toolchain.

    """
    _take_over_signature(bundle, made)
    different = folder_differences(bundle, made, NAMES)
    if not different:
        return ()
    here = read_statement((made / provenance.NAME).read_text(encoding="utf-8")).toolchain
    if executor in (None, recorded.toolchain.executor) and here != recorded.toolchain:
        raise BuildError([*_other_packages(recorded.toolchain, here), _only(different)])
    report = diffoscope_report(bundle, made, reports / f"{bundle.resolve().name}.difference.txt")
    named = [fault for faults in different.values() for fault in faults]
    return (
        *named,
        f"{len(different)} file(s) are not what the commit gives.",
        *filter(None, [report]),
    )


def _take_over_signature(bundle: Path, made: Path) -> None:
    """Copies the bundle's envelope, which was checked separately, to what was made."""
    envelope = bundle / signing.NAME
    if not envelope.is_file():
        return
    (made / signing.NAME).write_bytes(envelope.read_bytes())
    checksums.write_sums(made)


def _other_packages(recorded: UsedToolchain, here: UsedToolchain) -> list[str]:
    was = {package.purl for package in recorded.packages}
    is_ = {package.purl for package in here.packages}
    return [
        "the toolchain here is not the recorded one, so that nothing can be verified with it: "
        f"recorded {', '.join(sorted(was - is_)) or 'nothing else'}; "
        f"here {', '.join(sorted(is_ - was)) or 'nothing else'}. Install those versions, or use "
        "the container image of the recorded commit (nox -s image, --executor container)."
    ]


DOCUMENTS = {guide.NAME, sbom.NAME, provenance.NAME, checksums.NAME}


def _only(different: Iterable[str]) -> str:
    others = sorted(set(different) - DOCUMENTS)
    if not others:
        return "What was compiled is the same; only the documents, which list packages, differ."
    return f"Also different: {', '.join(others)}."


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("verify", __doc__)
    parser.add_argument("bundle", type=Path, help="the folder of a release")
    parser.add_argument("--key", type=Path, help="the public key (PEM) that must have signed it")
    parser.add_argument(
        "--input",
        type=Path,
        action="append",
        default=[],
        metavar="PATH",
        help="where inputs are that no commit contains: a file, or a folder to search by SHA-256",
    )
    parser.add_argument("--executor", choices=EXECUTORS, help="build with another than recorded")
    cli.add_jobs(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    verify(
        options.bundle,
        options.root.resolve(),
        key=signing.read_public_key(options.key) if options.key else None,
        executor=options.executor,
        inputs=options.input,
        jobs=options.jobs,
    )
    return 0


if __name__ == "__main__":
    cli.run(main)
