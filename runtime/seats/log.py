"""What happened, in sentences, as each seat may know it; numbered for each seat on its own.

Events come from the engine as plain tuples (state/events.py). They are told one by one on a copy of the
position they began in, so that each is seen with the eyes of its own moment: a card that crosses the table
face down stays a card. On the way it is found out whether an answer can still be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..evaluating.program_index import ProgramIndex
from ..evaluating.state_access import StateAccess
from ..state import events as ev
from ..state.events import Event
from ..state.state import NONE, State
from . import phases
from .handles import Handles
from .hidden_reads import secret_in
from .seat_view import SeatView
from .sentences import TELLERS, EntryDocument, Moved, entry, moved, readable, told_moves
from .titles import title_of
from .wording import wording

SEALS = {
    ev.ROLL: "engine/seal_roll",
    ev.CHANCE: "engine/seal_chance",
    ev.SHUFFLE: "engine/seal_shuffle",
    ev.SHOW: "engine/seal_show",
    ev.REVEAL: "engine/seal_reveal",
}


def stands(
    teller: Teller, events: Sequence[Event], answering: int, before: State, after: State
) -> str | None:
    """Tell the events of an answer, and why it cannot be taken back; None if it can."""
    told = teller.tell(events, answering)
    if told is not None:
        return told
    # What makes an answer stand though no event tells it.
    say = wording(teller.index).say
    if before.r != after.r:
        return say("engine/seal_chance")
    if any(mask & ~before.known.get(thing, 0) for thing, mask in after.known.items()):
        return say("engine/seal_show")
    return None


@dataclass
class Log:
    """The log of every seat; None is the designer's."""

    entries: dict[int | None, list[EntryDocument]] = field(default_factory=dict)

    def of(self, seat: int | None) -> list[EntryDocument]:
        return list(self.entries.get(seat, ()))

    def lengths(self) -> dict[int | None, int]:
        return {seat: len(entries) for seat, entries in self.entries.items()}

    def cut(self, lengths: dict[int | None, int]) -> None:
        """Forget what came after; used when an answer is taken back."""
        for seat, entries in self.entries.items():
            del entries[lengths.get(seat, 0) :]

    def add(self, seat: int | None, entry: EntryDocument) -> None:
        entries = self.entries.setdefault(seat, [])
        entries.append({"n": len(entries) + 1, **entry})

    def replace_last(self, seat: int | None, entry: EntryDocument) -> None:
        """Say the last line of a seat again, with what came to it."""
        entries = self.entries[seat]
        entries[-1] = {**entries[-1], **entry}

    def tell_everybody(self, text: str, seats: Sequence[int | None]) -> None:
        """Add a line that is no event of the game to the logs of these seats."""
        for seat in seats:
            self.add(seat, entry(text, None, "say"))

    def reword(self, lengths: dict[int | None, int], how: Callable[[str], str]) -> None:
        """Say every line that came since in another way."""
        for seat, entries in self.entries.items():
            for number in range(lengths.get(seat, 0), len(entries)):
                entries[number] = {**entries[number], "text": how(str(entries[number]["text"]))}

    def renumbered(self, numbers: Mapping[int | None, int | None]) -> Log:
        """The same where players have other numbers: in another program."""
        return Log({numbers[seat]: entries for seat, entries in self.entries.items()})

    def clone(self) -> Log:
        return Log({seat: list(entries) for seat, entries in self.entries.items()})


class _Together:
    """Moves that are told in one line: of one rule, to one place, and of no known thing twice."""

    def __init__(self) -> None:
        self.moves: list[Moved] = []
        self.handles: set[str] = set()

    def takes(self, one: Moved) -> bool:
        known = one.known and one.handle in self.handles
        return not known and (one.rule, one.to) == (self.moves[-1].rule, self.moves[-1].to)

    def add(self, one: Moved) -> None:
        self.moves.append(one)
        self.handles.add(one.handle)


