"""Hashes of what is packed, and who packed it: signatures by Ed25519, from the library `cryptography`.

Whom to trust is said in store.py.
Keys and signatures are written in hexadecimal digits. The same key signs the same bytes in the same way.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple


class Signature(NamedTuple):
    """A public key, and what its owner made of the bytes."""

    key: str
    value: str


class BadSignature(Exception):
    """Bytes that the owner of the key did not sign."""


def digest(data: bytes) -> str:
    """The hash of a file: SHA-256."""
    return hashlib.sha256(data).hexdigest()


def new_seed() -> bytes:
    """A new private key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    seed: bytes = Ed25519PrivateKey.generate().private_bytes_raw()
    return seed


def written(data: bytes, seed: bytes) -> Signature:
    """A signature of bytes. Raises ValueError if the seed is none."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.from_private_bytes(seed)
    return Signature(private.public_key().public_bytes_raw().hex(), private.sign(data).hex())


def checked(data: bytes, signature: Signature) -> None:
    """Raises BadSignature unless the owner of the key signed these bytes."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        key.verify(bytes.fromhex(signature.value), data)
    except (InvalidSignature, ValueError):
        raise BadSignature from None


def shown(key: str) -> str:
    """A key as people compare it: its first digits, in groups."""
    return " ".join(key[at : at + 4] for at in range(0, 24, 4))
