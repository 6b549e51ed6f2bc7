"""Choices: what is offered to whom, what is taken without asking, and what an answer means.

An option is an integer: a thing, place, number or word of the set, the index of an action or of a labelled
block, or ELSE for the alternative. What people read about it is the business of questions/document.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tilewright.schemas.value_types import RESULT, type_of

from ..evaluating.operations import as_list
from ..evaluating.program_index import Env, Node
from ..state.primitives import NO_CAMPAIGN, NOTHING
from ..state.program import is_campaign, none_of, nothing
from ..state.state import (
    AGREE,
    CHOOSE,
    ELSE,
    MENU,
    NONE,
    NUMBER,
    OPTIONS,
    PAUSE,
    RESULTS,
    SEVERAL,
    TOGETHER,
    Stuck,
)
from .leaving import LeaveLoop, NextPass
from .running import Acted, Again, Frame, OnlyChoice, Picked, Question, Run, Running

YES = 0  # the option of `you may`


class Asking(Running):
    """The part of a game in progress that asks."""

    def ask(
        self,
        sort: int,
        options: tuple[int, ...],
        seats: tuple[int, ...],
        node: Node,
        frame: Frame,
        least: int = 1,
        most: int = 1,
    ) -> Run:
        """Wait for an answer to one question. Gives the options chosen."""
        self.state.q = (sort, options, seats, least, most, ())
        self.state.number += 1
        self.part_of = (node.get("$part") or (None,))[0]
        try:
            picked = self.taken((yield Question(sort, options, seats, node, frame)))
        finally:
            self.part_of = None
        self.state.q = None
        self.answering = picked.seat
        return tuple(options[one] for one in picked.ids)

    def taken(self, answer: Picked | Acted) -> Picked:
        """The answer to a question; where something is done on top of it, it has to be asked again. Raises
        Again then.
        """
        if isinstance(answer, Acted):
            self.state.q = None
            raise Again(answer)
        return answer

    def anew(self, ask: Callable[[], Run]) -> Run:
        """Ask; after everything that is done on top of the question, find its options anew and ask again."""
        while True:
            try:
                return (yield from ask())
            except Again as again:
                yield from self.take(again.acted.verb, again.acted.player, again.acted.player)

    def one(self, sort: int, options: tuple[int, ...], by: Node, node: Node, frame: Frame) -> Run:
        """Ask for one option, of whoever is to choose; all of them, if they have to agree."""
        seats = self.seats(by, frame)
        if by.get("all") and len(seats) > 1:
            return (yield from self.agree(options, seats, node, frame))
        return (yield from self.ask(sort, options, seats, node, frame))[0]

    def agree(self, options: tuple[int, ...], seats: tuple[int, ...], node: Node, frame: Frame) -> Run:
        """The answer stands when all have given the same."""
        answers: list[int | None] = [None] * len(seats)
        while True:
            self.state.q = (AGREE, options, seats, 1, 1, tuple(answers))
            self.state.number += 1
            picked = self.taken((yield Question(AGREE, options, seats, node, frame)))
            chosen = options[picked.ids[0]]
            answers[seats.index(picked.seat)] = chosen
            if all(one == chosen for one in answers):
                self.state.q = None
                self.answering = picked.seat
                return chosen

    def seats(self, by: Node, frame: Frame) -> tuple[int, ...]:
        """Who is asked; if that would be nobody, the first player."""
        return self.values.members(by["by"], frame.env) or self.access.players[:1]

    # ---------------------------------------------------------------- choose

    def choose(self, node: Node, frame: Frame) -> Run:
        """`choose x from SET`, and several at once."""
        options = self.values.members(node["from"], frame.env)
        by = node["by"]
        if not node.get("many") and not by.get("chance"):
            options = self.distinct(options, self.are_things(node["from"]))
        other = self.alternative(node, frame)
        if node.get("open") and not options and other is None and not node.get("many"):
            options = (nothing(node),)
        if not options and not node.get("open"):
            # Nothing to choose from leaves nothing to ask: what stands for it happens at once.
            frame.env[node["name"]] = () if node.get("many") else nothing(node)
            instead = node["none"] if node.get("none") is not None else (other["body"] if other else [])
            yield from self.block(instead, frame)
            return
        if node.get("many"):
            yield from self.several(node, options, other, frame)
        elif by.get("chance"):
            frame.env[node["name"]] = self.access.draw(options, nothing(node))
        else:
            if other is None and len(options) == 1 and not node.get("open"):
                frame.env[node["name"]] = options[0]
                self.unasked.append(OnlyChoice(options, frame.rule, self.kind_asked(node)))
                return
            offered = options if other is None else (*options, ELSE)
            chosen = yield from self.one(CHOOSE, offered, by, node, frame)
            frame.env[node["name"]] = chosen
            if chosen == ELSE and other is not None:
                frame.env[node["name"]] = nothing(node)
                yield from self.block(other["body"], frame)
            elif chosen == nothing(node) and other is None:
                yield from self.block(node.get("none") or [], frame)

    def several(self, node: Node, options: tuple[int, ...], other: Node | None, frame: Frame) -> Run:
        """`choose up to n`, `exactly n`, `any number`."""
        least = self.values.of(node["least"], frame.env)
        most = min(self.values.of(node["most"], frame.env), len(options))
        by = node["by"]
        if by.get("chance"):
            left, drawn = list(options), list[int]()
            self.values.pay(None, most * (1 + len(left) // 20))
            while left and len(drawn) < most:
                drawn.append(self.access.draw(tuple(left)))
                left.remove(drawn[-1])
            frame.env[node["name"]] = tuple(drawn)
            return
        if not node.get("open") and (most < 1 or len(options) <= least):
            frame.env[node["name"]] = options if most > 0 else ()
            if most > 0:
                self.unasked.append(OnlyChoice(options, frame.rule, self.kind_asked(node)))
            return
        offered = options if other is None else (*options, ELSE)
        chosen = yield from self.ask(
            SEVERAL, offered, self.seats(by, frame), node, frame, min(least, most), most
        )
        frame.env[node["name"]] = chosen
        if other is not None and ELSE in chosen:
            frame.env[node["name"]] = ()
            yield from self.block(other["body"], frame)

    def alternative(self, node: Node, frame: Frame) -> Node | None:
        other: Node | None = node.get("else")
        return other if other and self.values.holds(other.get("when"), frame.env) else None

    def choose_number(self, node: Node, frame: Frame) -> Run:
        low, high = self.values.of(node["low"], frame.env), self.values.of(node["high"], frame.env)
        options, other = tuple(range(low, high + 1)), self.alternative(node, frame)
        by = node["by"]
        if by.get("chance"):
            frame.env[node["name"]] = self.access.draw(options, low)
            return
        options = options if other is None else (*options, ELSE)
        if node.get("open"):
            options = options or (low,)
        if len(options) < 2 and not node.get("open"):
            chosen = options[0] if options else low
            self.unasked.append(OnlyChoice((chosen,), frame.rule, "number"))
        else:
            chosen = yield from self.one(NUMBER, options, by, node, frame)
        frame.env[node["name"]] = chosen
        if chosen == ELSE and other is not None:
            frame.env[node["name"]] = nothing(node)
            yield from self.block(other["body"], frame)

    def may(self, node: Node, frame: Frame) -> Run:
        """`you may "Label"`."""
        taken, offered = False, self.values.holds(node.get("when"), frame.env)
        if offered or node.get("open"):
            options = (YES, ELSE) if offered else (ELSE,)
            chosen = yield from self.one(OPTIONS, options, node["by"], node, frame)
            taken = chosen == YES
        yield from self.block(node["then"] if taken else node.get("else") or [], frame)

    def choose_one(self, node: Node, frame: Frame) -> Run:
        """`choose one:` of labelled blocks."""
        every = node["options"]
        options = tuple(i for i, one in enumerate(every) if self.values.holds(one.get("when"), frame.env))
        if not options and not node.get("open"):
            return
        by = node["by"]
        if by.get("chance"):
            chosen = self.access.draw(options)
        elif len(options) == 1 and not node.get("open"):
            chosen = options[0]
        else:
            chosen = yield from self.one(OPTIONS, options or (NONE,), by, node, frame)
        yield from self.block(every[chosen]["body"] if chosen != NONE else [], frame)

    def ties(self, node: Node, tied: tuple[int, ...], frame: Frame) -> Run:
        """Which of those with the same key comes first."""
        by: Node = {"by": node["ties"], "all": node.get("agree")}
        return (yield from self.anew(lambda: self.one(CHOOSE, tied, by, node, frame)))

    def part(self, part: Node, verb: str, env: Env) -> Run:
        """Ask for a part that a call has left open; None if there is nothing to choose from."""
        things = type_of(part["type"]).is_thing
        declared = self.index.data["verbs"][verb]
        asking = {**part, "$part": [verb, part["name"]], "at": declared.get("at", -1)}

        def ask() -> Run:
            options = self.distinct(self.values.members(part["from"], env), things)
            seats = as_list(env["you"]) or self.access.players[:1]
            frame = Frame(env, rule=declared.get("label"))
            return (yield from self.one_part(asking, options, options, seats, frame))

        return (yield from self.anew(ask))

    def one_part(
        self,
        part: Node,
        options: tuple[int, ...],
        among: tuple[int, ...],
        seats: tuple[int, ...],
        frame: Frame,
    ) -> Run:
        """Ask for one part; None if there is nothing to choose from. `among` are its choices before those
        were left out with which an action could not go on.
        """
        always = part.get("open") == "always" or (part.get("open") == "several" and len(among) > 1)
        if len(options) < 2 and not always:
            self.unasked.append(OnlyChoice(options, frame.rule or part["$part"][0], part["type"]))
            return options[0] if options else None
        none = none_of(part["type"])
        (chosen,) = yield from self.ask(CHOOSE, options or (none,), seats, part, frame)
        return None if chosen == none else chosen

    # ---------------------------------------------------------------- menus

    def offer(self, node: Node, frame: Frame) -> Run:
        """`offer MENU to ACTOR`: an action that can be completed and paid for, then its parts."""
        actions = self.index.data["menus"][node["menu"]]["actions"]
        you = self.seats(node["by"], frame)[0]
        actor = you if node.get("to") is None else self.values.of(node["to"], frame.env)
        possible = tuple(i for i, verb in enumerate(actions) if self.completions(verb, actor, you))
        other = self.alternative(node, frame)
        always = node.get("secret") or node.get("open")
        if not possible and other is None and not always:
            return
        chosen = possible[0] if possible else ELSE
        if always or (possible and (node.get("else") is not None or len(possible) > 1)):
            offered = (possible if other is None else (*possible, ELSE)) or (NONE,)
            chosen = yield from self.one(MENU, offered, node["by"], node, frame)
            # Where several may answer, the action is that of whoever did.
            if node.get("to") is None and actor == you:
                actor = self.answering
            you = self.answering
        elif possible:
            self.unasked.append(OnlyChoice((chosen,), frame.rule, menu=node["menu"]))
        if chosen == NONE:
            return
        if chosen == ELSE and other is not None:
            yield from self.block(other["body"], frame)
            return
        yield from self.take(actions[chosen], actor, you)

    def take(self, verb: str, actor: int, you: int) -> Run:
        """Ask for the parts of an action that can be completed, and run it."""
        declared = self.index.data["verbs"][verb]
        env = self.beginning(declared, actor, you)
        for part in declared["parts"]:
            if part.get("from") is not None:
                chosen = yield from self.anew(partial(self.next_part, verb, part, env))
                if chosen is None:
                    return  # what was done on top of the question took the last choice
                env[part["name"]] = chosen
        for price in declared.get("takes") or ():
            old, amount = self.values.of(price["target"], env), self.values.of(price["amount"], env)
            yield from self.assign(
                price["target"], old - amount, Frame(env), {"op": "set", "target": price["target"]}
            )
        for index in range(len(declared.get("limits") or ())):
            self.state.v[self.access.counter(verb, index, env)] += 1  # type: ignore[operator]
        yield from self.call(verb, [env[part["name"]] for part in declared["parts"]], you)

    def next_part(self, verb: str, part: Node, env: Env) -> Run:
        """One part of an action that is taken, from those with which it can go on."""
        declared = self.index.data["verbs"][verb]
        options = self.continued(verb, part, env)
        among = self.distinct(self.values.members(part["from"], env), type_of(part["type"]).is_thing)
        frame = Frame(env, rule=declared.get("label"))
        asking = {**part, "$part": [verb, part["name"]], "at": declared.get("at", -1)}
        return (yield from self.one_part(asking, options, among, (env["you"],), frame))

    # ---------------------------------------------------------------- together, pause

    def together(self, node: Node, frame: Frame) -> Run:
        """Everybody chooses, in any order, until all are in; then the body runs for each in turn."""
        members = self.values.members(node["set"], frame.env)
        inner: Node = node["choose"]
        asked, taken = [], {}
        for member in members:
            entry = self.asked_together(node, member, frame)
            if isinstance(entry, tuple):
                asked.append(entry)
            else:
                taken[member] = entry[0]
        answers: list[Any] = [None] * len(asked)
        while None in answers:
            seats = tuple(dict.fromkeys(seat for one in asked for seat in one[1]))
            self.state.q = (TOGETHER, tuple(asked), seats, 1, 1, tuple(answers))
            self.state.number += 1
            picked = self.taken((yield Question(TOGETHER, tuple(asked), seats, node, frame)))
            place = picked.member
            chosen = tuple(asked[place][2][one] for one in picked.ids)
            answers[place] = chosen if inner.get("many") else chosen[0]
        self.state.q = None
        taken |= {entry[0]: answer for entry, answer in zip(asked, answers, strict=True)}
        for member in members:
            try:
                yield from self.turn(node, member, taken[member], frame)
            except NextPass:
                continue
            except LeaveLoop:
                return

    def turn(self, node: Node, member: int, chosen: object, frame: Frame) -> Run:
        """What follows the answer of one of those who were asked together."""
        inner: Node = node["choose"]
        other = inner.get("else") if inner["op"] != "may" else None
        frame.env[node["name"]] = member
        if "name" in inner:
            frame.env[inner["name"]] = chosen
        if other is not None and chosen in (ELSE, (ELSE,)):
            if "name" in inner:
                frame.env[inner["name"]] = () if inner.get("many") else nothing(inner)
            yield from self.block(other["body"], frame)
        elif chosen != NONE:
            yield from self.done_together(inner, chosen, frame)
        yield from self.block(node["body"], frame)

    def done_together(self, inner: Node, chosen: object, frame: Frame) -> Run:
        """The block or action that a member has chosen; an action only if it is still possible."""
        if inner["op"] == "may":
            yield from self.block(inner["then" if chosen == YES else "else"], frame)
        elif inner["op"] == "choose_one":
            yield from self.block(inner["options"][chosen]["body"], frame)
        elif inner["op"] == "offer":
            you = self.seats(inner["by"], frame)[0]
            actor = you if inner.get("to") is None else self.values.of(inner["to"], frame.env)
            verb = self.index.data["menus"][inner["menu"]]["actions"][chosen]
            if self.completions(verb, actor, you):
                yield from self.take(verb, actor, you)

    def asked_together(self, node: Node, member: int, frame: Frame) -> Any:
        """What one member is asked: (member, seats, options, least, most).

        Where there is nothing to decide it is what the member gets, in a list.
        """
        inner: Node = node["choose"]
        env = {**frame.env, node["name"]: member}
        least, most = 1, 1
        if inner["op"] == "choose_number":
            low, high = self.values.of(inner["low"], env), self.values.of(inner["high"], env)
            options = tuple(range(low, high + 1))
            decided = len(options) < 2
        elif inner.get("many"):
            options = self.values.members(inner["from"], env)
            most = min(self.values.of(inner["most"], env), len(options))
            least = self.values.of(inner["least"], env)
            decided = most < 1 or len(options) <= least
            least = min(least, most)
        elif inner["op"] == "choose_one":
            every = enumerate(inner["options"])
            options = tuple(i for i, one in every if self.values.holds(one.get("when"), env))
            decided = len(options) < 2
        elif inner["op"] == "offer":
            options = self.possible_together(inner, Frame(env, rule=frame.rule))
            decided = len(options) < 2
        elif inner["op"] == "may":
            options = (YES, ELSE) if self.values.holds(inner.get("when"), env) else (ELSE,)
            decided = len(options) < 2
        else:
            options = self.distinct(self.values.members(inner["from"], env), self.are_things(inner["from"]))
            decided = len(options) < 2
        other = inner.get("else") if inner["op"] != "may" else None
        if other and (options or inner["op"] == "offer") and self.values.holds(other.get("when"), env):
            options, decided = (*options, ELSE), not options
        if inner.get("open"):
            options, decided = options or (() if inner.get("many") else (nothing(inner),)), False
        if decided:
            return [options if inner.get("many") else options[0] if options else nothing(inner)]
        return member, self.seats(inner["by"], Frame(env, rule=frame.rule)), options, least, most

    def possible_together(self, inner: Node, frame: Frame) -> tuple[int, ...]:
        """The actions of a menu that a member can take."""
        you = self.seats(inner["by"], frame)[0]
        actor = you if inner.get("to") is None else self.values.of(inner["to"], frame.env)
        actions = self.index.data["menus"][inner["menu"]]["actions"]
        return tuple(i for i, verb in enumerate(actions) if self.completions(verb, actor, you))

    def pause(self, node: Node, frame: Frame) -> Run:
        """A moment for those who can use a menu at any time: it lasts until all of them have gone on."""
        passed = list[int]()

        def ask() -> Run:
            able = dict.fromkeys(one.player for one in self.any_time() if one.player not in passed)
            if able:
                yield from self.ask(PAUSE, (0,), tuple(able), node, frame)
                passed.append(self.answering)
            return bool(able)

        while (yield from self.anew(ask)):
            pass

    def play_mission(self, node: Node, frame: Frame) -> Run:
        """The mission is asked how it ends. Raises Stuck outside of a campaign, and for no mission."""
        if not is_campaign(self.index.data):
            raise Stuck(NO_CAMPAIGN)
        mission = self.values.of(node["mission"], frame.env)
        if mission < 0:
            raise Stuck(NOTHING)
        (result,) = yield from self.ask(CHOOSE, tuple(RESULTS.values()), (mission,), node, frame)
        if node.get("name"):
            frame.env[node["name"]] = result

    def kind_asked(self, node: Node) -> str:
        """The type of the options of a question, from the statement that asks it."""
        match node.get("op"):
            case "may" | "choose_one" | "pause":
                return "option"
            case "offer":
                return "action"
            case "choose_number":
                return "number"
            case "play_mission":
                return RESULT
            case "together":
                return self.kind_asked(node["choose"])
            case "for_each":
                return self.types.of(node["set"]).element
            case "choose" if node.get("numbers"):
                return "number"
            case "choose":
                return self.types.of(node["from"]).element
            case _:
                return type_of(node["type"]).element

    def are_things(self, node: Node) -> bool:
        """Whether the members of a set are things rather than numbers, words or places."""
        return self.types.of(node).element.base in ("any", "thing")
