"""What the geometry must know of an expression: which locals it reads, whether its value can ever change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Json = Any

# Operations that only look at their operands, or at what a board is made of.
_LASTING = frozenset(
    {
        *(
            "absolute",
            "add",
            "all",
            "and",
            "any",
            "at_least",
            "at_most",
            "both",
            "count",
            "direction",
            "divide",
        ),
        *("entity", "equal", "filter", "first", "highest", "if", "in", "is_kind", "last", "least", "less"),
        *(
            "link_between",
            "links",
            "list",
            "local",
            "lowest",
            "maximum",
            "minimum",
            "more",
            "most",
            "multiply",
        ),
        *("negate", "none", "not", "not_equal", "nth", "number", "or", "other_side", "position", "range"),
        *("remainder", "reversed", "setting", "sides", "string", "subtract", "total", "union", "without"),
        *("word", "yes_no"),
    }
)


def locals_read(expression: Json) -> frozenset[str]:
    """The names of all locals in an expression, its own elements too."""
    return frozenset(node["name"] for node in operations(expression) if node["op"] == "local")


def in_any_order(expression: Json, name: str) -> bool:
    """Whether a local that holds a list is only asked what is in it, never what comes first."""
    asked = {"any": "set", "count": "of", "in": "set"}
    every, local = list(operations(expression)), {"op": "local", "name": name}
    return every.count(local) == [node.get(asked.get(node["op"], "")) for node in every].count(local)


def operations(expression: Json) -> Iterator[Json]:
    """Every operation in an expression, itself first."""
    if isinstance(expression, list | tuple):
        for part in expression:
            yield from operations(part)
    elif isinstance(expression, Mapping):
        if "op" in expression:
            yield expression
        for part in expression.values():
            yield from operations(part)


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
        match node["op"]:
            case "property" | "set_property":
                return not self._changes(node["kind"], node["name"])
            case "define":
                return self._define_lasts(node["name"])
            case "connected":
                return self._relation_lasts(node["relation"])
            case "kind":
                return bool(self._kinds[node["kind"]]["range"][1] <= self._fixtures)
            case operation:
                return operation in _LASTING

    def _changes(self, kind: str, name: str) -> bool:
        declared = self._kinds.get(kind, {}).get("properties", {}).get(name)
        if declared is None or declared.get("derived"):
            return not self._define_lasts(f"{kind}.{name}")
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
