"""Plays a program: `link` makes a machine, `start` begins a game, `answer` goes on to the next question.

A bot needs nothing but `state.q[1]`, the options, and `machine.answer(state, i)`. How a question is put to a
person is the business of `questions/`. Everything that runs is generated (`emit/`); here is only the loop
that lets it run, and what ends it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any, Final

from tilewright.host.garbage import collecting_nothing
from tilewright.schemas.documents import Document
from tilewright.schemas.value_types import SOMETHING, ValueType, thing

from ..emit.call_depth import ROOM, depth, room_to_link
from ..emit.link import LinkedCode, Linker
from ..state.chance import begun
from ..state.primitives import DEEP, ENDLESS, FinishWith, longest
from ..state.program import YOU, Node, Program, load
from ..state.state import (
    AGREE,
    ASLEEP,
    FUEL,
    NONE,
    SEVERAL,
    TOGETHER,
    GameEnd,
    NotOffered,
    Over,
    State,
    Stuck,
)
from ..weaving.procedures import SET_UP

SEGMENTS: Final = 200_000  # those that one answer may take by way of the engine


class Machine:
    """A linked program. It never changes by playing, and serves any number of states. Their games may have a
    log if it is `telling`; one that is not plays faster.
    """

    @collecting_nothing()
    @room_to_link()
    def __init__(self, program: Program, telling: bool = True) -> None:
        self.program = program
        self.telling = telling
        self.linker = Linker(program)
        self.code = LinkedCode(self.linker, telling)
        self._starts: dict[int, State] = {}
        self._blocks: dict[int, tuple[Any, str]] = {}
        self._computed = [
            (cell, self.code.expression(node, {"this": self._kind(entity)}), entity)
            for cell, node, entity in program.computed
        ]

    # ---- playing

    def start(self, seed: int, players: int, log: bool = False) -> State:
        """A game at its first question, or at its end. The first `players` players take part."""
        known = None if log else self._starts.get(players)
        if known is not None:
            state = known.clone()
            state.r = begun(seed)
            return state
        state = self.new(seed, players, log)
        before = state.r
        self.begin(state, self.linker.game)
        if state.r == before and not log:
            # No chance so far: every game with so many players begins like this one.
            self._starts[players] = state.clone()
        return state

    def keep(self) -> None:
        """Save on disk what play has worked out about the board, for later games of this program."""
        if self.code.geometry is not None:
            self.code.geometry.keep()

    def answer(self, state: State, ids: int | Sequence[int], seat: int | None = None) -> None:
        """Take an answer: the index of an option, or a list of them where several are asked for.

        `seat` is the player who answers; it may be left out where only one is asked. Raises NotOffered, and
        leaves the state as it was, if that is no answer to the open question.
        """
        q = state.q
        if q is None:
            raise NotOffered("Nothing is asked.")
        # Everything but the plain answer of a bot goes the long way.
        if (
            ids.__class__ is int
            and q[0] < SEVERAL
            and state.log is None
            and (seat is None or seat in q[2])
            and 0 <= ids < len(q[1])
        ):
            frame = state.k[-1]
            value = q[1][ids]
            frame[1] = (value, q[2][0] if seat is None else seat) if frame[0] in self.code.who else value
            frame[0] += 1
        elif not self._take(state, q, ids, seat):
            return
        state.q = None
        self.run(state)

    def run(self, state: State) -> None:
        """Let segments run until somebody is asked or the game is over.

        Rules that call each other without end, or in a long chain, have the same room wherever the caller is
        (emit/call_depth.py). Python's limit is one for all threads.
        """
        if not self.code.goes_deep:
            self._run(state)
            return
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(depth() + ROOM)
        try:
            self._run(state)
        finally:
            sys.setrecursionlimit(limit)

    def _run(self, state: State) -> None:
        k = state.k
        segments = self.code.segments
        state.fuel = state.budget
        try:
            for _ in repeat(None, SEGMENTS):
                frame = k[-1]
                if segments[frame[0]](state, frame):
                    state.number += 1
                    return
            self.end(state, GameEnd("stuck", (), ENDLESS, *self.code.rule_of(f"s{k[-1][0]}")))
        except Stuck as stuck:
            self.end(state, stuck.inside(*self.code.raising(stuck)).end)
        except Over as over:
            self.end(state, over.end)
        except FinishWith as finish:
            self._finish(state, finish)
        except RecursionError as error:
            self.end(state, GameEnd("stuck", (), DEEP, *self.code.repeated(error)))

    def on(self, state: State | None) -> Machine:
        """What plays at this position. A campaign (campaign.py) has a machine for each of its missions."""
        return self

    def crossings(self, state: State) -> Iterator[Callable[[], None]]:
        """The missions of a campaign that begin or end now: none, where there is no campaign."""
        return iter(())

    # ---- states

    def new(self, seed: int, players: int, log: bool = False) -> State:
        """A state in which nothing has happened and nothing runs. Raises ValueError if there are not so many
        seats, or for a log that this machine does not keep.
        """
        if log and not self.telling:
            raise ValueError("This machine keeps no log.")
        first, last = self.program.players
        if not 0 <= players <= last - first:
            raise ValueError(f"This game has seats for {last - first} players, not for {players}.")
        state = self.program.new_state(seed, players)
        state.memo = [None] * self.code.memo_size
        state.log = [] if log else None
        try:
            for cell, value, entity in self._computed:
                state.v[cell] = value(state, entity)
        except Over as over:
            self.end(state, over.end)
            return state
        if self._computed:
            self.measure(state)
        state.k = [[0, NONE, 0]]
        return state

    def load(self, data: Document, log: bool = False) -> State:
        """The state of a snapshot."""
        state = State.from_json(data, self.code.memo_size)
        state.log = [] if log else None
        self.measure(state)
        return state

    def forget(self, state: State) -> None:
        """To be called when a state was changed by hand: what was worked out from it is out of date."""
        state.memo = [None] * self.code.memo_size
        self.measure(state)

    def measure(self, state: State) -> None:
        """Find by how much its lists are longer than prices take them to be."""
        state.budget = FUEL // max(1, -(-longest(state) // self.linker.costs.sizes.list))

    def set_up(self, state: State) -> None:
        """Set the mission up, as far as its first question, and go no further."""
        self.begin(state, SET_UP)

    def begin(self, state: State, procedure: str, args: Sequence[Any] = ()) -> None:
        """Run a procedure on top of whatever the state is at; see `block` for procedures of one's own."""
        if self.code.broken is not None and state.over is None:
            self.end(state, self.code.broken.end)
        if state.over is not None:
            return
        self._push(state, procedure, args)
        state.q = None
        self.run(state)

    def block(self, body: list[Node], known: dict[str, str] | None = None, rule: str | None = None) -> str:
        """A procedure made of statements from outside any verb, such as a test's. `known`: its parameters."""
        found = self._blocks.get(id(body))
        if found is None:
            with room_to_link():
                name = self.linker.weaver.block(f"block {len(self._blocks)}", body, known or {}, rule)
                found = self._blocks[id(body)] = (body, name)
                self.code.extend()
        return found[1]

    def value(self, state: State, node: Node, **known: Any) -> Any:
        """The value of an expression of the program in a state, for locals given as `name=(value, type)`."""
        types = {name: kind for name, (_, kind) in known.items()}
        state.fuel = state.budget
        return self.code.expression(node, types)(state, *[value for value, _ in known.values()])

    def audience(self, state: State, node: Node, this: int) -> Any:
        """Whoever an expression names for a thing, as `this`. Many are asked for in one position, so whoever
        asks says what they may cost (`State.fuel`). Raises Over beyond it.
        """
        return self.code.expression(node, {"this": self._kind(this)})(state, this)

    # ---- questions

    def asking(self, state: State) -> tuple[str | None, int]:
        """The rule that asks the open question, and the place where it does."""
        site = self.code.sites[state.k[-1][0]]
        return site.procedure.rule, site.node.get("at", -1)

    def any_time(self, state: State) -> list[tuple[int, int, int]]:
        """What could be done on top of the open question: `(player, menu, action)`.

        As an answer it has the index of the entry, counted on from the last option. Nothing, while such an
        action is being chosen already: who cannot decide would never come to an end.
        """
        site = self.code.sites[state.k[-1][0]]
        if site.node.get("$part", ("",))[0] in self.program.impulses:
            return []
        state.fuel = state.budget
        try:
            found: list[tuple[int, int, int]] = self.code.namespace["any_time"](state)
        except Over:
            return []  # what cannot be found out is not offered
        return found

    # ---- what answers have in common

    def _take(self, state: State, q: tuple[Any, ...], ids: object, seat: int | None) -> bool:
        """An answer that is not simply one option. Gives whether the game goes on."""
        if isinstance(ids, bool) or not isinstance(ids, (int, list, tuple)):
            raise NotOffered(f"{ids!r} is no option.")
        if seat is not None and seat not in q[2] and not self._is_any_time(q, ids):
            raise NotOffered(f"Player {seat} is not asked.")
        if isinstance(ids, int) and self._is_any_time(q, ids):
            self._interrupt(state, q, ids, seat)
            return False
        if q[0] == TOGETHER:
            return self._take_together(state, q, ids, seat)
        chosen = tuple(ids) if isinstance(ids, (list, tuple)) else (ids,)
        if q[0] == SEVERAL:
            values: Any = self._several(q[1], chosen, q[3], q[4])
        else:
            if len(chosen) != 1 or not _is_index(chosen[0], q[1]):
                raise NotOffered(f"{ids!r} is no option.")
            values = q[1][chosen[0]]
        if q[0] == AGREE:
            return self._agree(state, q, values, seat)
        frame = state.k[-1]
        if frame[0] in self.code.who:
            values = (values, q[2][0] if seat is None else seat)
        frame[1] = values
        if state.log is not None:
            self._tell_answer(state, q, values if isinstance(values, tuple) else (values,), seat)
        frame[0] += 1
        return True

    def _several(
        self, options: tuple[int, ...], chosen: tuple[Any, ...], least: int, most: int
    ) -> tuple[int, ...]:
        """The options that an answer names, in the order of the question."""
        if any(not _is_index(one, options) for one in chosen) or len(set(chosen)) != len(chosen):
            raise NotOffered(f"{list(chosen)} are no options.")
        values = tuple(options[one] for one in sorted(chosen))
        if _ELSE in values:
            if len(values) > 1:
                raise NotOffered("The alternative stands for itself.")
            return values
        if not least <= len(values) <= most:
            raise NotOffered(f"{least} to {most} are asked for, not {len(values)}.")
        return values

    def _agree(self, state: State, q: tuple[Any, ...], value: int, seat: int | None) -> bool:
        """All have to give the same answer, and may change theirs until they do."""
        seats = q[2]
        answers = list(q[5])
        index = 0 if seat is None else seats.index(seat)
        answers[index] = value
        if any(one != value for one in answers):
            state.q = (*q[:5], tuple(answers))
            state.number += 1
            return False
        last = seats[index]
        if state.log is not None:
            self._tell_answer(state, q, (value,), last)
        frame = state.k[-1]
        frame[1] = (value, last) if frame[0] in self.code.who else value
        frame[0] += 1
        return True

    def _take_together(self, state: State, q: tuple[Any, ...], ids: object, seat: int | None) -> bool:
        """One member's answer. Options are counted through all members in turn."""
        chosen = tuple(ids) if isinstance(ids, (list, tuple)) else (ids,)
        many = bool(self.code.module.sites[state.k[-1][0]].node["choose"].get("many"))
        start = 0
        for number, (_, seats, options, least, most) in enumerate(q[1]):
            end = start + len(options)
            # Naming none is an answer to the first member of that seat that is still open and allows it.
            empty = (
                not chosen
                and many
                and least == 0
                and q[5][number] is None
                and (seat is None or seat in seats)
            )
            if empty or (chosen and all(isinstance(one, int) and start <= one < end for one in chosen)):
                if seat is not None and seat not in seats:
                    raise NotOffered(f"Player {seat} does not decide that.")
                inner = tuple(one - start for one in chosen)
                values: Any = self._several(options, inner, least, most) if many else options[inner[0]]
                if not many and len(inner) != 1:
                    raise NotOffered("One option is asked for.")
                return self._together_stands(state, q, number, values)
            start = end
        raise NotOffered(f"{ids!r} is no option.")

    def _together_stands(self, state: State, q: tuple[Any, ...], number: int, values: object) -> bool:
        answers = (*q[5][:number], values, *q[5][number + 1 :])
        if None in answers:
            state.q = (*q[:5], answers)
            state.number += 1
            return False
        frame = state.k[-1]
        frame[1] = answers
        frame[0] += 1
        return True

    def _is_any_time(self, q: tuple[Any, ...], ids: object) -> bool:
        return isinstance(ids, int) and self.linker.suspension.any_time and ids >= option_count(q)

    def _interrupt(self, state: State, q: tuple[Any, ...], ids: int, seat: int | None) -> None:
        """An action that can be taken at any time runs on top; the question below is asked again."""
        found = self.any_time(state)
        index = ids - option_count(q)
        if index >= len(found) or (seat is not None and found[index][0] != seat):
            raise NotOffered(f"{ids!r} is no option.")
        player, menu, action = found[index]
        verb = list(self.program.data["menus"].values())[menu]["actions"][action]
        procedure = self.linker.weaver.action(verb)
        args = [player] * len(self.linker.weaver.procedures[procedure].parameters)
        if state.log is not None:
            state.log.append(("answer", state.number, player, "menu", (verb,), None))
        self.begin(state, procedure, args)

    def _tell_answer(
        self, state: State, q: tuple[Any, ...], values: tuple[Any, ...], seat: int | None
    ) -> None:
        assert state.log is not None
        rule = self.code.module.sites[state.k[-1][0]].procedure.rule
        state.log.append(("answer", state.number, q[2][0] if seat is None else seat, q[0], values, rule))

    # ---- beginnings and ends

    def _push(self, state: State, procedure: str, args: Sequence[Any]) -> None:
        """A frame for a procedure. One that never waits gets a frame of its own kind, which runs it."""
        weaver = self.linker.weaver
        made = weaver.procedures[procedure]
        if self.linker.suspension.is_waiting(procedure):
            size = self.code.module.frame_size(made)
            state.k.append([self.code.module.entry(made), NONE, *args, *[0] * (size - len(args))])
            return
        call: Node = {"op": "$call", "procedure": procedure, "args": [_local(one) for one in made.parameters]}
        types = {one: made.types.get(one, "any") for one in made.parameters}
        key = f"block for {procedure}"
        if key not in weaver.procedures:
            from ..weaving.procedures import Procedure

            given: Node = {"op": "give", "value": _local("result")}
            weaver.procedures[key] = Procedure(
                key, made.rule, made.parameters, [{**call, "name": "result"}, given], types
            )
            self.code.extend()
        self._push(state, key, args)

    def _finish(self, state: State, finish: FinishWith) -> None:
        """Everything that runs is dropped, rules sleep, and one last procedure is played."""
        state.k[:] = [[0, NONE, 1]]
        state.fx = state.busy = ()
        state.v[ASLEEP] = 1
        state.memo = [None] * len(state.memo)
        self._push(state, finish.procedure, finish.args_given)
        self.run(state)

    def end(self, state: State, end: GameEnd) -> None:
        """Let a game be over."""
        state.over = end
        state.k.clear()
        state.q = None
        state.fx = state.busy = ()
        if state.log is not None:
            state.log.append(("over", *end[:4]))

    def _kind(self, entity: int) -> ValueType:
        return SOMETHING if entity < 0 else thing(self.program.entities[entity]["kind"])


def link(program: Program | Node, telling: bool = True) -> Machine:
    """Make a machine of a program, loaded or as the document that the compiler gave, for many games."""
    machine = Machine(program if isinstance(program, Program) else load(program), telling)
    machine.code.complete()
    return machine


def option_count(q: tuple[Any, ...]) -> int:
    """How many options a question has; those of all members where several are asked together."""
    return sum(len(one[2]) for one in q[1]) if q[0] == TOGETHER else len(q[1])


def _is_index(one: object, options: Sequence[Any]) -> bool:
    return isinstance(one, int) and not isinstance(one, bool) and 0 <= one < len(options)


def _local(name: str) -> Node:
    return {"op": "local", "name": name}


_ELSE: Final = -(2**40)

__all__ = ["YOU", "Machine", "NotOffered", "link"]
