"""How many members a set can have, as far as that is known when a program is linked.

Kinds, places and boards have as many as they have. A list that a game keeps is taken to have no more than
`Sizes.list` members. Whatever keeps one that may have more says so (`primitives.kept`): then the game has a
smaller budget, by as much as the list is longer, and prices hold all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from functools import cached_property
from itertools import chain
from typing import Final

from tilewright.schemas.operation_table import GIVES
from tilewright.schemas.value_types import type_of

from ..state.program import Node, Program, is_stored

LIST: Final = 100  # members of a list that is kept; more where there are more things than that
UNKNOWN: Final = 20_000  # members of a list of which nothing is known

# What always gives a list: the part of which operand says of what, and so how many there can be.
_LISTS = {op: (part, field) for op, (begins, part, field, _) in GIVES.items() if begins[:5] == "list:"}
# What may give one, as its declaration says; and what weaving adds.
_SETS = frozenset(op for op, (begins, *_) in GIVES.items() if begins == "any")
_SETS |= {*_LISTS, "$range", "$effects", "$part", "$item"}


class Sizes:
    """The sizes of one program."""

    def __init__(self, program: Program, modified: Container[str]) -> None:
        """`modified` names the defines and properties that modifiers change."""
        self.program = program
        self.modified = modified
        self.list = max(LIST, len(program.entities))
        self._lists: set[str | None] = set()  # locals that may be lists
        self._defines: dict[str, int] = {}
        self._places: dict[str | None, int] = {}
        for section in ("defines", "verbs", "steps"):
            for declared in program.data.get(section, {}).values():
                for part in (*(declared.get("parameters") or ()), *(declared.get("parts") or ())):
                    if type_of(part["type"]).is_list:
                        self._lists.add(part["name"])

    def learn(self, inside: Iterable[Node]) -> None:
        """Which locals the operations of a procedure set to a list."""
        for node in inside:
            match node["op"]:
                case "let" if self.of(node["value"]) > 1:
                    self._lists.add(node["name"])
                case "add_to":
                    self._lists.add(node["target"].get("name"))
                case "set" if self.of(node["value"]) > 1:
                    self._lists.add(node["target"].get("name"))
                case "$call":
                    self._lists.add(node.get("name"))
                case "roll" if node.get("number") is not None:
                    self._lists.add(node["name"])
                case "choose" if node.get("many"):
                    self._lists.add(node["name"])

    def of(self, node: Node) -> int:
        """How many members a set can have at most."""
        op = node["op"]
        if op == "local":
            return self.list if node["name"] in self._lists else 1
        return self._many(node) if op in _SETS else 1

    def _many(self, node: Node) -> int:
        program = self.program
        part, field = _LISTS.get(node["op"], ("", ""))
        match part:
            case "name":
                low, high = program.range(node[field])
                return high - low
            case "item":
                return self.of(node[field])
            case "held":
                return self._contents(node[field].get("name"))
        match node["op"]:
            case "$range":
                return int(node["high"] - node["low"])
            case "union":
                return self.of(node["a"]) + self.of(node["b"])
            case "if":
                return max(self.of(node["then"]), self.of(node["else"]))
            case "by_thing":
                return max(map(self.of, node["cases"].values()), default=0)
            case "list":
                return sum(map(self.of, node["items"]))
            case "neighbours":
                return self.neighbours(node["relation"])
            case "connected" | "crossed":
                return program.spaces
            case "links" | "sides":
                return program.links if node["op"] == "links" else 2 * program.links
            case "range" if node["low"]["op"] == node["high"]["op"] == "number":
                return max(0, int(node["high"]["value"] - node["low"]["value"] + 1))
            case "$effects":
                return UNKNOWN
            case "define":
                return self._define(node["name"])
            case "property" | "modified":
                return self._property(node["kind"], node["name"])
            case "set_property" if node["name"] in program.place_of_owner:
                return self._contents(node["name"])
            case "set_property":
                return self.of(node["of"]) * self._property(node["kind"], node["name"])
            case "game":
                return self._declared(program.data["game_properties"][node["property"]])
            case "$part":
                return max(map(self.of, self._open_parts(node)), default=0)
            case "$item":
                return self.list
        return UNKNOWN if node["op"] in _LISTS else 1

    def _contents(self, place: str | None) -> int:
        """How many things can lie in a place: all of the kinds that it holds. None: in any place."""
        known = self._places.get(place)
        if known is None:
            kinds = {
                one["holds"]
                for one in self.program.places
                if place is None or place in (one.get("property"), one["name"])
            }
            known = sum(high - low for low, high in map(self.program.range, kinds))
            self._places[place] = known
        return known

    def _open_parts(self, node: Node) -> list[Node]:
        parts = self.program.data["verbs"][node["verb"]].get("parts") or ()
        return [part["from"] for part in parts if part["name"] == node["part"]]

    def _property(self, kind: str, name: str) -> int:
        """How many members a property of one thing can have: as the kinds give it, if it never changes."""
        if kind not in self.program.kinds or not self.program.has(kind, name):
            return 1
        declared = self.program.property(kind, name)
        if not type_of(declared["type"]).is_list or is_stored(declared) or declared.get("derived"):
            return self._declared(declared)
        if declared.get("by"):
            return UNKNOWN
        owner = self.program.declared_by(kind, name)
        return max(map(_length, self.program.constants(owner, name)), default=0)

    def _declared(self, declared: Node) -> int:
        if not type_of(declared["type"]).is_list:
            return 1
        if declared.get("derived"):
            return self._define(declared["derived"])
        return self.list if is_stored(declared) else UNKNOWN

    def neighbours(self, relation: str) -> int:
        """How many neighbours a space can have at most: what it touches or is linked with, for a step."""
        declared = self.program.data["relations"][relation]
        far = declared.get("line") or declared.get("also")
        return self.program.spaces if far else self._touched

    @cached_property
    def _touched(self) -> int:
        """How many spaces the one with the most of them touches or is linked with."""
        board = self.program.data.get("board") or {}
        touching = [touch[:2] for touch in board.get("touching", ())]
        met = Counter(chain(*touching, *(link["sides"] for link in board.get("links", ()))))
        return max(met.values(), default=0)

    def _define(self, name: str) -> int:
        if name not in self._defines:
            self._defines[name] = UNKNOWN  # of one that calls itself
            declared = self.program.data["defines"][name]
            if not type_of(declared["type"]).is_list:
                self._defines[name] = 1
            elif name not in self.modified:
                self._defines[name] = self.of(declared["value"])
        return self._defines[name]


def _length(value: object) -> int:
    return len(value) if isinstance(value, (list, tuple)) else 1
