"""Procedures: what is woven and emitted. Statements and expressions are those of a program, and a few more.

The operations that begin with `$` exist between `weave.py` and `emit/` only:

==============  ============================================================================================
`$call`         `procedure`, `args` (its parameters in order), `name?`, `tail`: a procedure, already resolved
`$do`           `table` (entity → procedure), `of`, `args`, `name?`: the steps that a thing gives
`$each`         `name`, `set`, `body`: a loop over a set that nobody can leave
`$enter`        `verb`, `name`: a counted verb begins; the local keeps the counters that begin afresh
`$leave`        `verb`, `name`: it ends; its effects end, the counters are restored
`$settle`       `triggers`: let these rules react
`$react`        `trigger`, `binding`: run the body of a trigger that fires
`$take`         `verb`, `args`: an action is taken from its menu: pay `takes`, count its limits
`$range`        an expression: `low`, `high`, `kind`: these entity numbers
`$thing`        an expression: `number`, `kind`: one entity
`$force`        an expression: `of`, `kind`: whether the rules of a thing are in force
`$effects`      an expression: `rule`: what the running effects with this rule remember, a tuple each
`$item`         an expression: `of`, `index`, `type`: one of those values
`$fires`        an expression: `trigger`: the binding of a trigger that fires now, or an empty tuple
`$part`         an expression: `verb`, `part`, `args`: the choices for a part with which the action can go on
==============  ============================================================================================

A statement that changes something carries `$after`, the triggers to settle once it is done.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..state.program import Node

MADE = "$"  # how the names begin that weaving makes, and no word of authors does
LAST = "$last"  # what the last `proceed` of a hook gave
SET_UP = "block set up"  # the set-up of a mission alone
NO_TEXT: Node = {"op": "string", "text": ""}


@dataclass
class Procedure:
    """Something that can be called: a verb, one of its rules, a reaction. A body ends by itself or gives a
    value.
    """

    name: str
    rule: str | None  # the label an author knows it by
    parameters: list[str]
    body: list[Node]
    types: dict[str, str] = field(default_factory=dict)
    gives: bool = True
    result: Node | None = None  # what it gives when its body ends without giving anything
    at: int = -1


def local(name: str) -> Node:
    return {"op": "local", "name": name}


def called(procedure: str, args: list[Node], **more: object) -> Node:
    """The call of a procedure, with what else the operation says."""
    return {"op": "$call", "procedure": procedure, "args": args, **more}


def guarded(test: Node | None, body: list[Node]) -> list[Node]:
    """The statements, under a test if there is one."""
    return body if test is None else [{"op": "if", "test": test, "then": body, "else": []}]


def told_reads(body: list[Node], rule: Node, names: dict[str, Node] | None = None) -> list[Node]:
    """A guarded body whose test, that of a rule or verb, is told if it may read what is hidden from somebody.

    `names` are the expressions that stand for locals of the rule.
    """
    if "reads_hidden" not in rule or len(body) != 1 or body[0]["op"] != "if":
        return body
    return [{**body[0], "reads_hidden": rule["reads_hidden"], "$names": names or {}}]
