"""The table as text: asks each person at the keyboard, prints what happened. Works with a screen reader.

Nothing is drawn, nothing moves, colours carry no meaning, and every line makes sense alone. What is said
comes from `text_view.py`; who plays, undo and saves belong to `runtime/tables/session.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.runtime.tables.handover import exposes, hides
from tilewright.schemas.view import View
from tilewright.schemas.wording import Wording, trouble

from . import text_view
from .text_map import map_lines
from .text_names import typed
from .typed_answers import chosen_options, names_option
from .written_ahead import WrittenAhead

if TYPE_CHECKING:
    from tilewright.runtime.tables.session import TableSession

COMMANDS = (
    *(
        "steps",
        "go",
        "with",
        "ahead",
        "table",
        "map",
        "look",
        "goals",
        "way",
        "odds",
        "hand",
        "log",
        "why",
        "why_name",
        "codes",
    ),
    *("undo", "save", "load", "quit", "help"),
)
"""What can be written instead of an answer, as the help names it: sentences `say_help_NAME`."""

MOST_MEASURED = 8  # options whose distances are said
MOST_TOLD = 30  # lines of the log that are read out at once


class Quit(Exception):
    """The person at the keyboard has had enough."""


@dataclass(slots=True)
class TextTable:
    """One game at one keyboard. `read` gives the line after a prompt, or raises EOFError at the end."""

    session: TableSession
    read: Callable[[str], str]
    say: Callable[[str], None]
    wipe: Callable[[], None]
    _told: dict[str | None, int] = field(default_factory=dict)  # how much of the log each seat knows
    codes: bool = False  # whether the labels of rules are read out
    _facing: str = ""
    _titles: dict[str | None, str] = field(default_factory=dict)  # which mission each seat has been told of
    _phases: list[str] = field(default_factory=list)  # those that run, as far as was said
    _alone: bool = False  # whether nobody else looks
    _ahead: WrittenAhead = field(init=False)

    def __post_init__(self) -> None:
        self._ahead = WrittenAhead(self.session)

    @property
    def speech(self) -> Wording:
        """How the engine speaks in this game."""
        return self.session.speech

    def play(self) -> bool:
        """Play to the end, or until somebody quits; true if the game is over."""
        try:
            while True:
                while self._bots_play() and (asked := self.session.asked()):
                    self._face(asked[0])
                    self._ask(asked[0])
                for seat in self.session.people():
                    self._tell(seat)
                self._say_all(text_view.ending(self.session.view(None), self.speech, codes=self.codes))
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
                line = self.read(f"{self.speech.say('engine/leave')} ").strip()
            except EOFError:
                self.say("")
                return False
            if line.casefold() == "undo":
                refused = self.session.undo()
                self.say(refused or self.speech.say("engine/taken_back"))
                if refused is None:
                    return True
            elif not line:
                return False
            else:
                command, _, rest = line.partition(" ")
                view = self.session.view(people[0])
                self._say_all(
                    self._look_up(command.casefold(), rest.strip(), view) or [self.speech.say("engine/over")]
                )
        return False

    # ------------------------------------------------------------------ one question

    def _ask(self, seat: str) -> None:
        """Ask until the question is answered, or is another one after an undo."""
        self._tell(seat)
        view = self.session.view(seat)
        if line := self._ahead.next(view):
            self.say(f"> {text_view.labels(line, view['question'])}")
            if self._take(line, view):
                return
        if left_out := self._ahead.drop(seat):
            self.say(left_out)
        who = self._title_of(seat) if len(self.session.people()) > 1 else ""
        self._say_all(text_view.question(view, who, self._away(seat, view), self.speech))
        while not self._take(self._ahead.split(self.read("> ").strip(), view), view):
            self._ahead.drop()

    def _take(self, line: str, view: View) -> bool:
        """Do what a line says; whether the question may be another one now."""
        command, _, rest = line.partition(" ")
        command, rest = command.casefold(), rest.strip()
        if self._ahead.sets_out(line, view):
            return True
        if line and (said := self._look_up(command, rest, view)) is not None:
            self._say_all(said)
            return False
        if command == "redo" and not rest:
            return self._turned(self.session.redo(view["seat"]), "engine/done_again")
        if command == "undo" and (not rest or self._is_called(rest)):
            return self._undo(rest, view["seat"])
        if command == "load" and not names_option(line, view["question"]):
            return self._load(rest)
        return self._answer(view["seat"], self._ahead.action(line, view), view)

    def _undo(self, whose: str, seat: str) -> bool:
        """Take the last answer back; one of somebody else only if it is named whose it is."""
        last = self.session.last_answered()
        if last not in (None, seat) and typed(whose) != typed(self._title_of(str(last))):
            self.say(self.speech.say("engine/undo_other", self._title_of(str(last))))
            return False
        return self._turned(self.session.undo(seat), "engine/taken_back")

    def _turned(self, refused: str | None, done: str) -> bool:
        """Say what came of taking an answer back, or giving it again; whether that could be done."""
        self.say(refused or self.speech.say(done))
        return refused is None

    def _is_called(self, name: str) -> bool:
        """Whether a seat is called so."""
        titles = (typed(self._title_of(seat)) for seat in self.session.seats())
        return typed(name) in titles

    def _away(self, seat: str, view: View) -> dict[int, str]:
        """How far those things are from whoever acts that can be chosen, if they are few."""
        asked = view["question"]
        things = [one for one in asked["options"] if one["thing"] and one["space"]]
        if asked["actor"] is None or not 0 < len(things) <= MOST_MEASURED:
            return {}
        told = {
            one["id"]: self.session.overlay(seat, "ruler", asked["actor"], one["space"]) for one in things
        }
        # Nothing is measured to where whoever acts stands himself.
        notes = {id: str(one["note"]) for id, one in told.items() if one["spaces"]}
        return {id: note.rpartition(": ")[2].rstrip(".") for id, note in notes.items() if ": " in note}

    def _answer(self, seat: str, line: str, view: View) -> bool:
        try:
            chosen = chosen_options(line, view["question"], self.speech)
        except ValueError as error:
            self.say(str(error))
            return False
        refused = self.session.answer(seat, chosen)
        if refused is not None:
            self.say(refused)
        return refused is None

    def _look_up(self, command: str, rest: str, view: View) -> list[str] | None:
        """What a command that changes nothing has to say; None if the line is no such command."""
        if not rest:
            return self._by_itself(command, view)
        match command:
            case "look":
                return self._look(rest, view)
            case "way":
                return self._way(rest, view)
            case "odds":
                return self._odds(rest, view)
            case "log":
                return self._log(rest, view)
            case "why":
                return self._why(rest, view)
            case "save":
                return [self._save(rest)]
        return None

    def _by_itself(self, command: str, view: View) -> list[str] | None:
        """The same of a command that stands alone."""
        speech = self.speech
        match command:
            case "?" | "help":
                return help_lines(speech)
            case "table" | "state" | "look":
                return text_view.overview(view, speech)
            case "goals":
                return text_view.goals(view, speech) or [speech.say("engine/say_no_goals")]
            case "map":
                return map_lines(view, lambda name: self._beside(view, name), speech)
            case "hand":
                return text_view.hand(view, speech)
            case "log":
                return self._log("", view)
            case "why":
                return self._refused(view)
            case "codes":
                self.codes = not self.codes
                return [speech.say(f"engine/say_codes_{'on' if self.codes else 'off'}")]
            case "save":
                return [self._save("")]
            case "quit" | "exit":
                raise Quit
        return None

    def _look(self, wanted: str, view: View) -> list[str]:
        said = text_view.look(view, wanted, self.speech)
        name = text_view.named(view, wanted)
        if name is not None and text_view.is_space(view, name):
            near = self._beside(view, name)
            listed = next(one["values"] for one in view["board"]["spaces"] if one["name"] == name).values()
            if not any(isinstance(one, list) and set(one) == set(near) for one in listed):
                said += text_view.beside(view, near, self.speech)
        return said

    def _beside(self, view: View, name: str) -> list[str]:
        return list(self.session.overlay(view["seat"], "adjacent", name)["spaces"])

    def _way(self, wanted: str, view: View) -> list[str]:
        """How far it is from one of the two to the other, and by what way; one alone is from whoever acts."""
        ends = [(wanted, "")]
        words = wanted.split()
        ends += [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        for start, end in ends:
            a, b = text_view.named(view, start), text_view.named(view, end) if end else None
            if a is not None and (b is not None or (not end and view["question"]["actor"] is not None)):
                about, target = (a, b) if end else (None, a)
                far, way = (self.session.overlay(view["seat"], s, about, target) for s in ("ruler", "way"))
                between = text_view.titles(view, list(way["spaces"])[:-1])
                by = [self.speech.say("engine/say_way_by", between)] if between else []
                if far["about"] is not None and not far["lines"]:  # there is no other space to go to
                    return [str(way["note"]) or self.speech.say("engine/say_way")]
                return [" ".join([str(far["note"]), *by])]
        return [self.speech.say("engine/say_way")]

    def _odds(self, wanted: str, view: View) -> list[str]:
        try:
            (chosen,) = chosen_options(wanted, view["question"], self.speech)
        except ValueError as error:
            return [str(error)]
        found = self.session.odds(view["seat"], chosen)
        said = [self.speech.say("engine/odds_share", share, outcome) for outcome, share in found]
        return said or [self.speech.say("engine/say_no_odds")]

    def _log(self, rest: str, view: View) -> list[str]:
        lines = text_view.log_lines(view, codes=self.codes)
        last = int(rest) if rest.isdecimal() else 0
        return lines[-last:] or [self.speech.say("engine/panel_no_log")]

    def _why(self, wanted: str, view: View) -> list[str]:
        name = text_view.named(view, wanted)
        if name is None:
            refused = text_view.refusal(view, wanted, self.speech, codes=self.codes)
            return refused or text_view.look(view, wanted, self.speech)
        reasons = self.session.why_not(view["seat"], name)
        return text_view.exclusion(view, name, reasons, self.speech, codes=self.codes)

    def _refused(self, view: View) -> list[str]:
        """Why actions cannot be taken, or why whoever acts cannot choose what lies beside him."""
        asked = view["question"]
        if said := text_view.refusals(view, self.speech, codes=self.codes):
            return said
        chosen = {one["space"] for one in asked["options"] if not one["thing"]} - {None}
        near = self._beside(view, asked["actor"]) if chosen and asked["actor"] is not None else []
        refused = [
            {"label": text_view.titles(view, [name]), "reason": reason, "rule": rule}
            for name in near
            if name not in chosen
            for _, reason, rule in self.session.why_not(view["seat"], name)
        ]
        told = {**view, "question": {**asked, "refused": refused}}
        said = text_view.refusals(told, self.speech, codes=self.codes)
        return [*said, self.speech.say("engine/say_why")]

    def _save(self, name: str) -> str:
        if not name:
            return self.speech.say("engine/say_name_save")
        try:
            self.session.save(Path(os.path.expanduser(name)))
        except OSError as error:
            return self.speech.say("engine/say_not_saved", self.speech.tell(trouble(error)))
        return self.speech.say("engine/say_saved", name)

    def _load(self, name: str) -> bool:
        if not name:
            self.say(self.speech.say("engine/say_name_load"))
            return False
        refused = self.session.load(Path(os.path.expanduser(name)))
        self.say(refused or self.speech.say("engine/say_loaded", name))
        if refused is None:
            self._told.clear()
            self._titles, self._phases = {}, []
        return refused is None

    # ------------------------------------------------------------------ between questions

    def _bots_play(self) -> bool:
        """Let bots play until a person is asked; who only watches them is told of everything at once."""
        watched = not self.session.people()
        while True:
            if watched:
                self._tell(None)
            if not self.session.tick():
                return True

    def _face(self, seat: str) -> None:
        """Where several people share the screen, nobody must see what only another knows.

        Whoever did something sees first what came of it. Enter is asked for only where somebody is about to
        see what others must not: the one before, of what no other may be told, or the one who comes.
        """
        before, people = self._facing, self.session.people()
        self._facing = seat
        if len(people) < 2:
            return
        coming, whole = self.session.view(seat), self.session.view(None)
        others = [self.session.view(one) for one in people if one != seat]
        if before == seat:
            if not self._alone and exposes(coming, others, whole, self._told.get(seat, 0)):
                self._let_in_alone(seat)
            return
        leaving = self.session.view(before) if before in people else None
        if leaving is not None and hides(leaving, coming, whole):
            if exposes(leaving, [coming], whole, self._told.get(before, 0)):
                if not self._alone:
                    self._let_in_alone(before)
                self._tell(before)
                self._enter(self.speech.say("engine/turn_over", self._title_of(seat)))
            self.wipe()
        self._alone = any(hides(coming, one, whole) for one in others)
        if not self._alone:
            return
        if leaving is None:
            self.wipe()
        elif text_view.log_lines(leaving, self._told.get(before, 0)):
            self._tell(before)
        self._enter(self.speech.say("engine/your_turn", self._title_of(seat)))
        self.wipe()

    def _let_in_alone(self, seat: str) -> None:
        """What somebody did before the eyes of all leads to what nobody else may see."""
        self._enter(self.speech.say("engine/for_you_alone", self._title_of(seat)))
        self.wipe()
        self._alone = True

    def _enter(self, said: str) -> None:
        """Wait for Enter: a word that somebody still writes to the question before opens nothing."""
        self.say(said)
        while line := self.read("").strip():
            if line.casefold() in ("quit", "exit"):
                raise Quit
            self.say(self.speech.say("engine/enter_alone"))

    def _title_of(self, seat: str) -> str:
        players = self.session.view(seat)["players"]
        return str(next(player["title"] for player in players if player["name"] == seat))

    def _heard_by_all(self, lines: set[str]) -> None:
        """What is told while nobody looks away need not be told again to whoever comes next."""
        for one in self.session.people():
            view = self.session.view(one)
            if lines.issuperset(text_view.log_lines(view, self._told.get(one, 0))) and view["log"]:
                self._told[one] = view["log"][-1]["n"]

    def _tell(self, seat: str | None) -> None:
        """What happened since this seat was told last; None is whoever watches bots."""
        view = self.session.view(seat)
        after = self._told.get(seat, 0)
        last = view["log"][-1]["n"] if view["log"] else 0
        if last < after:  # something was taken back
            after = last
        lines = text_view.log_lines(view, after)
        self._told[seat] = last
        if len(lines) > MOST_TOLD:
            lines = [
                self.speech.say("engine/earlier", len(lines) - MOST_TOLD),
                *lines[-MOST_TOLD:],
            ]
        if seat is not None:
            self.say("")
        self._say_all([*lines, *self._where(view, lines)])
        if not self._alone:
            self._heard_by_all(set(lines))

    def _where(self, view: View, lines: list[str]) -> list[str]:
        """Where we are, as far as these lines do not say it: the title of a mission is read out once, and a
        phase when it begins.
        """
        if view["over"]:
            return []
        title = text_view.title(view)
        new = title != self._titles.get(view["seat"])
        goals = text_view.goals(view, self.speech)
        told = [" ".join([title, *text_view.briefing(view)]), *goals] if new else []
        begun = [one for one in text_view.begun(view, self._phases) if not any(one in line for line in lines)]
        going = [f"{', '.join(begun)}."] if begun else []
        self._phases = list(view["phases"])
        # Where all have the same goals, whoever hears them first has heard them for all at this keyboard.
        alike = not any(one["players"] for one in view.get("goals") or ())
        heard = [view["seat"], *(self.session.seats() if alike else ())]
        self._titles.update(dict.fromkeys(heard, title))
        return [" ".join([*told, *going])] if len(told) == 1 else [*told, *going]

    def _say_all(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)


def help_lines(speech: Wording) -> list[str]:
    """How one answers, then every command."""
    how = [speech.say(f"engine/say_help_{one}") for one in ("turn", "answer", "several", "more")]
    told = [speech.say(f"engine/say_help_{one}").partition(" = ") for one in COMMANDS]
    return [*how, *(f"  {written:<15} {what}" for written, _, what in told)]
