"""`together`: one question to many, in any order, each answer changeable until all are in."""

from __future__ import annotations

from ..analysis.program_types import Types, element
from ..state.program import Node
from ..state.state import ELSE, TOGETHER
from .choices import ask, keep, options_of, put, seats
from .module import Module, Site
from .segments import SPLIT, Segments
from .sets import items


def together(on: Segments, node: Node) -> None:
    """Ask every member's controller; then the body runs for each member in turn, with its answer."""
    inner = node["choose"]
    otherwise = inner.get("else")
    keep(on, inner.get("asking"), otherwise and otherwise.get("label"), inner.get("from"))
    on.kept |= {node["name"], inner["name"], "$taken"}
    kind = element(on.types.of(inner["from"])) if inner["op"] == "choose" else "number"
    following = ask(on, Site(node, on.procedure, TOGETHER, type=kind))
    on.write("asked=[]; taken=[]")
    on.write(f"for «{node['name']}» in {items(on.on, node['set'])}:")
    on.depth += 1
    _ask_one(on, node, inner, otherwise)
    on.depth -= 1
    on.assign("$taken", "tuple(taken)")
    on.write(f"if not asked: f[1]=(); return s{following}(S,f)")
    put(on, TOGETHER, "tuple(asked)", "askers(asked)", answers="(None,)*len(asked)")
    on.begin(following)
    on.assign("$taken", "merged(«$taken»,f[1])")
    _turns(on, node, inner, otherwise)


def _ask_one(on: Segments, node: Node, inner: Node, otherwise: Node | None) -> None:
    """What one member is asked; the answer at once where there is nothing to decide."""
    member = f"«{node['name']}»"
    if inner["op"] == "choose_number":
        low, high = on.on.text(inner["low"]), on.on.text(inner["high"])
        on.write(f"o=tuple(numbers({low},{high},{on.on.where()}))")
        least = most = "1"
        on.write("a=len(o)<2")
    else:
        on.write(f"o={options_of(on, inner)}")
        least, most = on.on.text(inner["least"]), on.on.text(inner["most"])
        if inner.get("many"):
            on.write(f"b=min({most},len(o)); a=b<1 or len(o)<={least}")
            most, least = "b", f"min({least},b)"
        else:
            on.write("a=len(o)<2")
    if otherwise is not None:
        when = "True" if otherwise.get("when") is None else on.on.test(otherwise["when"])
        on.write(f"if o and {when}: o=(*o,{ELSE}); a=False")
    alone = "o" if inner.get("many") else "o[0] if o else -1"
    if inner.get("open"):
        on.write("a=False" if inner.get("many") else "a=False; o=o or (-1,)")
    by = f"controllers(S,{member})" if inner.get("by") is None else seats(on, inner["by"])
    on.write(f"taken.append(({member},({alone}) if a else None))")
    on.write(f"if not a: asked.append(({member},{by},o,{least},{most}))")


def _turns(on: Segments, node: Node, inner: Node, otherwise: Node | None) -> None:
    """The body for each member."""
    top, end = on.module.segment(), on.module.segment()
    index = f"$index {top}"
    on.assign(index, "0")
    on.begin(top)
    on.go_unless(f"«{index}»<len(«$taken»)", end)
    on.write(f"«{node['name']}»,«{inner['name']}»=«$taken»[«{index}»]; «{index}»+=1")
    on.jumps.append((end, top))
    if otherwise is not None:
        plain = on.module.segment()
        is_else = f"«{inner['name']}»==({ELSE},)" if inner.get("many") else f"«{inner['name']}»=={ELSE}"
        on.go_unless(is_else, plain)
        on.assign(inner["name"], "()" if inner.get("many") else "-1")
        on.statements(otherwise["body"])
        on.begin(plain)
    on.statements(node["body"])
    on.jumps.pop()
    if on.open:
        on.back(top)
    on.begin(end)


def emit_controllers(module: Module) -> None:
    """The function that tells who decides for a player or a thing, as a tuple of players."""
    from .expressions import Expressions

    program = module.program
    first, last = program.players
    lines = [f"if {first}<=a0<{last}: return (a0,)"]
    kinds = [(name, kind) for name, kind in program.kinds.items() if kind.get("controlled_by") is not None]
    for name, kind in sorted(kinds, key=lambda one: one[1]["range"][1] - one[1]["range"][0]):
        low, high = program.range(name)
        types = Types(program, {"this": f"thing:{name}"}).learn(kind["controlled_by"])
        text = Expressions(module, types, {"this": "a0"}, name).value(kind["controlled_by"])
        lines.append(f"if {low}<=a0<{high}: return tuple(members({text})) or FIRST")
    module.function("controllers", ["a0"], [*lines, "return FIRST"])


SPLIT["together"] = together
