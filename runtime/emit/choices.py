"""Questions. A segment finds the options and waits; the segment after it takes the answer from the register.

While a question is open, its frame still names the segment that asks: whatever happens on top of it, the
options are found anew afterwards. One option without an alternative is taken without asking.
"""

from __future__ import annotations

from typing import Any

from ..analysis.program_types import ANY, element, is_list, is_optional
from ..state.program import Node
from ..state.state import AGREE, CHOOSE, ELSE, MENU, NUMBER, OPTIONS, PAUSE, SEVERAL
from ..weaving.procedures import YOU, local
from .menus import possible
from .module import Site
from .segments import SPLIT, Segments, names_in
from .sets import items
from .statements import HANDLERS, Statements
from .symmetry import distinct


def seats(on: Statements, chooser: Node | None) -> str:
    """The players who may answer, as a tuple; the first player where there would be none."""
    by = (chooser or {}).get("by") or local(YOU)
    kind = on.types.of(by)
    if is_list(kind):
        return f"(tuple({on.on.text(by)}) or FIRST)"
    text = on.on.text(by)
    if not is_optional(kind):
        return f"({text},)"
    text = on.simple(text)
    return f"(({text},) if {text}>=0 else FIRST)" if kind != ANY else f"(tuple(members({text})) or FIRST)"


def options_of(on: Statements, node: Node) -> str:
    """The options of a `choose` as a tuple; of identical copies the first stands for all."""
    if node.get("many") or (node.get("by") or {}).get("chance"):
        return on.on.kept(node["from"], f"tuple({items(on.on, node['from'])})")
    return distinct(on.on, node["from"])


def put(
    on: Segments,
    sort: int,
    options: str,
    chooser: str,
    least: str = "1",
    most: str = "1",
    answers: str = "()",
) -> None:
    """Ask, and wait."""
    on.write(f"S.q=({sort},{options},{chooser},{least},{most},{answers})")
    on.write("return 1")
    on.open = False


def put_one(on: Segments, sort: int, options: str, chooser: Node | None) -> None:
    """Ask for one option; of all choosers, who have to agree, where the rules say so."""
    by = seats(on, chooser)
    if not (chooser or {}).get("all"):
        put(on, sort, options, by)
        return
    on.write(f"p={by}")
    on.write(f"if len(p)<2: S.q=({sort},{options},p,1,1,()); return 1")
    put(on, AGREE, options, "p", answers="(None,)*len(p)")


def keep(on: Segments, *trees: Any) -> None:
    """Locals that a prompt or a label mentions have to be in the frame."""
    for tree in trees:
        on.kept |= names_in(tree)


def ask(on: Segments, site: Site) -> int:
    """Begin the segment that asks; gives the number of the one that takes the answer."""
    first, following = on.module.ask(site)
    on.begin(first)
    on.write(f"f[0]={first}")
    return following


def choose(on: Segments, node: Node) -> None:
    chooser = node.get("by") or {}
    if chooser.get("chance"):
        by_chance(on, node)
        return
    otherwise = node.get("else")
    kind = element(on.types.of(node["from"]))
    site = Site(node, on.procedure, SEVERAL if node.get("many") else CHOOSE, type=kind)
    keep(on, node.get("asking"), otherwise and otherwise.get("label"))
    following = ask(on, site)
    on.write(f"o={options_of(on, node)}")
    without = on.module.segment() if node.get("none") is not None or otherwise is not None else -1
    end = on.module.segment()
    if node.get("many"):
        _several(on, node, following, without)
    else:
        _one(on, node, following, without)
    on.begin(following)
    if node.get("open") and node.get("none") is not None and otherwise is None and not node.get("many"):
        on.write(f"if f[1]==-1: return s{without}(S,f)")  # asked all the same, with nothing to choose from
    _take(on, node["name"], otherwise, node.get("many"))
    if on.open:
        on.go(end)
    _without_options(on, node, without, end)
    on.begin(end)


def _one(on: Segments, node: Node, following: int, without: int) -> None:
    """One of the options: what needs no question, then the question."""
    otherwise = node.get("else")
    if node.get("open"):
        if otherwise is None:
            on.write("if not o: o=(-1,)")
    elif without >= 0:
        on.write(f"if not o: return s{without}(S,f)")
    if otherwise is not None:
        add_alternative(on, otherwise)
    certain = without >= 0 and _offered(on, otherwise) == "True"  # at least one option, and the alternative
    if node.get("open"):
        if otherwise is not None:
            on.write("o=o or (-1,)")
    elif not certain:
        alone = f"len(o)<2 and o!=({ELSE},)" if otherwise is not None else "len(o)<2"
        on.write(f"if {alone}: f[1]=o[0] if o else {_missing(on, node)}; return s{following}(S,f)")
    put_one(on, CHOOSE, "o", node.get("by"))


def _missing(on: Segments, node: Node) -> str:
    return str(-(2**31)) if element(on.types.of(node["from"])).startswith("number") else "-1"


