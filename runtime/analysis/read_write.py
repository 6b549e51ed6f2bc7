"""What expressions read and statements write: which triggers follow a statement, and what it makes out of
date.

A *key* names something in a state: a property, a game property, where things of a kind lie, the runs of a
verb, the effects that last for a while. Reads are followed through defines, modifiers, relations and the
conditions under which rules are in force. The answer may be too large, never too small: leaving out a trigger
whose test cannot have changed is all that it is used for.

A key for where things lie, `("at", kind)`, may have a third part that says which moves matter: `PLAY`, those
that bring a thing into play or take it out, or a set of places, those to or from one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Any, Final, TypeAlias, assert_never

from tilewright.schemas.operation_table import READS, WRITES
from tilewright.schemas.value_types import SPACE, thing
from tilewright.schemas.walking import operations

from ..state.program import AS_HOLDER, Node, Program, is_stored
from .program_types import ENDS, Types

StateKey: TypeAlias = "tuple[Any, ...]"
StateKeys: TypeAlias = "frozenset[StateKey]"

NOTHING: Final[StateKeys] = frozenset()
EFFECTS: Final[StateKey] = ("effects",)
PLAY: Final = "play"
PLAYERS: Final[StateKeys] = frozenset({("players",)})
"""Who plays. It never changes during a game, but from one to the next."""

_ENDS = ("a", "b", "of")


class Analysis:
    """Reads and writes in one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._values: dict[str, StateKeys] = {}  # of defines, and of what modifies a property
        self._open: list[str] = []  # the values that are being read, each by the one before
        self._since = 0  # the outermost of them that is read again
        self._relations: dict[str, StateKeys] = {}
        self._following: dict[StateKeys, tuple[int, ...]] = {}

    # ---- reading

    def reads(self, tree: object, types: Types) -> StateKeys:
        """What any expression in a tree reads."""
        found: set[StateKey] = set()
        for node in operations(tree):
            found.update(self._read_by(node, types))
        return frozenset(found)

    def _read_by(self, node: Node, types: Types) -> Iterable[StateKey]:
        """What one operation reads, its operands apart."""
        reads = READS.get(node["op"])
        if reads is None:
            return PLAYERS if node["op"] == "all" and node["kind"] == "player" else NOTHING
        sort, field = reads
        which = node[field]
        match sort:
            case "property" if node["op"] == "set_property":
                return self._property_of_each(node, types)
            case "property":
                return self._property(node["kind"], which, modified=node["op"] == "modified")
            case "game":
                return [("game", which)] if is_stored(self.program.data["game_properties"][which]) else ()
            case "contents":
                return [self._lying(types.held_in(which), self._among(which, types))]
            case "location":
                return self.located(types.of(which).kind)
            case "presence":
                return self.playing(types.of(which).kind)
            case "kind":
                return self.playing(which)
            case "box":
                return [("at", which, frozenset({self.program.box}))]
            case "pieces":
                return [self._lying(node["kind"], self._among(which, types))]
            case "define":
                return self.define(which)
            case "relation":
                ends = [types.of(node[end]) for end in _ENDS if end in node]
                located = [self.located(one.kind) for one in ends if one.certain != SPACE]
                return self.relation(which).union(*located)
            case "running":
                return [("depth", which)]
            case _:
                assert_never(sort)

    def _lying(self, kind: str, places: frozenset[int] | None) -> StateKey:
        return ("at", kind) if places is None else ("at", kind, places)

    def _among(self, node: Node, types: Types) -> frozenset[int] | None:
        """The places that an expression can only name, where they are few: not any space of the board."""
        program = self.program
        if node["op"] == "place":
            if node.get("of") is None:
                return frozenset({program.number[node["name"]]})
            return frozenset(place for place in program.place_of_owner[node["name"]] if place >= 0)
        if node["op"] == "sides":
            links = self._among(node["of"], types)
            return None if links is None else self._sides(links)
        kind = types.of(node).kind
        if kind in program.kinds and program.spaces <= program.range(kind)[0]:
            low, high = program.range(kind)
            return frozenset(range(low, high)) if high <= program.spaces + program.links else None
        return None

    def _sides(self, links: frozenset[int]) -> frozenset[int]:
        every = self.program.data["board"]["links"]
        first = self.program.spaces
        return frozenset(side for link in links for side in every[link - first]["sides"] if side is not None)

    def _property_of_each(self, node: Node, types: Types) -> Iterable[StateKey]:
        """What `set.name` reads: a property, what lies in a place, or where the members are."""
        name = node["name"]
        if name in self.program.place_of_owner:
            return [
                ("at", place["holds"], frozenset({self.program.first_place + i}))
                for i, place in enumerate(self.program.places)
                if place.get("property") == name
            ]
        if name == "space" and not self.program.has(node["kind"], name):
            return self.located(types.of(node["of"]).kind)
        return self._property(node["kind"], name)

    def _property(self, kind: str, name: str, modified: bool = False) -> StateKeys:
        declared = self.program.property(kind, name)
        if declared.get("derived"):
            return self.define(declared["derived"])
        owner = self.program.declared_by(kind, name)
        keys: StateKeys = frozenset({("property", owner, name)}) if is_stored(declared) else NOTHING
        if declared.get("by"):
            keys |= self._property(kind, declared["by"])
        if not modified:
            return keys
        of = f"{kind}.{name}"
        return keys | self._in_turn(of, lambda: self._modifiers(of))

    def define(self, name: str) -> StateKeys:
        """What a define reads, its modifiers included."""

        def found() -> StateKeys:
            declared = self.program.data["defines"][name]
            given = {part["name"]: part["type"] for part in declared.get("parameters", ())}
            types = Types(self.program, given).learn(declared["value"])
            return self.reads(declared["value"], types) | self._modifiers(name)

        return self._in_turn(name, found)

    def _in_turn(self, name: str, find: Callable[[], StateKeys]) -> StateKeys:
        """What a value reads that may lead back to itself."""
        known = self._values.get(name)
        if known is not None:
            return known
        if name in self._open:
            self._since = min(self._since, self._open.index(name))
            return NOTHING  # a value that reads itself adds nothing new
        depth, since = len(self._open), self._since
        self._open.append(name)
        self._since = depth
        found = find()
        self._open.pop()
        if self._since == depth:  # otherwise what it reads is known only with the one that it leads back to
            self._values[name] = found
        self._since = min(since, self._since) if depth else 0
        return found

    def _modifiers(self, of: str) -> StateKeys:
        found: set[StateKey] = set()
        for modifier in self.program.data.get("modifiers", ()):
            if modifier["of"] == of:
                found |= self.rule(modifier, [modifier.get("when"), modifier["amount"]])
        return frozenset(found)

    def rule(self, rule: Node, tree: list[Any], about: str | None = None) -> StateKeys:
        """What the conditions of a rule read, and whether it is in force. `about` names the members of the
        set that is the first of them.
        """
        types = Types(self.program)
        if rule.get("this"):
            types.bind("this", thing(rule["this"]))
        if about is not None:
            types.bind(about, types.learn(tree[0]).of(tree[0]).element)
        keys = self.reads(tree, types.learn(tree))
        if rule.get("this"):
            keys |= self.force(rule["this"])
        return keys | {EFFECTS} if rule.get("until") else keys

    def force(self, kind: str) -> StateKeys:
        """What decides whether the rules of things of this kind are in force."""
        test = self.in_force_test(kind)
        if test is None:
            return self.playing(kind)
        return self.reads(test, Types(self.program, {"this": thing(kind)}).learn(test))

    def in_force_test(self, kind: str) -> Node | None:
        """The test that the narrowest kind gives for its rules to be in force; None: being in play."""
        for ancestor in self.program.ancestors(kind):
            test = self.program.kinds[ancestor].get("in_force")
            if test is not None:
                return dict(test)
        return None

    @cache  # noqa: B019  # an analysis lives as long as its program
    def located(self, kind: str) -> StateKeys:
        """Whose moves decide where a thing of this kind is: its own, and those of whatever may hold it."""
        if kind not in self.program.kinds:
            return frozenset({("at", "thing")})
        if not self.moves(kind):
            return NOTHING
        return frozenset(("at", one) for one in {kind, *self.holders(kind)})

    @cache  # noqa: B019
    def holders(self, kind: str) -> frozenset[str]:
        """The kinds that may hold a thing of this kind in a slot, or whatever holds it."""
        program = self.program
        found: frozenset[str] = frozenset()
        while True:
            holders = frozenset(
                program.entities[place["owner"]]["kind"]
                for place in program.places
                if place.get("owner") is not None
                and place.get("sort") == "slot"
                and any(self._may_hold(place, one) for one in (kind, *found))
            )
            if holders <= found:
                return found
            found |= holders

    def playing(self, kind: str) -> StateKeys:
        """Whose moves decide whether a thing of this kind is in play; of players, that they take part."""
        moves = frozenset((*key, PLAY) for key in self.located(kind))
        return moves | PLAYERS if self.overlap(kind, "player") else moves

    @cache  # noqa: B019
    def may_be_held(self, kind: str) -> bool:
        """Whether a thing of this kind can lie in a slot, or in a place that is in play."""
        return any(
            (place.get("sort") == "slot" or place.get("in_play")) and self._may_hold(place, kind)
            for place in self.program.places
        )

    def may_be_carried(self, kind: str) -> bool:
        """Whether a thing of this kind can lie in a place that is in play where its owner is."""
        standing, first = self.program.standing, self.program.first_place
        return any(
            standing[first + i] == AS_HOLDER and self._may_hold(place, kind)
            for i, place in enumerate(self.program.places)
        )

    def _may_hold(self, place: Node, kind: str) -> bool:
        held = place.get("holds") or "thing"
        return held not in self.program.kinds or self.program.related(held, kind)

    def moves(self, kind: str) -> bool:
        """Whether things of this kind can lie in places at all: spaces, links and players do not."""
        low, high = self.program.range(kind)
        return any(i >= self.program.players[1] and i not in self.program.nowhere for i in range(low, high))

    def relation(self, name: str) -> StateKeys:
        """What a relation between spaces reads: its conditions, and where the pieces are that block."""
        known = self._relations.get(name)
        if known is not None:
            return known
        self._relations[name] = NOTHING
        relation = self.program.data["relations"][name]
        found: set[StateKey] = set()
        for block in relation.get("blocks") or ():
            found |= self.block(block)
        types = relation_types(self.program).learn(
            [relation.get(part) for part in ("also", "never", "one_way")]
        )
        for part in ("also", "never", "one_way", "cost", "within"):
            found |= self.reads(relation.get(part), types)
        self._relations[name] = frozenset(found)
        return self._relations[name]

    def block(self, block: Node) -> StateKeys:
        """What decides whether a clause of a relation blocks."""
        types = relation_types(self.program)
        types.locals["it"] = thing(block["kind"])
        keys = self.reads(block.get("where"), types.learn(block.get("where")))
        return keys | {("at", block["kind"])} if self.moves(block["kind"]) else keys

    # ---- writing

    def writes(self, node: Node, types: Types) -> StateKeys:
        """What one primitive statement may write."""
        match WRITES.get(node["op"]):
            case "target", field:
                return self._target(node[field])
            case "location", field:
                return frozenset({("at", node.get(field) or "thing")})
            case "contents", field:
                return frozenset({("at", types.held_in(node[field]))})
            case _:
                return NOTHING  # what a seat was shown is read by no expression

    def _target(self, target: Node) -> StateKeys:
        match target["op"]:
            case "game":
                return frozenset({("game", target["property"])})
            case "property" | "modified":
                owner = self.program.declared_by(target["kind"], target["name"])
                return frozenset({("property", owner, target["name"])})
            case _:
                return NOTHING

    def touch(self, read: StateKeys, written: StateKeys) -> bool:
        """Whether something written is something read."""
        if not read.isdisjoint(written):
            return True
        moved = [key[1] for key in written if key[0] == "at"]
        looked = [key[1] for key in read if key[0] == "at"]
        return any(self.overlap(a, b) for a in moved for b in looked)

    def overlap(self, a: str, b: str) -> bool:
        """Whether a thing can be of both kinds."""
        kinds = self.program.kinds
        return a not in kinds or b not in kinds or self.program.related(a, b)

    # ---- triggers

    @cache  # noqa: B019
    def trigger(self, index: int) -> StateKeys:
        """What the test of a trigger reads."""
        trigger = self.program.data["triggers"][index]
        about = trigger.get("element") or {}
        return self.rule(trigger, [about.get("set"), trigger.get("test")], about.get("name"))

    def following(self, written: StateKeys) -> tuple[int, ...]:
        """The triggers, in program order, that have to be settled after such a write."""
        if not written:
            return ()
        known = self._following.get(written)
        if known is None:
            found = {index for key in written for index in self._watching.get(key, ())}
            moved = {key[1] for key in written if key[0] == "at"}
            for key, indices in self._watching.items() if moved else ():
                if key[0] == "at" and any(self.overlap(a, key[1]) for a in moved):
                    found.update(indices)
            known = self._following[written] = tuple(sorted(found))
        return known

    @cached_property
    def _watching(self) -> dict[StateKey, list[int]]:
        """The triggers whose tests read something."""
        found: dict[StateKey, list[int]] = {}
        for index in range(len(self.program.data.get("triggers", ()))):
            for key in self.trigger(index):
                found.setdefault(key, []).append(index)
        return found


def relation_types(program: Program) -> Types:
    """The locals of the expressions of a relation, but for what may block."""
    return Types(program, ENDS)
