"""Braces in the game's own texts that no value fills: titles, texts of things and texts that are values are
shown as they are written, and so is a brace without its other half.
"""

from collections.abc import Iterator, Mapping

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Word, package_of
from .catalogue import Text, not_gaps


def unfilled_gaps(texts: Mapping[str, Text], homes: frozenset[str]) -> Iterator[Diagnostic]:
    """Each text with such braces, once, in the packages that are looked at."""
    for key, text in texts.items():
        braces = not_gaps(text.words)
        if not braces or package_of(text.span.file) not in homes:
            continue
        span = text.words.span if isinstance(text.words, Word) and text.words.span.file else text.span
        if braces[0].startswith("{") and braces[0].endswith("}"):
            yield codes.UNFILLED_GAP.at(span, gap=braces[0], where=_where(key))
        else:
            help = "write the other brace, too, or leave this one out"
            yield codes.UNFILLED_GAP.at(span, gap=braces[0], where="a brace has no other half", help=help)


def _where(key: str) -> str:
    if key.endswith("/title"):
        return "no value is filled into a title"
    if key.endswith("/text"):
        return "no value is filled into the text of a thing"
    if key.endswith("/means") and key.startswith("verb/"):
        return "no value is filled into what an action means"
    if key.endswith("/means"):
        return "no value is filled into what a value means"
    return "no value is filled into a text that is a value itself"
