"""What settings decide, before anything is woven: what they rule out costs nothing, not even a frame.

A test that no setting decides stays as it is, in its order: what it reads first may be stuck.
"""

from __future__ import annotations

from typing import Any

from tilewright.schemas.value_types import type_of

from ..state.program import Node, Program

_SECTIONS = ("verbs", "steps", "defines", "hooks", "triggers", "modifiers", "setup")


def decide(program: Program) -> None:
    """Put the values of switches in their places. The document that was given stays as it is."""
    own = {name: _section(program.data[name], program) for name in _SECTIONS if name in program.data}
    program.data = {**program.data, **own}


def _section(rules: object, program: Program) -> Any:
    """A table by names, any of which may be a word that nodes have as well; or a list."""
    if rules.__class__ is not dict:
        return _decided(rules, program)
    return {name: _decided(rule, program) for name, rule in rules.items()}


def verdict(test: Node | None) -> bool | None:
    """The outcome of a test, if it is already known. A missing test always holds."""
    if test is None:
        return True
    return bool(test["value"]) if test["op"] == "yes_no" else None


def _decided(tree: object, program: Program) -> Any:
    if tree.__class__ is list:
        return [one for value in tree for one in _in_list(_decided(value, program))]
    if tree.__class__ is not dict:
        return tree
    node = {key: _decided(value, program) for key, value in tree.items()}
    if node.get("when") and verdict(node["when"]):
        node["when"] = None
    match node.get("op"):
        case "setting":
            declared = program.data["settings"][node["name"]]
            return _answer(declared["value"]) if declared["type"] == "yes_no" else node
        case "equal" | "not_equal":
            a, b = _word(node["a"], program), _word(node["b"], program)
            return node if a is None or b is None else _answer((a == b) == (node["op"] == "equal"))
        case "not":
            known = verdict(node["of"])
            return node if known is None else _answer(not known)
        case "and" | "or":
            return _joined(node)
        case "if" if node["then"].__class__ is dict:
            known = verdict(node["test"])
            return node if known is None else node["then" if known else "else"]
    return node


def _in_list(value: object) -> list[Any]:
    """A statement; of one whose test is known, those that it comes to."""
    if value.__class__ is not dict or value.get("op") != "if" or value["then"].__class__ is not list:
        return [value]
    known = verdict(value["test"])
    return [value] if known is None else list(value["then" if known else "else"])


def _joined(node: Node) -> Node:
    """A test that is known makes the whole known, or is left out; but nothing that comes before it is."""
    a, b, idle = verdict(node["a"]), verdict(node["b"]), node["op"] == "and"
    kept = "b" if a is idle else "a" if a is not None or b is idle else None
    found: Node = node if kept is None else node[kept]
    return found


def _word(node: Node, program: Program) -> int | None:
    """The number of a word that is written here, or set."""
    if node["op"] == "word":
        value = node["value"]
        return value if isinstance(value, int) else program.word(node["words"], value)
    if node["op"] != "setting":
        return None
    declared = program.data["settings"][node["name"]]
    if not type_of(declared["type"]).words:
        return None
    return int(program.constant(declared, declared["value"]))


def _answer(value: object) -> Node:
    return {"op": "yes_no", "value": bool(value)}