def _several(on: Segments, node: Node, following: int, without: int) -> None:
    """Some of the options, named in one answer."""
    least, most = on.on.text(node["least"]), on.on.text(node["most"])
    if without >= 0 and not node.get("open"):
        on.write(f"if not o: return s{without}(S,f)")
    on.write(f"a={least}; b=min({most},len(o))")
    if not node.get("open"):
        on.write(f"if b<1 or len(o)<=a: f[1]=o if b>0 else (); return s{following}(S,f)")
    if node.get("else") is not None:
        add_alternative(on, node["else"])
    put(on, SEVERAL, "o", seats(on, node.get("by")), "min(a,b)", "b")


def _without_options(on: Segments, node: Node, without: int, end: int) -> None:
    """With nothing to choose from, `none` is played, or else the alternative if it may be taken."""
    if without < 0:
        return
    on.begin(without)
    on.assign(node["name"], "()" if node.get("many") else _missing(on, node))
    if node.get("none") is not None:
        on.statements(node["none"])
    else:
        otherwise = node["else"]
        if otherwise.get("when") is not None:
            on.go_unless(on.on.test(otherwise["when"]), end)
        on.statements(otherwise["body"])
    if on.open:
        on.go(end)


def add_alternative(on: Statements, otherwise: Node) -> None:
    """The alternative is the last option, if it may be taken."""
    when = _offered(on, otherwise)
    on.write(f"o=(*o,{ELSE})" if when == "True" else f"if {when}: o=(*o,{ELSE})")


def _offered(on: Statements, otherwise: Node | None) -> str:
    """The test that an alternative may be taken."""
    if otherwise is None:
        return "False"
    return "True" if otherwise.get("when") is None else on.on.test(otherwise["when"])


def _take(on: Segments, name: str, otherwise: Node | None, many: Any = False) -> None:
    """The answer goes into its local, or the alternative is played."""
    if otherwise is None:
        on.assign(name, "f[1]")
        return
    end, taken = on.module.segment(), on.module.segment()
    on.write(f"if f[1]=={'(' + str(ELSE) + ',)' if many else ELSE}: return s{taken}(S,f)")
    on.assign(name, "f[1]")
    on.go(end)
    on.begin(taken)
    on.assign(name, "()" if many else "-1")
    on.statements(otherwise["body"])
    on.begin(end)


def by_chance(on: Statements, node: Node) -> None:
    """Taken by the generator: one option costs no draw, and every copy counts."""
    on.write(f"o={options_of(on, node)}")
    where = on.on.where()
    if node.get("many"):
        on.assign(node["name"], f"some_by_chance(S,o,{on.on.text(node['most'])},{where})")
    else:
        on.assign(node["name"], f"one_by_chance(S,o,{where})")
    if node.get("none"):
        on.write("if not o:")
        on.block(node["none"])


def choose_number(on: Segments, node: Node) -> None:
    if (node.get("by") or {}).get("chance"):
        number_by_chance(on, node)
        return
    otherwise = node.get("else")
    keep(on, node.get("asking"), otherwise and otherwise.get("label"))
    following = ask(on, Site(node, on.procedure, NUMBER, type="number"))
    low, high = on.on.text(node["low"]), on.on.text(node["high"])
    on.write(f"o=tuple(numbers({low},{high},{on.on.where()}))")
    if otherwise is None:
        on.write(f"if len(o)<2: f[1]=o[0] if o else {low}; return s{following}(S,f)")
    else:
        add_alternative(on, otherwise)
        on.write(f"if len(o)<2: f[1]=o[0] if o else {low}; return s{following}(S,f)")
    put_one(on, NUMBER, "o", node.get("by"))
    on.begin(following)
    _take(on, node["name"], otherwise)


def number_by_chance(on: Statements, node: Node) -> None:
    low, high = on.on.text(node["low"]), on.on.text(node["high"])
    on.assign(node["name"], f"one_by_chance(S,tuple(numbers({low},{high},{on.on.where()})),{on.on.where()})")


def may(on: Segments, node: Node) -> None:
    keep(on, node.get("label"))
    otherwise, end = on.module.segment(), on.module.segment()
    if node.get("when") is not None:
        on.go_unless(on.on.test(node["when"]), otherwise)
    following = ask(on, Site(node, on.procedure, OPTIONS, type="option"))
    put_one(on, OPTIONS, f"(0,{ELSE})", node.get("by"))
    on.begin(following)
    on.write(f"if f[1]: return s{otherwise}(S,f)")
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
    texts = []
    for i, one in enumerate(node["options"]):
        when = one.get("when")
        texts.append(f"{i}" if when is None else f"*(({i},) if {on.on.test(when)} else ())")
    on.write(f"o=({','.join(texts)},)")
    on.write("if len(o)<2:")
    on.write(f"    if not o: return s{end}(S,f)")
    on.write(f"    f[1]=o[0]; return s{following}(S,f)")
    put_one(on, OPTIONS, "o", node.get("by"))
    on.begin(following)
    targets = [on.module.segment() for _ in node["options"]]
    for i, target in enumerate(targets[1:], 1):
        on.write(f"if f[1]=={i}: return s{target}(S,f)")
    on.go(targets[0])
    for target, one in zip(targets, node["options"], strict=True):
        on.begin(target)
        on.statements(one["body"])
        if on.open:
            on.go(end)
    on.begin(end)


