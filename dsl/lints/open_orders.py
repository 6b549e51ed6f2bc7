"""A pile that is shuffled although somebody sees into it, and so the order that nobody should know.

A pile that the same rule moves on as a whole is taken to be out of sight while it is shuffled. Where piles of
one name are not all seen by the same people, nothing is said.
"""

from collections.abc import Iterator

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

_SEERS = {"everybody": "everybody", "owner": "its owner", "somebody": "somebody"}


def open_orders(facts: Facts) -> Iterator[Diagnostic]:
    """Every `shuffle` of such a pile in the game's own files, and every call of a verb that shuffles it."""
    parts = _shuffled_parts(facts)
    told = set[int]()
    for _, ops in facts.bodies:
        # What is moved on as a whole lies face down where it comes to, before anybody has looked.
        passed = [op["what"].get("of", op["what"]) for op in ops if op["op"] == "move"]
        for op in ops:
            for place in _shuffled_by(op, facts, parts):
                span = facts.flow.span(op["at"])
                seer = _seer(place, facts)
                if seer is not None and place not in passed and op["at"] not in told and facts.own(span):
                    told.add(op["at"])
                    yield codes.OPEN_ORDER.at(span, pile=place["name"], who=seer)


def _shuffled_by(op: Op, facts: Facts, parts: dict[str, set[str]]) -> list[Op]:
    """The piles that a statement shuffles, by itself or by what it calls, as far as they are named here."""
    found = [op["place"]] if op["op"] == "shuffle" else []
    if op["op"] == "call" and parts.get(op["verb"]):
        declared = facts.checked.verbs[op["verb"]]["parts"]
        found = [
            arg
            for part, arg in zip(declared, op["args"], strict=False)
            if part["name"] in parts[op["verb"]] and arg is not None
        ]
    return [place for place in found if place["op"] in ("place", "local")]


def _shuffled_parts(facts: Facts) -> dict[str, set[str]]:
    """Of each verb the parts that are piles and are shuffled by it, or by what it calls."""
    found: dict[str, set[str]] = {name: set() for name in facts.checked.verbs}
    bodies = {key.name: ops for key, ops in facts.bodies if key.sort == "verb"}
    grew = True
    while grew:
        grew = False
        for verb, ops in bodies.items():
            names = {part["name"] for part in facts.checked.verbs[verb]["parts"]}
            more = {place["name"] for op in ops for place in _shuffled_by(op, facts, found)} & names
            grew = grew or not more <= found[verb]
            found[verb] |= more
    return found


def _seer(place: Op, facts: Facts) -> str | None:
    """Who sees into a pile; None if nobody does, or not all piles of that name are seen alike."""
    if place["op"] != "place":
        return None
    seen = [
        audience if isinstance(audience, str) else "somebody"
        for (owner, name), audience in facts.checked.audiences.items()
        if name == place["name"] and (owner == "game") == (place["of"] is None)
    ]
    return _SEERS.get(seen[0]) if len(set(seen)) == 1 else None
