"""Signatures of a release's statement: ed25519, in a DSSE envelope.

Source: DSSE v1.0 (Dead Simple Signing Envelope), "Protocol" and "Envelope".
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from codegen.errors import ConfigError, VerifyError
from tasks.json_text import parsed_json
from tasks.release import checksums, provenance

NAME = "provenance.dsse.json"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
PASSPHRASE = "KERF_KEY_PASSPHRASE"
"""The environment variable with the passphrase of an encrypted key."""


def sign(bundle: Path, key: Ed25519PrivateKey) -> str:
    """Adds the signed envelope of the bundle's statement, and its sum; the ID of the key.

    Raises:
        OSError: a file cannot be read or written.

    """
    statement = (bundle / provenance.NAME).read_text(encoding="utf-8")
    (bundle / NAME).write_text(envelope_text(statement, key), encoding="utf-8")
    checksums.write_sums(bundle)
    return key_id(key.public_key())


def read_private_key(path: Path) -> Ed25519PrivateKey:
    """The key in a PEM file, as `openssl genpkey -algorithm ed25519` writes it.

    Raises:
        ConfigError: it is not a key, or its passphrase is missing or wrong.
        OSError: the file cannot be read.

    """
    passphrase = os.environ.get(PASSPHRASE)
    try:
        key = load_pem_private_key(path.read_bytes(), passphrase.encode() if passphrase else None)
    except TypeError:
        what = "is not encrypted" if passphrase else "is encrypted"
        raise ConfigError(
            f"{path}: the key {what}. {'Unset' if passphrase else 'Set'} {PASSPHRASE}."
        ) from None
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ConfigError(f"{path}: no private key that can be read ({error}). {_HOW}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise ConfigError(f"{path}: not an ed25519 key. {_HOW}")
    return key


def read_public_key(path: Path) -> Ed25519PublicKey:
    """The key in a PEM file, as `openssl pkey -pubout` writes it.

    Raises:
        ConfigError: it is not a key.
        OSError: the file cannot be read.

    """
    try:
        key = load_pem_public_key(path.read_bytes())
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ConfigError(f"{path}: no public key that can be read ({error}). {_HOW}") from None
    if not isinstance(key, Ed25519PublicKey):
        raise ConfigError(f"{path}: not an ed25519 key. {_HOW}")
    return key


_HOW = (
    "Make one with `openssl genpkey -algorithm ed25519 -out release.pem` and "
    "`openssl pkey -in release.pem -pubout -out release.pub`."
)


def key_id(key: Ed25519PublicKey) -> str:
    """The SHA-256 of the key (DER, SubjectPublicKeyInfo): a name for it, not a secret."""
    der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return hashlib.sha256(der).hexdigest()


def envelope_text(statement: str, key: Ed25519PrivateKey) -> str:
    """The signed envelope around `statement`."""
    payload = statement.encode()
    signature = key.sign(signed_bytes(payload))
    envelope = {
        "payloadType": PAYLOAD_TYPE,
        "payload": base64.b64encode(payload).decode(),
        "signatures": [
            {"keyid": key_id(key.public_key()), "sig": base64.b64encode(signature).decode()}
        ],
    }
    return json.dumps(envelope, indent=1, sort_keys=True) + "\n"


def signed_bytes(payload: bytes) -> bytes:
    """What a signature is over: type and payload, each with its length (DSSE's PAE)."""
    kind = PAYLOAD_TYPE.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def check_signature(text: str, statement: str, key: Ed25519PublicKey) -> None:
    """Nothing, where the envelope `text` holds `key`'s signature of `statement`.

    Raises:
        VerifyError: it does not.

    """
    named = signatures(text, statement)
    for _, signature in named:
        try:
            key.verify(signature, signed_bytes(statement.encode()))
            return
        except InvalidSignature:
            continue
    claimed = ", ".join(claim[:12] for claim, _ in named)
    raise VerifyError(
        f"{NAME}: no valid signature by the key {key_id(key)[:12]} (it names: {claimed or 'none'})"
    )


def signatures(text: str, statement: str) -> tuple[tuple[str, bytes], ...]:
    """The ID of each key and its signature that the envelope `text` claims; neither is checked.

    Raises:
        VerifyError: it is no envelope, or around something else than `statement`.

    """
    try:
        envelope = parsed_json(text)
        if envelope["payloadType"] != PAYLOAD_TYPE:
            raise ValueError(f"payload type {envelope['payloadType']!r}")
        payload = _decoded(envelope["payload"])
        found = tuple(
            (str(each["keyid"]), _decoded(each["sig"])) for each in envelope["signatures"]
        )
    except (ValueError, KeyError, TypeError) as error:
        raise VerifyError(f"{NAME}: no signed envelope: {error!r}") from error
    if payload != statement.encode():
        raise VerifyError(f"{NAME}: signs another statement than that of the bundle")
    return found


def _decoded(text: str) -> bytes:
    """The bytes of a Base64 text, of which only the canonical form is accepted."""
    content = base64.b64decode(text, validate=True)
    if base64.b64encode(content).decode() != text:  # bits after the last byte are ignored otherwise
        raise ValueError("not canonical Base64")
    return content
