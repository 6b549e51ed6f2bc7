"""What applies when a verb happens: everything a program knows of a verb, value or rule label, in order.

Reads the program document (docs/internals/program.md); `describing.py` adds the text of the sources.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.schemas.documents import Node, ProgramDocument

# Where rules with a name of their own stand in a program, and what an author calls such a rule.
# What else has a name is found in the model.
_TABLES = {
    "verbs": "verb",
    "defines": "value",
    "steps": "steps",
}
_LISTS = {"hooks": "rule", "triggers": "rule", "modifiers": "modifier"}


@dataclass(frozen=True, slots=True)
class Explained:
    """Something that a name or label stands for: `sort` is verb, value, steps, rule or modifier."""

    sort: str
    name: str
    node: Node


@dataclass(frozen=True, slots=True)
class ExplainedRule:
    """A rule that takes part in a verb or a value, as it comes in its turn."""

    how: str  # instead of | before | after | modifier | itself
    name: str
    label: str
    of: str  # the kind whose things speak, or ""
    at: int  # index into the spans, -1 for none
    node: Node


def exact(program: ProgramDocument, wanted: str) -> list[Explained]:
    """All that a name, a title or a rule's label stands for."""
    label = wanted.strip("[]").casefold()
    return [
        found
        for found in everything(program)
        if wanted in (found.name, found.node.get("title"))
        or label in (one.casefold() for one in labels(found.node))
    ]


def below(program: ProgramDocument, wanted: str) -> list[Explained]:
    """All whose label goes on from that one: `G-1.2` and `G-1-b` for `G-1`."""
    begins = tuple(wanted.strip("[]").casefold() + sign for sign in ".-")
    return [
        found
        for found in everything(program)
        if any(one.casefold().startswith(begins) for one in labels(found.node))
    ]


def labels(node: Node) -> list[str]:
    """The labels of a rule or verb; it may have several."""
    return [one.strip() for one in str(node.get("label") or "").split(",") if one.strip()]


def everything(program: ProgramDocument) -> Iterator[Explained]:
    """Every rule, verb and value of a program that has a name or a label."""
    for table, sort in _TABLES.items():
        for name, node in program.get(table, {}).items():
            yield Explained(sort, name, node)
            if table == "steps":
                given = name.rpartition(".")[2]
                yield from (
                    Explained("steps", f"{thing}.{given}", case) for thing, case in node["cases"].items()
                )
    for table, sort in _LISTS.items():
        yield from (Explained(sort, node["name"], node) for node in program.get(table, ()))


def names(program: ProgramDocument) -> list[str]:
    """What can be asked for, verbs first."""
    found = list(everything(program))
    labelled = (label for one in found for label in labels(one.node))
    return list(dict.fromkeys([*(one.name for one in found), *labelled]))


def course(program: ProgramDocument, verb: str) -> list[ExplainedRule]:
    """The rules that run when a verb is called, in the order in which they get their turn.

    Outermost first: what is declared last among the `instead of` rules, then `before`, the verb, `after`.
    """
    hooks = [hook for hook in program.get("hooks", ()) if hook["verb"] == verb]
    itself = program["verbs"].get(verb) or program["steps"].get(verb) or {}
    return [
        *(_rule("instead of", hook) for hook in reversed(hooks) if hook["how"] == "instead"),
        *(_rule("before", hook) for hook in hooks if hook["how"] == "before"),
        ExplainedRule("itself", verb, str(itself.get("label") or ""), "", itself.get("at", -1), itself),
        *(_rule("after", hook) for hook in hooks if hook["how"] == "after"),
    ]


def places(program: ProgramDocument, found: Explained) -> set[int]:
    """Where the rules stand that run for what was found: for a verb all rules of its course."""
    verb = found.name if found.sort in ("verb", "steps") else ""
    every = [found.node.get("at", -1), *(rule.at for rule in course(program, verb))]
    return {at for at in every if at is not None and at >= 0}


def modifiers(program: ProgramDocument, value: str) -> list[ExplainedRule]:
    """What changes a value, in the order of application: becomes, plus and minus, at most, at least."""
    order = {"becomes": 0, "plus": 1, "minus": 1, "at_most": 2, "at_least": 3}
    found = [node for node in program.get("modifiers", ()) if node["of"] == value]
    return [_rule("modifier", node) for node in sorted(found, key=lambda node: order[node["change"]])]


def values_read(program: ProgramDocument, node: object) -> list[str]:
    """The values that modifiers can change and that a piece of a program reads, through other values too."""
    changed = {modifier["of"] for modifier in program.get("modifiers", ())}
    met: list[str] = []
    waiting = list(_reads(node))
    while waiting:
        name = waiting.pop(0)
        if name not in met:
            met.append(name)
            waiting += _reads(program["defines"].get(name, {}).get("value"))
    return [name for name in met if name in changed]


def callers(program: ProgramDocument, verb: str) -> list[Explained]:
    """The verbs, rules and steps that call a verb."""
    acting = (one for one in everything(program) if one.sort in ("verb", "rule", "steps"))
    return [one for one in acting if one.name != verb and verb in _calls(one.node.get("body"))]


def _rule(how: str, node: Node) -> ExplainedRule:
    label, of = str(node.get("label") or ""), str(node.get("this") or "")
    return ExplainedRule(how, node["name"], label, of, node.get("at", -1), node)


def _reads(node: object) -> Iterator[str]:
    for inner in _nodes(node):
        if inner.get("op") == "define":
            yield inner["name"]
        elif inner.get("op") == "modified":
            yield f"{inner['kind']}.{inner['name']}"


def _calls(node: object) -> Iterator[str]:
    return (inner["verb"] for inner in _nodes(node) if inner.get("op") in ("call", "finish"))


def _nodes(node: object) -> Iterator[Node]:
    """Every table inside a piece of a program, itself included."""
    waiting = [node]
    while waiting:
        match waiting.pop():
            case dict() as table:
                yield table
                waiting += table.values()
            case list() as items:
                waiting += items
