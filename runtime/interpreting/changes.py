"""What a statement changes: a value within its range, where things lie, who knows them."""

from __future__ import annotations

from typing import Any

from tilewright.schemas.wording import ENGLISH

from ..analysis.costs import TOLD
from ..evaluating.program_index import Node
from ..state.nesting import refusal
from ..state.primitives import NOTHING
from ..state.state import NO_NUMBER, NONE, Stuck
from .running import Frame, Run, Running


class Changes(Running):
    """The part of a game in progress that writes its position."""

    def assign(self, target: Node, value: object, frame: Frame, node: Node) -> Run:
        """Set a local, or a property, which is kept in its range. Raises Stuck for a property of none."""
        match target["op"]:
            case "local":
                frame.env[target["name"]] = value
                return
            case "game":
                declared = self.index.data["game_properties"][target["property"]]
                self.access.set_game(target["property"], clamped(value, declared))
            case _:
                thing = self.values.of(target["of"], frame.env)
                if thing < 0:
                    raise Stuck(NOTHING)
                _, declared = self.index.property(target["kind"], target["name"])
                self.access.set(target["kind"], target["name"], thing, clamped(value, declared))
        yield from self.changed(node)

    def put(self, things: tuple[int, ...], place: int, bottom: bool) -> None:
        """Lay things, one after another, on top of a place or under it. Raises Stuck where the place is none,
        and where they do not fit.
        """
        if place < 0:
            raise Stuck(NOTHING)
        program = self.index.program
        refused = refusal(program, self.state, things, place, self.index.name) if program.nests else None
        if refused:
            raise Stuck(ENGLISH.tell(refused))
        at, z = self.state.at, self.state.z
        self.access.version += 1
        self.state.fuel -= max(0, len(things) - 1) * TOLD
        for thing in things:
            if at[thing] >= 0:
                z[at[thing]] = tuple(one for one in z[at[thing]] if one != thing)
            z[place] = (thing, *z[place]) if bottom else (*z[place], thing)
            at[thing] = place
            if place in self.index.program.forgets:
                self.state.known.pop(thing, None)
        self.fit(things, place)

    def fit(self, things: tuple[int, ...], place: int) -> None:
        """A place holds things of its kind, a slot what fits and only so many. Stuck for more or others."""
        if place < self.index.size:
            return
        declared = self.index.places[place - self.index.size]
        if declared.get("capacity") is not None and len(self.state.z[place]) > declared["capacity"]:
            raise Stuck(f"{declared['name']} is full.")
        kind, fits = declared.get("holds"), declared.get("fits")
        for thing in things:
            if (kind in self.index.program.kinds and not self.index.is_kind(thing, kind)) or (
                fits is not None
                and not self.values.holds(fits, {"it": thing, "this": declared.get("owner", NONE)})
            ):
                raise Stuck(f"{self.index.name(thing)} does not fit into {declared['name']}.")

    def mark(self, things: tuple[int, ...], seats: tuple[int, ...] | None) -> None:
        """These seats know these things from now on; None: nobody does."""
        players = self.index.range("player")
        bits = sum(1 << (seat - players.start) for seat in set(seats or ()))
        for thing in things:
            known = self.state.known.pop(thing, 0) | bits if seats is not None else 0
            self.state.known.pop(thing, None)
            if known:
                self.state.known[thing] = known


def clamped(value: object, declared: Node) -> Any:
    """A number within the range of its property."""
    if isinstance(value, tuple) or value == NO_NUMBER:
        return value
    if declared.get("low") is not None:
        value = max(value, declared["low"])
    if declared.get("high") is not None:
        value = min(value, declared["high"])
    return value
