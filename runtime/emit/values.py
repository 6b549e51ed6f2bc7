"""Operations that give one value: reading what is stored, comparing, counting, deciding.

What settings and other constants decide is decided here: tests of numbers become numbers, and what they rule
out is not written.
"""

from __future__ import annotations

import re
from operator import eq, ge, gt, le, lt, ne

from ..analysis.program_types import Types, is_list, narrowed
from ..state.program import Node, is_stored, missing
from ..state.state import NO_NUMBER
from .expressions import HANDLERS, Expressions, Handler
from .module import is_number, is_simple
from .relations import beyond
from .sets import any_of_pieces, looked_for

_COMPARED = {"less": "<", "at_least": ">="}
_COMPARISONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}
_COUNTED = {"add": "+", "subtract": "-"}


def _local(on: Expressions, node: Node) -> str:
    return on.scope.get(node["name"], f"«{node['name']}»")


def _game(on: Expressions, node: Node) -> str:
    name = node["property"]
    declared = on.program.data["game_properties"][name]
    if declared.get("derived"):
        return on.define(declared["derived"], [])
    if is_stored(declared):
        return f"v[{on.program.cells[name]}]"
    return on.literal(on.program.constant(declared, declared.get("default")))


def _setting(on: Expressions, node: Node) -> str:
    declared = on.program.data["settings"][node["name"]]
    return on.literal(on.program.constant(declared, declared["value"]))


def _equal(on: Expressions, node: Node) -> str:
    sign = "==" if node["op"] == "equal" else "!="
    a, b = node["a"], node["b"]
    if a["op"] == "none":
        a, b = b, a
    kind = on.types.of(a)
    if b["op"] == "none":
        number = NO_NUMBER if kind.startswith("number") else -1
        return f"({on.text(a)}{sign}{number})"
    if is_list(kind) or is_list(on.types.of(b)):
        return f"(tuple({on.text(a)}){sign}tuple({on.text(b)}))"
    return _compared(sign, on.text(a), on.text(b))


def _compared(sign: str, a: str, b: str) -> str:
    if is_number(a) and is_number(b):
        return str(int(_COMPARISONS[sign](int(a), int(b))))
    return f"({a}{sign}{b})"


def _multiply(on: Expressions, node: Node) -> str:
    a, b = on.text(node["a"]), on.text(node["b"])
    if is_number(a) or is_number(b):
        return f"({a}*{b})"
    return f"product({a},{b},{on.where()})"


def _divide(on: Expressions, node: Node) -> str:
    a, b = on.text(node["a"]), on.text(node["b"])
    sign = "//" if node["op"] == "divide" else "%"
    if is_number(b) and int(b) != 0:
        return f"({a}{sign}{b})"
    return f"({a}{sign}({b} or no({on.where()})))"


def _place_of(on: Expressions, node: Node) -> str:
    return f"at[{on.certain(node['of'])}]"


def _space_of(on: Expressions, node: Node) -> str:
    kind = on.types.of(node["of"])
    if kind == "place":
        return f"SPACE[{on.text(node['of'])}]"
    return on._space(on.certain(node["of"]), kind)


def _end(on: Expressions, node: Node) -> str:
    place = on.text(node["of"])
    index = "-1" if node["op"] == "top" else "0"
    if is_simple(place):
        return f"(z[{place}][{index}] if z[{place}] else -1)"
    return f"{'last' if index == '-1' else 'first'}(z[{place}])"


def _is_kind(on: Expressions, node: Node) -> str:
    low, high = on.program.range(node["kind"])
    text = on.text(node["of"])
    return f"({text}=={low})" if high - low == 1 else f"({low}<={text}<{high})"


def _link_between(on: Expressions, node: Node) -> str:
    return f"LINKS_BETWEEN.get(({on.location(node['a'])},{on.location(node['b'])}),-1)"


def _if(on: Expressions, node: Node) -> str:
    test = on.test(node["test"])
    if is_number(test):
        return on.text(node["then"] if int(test) else node["else"])
    then = on.sub(on.scope, narrowed(on.types, node["test"])).text(node["then"])
    asked = node["test"]
    either = asked["op"] == "any" and asked.get("where") is None and asked["set"] == node["then"]
    if either and is_list(on.types.of(node["then"])):
        return f"({then} or {on.text(node['else'])})"  # one set, or if it is empty another
    return f"({then} if {test} else {on.text(node['else'])})"


def _and(on: Expressions, node: Node) -> str:
    if node["a"]["op"] == node["b"]["op"] == "not":
        pieces = looked_for({"op": "or", "a": node["a"]["of"], "b": node["b"]["of"]})
        if pieces is not None:
            return f"(not {any_of_pieces(on, pieces)})"
    a = on.text(node["a"])
    if a == "0":
        return a
    b = on.sub(on.scope, narrowed(on.types, node["a"])).text(node["b"])
    return b if is_number(a) else f"({a} and {b})"


def _or(on: Expressions, node: Node) -> str:
    pieces = looked_for(node)
    if pieces is not None:
        return any_of_pieces(on, pieces)
    a = on.text(node["a"])
    if is_number(a):
        return on.text(node["b"]) if a == "0" else a
    return f"({a} or {on.text(node['b'])})"


