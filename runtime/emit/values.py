"""Operations that give one value: reading what is stored, comparing, counting, deciding.

What settings and other constants decide is decided here: tests of numbers become numbers, and what they rule
out is not written.
"""

from __future__ import annotations

from operator import eq, ge, gt, le, lt, ne

from tilewright.schemas.value_types import thing

from ..analysis.program_types import Types, is_list, narrowed
from ..state.program import Node, is_stored
from ..state.state import NONE
from .expressions import ExpressionHandler, Expressions, may_be_repeated
from .fragments import AT, Called, Cheap, Fixed, Fragment, Integer, Item, OnlyIf, Simple, V, Z, code
from .instructions import Block, CodeLine, Instruction, Return
from .module import called
from .relations import beyond
from .sets import any_of_pieces, looked_for

MANY_CASES = 6
"""Of so many cases one is found by halving them; fewer are tried one after another."""

_COMPARED = {"less": "<", "at_least": ">="}
_COMPARISONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}
_COUNTED = {"add": "+", "subtract": "-"}


def _local(on: Expressions, node: Node) -> Fragment:
    return on.scope.get(node["name"]) or on.module.local(node["name"])


def _game(on: Expressions, node: Node) -> Fragment:
    name = node["property"]
    declared = on.program.data["game_properties"][name]
    if declared.get("derived"):
        return on.define(declared["derived"], [])
    if is_stored(declared):
        return Item(V, on.program.cells[name])
    return on.literal(on.program.constant(declared, declared.get("default")))


def _setting(on: Expressions, node: Node) -> Fragment:
    declared = on.program.data["settings"][node["name"]]
    return on.literal(on.program.constant(declared, declared["value"]))


def _equal(on: Expressions, node: Node) -> Fragment:
    sign = "==" if node["op"] == "equal" else "!="
    a, b = node["a"], node["b"]
    if a["op"] == "none":
        a, b = b, a
    return _compared(sign, on.text(a), on.text(b))


def _compared(sign: str, a: Fragment, b: Fragment) -> Fragment:
    if isinstance(a, Integer) and isinstance(b, Integer):
        return Integer(_COMPARISONS[sign](a.value, b.value))
    return code("({}{}{})", a, sign, b)


def _multiply(on: Expressions, node: Node) -> Fragment:
    a, b = on.text(node["a"]), on.text(node["b"])
    if isinstance(a, Integer) or isinstance(b, Integer):
        return code("({}*{})", a, b)
    return Called("product", a, b, on.where())


def _divide(on: Expressions, node: Node) -> Fragment:
    a, b = on.text(node["a"]), on.text(node["b"])
    sign = "//" if node["op"] == "divide" else "%"
    if isinstance(b, Integer) and b.value != 0:
        return code("({}{}{})", a, sign, b)
    return code("({}{}({} or {}))", a, sign, b, Called("by_zero", on.where()))


def _place_of(on: Expressions, node: Node) -> Fragment:
    return Item(AT, on.certain(node["of"]))


def _space_of(on: Expressions, node: Node) -> Fragment:
    return on.space(on.certain(node["of"]), on.types.of(node["of"]))


def _end(on: Expressions, node: Node) -> Fragment:
    place = on.text(node["of"])
    is_top, pile = node["op"] == "top", Item(Z, place)
    if isinstance(place, Simple):
        return code("({} if {} else -1)", Item(pile, -1 if is_top else 0), pile)
    return Called("last" if is_top else "first", pile)


def _is_kind(on: Expressions, node: Node) -> Fragment:
    low, high = on.program.range(node["kind"])
    text, kind = on.text(node["of"]), on.types.of(node["of"])
    if isinstance(text, Integer):
        return Integer(low <= text.value < high)
    if may_be_repeated(text) and kind.kind in on.program.kinds and not kind.is_list:
        first, end = on.program.range(kind.kind)
        if end <= low or high <= first:
            return Integer(0)
        if low <= first and end <= high:
            return code("({}>=0)", text) if kind.optional else Integer(1)
    return code("({}=={})", text, low) if high - low == 1 else code("({}<={}<{})", low, text, high)


def _link_between(on: Expressions, node: Node) -> Fragment:
    a, b = on.text(node["a"]), on.text(node["b"])
    made = code("LINKS_BETWEEN.get(({},{}),-1)", a, b)
    return Cheap(made.parts, made.names) if isinstance(a, Simple) and isinstance(b, Simple) else made


def _if(on: Expressions, node: Node) -> Fragment:
    asked = node["test"]
    either = asked["op"] == "any" and asked.get("where") is None and asked["set"] == node["then"]
    if either and is_list(on.types.of(node["then"])):
        # One set, or if it is empty another.
        then = on.sub(on.scope, narrowed(on.types, asked)).text(node["then"])
        return code("({} or {})", then, on.text(node["else"]))
    return on.either(node, Expressions.text)


def _and(on: Expressions, node: Node) -> Fragment:
    if node["a"]["op"] == node["b"]["op"] == "not":
        pieces = looked_for({"op": "or", "a": node["a"]["of"], "b": node["b"]["of"]})
        if pieces is not None:
            return code("(not {})", any_of_pieces(on, pieces))
    a = on.text(node["a"])
    if a == Integer(0):
        return a
    b = on.sub(on.scope, narrowed(on.types, node["a"])).text(node["b"])
    return b if isinstance(a, Integer) else code("({} and {})", a, b)


