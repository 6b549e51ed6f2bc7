"""`together`: one question to many, in any order, each answer changeable until all are in."""

from __future__ import annotations

from ..analysis.program_types import element
from ..state.program import Node, nothing
from ..state.state import ELSE, NONE, TOGETHER
from .choices import (
    ask,
    blocks_offered,
    find_actions,
    keep,
    numbers,
    options_of,
    put,
    run_action,
    run_block,
    seats,
    take,
)
from .fragments import EMPTY, TRUE, Called, Fixed, For, Fragment, Integer, Item, OnlyIf, code
from .instructions import CodeLine
from .loops import items
from .menus import possible
from .module import Site, called
from .segments import REGISTER, Segments


def together(on: Segments, node: Node) -> None:
    """Ask every member's controller; then the body runs for each member in turn, with its answer."""
    inner = node["choose"]
    otherwise = inner.get("else") if inner["op"] != "may" else None
    labels = [one["label"] for one in inner.get("options") or ()]
    keep(on, inner.get("asking"), otherwise and otherwise.get("label"), inner.get("from"), labels)
    keep(on, inner.get("to"), inner.get("label"), inner.get("noting"))
    on.kept |= {node["name"], _answer(inner), "$taken"}
    kind = element(on.types.of(inner["from"])) if inner["op"] == "choose" else _KINDS[inner["op"]]
    following = ask(on, Site(node, on.procedure, TOGETHER, type=kind))
    on.write("asked=[]")
    on.write("taken=[]")
    with on.inside(For(on.module.local(node["name"]), items(on.expr, node["set"]))):
        _ask_one(on, node, inner, otherwise)
    taken = on.module.local("$taken")
    on.assign(taken.name, code("tuple(taken)"))
    with on.inside(OnlyIf(code("not asked"))):
        take(on, EMPTY, following)
    asked, answers = code("tuple(asked)"), code("(None,)*len(asked)")
    put(on, TOGETHER, asked, code("askers(asked)"), answers=answers)
    on.begin(following)
    on.assign(taken.name, Called("merged", taken, REGISTER))
    _turns(on, node, inner, otherwise)


def _ask_one(on: Segments, node: Node, inner: Node, otherwise: Node | None) -> None:
    """What one member is asked; the answer at once where there is nothing to decide."""
    member = on.module.local(node["name"])
    least: Fragment = Integer(1)
    most: Fragment = Integer(1)
    if inner["op"] == "choose_number":
        on.write("o={}", numbers(on, on.expr.text(inner["low"]), on.expr.text(inner["high"])))
        on.write("a=len(o)<2")
    elif inner["op"] == "choose_one":
        on.write("o={}", blocks_offered(on, inner))
        on.write("a=len(o)<2")
    elif inner["op"] == "offer":
        on.write("p={}", seats(on, inner.get("by")))
        find_actions(on, inner, _actor(on, inner))
        on.write("a=len(o)<2")
    elif inner["op"] == "may":
        when = TRUE if inner.get("when") is None else on.expr.test(inner["when"])
        on.write("o={}", code("((0,{}) if {} else ({},))", ELSE, when, ELSE))
        on.write("a=len(o)<2")
    else:
        on.write("o={}", options_of(on, inner))
        least, most = on.expr.text(inner["least"]), on.expr.text(inner["most"])
        if inner.get("many"):
            on.write("b={}", Called("min", most, "len(o)"))
            on.write("a=b<1 or len(o)<={}", least)
            most, least = Fixed("b"), Called("min", least, "b")
        else:
            on.write("a=len(o)<2")
    if otherwise is not None:
        when = TRUE if otherwise.get("when") is None else on.expr.test(otherwise["when"])
        if inner["op"] == "offer":  # with no action to take, the alternative is taken
            with on.inside(OnlyIf(when)):
                on.write("a=not o")
                on.write("o=(*o,{})", ELSE)
        else:
            with on.inside(OnlyIf(code("o and {}", when))):
                on.write("o=(*o,{})", ELSE)
                on.write("a=False")
    if inner.get("open"):
        on.write("a=False")
        if not inner.get("many"):
            on.write("o=o or ({},)", nothing(inner))
    alone = Fixed("o") if inner.get("many") else code("o[0] if o else {}", nothing(inner))
    by = seats(on, inner.get("by"))
    on.write("taken.append(({},({}) if a else None))", member, alone)
    with on.inside(OnlyIf(code("not a"))):
        on.write("asked.append(({},{},o,{},{}))", member, by, least, most)


_KINDS = {"choose_number": "number", "choose_one": "option", "may": "option", "offer": "action"}


def _answer(inner: Node) -> str:
    """The local that an answer goes into; labels and actions need none of the author's."""
    return str(inner.get("name") or "$answer")


def _actor(on: Segments, inner: Node) -> Fragment:
    """Whom the actions of a menu are offered to, where whoever is asked is the first of `p`."""
    return code("p[0]") if inner.get("to") is None else on.simple(on.expr.text(inner["to"]))


def _run(on: Segments, inner: Node, answer: Fragment) -> None:
    """What was chosen by its label, or the action that was chosen, if it is still possible."""
    if inner["op"] not in ("choose_one", "offer", "may"):
        return
    end = on.module.segment()
    if inner["op"] == "may":
        refused = on.module.segment()
        on.jump_if(code("{}=={}", answer, ELSE), refused)
        on.statements(inner["then"])
        if on.open:
            on.go(end)
        on.begin(refused)
        on.statements(inner["else"])
        on.begin(end)
        return
    if inner["op"] == "choose_one":
        on.jump_if(code("{}=={}", answer, NONE), end)
        run_block(on, inner, answer, end)
        return
    on.write("o={}", answer)
    on.write("p={}", code("{}[0]", seats(on, inner.get("by"))))
    who = code("p") if inner.get("to") is None else on.simple(on.expr.text(inner["to"]))
    for i, verb in enumerate(on.program.data["menus"][inner["menu"]]["actions"]):
        with on.inside(OnlyIf(code("o=={} and {}", i, called(possible(on.module, verb), who, "p")))):
            run_action(on, verb, bool(inner.get("secret")), who, end)
    on.begin(end)


def _turns(on: Segments, node: Node, inner: Node, otherwise: Node | None) -> None:
    """The body for each member."""
    top, end = on.module.segment(), on.module.segment()
    index, taken = on.module.local(f"$index {top}"), on.module.local("$taken")
    member, answer = on.module.local(node["name"]), on.module.local(_answer(inner))
    on.assign(index.name, Integer(0))
    on.begin(top)
    on.go_unless(code("{}<len({})", index, taken), end)
    both = code("{},{}={}", member, answer, Item(taken, index))
    on.add(CodeLine(both, changes=(member, answer)))
    on.change(index.name, "+=1")
    on.jumps.append((end, top))
    if otherwise is not None:
        plain = on.module.segment()
        on.go_unless(code("{}==({},)" if inner.get("many") else "{}=={}", answer, ELSE), plain)
        on.assign(answer.name, EMPTY if inner.get("many") else Integer(nothing(inner)))
        on.statements(otherwise["body"])
        if on.open:
            on.go(plain)
        on.begin(plain)
    _run(on, inner, answer)
    on.statements(node["body"])
    on.jumps.pop()
    if on.open:
        on.back(top)
    on.begin(end)
