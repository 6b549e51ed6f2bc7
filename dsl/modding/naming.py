"""Where a mod names what another one adds or deletes, and does not say that it needs it.

Rules, values, cards and set-ups are summed up by `analysis`; what no operation tells (types, menus, boards,
verbs that are forbidden, modifiers that are replaced) is read off what is written.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .. import nodes
from ..analysis.callgraph import Flow
from ..analysis.keys import FlowKey, flow_key
from ..boards import read_layout
from ..check.scope import Op
from ..history import HistoryEntry, Subject
from ..model import Model
from ..nodes.node import nodes_in
from ..source import Span
from .meetings import Meeting, Side, named, settled
from .order import ModOrder, whose

Setups = Iterable[tuple[str, list[Op]]]
"""The set-up of each mission, by its name."""


class _Mention(NamedTuple):
    """A piece of a mod, and what it names, reads and writes."""

    mod: str
    span: Span
    names: frozenset[FlowKey]
    written: bool = False  # what no operation tells; told only where nothing else is


def naming_meetings(model: Model, flow: Flow | None, order: ModOrder, setups: Setups) -> list[Meeting]:
    """All meetings of a name with what another mod did to it; without `flow`, those in types and the like."""
    changed: dict[FlowKey, list[tuple[str, str, Subject, Span]]] = {}
    for touch in model.history.touches:
        mod = whose(touch.span.file)
        if mod in order.ids and not touch.part and touch.deed in ("adds", "deletes"):
            for name in _called(touch):
                changed.setdefault(name, []).append((mod, touch.deed, touch.subject, touch.span))
    if not changed:
        return []
    summed = list(_mentions(flow, order, setups)) if flow is not None else []
    found: dict[Meeting, None] = {}
    told: set[tuple[str, str, Subject]] = set()
    for mention in (*summed, *_written(model, order)):
        for name in sorted(mention.names & changed.keys()):
            for mod, deed, subject, span in changed[name]:
                between = (mod, mention.mod, subject)
                if mod != mention.mod and (not mention.written or between not in told):
                    told.add(between)
                    found[_meeting(model, order, mention, Side(mod, deed, span), subject)] = None
    return [settled(one, order) for one in found]


def _meeting(model: Model, order: ModOrder, mention: _Mention, other: Side, subject: Subject) -> Meeting:
    shown = named(model, subject)
    doing = other._replace(does=f"{other.does} {shown}")
    naming = Side(mention.mod, f"names {shown}", mention.span)
    swapped = order.ids.index(doing.mod) > order.ids.index(mention.mod)
    sides = (naming, doing) if swapped else (doing, naming)
    return Meeting("deleted" if other.does == "deletes" else "leans", subject, shown, *sides)


def _called(touch: HistoryEntry) -> tuple[FlowKey, ...]:
    """What summaries call a declaration."""
    sort, name = touch.subject
    if touch.subject.property_name:
        return (flow_key("stored", touch.subject.property_name),)
    match sort:
        case "thing":
            return (flow_key("entity", name), flow_key("kind", name), flow_key("board", name))
        case "rule" if touch.deed == "deletes" and isinstance(touch.old, nodes.Modifier):
            return (flow_key("modifier", touch.old.name),)
        case "words" | "kind" | "verb" | "define" | "menu" | "relation" | "setting" | "die":
            return (flow_key(sort, name),)
    return ()


def _mentions(flow: Flow, order: ModOrder, setups: Setups) -> Iterator[_Mention]:
    """All that mods say in rules, values, cards and set-ups."""
    checked, model = flow.checked, flow.checked.model
    pieces: list[tuple[Span, list[Op], tuple[FlowKey, ...]]] = []
    for body in flow.bodies.values():
        if body.sort == "steps":
            pieces += [(flow.span(one["at"]), one["body"], ()) for one in body.op["cases"].values()]
        else:
            hooked = (flow_key("verb", body.op["verb"]),) if body.sort == "hook" else ()
            pieces.append((flow.span(body.op["at"]), [body.op], hooked))
    for op in (*checked.defines.values(), *checked.relations.values()):
        pieces.append((flow.span(op.get("at", -1)), [op], ()))
    for op in checked.modifiers:
        pieces.append(
            (flow.span(op["at"]), [op], (flow_key("define", op["of"]), flow_key("stored", op["of"])))
        )
    for name, values in checked.values.items():
        thing = model.things[name]
        pieces.append((thing.span, list(values.values()), (flow_key("kind", thing.kind),)))
    for kind in model.kinds.values():
        if kind.name not in model.things:
            pieces.append((kind.span, [], (flow_key("kind", str(kind.parent)),)))
    pieces += [(model.things[name].span, setup, ()) for name, setup in setups]
    for span, inside, more in pieces:
        mod = whose(span.file)
        if mod in order.ids:
            found = flow.summary(inside)
            names = {_of_one(key) for key in (*found.uses, *found.reads, *found.writes, *more)}
            yield _Mention(mod, span, frozenset(names))


def _of_one(key: FlowKey) -> FlowKey:
    """The entity `lamp.2` names `lamp`."""
    return flow_key("entity", key.name.partition(".")[0]) if key.sort == "entity" else key


def _written(model: Model, order: ModOrder) -> Iterator[_Mention]:
    """What the declarations of mods name besides."""
    pieces = [(touch.span, touch.value, touch.part) for touch in model.history.touches]
    pieces += [(rule.node.span, rule.node, "") for rule in model.rules]
    for span, value, part in pieces:
        if whose(span.file) in order.ids:
            names = {name for node in nodes_in(value) for name in _in_node(node)}
            if part in ("board", "layout"):
                names |= {flow_key("board", name) for name in _boards(value, model)}
            yield _Mention(whose(span.file), span, frozenset(names), written=True)


def _in_node(node: nodes.SyntaxNode) -> tuple[FlowKey, ...]:
    match node:
        case nodes.TypeName(name=name):
            return (flow_key("words", name), flow_key("kind", name), flow_key("die", name))
        case nodes.TypePile(kind=kind) | nodes.TypeBag(kind=kind) | nodes.TypeSlot(kind=kind):
            return (flow_key("kind", kind),)
        case nodes.Part(name=name, type=None):
            return (flow_key("kind", name),)
        case nodes.InMenu(menu=menu):
            return (flow_key("menu", menu),)
        case nodes.Forbid(verb=verb):
            return (flow_key("verb", verb),)
        case nodes.Modifier(replacing=replacing) if replacing is not None:
            return (flow_key("modifier", replacing),)
    return ()


def _boards(value: object, model: Model) -> Iterator[str]:
    """The boards of a mission's entry `board` or `layout`."""
    match value:
        case nodes.EntryTable():
            yield from (str(one.board) for one in read_layout(value, model.boards)[0])
        case tuple():
            yield from (str(one.name) for one in value if isinstance(one, nodes.Name))
