"""Procedures that no author wrote down: letting rules react, asking for parts left out, taking an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.schemas.value_types import SOMEBODY, thing, type_of
from tilewright.schemas.walking import both

from ..analysis.program_types import Types
from ..state.program import YOU, Node, actor_part
from .procedures import Procedure, called, guarded, local

if TYPE_CHECKING:
    from .weave import Weaver


def settling(weaver: Weaver, name: str, triggers: tuple[int, ...]) -> Procedure:
    """Look for the first trigger that fires, let it react, and begin again, until none fires."""
    passes: list[Node] = []
    for index in triggers:
        fires = {"op": "$fires", "trigger": index}
        react: Node = {
            "op": "$react",
            "trigger": index,
            "procedure": weaver.reaction(index),
            "binding": f"$b {index}",
        }
        passes.append({"op": "let", "name": f"$b {index}", "value": fires})
        passes += guarded({"op": "$holds", "of": local(f"$b {index}")}, [react, {"op": "skip"}])
    # Each pass but the last is a reaction, which is counted by itself and can be named.
    loop = {"op": "repeat", "while": None, "times": None, "body": [*passes, {"op": "stop"}], "$counted": True}
    return Procedure(name, None, [], [loop], gives=False)


def reaction(weaver: Weaver, name: str, index: int) -> Procedure:
    """The body of a trigger, for one binding."""
    trigger = weaver.program.data["triggers"][index]
    parameters = trigger_parameters(trigger)
    types = trigger_types(weaver, trigger)
    body = weaver.lowered(trigger["body"], Types(weaver.program, {**types, YOU: SOMEBODY}))
    if YOU not in parameters:
        body = [{"op": "let", "name": YOU, "value": {"op": "none"}}, *body]
    label = trigger.get("label") or trigger["name"]
    return Procedure(name, label, parameters, body, types, gives=False, at=trigger.get("at", -1))


def trigger_parameters(trigger: Node) -> list[str]:
    """What the body of a trigger is called with: this, its element, what it captured."""
    captures = list(trigger.get("captures") or ()) if trigger.get("until") else []
    this = ["this"] if trigger.get("this") and "this" not in captures else []
    return [*this, *([trigger["element"]["name"]] if trigger.get("element") else ()), *captures]


def trigger_types(weaver: Weaver, trigger: Node) -> dict[str, str]:
    types: dict[str, str] = {"this": thing(trigger["this"])} if trigger.get("this") else {}
    if trigger.get("element"):
        known = Types(weaver.program, types).learn(trigger["element"]["set"])
        types[trigger["element"]["name"]] = known.of(trigger["element"]["set"]).element
    return types


def asking(weaver: Weaver, name: str, verb: str, given: tuple[bool, ...]) -> Procedure:
    """A call that leaves parts out: `you` chooses those with `from`, the others take their defaults."""
    declared = weaver.program.data["verbs"][verb]
    parts = declared.get("parts", ())
    types = {part["name"]: part["type"] for part in parts} | {YOU: SOMEBODY}
    nothing: Node = {"op": "give", "value": weaver.nothing(verb)}
    body: list[Node] = []
    for part, has in zip(parts, given, strict=True):
        if has:
            continue
        if part.get("from") is None:
            value = part.get("default") or {"op": "none"}
            body.append({"op": "let", "name": part["name"], "value": value})
            continue
        body.append(choice(part, verb, declared, part["from"]))
        body[-1]["none"] = [nothing]
    args = [local(part["name"]) for part in parts]
    body.append(called(weaver.verb(verb), [*args, local(YOU)], tail=True))
    parameters = [part["name"] for part, has in zip(parts, given, strict=True) if has]
    known = {one: types[one] for one in [*parameters, YOU]}
    return Procedure(name, declared.get("label"), [*parameters, YOU], body, known, at=declared.get("at", -1))


def choice(part: Node, name: str, verb: Node, options: Node, secret: bool = False) -> Node:
    """The question for a part of an action."""
    one: Node = {"op": "number", "value": 1}
    numbers, among = type_of(part["type"]).base == "number", part.get("open")
    return {
        "op": "choose",
        "name": part["name"],
        "from": options,
        "least": one,
        "most": one,
        "many": False,
        "by": {"by": local(YOU)},
        "asking": None,
        "secret": secret,
        "else": None,
        "none": None,
        "open": among is not None,
        "at": verb.get("at", -1),
        "$part": [name, part["name"]],
        **({"numbers": True} if numbers else {}),
        **({"always": True} if part.get("always") else {}),
        **({"noting": part["noting"]} if "noting" in part else {}),
        **({"$among": part["from"]} if among == "several" else {}),
    }


def taking(weaver: Weaver, name: str, verb: str, secret: bool) -> Procedure:
    """An action taken from its menu: the remaining parts are chosen, its price is paid, it runs."""
    declared = weaver.program.data["verbs"][verb]
    parts = declared.get("parts", ())
    actor = actor_part(declared)
    types = {part["name"]: part["type"] for part in parts} | {YOU: SOMEBODY}
    nothing: Node = {"op": "give", "value": {"op": "none"}}
    body: list[Node] = []
    known: list[str] = [actor] if actor else []
    for part in parts:
        if part["name"] == actor:
            continue
        if part.get("from") is None:
            value = part.get("default") or {"op": "none"}
            body.append({"op": "let", "name": part["name"], "value": value})
        else:
            options = {
                "op": "$part",
                "verb": verb,
                "part": part["name"],
                "args": [local(one) for one in known],
            }
            listed = {**options, "type": type_of(part["type"]).element.listed}
            body.append(choice(part, verb, declared, listed, secret))
            body[-1]["none"] = [nothing]  # what was done on top of the question took the last choice
        known.append(part["name"])
    for price in declared.get("takes") or ():
        lower: Node = {"op": "lower", "target": price["target"], "amount": price["amount"]}
        body += weaver.lowered([{**lower, "at": declared.get("at", -1)}], Types(weaver.program, types))
    if declared.get("limits"):
        body.append({"op": "$limit", "verb": verb, "args": [local(part["name"]) for part in parts]})
    args, run = [local(part["name"]) for part in parts], weaver.verb(verb, secret)
    body.append(called(run, [*args, local(YOU)], tail=True))
    parameters = [*([actor] if actor else ()), YOU]
    known_types = {one: types[one] for one in parameters}
    return Procedure(name, declared.get("label"), parameters, body, known_types, at=declared.get("at", -1))


def thing_steps(weaver: Weaver, name: str, steps: str, giver: str) -> Procedure:
    """The steps that one thing gives."""
    declared = weaver.program.data["steps"][steps]
    case = declared["cases"][giver]
    parts = [part["name"] for part in declared.get("parts", ())]
    types = {part["name"]: part["type"] for part in declared.get("parts", ())}
    types |= {"this": thing(giver), YOU: SOMEBODY}
    parameters = ["this", *parts, YOU]
    lowered = weaver.lowered(case["body"], Types(weaver.program, types))
    return Procedure(name, case.get("label") or None, parameters, lowered, types, at=case.get("at", -1))


def primitive(weaver: Weaver, name: str, sort: str, node: Node) -> Procedure:
    """`move (thing) to (place)` or `roll (die) by (who)` with the rules around it, as if it were a verb."""
    if sort == "move":
        kind = node.get("kind") or "thing"
        parts = ["thing", "to", YOU]
        types = {"thing": thing(kind).or_none, "to": "place"}
        body: list[Node] = [
            {**node, "what": local("thing"), "to": local("to"), "many": False, "$plain": True}
        ]
    else:
        parts = ["die", "by", "$for", YOU]
        types = {"die": "number", "by": SOMEBODY, "$for": "text"}
        given = {"number": None, "name": "$rolled", "for": local("$for"), "by": local("by")}
        plain = {**node, **given, "$plain": True}
        body = [plain, {"op": "give", "value": local("$rolled")}]
    types[YOU] = SOMEBODY
    declared: Node = {"parts": [], "label": None, "at": node.get("at", -1)}
    chain = weaver.chain(sort, declared, parts, types, body, variant=name)
    args = [local(one) for one in parts]
    run = called(chain, args, tail=True)
    if sort == "move":
        nothing = {"op": "not_equal", "a": local("thing"), "b": {"op": "none"}}
        return Procedure(name, None, parts, guarded(both([nothing]), [run]), types)
    return Procedure(name, None, parts, [run], types)
