"""What the geometry must know of an expression: which locals it reads, whether its value can ever change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.schemas.operation_table import READS, UNORDERED
from tilewright.schemas.walking import operations

Json = Any


def in_any_order(expression: Json, name: str) -> bool:
    """Whether a local that holds a list is only asked what is in it, never what comes first."""
    every, local = operations(expression), {"op": "local", "name": name}
    return every.count(local) == [node.get(UNORDERED.get(node["op"], "")) for node in every].count(local)


class Lasting:
    """Tells which expressions of a program have one value for a whole game, given their locals."""

    def __init__(self, program: Mapping[str, Json]) -> None:
        self._kinds = program.get("kinds", {})
        self._defines = program.get("defines", {})
        self._relations = program.get("relations", {})
        self._modified = {modifier["of"] for modifier in program.get("modifiers", ())}
        self._known: dict[str, bool] = {}
        board = program.get("board") or {"spaces": ()}
        self._fixtures = len(board["spaces"]) + len(board.get("links", ()))

    def __call__(self, expression: Json) -> bool:
        return all(self._lasts(node) for node in operations(expression))

    def _lasts(self, node: Json) -> bool:
        reads = READS.get(node["op"])
        if reads is None:
            return (node["op"], node.get("kind")) != ("all", "player")
        sort, field = reads
        match sort:
            case "property":
                return not self._changes(node["kind"], node["name"])
            case "define":
                return self._define_lasts(node["name"])
            case "relation" if node["op"] == "connected":  # the others are asked of the tables being made
                return self._relation_lasts(node[field])
            case "kind":
                return bool(self._kinds[node[field]]["range"][1] <= self._fixtures)
        return False

    def _changes(self, kind: str, name: str) -> bool:
        declared = self._kinds[kind]["properties"][name]
        return bool(declared.get("changes")) or f"{kind}.{name}" in self._modified

    def _define_lasts(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = False  # a define that calls itself is left to the engine
            define = self._defines.get(name)
            self._known[name] = bool(define) and name not in self._modified and self(define["value"])
        return self._known[name]

    def _relation_lasts(self, name: str) -> bool:
        """Whether nothing that can change decides what is related."""
        if f"relation {name}" not in self._known:
            self._known[f"relation {name}"] = False  # one that asks for itself is left to the engine
            declared = self._relations[name]
            fixtures = all(self({"op": "kind", "kind": block["kind"]}) for block in declared["blocks"])
            tests = [declared[clause] for clause in ("blocks", "also", "never", "one_way", "within")]
            self._known[f"relation {name}"] = fixtures and self(tests)
        return self._known[f"relation {name}"]


def place_of(program: Json, name: str) -> tuple[str, int]:
    """What an author knows a relation by, its label or else its name; and where it is declared."""
    declared = program["relations"][name]
    return str(declared.get("label") or name), declared.get("at", -1)


def relation_with(program: Json, expression: Json) -> tuple[str | None, int]:
    """The same for the relation that has this very expression; nothing if none has."""
    relations = program.get("relations") or {}
    of = (name for name, one in relations.items() if any(node is expression for node in operations(one)))
    name = next(of, None)
    return (None, -1) if name is None else place_of(program, name)
