"""Tiny programs for tests: a drawing and a few relations, as the compiler would write them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from tilewright.dsl import nodes
from tilewright.dsl.boards import BoardShape, in_program, read_sides
from tilewright.dsl.reading.parse import parse
from tilewright.dsl.source import Source
from tilewright.runtime.geometry import Feature, Geometry
from tilewright.runtime.geometry.queries import Relating
from tilewright.runtime.state.state import empty

LINKS = ("console", "door", "ladder", "wall")
PROPERTIES = {"high": {"changes": False}, "open": {"changes": True}}
SIGNS = """
signs:
  | sign | means   |
  | D    | door    |
  | =    | console |
  | w    | wall    |
  | d    | dark    |
"""


class Words:
    """The kinds of these tests."""

    def is_link(self, name: str) -> bool:
        return name in LINKS

    def is_space(self, name: str) -> bool:
        return name in ("square", "hex", "region", "room", "dark")

    def is_hex(self, name: str) -> bool:
        return name == "hex"

    def has_property(self, kind: str, name: str) -> bool:
        return name in ("high", "start", "shut")

    def names(self) -> Iterable[str]:
        return (*LINKS, "square", "hex", "region", "room", "dark")


def board(text: str, of: str = "square") -> BoardShape:
    """The shape of a board without mistakes."""
    shape, problems = read(text, of)
    assert shape is not None and not problems, problems
    return shape


def read(text: str, of: str = "square") -> tuple[BoardShape | None, list[Any]]:
    """A board's body (`drawing:`, tables) → shape and problems. A bare drawing may stand alone."""
    body = textwrap.dedent(text).strip("\n")
    if "drawing:" not in body and "spaces:" not in body:
        body = "drawing:\n" + textwrap.indent(body, "  ") + (SIGNS if of in ("square", "hex") else "")
    source = f"content for tests\n\nboard tested of {of}:\n" + textwrap.indent(body, "  ") + "\n"
    parsed, problems = parse((Source("test.wright", source),))
    assert not problems, problems
    thing = parsed[1].node
    assert isinstance(thing, nodes.Thing)
    sides, problems = read_sides(thing, Words())
    return next(iter(sides.values()), None), problems


def program(shape: BoardShape, relations: Mapping[str, Any], pieces: int = 3) -> dict[str, Any]:
    """The parts of a program that a geometry reads. Pieces are of the kind `figure`."""
    spaces = sorted(shape.spaces, key=lambda space: space.kind)
    links = sorted(enumerate(shape.links), key=lambda item: item[1].kind)
    number = {str(space.name): i for i, space in enumerate(spaces)}
    entity = {old: len(spaces) + new for new, (old, _) in enumerate(links)}
    first_piece = len(spaces) + len(links)
    kinds = {"space": (0, len(spaces)), "link": (len(spaces), first_piece)}
    for kind in ("square", "region", "room", "dark"):
        kinds[kind] = _range([i for i, space in enumerate(spaces) if space.kind == kind], len(spaces))
    for kind in LINKS:
        members = [entity[old] for old, link in links if link.kind == kind]
        kinds[kind] = _range(members, first_piece)
    kinds["figure"] = (first_piece, first_piece + pieces)
    return {
        "board": {
            "form": shape.form,
            "spaces": [
                {
                    "at": [in_program(n) for n in space.at],
                    "layer": space.layer,
                    "outline": [[in_program(x), in_program(y)] for x, y in space.outline],
                    "tile": space.tile,
                }
                for space in spaces
            ],
            "links": [
                {"sides": [number[side] for side in link.sides], "line": None, "one_way": link.one_way}
                for _, link in links
            ],
            "touching": [
                [number[t.a], number[t.b], t.sort, [entity[old] for old in t.via]] for t in shape.touching
            ],
        },
        "kinds": {name: {"range": list(ends), "properties": PROPERTIES} for name, ends in kinds.items()},
        "relations": dict(relations),
        "entities": [{"name": str(space.name)} for space in spaces],
    }


def _range(members: list[int], nowhere: int) -> tuple[int, int]:
    return (members[0], members[-1] + 1) if members else (nowhere, nowhere)


