"""Questions. A segment finds the options and waits; the segment after it takes the answer from the register.

While a question is open, its frame still names the segment that asks: whatever happens on top of it, the
options are found again afterwards. One option without an alternative is taken without asking.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from tilewright.schemas.walking import locals_in

from ..analysis.program_types import ANY, element, is_list, is_optional
from ..state.program import YOU, Node, nothing
from ..state.state import AGREE, CHOOSE, ELSE, MENU, NONE, NUMBER, OPTIONS, PAUSE, SEVERAL
from ..weaving.procedures import local
from .fragments import EMPTY, FALSE, TRUE, Called, Fixed, Fragment, Integer, Item, OnlyIf, a_tuple, code
from .instructions import Ask, CodeLine, GoTo, Resume
from .loops import items
from .menus import possible
from .module import Site, called
from .segments import REGISTER, Segments
from .statements import Statements
from .symmetry import distinct

FOUND, WHO = Fixed("o"), Fixed("p")  # the options of a question, and whom it is put to
ONE = Integer(1)


def seats(on: Statements, chooser: Node | None) -> Fragment:
    """The players who may answer, as a tuple; the first player where there would be none."""
    by = (chooser or {}).get("by") or local(YOU)
    kind = on.types.of(by)
    text = on.expr.text(by)
    if is_list(kind):
        return code("({} or FIRST)", Called("tuple", text))
    if not is_optional(kind):
        return code("({},)", text)
    text = on.simple(text)
    if kind == ANY:
        return code("({} or FIRST)", Called("tuple", Called("members", text)))
    return code("(({},) if {}>=0 else FIRST)", text, text)


def options_of(on: Statements, node: Node) -> Fragment:
    """The options of a `choose` as a tuple; of identical copies the first stands for all."""
    if node.get("many") or (node.get("by") or {}).get("chance"):
        return on.expr.kept(node["from"], Called("tuple", items(on.expr, node["from"])))
    return distinct(on.expr, node["from"])


def put(
    on: Segments,
    sort: int,
    options: Fragment,
    chooser: Fragment,
    least: Fragment = ONE,
    most: Fragment = ONE,
    answers: Fragment = EMPTY,
) -> None:
    """Ask, and wait."""
    on.lead(Ask(sort, options, chooser, least, most, answers))


def put_one(on: Segments, sort: int, options: Fragment, chooser: Node | None) -> None:
    """Ask for one option; of all choosers, who have to agree, where the rules say so."""
    by = seats(on, chooser)
    if not (chooser or {}).get("all"):
        put(on, sort, options, by)
        return
    on.write("p={}", by)
    with on.inside(OnlyIf(code("len(p)<2"))):
        put(on, sort, options, WHO)
    put(on, AGREE, options, WHO, answers=code("(None,)*len(p)"))


def take(on: Segments, answer: Fragment, following: int) -> None:
    """An answer without a question."""
    on.write("{}={}", REGISTER, answer)
    on.add(GoTo(following))


def keep(on: Segments, *trees: object) -> None:
    """Locals that a prompt, a label or a note mentions have to be in the frame."""
    for tree in trees:
        on.kept |= locals_in(tree)


def ask(on: Segments, site: Site) -> int:
    """Begin the segment that asks; gives the number of the one that takes the answer."""
    first, following = on.module.ask(site)
    on.begin(first)
    on.add(Resume(first))
    return following


def choose(on: Segments, node: Node) -> None:
    chooser = node.get("by") or {}
    if chooser.get("chance"):
        _by_chance_or_asking(on, node)
        return
    otherwise = node.get("else")
    kind = element(on.types.of(node["from"]))
    site = Site(node, on.procedure, SEVERAL if node.get("many") else CHOOSE, type=kind)
    keep(on, node.get("asking"), node.get("noting"), otherwise and otherwise.get("label"))
    following = ask(on, site)
    on.write("o={}", options_of(on, node))
    without = on.module.segment() if node.get("none") is not None or otherwise is not None else -1
    end = on.module.segment()
    if node.get("many"):
        _several(on, node, following, without)
    else:
        _one(on, node, following, without)
    on.begin(following)
    if node.get("open") and node.get("none") is not None and otherwise is None and not node.get("many"):
        # Asked all the same, with nothing to choose from.
        on.jump_if(code("{}=={}", REGISTER, nothing(node)), without)
    _take(on, node, otherwise)
    if on.open:
        on.go(end)
    _without_options(on, node, without, end)
    on.begin(end)


def _by_chance_or_asking(on: Segments, node: Node) -> None:
    """Taken by the generator; something is asked where there is nothing to choose from."""
    by_chance(on, {**node, "none": None})
    without, end = on.module.segment(), on.module.segment()
    on.jump_if(code("not o"), without)
    on.go(end)
    _without_options(on, node, without, end)
    on.begin(end)


def _one(on: Segments, node: Node, following: int, without: int) -> None:
    """One of the options: what needs no question, then the question."""
    otherwise = node.get("else")
    if "$among" in node:  # a part of an action: if it never had two choices, that there is one is no secret
        among = distinct(on.expr, node["$among"])
        with on.inside(OnlyIf(code("len(o)<2 and len({})<2", among))):
            take(on, code("o[0] if o else {}", nothing(node)), following)
    if node.get("open"):
        if otherwise is None:
            with on.inside(OnlyIf(code("not o"))):
                on.write("o=({},)", nothing(node))
    elif without >= 0:
        on.jump_if(code("not o"), without)
    if otherwise is not None:
        add_alternative(on, otherwise)
    certain = without >= 0 and _offered(on, otherwise) is TRUE  # at least one option, and the alternative
    if node.get("open"):
        if otherwise is not None:
            on.write("o=o or ({},)", nothing(node))
    elif not certain:
        alone = code("len(o)<2 and o!=({},)", ELSE) if otherwise is not None else code("len(o)<2")
        with on.inside(OnlyIf(alone)):
            take(on, code("o[0] if o else {}", nothing(node)), following)
    put_one(on, CHOOSE, FOUND, node.get("by"))


def _several(on: Segments, node: Node, following: int, without: int) -> None:
    """Some of the options, named in one answer."""
    least, most = on.expr.text(node["least"]), on.expr.text(node["most"])
    if without >= 0 and not node.get("open"):
        on.jump_if(code("not o"), without)
    on.write("a={}", least)
    on.write("b={}", Called("min", most, "len(o)"))
    if not node.get("open"):
        with on.inside(OnlyIf(code("b<1 or len(o)<=a"))):
            take(on, code("o if b>0 else ()"), following)
    if node.get("else") is not None:
        add_alternative(on, node["else"])
    put(on, SEVERAL, FOUND, seats(on, node.get("by")), code("min(a,b)"), Fixed("b"))


def _without_options(on: Segments, node: Node, without: int, end: int) -> None:
    """With nothing to choose from, `none` is played, or else the alternative if it may be taken."""
    if without < 0:
        return
    on.begin(without)
    on.assign(node["name"], EMPTY if node.get("many") else Integer(nothing(node)))
    if node.get("none") is not None:
        on.statements(node["none"])
    else:
        otherwise = node["else"]
        if otherwise.get("when") is not None:
            on.go_unless(on.expr.test(otherwise["when"]), end)
        on.statements(otherwise["body"])
    if on.open:
        on.go(end)


def add_alternative(on: Statements, otherwise: Node) -> None:
    """The alternative is the last option, if it may be taken."""
    when = _offered(on, otherwise)
    with nullcontext() if when is TRUE else on.inside(OnlyIf(when)):
        on.write("o=(*o,{})", ELSE)


def _offered(on: Statements, otherwise: Node | None) -> Fragment:
    """The test that an alternative may be taken."""
    if otherwise is None:
        return FALSE
    return TRUE if otherwise.get("when") is None else on.expr.test(otherwise["when"])


def _take(on: Segments, node: Node, otherwise: Node | None) -> None:
    """The answer goes into its local, or the alternative is played."""
    name, many = node["name"], node.get("many")
    if otherwise is None:
        on.assign(name, REGISTER)
        return
    end, taken = on.module.segment(), on.module.segment()
    on.jump_if(code("{}==({},)" if many else "{}=={}", REGISTER, ELSE), taken)
    on.assign(name, REGISTER)
    on.go(end)
    on.begin(taken)
    on.assign(name, EMPTY if many else Integer(nothing(node)))
    on.statements(otherwise["body"])
    on.begin(end)


def by_chance(on: Statements, node: Node) -> None:
    """Taken by the generator: one option costs no draw, and every copy counts."""
    on.write("o={}", options_of(on, node))
    where = on.expr.where()
    if node.get("many"):
        on.assign(node["name"], Called("some_by_chance", "S", FOUND, on.expr.text(node["most"]), where))
    else:
        on.assign(node["name"], Called("one_by_chance", "S", FOUND, nothing(node), where))
    if node.get("none"):
        on.block(OnlyIf(code("not o")), node["none"])


def choose_number(on: Segments, node: Node) -> None:
    otherwise = node.get("else")
    keep(on, node.get("asking"), node.get("noting"), otherwise and otherwise.get("label"))
    following = ask(on, Site(node, on.procedure, NUMBER, type="number"))
    low, high = on.expr.text(node["low"]), on.expr.text(node["high"])
    on.write("o={}", numbers(on, low, high))
    if otherwise is not None:
        add_alternative(on, otherwise)
    if node.get("open"):
        on.write("o=o or ({},)", low)
    else:
        with on.inside(OnlyIf(code("len(o)<2"))):
            take(on, code("o[0] if o else {}", low), following)
    put_one(on, NUMBER, FOUND, node.get("by"))
    on.begin(following)
    _take(on, node, otherwise)


def number_by_chance(on: Statements, node: Node) -> None:
    low, high = on.expr.text(node["low"]), on.expr.text(node["high"])
    on.assign(node["name"], Called("one_by_chance", "S", numbers(on, low, high), low, on.expr.where()))


def numbers(on: Statements, low: Fragment, high: Fragment) -> Fragment:
    """The numbers between two as options."""
    return Called("tuple", Called("numbers", low, high, on.expr.where()))


def may(on: Segments, node: Node) -> None:
    keep(on, node.get("label"), node.get("asking"))
    otherwise, end = on.module.segment(), on.module.segment()
    options = code("(0,{})", ELSE)
    if node.get("open") and node.get("when") is not None:
        options = code("((0,{}) if {} else ({},))", ELSE, on.expr.test(node["when"]), ELSE)
    elif node.get("when") is not None:
        on.go_unless(on.expr.test(node["when"]), otherwise)
    following = ask(on, Site(node, on.procedure, OPTIONS, type="option"))
    put_one(on, OPTIONS, options, node.get("by"))
    on.begin(following)
    on.jump_if(REGISTER, otherwise)
    on.statements(node["then"])
    if on.open:
        on.go(end)
    on.begin(otherwise)
    on.statements(node.get("else") or [])
    on.begin(end)


def choose_one(on: Segments, node: Node) -> None:
    keep(on, node.get("asking"), [one["label"] for one in node["options"]])
    end = on.module.segment()
    following = ask(on, Site(node, on.procedure, OPTIONS, type="option"))
    on.write("o={}", blocks_offered(on, node))
    if (node.get("by") or {}).get("chance"):
        on.jump_if(code("not o"), end)
        take(on, Called("one_by_chance", "S", FOUND, -1, on.expr.where()), following)
    else:
        if node.get("open"):
            on.write("o=o or ({},)", NONE)
        else:
            with on.inside(OnlyIf(code("len(o)<2"))):
                on.jump_if(code("not o"), end)
                take(on, code("o[0]"), following)
        put_one(on, OPTIONS, FOUND, node.get("by"))
    on.begin(following)
    if node.get("open"):
        on.jump_if(code("{}=={}", REGISTER, NONE), end)
    run_block(on, node, REGISTER, end)


def run_block(on: Segments, node: Node, chosen: Fragment, end: int) -> None:
    """The labelled block of that number; then what follows begins."""
    targets = [on.module.segment() for _ in node["options"]]
    for i, target in enumerate(targets[1:], 1):
        on.jump_if(code("{}=={}", chosen, i), target)
    on.go(targets[0])
    for target, one in zip(targets, node["options"], strict=True):
        on.begin(target)
        on.statements(one["body"])
        if on.open:
            on.go(end)
    on.begin(end)


def one_of_blocks_by_chance(on: Statements, node: Node) -> None:
    """One of the labelled blocks, none of which asks anything."""
    on.write("o={}", blocks_offered(on, node))
    taken = on.module.local(f"$taken {id(node)}")
    on.assign(taken.name, Called("one_by_chance", "S", FOUND, -1, on.expr.where()))
    for i, one in enumerate(node["options"]):
        on.block(OnlyIf(code("{}=={}", taken, i)), one["body"])


def blocks_offered(on: Statements, node: Node) -> Fragment:
    found: list[Fragment] = []
    for i, one in enumerate(node["options"]):
        when = one.get("when")
        found.append(Integer(i) if when is None else code("*(({},) if {} else ())", i, on.expr.test(when)))
    return a_tuple(found)


def pause(on: Segments, node: Node) -> None:
    """Those who could do something at any time are asked until all of them have gone on; others are not."""
    keep(on, node.get("text"))
    end = on.module.segment()
    passed = on.module.local(f"$passed {end}")
    on.kept.add(passed.name)
    on.assign(passed.name, EMPTY)
    following = ask(on, Site(node, on.procedure, PAUSE, type="option", who=True))
    on.write("p=tuple(one for one in who_could_act(S) if one not in {})", passed)
    on.jump_if(code("not p"), end)
    put(on, PAUSE, code("(0,)"), WHO)
    on.begin(following)
    on.assign(passed.name, code("(*{},{})", passed, Item(REGISTER, 1)))
    on.back(following - 1)
    on.begin(end)


def offer(on: Segments, node: Node) -> None:
    """The actions of a menu that can be completed and paid for; the chosen one runs.

    What is offered in secret, or depends on secrets, is always asked: whether there was anything to choose
    would tell.
    """
    otherwise, secret = node.get("else"), bool(node.get("secret"))
    always = secret or bool(node.get("open"))
    actor = node.get("to")
    if actor is not None:
        on.assign("$actor", on.expr.text(actor))
        on.types.bind("$actor", on.types.of(actor))
    keep(on, node.get("asking"), otherwise and otherwise.get("label"))
    on.kept.add("$actor")
    several = _may_be_several(on, node.get("by"))
    following = ask(on, Site(node, on.procedure, MENU, type="action", who=several))
    on.write("p={}", seats(on, node.get("by")))
    menu = on.program.data["menus"][node["menu"]]
    who: Fragment = code("p[0]") if actor is None else on.module.local("$actor")
    find_actions(on, node, who)
    end = on.module.segment()
    if otherwise is not None:
        add_alternative(on, otherwise)
    if always:
        on.write("o=o or (-1,)")
    else:
        on.jump_if(code("not o"), end)
        with on.inside(OnlyIf(code("len(o)<2") if otherwise is None else code("o==({},)", ELSE))):
            take(on, code("(o[0],p[0])") if several else code("o[0]"), following)
    agreed = code("(None,)*len(p)")
    if (node.get("by") or {}).get("all"):
        with on.inside(OnlyIf(code("len(p)>1"))):
            put(on, AGREE, FOUND, WHO, answers=agreed)
    put(on, MENU, FOUND, WHO)
    on.begin(following)
    on.write("o={}", Item(REGISTER, 0) if several else REGISTER)
    on.write("p={}", Item(REGISTER, 1) if several else Item(seats(on, node.get("by")), 0))
    who = WHO if actor is None else on.module.local("$actor")
    if otherwise is not None:
        _else_of_offer(on, otherwise, end)
    for i, verb in enumerate(menu["actions"]):
        with on.inside(OnlyIf(code("o=={}", i))):
            run_action(on, verb, secret, who, end)
    on.begin(end)


def find_actions(on: Statements, node: Node, who: Fragment) -> None:
    """The actions of a menu that somebody can take now, as `o`; the player who does is the first of `p`."""
    actor, player = on.temporary(), on.temporary()
    on.write("{}={}", actor, who)
    on.write("{}=p[0]", player)
    on.write("o=[]")
    for i, verb in enumerate(on.program.data["menus"][node["menu"]]["actions"]):
        with on.inside(OnlyIf(called(possible(on.module, verb), actor, player))):
            on.write("o.append({})", i)
    on.write("o=tuple(o)")


def run_action(on: Segments, verb: str, secret: bool, who: Fragment, end: int) -> None:
    """An action is taken, by the player `p`; then what follows begins."""
    name = on.module.weaver.action(verb, secret)
    on.write("S.fuel-={}", on.module.costs.call(name))  # no caller has: which action it is shows only now
    args: list[Fragment] = [who, WHO] if len(on.module.weaver.procedures[name].parameters) == 2 else [WHO]
    if on.suspension.is_waiting(name):
        on.push(name, args, end)
    else:
        on.add(CodeLine(called(on.module.function_name(name), *args)))
        on.go(end)


def _else_of_offer(on: Segments, otherwise: Node, end: int) -> None:
    chosen = on.module.segment()
    action = on.module.segment()
    on.write("{}=(o,p)", REGISTER)
    on.lead(GoTo(chosen))
    on.begin(chosen)
    on.jump_if(code("{}!={}", Item(REGISTER, 0), ELSE), action)
    on.statements(otherwise["body"])
    if on.open:
        on.go(end)
    on.begin(action)
    on.write("o,p={}", REGISTER)


def _may_be_several(on: Statements, chooser: Node | None) -> bool:
    by = (chooser or {}).get("by") or local(YOU)
    kind = on.types.of(by)
    return is_list(kind) or kind == ANY


def ask_ties(on: Segments, node: Node, best: Fragment) -> None:
    """Who comes first among equals."""
    ties: Node = {
        "op": "choose",
        "name": node["name"],
        "by": {"by": node["ties"], "all": node.get("agree")},
        "asking": node.get("asking"),
        "at": node.get("at", -1),
    }
    kind = element(on.types.of(node["set"]))
    tied = on.module.local("$tied")
    on.assign(tied.name, Called("tuple", best))
    on.kept.add(tied.name)
    keep(on, ties["asking"])
    following = ask(on, Site(ties, on.procedure, CHOOSE, type=kind))
    with on.inside(OnlyIf(code("len({})<2", tied))):
        take(on, Item(tied, 0), following)
    put_one(on, CHOOSE, tied, ties["by"])
    on.begin(following)
    on.assign(node["name"], REGISTER)


WAITING: dict[str, Callable[[Any, Node], None]] = {
    "choose": choose,
    "choose_number": choose_number,
    "may": may,
    "choose_one": choose_one,
    "pause": pause,
    "offer": offer,
}
STATEMENTS: dict[str, Callable[[Any, Node], None]] = {
    "choose": by_chance,
    "choose_number": number_by_chance,
    "choose_one": one_of_blocks_by_chance,
    "pause": lambda on, node: None,
}
