"""What the libraries that come with Tilewright declare: who forgot to use one is told which."""

from __future__ import annotations

import re
from functools import cache

from .library import SUFFIX, shipped
from .package import id_at

_HEAD = re.compile(r"library\b")
_DECLARED = re.compile(r"^(?:to|define|relation) ([a-z][a-z0-9_]*)", re.MULTILINE)


@cache
def library_names() -> dict[str, str]:
    """The verbs, defines and relations that shipped libraries declare, each with the id of its library."""
    found: dict[str, str] = {}
    for root in sorted(set(shipped().values())):
        for path in sorted(root.glob(f"*{SUFFIX}")):
            text = path.read_text(encoding="utf-8")
            if _HEAD.match(text):
                found |= dict.fromkeys(_DECLARED.findall(text), id_at(root))
    return found
