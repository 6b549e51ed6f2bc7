"""A campaign played by the interpreter: a session of its own, and one of the mission being played."""

from __future__ import annotations

from typing import Any

from tilewright.schemas.value_types import ValueType, type_of

from ..engine.campaign import BUDGETS, ENDLESS, MOST
from ..evaluating.operations import as_list
from ..evaluating.program_index import ProgramIndex
from ..interpreting.play import Play
from ..state.program import Program, load
from ..state.state import FUEL, NONE, RESULTS, Over, State
from .session import ReferenceSession


class ReferenceMachine:
    """A program, ready to be played by the interpreter."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.index = ProgramIndex(program)

    def play(self, seed: int = 0, players: int | None = None) -> ReferenceSession | CampaignSession:
        """Begin a game."""
        if "missions" in self.program.data:
            return CampaignSession(self.program, seed, players)
        return ReferenceSession(self.index, seed, players)


class CampaignSession:
    """One campaign in progress."""

    def __init__(self, program: Program, seed: int = 0, players: int | None = None) -> None:
        self.program = program
        self.own = ReferenceSession(ProgramIndex(program), seed, players)
        self.mission: ReferenceSession | None = None
        self._go_on()

    @property
    def state(self) -> State:
        """The position: that of the mission that is played, with the campaign's below it."""
        return self.session.state

    @property
    def session(self) -> ReferenceSession:
        """What is played now."""
        return self.own if self.mission is None else self.mission

    @property
    def play(self) -> Play:
        return self.session.play

    def answer(self, answer: object, seat: int | None = None) -> None:
        """Answer the open question with positions of options. What is not offered changes nothing."""
        self.session.answer(answer, seat)
        self._go_on()

    def _go_on(self) -> None:
        """Let missions begin that are to be played, and end that are over."""
        spent = 0.0
        for _ in range(MOST):
            over = self.state.over
            ends = self.mission is not None and over is not None and over.outcome in RESULTS
            if not ends and (self.mission is not None or self._awaited() is None):
                return
            if spent >= BUDGETS:
                break
            if self.mission is not None and over is not None:
                ended, self.mission = self.mission, None
                brought(ended.play, self.own.play, all_of_it=True)
                self.own.state.r, self.own.state.number = ended.state.r, ended.state.number
                self.own.answer(RESULTS[over.outcome])
            else:
                index = ProgramIndex(load(self.program.data["missions"][self._awaited()]))
                players = len(self.own.play.access.players)
                self.mission = ReferenceSession(
                    index, 0, players, lambda play: brought(self.own.play, play, all_of_it=False)
                )
            spent += 1 - self.state.fuel / FUEL
        data = self.own.index.data
        begins = data["game"]["begins"]
        self.play.end(Over("stuck", (), ENDLESS, begins, data["verbs"][begins]["at"]))

    def _awaited(self) -> str | None:
        """The mission that is asked how it ends."""
        question = self.own.state.q
        index = self.own.index
        named = question is not None and index.is_kind(question[2][0], "mission")
        return index.name(question[2][0]) if question is not None and named else None


def brought(here: Play, there: Play, all_of_it: bool) -> None:
    """Give one game what another has, by name: all that both know, or only what the campaign has."""
    if not all_of_it:
        there.state.below, there.state.r, there.state.number = here.state, here.state.r, here.state.number
    for name, declared in (there.index.data.get("game_properties") or {}).items():
        if name in there.index.program.cells and (all_of_it or declared.get("campaign")):
            value = here.access.game(name, here.index.data["game_properties"][name])
            there.access.set_game(name, renamed(value, type_of(declared["type"]), here, there))
    for kind, name in there.index.program.columns if all_of_it else ():
        for thing in there.index.range(kind):
            value = here.access.stored(kind, name, here.index.number(there.index.name(thing)))
            kind_of_value = type_of(there.index.property(kind, name)[1]["type"])
            there.access.set(kind, name, thing, renamed(value, kind_of_value, here, there))
    at, z, box = there.state.at, there.state.z, there.index.box
    lying = dict.fromkeys((one for one, place in enumerate(at[:-1]) if place != NONE), box)
    for number, place in enumerate(there.index.places, there.index.size):
        z[number] = ()
        same = here.index.program.number.get(place["name"], NONE)
        if number != box and same != NONE and (all_of_it or place.get("campaign")):
            found = (there.index.number(here.index.name(thing)) for thing in here.state.z[same])
            z[number] = tuple(thing for thing in found if thing in lying)
            lying |= dict.fromkeys(z[number], number)
    for thing, number in lying.items():
        at[thing] = number
    z[box] = tuple(sorted(thing for thing, number in lying.items() if number == box))
    there.state.known = {
        there.index.number(here.index.name(thing)): mask
        for thing, mask in here.state.known.items()
        if at[there.index.number(here.index.name(thing))] != box
    }


def renamed(value: Any, kind: ValueType, here: Play, there: Play) -> Any:
    """A value with the numbers that things and places have in the other game; none for what it lacks."""
    if kind.element.base not in ("thing", "place"):
        return value
    if isinstance(value, tuple):
        found = (renamed(one, kind.element, here, there) for one in as_list(value))
        return tuple(one for one in found if one != NONE)
    return there.index.program.number.get(here.index.name(value), NONE) if value >= 0 else value
