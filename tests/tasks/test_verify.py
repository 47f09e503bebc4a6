"""Tampering with any file of a release is found; what cannot be checked is reported as such."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from codegen.errors import VerifyError
from tasks.files import sha256
from tasks.release import checksums
from tasks.release.difference import files_below
from tasks.release.provenance import read_statement
from tasks.release.signing import read_private_key, sign
from tasks.verify import NOT_TAMPERING, UNSUBJECTED, check_bundle, compare
from tests.tasks.release_repository import Released, clone, commit, task

pytestmark = pytest.mark.slow

Release = Callable[[str], Released]
TARGET = "add-mul-riscv"


@pytest.fixture
def made(released: Release) -> Released:
    return released(TARGET)


@pytest.fixture
def bundle(made: Released, tmp_path: Path) -> Path:
    """A copy of a release that a test may tamper with."""
    return Path(shutil.copytree(made.bundle, tmp_path / "bundle"))


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    """Files with a private key and its public one."""
    key = Ed25519PrivateKey.generate()
    private, public = tmp_path / "key.pem", tmp_path / "key.pub"
    form = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    private.write_bytes(key.private_bytes(*form))
    spki = (Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    public.write_bytes(key.public_key().public_bytes(*spki))
    return private, public


def mend_sums(bundle: Path) -> None:
    """What a careful forger does: SHA256SUMS agrees with the files again."""
    text = checksums.sums_text(checksums.sums_of(bundle))
    (bundle / checksums.NAME).write_text(text, encoding="utf-8")


def mend_statement(bundle: Path) -> None:
    """What a more careful forger does: the statement agrees with the files as well."""
    path = bundle / "provenance.intoto.json"
    statement = json.loads(path.read_text(encoding="utf-8"))
    sums = checksums.sums_of(bundle)
    statement["subject"] = [
        {"name": n, "digest": {"sha256": sums[n]}} for n in sorted(sums) if n not in UNSUBJECTED
    ]
    path.write_text(json.dumps(statement, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    mend_sums(bundle)


def differing(bundle: Path, made: Released, tmp_path: Path) -> tuple[str, ...]:
    """What comparing with a build from the commit finds."""
    recorded = read_statement((made.bundle / "provenance.intoto.json").read_text(encoding="utf-8"))
    again = shutil.copytree(made.bundle, tmp_path / "again", dirs_exist_ok=True)
    return compare(bundle, Path(again), recorded, None, tmp_path / "reports")


def flip(path: Path, at: int) -> None:
    """Changes one bit of a file."""
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def test_untouched_release_is_verified_in_another_clone(made: Released, tmp_path: Path) -> None:
    elsewhere = clone(made.repository, tmp_path / "elsewhere")
    done = task(elsewhere, "tasks.verify", str(made.bundle), "--jobs=1")
    assert done.returncode == 0, done.stderr
    assert f"verified    {TARGET} 0.1.0+g" in done.stdout
    assert done.stderr == ""


def test_a_changed_bit_in_any_file_is_found_by_the_sums(bundle: Path) -> None:
    for name, path in files_below(bundle).items():
        before = path.read_bytes()
        flip(path, len(before) // 2)
        assert any(
            fault.startswith(name)
            for fault in checksums.sum_faults(bundle, checksums.sums_of(bundle))
        ) or (name == checksums.NAME and checksums.sum_faults(bundle, checksums.sums_of(bundle))), (
            name
        )
        path.write_bytes(before)
    assert checksums.sum_faults(bundle, checksums.sums_of(bundle)) == ()


def test_a_changed_bit_in_any_file_is_found_although_the_sums_were_repaired(
    bundle: Path, made: Released, tmp_path: Path
) -> None:
    tampered = [path for name, path in files_below(bundle).items() if name != checksums.NAME]
    assert len(tampered) > 40
    for path in tampered:
        name = path.relative_to(bundle).as_posix()
        flip(path, path.stat().st_size // 2)
    mend_sums(bundle)
    assert checksums.sum_faults(bundle, checksums.sums_of(bundle)) == ()
    found = differing(bundle, made, tmp_path)
    for path in [*tampered, bundle / checksums.NAME]:
        name = path.relative_to(bundle).as_posix()
        assert any(fault.startswith(f"{name}: ") for fault in found), name


def test_sums_name_missing_extra_and_changed_files_all_at_once(bundle: Path) -> None:
    (bundle / "size.json").unlink()
    (bundle / "extra.txt").write_text("new", encoding="utf-8")
    (bundle / "plan.json").write_text("changed", encoding="utf-8")
    assert checksums.sum_faults(bundle, checksums.sums_of(bundle)) == (
        "extra.txt: extra, not in SHA256SUMS",
        "plan.json: changed: its SHA-256 is not that of SHA256SUMS",
        "size.json: missing",
    )


@pytest.mark.parametrize(
    "tamper",
    [
        lambda text: text + text.splitlines(keepends=True)[0],
        lambda text: "".join(sorted(text.splitlines(keepends=True))),  # by sum, not by name
        lambda text: text.replace("  ", " *"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.upper(),
        lambda text: "",
        lambda text: text + "\n",
        lambda text: text + f"{'0' * 64}  ../outside\n",
    ],
)
def test_tampered_list_of_sums_is_found(bundle: Path, tamper: Callable[[str], str]) -> None:
    path = bundle / checksums.NAME
    path.write_bytes(tamper(path.read_bytes().decode()).encode())
    assert checksums.sum_faults(bundle, checksums.sums_of(bundle))


def test_missing_list_of_sums_is_found(bundle: Path) -> None:
    (bundle / checksums.NAME).unlink()
    assert checksums.sum_faults(bundle, checksums.sums_of(bundle)) == ("SHA256SUMS: missing",)


def test_file_that_was_taken_away_with_its_sum_is_found(
    bundle: Path, made: Released, tmp_path: Path
) -> None:
    (bundle / "size.json").unlink()
    mend_sums(bundle)
    found = differing(bundle, made, tmp_path)
    assert "size.json: only in the build made here" in found


def test_file_that_was_added_with_its_sum_is_found(
    bundle: Path, made: Released, tmp_path: Path
) -> None:
    (bundle / "include" / "kerf" / "evil.h").write_text("#define kerf evil\n", encoding="utf-8")
    mend_sums(bundle)
    assert "include/kerf/evil.h: only in the bundle" in differing(bundle, made, tmp_path)


def test_changed_instruction_is_reported_with_section_and_symbol(
    bundle: Path, made: Released, tmp_path: Path
) -> None:
    """The place of a function in the file is taken from nm and objdump's section headers."""
    printed = subprocess.run(
        ["nm", "--defined-only", bundle / "runner.elf"], capture_output=True, text=True, check=True
    )
    symbol = "kerf_phase_execute"
    lines = (line.split() for line in printed.stdout.splitlines())
    address = next(int(fields[0], 16) for fields in lines if fields[-1] == symbol)
    headers = subprocess.run(
        ["objdump", "-h", bundle / "runner.elf"], capture_output=True, text=True, check=True
    )
    fields = next(line.split() for line in headers.stdout.splitlines() if " .text " in line)
    start, offset = int(fields[3], 16), int(fields[5], 16)
    flip(bundle / "runner.elf", address - start + offset + 2)
    mend_sums(bundle)
    found = differing(bundle, made, tmp_path)
    assert f"runner.elf: .text: {symbol}: differs in 1 byte(s), the first at offset 2" in found


