"""YAML → nodes with places. What they mean is up to manifests and catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..problems.diagnostics import Code, Diagnostic
from ..source import Span

if TYPE_CHECKING:
    from ruamel.yaml.nodes import Node

MAX_BRACKETS = 500
"""Opening brackets of a text: ruamel takes longer for each level than for the one before."""


def compose(text: str, path: str, wrong: Code) -> tuple[Node | None, list[Diagnostic]]:
    """The node at the root, none for an empty text; or what is wrong, as a problem of the code `wrong`."""
    if text.count("[") + text.count("{") > MAX_BRACKETS:
        return None, [wrong.at(Span(path, 1, 1, 1, 1), why="it is nested too deeply")]
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    yaml = YAML(typ="safe", pure=True)
    yaml.composer.warn_double_anchors = False  # what is written there is refused anyway; a warning is for us
    try:
        return yaml.compose(text), []
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        slip = next(_slips(text.split("\n")[:line]), None)
        if slip is not None:
            line, column, why = slip
        else:
            why = error.problem or error.context or "it is not YAML"
        return None, [wrong.at(Span(path, line, column, line, column + 1), why=why)]
    except (YAMLError, ValueError, LookupError, AssertionError, RecursionError) as error:  # as by `%YAML 9.9`
        why = str(error).splitlines()[0] if str(error) else "it is nested too deeply"
        return None, [wrong.at(Span(path, 1, 1, 1, 1), why=why)]


def _slips(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """What people get wrong in lines of which YAML says only that it expected something else, from below."""
    for number, line in reversed(list(enumerate(lines, 1))):
        entry = _ENTRY.match(line)
        if line.startswith("\t"):
            yield number, 1, "a tab is used here: YAML is indented with blanks"
        if _too_deep(lines, number - 1):
            yield number, 1, "this line is indented further than those beside it"
        if entry is None:
            if _NO_KEY.match(line):
                yield number, 1, "`:` and a blank are missing after the name of this entry"
            continue
        value, at = entry["value"], entry.start("value") + 1
        if value[0] in "\"'":
            closed = re.match(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", value)
            if closed is None:
                yield number, at, f"this text begins with {value[0]} and does not end with it"
            elif not _REST.fullmatch(value[closed.end() :]):
                yield number, at + closed.end(), "there is more after the quote that ends this text"
        elif value[0] in _CLOSING and value.count('"') % 2:
            yield number, at + value.rindex('"'), "a quote in this list has no other half"
        elif value[0] in _CLOSING and _CLOSING[value[0]] not in value:
            yield (
                number,
                at,
                f"this `{value[0]}` is not closed; a text that begins with it needs quotes around it",
            )
        elif value[0] in _CLOSING and (lacking := _unequal(value)):
            yield number, at, f"there are not as many `{lacking[1]}` here as `{lacking[0]}`"
        elif _BEGINS_OTHERWISE.match(value):
            yield number, at, f"a text that begins with `{value[0]}` needs quotes around it"
        elif (colon := re.search(r":(?= |$)", value)) is not None and value[0] not in "{[":
            yield number, at + colon.start(), "a text with a colon in it needs quotes around it"


def _too_deep(lines: list[str], row: int) -> bool:
    """Whether a line is indented though it is the first one, or stands under an entry that has its value."""
    depth, above = _depth(lines[row]), next((one for one in lines[:row][::-1] if one.strip()), "")
    if not depth or not _KEY.match(lines[row]):
        return False
    entry = _ENTRY.match(above)
    if not above.lstrip("#- "):
        return row == 0
    return entry is not None and depth > _depth(above) and _WHOLE.fullmatch(entry["value"]) is not None


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _unequal(value: str) -> str:
    """The brackets of which there are not as many that open as that close."""
    plain = re.sub(r'"[^"]*"', "", value)
    return next((pair for pair in ("[]", "{}") if plain.count(pair[0]) != plain.count(pair[1])), "")


_WHOLE = re.compile(r"[^|>\"'].*|\"[^\"]*\"|'[^']*'")
"""A value of one line, which the next one does not go on."""
_KEY = re.compile(r" *[\w/.-]+:( |$)")
_ENTRY = re.compile(r" *[^\s#:][^:#]*: +(?P<value>[^\s#].*)")
_NO_KEY = re.compile(r"\w[^:]*$|\w[^\s#:]*:[^\s:].*$| +(?:- )?\w+ \"[^\":]*\"$")
_REST = re.compile(r"\s*(#.*)?")
_CLOSING = {"[": "]", "{": "}"}
_BEGINS_OTHERWISE = re.compile(r"[%@`*]|[-?] |[|>][^\n]*\w|\{[^{}]*\}\s*[^\s#]|\[[^\[\]{}]*\]\s*[^\s#]")
