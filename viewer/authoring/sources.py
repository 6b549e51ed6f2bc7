"""What the table knows about the sources of its game: that they changed, and where things stand in them.

Compiling is not the viewer's: whoever opens a table with sources gives it a `GameSources`.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from tilewright.host import children
from tilewright.schemas.view import ViewLook
from tilewright.schemas.wording import Sentence

from ..common.speech import say, why_not


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """A line of a file, and what stands there."""

    path: Path
    line: int
    column: int = 1
    what: str | Sentence = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Trouble:
    """The sources have mistakes: the first one in the compiler's words, or why there is no game, and how many
    more there are.
    """

    place: SourceLocation | None
    message: str | Sentence
    help: str = ""
    more: int = 0


@dataclass(frozen=True, slots=True)
class Changed:
    """The sources or their art were changed, and the sources are right: the game that goes on with them, for
    the session, the files of art that there are, and how they dress the table.
    """

    found: Any
    seconds: float = 0.0
    art: Mapping[str, Path] = field(default_factory=dict)
    look: ViewLook = field(default_factory=dict)  # of the game as a whole


class GameSources(Protocol):
    """The sources of a game at a table."""

    def news(self) -> Trouble | Changed | None:
        """What has happened since the last time; asked in every turn of the loop."""

    def place_of(self, what: str, name: str) -> SourceLocation | None:
        """Where a "thing" (its kind's name), "space", "link", "action" or "rule" is declared."""

    def edit_board(self) -> Sentence:
        """Open the board editor beside the table. Gives the sentence that the table says."""

    def close(self) -> None:
        """Stop watching."""


def editor_command(editor: str, place: SourceLocation) -> list[str]:
    """The command that opens an editor at a line; every family of editors writes that in its own way."""
    words = shlex.split(editor)
    name = Path(words[0]).name.removesuffix(".exe").lower()
    if name in ("code", "code-insiders", "codium", "cursor", "windsurf"):
        return [*words, "--goto", f"{place.path}:{place.line}:{place.column}"]
    if name in ("subl", "zed", "hx", "helix", "atom", "lapce"):
        return [*words, f"{place.path}:{place.line}:{place.column}"]
    if name in ("kate", "gedit", "xed", "pluma", "mousepad"):
        flag = ["--line", str(place.line)] if name in ("kate", "mousepad") else [f"+{place.line}"]
        return [*words, *flag, str(place.path)]
    if name in ("idea", "pycharm", "charm"):
        return [*words, "--line", str(place.line), str(place.path)]
    if name in ("notepad++",):
        return [*words, f"-n{place.line}", str(place.path)]
    return [*words, f"+{place.line}", str(place.path)]


def open_editor(place: SourceLocation, environment: Mapping[str, str] | None = None) -> str:
    """Open $VISUAL, or $EDITOR, at a place. Gives the sentence that the table says."""
    known = os.environ if environment is None else environment
    editor = known.get("VISUAL") or known.get("EDITOR") or ""
    if not editor:
        return say("source_no_editor", str(place))
    try:
        # In full, so that no file can be called like an option of the editor.
        command = editor_command(editor, replace(place, path=place.path.absolute()))
        if not children.open_program(command):
            return say("source_editor_missing", str(place), command[0])
    except OSError as error:
        return say("source_editor_fails", str(place), editor, why_not(error))
    except ValueError:  # a quotation mark is missing
        return say("source_editor_odd", str(place), editor)
    return str(place)
