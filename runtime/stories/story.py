"""One story as it is played: what is given, what is done, what is expected.

The first thing done that cannot be done ends a story; of what is expected all lines are looked at. Whatever
a story tells, it comes to an end: there are bounds for all that may go round in a circle. The expected is
looked up in the state (expecting.py), never in the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tilewright.schemas.operation_table import NUMBERS
from tilewright.schemas.value_types import SOMEBODY, type_of

from ..analysis.program_types import Types
from ..engine.engine import NotOffered, option_count
from ..evaluating.evaluator import Evaluator
from ..evaluating.operations import Unreadable, as_list
from ..evaluating.position import Position
from ..evaluating.program_index import Node
from ..evaluating.state_access import StateAccess
from ..questions import document as questions
from ..questions.document import Asked, QuestionSite, asked
from ..seats.handles import Handles
from ..seats.seat_view import SeatView
from ..seats.titles import numbered_title_of, title_of, verb_title_of
from ..seats.wording import wording
from ..state.state import (
    CHOOSE,
    ELSE,
    FUEL,
    MENU,
    NO_NUMBER,
    NONE,
    NUMBER,
    OPTIONS,
    SEVERAL,
    GameEnd,
    Over,
)
from .driving import NotResumed
from .failing import Failed
from .foreseeing import foreseen_draw, taken
from .happening import happened
from .moments import expect, wrong
from .playing import Playing
from .script import Script, Unforeseen, face_numbers, place_of
from .sorts import fits, is_nothing, sort_asked, sort_of
from .taking import counters_of, is_in_menu, price_of, refusal
from .undoing import undo
from .unforeseen import told_unforeseen

SILENT = 100
"""So many questions in a row may answer themselves."""
ROUNDS = 200
"""So often `answer … until …` gives its answer."""
ANSWERS = 2_000
"""So many answers a story may give."""
WORK = 10 * FUEL
"""What all that happens in a story may cost: some twenty seconds."""


class _AuthorsView(SeatView):
    """What the designer sees, with the number of each card: its author means one of several."""

    def title(self, thing: int) -> str:
        return numbered_title_of(self.index, thing)


class Story:
    """One story as it is played. `failures` are the lines that do not hold, by their places in the spans.

    `beside` plays another one, from its own beginning, in a game of the same kind.
    """

    def __init__(self, game: Playing, script: Script, test: Node, beside: Callable[[Node], Story]) -> None:
        self.game = game
        self.index = game.index
        self.script = script
        self.test = test
        self.at: int = test.get("at", NONE)
        self.failures: list[tuple[int, str]] = []
        self.log: list[str] | None = None  # what had happened when the first line did not hold
        self.foretold: dict[tuple[str, int], int] = {}  # the last line about each die and each pile's order
        self.asked_in_vain = False  # whether it named a choice that was not there
        self.beside = beside
        self.marks: list[tuple[Any, int]] = []  # where the game was before each answer, and who gave it
        self.scene = game.state.clone(), 0  # how the scene began, and how much had happened until then
        self.silent = self.answers = self.work = 0
        self.types = Types(self.index.program, {"you": SOMEBODY}).learn(test)
        script.like, script.takes = self.alike, partial(taken, self)

    def play(self) -> None:
        """Play it to its end."""
        try:
            for part in self.test["parts"]:
                PARTS[part["sort"]](self, part["steps"])
            for sort, number, message in self.game_script().left():
                self.at = number if sort == "draws" else self.foretold.get((sort, number), self.at)
                self.fail(Failed(f"The test is wrong: {message}"))
        except (Unforeseen, Over, Failed, NotResumed) as failed:
            self.fail(failed)

    def fail(self, failed: Unforeseen | Over | Failed | NotResumed) -> None:
        """Note what does not hold here."""
        message = str(failed)
        if isinstance(failed, Unforeseen):
            message = told_unforeseen(self, failed)
        elif isinstance(failed, Over):
            message = f"The test is wrong: {self.stuck(failed.end)}"
        self.log = happened(self) if self.log is None else self.log
        if (self.at, message) not in self.failures:
            self.failures.append((self.at, message))

    def game_script(self) -> Script:
        return self.game.state.script or self.script

    # ---------------------------------------------------------------- parts

    def given(self, steps: list[Node]) -> None:
        """What is so when a scene begins: no rule reacts to it, and none may want to.

        What still went on from the scene before is dropped, an open question too. Raises Failed if one does.
        """
        self.game.drop()
        self.marks.clear()
        for step in steps:
            self.at = step.get("at", self.at)
            self.game.silently([step])
            self.spend()
            self.no_end("The test is wrong: what is given ends the game")
        self.scene = self.game.state.clone(), len(self.game.events or ())
        reacting = self.game.would_react()
        if reacting is not None:
            raise Failed(f"The test is wrong: the rule {reacting} would react to what is given.")

    def do(self, steps: list[Node]) -> None:
        """Run the steps of a scene. Raises Failed for an open question, or if nothing can be undone."""
        for step in steps:
            self.at, self.silent = step.get("at", self.at), 0
            match step["op"]:
                case "dice":
                    faces = face_numbers(self.index.program, step["die"], step["faces"])
                    self.foretold["faces", self.script.dice.index(step["die"])] = self.at
                    self.game_script().foresee(step["die"], faces)
                case "chance":
                    self.game_script().foresee_draws(
                        [foreseen_draw(self, one) for one in step["values"]], self.at
                    )
                case "shuffled":
                    things, place = [self.value(one) for one in step["values"]], self.value(step["place"])
                    self.foretold["order", place] = self.at
                    self.game_script().foresee_order(place, things)
                case "answer":
                    self.answer(step)
                case "undo":
                    undo(self, step)
                case "let":
                    self.game.env[step["name"]] = self.value(step["value"])
                case _:
                    while self.passed_over():
                        pass
                    if self.game.state.q is not None:
                        raise Failed(f"{self.asks()}, and the test does not answer.")
                    self.no_end("The game is over before this")
                    self.run(step)

    def run(self, step: Node) -> None:
        """Do something. An action that a menu offers is taken as by a player, unless the story forces it:
        raises Failed if he could not take it.
        """
        if step["op"] == "set_up":
            self.game.set_up()
        elif step["op"] != "call" or step.get("forced") or not is_in_menu(self.index, step["verb"]):
            self.game.run([step])
        else:
            values = [None if one is None else self.value(one) for one in step["args"]]
            you = self.value(step["you"])
            reason = refusal(self, step["verb"], values, you)
            if reason is not None:
                title = verb_title_of(self.index, step["verb"])
                raise Failed(
                    f"{title} cannot be done: {reason} (`force {step['verb']} …` calls it all the same.)"
                )
            price = price_of(self.index, step)
            self.game.run([*price, step], counters_of(self, step["verb"], values, you))
        self.spend()

    # ---------------------------------------------------------------- bounds

    def spend(self) -> None:
        """Count what was just done. Raises Failed where a rule, or the story as a whole, goes on for ever."""
        over = self.game.state.over
        if over is not None and over.outcome == "stuck":
            raise Failed(self.stuck(over))
        self.work += FUEL - self.game.state.fuel
        if self.work > WORK:
            raise Failed("The test takes too long: what it does until here is the work of many games.")

    def stuck(self, end: GameEnd) -> str:
        """Why the game cannot go on, and which line of the rules it is."""
        where = ", ".join(one for one in (end.rule, place_of(self.index.program, end.at)) if one)
        said = self.sight().raw_text(end.reason)
        return f"{said.removesuffix('.')} ({where})." if where else said

    # ---------------------------------------------------------------- answers

    def answer(self, step: Node) -> None:
        """Give an answer, or the same again and again until what is expected is so. Raises Failed if that
        never comes.
        """
        until = step.get("until")
        if until is None:
            self.answer_once(step)
            return
        for _ in range(ROUNDS):
            if wrong(self, until) is None:
                return
            self.answer_once(step)
        found = wrong(self, until)
        if found is not None:
            raise Failed(f"This goes on for ever; after {ROUNDS} times: {found}")

    def answer_once(self, step: Node) -> None:
        """Give one answer, or one after another where the question is not about several. Raises Failed if the
        seat is not asked.
        """
        values = list(step["values"])
        while values:
            if self.game.state.q is None:
                self.asked_in_vain = True
                raise Failed(f"Nobody is asked{self.because()}{self.unasked() or '.'}")
            seat = self.answering(step.get("by"))
            site = self.game.site()
            mine = asked(self.game.state.q, seat, site)
            site = mine.site if mine is not None else site
            if (mine is None or not self.is_answer(values[0], mine, site)) and self.passed_over():
                continue
            extra = self.extra(values[0], seat if step.get("by") is not None else None)
            if extra is not None and (mine is None or not self.positions(values[0], mine, site)):
                self.give(*extra)
                values = values[1:]
                continue
            if mine is None:
                raise Failed(f"{title_of(self.index, seat)} is not asked; {self.asks()}.")
            now, values = (values, []) if mine.sort == "several" else (values[:1], values[1:])
            ids = [one for value in now for one in self.ids(value, mine, site)]
            self.give(tuple(ids) if mine.sort == "several" else ids[0], seat)

    def answers_itself(self) -> bool:
        """Whether the open question has one answer, and is asked only so as not to tell a secret."""
        q = self.game.state.q
        if q is None or q[0] not in (CHOOSE, MENU, NUMBER, OPTIONS, SEVERAL) or not self.game.site().open:
            return False
        return len(q[1]) <= (q[3] if q[0] == SEVERAL else 1)

    def passed_over(self) -> bool:
        """A question with one answer, asked only so as not to tell a secret, answers itself in a story.

        It does so only where the story says something else than that answer. Raises Failed if it does so
        for ever.
        """
        if not self.answers_itself():
            return False
        self.silent += 1
        if self.silent > SILENT:
            raise Failed(f"This goes on for ever: {self.asks()}, again and again.")
        q = self.game.state.q
        assert q is not None
        self.game.answer(tuple(range(len(q[1]))) if q[0] == SEVERAL else 0, q[2][0])
        self.spend()
        return True

    def give(self, answer: int | tuple[int, ...], seat: int) -> None:
        """Give an answer, and remember where the game was before. Raises Failed if it is no answer."""
        self.answers += 1
        if self.answers > ANSWERS:
            raise Failed(f"The test takes too long: it has given {ANSWERS} answers.")
        self.marks.append((self.game.mark(), seat))
        try:
            self.game.answer(answer, seat)
        except (ValueError, NotOffered) as refused:
            raise Failed(f"That is not an answer: {str(refused).removesuffix('.')}.") from None
        self.spend()

    def extra(self, value: Node, seat: int | None) -> tuple[int, int] | None:
        """The id of an action that can be taken at any time, and who takes it."""
        assert self.game.state.q is not None, "it is looked for where a question is open"
        first = option_count(self.game.state.q)
        for number, (player, menu, action) in enumerate(self.game.any_time()):
            verb = self.index.data["menus"][menu]["actions"][action]
            if value.get("action") == verb and seat in (None, player):
                return first + number, player
        return None

    def answering(self, by: Node | None) -> int:
        if by is not None:
            return int(self.value(by))
        assert self.game.state.q is not None
        return questions.awaited(self.game.state.q)[0]

    def is_answer(self, value: Node, mine: Asked, site: QuestionSite) -> bool:
        return is_nothing(value, mine) or bool(self.positions(value, mine, site))

    def ids(self, value: Node, mine: Asked, site: QuestionSite) -> list[int]:
        """The ids of the options that a value of the story means. Raises Failed if one of them is not
        offered.
        """
        positions = self.positions(value, mine, site)
        if not positions and not is_nothing(value, mine):
            self.asked_in_vain = True
            raise Failed(f"{self.not_offered(self.named(value))}; {self.asks()}{self.unasked() or '.'}")
        return [mine.first + one for one in positions]

    def positions(self, value: Node, mine: Asked, site: QuestionSite) -> list[int]:
        """The places of the options that a value means; none if it is not offered."""
        sight = self.sight()
        if "label" in value:
            wanted = value["label"].casefold()
            shown = [questions.label(sight, site, mine.sort, one).casefold() for one in mine.options]
            noted = [(questions.note(sight, site.note, one) or "").casefold() for one in mine.options]
            return next(([said.index(wanted)] for said in (shown, noted) if wanted in said), [])
        if "action" in value:
            actions = (
                self.index.data["menus"][site.menu]["actions"] if site.menu and mine.sort == "menu" else []
            )
            shown = ["" if one < 0 else actions[one] for one in mine.options] if actions else []
            return [shown.index(value["action"])] if value["action"] in shown else []
        if not fits(sort_of(value, self.types), sort_asked(mine, site)):
            return []
        wanted = self.value(value)
        if mine.sort == "options":  # chosen by their labels; of all values only `none` answers: it declines
            return [i for i, one in enumerate(mine.options) if one in (ELSE, NONE) and wanted == NONE]
        found = []
        for one in as_list(wanted) if isinstance(wanted, tuple) else (wanted,):
            if one in mine.options:
                found.append(mine.options.index(one))
            else:
                like = [
                    i for i, option in enumerate(mine.options) if i not in found and self.alike(one, option)
                ]
                found += like[:1]
        return found

    def alike(self, a: int, b: int) -> bool:
        """Whether two things are copies that nobody can tell apart."""
        things, position = range(self.index.size), Position(self.index, self.game.state)
        return a in things and b in things and position.likeness(a) == position.likeness(b)

    # ---------------------------------------------------------------- looking

    def value(self, node: Node) -> Any:
        """The value of an expression now. Raises Failed if it takes what the game has not got to yet."""
        try:
            return Evaluator(self.index, StateAccess(self.index, self.game.state)).of(node, self.game.env)
        except Unreadable as missing:
            raise Failed(f"`{missing.args[0]}` is not known yet: {self.asks()}.") from None

    def sight(self, seat: int | None = None) -> SeatView:
        return SeatView(self.index, self.game.state, seat, Handles())

    def named(self, value: Node) -> str:
        """A value of the story in a message."""
        if "label" in value:
            return f'"{value["label"]}"'
        if "action" in value:
            return verb_title_of(self.index, value["action"])
        if "undo" in value:
            return "undo"
        found, kind = self.value(value), self.types.of(value)
        if kind.is_scalar and not isinstance(found, tuple):
            return str(self.sight().written(str(kind), found))
        return self.shown(found, value["op"])

    def shown(self, value: Any, op: str = "") -> str:
        if isinstance(value, tuple):
            return ", ".join(self.shown(one, op) for one in value) or "nothing"
        if value == NO_NUMBER or (value == NONE and op not in NUMBERS):
            return "none"
        return str(value) if op in NUMBERS else numbered_title_of(self.index, value)

    def not_offered(self, *named: str, to: str = "") -> str:
        """What is said of values, as messages name them, that a question does not offer."""
        some = [one for one in named if one not in ("nothing", "none")]
        return f"{', '.join(some)} is not offered{to}" if some else "What is named here is nothing at all"

    def asks(self) -> str:
        """Who is asked what, in a message."""
        question = self.game.state.q
        if question is None:
            return f"nobody is asked{self.because()}"
        site = self.game.site()
        mine = asked(question, None, site)
        assert mine is not None
        site = mine.site
        sight = _AuthorsView(self.index, self.game.state, None, Handles())
        labels = [questions.label(sight, site, mine.sort, one) for one in mine.options]
        who = ", ".join(title_of(self.index, seat) for seat in questions.awaited(question))
        what, by = site.menu or site.name, self.by(site.rule, site.at)
        named = f" `{what}`" if what else ""
        return f"{who} is asked to choose{named}{by} from {', '.join(labels) or 'nothing'}"

    def by(self, rule: str | None, at: int) -> str:
        """The rule that asks or rolls, and where that is written, in a message: ` (A-1, rules.wright:12)`."""
        known = ", ".join(one for one in (self.sight().rule(rule), place_of(self.index.program, at)) if one)
        return f" ({known})" if known else ""

    def unasked(self) -> str:
        """What was the only choice since the last answer, and so was taken without a question."""
        found = []
        for options, rule, kind, menu in self.game.unasked[-3:]:
            if menu is not None:
                actions = self.index.data["menus"][menu]["actions"]
                names = [verb_title_of(self.index, actions[one]) for one in options]
            else:
                # The interpreter knows no type of a local: what is no number is a thing then.
                known = type_of(kind).base != "any"
                names = [
                    str(self.sight().written(kind, one)) if known else self.shown(one) for one in options
                ]
            by = self.sight().rule(rule)
            found.append(wording(self.index).listed(names).words + (f" ({by})" if by else ""))
        if not found:
            return ""
        was = "these were the only choices" if len(found) > 1 else "it was the only choice"
        return f". Taken without a question, since {was}: {'; '.join(found)}."

    def because(self) -> str:
        """How the game ended, if it has."""
        over = self.sight().over()
        if over is None:
            return ""
        said = f"{over['outcome']}, " + (f'"{over["reason"]}"' if over["reason"] else "no reason given")
        return f": the game is over, {said}" + (f" ({over['rule']})" if over["rule"] else "")

    def no_end(self, message: str) -> None:
        """Raises Failed if the game has ended."""
        if self.game.state.over is not None:
            raise Failed(f"{message}{self.because()}.")


PARTS = {"given": Story.given, "do": Story.do, "expect": expect}
