"""What somebody wrote in one line that answers more than one question, and how far it has come.

`d5 d6 e6` takes step after step, `go e6` the shortest way there, and stops there; `attack ogre 2` begins an
action and says what it is taken with, `move e6` goes there; `knight attack ogre` chooses who acts, and what
they do; `move; go e6; aim` answers one question after another. It goes on as long as the same person is
asked: a way as long as the same question comes, answers until one of them does not fit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.runtime.tables.walking import without_numbers
from tilewright.schemas.view import SeenOption, View

from . import text_view
from .typed_answers import named_first, names_option

if TYPE_CHECKING:
    from tilewright.runtime.tables.session import TableSession

FARTHEST = 1_000_000_000


@dataclass(slots=True)
class WrittenAhead:
    """What is still to be answered of one line."""

    session: TableSession
    _seat: str = ""
    _lines: list[str] = field(default_factory=list)  # answers, one after another
    _taken: str = ""  # what the action that has been begun is taken with
    _steps: list[str] = field(default_factory=list)  # the way that is being gone: its steps,
    _goal: str = ""  # or where it leads,
    _left: int = FARTHEST  # and how far that was from the last step
    _there: bool = False  # it has led there
    _walk: str = ""  # the question about its steps

    def drop(self, seat: str = "") -> str:
        """Nothing is left; what the seat is told of it."""
        on_the_way = bool(self._steps or self._goal)
        lines = [one for one in (self._taken, *self._lines) if one]
        self._lines, self._taken, self._steps, self._goal, self._there = [], "", [], "", False
        if seat != self._seat:
            return ""
        speech = self.session.speech
        said = [speech.say("engine/way_ends")] if on_the_way else []
        return " ".join([*said, speech.say("engine/left_out", "; ".join(lines))] if lines else said)

    def split(self, line: str, view: View) -> str:
        """The first of the answers that a line has one after another; the others are kept."""
        parts = [part.strip() for part in line.split(";")]
        if len(parts) < 2 or names_option(line, view["question"]):
            return line
        self._seat = view["seat"]
        self._lines = [part for part in parts[1:] if part]
        return parts[0]

    def sets_out(self, line: str, view: View) -> bool:
        """Whether the line names several steps, or where to go: they are taken one by one."""
        asked = view["question"]
        named = {str(one["label"]).casefold() for one in asked["options"] if _is_step(one)}
        command, _, rest = line.partition(" ")
        words = line.casefold().split()
        self._seat, self._walk = view["seat"], without_numbers(asked["prompt"])
        if command.casefold() == "go" and rest and named:
            goal = text_view.named(view, rest.strip())
            if goal is not None:
                self._goal, self._left = goal, FARTHEST
                return True
        if asked["sort"] != "several" and len(words) > 1 and words[0] in named:
            self._steps = words
            return True
        return False

    def next(self, view: View) -> str:
        """The answer to the open question that was written before; nothing if there is none."""
        if view["seat"] != self._seat:
            return ""
        same = without_numbers(view["question"]["prompt"]) == self._walk
        if self._there:
            self._there = False
            if same and (stop := _stop(view)):
                return stop
        if self._steps or self._goal:
            return self._step(view) if same else ""
        if self._taken:
            return self._part(view)
        return self._lines.pop(0) if self._lines else ""

    def action(self, line: str, view: View) -> str:
        """The answer by which a line begins an action, if it says what that is taken with, or chooses who
        takes it; else the line.
        """
        asked = view["question"]
        if names_option(line, asked) or asked["sort"] not in ("menu", "choose"):
            return line
        if asked["sort"] == "choose":
            return self._who(line, view)
        if line.casefold().startswith("go ") and (walk := self._walk_to(line[3:], view)):
            line = f"{walk} {line[3:]}"
        for number, option, rest in named_first(line, asked):
            if option["action"] is None:
                continue
            named, others = self._first_named(rest, view)
            seat, begins = view["seat"], option["id"]
            ways = [way for name in named for way in self.session.leading(seat, name, begins)]
            mine = [way for way in ways if way[0]["id"] == begins]
            if any(len(way) > 1 for way in mine):
                self._taken = rest
            elif any(text_view.is_space(view, name) for name in named) and self.session.sets_out(
                seat, begins
            ):
                self._lines.insert(0, f"go {rest}")
            elif mine:  # there is no other choice: the action is taken with it anyway
                self._taken = others
            else:
                continue
            self._seat = seat
            return str(number)
        return line

    def _who(self, line: str, view: View) -> str:
        """The answer by which a line chooses who acts; what they do follows."""
        for number, option, rest in named_first(line, view["question"]):
            if option["thing"] and rest:
                self._seat = view["seat"]
                self._lines.insert(0, rest)
                return str(number)
        return line

    def _walk_to(self, goal: str, view: View) -> str:
        """What the one action is called by which one walks there; nothing if there are none or several."""
        if not any(text_view.is_space(view, name) for name in self._first_named(goal, view)[0]):
            return ""
        found = [
            str(one["label"])
            for one in view["question"]["options"]
            if one["action"] is not None and self.session.sets_out(view["seat"], one["id"])
        ]
        return found[0] if len(found) == 1 else ""

    def _part(self, view: View) -> str:
        """What comes next of that with which an action is taken; nothing if it does not fit."""
        rest, asked = self._taken, view["question"]
        space = text_view.named(view, rest)
        if any(_is_step(one) and one["space"] == space for one in asked["options"]):
            self._taken = ""
            return f"go {rest}"
        if names_option(rest, asked):
            self._taken = ""
            return rest
        numbers: list[str] = []
        while len(numbers) < asked["most"] and (found := next(named_first(rest, asked), None)):
            number, option, left = found
            numbers.append(str(number))
            rest = self._not_settled(option, left, view)
        if numbers:
            self._taken = rest
        return " ".join(numbers)

    def _not_settled(self, option: SeenOption, words: str, view: View) -> str:
        """Some words without what the action is taken with anyway after an option."""
        named, others = self._first_named(words, view)
        ways = [way for name in named for way in self.session.leading(view["seat"], name, option["id"])]
        return others if any(len(way) == 1 and way[0]["id"] == option["id"] for way in ways) else words

    @staticmethod
    def _first_named(words: str, view: View) -> tuple[list[str], str]:
        """What the first of some words may name, the most of them that name anything; and the words left."""
        each = words.split()
        for cut in range(len(each), 0, -1):
            if named := text_view.every_named(view, " ".join(each[:cut])):
                return named, " ".join(each[cut:])
        return [], words

    def _step(self, view: View) -> str:
        if self._steps:
            return self._steps.pop(0)
        spaces = {one["space"]: str(one["label"]) for one in view["question"]["options"] if _is_step(one)}
        if self._goal in spaces:
            goal, self._goal, self._there = self._goal, "", True
            return spaces[goal]
        far = self.session.overlay(view["seat"], "reach", self._goal)["spaces"]
        near = min((one for one in spaces if one in far), key=lambda one: int(far[one]), default=None)
        if near is None or int(far[near]) >= self._left:
            return ""
        self._left = int(far[near])
        return spaces[near]


def _is_step(option: SeenOption) -> bool:
    return bool(option["space"]) and not option["thing"]


def _stop(view: View) -> str:
    """The one option that is neither a step nor anything else that can be done."""
    kinds = ("thing", "space", "link", "number", "action")
    options = view["question"]["options"]
    found = [str(one["label"]) for one in options if all(one[kind] is None for kind in kinds)]
    return found[0] if len(found) == 1 else ""
