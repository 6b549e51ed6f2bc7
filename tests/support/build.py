"""Short words for the JSON of a program, so that a test can write one by hand."""

from __future__ import annotations

from typing import Any

Node = dict[str, Any]


def op(operation: str, /, **fields: Any) -> Node:
    return {"op": operation, **fields}


def num(value: int) -> Node:
    return op("number", value=value)


def loc(name: str) -> Node:
    return op("local", name=name)


def ent(name: str) -> Node:
    return op("entity", name=name)


def prop(of: Node, kind: str, name: str) -> Node:
    return op("property", of=of, kind=kind, name=name)


def game(name: str) -> Node:
    return op("game", property=name)


def place(name: str, of: Node | None = None) -> Node:
    return op("place", name=name, of=of)


def contents(name: str, of: Node | None = None) -> Node:
    return op("contents", of=place(name, of))


def top(name: str, of: Node | None = None) -> Node:
    return op("top", of=place(name, of))


def count(of: Node) -> Node:
    return op("count", of=of)


def two(name: str, a: Node, b: Node) -> Node:
    return op(name, a=a, b=b)


def where(of: Node, test: Node) -> Node:
    return op("filter", set=of, it="it", where=test)


def words(ident: str, *values: tuple[Node, str]) -> Node:
    return {"text": ident, "values": [{"value": value, "type": kind} for value, kind in values]}


def move(what: Node, to: Node, many: bool = False, kind: str = "card") -> Node:
    return op("move", what=what, to=to, bottom=False, many=many, kind=kind)


def call(verb: str, *args: Node | None, you: Node | None = None, name: str | None = None) -> Node:
    return op("call", verb=verb, args=list(args), you=you or loc("you"), name=name)


def choose(name: str, source: Node, by: Node | None = None, chance: bool = False, **more: Any) -> Node:
    fields: Node = {"least": num(1), "most": num(1), "many": False, "asking": None, "secret": False}
    fields |= {"else": None, "none": None, "open": False}
    fields["by"] = {"by": by, "all": False, "chance": chance}
    return op("choose", name=name, **{"from": source}, **(fields | more))


def may(label: str, by: Node, then: list[Node], other: list[Node] | None = None) -> Node:
    chooser = {"by": by, "all": False, "chance": False}
    return op("may", label=words(label), when=None, by=chooser, then=then, **{"else": other or []})


def verb(*body: Node, parts: list[Node] | None = None, **more: Any) -> Node:
    """A verb; its label is given with `label=`."""
    found: Node = dict.fromkeys(("doc", "label", "gives", "menu", "ordered_by"))
    found |= {name: [] for name in ("needs", "takes", "costs", "limits")}
    return {**found, "at": -1, "parts": parts or [], "body": list(body), **more}


def part(name: str, kind: str, source: Node | None = None) -> Node:
    return {"name": name, "label": None, "type": kind, "from": source, "default": None}


def stored(kind: str, default: Any = None, **more: Any) -> Node:
    """A property that statements change."""
    return {"type": kind, "default": default, "changes": True, "seen": "everybody", "title": None, **more}
