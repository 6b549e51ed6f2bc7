"""The table as text: asks each person at the keyboard, prints what happened. Works with a screen reader.

Nothing is drawn, nothing moves, colours carry no meaning, and every line makes sense alone. What is said
comes from `text_view.py`; who plays, undo and saves belong to `runtime/tables/session.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import text_view

if TYPE_CHECKING:
    from tilewright.runtime.tables.session import TableSession

HELP = """\
Answer by the number of an option, or by the first words of its label.
Where several may be chosen, write the numbers with spaces between them; 0 chooses none.
  table           the whole table in sentences
  look NAME       a space, a figure, a card or a pile
  hand            what you hold
  log             everything that happened; log 5 for the last five lines
  why             what you cannot choose now, and why
  why NAME        why an action, a space, a figure or a card is not among the choices
  undo, redo      take your last answer back, or give it again
  save FILE       save the game
  quit            stop; the game is saved and can be continued
  ?               this help"""


MOST_TOLD = 30  # lines of the log that are read out at once


class Quit(Exception):
    """The person at the keyboard has had enough."""


@dataclass(slots=True)
class TextTable:
    """One game at one keyboard. `read` gives the line after a prompt, or raises EOFError at the end."""

    session: TableSession
    read: Callable[[str], str]
    say: Callable[[str], None]
    _told: dict[str, int] = field(default_factory=dict)
    _facing: str = ""
    _title: str = ""
    _phases: str = ""

    def play(self) -> bool:
        """Play to the end, or until somebody quits; true if the game is over."""
        try:
            while True:
                while self._bots_play() and (asked := self.session.asked()):
                    self._face(asked[0])
                    self._ask(asked[0])
                for seat in self.session.people():
                    self._tell(seat)
                self._say_all(text_view.ending(self.session.view(None)))
                if not self._goes_on():
                    return True
        except Quit:
            return self.session.view(None)["over"] is not None
        except EOFError:
            self.say("")  # what is said next shall not stand behind the prompt
            return False

    def _goes_on(self) -> bool:
        """When the game is over: whether the last answer is taken back. One may still look around."""
        people = self.session.people()
        while people:
            try:
                line = self.read("Press Enter to leave, or write undo, table or log. ").strip()
            except EOFError:
                self.say("")
                return False
            if line.casefold() == "undo":
                refused = self.session.undo()
                self.say(refused or "Taken back.")
                if refused is None:
                    return True
            elif not line:
                return False
            else:
                command, _, rest = line.partition(" ")
                view = self.session.view(people[0])
                self._say_all(self._look_up(command.casefold(), rest.strip(), view) or ["The game is over."])
        return False

    # ------------------------------------------------------------------ one question

    def _ask(self, seat: str) -> None:
        """Ask until the question is answered, or is another one after an undo."""
        self._tell(seat)
        view = self.session.view(seat)
        self._say_all(text_view.question(view))
        while True:
            line = self.read("> ").strip()
            command, _, rest = line.partition(" ")
            if line and (said := self._look_up(command.casefold(), rest.strip(), view)) is not None:
                self._say_all(said)
            elif command.casefold() in ("undo", "redo") and not rest:
                turn = self.session.undo if command.casefold() == "undo" else self.session.redo
                refused = turn(seat)
                self.say(refused or ("Taken back." if command.casefold() == "undo" else "Done again."))
                if refused is None:
                    return
            elif self._answer(seat, line, view):
                return

    def _answer(self, seat: str, line: str, view: dict[str, Any]) -> bool:
        try:
            chosen = chosen_options(line, view["question"])
        except ValueError as error:
            self.say(str(error))
            return False
        refused = self.session.answer(seat, chosen)
        if refused is not None:
            self.say(refused)
        return refused is None

    def _look_up(self, command: str, rest: str, view: dict[str, Any]) -> list[str] | None:
        """What a command that changes nothing has to say; None if the line is no such command."""
        match command, rest:
            case (("?" | "help"), ""):
                return [HELP]
            case (("table" | "state"), ""):
                return text_view.overview(view)
            case "look", "":
                return text_view.overview(view)
            case "look", _:
                return text_view.look(view, rest)
            case "hand", "":
                return text_view.hand(view)
            case "log", _:
                return self._log(rest, view)
            case "why", "":
                return text_view.refusals(view)
            case "why", _:
                return self._why(rest, view)
            case "save", _:
                return [self._save(rest)]
            case (("quit" | "exit"), ""):
                raise Quit
            case _:
                return None

    def _log(self, rest: str, view: dict[str, Any]) -> list[str]:
        lines = text_view.log_lines(view)
        last = int(rest) if rest.isdecimal() else 0
        return lines[-last:] or ["Nothing has happened yet."]

    def _why(self, wanted: str, view: dict[str, Any]) -> list[str]:
        name = text_view.named(view, wanted)
        if name is None:
            return text_view.refusal(view, wanted) or text_view.look(view, wanted)
        return text_view.exclusion(view, name, self.session.why_not(view["seat"], name))

    def _save(self, name: str) -> str:
        if not name:
            return "Write a name for the file: save my_game.json"
        try:
            self.session.save(Path(os.path.expanduser(name)))
        except OSError as error:
            return f"This could not be saved: {error.strerror or error}."
        return f"Saved as {name}."

    # ------------------------------------------------------------------ between questions

    def _bots_play(self) -> bool:
        while self.session.tick():
            pass
        return True

    def _face(self, seat: str) -> None:
        """Where several people share the screen, nobody must see the other's cards."""
        if self._facing not in ("", seat):
            players = self.session.view(seat)["players"]
            title = next(player["title"] for player in players if player["name"] == seat)
            self.say("\n" * 40 + f"{title}, it is your turn. Press Enter when nobody else looks.")
            self.read("")
        self._facing = seat

    def _tell(self, seat: str) -> None:
        """What happened since this seat was told last."""
        view = self.session.view(seat)
        after = self._told.get(seat, 0)
        last = view["log"][-1]["n"] if view["log"] else 0
        if last < after:  # something was taken back
            after = last
        lines = text_view.log_lines(view, after)
        self._told[seat] = last
        if len(lines) > MOST_TOLD:
            lines = [
                f"({len(lines) - MOST_TOLD} earlier lines: write log to read them.)",
                *lines[-MOST_TOLD:],
            ]
        self.say("")
        self._say_all(lines + self._where(view))

    def _where(self, view: dict[str, Any]) -> list[str]:
        """Where we are, as far as it has not been said: the title of a mission is read out once."""
        if view["over"]:
            return []
        title, phases = text_view.title(view), text_view.phases(view)
        told = [] if title == self._title else [title, *text_view.briefing(view)]
        told += [] if phases in ("", self._phases) else [phases]
        self._title, self._phases = title, phases
        return [" ".join(told)] if told else []

    def _say_all(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)


