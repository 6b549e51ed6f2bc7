"""YAML → nodes with places. What they mean is up to manifests and catalogues."""

from __future__ import annotations

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
        why = error.problem or error.context or "it is not YAML"
        return None, [wrong.at(Span(path, line, column, line, column + 1), why=why)]
    except (YAMLError, ValueError, LookupError, AssertionError, RecursionError) as error:  # as by `%YAML 9.9`
        why = str(error).splitlines()[0] if str(error) else "it is nested too deeply"
        return None, [wrong.at(Span(path, 1, 1, 1, 1), why=why)]