def pause(on: Segments, node: Node) -> None:
    """Those who could do something at any time are asked until all of them have gone on; others are not."""
    keep(on, node.get("text"))
    end = on.module.segment()
    passed = f"$passed {end}"
    on.kept.add(passed)
    on.assign(passed, "()")
    following = ask(on, Site(node, on.procedure, PAUSE, type="option", who=True))
    on.write(f"p=tuple(one for one in who_could_act(S) if one not in «{passed}»)")
    on.write(f"if not p: return s{end}(S,f)")
    put(on, PAUSE, "(0,)", "p")
    on.begin(following)
    on.assign(passed, f"(*«{passed}»,f[1][1])")
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
        on.assign("$actor", on.on.text(actor))
        on.types.bind("$actor", on.types.of(actor))
    keep(on, node.get("asking"), otherwise and otherwise.get("label"))
    on.kept.add("$actor")
    several = _may_be_several(on, node.get("by"))
    following = ask(on, Site(node, on.procedure, MENU, type="action", who=several))
    on.write(f"p={seats(on, node.get('by'))}")
    menu = on.program.data["menus"][node["menu"]]
    texts = []
    who = "«$actor»" if actor is not None else "p[0]"
    for i, verb in enumerate(menu["actions"]):
        texts.append(f"*(({i},) if {possible(on.module, verb)}(S,{who},p[0]) else ())")
    on.write(f"o=({','.join(texts)}{',' if texts else ''})")
    end = on.module.segment()
    if otherwise is not None:
        add_alternative(on, otherwise)
    if always:
        on.write("o=o or (-1,)")
    else:
        on.write(f"if not o: return s{end}(S,f)")
        first = "(o[0],p[0])" if several else "o[0]"
        alone = "len(o)<2" if otherwise is None else f"o==({ELSE},)"
        on.write(f"if {alone}: f[1]={first}; return s{following}(S,f)")
    if (node.get("by") or {}).get("all"):
        on.write(f"if len(p)>1: S.q=({AGREE},o,p,1,1,(None,)*len(p)); return 1")
    put(on, MENU, "o", "p")
    on.begin(following)
    option, seat = ("f[1][0]", "f[1][1]") if several else ("f[1]", seats(on, node.get("by")) + "[0]")
    on.write(f"o={option}; p={seat}")
    who = "«$actor»" if actor is not None else "p"
    if otherwise is not None:
        _else_of_offer(on, otherwise, end)
    for i, verb in enumerate(menu["actions"]):
        name = on.module.weaver.action(verb, secret)
        args = [who, "p"] if len(on.module.weaver.procedures[name].parameters) == 2 else ["p"]
        on.write(f"if o=={i}:")
        on.depth += 1
        if on.waiting.is_waiting(name):
            on.push(name, args, end)
        else:
            on.write(f"{on.module.function_name(name)}({','.join(['S', *args])})")
            on.go(end)
        on.depth -= 1
    on.begin(end)


def _else_of_offer(on: Segments, otherwise: Node, end: int) -> None:
    chosen = on.module.segment()
    action = on.module.segment()
    on.write(f"f[1]=(o,p); return s{chosen}(S,f)")
    on.open = False
    on.begin(chosen)
    on.write(f"if f[1][0]!={ELSE}: return s{action}(S,f)")
    on.statements(otherwise["body"])
    if on.open:
        on.go(end)
    on.begin(action)
    on.write("o,p=f[1]")


def _may_be_several(on: Statements, chooser: Node | None) -> bool:
    by = (chooser or {}).get("by") or local(YOU)
    kind = on.types.of(by)
    return is_list(kind) or kind == ANY


def ask_ties(on: Segments, node: Node, best: str) -> None:
    """Who comes first among equals."""
    ties: Node = {"op": "choose", "name": node["name"], "by": {"by": node["ties"]}, "at": node.get("at", -1)}
    kind = element(on.types.of(node["set"]))
    on.assign("$tied", f"tuple({best})")
    on.kept.add("$tied")
    following = ask(on, Site(ties, on.procedure, CHOOSE, type=kind))
    on.write(f"if len(«$tied»)<2: f[1]=«$tied»[0]; return s{following}(S,f)")
    put(on, CHOOSE, "«$tied»", seats(on, ties["by"]))
    on.begin(following)
    on.assign(node["name"], "f[1]")


SPLIT.update(
    {
        "choose": choose,
        "choose_number": choose_number,
        "may": may,
        "choose_one": choose_one,
        "pause": pause,
        "offer": offer,
    }
)
HANDLERS.update(
    {
        "choose": by_chance,
        "choose_number": number_by_chance,
        "pause": lambda on, node: None,
    }
)
