"""What must hold for an action to be taken: what it takes, needs, costs, and how often it is allowed.

Each condition is tested as soon as the parts that it mentions are known, in the order given here. Generated
code and interpreter both go by this list, so that a rule which asks something of none is stuck in both or in
neither.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.schemas.walking import both, locals_in, substituted

from ..state.program import YOU, Node, Program


@dataclass(frozen=True)
class Condition:
    """One of them: a test, or a limit, by its number among those of the verb."""

    names: frozenset[str]  # the parts that it mentions, and `you`
    test: Node | None = None
    cost: int = -1  # the number of the cost that it is about
    limit: int = -1


def conditions_of(program: Program, verb: str) -> list[Condition]:
    """Everything that must hold for an action to be taken."""
    declared = program.data["verbs"][verb]
    parts = {part["name"] for part in declared.get("parts", ())} | {YOU}
    # What an action takes is soon seen, and often there is nothing left to take.
    tests: list[Node] = [
        {"op": "at_least", "a": price["target"], "b": price["amount"]}
        for price in declared.get("takes") or ()
    ]
    tests += [need["test"] for need in declared.get("needs") or ()]
    found = [Condition(frozenset(locals_in(test) & parts), test) for test in tests]
    for number, cost in enumerate(declared.get("costs") or ()):
        paid = _payable(program, cost)
        found += [Condition(frozenset(locals_in(test) & parts), test, cost=number) for test in paid]
    for number, limit in enumerate(declared.get("limits") or ()):
        mentioned = {*(limit.get("parts") or ()), *locals_in(limit["number"])} & parts
        found.append(Condition(frozenset(mentioned), limit=number))
    return found


def _payable(program: Program, cost: Node) -> list[Node]:
    """A cost can be paid if the needs of the verb that it calls hold."""
    called = program.data["verbs"][cost["verb"]]
    parts = called.get("parts", ())
    args = [*cost["args"], *[None] * (len(parts) - len(cost["args"]))]
    given = {part["name"]: arg for part, arg in zip(parts, args, strict=True) if arg is not None}
    given[YOU] = cost["you"]
    for part in parts:
        if part["name"] not in given and part.get("from") is None:
            given[part["name"]] = substituted(part.get("default") or {"op": "none"}, given)
    tests = [substituted(need["test"], given) for need in called.get("needs") or ()]
    for part, arg in zip(reversed(parts), reversed(args), strict=True):
        if arg is None and part.get("from") is not None:
            source = substituted(part["from"], given)
            where = both(list(tests))
            tests = [{"op": "any", "set": source, "it": part["name"], "where": where}]
    return tests