def _not(on: Expressions, node: Node) -> str:
    text = on.test(node["of"])
    return str(int(text == "0")) if is_number(text) else f"(not {text})"


def _during(on: Expressions, node: Node) -> str:
    return f"(v[{on.program.depths[node['verb']]}]>0)"


def _by_thing(on: Expressions, node: Node) -> str:
    """What a thing gives: the narrowest case that names one of its kinds."""
    of = on.module.fresh("a")
    lines = []
    cases = sorted(node["cases"].items(), key=lambda case: _width(on, case[0]))
    for name, case in cases:
        low, high = on.program.range(name)
        types = Types(on.program, {**on.types.locals, "this": f"thing:{name}"}).learn(case)
        text = on.sub({**on.scope, "this": of}, types).value(case)
        lines.append(f"if {low}<={of}<{high}: return {text}")
    default = node.get("default")
    if default is not None:
        types = Types(on.program, {**on.types.locals, "this": "thing:thing"}).learn(default)
        lines.append(f"return {on.sub({**on.scope, 'this': of}, types).value(default)}")
    else:
        lines.append(f"return no({on.where()})")
    thing = on.certain(node["of"])
    return re.sub(rf"\b{of}\b", lambda _: thing, on.module.lift(lines))


def _width(on: Expressions, kind: str) -> int:
    low, high = on.program.range(kind)
    return high - low


def _modified(on: Expressions, node: Node) -> str:
    name = f"{node['kind']}.{node['name']}"
    plain = {**node, "op": "property"}
    if not any(one["of"] == name for one in on.program.data.get("modifiers", ())):
        return on.property(plain)
    known = on.module.defines.get(f"modified {name}")
    if known is None:
        from .modifiers import emit_modified

        known = on.module.defines[f"modified {name}"] = on.module.fresh("d")
        emit_modified(on.module, node["kind"], node["name"], known)
    return f"{known}(S,{on.certain(node['of'])})"


def _none(on: Expressions, node: Node) -> str:
    return str(missing(node.get("type") or "thing:thing?"))


def _word(on: Expressions, node: Node) -> str:
    value = node["value"]
    return str(value if isinstance(value, int) else on.program.word(node["words"], value))


def _joined(function: str) -> Handler:
    def handler(on: Expressions, node: Node) -> str:
        texts = [on.text(item) for item in node["items"]]
        return texts[0] if len(texts) == 1 else f"{function}({','.join(texts)})"

    return handler


def _comparison(sign: str) -> Handler:
    return lambda on, node: _compared(sign, on.text(node["a"]), on.text(node["b"]))


def _at_most(on: Expressions, node: Node) -> str:
    far = beyond(on, node["a"], on.text(node["b"]))
    return f"(not {far})" if far else _comparison("<=")(on, node)


def _more(on: Expressions, node: Node) -> str:
    return beyond(on, node["a"], on.text(node["b"])) or _comparison(">")(on, node)


def _sum(sign: str) -> Handler:
    return lambda on, node: f"({on.text(node['a'])}{sign}{on.text(node['b'])})"


HANDLERS.update(
    {
        "number": lambda on, node: str(node["value"]),
        "yes_no": lambda on, node: str(int(node["value"])),
        "none": _none,
        "word": _word,
        "string": lambda on, node: on.module.constant(node["text"]),
        "local": _local,
        "entity": lambda on, node: str(on.program.number[node["name"]]),
        "$thing": lambda on, node: str(node["number"]),
        "game": _game,
        "setting": _setting,
        "property": lambda on, node: on.property(node),
        "modified": _modified,
        "place": lambda on, node: on.place(node),
        "top": _end,
        "bottom": _end,
        "place_of": _place_of,
        "space_of": _space_of,
        "holder_of": lambda on, node: f"HOLDERS[at[{on.certain(node['of'])}]]",
        "link_between": _link_between,
        "other_side": lambda on, node: f"other_side({on.text(node['link'])},{on.location(node['space'])})",
        "is_kind": _is_kind,
        "in_play": lambda on, node: on.in_play(on.text(node["of"]), on.types.of(node["of"])),
        "$force": lambda on, node: on.force(on.text(node["of"]), node["kind"]),
        "equal": _equal,
        "not_equal": _equal,
        "and": _and,
        "or": _or,
        "not": _not,
        "multiply": _multiply,
        "divide": _divide,
        "remainder": _divide,
        "negate": lambda on, node: f"(-{on.text(node['of'])})",
        "absolute": lambda on, node: f"abs({on.text(node['of'])})",
        "minimum": _joined("min"),
        "maximum": _joined("max"),
        "if": _if,
        "define": lambda on, node: on.define(node["name"], node["args"]),
        "during": _during,
        "by_thing": _by_thing,
        "at_most": _at_most,
        "more": _more,
        **{op: _comparison(sign) for op, sign in _COMPARED.items()},
        **{op: _sum(sign) for op, sign in _COUNTED.items()},
    }
)
