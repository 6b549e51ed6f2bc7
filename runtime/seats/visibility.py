"""Who may see what in one position: places, which thing a thing is, where it is, its values, derived ones
too.

Everything that leaves the engine for a seat asks here: seat_view.py, log.py, questions/document.py, and undo.
A seat is the entity number of a player; None is the designer, who sees everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..evaluating.evaluator import Evaluator
from ..evaluating.operations import Unreadable, as_list
from ..evaluating.program_index import Node, ProgramIndex
from ..evaluating.state_access import StateAccess
from ..state.state import NONE, Over, State


class Visibility:
    """The eyes of one seat on one state. Made again for every position; what has been asked once is kept.

    `compiled` works out an audience for a thing faster than the interpreter (`Machine.audience`). What
    was read meanwhile it cannot tell.
    """

    def __init__(
        self,
        index: ProgramIndex,
        state: State,
        seat: int | None,
        compiled: Callable[[State, Node, int], Any] | None = None,
    ) -> None:
        self.index = index
        self.state = state
        self.seat = seat
        self.values = Evaluator(index, StateAccess(index, state))
        self._compiled = compiled
        self._places: dict[int, bool] = {}
        self._names: dict[int, bool] = {}
        self._where: dict[int, bool] = {}
        self._owners: dict[int, tuple[int, ...]] = {}
        self._hidden_kinds: dict[str, bool] = {}
        self._derived: dict[tuple[int, str, str], tuple[Any, list[tuple[Any, ...]]]] = {}

    # ---------------------------------------------------------------- audiences

    def among(self, audience: Any, this: int, owner: int = NONE) -> bool:
        """Whether the seat is in an audience; `owner` is who owns, where a place is asked about."""
        if self.seat is None or audience is None or audience == "everybody":
            return True
        if audience == "nobody":
            return False
        if audience == "owner":
            return self.seat in (self.owners(this) if owner == NONE else (owner,))
        return self.seat in self.players(audience, this)

    def players(self, audience: Node, this: int) -> tuple[int, ...]:
        """The players an expression names. What cannot be worked out is seen by nobody."""
        try:
            if self._compiled is not None and this != NONE and self.values.watch is None:
                return as_list(self._compiled(self.state, audience, this))
            return as_list(self.values.of(audience, {"this": this}))
        except (Over, Unreadable):
            return ()

    def owners(self, thing: int) -> tuple[int, ...]:
        """Who controls a thing: as its kind says, or as it lies in somebody's pile or in what he controls."""
        if thing not in self._owners:
            self._owners[thing] = self._owned_by(thing)
        return self._owners[thing]

    def _owned_by(self, thing: int) -> tuple[int, ...]:
        while thing >= 0:
            if self.index.is_kind(thing, "player"):
                return (thing,)
            controlled = self.index.trait(thing, "controlled_by")
            if controlled is not None:
                return self.players(controlled, thing)
            thing = self.index.program.holders[self.state.at[thing]]
        return ()

    def controllers(self, thing: int) -> tuple[int, ...]:
        """The players who decide for a thing as its kind says, as far as the seat may know."""
        controlled = self.index.trait(thing, "controlled_by")
        if controlled is None:
            return ()
        with self.values.watching() as read:
            found = self.players(controlled, thing)
        return found if self.may_read(read) else ()

    # ---------------------------------------------------------------- places and things

    def into(self, place: int) -> bool:
        """Whether the seat sees into a place: what lies there, and in which order. Spaces are open to all."""
        if self.seat is None or place < self.index.size:
            return True
        if place not in self._places:
            declared = self.index.places[place - self.index.size]
            owner = declared.get("owner")
            audience = declared.get("seen") or ("nobody" if place == self.index.box else "everybody")
            this = NONE if owner is None else owner
            named = NONE if owner is None or not self.index.is_kind(owner, "player") else owner
            self._places[place] = self.among(audience, this, named)
        return self._places[place]

    def shown(self, thing: int) -> bool:
        """Whether the seat was shown the thing, and has not lost sight of it since."""
        known = self.state.known.get(thing, 0)
        return self.seat is None or bool(known >> (self.seat - self.index.program.players[0]) & 1)

    def name(self, thing: int) -> bool:
        """Whether the seat knows which thing this is."""
        if self.seat is None or not 0 <= thing < self.index.size or self.state.at[thing] < 0:
            return True
        if thing not in self._names:
            self._names[thing] = self.shown(thing) or (self.into(self.state.at[thing]) and self.face(thing))
        return self._names[thing]

    def face(self, thing: int) -> bool:
        """Whether the seat knows which thing this is where it sees it lie."""
        return self.among(self.index.trait(thing, "identity_seen"), thing)

    def where(self, thing: int) -> bool:
        """Whether the seat knows where the thing lies, as itself or as a back."""
        if self.seat is None or not 0 <= thing < self.index.size or self.state.at[thing] < 0:
            return True
        if thing not in self._where:
            self._where[thing] = self.shown(thing) or (
                self.listed(self.state.at[thing]) and self.among(self.index.trait(thing, "place_seen"), thing)
            )
        return self._where[thing]

    def listed(self, place: int) -> bool:
        """Whether things in a place can be told apart, if only as backs: on the board, in slots, if seen."""
        if place < self.index.size or self.into(place):
            return True
        return self.index.places[place - self.index.size].get("sort") == "slot"

    def on_top(self, place: int) -> bool:
        """Whether the seat sees what lies on top of a place that it does not see into, if only its back. A
        bag shows none, and a player's places show theirs without an order.
        """
        declared = self.index.places[place - self.index.size]
        owner = declared.get("owner")
        if declared.get("internal") or declared.get("sort") == "bag":
            return False
        if owner is None or self.index.is_kind(owner, "player"):
            return owner is None
        return self.name(owner) and self.state.at[owner] != self.index.box

    # ---------------------------------------------------------------- values

    def value(self, thing: int, kind: str, name: str, declared: Node) -> bool:
        """Whether the seat may read a property: a stored one, or a derived one and all that it reads."""
        if self.seat is None:
            return True
        if not self.named(thing, name) or not self.among(declared.get("seen"), thing):
            return False
        if not declared.get("derived"):
            return True
        return self.may_read(self.derived(thing, kind, name)[1])

    def named(self, thing: int, name: str) -> bool:
        """Whether the seat sees the side of a thing on which this property stands."""
        if thing < 0 or self.name(thing):
            return True
        return self.where(thing) and name in (self.index.trait(thing, "back") or ())

    def game_value(self, name: str, declared: Node) -> bool:
        """Whether the seat may read a property of the game."""
        if self.seat is None:
            return True
        if not self.among(declared.get("seen"), NONE):
            return False
        return not declared.get("derived") or self.may_read(self.derived(NONE, "", name)[1])

    def worth(self, thing: int, kind: str, name: str) -> Any:
        """The value of a property; of one that cannot be worked out None."""
        if self.index.property(kind, name)[1].get("derived"):
            return self.derived(thing, kind, name)[0]
        try:
            return self.values.property(thing, kind, name)
        except (Over, Unreadable):
            return None

    def holds(self, define: str, thing: int) -> bool:
        """Whether a define of a thing holds, judged by what the seat may see."""
        kept = self.index.holds
        if define not in kept:
            kept[define] = {} if self.index.never_changes({"op": "define", "name": define}) else None
        lasting = kept[define]
        holds, read = (lasting and lasting.get(thing)) or self._of(thing, define)
        if lasting is not None:
            lasting[thing] = holds, read
        return bool(holds) and self.may_read(read)

    def whereabouts(self, thing: int) -> tuple[int, ...]:
        """The spaces where a thing can be that the seat does not see, if its kind says so by what the seat
        may know; else none.
        """
        define = self.index.trait(thing, "place_among")
        if define is None:
            return ()
        found, read = self._of(thing, define)
        return as_list(found) if self.may_read(read) else ()

    def _of(self, thing: int, define: str) -> tuple[Any, list[tuple[Any, ...]]]:
        """The value of a define of a thing and everything that is read for it; none if it cannot be worked
        out.
        """
        with self.values.watching() as read:
            try:
                return self.values.define(define, (thing,)), list(read)
            except (Over, Unreadable):
                return (), list(read)

    def derived(self, thing: int, kind: str, name: str) -> tuple[Any, list[tuple[Any, ...]]]:
        """A derived value, of the game where the thing is NONE, and everything that is read for it.

        What cannot be worked out is None.
        """
        key = thing, kind, name
        kept = self.index.derived if thing != NONE and self._lasts(kind, name) else self._derived
        if key not in kept:
            itself = ("game", name) if thing == NONE else ("property", kind, name, thing)
            with self.values.watching() as read:
                try:
                    if thing == NONE:
                        value = self.values.define(self.index.data["game_properties"][name]["derived"], ())
                    else:
                        value = self.values.property(thing, kind, name)
                except (Over, Unreadable):
                    value = None
            read.pop(itself, None)
            kept[key] = value, list(read)
        return kept[key]

    def _lasts(self, kind: str, name: str) -> bool:
        """Whether a derived property has one value for the whole game."""
        return self.index.never_changes(
            {"op": "define", "name": self.index.property(kind, name)[1]["derived"]}
        )

    def may_read(self, read: Iterable[tuple[Any, ...]]) -> bool:
        """Whether the seat may see all that was read."""
        return self.seat is None or all(map(self.read, read))

    def read(self, one: tuple[Any, ...]) -> bool:
        """Whether the seat may see what was read."""
        match one:
            case ("property", kind, name, thing):
                _, declared = self.index.property(kind, name)
                return self.named(thing, name) and self.among(declared.get("seen"), thing)
            case ("on_top", kind, name, thing, place) if not self.into(place):
                _, declared = self.index.property(kind, name)
                back = name in (self.index.trait(thing, "back") or ())
                return back and self.on_top(place) and self.among(declared.get("seen"), thing)
            case ("on_top", *looked_up, _):
                return self.read(("property", *looked_up))
            case ("game", name):
                return self.among(self.index.data["game_properties"][name].get("seen"), NONE)
            case ("contents", place):
                return self.into(place)
            case ("at", thing):
                return self.where(thing)
            case ("kind", kind):
                return not self.hidden_kind(kind)
            case ("which", thing) if 0 <= thing < self.index.size:
                # It is named: what is said of it tells who sees only backs which it is.
                return self.face(thing) or self.name(thing)
        return one[0] in ("size", "which")  # how many there are; a place, or nobody

    def hidden_kind(self, kind: str) -> bool:
        """Whether where things of a kind lie is hidden from some seats."""
        if kind not in self._hidden_kinds:
            self._hidden_kinds[kind] = any(
                self.index.trait(one, "place_seen") not in (None, "everybody") and not self.where(one)
                for one in self.index.range(kind)
            )
        return self._hidden_kinds[kind]