class Teller:
    """Tells the events of one answer to all seats. `shadow`, a copy of the position before, is used up.

    `running` are the titled verbs that run before it: what dice are rolled for, and what a line is a part of.
    """

    def __init__(
        self, index: ProgramIndex, shadow: State, handles: Handles, log: Log, running: phases.Phases = ()
    ) -> None:
        self.index = index
        self.shadow = shadow
        self.handles = handles
        self.log = log
        self.access = StateAccess(index, shadow)
        self.running = running
        self.seats: tuple[int | None, ...] = (None, *self.access.players)
        # The moves that the last line of each seat tells; what is like them is told with them.
        self.moves: dict[int | None, _Together] = {}

    def tell(self, events: Sequence[Event], answering: int | None) -> str | None:
        """Tell them all. Gives why the answer that led to them cannot be taken back, or None."""
        sealed = None
        for event in events:
            if event[0] == ev.READ and sealed is not None:
                continue
            reason = self.tell_one(event, answering)
            sealed = sealed or reason
        self.complete_moves()
        return sealed

    def skip(self, events: Sequence[Event]) -> None:
        """Let the events of a set-up happen, of which only what was said is told; then tell what follows."""
        ready = False
        for event in events:
            ready = ready or event[0] == ev.READY
            if ready or event[0] in (ev.SAY, ev.OVER):
                self.tell_one(event, None)
            else:
                self.running = phases.after(self.running, event, self.index)
                self.apply(event)
                self.lose_sight(event)
        self.complete_moves()

    def tell_one(self, event: Event, answering: int | None) -> str | None:
        """Tell one event, and give why an answer that led to it cannot be taken back.

        Of several moves in one line the log has the first until another line begins, or `complete_moves`.
        """
        if event[0] == ev.READ:
            return self.depends(event, answering)
        before = {seat: self.sight(seat) for seat in self.seats}
        self.running = phases.after(self.running, event, self.index)
        drafts: dict[int | None, EntryDocument | None] = {}
        if event[0] in TELLERS:
            drafts = {seat: self.sentence(before[seat], event) for seat in self.seats}
        if event[0] == ev.MOVE:
            # Whether a seat knows a thing is looked up when it is asked; ask before anything has moved.
            names = {seat: one.visibility.name(event[1]) for seat, one in before.items()}
            wheres = {seat: one.visibility.where(event[1]) for seat, one in before.items()}
            called = {seat: one.handle(event[1]) if wheres[seat] else None for seat, one in before.items()}
        self.apply(event)
        say = wording(self.index).say
        sealed = say(SEALS[event[0]]) if event[0] in SEALS else None
        told: list[int | None] = []
        if event[0] == ev.MOVE:
            for seat in self.seats:
                after = self.sight(seat)
                one = moved(after, event, names[seat], wheres[seat], called[seat])
                if one is not None:
                    self.tell_move(after, one)
                    told.append(seat)
                if seat is not None and not names[seat] and after.visibility.name(event[1]):
                    sealed = sealed or say("engine/seal_seen", title_of(self.index, seat))
                if one is not None and self.gives_away(event[1], after, answering):
                    sealed = sealed or say("engine/seal_told", title_of(self.index, seat or 0))
        elif event[0] in (ev.SHOW, ev.REVEAL):
            drafts = {seat: self.sentence(self.sight(seat), event) for seat in self.seats}
        self.lose_sight(event)
        for seat, draft in drafts.items():
            if draft is not None:
                self.complete(before[seat])
                self.moves.pop(seat, None)
                self.write(before[seat], draft, self.running[:-1] if event[0] == ev.BEGIN else self.running)
                told.append(seat)
        if event[0] == ev.BEGIN and told:
            numbers = self.log.lengths()
            self.running = phases.told(self.running, {seat: numbers[seat] for seat in told})
        if event[0] in (ev.SET, ev.RESET):
            # Whether a value that others see has become another one is not to be found out by undo either.
            told = [seat for seat in self.seats if readable(before[seat], event) is not None]
        others = [seat for seat in told if seat not in (None, answering)]
        if answering is not None and others and answering not in told:
            sealed = sealed or say("engine/seal_told", title_of(self.index, others[0] or 0))
        return sealed

    def write(self, sight: SeatView, line: EntryDocument, running: phases.Phases) -> None:
        """Add a line to the log of a seat, as a part of what runs."""
        line["rule"] = sight.rule(line["rule"])
        if (around := phases.line_around(running, sight.seat)) is not None:
            line["part_of"] = around
        if phases.is_price(running, sight.seat):
            line["price"] = True
        self.log.add(sight.seat, line)

    def tell_move(self, sight: SeatView, one: Moved) -> None:
        """A move by itself, or in one line with those just before that went to the same place.

        Only what this seat was told between them keeps moves apart: anything else would be a hint.
        """
        together = self.moves.get(sight.seat)
        if together is None or not together.takes(one):
            self.complete(sight)
            together = self.moves[sight.seat] = _Together()
            self.write(sight, told_moves(sight, [one]), self.running)
        together.add(one)

    def complete(self, sight: SeatView) -> None:
        """Say the last line of a seat whole, if it tells several moves: once, however many they are."""
        together = self.moves.get(sight.seat)
        if together is not None and len(together.moves) > 1:
            line = told_moves(sight, together.moves)
            self.log.replace_last(sight.seat, {**line, "rule": sight.rule(line["rule"])})

    def complete_moves(self) -> None:
        """Say the last line of every seat whole."""
        for seat in self.moves:
            self.complete(self.sight(seat))

    def gives_away(self, thing: int, sight: SeatView, answering: int | None) -> bool:
        """Whether a seat that sees a thing arrive sees it go where somebody else knows that there is more.

        A marker that is laid where a hidden figure stands tells where that is, though it is not shown.
        """
        space, eyes = self.shadow.at[thing], sight.visibility
        if answering in (None, sight.seat) or sight.seat is None:
            return False
        if not self.index.is_kind(space, "space") or not eyes.where(thing):
            return False
        others = [one for one in self.shadow.z[space] if one != thing and not eyes.where(one)]
        return any(map(self.sight(answering).visibility.where, others))

    def depends(self, event: Event, answering: int | None) -> str | None:
        """Why an answer is final: something was decided by information hidden from whoever gave it."""
        _, number, names, values, _ = event
        env = dict(zip(names, values, strict=True))
        secret = None if answering is None else secret_in(self.index, self.shadow, answering, number, env)
        if secret is None:
            return None
        say = wording(self.index).say
        return say("engine/seal_hidden_value", secret.name) if secret.name else say("engine/seal_hidden")

    def sentence(self, sight: SeatView, event: Event) -> EntryDocument | None:
        """An event in the words of one seat's log; None if the seat does not learn of it."""
        line = TELLERS[event[0]](sight, event, phases.known(self.running, sight.seat))
        if line is not None and event[0] == ev.BEGIN and phases.is_price(self.running[:-1], sight.seat):
            kinds = [part["type"] for part in self.index.data["verbs"][event[1]]["parts"]]
            numbers = [part for part, kind in zip(event[2], kinds, strict=False) if kind == "number"]
            if numbers and not any(numbers):  # what costs nothing is not read out
                line["untold"] = True
        return line

    def sight(self, seat: int | None) -> SeatView:
        return SeatView(self.index, self.shadow, seat, self.handles)

    def lose_sight(self, event: Event) -> None:
        """A thing that has gone where a seat cannot follow it has no handle any more."""
        if event[0] == ev.MOVE:
            for seat in self.seats:
                if not self.sight(seat).visibility.where(event[1]):
                    self.handles.forget(seat, event[1])

    def apply(self, event: Event) -> None:
        """Let an event happen to the shadow, as far as seats can tell."""
        state = self.shadow
        match event:
            case (ev.MOVE, thing, _, to, bottom, _):
                if state.at[thing] >= 0:
                    state.z[state.at[thing]] = tuple(one for one in state.z[state.at[thing]] if one != thing)
                state.z[to] = (thing, *state.z[to]) if bottom else (*state.z[to], thing)
                state.at[thing] = to
                if to in self.index.program.forgets:
                    state.known.pop(thing, None)
            case (ev.SET | ev.RESET, entity, name, _, new, _):
                if entity == NONE:
                    if name in self.index.program.cells:
                        self.access.set_game(name, new)
                elif name in self.index.properties(self.index.entities[entity]["kind"]):
                    self.access.set(self.index.entities[entity]["kind"], name, entity, new)
            case (ev.SHUFFLE, place, _):
                for thing in state.z[place]:
                    state.known.pop(thing, None)
            case (ev.SHOW, things, seats, _):
                self.know(things, seats)
            case (ev.REVEAL, things, _):
                self.know(things, self.access.players)
            case (ev.HIDE, things, _):
                for thing in things:
                    state.known.pop(thing, None)

    def know(self, things: Sequence[int], seats: Sequence[int]) -> None:
        first = self.index.program.players[0]
        for thing in things:
            for seat in seats:
                self.shadow.known[thing] = self.shadow.known.get(thing, 0) | 1 << (seat - first)
