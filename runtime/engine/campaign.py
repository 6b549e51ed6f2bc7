"""A campaign: missions one after another, each with a program of its own, and what goes on between them.

The campaign's own program is played like any other. Where its verb says `play_mission` it asks the mission
how it ends; then the mission's game is laid over the position (`State.below`), is played to its end, and
gives the answer. What the campaign has goes into a mission; whatever is not of its board comes back from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from tilewright.schemas.documents import Document
from tilewright.schemas.value_types import ValueType, type_of

from ..state.program import Node, Program, load
from ..state.state import NONE, RESULTS, GameEnd, State
from .engine import Machine

Engine: TypeAlias = "Machine | Campaign"
"""What plays a program: a machine, or those of a campaign."""


MOST: Final = 200  # beginnings and ends of missions that one answer may lead to
BUDGETS: Final = 1
"""So many budgets (`State.budget`) they may spend together, the last of them apart."""
ENDLESS: Final = "A campaign plays missions without end in which nobody is asked."


def engine(program: Program | Node, telling: bool = True) -> Engine:
    """Make what plays a program, loaded or as the document that the compiler gave. Games without a log are
    faster if it is not `telling` any.
    """
    known = program if isinstance(program, Program) else load(program)
    return Campaign(known, telling) if "missions" in known.data else Machine(known, telling)


_ENGINES: dict[tuple[str, str | None, str], Engine] = {}
KEPT: Final = 4
"""So many programs stay linked. To link one takes as long as to play a few thousand answers."""


def engine_of(program: Node) -> Engine:
    """What plays a program, made when it is first needed; equal programs share one."""
    known = load(program)
    # What it was made of is part of it as well: saves name that.
    key = known.id, (program.get("language") or {}).get("code"), str(program.get("packages"))
    found = _ENGINES.pop(key, None) or engine(known)
    _ENGINES[key] = found  # the one that was needed last is forgotten last
    if len(_ENGINES) > KEPT:
        _ENGINES.pop(next(iter(_ENGINES)))
    return found


def _counted(go_on: Callable[[], None], state: State, spent: list[float]) -> None:
    """Go on, and note how much of a budget that took: whoever looks at the state later has a fresh one."""
    go_on()
    spent.append(1 - state.fuel / state.budget)


class Campaign:
    """The machine of a campaign, and those of its missions, linked when they are first played."""

    def __init__(self, program: Program, telling: bool = True) -> None:
        self.program = program
        self.telling = telling
        self.own = Machine(program, telling)
        self._missions: dict[int, Machine] = {}
        self._ways: dict[tuple[int, bool], Way] = {}

    def start(self, seed: int, players: int, log: bool = False) -> State:
        """A campaign at its first question, or at its end."""
        state = self.own.start(seed, players, log)
        self._go_on(state)
        return state

    def answer(self, state: State, ids: int | Sequence[int], seat: int | None = None) -> None:
        """Take an answer, as `Machine.answer` does; missions begin and end on the way."""
        self.on(state).answer(state, ids, seat)
        self._go_on(state)

    def keep(self) -> None:
        """Keep on disk what play has found out about the boards."""
        for machine in (self.own, *self._missions.values()):
            machine.keep()

    def load(self, data: Document, log: bool = False) -> State:
        """The state of a snapshot."""
        state = State.from_json(data)
        if state.below is not None:
            state.below = self.own.load(data["below"])
        below, state = state.below, self.on(state).load(data, log)
        state.below = below
        return state

    def on(self, state: State | None) -> Machine:
        """The machine that plays at this position; with None that of the campaign itself."""
        if state is None or state.below is None:
            return self.own
        assert state.below.q is not None, "the campaign waits for its mission"
        return self._mission(state.below.q[2][0])

    def crossings(self, state: State) -> Iterator[Callable[[], None]]:
        """Let missions begin that are to be played, and end that are over, one after another.

        At each the state is the position in which nothing has happened yet; what is yielded goes on from
        there, and has to be called.
        """
        spent: list[float] = []
        for _ in range(MOST):
            go_on = self._crossed(state)
            if go_on is None:
                return
            if sum(spent) >= BUDGETS:
                break
            yield partial(_counted, go_on, state, spent)
        begins = self.program.data["game"]["begins"]
        place = self.program.data["verbs"][begins]["at"]
        self.on(state).end(state, GameEnd("stuck", (), ENDLESS, begins, place))

    # ---- within

    def _crossed(self, state: State) -> Callable[[], None] | None:
        if state.below is None:
            first, last = self.program.range("mission")
            if state.q is None or not first <= state.q[2][0] < last:
                return None
            return self._begin(state)
        if state.over is None or state.over.outcome not in RESULTS:
            return None  # a mission that got stuck is the end of the campaign
        return self._end(state)

    def _mission(self, number: int) -> Machine:
        found = self._missions.get(number)
        if found is None:
            name = self.program.entities[number]["name"]
            found = self._missions[number] = Machine(load(self.program.data["missions"][name]), self.telling)
        return found

    def _way(self, number: int, into: bool) -> Way:
        """The way into a mission, or back from it."""
        found = self._ways.get((number, into))
        if found is None:
            mission = self._mission(number).program
            found = way(self.program, mission, False) if into else way(mission, self.program, True)
            self._ways[number, into] = found
        return found

    def _go_on(self, state: State) -> None:
        for go_on in self.crossings(state):
            go_on()

    def _begin(self, state: State) -> Callable[[], None]:
        below = state.clone()
        assert below.q is not None, "the mission is asked how it ends"
        machine = self._mission(below.q[2][0])
        begun = machine.new(0, int(state.v[0]), log=state.log is not None)  # type: ignore[arg-type]
        self._way(below.q[2][0], into=True).carry(below, begun)
        machine.measure(begun)
        begun.r, begun.number, begun.below = below.r, below.number, below
        state.become(begun)
        return lambda: machine.begin(state, machine.linker.game)

    def _end(self, state: State) -> Callable[[], None]:
        assert state.below is not None and state.over is not None, "a mission of the campaign is over"
        campaign = state.below.clone()
        assert campaign.q is not None, "the mission is asked how it ends"
        self._way(campaign.q[2][0], into=False).carry(state, campaign)
        campaign.r, campaign.number = state.r, state.number
        campaign.log = None if state.log is None else []
        self.own.forget(campaign)
        result = RESULTS[state.over.outcome]
        state.become(campaign)
        return lambda: self.own.answer(state, result)


@dataclass(frozen=True, slots=True)
class Way:
    """What lies where in one program's states and where in another's: the same things have the same names."""

    numbers: tuple[int, ...]  # of entities and places there, by those here; NONE for what is not there
    cells: tuple[tuple[int, int], ...]
    named: tuple[tuple[int, int], ...]  # cells that name things or places
    fresh: tuple[tuple[int, Any], ...]  # cells there of what never changes here, and its value
    places: tuple[tuple[int, int], ...]
    box: int

    def carry(self, state: State, other: State) -> None:
        """Let the other state have what it can have of the first; all else is in its box."""
        for here, there in self.cells:
            other.v[there] = state.v[here]
        for here, there in self.named:
            other.v[there] = self._renamed(state.v[here])
        for there, value in self.fresh:
            other.v[there] = value
        lying: dict[int, int] = {}
        for here, there in self.places:
            things = (self.numbers[thing] for thing in state.z[here])
            other.z[there] = tuple(one for one in things if NONE not in (one, other.at[one]))
            lying |= dict.fromkeys(other.z[there], there)
        for thing, place in enumerate(other.at[:-1]):
            if place != NONE:
                other.at[thing] = lying.get(thing, self.box)
        boxed = (thing for thing, place in enumerate(other.at[:-1]) if place == self.box)
        other.z[self.box] = tuple(boxed)
        other.known = {
            self.numbers[thing]: mask for thing, mask in state.known.items() if self.numbers[thing] in lying
        }

    def _renamed(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(new for one in value if one >= 0 and (new := self.numbers[one]) != NONE)
        return self.numbers[value] if value >= 0 else value


def way(here: Program, there: Program, all_of_it: bool) -> Way:
    """How things go from one program to another: all that both have, or only what the campaign has."""
    things = {one["name"]: number for number, one in enumerate(there.entities)}
    places = {one["name"]: number for number, one in enumerate(there.places, there.first_place)}
    numbers = [things.get(one["name"], NONE) for one in here.entities]
    numbers += [places.get(one["name"], NONE) for one in here.places]
    cells: dict[bool, list[tuple[int, int]]] = {False: [], True: []}
    for cell, other, kind in _cells(here, there, numbers, all_of_it):
        cells[kind.element.base in ("thing", "place")].append((cell, other))
    kept = [
        (number, numbers[number])
        for number, one in enumerate(here.places, here.first_place)
        if number != here.box and numbers[number] != NONE and (all_of_it or one.get("campaign"))
    ]
    constant = [
        column.base + thing
        for (kind, name), column in there.columns.items()
        if all_of_it and (kind, name) not in here.columns
        for thing in range(*there.range(kind))
    ]
    fresh = tuple((cell, there.values[cell]) for cell in constant)
    return Way(tuple(numbers), tuple(cells[False]), tuple(cells[True]), fresh, tuple(kept), there.box)


def _cells(
    here: Program, there: Program, numbers: Sequence[int], all_of_it: bool
) -> Iterator[tuple[int, int, ValueType]]:
    """The cells of what is stored in both programs, each with the type of its value."""
    for name, cell in here.cells.items():
        declared = here.data["game_properties"][name]
        if name in there.cells and (all_of_it or declared.get("campaign")):
            yield cell, there.cells[name], type_of(declared["type"])
    for kind, name in [one for one in here.columns if one in there.columns] if all_of_it else ():
        column, other = here.columns[kind, name], there.columns[kind, name]
        for thing in range(*here.range(kind)):
            if numbers[thing] != NONE:
                declared = here.property(kind, name)
                yield column.base + thing, other.base + numbers[thing], type_of(declared["type"])
