"""How a table knows that the next step of a walk is asked for once more. Pure."""

from __future__ import annotations

import re


def without_numbers(prompt: str) -> str:
    """A prompt without its numbers, which may count down the steps that are left of a walk: what is the same
    from one step to the next.
    """
    return re.sub(r"\d+", "", prompt)
