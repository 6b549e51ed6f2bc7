"""What statements do, one after another, as the document says: docs/internals/semantics.md, section for
section.

Every statement is a Python generator, so that a question in the middle of anything simply waits there.
Choices are in asking.py, verbs and the rules around them in calls.py.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from tilewright.schemas.operation_table import ASKS
from tilewright.schemas.walking import VISITED, unvisited

from ..analysis.costs import COPY, STEP, TELLING, TOLD
from ..analysis.program_types import grows
from ..evaluating.evaluator import OPERATION
from ..evaluating.operations import as_list, bounded, within
from ..evaluating.program_index import Node, ProgramIndex, called
from ..state.primitives import DEEP, ENDLESS, MEMBERS, NOTHING
from ..state.program import nothing
from ..state.state import ASLEEP, FUEL, NONE, Over, State, Stuck
from .asking import Asking
from .calls import Calls
from .changes import Changes
from .leaving import LeaveBody, LeaveGame, LeaveLoop, NextPass
from .running import Frame, Run
from .settle import Settle

PASSES = 200_000  # loop passes and calls
DEPTH = 400


class Play(Asking, Calls, Changes, Settle):
    """One game in progress."""

    def __init__(self, index: ProgramIndex, state: State) -> None:
        super().__init__(index, state)
        self.passes = 0
        self.depth = 0
        self.held: list[Node] | None = None  # the changes made inside `at_once`
        self.finishing = False

    def begin_answer(self) -> None:
        """From here on counts what one answer may take."""
        self.passes, self.state.fuel = 0, FUEL

    # ---------------------------------------------------------------- beginning and end

    def defaults(self) -> None:
        """The properties whose defaults have to be worked out get them."""
        try:
            for cell, default, entity in self.index.program.computed:
                self.state.v[cell] = self.values.of(default, {"this": entity})
        except Over as over:
            self.end(over)

    def end(self, over: Over) -> None:
        """The game is over: nothing is asked any more, nothing lasts."""
        self.state.over = over.end
        self.state.q, self.state.fx, self.state.busy = None, (), ()

    def top(self, statements: Run) -> Run:
        """Statements below which nothing runs. The game may end in them, or with one last verb."""
        try:
            with suppress(LeaveBody):
                yield from statements
        except Over as over:
            self.end(over)
        except LeaveGame as finish:
            yield from self.finish(finish)

    def finish(self, finish: LeaveGame) -> Run:
        self.state.fx, self.state.busy, self.held = (), (), None
        self.state.v[ASLEEP], self.finishing, self.depth = 1, True, 0
        try:
            yield from self.call(finish.verb, finish.parts, finish.you)
            raise Over("draw", (), "The game has ended.", None, -1)
        except Over as over:
            self.end(over)

    # ---------------------------------------------------------------- blocks

    def block(self, statements: list[Node], frame: Frame) -> Run:
        """The statements, one after another. Raises Stuck with the rule and the place of the statement."""
        for statement in statements:
            self.state.fuel -= TOLD if statement["op"] in TELLING else 10 * OPERATION
            self.access.where = frame.rule, statement.get("at", -1)
            try:
                begin: Any = partial(STATEMENTS[statement["op"]], self, statement, frame)
                run: Run | None = self.anew(begin) if statement["op"] in ASKS else begin()
                if run is not None:
                    yield from run
            except Stuck as stuck:
                raise stuck.inside(frame.rule, statement.get("at", -1)) from None
            except RecursionError:
                raise Stuck(DEEP, frame.rule, statement.get("at", -1)) from None

    def body(self, statements: list[Node], frame: Frame) -> Run:
        """A whole body, until its end, `done` or `give`. Gives what was given, and whether anything was.
        Raises Stuck where rules call each other without end.
        """
        self.depth += 1
        if self.depth > DEPTH:
            raise Stuck(DEEP)
        try:
            yield from self.block(statements, frame)
        except LeaveBody as done:
            return done.value, done.given
        finally:
            self.depth -= 1
        return NONE, False

    def spend(self, rule: Node | None = None, name: str | None = None) -> None:
        """One loop pass, or the call of a rule, of what an answer may take. Raises Stuck once nothing is
        left.
        """
        self.passes += 1
        if self.passes > PASSES or self.state.fuel < 0:
            what = (None, -1) if rule is None else (called(rule, name), rule.get("at", -1))
            raise Stuck(ENDLESS, *what)

    def changed(self, node: Node) -> Run:
        """The rules that read what a statement writes may react; within `at_once` at its end."""
        if self.held is not None:
            self.held.append(node)
        else:
            yield from self.settle(self.analysis.following(self.analysis.writes(node, self.types)))


# ------------------------------------------------------------------------- statements, in the order of the
# table


def _kept(play: Play, node: Node, frame: Frame) -> Any:
    """A value that is kept; what is put together from others must not grow for ever."""
    value = bounded(play.values.of(node, frame.env))
    if isinstance(value, tuple):
        play.state.fuel -= len(value) * 4 * COPY
    if isinstance(value, int) and grows(play.index.program, node):
        within(value)
    return value


def _let(play: Play, node: Node, frame: Frame) -> None:
    frame.env[node["name"]] = _kept(play, node["value"], frame)


def _set(play: Play, node: Node, frame: Frame) -> Run:
    yield from play.assign(node["target"], _kept(play, node["value"], frame), frame, node)


def _raise(play: Play, node: Node, frame: Frame) -> Run:
    old = play.values.of(node["target"], frame.env)
    amount = play.values.of(node["amount"], frame.env)
    value = old + (amount if node["op"] == "raise" else -amount)
    value = value if node["amount"]["op"] == "number" else within(value)
    yield from play.assign(node["target"], value, frame, node)


def _add_to(play: Play, node: Node, frame: Frame) -> Run:
    old = as_list(play.values.of(node["target"], frame.env))
    more = as_list(play.values.of(node["value"], frame.env), nothing(node))
    play.state.fuel -= (len(old) + len(more)) * 4 * COPY
    yield from play.assign(node["target"], bounded(old + more), frame, node)


def _drop_from(play: Play, node: Node, frame: Frame) -> Run:
    old = as_list(play.values.of(node["target"], frame.env))
    dropped = as_list(play.values.of(node["value"], frame.env), nothing(node))
    play.state.fuel -= (len(old) + len(dropped)) * STEP
    gone = frozenset(dropped)
    yield from play.assign(node["target"], tuple(one for one in old if one not in gone), frame, node)


def _move(play: Play, node: Node, frame: Frame) -> Run:
    things = play.values.members(node["what"], frame.env)
    place = play.values.of(node["to"], frame.env)
    if play.index.hooks.get("move") and play.held is None:
        for thing in things:
            yield from play.hooked("move", {"thing": thing, "to": place}, frame.env, node)
        return
    play.put(things, place, bool(node.get("bottom")))
    yield from play.changed(node)


def _shuffle(play: Play, node: Node, frame: Frame) -> Run:
    place = play.values.of(node["place"], frame.env)
    if place < 0:
        raise Stuck(NOTHING)
    lying = list(play.state.z[place])
    play.state.fuel -= len(lying) * OPERATION
    for last in range(len(lying) - 1, 0, -1):
        other = play.access.below(last + 1)
        lying[last], lying[other] = lying[other], lying[last]
    if play.state.script is not None:
        lying = play.state.script.shuffled(place, lying, play.access.where)
    play.state.z[place] = tuple(lying)
    for thing in lying:
        play.state.known.pop(thing, None)
    yield from play.changed(node)


def _roll(play: Play, node: Node, frame: Frame) -> Run:
    times = 1 if node.get("number") is None else play.values.of(node["number"], frame.env)
    if node.get("for") is not None:
        play.values.of(node["for"], frame.env)  # nobody listens, but what cannot be said ends the game
    by = frame.env.get("you", NONE) if node.get("by") is None else play.values.of(node["by"], frame.env)
    bounded((NONE,) * min(times, MEMBERS + 1))
    play.state.fuel -= max(0, times) * (TOLD // 10)
    rolled = []
    for _ in range(times):
        if play.index.hooks.get("roll"):
            die = list(play.index.data["dice"]).index(node["die"])
            rolled.append((yield from play.hooked("roll", {"die": die, "by": by}, frame.env, node)))
        else:
            rolled.append(play.access.roll(node["die"]))
    frame.env[node["name"]] = rolled[0] if node.get("number") is None else tuple(rolled)


def _show(play: Play, node: Node, frame: Frame) -> None:
    things = play.values.members(node["what"], frame.env)
    play.mark(things, play.values.members(node["to"], frame.env))


def _reveal(play: Play, node: Node, frame: Frame) -> None:
    play.mark(play.values.members(node["what"], frame.env), tuple(play.index.range("player")))


def _hide(play: Play, node: Node, frame: Frame) -> None:
    play.mark(play.values.members(node["what"], frame.env), None)


def _say(play: Play, node: Node, frame: Frame) -> None:
    """It changes nothing; but what cannot be said ends the game, whether anybody listens or not."""
    text = play.values.raw_text(node["text"], frame.env)
    seats = None if node.get("to") is None else play.values.members(node["to"], frame.env)
    for one in node.get("about") or ():
        play.values.members(one, frame.env)
    play.told.append((text, seats))


def _pause(play: Play, node: Node, frame: Frame) -> Run:
    yield from play.pause(node, frame)


def _call(play: Play, node: Node, frame: Frame) -> Run:
    args = [None if one is None else play.values.of(one, frame.env) for one in node["args"]]
    you = play.values.of(node["you"], frame.env)
    result = yield from play.call(node["verb"], args, you)
    if node.get("name") is not None:
        frame.env[node["name"]] = result
    frame.env["result"] = result


def _do(play: Play, node: Node, frame: Frame) -> Run:
    of = play.values.of(node["of"], frame.env)
    args = [None if one is None else play.values.of(one, frame.env) for one in node["args"]]
    yield from play.do(node["steps"], of, args, play.values.of(node["you"], frame.env))


def _proceed(play: Play, node: Node, frame: Frame) -> Run:
    assert frame.proceed is not None, "it stands in an `instead` rule"
    args = [play.values.of(one, frame.env) for one in node["args"]]
    frame.replaced = yield from frame.proceed(args)
    if node.get("name") is not None:
        frame.env[node["name"]] = frame.replaced


def _if(play: Play, node: Node, frame: Frame) -> Run:
    chosen = node["then"] if play.values.of(node["test"], frame.env) else node.get("else") or []
    yield from play.block(chosen, frame)


def _pass(play: Play, body: list[Node], frame: Frame) -> Run:
    """One pass of a loop. Gives whether the loop goes on."""
    play.spend()
    try:
        yield from play.block(body, frame)
    except NextPass:
        return True
    except LeaveLoop:
        return False
    return True


def _repeat(play: Play, node: Node, frame: Frame) -> Run:
    times = None if node.get("times") is None else play.values.of(node["times"], frame.env)
    while times is None or times > 0:
        times = None if times is None else times - 1
        if not play.values.holds(node.get("while"), frame.env):
            return
        if not (yield from _pass(play, node["body"], frame)):
            return


def _for_each(play: Play, node: Node, frame: Frame) -> Run:
    if node.get("key") is not None or node.get("ties") is not None:
        yield from _for_each_by_key(play, node, frame)
        return
    members = play.values.members(node["set"], frame.env)
    things = not node.get("values") and play.are_things(node["set"])
    were = {one for one in members if things and play.values.in_play(one)}
    for one in members:
        if one in were and not play.values.in_play(one):
            continue
        frame.env[node["name"]] = one
        if not (yield from _pass(play, node["body"], frame)):
            return


def _for_each_by_key(play: Play, node: Node, frame: Frame) -> Run:
    visited: tuple[int, ...] = ()
    members = unvisited(node["set"])
    while True:
        left = play.values.members(members, {**frame.env, VISITED: visited})
        if not left:
            return
        key = node.get("key") if len(left) > 1 else None
        key = key or {"op": "number", "value": 0}
        keys = [play.values.of(key, {**frame.env, node["name"]: one}) for one in left]
        best = min(keys) if node["least"] else max(keys)
        tied = tuple(one for one, key in zip(left, keys, strict=True) if key == best)
        one = tied[0]
        if len(tied) > 1 and node.get("ties") is not None:
            one = yield from play.ties(node, tied, frame)
        visited += (one,)
        frame.env[node["name"]] = one
        if not (yield from _pass(play, node["body"], frame)):
            return


def _leave(error: Callable[[], Exception]) -> Callable[[Play, Node, Frame], None]:
    def leave(play: Play, node: Node, frame: Frame) -> None:
        raise error()

    return leave


def _give(play: Play, node: Node, frame: Frame) -> None:
    raise LeaveBody(_kept(play, node["value"], frame), given=True)


def _at_once(play: Play, node: Node, frame: Frame) -> Run:
    play.held = []
    try:
        yield from play.block(node["body"], frame)
    finally:
        changes, play.held = play.held, None
    written = frozenset().union(*(play.analysis.writes(one, play.types) for one in changes))
    yield from play.settle(play.analysis.following(written))


def _until(play: Play, node: Node, frame: Frame) -> None:
    play.access.begin_effect(node["verb"], node["rules"], frame.env)


def _end(play: Play, node: Node, frame: Frame) -> None:
    every = play.access.players
    named = every if node.get("players") is None else play.values.members(node["players"], frame.env)
    winners = {"win": named, "lose": tuple(one for one in every if one not in named), "draw": ()}[node["op"]]
    reason = None if node.get("reason") is None else play.values.raw_text(node["reason"], frame.env)
    outcome = "lose" if node["op"] == "win" and not winners else node["op"]
    raise Over(outcome, winners, reason, frame.rule, node.get("at", -1))


def _finish(play: Play, node: Node, frame: Frame) -> None:
    args = [play.values.of(one, frame.env) for one in node["args"]]
    if not play.finishing:
        raise LeaveGame(node["verb"], args, play.values.of(node["you"], frame.env))


STATEMENTS: dict[str, Callable[[Play, Node, Frame], Run | None]] = {
    "let": _let,
    "set": _set,
    "raise": _raise,
    "lower": _raise,
    "add_to": _add_to,
    "drop_from": _drop_from,
    "move": _move,
    "shuffle": _shuffle,
    "roll": _roll,
    "show": _show,
    "reveal": _reveal,
    "hide": _hide,
    "say": _say,
    "pause": _pause,
    "call": _call,
    "do": _do,
    "proceed": _proceed,
    "if": _if,
    "repeat": _repeat,
    "for_each": _for_each,
    "stop": _leave(LeaveLoop),
    "skip": _leave(NextPass),
    "done": _leave(LeaveBody),
    "give": _give,
    "choose": Asking.choose,
    "choose_number": Asking.choose_number,
    "may": Asking.may,
    "choose_one": Asking.choose_one,
    "offer": Asking.offer,
    "together": Asking.together,
    "at_once": _at_once,
    "until": _until,
    "win": _end,
    "lose": _end,
    "draw": _end,
    "finish": _finish,
    "play_mission": Asking.play_mission,
}