class Table:
    """A geometry with names for spaces, and a state of its own: which links are open, where figures stand."""

    def __init__(self, text: str, of: str = "square", **relations: Any) -> None:
        self.shape = board(text, of)
        self.program = program(self.shape, relations)
        self.geometry = Geometry(self.program, self.evaluate)
        self.names = [entity["name"] for entity in self.program["entities"]]
        self.open: set[int] = set()
        self.figures: set[int] = set()
        self.high: set[int] = {self.number(str(s.name)) for s in self.shape.spaces if "high" in s.values}

    def number(self, name: str) -> int:
        return self.names.index(name)

    def evaluate(self, test: Any, known: Mapping[str, Any]) -> int:
        """The few tests that these relations use."""
        match test:
            case {"op": "number", "value": value}:
                return int(value)
            case {"op": "not", "of": inner}:
                return not self.evaluate(inner, known)
            case {"op": "and", "a": a, "b": b}:
                return self.evaluate(a, known) and self.evaluate(b, known)
            case {"op": "property", "of": {"name": name}, "name": "high"}:
                return known[name] in self.high
            case {"op": "property", "of": {"name": name}, "name": "open"}:
                return known[name] in self.open
            case {"op": "any", "set": {"name": "crossed"}, "where": where}:
                return any(self.evaluate(where, {**known, "it": space}) for space in known["crossed"])
        raise AssertionError(test)

    def holds(self, feature: Feature, relation: str) -> int:
        declared = self.program["relations"][relation]
        known = {"it": feature.entity, "from": feature.start, "to": feature.end, "crossed": feature.crossed}
        if feature.sort == "within":
            return self.evaluate(declared["within"], known)
        clauses = declared[feature.sort]
        if feature.sort != "blocks":
            return self.evaluate(clauses[feature.clause], known)
        clause = clauses[feature.clause]
        if clause["kind"] == "figure":
            return feature.entity in self.figures
        return self.evaluate(clause["where"], known)

    def mask(self, relation: str) -> int:
        return self.geometry.mask(relation, lambda feature: self.holds(feature, relation))

    def related(self, relation: str, a: str, b: str) -> bool:
        return self.geometry.related(relation, self.number(a), self.number(b), self.mask(relation))

    def neighbours(self, relation: str, a: str) -> str:
        found = self.geometry.neighbours(relation, self.number(a), self.mask(relation))
        return " ".join(sorted(self.names[space] for space in found))

    def steps(self, relation: str, a: str, b: str, around: str = "", costs: Any = None) -> int:
        """As the engine finds it. `costs` gives what it costs to enter each space, where that is not 1."""
        size = len(self.names)
        bare: Any = SimpleNamespace(data=self.program, spaces=size, first_place=size, places=())
        cost = None if costs is None else lambda state, a, b: costs[b]
        state = empty([], 0, 0, 0)
        asked = Relating(bare, self.geometry, relation, cost, cost is None, False, lambda: state).functions()
        targets, avoided = (tuple(self.number(name) for name in names.split()) for names in (b, around))
        return int(asked["steps"](state, self.number(a), targets, self.mask(relation), avoided))

    def crossed(self, relation: str, a: str, b: str) -> str:
        found = self.geometry.crossed(relation, self.number(a), self.number(b), self.mask(relation))
        return " ".join(self.names[space] for space in found)

    def length(self, relation: str, a: str, b: str) -> int:
        return self.geometry.line_length(relation, self.number(a), self.number(b), self.mask(relation))

    def put(self, *names: str) -> Table:
        """Figures on these spaces, and nowhere else."""
        self.figures = {self.number(name) for name in names}
        return self


def local(name: str) -> dict[str, Any]:
    return {"op": "local", "name": name}


def high(name: str) -> dict[str, Any]:
    return {"op": "property", "of": local(name), "kind": "space", "name": "high"}


def is_open(name: str = "it") -> dict[str, Any]:
    return {"op": "property", "of": local(name), "kind": "door", "name": "open"}


def negated(test: Any) -> dict[str, Any]:
    return {"op": "not", "of": test}


# Sight over regions: high ones block it; with a roof, not between those who stand high themselves.
YARD = {"line": ["edge", "edge"], "blocks": [{"kind": "region", "where": high("it")}]}
ROOFED = {
    "op": "and",
    "a": {"op": "and", "a": high("from"), "b": high("to")},
    "b": negated({"op": "any", "set": local("crossed"), "it": "it", "where": negated(high("it"))}),
}
ROOF = {
    "line": ["edge", "edge"],
    "blocks": [{"kind": "region", "where": {"op": "and", "a": high("it"), "b": negated(ROOFED)}}],
}
