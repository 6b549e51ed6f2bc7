"""`together`: one question to many, in any order, each answer changeable until all are in."""

from __future__ import annotations

from ..analysis.program_types import element
from ..state.program import Node, nothing
from ..state.state import ELSE, TOGETHER
from .choices import ask, keep, numbers, options_of, put, seats, take
from .fragments import EMPTY, TRUE, Call, Fixed, For, Fragment, If, Item, Number, code
from .instructions import Line
from .module import Site
from .segments import REGISTER, Segments
from .sets import items


def together(on: Segments, node: Node) -> None:
    """Ask every member's controller; then the body runs for each member in turn, with its answer."""
    inner = node["choose"]
    otherwise = inner.get("else")
    keep(on, inner.get("asking"), otherwise and otherwise.get("label"), inner.get("from"))
    on.kept |= {node["name"], inner["name"], "$taken"}
    kind = element(on.types.of(inner["from"])) if inner["op"] == "choose" else "number"
    following = ask(on, Site(node, on.procedure, TOGETHER, type=kind))
    on.write("asked=[]")
    on.write("taken=[]")
    with on.inside(For(on.module.local(node["name"]), items(on.expr, node["set"]))):
        _ask_one(on, node, inner, otherwise)
    taken = on.module.local("$taken")
    on.assign(taken.name, code("tuple(taken)"))
    with on.inside(If(code("not asked"))):
        take(on, EMPTY, following)
    asked, answers = code("tuple(asked)"), code("(None,)*len(asked)")
    put(on, TOGETHER, asked, code("askers(asked)"), answers=answers)
    on.begin(following)
    on.assign(taken.name, Call("merged", taken, REGISTER))
    _turns(on, node, inner, otherwise)


def _ask_one(on: Segments, node: Node, inner: Node, otherwise: Node | None) -> None:
    """What one member is asked; the answer at once where there is nothing to decide."""
    member = on.module.local(node["name"])
    least: Fragment = Number(1)
    most: Fragment = Number(1)
    if inner["op"] == "choose_number":
        on.write("o={}", numbers(on, on.expr.text(inner["low"]), on.expr.text(inner["high"])))
        on.write("a=len(o)<2")
    else:
        on.write("o={}", options_of(on, inner))
        least, most = on.expr.text(inner["least"]), on.expr.text(inner["most"])
        if inner.get("many"):
            on.write("b={}", Call("min", most, "len(o)"))
            on.write("a=b<1 or len(o)<={}", least)
            most, least = Fixed("b"), Call("min", least, "b")
        else:
            on.write("a=len(o)<2")
    if otherwise is not None:
        when = TRUE if otherwise.get("when") is None else on.expr.test(otherwise["when"])
        with on.inside(If(code("o and {}", when))):
            on.write("o=(*o,{})", ELSE)
            on.write("a=False")
    if inner.get("open"):
        on.write("a=False")
        if not inner.get("many"):
            on.write("o=o or ({},)", nothing(inner))
    alone = Fixed("o") if inner.get("many") else code("o[0] if o else {}", nothing(inner))
    by = seats(on, inner.get("by"))
    on.write("taken.append(({},({}) if a else None))", member, alone)
    with on.inside(If(code("not a"))):
        on.write("asked.append(({},{},o,{},{}))", member, by, least, most)


def _turns(on: Segments, node: Node, inner: Node, otherwise: Node | None) -> None:
    """The body for each member."""
    top, end = on.module.segment(), on.module.segment()
    index, taken = on.module.local(f"$index {top}"), on.module.local("$taken")
    member, answer = on.module.local(node["name"]), on.module.local(inner["name"])
    on.assign(index.name, Number(0))
    on.begin(top)
    on.go_unless(code("{}<len({})", index, taken), end)
    both = code("{},{}={}", member, answer, Item(taken, index))
    on.add(Line(both, changes=(member, answer)))
    on.change(index.name, "+=1")
    on.jumps.append((end, top))
    if otherwise is not None:
        plain = on.module.segment()
        on.go_unless(code("{}==({},)" if inner.get("many") else "{}=={}", answer, ELSE), plain)
        on.assign(answer.name, EMPTY if inner.get("many") else Number(nothing(inner)))
        on.statements(otherwise["body"])
        on.begin(plain)
    on.statements(node["body"])
    on.jumps.pop()
    if on.open:
        on.back(top)
    on.begin(end)
