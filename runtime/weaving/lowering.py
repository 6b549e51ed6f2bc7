"""From the statements of a program to those of a procedure: calls are resolved, reactions attached.

A block is walked once; what is not named here stays as it is. Rules around a call are the business of
`weave.py`, so that a statement only names the procedure it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.schemas.operation_table import WRITES
from tilewright.schemas.value_types import PLACE, thing

from ..analysis.local_reads import uses
from ..analysis.program_types import Types
from ..state.program import Node
from .procedures import LAST, NO_TEXT, called, local

if TYPE_CHECKING:
    from .weave import Weaver

_BLOCKS = ("then", "else", "body", "none")


class Lowering:
    """One body. `proceed` makes the call of what an `instead` rule stands around; None elsewhere."""

    def __init__(
        self, weaver: Weaver, types: Types, proceed: Callable[..., list[Node]] | None = None
    ) -> None:
        self.weaver = weaver
        self.types = types
        self.proceed = proceed
        self.wants_result = False
        self.held = False  # inside `at_once`: reactions wait for its end

    def block(self, body: list[Node]) -> list[Node]:
        self.wants_result = self.wants_result or uses(body, "result")
        return self._block(body)

    def _block(self, body: list[Node]) -> list[Node]:
        return [one for node in body for one in self.statement(node)]

    def statement(self, node: Node) -> list[Node]:
        match node["op"]:
            case "call":
                return self._named(self._call(node), node)
            case "do":
                return [self._do(node)]
            case "proceed":
                assert self.proceed is not None, "`proceed` outside of an `instead` rule"
                again: Node = {"op": "let", "name": node.get("name"), "value": local(LAST)}
                return [*self.proceed(node["args"]), *([again] if node.get("name") else [])]
            case "finish":
                call = self._call(node)
                return [{**node, "procedure": call["procedure"], "args": call["args"]}]
            case "at_once":
                return self._at_once(node)
            case "move" if not self.held and self.weaver.hooks.get("move") and not node.get("$plain"):
                return self._hooked_move(node)
            case "roll" if self.weaver.hooks.get("roll") and not node.get("$plain"):
                return self._hooked_roll(node)
            case op if op in WRITES:
                return [self._primitive(node)]
            case _:
                return [self._inner(node)]

    def _inner(self, node: Node) -> Node:
        """A statement with blocks in it, each of them lowered."""
        lowered = dict(node)
        for field in _BLOCKS:
            if isinstance(node.get(field), list):
                lowered[field] = self._block(node[field])
            elif isinstance(node.get(field), dict) and "body" in node[field]:
                lowered[field] = {**node[field], "body": self._block(node[field]["body"])}
        if node["op"] == "together":
            lowered["choose"] = self._inner(node["choose"])  # its alternative is a block
        if "options" in node:
            lowered["options"] = [{**one, "body": self._block(one["body"])} for one in node["options"]]
        return lowered

    def _primitive(self, node: Node) -> Node:
        written = self.weaver.analysis.writes(node, self.types)
        after = () if self.held else self.weaver.analysis.following(written)
        return {**node, "$after": after, "$written": written}

    def _at_once(self, node: Node) -> list[Node]:
        self.held = True  # there is none within another
        body = self._block(node["body"])
        self.held = False
        written = frozenset().union(*(one.get("$written", ()) for one in _all(body)))
        after = self.weaver.analysis.following(written)
        return [*body, *([{"op": "$settle", "triggers": after}] if after else [])]

    # ---- calls

    def _named(self, call: Node, node: Node) -> list[Node]:
        """The call, with its result in the local that wants it; `result` always has the last one's."""
        name = node.get("name")
        if not self.wants_result:
            return [{**call, "name": name}]
        named = [{"op": "let", "name": name, "value": local("result")}] if name else []
        return [{**call, "name": "result"}, *named]

    def _call(self, node: Node) -> Node:
        declared = self.weaver.program.data["verbs"][node["verb"]]
        parts = declared.get("parts", ())
        args = [*node["args"], *[None] * (len(parts) - len(node["args"]))]
        given = tuple(arg is not None for arg in args)
        verb = node["verb"]
        procedure = self.weaver.verb(verb) if all(given) else self.weaver.asking(verb, given)
        values = [arg for arg in args if arg is not None]
        return called(procedure, [*values, node["you"]], at=node.get("at", -1), gives=declared.get("gives"))

    def _do(self, node: Node) -> Node:
        steps = self.weaver.program.data["steps"][node["steps"]]
        table = {thing: self.weaver.steps(node["steps"], thing) for thing in steps["cases"]}
        args = [*node["args"], node["you"]]
        return {"op": "$do", "table": table, "of": node["of"], "args": args, "at": node.get("at", -1)}

    def _hooked_move(self, node: Node) -> list[Node]:
        """Things that a rule may stop on their way are moved one by one, as by a verb."""
        procedure = self.weaver.primitive("move", node)
        you = local("you") if "you" in self.types.locals else {"op": "none"}
        if not self.types.of(node["what"]).is_list:
            args = [node["what"], node["to"], you]
            return [called(procedure, args, at=node.get("at", -1))]
        name = f"$moved {id(node)}"
        self.types.bind(name, thing(node.get("kind") or "thing"))
        to = f"$to {id(node)}"
        self.types.bind(to, PLACE)
        call = called(procedure, [local(name), local(to), you])
        each = {"op": "$each", "name": name, "set": node["what"], "body": [call]}
        return [{"op": "let", "name": to, "value": node["to"]}, each]

    def _hooked_roll(self, node: Node) -> list[Node]:
        procedure = self.weaver.primitive("roll", node)
        you = local("you") if "you" in self.types.locals else {"op": "none"}
        by = node.get("by") or you
        die = {"op": "number", "value": list(self.weaver.program.data["dice"]).index(node["die"])}
        call = called(procedure, [die, by, node.get("for") or NO_TEXT, by], name=node["name"])
        if node.get("number") is None:
            return [call]
        one, name = f"$face {id(node)}", node["name"]
        append = {
            "op": "let",
            "name": name,
            "value": {"op": "$append", "of": local(name), "item": local(one)},
        }
        return [
            {"op": "let", "name": name, "value": {"op": "list", "items": []}},
            {"op": "repeat", "while": None, "times": node["number"], "body": [{**call, "name": one}, append]},
        ]


def _all(body: list[Node]) -> list[Node]:
    """The statements of a block and of the blocks in them."""
    found = []
    for node in body:
        found.append(node)
        for field in _BLOCKS:
            if isinstance(node.get(field), list):
                found += _all(node[field])
    return found
