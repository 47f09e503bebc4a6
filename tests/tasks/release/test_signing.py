"""Signatures against openssl and the DSSE specification."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from codegen.errors import ConfigError, VerifyError
from tasks.release import checksums, signing
from tasks.release.provenance import statement_text
from tasks.verify import check_bundle
from tests.tasks.release.release_facts import FACTS
from tests.tasks.release_repository import ROOT

STATEMENT = '{\n "_type": "https://in-toto.io/Statement/v1"\n}\n'


@pytest.fixture
def key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.generate()


@pytest.fixture
def openssl(require_tool: Callable[[str], str]) -> Callable[..., None]:
    program = require_tool("openssl")

    def run(*arguments: str | Path) -> None:
        subprocess.run([program, *arguments], check=True, capture_output=True)

    return run


def test_signed_bytes_are_those_of_the_specification() -> None:
    """Source: DSSE v1.0, the example of PAE, with our payload type."""
    assert signing.signed_bytes(b"hello world") == (
        b"DSSEv1 28 application/vnd.in-toto+json 11 hello world"
    )


def test_openssl_accepts_the_signature_and_makes_the_keys(
    openssl: Callable[..., None], tmp_path: Path
) -> None:
    private, public = tmp_path / "key.pem", tmp_path / "key.pub"
    openssl("genpkey", "-algorithm", "ed25519", "-out", private)
    openssl("pkey", "-in", private, "-pubout", "-out", public)
    text = signing.envelope_text(STATEMENT, signing.read_private_key(private))
    envelope = json.loads(text)
    payload = base64.b64decode(envelope["payload"])
    assert payload.decode() == STATEMENT
    (tmp_path / "message").write_bytes(signing.signed_bytes(payload))
    (tmp_path / "signature").write_bytes(base64.b64decode(envelope["signatures"][0]["sig"]))
    signature = ("-sigfile", tmp_path / "signature", "-in", tmp_path / "message", "-rawin")
    openssl("pkeyutl", "-verify", "-pubin", "-inkey", public, *signature)
    signing.check_signature(text, STATEMENT, signing.read_public_key(public))


def test_key_is_named_by_the_sum_of_its_der(openssl: Callable[..., None], tmp_path: Path) -> None:
    private = tmp_path / "key.pem"
    openssl("genpkey", "-algorithm", "ed25519", "-out", private)
    openssl("pkey", "-in", private, "-pubout", "-outform", "DER", "-out", tmp_path / "key.der")
    printed = subprocess.run(
        ["sha256sum", tmp_path / "key.der"], capture_output=True, text=True, check=True
    )
    name = signing.key_id(signing.read_private_key(private).public_key())
    assert printed.stdout.split()[0] == name


def test_the_same_key_signs_with_the_same_bytes(key: Ed25519PrivateKey) -> None:
    assert signing.envelope_text(STATEMENT, key) == signing.envelope_text(STATEMENT, key)


def test_another_key_is_refused_and_both_are_named(key: Ed25519PrivateKey) -> None:
    text, other = signing.envelope_text(STATEMENT, key), Ed25519PrivateKey.generate().public_key()
    with pytest.raises(VerifyError) as caught:
        signing.check_signature(text, STATEMENT, other)
    for each in (other, key.public_key()):
        assert signing.key_id(each)[:12] in str(caught.value)


def test_any_changed_byte_of_the_envelope_is_found(key: Ed25519PrivateKey) -> None:
    """But for the name of the key, which is a hint, and white space."""
    text, public = signing.envelope_text(STATEMENT, key), key.public_key()
    envelope = json.loads(text)
    hints = {text.index(envelope["signatures"][0]["keyid"]) + at for at in range(64)}
    for at, letter in enumerate(text):
        if at in hints or letter.isspace():
            continue
        changed = f"{text[:at]}{'A' if letter != 'A' else 'B'}{text[at + 1 :]}"
        with pytest.raises(VerifyError):
            signing.check_signature(changed, STATEMENT, public)


def test_another_statement_is_found(key: Ed25519PrivateKey) -> None:
    text = signing.envelope_text(STATEMENT, key)
    with pytest.raises(VerifyError, match="another statement"):
        signing.check_signature(text, STATEMENT.replace("v1", "v2"), key.public_key())


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"payloadType": 1}', "\ufeff{}"])
def test_what_is_no_envelope_is_refused(key: Ed25519PrivateKey, text: str) -> None:
    with pytest.raises(VerifyError, match="no signed envelope"):
        signing.check_signature(text, STATEMENT, key.public_key())


def test_encrypted_key_needs_its_passphrase(
    openssl: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = tmp_path / "key.pem"
    cipher = ("-aes256", "-pass", "pass:secret")
    openssl("genpkey", "-algorithm", "ed25519", *cipher, "-out", private)
    monkeypatch.delenv(signing.PASSPHRASE, raising=False)
    with pytest.raises(ConfigError, match=f"is encrypted. Set {signing.PASSPHRASE}"):
        signing.read_private_key(private)
    monkeypatch.setenv(signing.PASSPHRASE, "wrong")
    with pytest.raises(ConfigError, match="no private key that can be read"):
        signing.read_private_key(private)
    monkeypatch.setenv(signing.PASSPHRASE, "secret")
    signing.read_private_key(private)


def test_key_of_another_kind_is_refused(openssl: Callable[..., None], tmp_path: Path) -> None:
    private, public = tmp_path / "key.pem", tmp_path / "key.pub"
    openssl("genpkey", "-algorithm", "ed448", "-out", private)
    openssl("pkey", "-in", private, "-pubout", "-out", public)
    for read, path in ((signing.read_private_key, private), (signing.read_public_key, public)):
        with pytest.raises(ConfigError, match="not an ed25519 key"):
            read(path)
    for read in (signing.read_private_key, signing.read_public_key):
        private.write_text("not a key", encoding="utf-8")
        with pytest.raises(ConfigError, match="that can be read"):
            read(private)


@pytest.mark.parametrize("name", ["SHA256SUMS", "provenance.intoto.json", "x"])
@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_bundle_with_anything_but_files_is_refused_unread(
    tmp_path: Path, name: str, kind: str
) -> None:
    if kind == "pipe":
        os.mkfifo(tmp_path / name)  # reading it would wait for ever
    else:
        (tmp_path / name).symlink_to("/dev/zero")
    with pytest.raises(VerifyError, match=f"{name}: no plain file"):
        check_bundle(tmp_path, None)


def test_release_is_signed_by_a_key_from_a_pipe(
    openssl: Callable[..., None], tmp_path: Path
) -> None:
    """As CI does: the key is in no file."""
    private, public, bundle = tmp_path / "key.pem", tmp_path / "key.pub", tmp_path / "bundle"
    openssl("genpkey", "-algorithm", "ed25519", "-out", private)
    openssl("pkey", "-in", private, "-pubout", "-out", public)
    bundle.mkdir()
    (bundle / "libkerf.a").write_bytes(b"code")
    subjects = checksums.sums_of(bundle)
    statement = statement_text(FACTS, subjects)
    (bundle / "provenance.intoto.json").write_text(statement, encoding="utf-8")
    sums = checksums.sums_text(checksums.sums_of(bundle))
    (bundle / checksums.NAME).write_text(sums, encoding="utf-8")
    command = [sys.executable, "-m", "tasks.release.sign", str(bundle), "--key", "/dev/stdin"]
    done = subprocess.run(command, input=private.read_bytes(), capture_output=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "valid" in check_bundle(bundle, signing.read_public_key(public))[1]
    (bundle / "libkerf.a").write_bytes(b"other code")
    done = subprocess.run(command, input=private.read_bytes(), capture_output=True, cwd=ROOT)
    assert done.returncode == 9
