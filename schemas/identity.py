"""Which program is which: the hash by which saves and recordings know theirs."""

from __future__ import annotations

import hashlib
import json

from tilewright.schemas.documents import Document


def identity(program: Document) -> str:
    """The hash of the whole content: equal programs play alike, and so do translations of one.

    Which files it was made of does not count: a remark more makes no other game.
    """
    if "language" in program:
        return str(program["language"]["of"])
    return fingerprint({name: part for name, part in program.items() if name != "packages"})


def fingerprint(data: Document) -> str:
    """A hash of plain data: equal data, equal hash."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