def test_whole_command_finds_tampering_and_says_where(bundle: Path, made: Released) -> None:
    flip(bundle / "libkerf.a", (bundle / "libkerf.a").stat().st_size // 2)
    mend_statement(bundle)
    done = task(made.repository, "tasks.verify", str(bundle))
    assert done.returncode == 9
    assert "error: libkerf.a: " in done.stderr
    assert "3 file(s) are not what the commit gives" in done.stderr  # with statement and sums
    assert "Traceback" not in done.stderr


def test_a_file_that_differs_from_the_statement_is_named_and_nothing_is_built(
    bundle: Path, keys: tuple[Path, Path], made: Released
) -> None:
    sign(bundle, read_private_key(keys[0]))
    flip(bundle / "libkerf.a", (bundle / "libkerf.a").stat().st_size // 2)
    (bundle / "size.json").unlink()
    (bundle / "extra.txt").write_text("new", encoding="utf-8")
    mend_sums(bundle)  # the statement and its signature are as they were
    for options in ((), (f"--key={keys[1]}",)):
        done = task(made.repository, "tasks.verify", str(bundle), *options)
        assert done.returncode == 9
        assert done.stderr == (
            "error: extra.txt: extra, not in the statement\n"
            "error: libkerf.a: changed: its SHA-256 is not that of the statement\n"
            "error: size.json: missing\n"
        )
        assert "rebuild" not in done.stdout


def test_no_code_of_the_recorded_commit_runs_where_anything_is_wrong(
    bundle: Path, keys: tuple[Path, Path], made: Released, tmp_path: Path
) -> None:
    """The commit that the statement names writes a file as soon as its tasks are run."""
    own, marker = clone(made.repository, tmp_path / "own"), tmp_path / "ran"
    step = own / "tasks" / "release" / "bundle.py"
    text = step.read_text(encoding="utf-8")
    step.write_text(
        f"open({str(marker)!r}, 'w').close()\n{text}".replace(
            "from __future__ import annotations\n", ""
        ),
        encoding="utf-8",
    )
    head = commit(own, "Code that leaves a trace")
    statement = bundle / "provenance.intoto.json"
    text = statement.read_text(encoding="utf-8")
    statement.write_text(text.replace(read_statement(text).recipe.commit, head), encoding="utf-8")
    mend_statement(bundle)
    other = keys[0].with_name("other.pem")
    form = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    other.write_bytes(Ed25519PrivateKey.generate().private_bytes(*form))
    unsigned = task(own, "tasks.verify", str(bundle), f"--key={keys[1]}")
    sign(bundle, read_private_key(other))
    foreign = task(own, "tasks.verify", str(bundle), f"--key={keys[1]}")
    (bundle / "extra.txt").write_text("new", encoding="utf-8")
    changed = task(own, "tasks.verify", str(bundle))
    assert [done.returncode for done in (unsigned, foreign, changed)] == [9, 9, 9]
    assert "no valid signature by the key" in foreign.stderr
    assert not marker.exists()
    (bundle / "extra.txt").unlink()
    task(own, "tasks.verify", str(bundle))
    assert marker.exists()  # else the above would show nothing


def forged(bundle: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes the statement of a bundle, and all sums with it."""
    path = bundle / "provenance.intoto.json"
    statement = json.loads(path.read_text(encoding="utf-8"))
    change(statement["predicate"]["buildDefinition"])
    path.write_text(json.dumps(statement), encoding="utf-8")
    mend_statement(bundle)


def test_an_input_that_no_commit_has_cannot_be_code(
    bundle: Path, made: Released, tmp_path: Path
) -> None:
    """Python would find `json.py` in the folder of a build before its own."""
    marker, given = tmp_path / "ran", tmp_path / "given"
    given.mkdir()
    (given / "x").write_text(f"open({str(marker)!r}, 'w').close()\n", encoding="utf-8")
    names = ("json.py", "configs/x.so", "tasks/x", "toolchains/x/toolchain.toml", ".git/config")

    def add(definition: dict[str, Any]) -> None:
        for name in (*names, "configs/models/x.pte"):
            digest = {"sha256": sha256(given / "x")}
            entry = {"name": name, "digest": digest, "annotations": {"role": "model"}}
            definition["resolvedDependencies"].append(entry)

    forged(bundle, add)
    done = task(made.repository, "tasks.verify", str(bundle), f"--input={given}")
    assert done.returncode == 9
    assert sorted(done.stderr.splitlines()) == [
        f"error: {name}: not in the recorded commit, and only a commit has code."
        for name in sorted(names)
    ]
    assert not marker.exists()


def test_links_of_a_commit_cannot_lead_out_of_it(
    bundle: Path, made: Released, tmp_path: Path
) -> None:
    own = clone(made.repository, tmp_path / "own")
    (own / "configs" / "out").symlink_to(tmp_path)
    head = commit(own, "A link out of the repository")

    def name(definition: dict[str, Any]) -> None:
        definition["externalParameters"]["config"] = "configs/out/evil.toml"
        definition["resolvedDependencies"][0]["digest"]["gitCommit"] = head

    (tmp_path / "evil.toml").write_text("", encoding="utf-8")
    forged(bundle, name)
    done = task(own, "tasks.verify", str(bundle))
    assert done.returncode == 9
    assert re.match(rf"error: commit {head}: .*configs/out", done.stderr)
    assert "Traceback" not in done.stderr


def test_config_that_the_commit_lacks_is_refused(bundle: Path, made: Released) -> None:
    def name(definition: dict[str, Any]) -> None:
        definition["externalParameters"]["config"] = "--help"

    forged(bundle, name)
    done = task(made.repository, "tasks.verify", str(bundle))
    assert (done.returncode, done.stderr) == (
        9,
        "error: --help: no file of the recorded commit, or outside of it.\n",
    )


def test_statement_that_names_another_commit_is_found(
    bundle: Path, made: Released, tmp_path: Path
) -> None:
    """A consistent forgery: another source for the same binary, all sums adapted."""
    own = clone(made.repository, tmp_path / "own")
    header = own / "runtime" / "core" / "error.cpp"
    header.write_text(header.read_text(encoding="utf-8") + "\nint kerf_new;\n", encoding="utf-8")
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    subprocess.run(["git", *identity, "commit", "-qam", "new"], cwd=own, check=True)
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=own, capture_output=True, text=True, check=True
    ).stdout.strip()
    text = (bundle / "provenance.intoto.json").read_text(encoding="utf-8")
    old = read_statement(text).recipe.commit
    for name in ("provenance.intoto.json", "sbom.cdx.json", "BUILD.md"):
        path = bundle / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, head), encoding="utf-8")
    mend_statement(bundle)
    done = task(own, "tasks.verify", str(bundle))
    assert done.returncode == 9
    assert "error: libkerf.a: kerf.o: " in done.stderr


def test_another_version_of_the_compiler_is_reported_to_be_that(
    bundle: Path,
    made: Released,
    keys: tuple[Path, Path],
    require_tool: Callable[[str], str],
    tmp_path: Path,
) -> None:
    compiler = require_tool("riscv64-unknown-elf-gcc")
    tools = tmp_path / "tools"
    tools.mkdir()
    script = tools / "riscv64-unknown-elf-gcc"
    answer = '[ "$1" = -dumpfullversion ] && echo 99.1.0 && exit'
    script.write_text(f'#!/bin/sh\n{answer}\nexec {compiler} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    done = task(made.repository, "tasks.verify", str(bundle), PATH=path)
    assert done.returncode == 6
    assert "here is riscv64-unknown-elf-gcc 99.1.0 (local)" in done.stderr
    assert "tampering" not in done.stderr  # without a key, the sums prove nothing
    sign(bundle, read_private_key(keys[0]))
    done = task(made.repository, "tasks.verify", str(bundle), f"--key={keys[1]}", PATH=path)
    assert done.returncode == 6
    assert done.stderr.endswith(f"error: {NOT_TAMPERING}\n")


def test_other_packages_of_the_toolchain_are_printed_to_be_that(made: Released) -> None:
    """The statement is of a machine whose package has another revision; all else is the same."""
    if not shutil.which("dpkg-query"):
        pytest.skip("no Debian: packages of an installed toolchain are not recorded")
    repository = made.repository
    text = (made.bundle / "provenance.intoto.json").read_text(encoding="utf-8")
    package = read_statement(text).toolchain.packages[0].purl
    other = package.replace("?arch", "%2Bother?arch")
    bundle = made.bundle.parent / f"{made.bundle.name}-other"
    shutil.copytree(made.bundle, bundle)
    for name in ("provenance.intoto.json", "sbom.cdx.json", "BUILD.md"):
        path = bundle / name
        path.write_text(path.read_text(encoding="utf-8").replace(package, other), encoding="utf-8")
    mend_statement(bundle)
    done = task(repository, "tasks.verify", str(bundle))
    assert done.returncode == 6
    assert f"recorded {other}; here {package}" in done.stderr
    assert "What was compiled is the same" in done.stderr


def test_unknown_commit_is_not_verified(made: Released, bundle: Path) -> None:
    text = (bundle / "provenance.intoto.json").read_text(encoding="utf-8")
    unknown = "0123456789" * 4
    text = text.replace(read_statement(text).recipe.commit, unknown)
    (bundle / "provenance.intoto.json").write_text(text, encoding="utf-8")
    mend_sums(bundle)
    done = task(made.repository, "tasks.verify", str(bundle))
    assert done.returncode == 10
    assert f"commit {unknown}, which {made.repository} does not have. Fetch it" in done.stderr


def test_what_is_no_bundle_is_reported(made: Released, tmp_path: Path) -> None:
    done = task(made.repository, "tasks.verify", str(tmp_path / "missing"))
    assert (done.returncode, "no such folder" in done.stderr) == (10, True)
    (tmp_path / "empty").mkdir()
    done = task(made.repository, "tasks.verify", str(tmp_path / "empty"))
    assert done.returncode == 9
    assert done.stderr.startswith("error: SHA256SUMS: missing\nerror: provenance.intoto.json: ")


def test_signed_release_is_verified_by_its_key_alone(
    bundle: Path, keys: tuple[Path, Path], made: Released, tmp_path: Path
) -> None:
    private, public = keys
    sign(bundle, read_private_key(private))
    assert checksums.sum_faults(bundle, checksums.sums_of(bundle)) == ()
    assert differing(bundle, made, tmp_path) == ()
    done = task(made.repository, "tasks.verify", str(bundle), f"--key={public}")
    assert done.returncode == 0, done.stderr
    assert "signature   valid, by the key " in done.stdout


def test_without_a_key_the_signature_is_reported_to_be_unchecked(
    bundle: Path, keys: tuple[Path, Path]
) -> None:
    assert check_bundle(bundle, None)[1] == "signature   none"
    sign(bundle, read_private_key(keys[0]))
    assert check_bundle(bundle, None)[1].startswith("signature   NOT checked")


def test_stripped_foreign_and_broken_signatures_are_found(
    bundle: Path, keys: tuple[Path, Path]
) -> None:
    from tasks.release.signing import read_public_key

    key = read_public_key(keys[1])
    with pytest.raises(VerifyError, match=r"provenance.dsse.json: missing: .* is not signed"):
        check_bundle(bundle, key)
    other = keys[0].with_name("other.pem")
    form = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    other.write_bytes(Ed25519PrivateKey.generate().private_bytes(*form))
    sign(bundle, read_private_key(other))
    with pytest.raises(VerifyError, match="no valid signature by the key"):
        check_bundle(bundle, key)
    sign(bundle, read_private_key(keys[0]))
    assert check_bundle(bundle, key)[1].startswith("signature   valid")
    envelope = bundle / "provenance.dsse.json"
    document = json.loads(envelope.read_text(encoding="utf-8"))
    document["payload"] = "e30="
    envelope.write_text(json.dumps(document), encoding="utf-8")
    mend_sums(bundle)
    with pytest.raises(VerifyError, match="signs another statement"):
        check_bundle(bundle, key)
    statement = bundle / "provenance.intoto.json"
    statement.write_text("{}", encoding="utf-8")
    with pytest.raises(VerifyError, match="not the provenance of a release"):
        check_bundle(bundle, key)