def chosen_options(line: str, question: dict[str, Any]) -> list[int]:
    """The ids of the options that a line names; raises ValueError, for the reader, if it names none."""
    options: list[dict[str, Any]] = question["options"]
    if not line and question["sort"] == "pause":
        return [next(option["id"] for option in reversed(options) if option["action"] is None)]
    if not line and not options:
        return []
    if not line:
        raise ValueError("Write the number of an option, or ? for help.")
    if line in ("0", "none", "nothing") and question["least"] == 0:
        return []
    numbers = list(_numbers(line, len(options)))
    if not numbers:
        return [_by_label(line, options)["id"]]
    if len(set(numbers)) < len(numbers):
        raise ValueError("Each option can be chosen once.")
    if not question["least"] <= len(numbers) <= question["most"]:
        least, most = question["least"], question["most"]
        raise ValueError(f"Choose {least}." if least == most else f"Choose {least} to {most}.")
    return [options[number - 1]["id"] for number in numbers]


def _numbers(line: str, count: int) -> Iterator[int]:
    words = line.replace(",", " ").split()
    if not all(word.isdecimal() for word in words):
        return
    for word in words:
        if not 1 <= int(word[:9]) <= count:
            raise ValueError(f"There is no option {word[:9]}; there are {count}.")
        yield int(word)


def _by_label(line: str, options: list[dict[str, Any]]) -> dict[str, Any]:
    """The one option with this key, this label, or a label that begins like this."""
    wanted = line.casefold()
    by_key = [option for option in options if (option["key"] or "").casefold() == wanted]
    by_label = [option for option in options if option["label"].casefold() == wanted]
    by_beginning = [option for option in options if option["label"].casefold().startswith(wanted)]
    for found in (by_key, by_label, by_beginning):
        if len(found) == 1:
            return found[0]
        if found:
            labels = ", ".join(option["label"] for option in found[:5])
            raise ValueError(f"Several options begin like that: {labels}. Write the number.")
    raise ValueError(f"No option begins with {line!r}. Write a number, or ? for help.")