def _or(on: Expressions, node: Node) -> Fragment:
    pieces = looked_for(node)
    if pieces is not None:
        return any_of_pieces(on, pieces)
    a = on.text(node["a"])
    if isinstance(a, Integer):
        return a if a.value else on.text(node["b"])
    b = on.sub(on.scope, narrowed(on.types, node["a"], holds=False)).text(node["b"])
    return code("({} or {})", a, b)


def _not(on: Expressions, node: Node) -> Fragment:
    text = on.test(node["of"])
    return Integer(not text.value) if isinstance(text, Integer) else code("(not {})", text)


def _during(on: Expressions, node: Node) -> Fragment:
    return code("({}>0)", Item(V, on.program.depths[node["verb"]]))


def _by_thing(on: Expressions, node: Node) -> Fragment:
    """What a thing gives: the narrowest case that names one of its kinds."""
    of = on.module.name("a")

    def given(case: Node, kind: str) -> Instruction:
        types = Types(on.program, {**on.types.locals, "this": thing(kind)}).learn(case)
        return Return(on.sub({**on.scope, "this": of}, types).value(case))

    cases = sorted(node["cases"].items(), key=lambda case: _width(on, case[0]))
    ranges = [on.program.range(name) for name, _ in cases]
    gives = [given(case, name) for name, case in cases]
    gives.append(Return(Called("no", on.where())))
    call = on.module.lift(_by_number(on, of, ranges, gives))
    member = on.certain(node["of"])
    return Called(call.function, *(member if arg is of else arg for arg in call.args))


def _by_number(
    on: Expressions, of: Fragment, ranges: list[tuple[int, int]], gives: list[Instruction]
) -> list[Instruction]:
    """The instructions for the first range that a thing's number lies in; the last ones, if it is in none."""
    if len(ranges) < MANY_CASES:
        tests = [OnlyIf(code("{}<={}<{}", low, of, high)) for low, high in ranges]
        return [*(Block(test, [one]) for test, one in zip(tests, gives, strict=False)), gives[-1]]
    table = [len(ranges)] * len(on.program.entities)
    for case, (low, high) in reversed(list(enumerate(ranges))):
        table[low:high] = [case] * (high - low)
    number = Fixed("case")

    def halved(first: int, end: int) -> list[Instruction]:
        if end - first == 1:
            return [gives[first]]
        middle = (first + end) // 2
        return [Block(OnlyIf(code("{}<{}", number, middle)), halved(first, middle)), *halved(middle, end)]

    found = CodeLine(code("{}={}", number, Item(on.module.constant(tuple(table)), of)))
    return [found, *halved(0, len(gives))]


def _width(on: Expressions, kind: str) -> int:
    low, high = on.program.range(kind)
    return high - low


def _modified(on: Expressions, node: Node) -> Fragment:
    name = f"{node['kind']}.{node['name']}"
    plain = {**node, "op": "property"}
    if not any(one["of"] == name for one in on.program.data.get("modifiers", ())):
        return on.property(plain)
    known = on.module.defines.get(f"modified {name}")
    if known is None:
        from .modifiers import emit_modified

        known = on.module.defines[f"modified {name}"] = on.module.fresh("d")
        emit_modified(on.module, node["kind"], node["name"], known)
    return called(known, on.certain(node["of"]))


def _word(on: Expressions, node: Node) -> Fragment:
    value = node["value"]
    return Integer(value if isinstance(value, int) else on.program.word(node["words"], value))


def _joined(function: str) -> ExpressionHandler:
    def handler(on: Expressions, node: Node) -> Fragment:
        texts = [on.text(item) for item in node["items"]]
        return texts[0] if len(texts) == 1 else Called(function, *texts)

    return handler


def _comparison(sign: str) -> ExpressionHandler:
    return lambda on, node: _compared(sign, on.text(node["a"]), on.text(node["b"]))


def _at_most(on: Expressions, node: Node) -> Fragment:
    far = beyond(on, node["a"], on.text(node["b"]))
    return code("(not {})", far) if far else _comparison("<=")(on, node)


def _more(on: Expressions, node: Node) -> Fragment:
    return beyond(on, node["a"], on.text(node["b"])) or _comparison(">")(on, node)


def _sum(sign: str) -> ExpressionHandler:
    return lambda on, node: code("({}{}{})", on.text(node["a"]), sign, on.text(node["b"]))


EXPRESSIONS: dict[str, ExpressionHandler] = {
    "number": lambda on, node: Integer(node["value"]),
    "yes_no": lambda on, node: Integer(node["value"]),
    "none": lambda on, node: Integer(NONE),
    "word": _word,
    "string": lambda on, node: on.module.constant(node["text"]),
    "local": _local,
    "entity": lambda on, node: Integer(on.program.number[node["name"]]),
    "$thing": lambda on, node: Integer(node["number"]),
    "game": _game,
    "setting": _setting,
    "property": lambda on, node: on.property(node),
    "modified": _modified,
    "place": lambda on, node: on.place(node),
    "top": _end,
    "bottom": _end,
    "place_of": _place_of,
    "space_of": _space_of,
    "holder_of": lambda on, node: Item("HOLDERS", Item(AT, on.certain(node["of"]))),
    "link_between": _link_between,
    "other_side": lambda on, node: Called("other_side", on.text(node["link"]), on.text(node["space"])),
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
    "negate": lambda on, node: code("(-{})", on.text(node["of"])),
    "absolute": lambda on, node: Called("abs", on.text(node["of"])),
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
